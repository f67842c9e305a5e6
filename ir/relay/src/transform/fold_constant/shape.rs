//! Evaluation of operators on the shapes of tensors.

use objet::prelude::*;

use super::scalar::Scalar;
use crate::attrs::{NdarraySizeAttrsNode, ShapeOfAttrsNode};
use crate::expr::{CallNode, Constant};
use crate::transform::typed_exprs::{known_tensor, static_shape};

/// Evaluates `shape_of` or `ndarray_size` of a tensor whose type has a constant shape. Returns
/// `None` for other shapes, and if a length does not fit the data type.
pub(super) fn folded(call: &CallNode) -> Option<Constant> {
    let attrs = call.attrs.as_ref()?;
    let of_size = attrs.as_node::<NdarraySizeAttrsNode>();
    let dtype = match of_size {
        Some(attrs) => attrs.dtype,
        None => attrs.as_node::<ShapeOfAttrsNode>()?.dtype,
    };
    let dtype = if dtype == DataType::VOID { DataType::int(32) } else { dtype };
    if !(dtype.is_int() || dtype.is_uint()) || !dtype.is_scalar() {
        return None;
    }
    let shape = static_shape(known_tensor(call.args.first()?)?)?;
    let extents = shape.iter().map(|extent| i128::from(extent.value));
    let scalar = |number: i128| {
        let scalar = Scalar::wrapped(dtype, number);
        (scalar.number == super::scalar::Number::Int(number)).then_some(scalar)?.to_tensor()
    };
    let tensor = if of_size.is_some() {
        scalar(extents.into_iter().try_fold(1_i128, i128::checked_mul)?)?
    } else {
        let elements: Vec<NDArray> = extents.map(scalar).collect::<Option<_>>()?;
        let bytes: Vec<u8> =
            elements.iter().map(|element| element.as_bytes().ok()).collect::<Option<Vec<_>>>()?.concat();
        NDArray::from_bytes(&[elements.len() as i64], dtype, &bytes).ok()?
    };
    let mut constant = Constant::new(tensor, call.span.clone());
    *constant.make_mut().checked_type = call.checked_type.clone();
    Some(constant)
}
