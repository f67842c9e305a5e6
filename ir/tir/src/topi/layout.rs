//! Conversion of tensors between layouts.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::compute::{compute, compute_op, load, tag};
use crate::check::Check;
use crate::data_layout::{BijectiveLayout, Layout};
use crate::op;
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

/// The tensor in another layout of the auto-scheduler, such as `2A3B4A`: lengths and axes, where
/// the parts of an axis are in order from the outermost one.
///
/// # Errors
/// Returns an error if a layout is not valid, or if the tensor does not have the source layout.
pub fn auto_scheduler_layout_transform(
    x: &Tensor,
    src_layout: &str,
    dst_layout: &str,
) -> Result<Tensor, ConstructError> {
    let (src, dst) = (parts(src_layout)?, parts(dst_layout)?);
    CHECK.count("axes of the source layout", x.shape.len(), src.len())?;
    let shape = dst.iter().map(|(length, _)| PrimExpr::from(*length)).collect();
    compute(&shape, "T_auto_scheduler_layout_trans", tag::INJECTIVE, |indices| {
        let mut own = Vec::new();
        for (_, axis) in &src {
            let mut index = PrimExpr::from(0);
            for ((length, part), position) in dst.iter().zip(indices) {
                if part == axis {
                    index = op::add(op::mul(index, *length, None)?, position, None)?;
                }
            }
            own.push(index);
        }
        load(x, own)
    })
}

const CHECK: Check = Check("topi.auto_scheduler_layout_transform");

/// Returns the lengths and the axes of a layout of the auto-scheduler.
fn parts(layout: &str) -> Result<Vec<(i32, char)>, ConstructError> {
    let error = || CHECK.operand_error("a layout", "lengths, each with the letter of an axis", layout);
    let (mut parts, mut digits) = (Vec::new(), std::string::String::new());
    for letter in layout.chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if !letter.is_ascii_alphabetic() {
            return Err(error());
        }
        parts.push((digits.parse().map_err(|_| error())?, letter));
        digits.clear();
    }
    if digits.is_empty() { Ok(parts) } else { Err(error()) }
}
