//! Variables of expressions and statements.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::{WalkEvent, references, walk_where};
use objet_ir::expr::PrimExpr;
use objet_ir::scope_tree::{Scope, ScopeTree};

use crate::buffer::{Buffer, BufferNode};
use crate::expr::{CommReducerNode, IterVarNode, LetNode, ReduceNode, Var};
use crate::function::PrimFuncNode;
use crate::functor::{is_tir_part, parts, post_order};
use crate::stmt::{AllocateNode, AttrStmtNode, BlockNode, BufferRealizeNode, ForNode, LetStmtNode};

/// Returns all variables in an expression, a statement or a module, bound and free, in the order in
/// which a walk first enters them. The result includes the variables in pointers, shapes and
/// strides of buffers.
pub fn all_vars(root: &impl IsObjectRef) -> Vec<Var> {
    let mut seen = HashSet::new();
    let mut vars = Vec::new();
    for event in parts(root) {
        let WalkEvent::Enter(object) = event else { continue };
        if let Some(var) = object.downcast_ref::<Var>()
            && seen.insert(var.clone())
        {
            vars.push(var.clone());
        }
    }
    vars
}

/// Returns the variables that are bound in an expression, a statement or a module.
///
/// Variables are bound by lets, loops, allocations, functions, blocks and reductions. Buffers that
/// a function, a block or a realization declares also bind variables, and so do the attributes
/// `thread_extent` and `virtual_thread`.
pub fn bound_vars(root: &impl IsObjectRef) -> Vec<Var> {
    let bound: HashSet<_> = bindings(root).collect();
    all_vars(root).into_iter().filter(|var| bound.contains(var)).collect()
}

/// Returns the variables in an expression, a statement or a module that are used outside of the
/// scope that binds them. A variable that is bound more than once (see
/// [`verify_ssa`](super::verify_ssa)) counts as bound at each use.
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

/// Whether `is_var` returns true for a variable in an expression, a statement or a module.
pub fn uses_var(root: &impl IsObjectRef, mut is_var: impl FnMut(&Var) -> bool) -> bool {
    post_order(root).filter_map(|object| object.downcast().ok()).any(|var| is_var(&var))
}

/// Returns the bound variables. A variable that is bound twice occurs twice.
fn bindings(root: &impl IsObjectRef) -> impl Iterator<Item = Var> {
    parts(root).flat_map(|event| match event {
        WalkEvent::Enter(object) => bound_by(&object),
        WalkEvent::Leave(_) => Vec::new(),
    })
}

/// The scope in which each variable is used, and the scopes in which each variable is bound.
///
/// An object that binds variables opens a scope for the objects it refers to, except for those that
/// are evaluated before the binding. An object with users in several scopes belongs to their
/// nearest common scope.
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
        let order: Vec<ObjectRef> = walk_where(root, is_tir_part).filter_map(left).collect();
        // In reverse post-order, the users of an object come before the object, so its scope is
        // known.
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

/// Returns the fields of a binding object that are evaluated before the variables are bound.
fn computed_before(object: &ObjectRef) -> Vec<&ObjectRef> {
    match_node!(match object {
        node @ LetNode => vec![node.value.as_object_ref()],
        node @ LetStmtNode => vec![node.value.as_object_ref()],
        node @ ForNode => vec![node.min.as_object_ref(), node.extent.as_object_ref()],
        node @ AllocateNode => vec![node.extents.as_object_ref(), node.condition.as_object_ref()],
        node @ AttrStmtNode => vec![node.value.as_object_ref()],
        _ => Vec::new(),
    })
}

/// Returns the variables that an object binds.
fn bound_by(object: &ObjectRef) -> Vec<Var> {
    match_node!(match object {
        node @ LetNode => vec![node.var.clone()],
        node @ LetStmtNode => vec![node.var.clone()],
        node @ ForNode => vec![node.loop_var.clone()],
        node @ AllocateNode => vec![node.buffer_var.clone()],
        node @ CommReducerNode => node.lhs.iter().chain(node.rhs.iter()).cloned().collect(),
        node @ ReduceNode => node.axis.iter().map(|axis| axis.var.clone()).collect(),
        node @ BufferRealizeNode => declared([&node.buffer]).collect(),
        node @ PrimFuncNode => {
            let buffers = declared(node.buffer_map.iter().map(|(_, buffer)| buffer));
            buffers.chain(node.params.iter().cloned()).collect()
        }
        node @ BlockNode => {
            let matched = node.match_buffers.iter().map(|matched| &matched.buffer);
            let buffers = declared(node.alloc_buffers.iter().chain(matched));
            buffers.chain(node.iter_vars.iter().map(|iter| iter.var.clone())).collect()
        }
        node @ AttrStmtNode if matches!(node.attr_key.as_str(), "thread_extent" | "virtual_thread") => {
            let axis = node.node.as_ref().and_then(|axis| axis.as_node::<IterVarNode>());
            axis.map(|axis| axis.var.clone()).into_iter().collect()
        }
        _ => Vec::new(),
    })
}

/// Returns the variables that declarations of buffers bind.
fn declared<'a>(buffers: impl IntoIterator<Item = &'a Buffer>) -> impl Iterator<Item = Var> {
    buffers.into_iter().flat_map(|buffer: &'a Buffer| {
        let buffer: &'a BufferNode = buffer;
        let numbers = buffer.shape.iter().chain(buffer.strides.iter()).chain([&buffer.elem_offset]);
        let vars = numbers.filter_map(|number: &PrimExpr| number.downcast_ref::<Var>());
        vars.chain([&buffer.data]).cloned()
    })
}
