//! Operators that take their shape from a tensor become operators with a shape, if it is known.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::op::OpError;

use crate::dataflow_pattern::{PatternRewrite, is_op};
use crate::expr::{Call, CallNode, Constant};
use crate::op;
use crate::transform::typed_exprs::{known_tensor, static_shape};

/// Rewrites the calls of an operator whose result has a known shape. `replace` gets the call, the
/// shape and the data type of its result.
fn concretize(
    name: &str,
    replace: impl Fn(&CallNode, Array<Integer>, DataType) -> Result<Call, BoxError> + 'static,
) -> Result<PatternRewrite<'static>, OpError> {
    let rule = PatternRewrite::new(is_op(name)?.call_any(), move |found| {
        let known = || {
            let tensor = known_tensor(found.pre)?;
            Some((found.post.as_node::<CallNode>()?, static_shape(tensor)?, tensor.dtype))
        };
        match known() {
            Some((call, shape, dtype)) => Ok(replace(call, shape, dtype)?.upcast()),
            None => Ok(found.post.clone()),
        }
    });
    Ok(rule.require_type())
}

fn first(call: &CallNode) -> Result<RelayExpr, BoxError> {
    nth(call, 0)
}

fn nth(call: &CallNode, index: usize) -> Result<RelayExpr, BoxError> {
    Ok(call.args.get(index).cloned().ok_or("the call has too few arguments")?)
}

pub(super) fn zeros() -> Result<PatternRewrite<'static>, OpError> {
    concretize("zeros_like", |_, shape, dtype| Ok(op::zeros(attrs! { shape: shape, dtype: dtype })?))
}

pub(super) fn ones() -> Result<PatternRewrite<'static>, OpError> {
    concretize("ones_like", |_, shape, dtype| Ok(op::ones(attrs! { shape: shape, dtype: dtype })?))
}

pub(super) fn full() -> Result<PatternRewrite<'static>, OpError> {
    concretize("full_like", |call, shape, dtype| {
        Ok(op::full(nth(call, 1)?, attrs! { shape: shape, dtype: dtype })?)
    })
}

pub(super) fn reshape() -> Result<PatternRewrite<'static>, OpError> {
    concretize("reshape_like", |call, shape, _| Ok(op::reshape(first(call)?, attrs! { newshape: shape })?))
}

pub(super) fn broadcast_to() -> Result<PatternRewrite<'static>, OpError> {
    concretize("broadcast_to_like", |call, shape, _| {
        Ok(op::broadcast_to(first(call)?, attrs! { shape: shape })?)
    })
}

pub(super) fn collapse_sum() -> Result<PatternRewrite<'static>, OpError> {
    concretize("collapse_sum_like", |call, shape, _| {
        let extents: Vec<i32> =
            shape.iter().map(|extent| i32::try_from(extent.value)).collect::<Result<_, _>>()?;
        let vector = Constant::new(NDArray::from_slice(&[extents.len() as i64], &extents)?, None);
        Ok(op::collapse_sum_to(first(call)?, vector, attrs! { shape: shape })?)
    })
}
