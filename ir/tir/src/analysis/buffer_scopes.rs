//! The smallest scopes that have all accesses to buffers.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::scope_tree::{Scope, ScopeTree};

use super::parts::evaluated_parts;
use crate::buffer::Buffer;
use crate::expr::{BufferLoadNode, Var};
use crate::function::PrimFunc;
use crate::stmt::{BlockNode, BufferRealizeNode, BufferStoreNode, ForNode, Stmt};

/// Returns the smallest loop or block that has all accesses to each buffer, or `None` if no loop or
/// block has all of them. Buffers without an access are left out.
///
/// Accesses are loads and stores, and uses of the pointers of buffers. A block accesses the sources
/// of the buffers that are regions of others, and accesses to these regions do not count. Unlike in
/// TVM, accesses outside of all loops and blocks count, too.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::FloatImm;
/// use objet_tir::analysis::detect_buffer_access_lca;
/// use objet_tir::buffer::Buffer;
/// use objet_tir::expr::Var;
/// use objet_tir::function::PrimFunc;
/// use objet_tir::stmt::{BufferStore, For};
///
/// let a = Buffer::decl([8.into()], DataType::float(32), "A", "", None)?;
/// let handle = Var::new("a", DataType::HANDLE, None);
/// let i = Var::new("i", DataType::int(32), None);
/// let store = BufferStore::new(a.clone(), FloatImm::from(0.0), [i.clone().into()], None)?;
/// let body = For::serial(i, 8, store)?;
/// let buffers: Map<Var, Buffer> = [(handle.clone(), a.clone())].into();
/// let func = PrimFunc::new([handle], body.clone(), None, buffers, None, None);
/// assert_eq!(detect_buffer_access_lca(&func), [(a, Some(body.upcast()))]);
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "DetectBufferAccessLCA")]
pub fn detect_buffer_access_lca(func: &PrimFunc) -> Vec<(Buffer, Option<Stmt>)> {
    let order = evaluation_order(&func.body);
    let declared = Declared::in_function(func, &order);
    let mut scopes = AccessScopes::default();
    scopes.places.insert(func.body.as_object_ref().clone(), Place { scope: Scope::ROOT, is_repeated: false });
    // The users of an object come before the object.
    for object in &order {
        scopes.visit(object, &declared);
    }
    let AccessScopes { stmts, accesses, buffers, .. } = scopes;
    let stmt = |buffer: &Buffer| accesses.get(buffer).and_then(|scope| stmts.get(&scope.number()).cloned());
    buffers.into_iter().map(|buffer| (buffer.clone(), stmt(&buffer))).collect()
}

/// Returns the evaluated parts of a statement, each once and before its own parts.
fn evaluation_order(root: &Stmt) -> Vec<ObjectRef> {
    let mut seen = HashSet::new();
    let mut left = Vec::new();
    let mut pending = vec![(root.as_object_ref().clone(), false)];
    while let Some((object, is_left)) = pending.pop() {
        if is_left {
            left.push(object);
        } else if seen.insert(object.clone()) {
            let parts = evaluated_parts(&object);
            pending.push((object, true));
            pending.extend(parts.into_iter().map(|part| (part, false)));
        }
    }
    left.reverse();
    left
}

/// The buffers that a function declares.
struct Declared {
    /// The buffers by their pointers.
    by_pointer: HashMap<Var, Buffer>,
    /// The buffers that are regions of others.
    regions: HashSet<Buffer>,
}

impl Declared {
    fn in_function(func: &PrimFunc, order: &[ObjectRef]) -> Self {
        let mut this = Self { by_pointer: HashMap::new(), regions: HashSet::new() };
        let mut declare = |buffer: &Buffer| {
            this.by_pointer.entry(buffer.data.clone()).or_insert_with(|| buffer.clone());
        };
        func.buffer_map.values().for_each(&mut declare);
        for object in order {
            match_node!(match object {
                block @ BlockNode => {
                    block.alloc_buffers.iter().for_each(&mut declare);
                    this.regions.extend(block.match_buffers.iter().map(|region| region.buffer.clone()));
                }
                realize @ BufferRealizeNode => declare(&realize.buffer),
                _ => {}
            });
        }
        this
    }
}

/// The nearest common scope of all uses of an object, and whether there are several uses.
#[derive(Clone, Copy)]
struct Place {
    scope: Scope,
    is_repeated: bool,
}

#[derive(Default)]
struct AccessScopes {
    tree: ScopeTree,
    /// The loops and blocks by the numbers of their scopes.
    stmts: HashMap<usize, Stmt>,
    places: HashMap<ObjectRef, Place>,
    accesses: HashMap<Buffer, Scope>,
    /// The accessed buffers in the order of their first accesses.
    buffers: Vec<Buffer>,
}

impl AccessScopes {
    fn visit(&mut self, object: &ObjectRef, declared: &Declared) {
        let Some(&place) = self.places.get(object) else { return };
        let Place { scope, is_repeated } = place;
        let mut inner = scope;
        match_node!(match object {
            ForNode => inner = self.open(object, place),
            block @ BlockNode => {
                inner = self.open(object, place);
                for region in &block.match_buffers {
                    self.access(&region.source.buffer, inner, declared);
                }
            }
            load @ BufferLoadNode => self.access(&load.buffer, scope, declared),
            store @ BufferStoreNode => self.access(&store.buffer, scope, declared),
            realize @ BufferRealizeNode => self.access(&realize.buffer, scope, declared),
            _ => {
                let pointed = object.downcast_ref::<Var>().and_then(|var| declared.by_pointer.get(var));
                if let Some(buffer) = pointed {
                    self.access(buffer, scope, declared);
                }
            }
        });
        for part in evaluated_parts(object) {
            let place = match self.places.get(&part) {
                None => Place { scope: inner, is_repeated },
                Some(used) => Place { scope: self.tree.common(used.scope, inner), is_repeated: true },
            };
            self.places.insert(part, place);
        }
    }

    /// Opens the scope of a loop or a block. A statement that runs at several places is no common
    /// scope of its accesses.
    fn open(&mut self, object: &ObjectRef, place: Place) -> Scope {
        if place.is_repeated {
            return place.scope;
        }
        let inner = self.tree.open(place.scope);
        if let Ok(stmt) = object.clone().downcast() {
            self.stmts.insert(inner.number(), stmt);
        }
        inner
    }

    fn access(&mut self, buffer: &Buffer, scope: Scope, declared: &Declared) {
        if declared.regions.contains(buffer) {
            return;
        }
        match self.accesses.get_mut(buffer) {
            Some(known) => *known = self.tree.common(*known, scope),
            None => {
                self.accesses.insert(buffer.clone(), scope);
                self.buffers.push(buffer.clone());
            }
        }
    }
}
