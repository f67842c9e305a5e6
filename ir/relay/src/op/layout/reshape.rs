//! The type relations of operators that reshape.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{Integer, PrimExpr};
use objet_ir::types::{TensorType, Type, TypeReporter};

use crate::attrs::{ReshapeAttrs, ReshapeLikeAttrs};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, extent, required, tensor, types_of,
};
use objet_tir::op::simplified;

/// Sets the result to the shape of the attributes, with its special values resolved.
#[register_global("tvm.relay.type_relation.Reshape")]
fn reshape(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ReshapeAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let newshape = required("newshape", &attrs.newshape)?;
    let shape = resolved(&data.shape, newshape)?;
    expect_same_size(&data.shape, &shape)?;
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// Like [`reshape`], with the special values resolved from the last axis to the first.
#[register_global("tvm.relay.type_relation.ReverseReshape")]
fn reverse_reshape(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ReshapeAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let reversed: Vec<PrimExpr> = data.shape.iter().rev().cloned().collect();
    let newshape: Vec<Integer> = required("newshape", &attrs.newshape)?.iter().rev().cloned().collect();
    let mut shape = resolved(&reversed, &newshape)?;
    shape.reverse();
    expect_same_size(&data.shape, &shape)?;
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// A shape that is being resolved.
struct Reshaping<'a> {
    input: &'a [PrimExpr],
    /// The input axis that the next special value refers to.
    next: usize,
    /// The input axes whose lengths other values than -1 use.
    is_used: Vec<bool>,
    /// The axes of the result, each with a mark if its length comes from used input axes.
    output: Vec<(PrimExpr, bool)>,
}

impl<'a> Reshaping<'a> {
    /// Returns the next input axis and counts it as used.
    fn take(&mut self) -> Result<&'a PrimExpr, RelationError> {
        let extent = self.input.get(self.next).ok_or_else(|| {
            RelationError::attribute("newshape", "special values for the axes of data", "too many values")
        })?;
        self.is_used[self.next] = true;
        self.next += 1;
        Ok(extent)
    }

    /// Splits the next input axis into two, of which one may be -1.
    fn split(&mut self, left: &Integer, right: &Integer) -> Result<(), RelationError> {
        let whole = self.take()?;
        let rest = |part: &Integer| match extent::is_any(whole) {
            true => Ok(extent::any()),
            false => extent::div(whole, part.clone().upcast::<PrimExpr>()),
        };
        let (left, right) = match (left.value, right.value) {
            (-1, -1) => {
                let expected = "at most one -1 among the lengths of a split";
                return Err(RelationError::attribute("newshape", expected, "two"));
            }
            (-1, _) => (rest(right)?, right.clone().upcast()),
            (_, -1) => (left.clone().upcast(), rest(left)?),
            _ => (left.clone().upcast(), right.clone().upcast()),
        };
        self.output.extend([(left, true), (right, true)]);
        Ok(())
    }

    /// Returns the length that remains for an axis of length -1.
    fn inferred(&self) -> Result<PrimExpr, RelationError> {
        let rest = self.input.iter().zip(&self.is_used).filter(|(_, is_used)| !**is_used);
        let known = self.output.iter().filter(|(_, is_copied)| !*is_copied);
        let mut rest = rest.map(|(extent, _)| extent);
        if rest.clone().any(extent::is_any) {
            return Ok(extent::any());
        }
        let size = rest.try_fold(1.into(), |size, extent| extent::mul(&size, extent.clone()))?;
        let length = known.map(|(extent, _)| extent).try_fold(size, |length, extent| {
            if extent::is_any(extent) { Ok(extent::any()) } else { extent::div(&length, extent.clone()) }
        })?;
        Ok(simplified(&length))
    }
}

/// Returns the shape with its special values resolved: 0 copies the length of an axis, -1 is what
/// remains, -2 copies all remaining axes, -3 merges two, and -4 splits one into the next two
/// values.
pub(in crate::op) fn resolved(
    input: &[PrimExpr],
    newshape: &[Integer],
) -> Result<Vec<PrimExpr>, RelationError> {
    let is_used = vec![false; input.len()];
    let mut shape = Reshaping { input, next: 0, is_used, output: Vec::with_capacity(newshape.len()) };
    let mut inferred = None;
    let mut values = newshape.iter().enumerate();
    while let Some((position, value)) = values.next() {
        match value.value {
            1.. => {
                shape.output.push((value.clone().upcast(), false));
                shape.next += 1;
            }
            0 => {
                let extent = shape.take()?.clone();
                shape.output.push((extent, true));
            }
            -1 => {
                // Like TVM, the remaining length goes to the axis with the position of -1 in the
                // attribute, which differs from the position in the result after -2 and -4.
                if inferred.replace(position).is_some() {
                    return Err(RelationError::attribute("newshape", "at most one -1", "two"));
                }
                shape.output.push((1.into(), false));
                shape.next += 1;
            }
            -2 => {
                while shape.next < input.len() {
                    let extent = shape.take()?.clone();
                    shape.output.push((extent, true));
                }
            }
            -3 => {
                let (left, right) = (shape.take()?, shape.take()?);
                let merged = match extent::is_any(left) || extent::is_any(right) {
                    true => extent::any(),
                    false => extent::mul(left, right.clone())?,
                };
                shape.output.push((merged, true));
            }
            -4 => {
                let (Some((_, left)), Some((_, right))) = (values.next(), values.next()) else {
                    let expected = "two lengths after -4";
                    return Err(RelationError::attribute("newshape", expected, "fewer"));
                };
                shape.split(left, right)?;
            }
            value => {
                return Err(RelationError::attribute("newshape", "lengths, or -4 to -1", value));
            }
        }
    }
    if let Some(position) = inferred {
        let length = shape.inferred()?;
        let Some((extent, _)) = shape.output.get_mut(position) else {
            let expected = "-1 at the position of an axis of the result";
            return Err(RelationError::attribute("newshape", expected, format!("position {position}")));
        };
        *extent = length;
    }
    Ok(shape.output.into_iter().map(|(extent, _)| extent).collect())
}

/// Checks the number of elements if both shapes are constant.
pub(in crate::op) fn expect_same_size(input: &[PrimExpr], output: &[PrimExpr]) -> Result<(), RelationError> {
    if let (Some(expected), Some(found)) = (size(input), size(output))
        && expected != found
    {
        let (expected, found) = (expected.to_string(), found.to_string());
        return Err(RelationError::Extent { what: "the number of elements of the result", expected, found });
    }
    Ok(())
}

/// Returns the number of elements of a constant shape.
fn size(shape: &[PrimExpr]) -> Option<i128> {
    shape.iter().try_fold(1_i128, |size, extent| size.checked_mul(extent::constant(extent)?.into()))
}

/// Replaces a range of the input's axes by a range of the other tensor's axes.
#[register_global("tvm.relay.type_relation.ReshapeLike")]
fn reshape_like(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ReshapeLikeAttrs = attrs_of(attrs)?;
    let [lhs, rhs, result] = types_of(&types)?;
    let (Some(lhs), Some(rhs)) = (tensor("data", lhs)?, tensor("shape_like", rhs)?) else {
        return Ok(NotYet);
    };
    let lhs_ndim = lhs.shape.len() as i64;
    let lhs_begin = counted(attrs.lhs_begin.into(), &lhs.shape);
    let lhs_end = attrs.lhs_end.as_ref().map_or(lhs_ndim, |end| counted(end.value, &lhs.shape));
    let rhs_begin = counted(attrs.rhs_begin.into(), &rhs.shape);
    let rhs_end = attrs.rhs_end.as_ref().map_or(rhs.shape.len() as i64, |end| counted(end.value, &rhs.shape));
    let shape = [
        between("lhs_begin", &lhs.shape, 0, lhs_begin)?,
        between("rhs_begin", &rhs.shape, rhs_begin, rhs_end)?,
        between("lhs_end", &lhs.shape, lhs_end, lhs_ndim)?,
    ]
    .concat();
    expect_same_size(&lhs.shape, &shape)?;
    assign(&reporter, "result", result, TensorType::new(shape, lhs.dtype))?;
    Ok(Solved)
}

/// Returns a bound of a range of axes. A negative bound counts from the end.
fn counted(bound: i64, shape: &[PrimExpr]) -> i64 {
    if bound < 0 { bound.saturating_add(shape.len() as i64) } else { bound }
}

/// Returns the extents between two bounds. The range is empty if it ends before it begins.
fn between<'a>(
    name: &'static str,
    shape: &'a [PrimExpr],
    begin: i64,
    end: i64,
) -> Result<&'a [PrimExpr], RelationError> {
    if end <= begin {
        return Ok(&[]);
    }
    let range = usize::try_from(begin).ok().zip(usize::try_from(end).ok());
    range.and_then(|(begin, end)| shape.get(begin..end)).ok_or_else(|| {
        let expected = format!("a range of axes between 0 and {}", shape.len());
        RelationError::attribute(name, expected, format!("{begin} to {end}"))
    })
}
