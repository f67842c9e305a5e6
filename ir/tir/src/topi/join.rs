//! Functions that join and split tensors.

use objet_ir::expr::PrimExpr;

use super::compute::{Result, axis_at, compute, load, tag};
use crate::check::Check;
use crate::op::{self, as_const_int, simplified};
use crate::te::Tensor;

/// Tensors one after the other along an axis.
///
/// # Errors
/// Returns an error if there is no tensor, if the tensors have different numbers of axes, or if
/// they lack the axis.
pub fn concatenate(inputs: &[Tensor], axis: i64) -> Result {
    let check = Check("topi.concatenate");
    let Some((first, others)) = inputs.split_first() else {
        return Err(check.operand_error("inputs", "at least one tensor", "no tensor"));
    };
    let axis = axis_at("topi.concatenate", axis, first.shape.len())?;
    let mut length = first.shape[axis].clone();
    for other in others {
        check.count("axes", first.shape.len(), other.shape.len())?;
        length = op::add(length, &other.shape[axis], None)?;
    }
    let mut shape = first.shape.clone();
    shape.set(axis, simplified(&length));
    compute(&shape, "T_concat", tag::INJECTIVE, |indices| {
        let mut own = indices.to_vec();
        let mut element = load(first, own.clone())?;
        for (before, tensor) in inputs.iter().zip(others) {
            own[axis] = op::sub(&own[axis], &before.shape[axis], None)?;
            let is_inside = op::greater_equal(&own[axis], 0, None)?;
            element = op::if_then_else(is_inside, load(tensor, own.clone())?, element, None)?;
        }
        Ok(element)
    })
}

/// Tensors one after the other along a new axis.
///
/// # Errors
/// Returns an error if there is no tensor, or if there is no such axis.
pub fn stack(inputs: &[Tensor], axis: i64) -> Result {
    let Some((first, others)) = inputs.split_first() else {
        return Err(Check("topi.stack").operand_error("inputs", "at least one tensor", "no tensor"));
    };
    let axis = axis_at("topi.stack", axis, first.shape.len() + 1)?;
    let (outer, inner) = first.shape.split_at(axis);
    let length = PrimExpr::from(i32::try_from(inputs.len()).unwrap_or(i32::MAX));
    let shape = outer.iter().cloned().chain([length]).chain(inner.iter().cloned()).collect();
    compute(&shape, "T_stack", tag::INJECTIVE, |indices| {
        let own = [&indices[..axis], &indices[axis + 1..]].concat();
        let mut element = load(first, own.clone())?;
        for (number, tensor) in (1..).zip(others) {
            let is_here = op::equal(&indices[axis], number, None)?;
            element = op::if_then_else(is_here, load(tensor, own.clone())?, element, None)?;
        }
        Ok(element)
    })
}

/// The parts of a tensor that begin at the given positions of an axis, and the part before them.
///
/// # Errors
/// Returns an error if the tensor lacks the axis, or if the positions are not in ascending order.
pub fn split(x: &Tensor, positions: &[PrimExpr], axis: i64) -> Result<Vec<Tensor>> {
    let axis = axis_at("topi.split", axis, x.shape.len())?;
    parts(x, positions, axis, "T_split")
}

/// The maximum number of parts of [`split_sections`].
const SECTION_LIMIT: i32 = 1 << 20;

/// Parts of equal length along an axis.
///
/// # Errors
/// Returns an error if the tensor lacks the axis, or if the number of parts is not positive or
/// above 1048576.
pub fn split_sections(x: &Tensor, sections: i32, axis: i64) -> Result<Vec<Tensor>> {
    let check = Check("topi.split_sections");
    check.number("sections", sections.into(), sections > 0, "positive")?;
    check.number("sections", sections.into(), sections <= SECTION_LIMIT, "at most 1048576")?;
    let axis = axis_at("topi.split_sections", axis, x.shape.len())?;
    let length = op::floordiv(&x.shape[axis], sections, None)?;
    let begin = |section: i32| op::mul(&length, section, None);
    let begins = (0..sections).map(begin).collect::<Result<Vec<_>>>()?;
    begins.iter().map(|begin| part(x, begin, &length, axis, "T_split_sections")).collect()
}

fn parts(x: &Tensor, positions: &[PrimExpr], axis: usize, name: &str) -> Result<Vec<Tensor>> {
    let check = Check("topi.split");
    let begins: Vec<PrimExpr> = std::iter::once(0.into()).chain(positions.iter().cloned()).collect();
    let ends = begins.iter().skip(1).chain([&x.shape[axis]]);
    let part_between = |(begin, end): (&PrimExpr, &PrimExpr)| {
        let length = simplified(&op::sub(end, begin, None)?);
        if let Some(length) = as_const_int(&length) {
            check.number("the length of a part", length, length >= 0, "at least 0")?;
        }
        part(x, begin, &length, axis, name)
    };
    begins.iter().zip(ends).map(part_between).collect()
}

/// Returns the part of a tensor that begins at a position of an axis.
fn part(x: &Tensor, begin: &PrimExpr, length: &PrimExpr, axis: usize, name: &str) -> Result {
    let mut shape = x.shape.clone();
    shape.set(axis, length.clone());
    compute(&shape, name, tag::INJECTIVE, |indices| {
        let mut own = indices.to_vec();
        own[axis] = op::add(&own[axis], begin, None)?;
        load(x, own)
    })
}
