//! The types that passes read from expressions, and constants that they create.

use objet::prelude::*;
use objet_ir::expr::{IntImm, Integer, RelayExpr};
use objet_ir::types::{TensorTypeNode, Type};

use crate::expr::Constant;
use crate::kernels::scalar::Scalar;

/// Returns the tensor type of an expression, if it has one.
pub(crate) fn known_tensor(expr: &RelayExpr) -> Option<&TensorTypeNode> {
    expr.checked_type.as_ref()?.as_node()
}

/// Returns the extents of a tensor, if all are constants. The objects stay the same.
pub(crate) fn static_shape(tensor: &TensorTypeNode) -> Option<Array<Integer>> {
    let extent =
        |extent: &objet_ir::expr::PrimExpr| Some(Integer::from(extent.clone().downcast::<IntImm>().ok()?));
    tensor.shape.iter().map(extent).collect()
}

/// Returns the extents of a tensor as numbers, if all are constants.
pub(crate) fn known_shape(tensor: &TensorTypeNode) -> Option<Vec<i64>> {
    Some(static_shape(tensor)?.iter().map(|extent| extent.value).collect())
}

/// Returns whether both types are known and equal.
pub(super) fn same_type(a: Option<&Type>, b: Option<&Type>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.same_as(b) || objet::structural_equal(a, b),
        _ => false,
    }
}

/// Returns a scalar constant: `value`, converted to `dtype`. Returns `None` for a data type without
/// constants.
pub(crate) fn scalar_constant(dtype: DataType, value: f64) -> Option<Constant> {
    Some(Constant::new(Scalar::of_f64(dtype, value)?.to_tensor()?, None))
}

/// Returns the number in a scalar constant.
pub(super) fn constant_scalar(expr: &RelayExpr) -> Option<f64> {
    Some(Scalar::of(&expr.downcast_ref::<Constant>()?.data)?.as_f64())
}
