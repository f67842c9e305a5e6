//! Vectorization.

use loops::{ConstNode, Expr, For, ForNode, Stmt, StoreNode, VarNode};
use objet::Rewriter;
use objet::prelude::*;
use objet::walk::RewriteError;

use crate::ramp::Ramp;

/// Vectorizes the innermost loops whose body is one store, and whose number of iterations is a
/// multiple of `lanes`.
///
/// # Errors
/// If a rewritten node does not fit, which its type's check decides.
pub fn vectorize<R: IsObjectRef>(program: R, lanes: i64) -> Result<R, RewriteError> {
    Rewriter::new().on::<ForNode>(move |node, _| vectorized(node, lanes)).rewrite(program)
}

fn vectorized(node: &ForNode, lanes: i64) -> Result<Option<For>, RewriteError> {
    let extent = match_node!(match node {
        ForNode { extent: ConstNode { value, .. }, body: StoreNode, .. } => *value,
        _ => return Ok(None),
    });
    if lanes <= 0 || extent % lanes != 0 {
        return Ok(None);
    }
    let var: Expr = node.var.clone().upcast();
    let body = with_index(node.body.clone(), &var, &Ramp::new(var.clone() * lanes, lanes).upcast())?;
    Ok(Some(For::new(node.var.clone(), extent / lanes, body, node.kind)))
}

/// Replaces a variable by a vector of indices.
fn with_index(body: Stmt, var: &Expr, ramp: &Expr) -> Result<Stmt, RewriteError> {
    let (var, ramp) = (var.clone(), ramp.clone());
    Rewriter::new().on::<VarNode>(move |_, cx| cx.object().same_as(&var).then(|| ramp.clone())).rewrite(body)
}
