//! Conversion of tensors between layouts.

use objet::function::BoxError;
use objet::prelude::*;

use super::compute::{compute_op, load, tag};
use crate::data_layout::{BijectiveLayout, Layout};
use crate::te::{Tensor, TensorOperation};

/// The tensor in another layout. A tensor in the same layout is returned as is.
///
/// # Errors
/// Returns an error if a layout is not valid, or if the tensor does not have the source layout.
pub fn layout_transform(x: &Tensor, src_layout: &str, dst_layout: &str) -> Result<Tensor, BoxError> {
    if src_layout == dst_layout {
        return Ok(x.clone());
    }
    let layouts = BijectiveLayout::new(Layout::new(src_layout)?, Layout::new(dst_layout)?)?;
    let shape = layouts.forward_shape(x.shape.clone())?;
    let mut failure = None;
    let op = compute_op(&shape, "T_layout_trans", tag::INJECTIVE, Map::new(), |indices| {
        match layouts.backward_index(indices.to_vec()) {
            Ok(indices) => Ok(vec![load(x, indices)?]),
            Err(error) => {
                failure = Some(error);
                Ok(vec![0.into()])
            }
        }
    })?;
    match failure {
        Some(error) => Err(error.into()),
        None => Ok(op.output(0)?),
    }
}
