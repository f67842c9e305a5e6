//! The variables in expressions and statements.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::{String, WalkEvent, references, walk_where};
use objet_ir::expr::PrimExpr;
use objet_ir::scope_tree::{Scope, ScopeTree};

use crate::buffer::{Buffer, BufferNode};
use crate::expr::{CommReducerNode, IterVarNode, LetNode, ReduceNode, Var};
use crate::function::PrimFuncNode;
use crate::functor::{is_gone_to, parts, post_order};
use crate::stmt::{AllocateNode, AttrStmtNode, BlockNode, BufferRealizeNode, ForNode, LetStmtNode};

/// All variables in an expression, a statement or a module, bound and free, in the order in which they are met. Those of the pointers, the shapes and
/// the strides of buffers are among them.
pub fn all_vars(root: &impl IsObjectRef) -> Vec<Var> {
    let mut met = HashSet::new();
    let mut vars = Vec::new();
    for event in parts(root) {
        let WalkEvent::Enter(object) = event else { continue };
        if let Some(var) = object.downcast_ref::<Var>()
            && met.insert(var.clone())
        {
            vars.push(var.clone());
        }
    }
    vars
}

/// The variables that are bound in an expression, a statement or a module: by `let`, by loops, allocations, functions, blocks and reductions, by buffers
/// that a function, a block or a realization declares, and by attributes that say how far an axis of threads goes.
pub fn bound_vars(root: &impl IsObjectRef) -> Vec<Var> {
    let bound: HashSet<_> = bindings(root).collect();
    all_vars(root).into_iter().filter(|var| bound.contains(var)).collect()
}

/// The variables that are used in an expression, a statement or a module where nothing in it binds them. A variable that is bound more than once
/// ([`verify_ssa`]) is taken to be bound wherever it is used.
///
/// ```
/// use objet::DataType;
/// use objet_tir::analysis::{all_vars, bound_vars, free_vars};
/// use objet_tir::expr::Var;
/// use objet_tir::stmt::{Evaluate, For, SeqStmt};
///
/// let var = |name: &str| Var::new(name, DataType::int(32), None);
/// let (i, n) = (var("i"), var("n"));
/// let times = For::serial(i.clone(), n.clone(), Evaluate::new((&i + &n).expr()?, None))?;
/// assert_eq!(all_vars(&times), [i.clone(), n.clone()]);
/// assert_eq!(bound_vars(&times), [i.clone()]);
/// assert_eq!(free_vars(&times), [n.clone()]);
///
/// let after = SeqStmt::new([times.into(), Evaluate::new(i.clone(), None).into()], None);
/// assert_eq!(free_vars(&after), [i, n]);
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "UndefinedVars")]
pub fn free_vars(root: &impl IsObjectRef) -> Vec<Var> {
    let scopes = VariableScopes::in_graph(root);
    all_vars(root).into_iter().filter(|var| scopes.is_free(var)).collect()
}

/// Whether `is_var` holds for a variable in an expression, a statement or a module.
pub fn uses_var(root: &impl IsObjectRef, mut is_var: impl FnMut(&Var) -> bool) -> bool {
    post_order(root).filter_map(|object| object.downcast().ok()).any(|var| is_var(&var))
}

/// A variable that is bound more than once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {var} to be bound once, found it bound again")]
pub struct NotSSA {
    /// Its name.
    pub var: String,
}

/// Checks that no two parameters, lets, loops or allocations of a function or a statement bind the same variable.
///
/// # Errors
/// The first variable that is bound again.
#[doc(alias = "VerifySSA")]
pub fn verify_ssa(root: &impl IsObjectRef) -> Result<(), NotSSA> {
    let mut met = HashSet::new();
    let mut bind = |var: &Var| match met.insert(var.clone()) {
        true => Ok(()),
        false => Err(NotSSA { var: var.name_hint.clone() }),
    };
    for event in parts(root) {
        let WalkEvent::Enter(object) = event else { continue };
        match_node!(object, {
            node: LetNode => bind(&node.var)?,
            node: LetStmtNode => bind(&node.var)?,
            node: ForNode => bind(&node.loop_var)?,
            node: AllocateNode => bind(&node.buffer_var)?,
            node: PrimFuncNode => node.params.iter().try_for_each(&mut bind)?,
            _ => {}
        });
    }
    Ok(())
}

/// The variables that are bound, some of them twice.
fn bindings(root: &impl IsObjectRef) -> impl Iterator<Item = Var> {
    parts(root).flat_map(|event| match event {
        WalkEvent::Enter(object) => bound_by(&object),
        WalkEvent::Leave(_) => Vec::new(),
    })
}

/// The scope that each variable is used in, and those that it is bound in. What an object that binds variables refers to is a scope, but for what is
/// computed before; an object that is referred to from several scopes is used in the nearest one that has all of them inside.
struct VariableScopes {
    tree: ScopeTree,
    used: HashMap<ObjectRef, Scope>,
    bound: HashMap<Var, Vec<Scope>>,
}

impl VariableScopes {
    fn in_graph(root: &impl IsObjectRef) -> Self {
        let mut this = Self { tree: ScopeTree::new(), used: HashMap::new(), bound: HashMap::new() };
        this.used.insert(root.as_object_ref().clone(), Scope::ROOT);
        let left = |event| match event {
            WalkEvent::Enter(_) => None,
            WalkEvent::Leave(object) => Some(object),
        };
        let order: Vec<ObjectRef> = walk_where(root, is_gone_to).filter_map(left).collect();
        // What refers to an object comes after it, so going back each one's scope is known when it is come to.
        for object in order.into_iter().rev() {
            let Some(scope) = this.used.get(&object).copied() else { continue };
            let vars = bound_by(&object);
            let inner = if vars.is_empty() { scope } else { this.tree.open(scope) };
            for var in vars {
                this.bound.entry(var).or_default().push(inner);
            }
            let before = computed_before(&object);
            for reference in references(&object) {
                let target = if before.contains(&&reference) { scope } else { inner };
                let common = this.used.get(&reference).map_or(target, |used| this.tree.common(*used, target));
                this.used.insert(reference, common);
            }
        }
        this
    }

    fn is_free(&self, var: &Var) -> bool {
        match self.bound.get(var).map(Vec::as_slice) {
            None | Some([]) => true,
            Some([bound]) => {
                let used = self.used.get(var.as_object_ref());
                used.is_some_and(|used| self.tree.common(*used, *bound) != *bound)
            }
            Some(_) => false,
        }
    }
}

/// What an object that binds variables has computed before they are bound.
fn computed_before(object: &ObjectRef) -> Vec<&ObjectRef> {
    match_node!(object, {
        node: LetNode => vec![node.value.as_object_ref()],
        node: LetStmtNode => vec![node.value.as_object_ref()],
        node: ForNode => vec![node.min.as_object_ref(), node.extent.as_object_ref()],
        node: AllocateNode => vec![node.extents.as_object_ref(), node.condition.as_object_ref()],
        node: AttrStmtNode => vec![node.value.as_object_ref()],
        _ => Vec::new(),
    })
}

/// What an object binds.
fn bound_by(object: &ObjectRef) -> Vec<Var> {
    match_node!(object, {
        node: LetNode => vec![node.var.clone()],
        node: LetStmtNode => vec![node.var.clone()],
        node: ForNode => vec![node.loop_var.clone()],
        node: AllocateNode => vec![node.buffer_var.clone()],
        node: CommReducerNode => node.lhs.iter().chain(node.rhs.iter()).cloned().collect(),
        node: ReduceNode => node.axis.iter().map(|axis| axis.var.clone()).collect(),
        node: BufferRealizeNode => declared([&node.buffer]).collect(),
        node: PrimFuncNode => {
            let buffers = declared(node.buffer_map.iter().map(|(_, buffer)| buffer));
            buffers.chain(node.params.iter().cloned()).collect()
        },
        node: BlockNode => {
            let matched = node.match_buffers.iter().map(|matched| &matched.buffer);
            let buffers = declared(node.alloc_buffers.iter().chain(matched));
            buffers.chain(node.iter_vars.iter().map(|iter| iter.var.clone())).collect()
        },
        node: AttrStmtNode if matches!(node.attr_key.as_str(), "thread_extent" | "virtual_thread") => {
            let axis = node.node.as_ref().and_then(|axis| axis.as_node::<IterVarNode>());
            axis.map(|axis| axis.var.clone()).into_iter().collect()
        },
        _ => Vec::new(),
    })
}

/// The variables that buffers stand for where they are declared.
fn declared<'a>(buffers: impl IntoIterator<Item = &'a Buffer>) -> impl Iterator<Item = Var> {
    buffers.into_iter().flat_map(|buffer: &'a Buffer| {
        let buffer: &'a BufferNode = buffer;
        let numbers = buffer.shape.iter().chain(buffer.strides.iter()).chain([&buffer.elem_offset]);
        let vars = numbers.filter_map(|number: &PrimExpr| number.downcast_ref::<Var>());
        vars.chain([&buffer.data]).cloned()
    })
}
