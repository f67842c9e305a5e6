//! Global functions through which front ends traverse and rewrite programs.

use objet::function::BoxError;
use objet::prelude::*;
use objet::{String, types};
use objet_ir::expr::{PrimExpr, PrimExprNode};

use super::{ir_transform, post_order, substitute};
use crate::expr::Var;
use crate::stmt::{Stmt, StmtNode};

/// Calls `f` with all expressions and statements in `node` in post-order, each once.
#[register_global("tir.PostOrderVisit")]
fn post_order_visit(node: ObjectRef, f: PackedFunc) -> Result<(), BoxError> {
    let is_given =
        |object: &ObjectRef| object.is_instance::<PrimExprNode>() || object.is_instance::<StmtNode>();
    post_order(&node).filter(is_given).try_for_each(|object| Ok(f.call((&object,)).map(drop)?))
}

/// Rewrites a statement by two functions, either of which may be null. If there are type keys, the
/// functions are called only for objects of these types.
#[register_global("tir.IRTransform")]
fn transform(
    stmt: Stmt,
    preorder: Option<PackedFunc>,
    postorder: Option<PackedFunc>,
    #[default(None)] only_enable: Option<Array<String>>,
) -> Result<Stmt, BoxError> {
    let index = |key: &String| match types::by_key(key.as_str()) {
        Some(info) => Ok(info.index()),
        None => Err(format!("Cannot find type {key}. Did you forget to link the crate that declares it?")),
    };
    let only = only_enable.unwrap_or_default().iter().map(index).collect::<Result<Vec<_>, _>>()?;
    ir_transform(stmt, preorder, postorder, &only)
}

/// Replaces variables of an expression or a statement.
#[register_global("tir.Substitute")]
fn substitute_in(node: ObjectRef, vmap: Map<Var, PrimExpr>) -> Result<ObjectRef, BoxError> {
    Ok(substitute(node, |var| vmap.get(var).cloned())?)
}
