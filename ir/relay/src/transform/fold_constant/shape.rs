//! Evaluation of operators on the shapes of tensors.

use objet::prelude::*;

use crate::attrs::{NdarraySizeAttrsNode, ShapeOfAttrsNode};
use crate::expr::{CallNode, Constant};
use crate::kernels::integers;
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
    let shape = static_shape(known_tensor(call.args.first()?)?)?;
    let extents = shape.iter().map(|extent| i128::from(extent.value));
    let tensor = if of_size.is_some() {
        integers(&[], dtype, [extents.into_iter().try_fold(1_i128, i128::checked_mul)?])?
    } else {
        integers(&[shape.len() as i64], dtype, extents)?
    };
    let mut constant = Constant::new(tensor, call.span.clone());
    *constant.make_mut().checked_type = call.checked_type.clone();
    Some(constant)
}
