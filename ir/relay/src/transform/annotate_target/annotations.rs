//! Calls of `annotation.compiler_begin` and `annotation.compiler_end`.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpError;

use crate::attrs::CompilerAttrsNode;
use crate::expr::CallNode;
use crate::op::annotation::{compiler_begin, compiler_end};

/// A side of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::transform) enum Edge {
    Begin,
    End,
}

/// Returns the edge of a region that a call marks, the compiler and the argument.
pub(in crate::transform) fn annotation(expr: &RelayExpr) -> Option<(Edge, String, &RelayExpr)> {
    let call = expr.as_node::<CallNode>()?;
    let edge = match call.as_op()?.name.as_str() {
        "annotation.compiler_begin" => Edge::Begin,
        "annotation.compiler_end" => Edge::End,
        _ => return None,
    };
    let attrs = call.attrs.as_ref()?.as_node::<CompilerAttrsNode>()?;
    let [argument] = &call.args[..] else { return None };
    Some((edge, attrs.compiler.as_str().into(), argument))
}

/// Returns an expression with an annotation around it.
pub(in crate::transform) fn annotated(
    edge: Edge,
    expr: RelayExpr,
    compiler: &str,
) -> Result<RelayExpr, OpError> {
    Ok(match edge {
        Edge::Begin => compiler_begin(expr, attrs! { compiler: compiler })?,
        Edge::End => compiler_end(expr, attrs! { compiler: compiler })?,
    }
    .upcast())
}
