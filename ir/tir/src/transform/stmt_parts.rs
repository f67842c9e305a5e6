//! The expressions of a statement, without the statements inside of it.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::map_exprs::map_exprs;
use crate::expr::Var;
use crate::stmt::{AttrStmt, AttrStmtNode, Stmt, Store, StoreNode};

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
    let stmt = map_exprs(stmt, &mut |expr| rewrite(expr.clone()))?;
    if let Some(new) = pointer_of(&stmt).as_ref().and_then(pointer) {
        if let Some(store) = stmt.downcast_ref::<Store>() {
            let mut store = store.clone();
            *store.make_mut().buffer_var = new;
            return Ok(store.upcast());
        }
        if let Some(attr) = stmt.downcast_ref::<AttrStmt>() {
            let mut attr = attr.clone();
            *attr.make_mut().node = Some(new.into_object_ref());
            return Ok(attr.upcast());
        }
    }
    Ok(stmt)
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
