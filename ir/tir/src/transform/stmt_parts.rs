//! The expressions of a statement, without the statements inside of it.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use crate::expr::Var;
use crate::stmt::{
    Allocate, AssertStmt, AttrStmt, AttrStmtNode, BufferStore, Evaluate, For, IfThenElse, LetStmt, Stmt,
    Store, StoreNode, While,
};

/// Rewrites the expressions of a statement that are evaluated with it, in order. The variables that
/// the statement binds and the statements inside of it do not change.
///
/// `pointer` returns the replacement of a pointer through which the statement stores, or to which
/// an attribute belongs.
pub(super) fn rewrite_parts<E>(
    stmt: Stmt,
    rewrite: &mut dyn FnMut(PrimExpr) -> Result<PrimExpr, E>,
    pointer: &dyn Fn(&Var) -> Option<Var>,
) -> Result<Stmt, E> {
    let object = stmt.as_object_ref();
    macro_rules! parts {
        ($($node:ident: $($field:ident),*;)*) => {
            $(
                if let Some(node) = object.downcast_ref::<$node>() {
                    let mut node = node.clone();
                    $(
                        let new = rewrite(node.$field.clone())?;
                        if !new.same_as(&node.$field) {
                            *node.make_mut().$field = new;
                        }
                    )*
                    return Ok(node.upcast());
                }
            )*
        };
    }
    if let Some(store) = object.downcast_ref::<Store>()
        && let Some(new) = pointer(&store.buffer_var)
    {
        let mut store = store.clone();
        *store.make_mut().buffer_var = new;
        return rewrite_parts(store.upcast(), rewrite, &|_| None);
    }
    if let Some(attr) = object.downcast_ref::<AttrStmt>() {
        let mut attr = attr.clone();
        let new = rewrite(attr.value.clone())?;
        if !new.same_as(&attr.value) {
            *attr.make_mut().value = new;
        }
        let var = attr.node.as_ref().and_then(|node| node.downcast_ref::<Var>());
        if let Some(new) = var.and_then(pointer) {
            *attr.make_mut().node = Some(new.into_object_ref());
        }
        return Ok(attr.upcast());
    }
    if let Some(allocate) = object.downcast_ref::<Allocate>() {
        let mut allocate = allocate.clone();
        let extents = rewrite_all(&allocate.extents, rewrite)?;
        if let Some(extents) = extents {
            *allocate.make_mut().extents = extents;
        }
        let new = rewrite(allocate.condition.clone())?;
        if !new.same_as(&allocate.condition) {
            *allocate.make_mut().condition = new;
        }
        return Ok(allocate.upcast());
    }
    if let Some(store) = object.downcast_ref::<BufferStore>() {
        let mut store = store.clone();
        let new = rewrite(store.value.clone())?;
        if !new.same_as(&store.value) {
            *store.make_mut().value = new;
        }
        if let Some(indices) = rewrite_all(&store.indices, rewrite)? {
            *store.make_mut().indices = indices;
        }
        return Ok(store.upcast());
    }
    parts! {
        Store: value, index, predicate;
        LetStmt: value;
        AssertStmt: condition, message;
        IfThenElse: condition;
        For: min, extent;
        While: condition;
        Evaluate: value;
    }
    Ok(stmt)
}

/// Rewrites the elements of an array. Returns `None` if no element changes.
fn rewrite_all<E>(
    exprs: &Array<PrimExpr>,
    rewrite: &mut dyn FnMut(PrimExpr) -> Result<PrimExpr, E>,
) -> Result<Option<Array<PrimExpr>>, E> {
    let new = exprs.iter().map(|expr| rewrite(expr.clone())).collect::<Result<Vec<_>, E>>()?;
    let is_same = new.iter().zip(exprs).all(|(new, old)| new.same_as(old));
    Ok((!is_same).then(|| new.into()))
}

/// Returns the pointer through which a statement stores, or the variable to which an attribute
/// belongs.
pub(super) fn pointer_of(stmt: &Stmt) -> Option<Var> {
    match_node!(match stmt {
        store @ StoreNode => Some(store.buffer_var.clone()),
        attr @ AttrStmtNode => attr.node.as_ref()?.downcast_ref::<Var>().cloned(),
        _ => None,
    })
}
