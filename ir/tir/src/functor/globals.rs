//! Going through programs, and rewriting them, by the functions that front ends know.

use objet::prelude::*;
use objet::{BoxError, String, types};
use objet_ir::expr::{PrimExpr, PrimExprNode};

use super::{ir_transform, post_order, substitute};
use crate::expr::Var;
use crate::stmt::{Stmt, StmtNode};

/// Gives a function all expressions and statements in `node`, with `node` itself as the last: each once, after those in it.
#[register_global("tir.PostOrderVisit")]
fn post_order_visit(node: ObjectRef, f: PackedFunc) -> Result<(), BoxError> {
    let is_given =
        |object: &ObjectRef| object.is_instance::<PrimExprNode>() || object.is_instance::<StmtNode>();
    post_order(&node).filter(is_given).try_for_each(|object| Ok(f.call((&object,)).map(drop)?))
}

/// The statement, rewritten by two functions, either of which may be null. If there are type keys, they are given nothing of other types.
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

/// The expression or statement with other expressions for some variables.
#[register_global("tir.Substitute")]
fn substitute_in(node: ObjectRef, vmap: Map<Var, PrimExpr>) -> Result<ObjectRef, BoxError> {
    Ok(substitute(node, |var| vmap.get(var).cloned())?)
}
