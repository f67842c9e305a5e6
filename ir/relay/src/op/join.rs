//! Operators that join several tensors into one, and split one tensor into several.

mod einsum;
pub(crate) mod layouts;

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{IntImm, IntImmNode, PrimExpr};
use objet_ir::op::OpPatternKind::Injective;
use objet_ir::types::{TensorType, TensorTypeNode, TupleType, Type, TypeReporter};
use objet_tir::topi;

use super::compute::{Compute, ComputeResult, Computed};
use super::create::no_tensors;
use crate::attrs::{
    ConcatenateAttrs, ConcatenateAttrsNode, EinsumAttrsNode, SplitAttrs, SplitAttrsNode, StackAttrs,
    StackAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_ndim, expect_same_dtype,
    extent, new_axis, required, tensor, tensors, types_of,
};
use crate::operators;

operators! {
    /// Joins tensors along an existing axis.
    pub fn concatenate(
        data: "Tensor" = "A tuple of the tensors.",
    ) with ConcatenateAttrsNode = "concatenate" as "relay.op._make.concatenate"
        => |op| op.type_relation("Concatenate").support_level(1).pattern(Injective)
            .infer_layout(layouts::concatenate)
            .compute(|call| {
                let axis = call.attrs::<ConcatenateAttrs>()?.axis;
                Ok(vec![topi::concatenate(&call.inputs, axis.into())?])
            });

    /// Computes sums of products along the axes that an equation names.
    pub fn einsum(
        data: "Tuple of Tensors" = "The operands.",
    ) with EinsumAttrsNode = "einsum" as "relay.op._make.einsum"
        => |op| op.type_relation("Einsum").support_level(11).pattern(Injective);

    /// Splits a tensor along one axis.
    pub fn split(
        data: "Tensor" = "The tensor to split.",
    ) with SplitAttrsNode = "split" as "relay.op._make.split"
        => |op| op.type_relation("Split").support_level(3).pattern(Injective)
            .compute(split_compute);

    /// Joins tensors along a new axis.
    pub fn stack(
        data: "Tensor" = "A tuple of the tensors.",
    ) with StackAttrsNode = "stack" as "relay.op._make.stack"
        => |op| op.type_relation("Stack").support_level(3).pattern(Injective)
            .compute(|call| {
                Ok(vec![topi::stack(&call.inputs, call.attrs::<StackAttrs>()?.axis.value)?])
            });
}

/// Splits into a number of equal parts, or at positions.
fn split_compute(call: &Computed) -> ComputeResult {
    let (data, attrs) = (call.input(0)?, call.attrs::<SplitAttrs>()?);
    let parts = attrs.indices_or_sections.as_ref().ok_or("no indices or sections")?;
    if let Some(sections) = parts.as_node::<IntImmNode>() {
        return Ok(topi::split_sections(data, i32::try_from(sections.value)?, attrs.axis.into())?);
    }
    let positions: Array<IntImm> = parts.clone().downcast()?;
    let positions: Vec<PrimExpr> = positions.iter().cloned().map(Into::into).collect();
    Ok(topi::split(data, &positions, attrs.axis.into())?)
}

/// Requires tensors that differ only along the axis. The length of the axis is the sum of the
/// lengths, or `Any` if one of them is. The other axes are those of the first tensor.
#[register_global("tvm.relay.type_relation.Concatenate")]
fn concatenate_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ConcatenateAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(tensors) = tensors("data", data)? else { return Ok(NotYet) };
    assign(&reporter, "result", result, concatenated(&tensors, attrs.axis)?)?;
    Ok(Solved)
}

/// Returns the type of the concatenation of tensors.
pub(super) fn concatenated(tensors: &[&TensorTypeNode], position: i32) -> Result<TensorType, RelationError> {
    let first = *tensors.first().ok_or_else(no_tensors)?;
    let joined = axis("data", position.into(), first.shape.len())?;
    expect_alike(tensors)?;
    let mut shape = first.shape.to_vec();
    for (position, result) in shape.iter_mut().enumerate() {
        let extents = tensors.iter().map(|tensor| &tensor.shape[position]);
        if position != joined {
            expect_one_extent(extents)?;
        } else if extents.clone().any(extent::is_any) {
            *result = extent::any();
        } else {
            let mut others = extents.skip(1);
            *result = others.try_fold(result.clone(), |sum, extent| extent::add(&sum, extent.clone()))?;
        }
    }
    Ok(TensorType::new(shape, first.dtype))
}

/// Requires tensors of the same number of axes and data type.
fn expect_alike(tensors: &[&TensorTypeNode]) -> Result<(), RelationError> {
    for tensor in tensors {
        expect_ndim("data", tensor, tensors[0].shape.len())?;
        expect_same_dtype(tensors[0], tensor)?;
    }
    Ok(())
}

/// Requires extents that may be equal to the first one of them that is not `Any`.
fn expect_one_extent<'a>(extents: impl Iterator<Item = &'a PrimExpr>) -> Result<(), RelationError> {
    let mut known = extents.filter(|extent| !extent::is_any(extent));
    let Some(first) = known.next() else { return Ok(()) };
    known.try_for_each(|extent| extent::expect("an axis of data", first, extent))
}

/// Requires tensors of one type. The result has a new axis, whose length is their number.
#[register_global("tvm.relay.type_relation.Stack")]
fn stack_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: StackAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(tensors) = tensors("data", data)? else { return Ok(NotYet) };
    let first = *tensors.first().ok_or_else(no_tensors)?;
    let position = new_axis("the result", attrs.axis.value, first.shape.len())?;
    expect_alike(&tensors)?;
    for tensor in &tensors {
        let extents = first.shape.iter().zip(&tensor.shape).enumerate();
        // TVM does not compare the axis that the new one displaces.
        for (_, (expected, found)) in extents.filter(|(axis, _)| *axis != position) {
            extent::expect("an axis of data", expected, found)?;
        }
    }
    let mut shape = first.shape.to_vec();
    shape.insert(position, extent_of_count(tensors.len())?);
    assign(&reporter, "result", result, TensorType::new(shape, first.dtype))?;
    Ok(Solved)
}

/// Returns a number of objects in memory as an extent.
fn extent_of_count(count: usize) -> Result<PrimExpr, RelationError> {
    let too_many = || RelationError::Extent {
        what: "the number of tensors",
        expected: "at most 2^31 - 1".into(),
        found: count.to_string(),
    };
    Ok(i32::try_from(count).map_err(|_| too_many())?.into())
}

/// Maximum number of equal parts of a tensor.
const SECTION_LIMIT: i64 = 1 << 20;

/// Sets the result to a tuple of parts: equal ones, or those between indices. A negative number of
/// parts means an empty tuple, as in TVM.
#[register_global("tvm.relay.type_relation.Split")]
fn split_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SplitAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let position = axis("data", attrs.axis.into(), data.shape.len())?;
    let extent = &data.shape[position];
    let parts = required("indices_or_sections", &attrs.indices_or_sections)?;
    let extents = if let Some(sections) = parts.as_node::<IntImmNode>() {
        equal_parts(extent, sections.value)?
    } else if let Ok(indices) = parts.clone().downcast::<Array<IntImm>>() {
        parts_between(extent, &indices, &reporter)?
    } else {
        let expected = "a number or a list of numbers";
        return Err(RelationError::attribute("indices_or_sections", expected, objet::print(parts)));
    };
    let part = |extent| {
        let mut shape = data.shape.to_vec();
        shape[position] = extent;
        TensorType::new(shape, data.dtype).upcast()
    };
    let parts: Array<Type> = extents.into_iter().map(part).collect();
    assign(&reporter, "result", result, TupleType::new(parts, None))?;
    Ok(Solved)
}

fn equal_parts(extent: &PrimExpr, sections: i64) -> Result<Vec<PrimExpr>, RelationError> {
    let unsuitable =
        |expected: std::string::String| RelationError::attribute("indices_or_sections", expected, sections);
    if sections == 0 || sections > SECTION_LIMIT {
        return Err(unsuitable(format!("1 to {SECTION_LIMIT} sections")));
    }
    if let Some(length) = extent::constant(extent)
        && length.checked_rem(sections) != Some(0)
    {
        return Err(unsuitable(format!("a divisor of the length {length} of the axis")));
    }
    let Ok(count) = usize::try_from(sections) else { return Ok(Vec::new()) };
    // Each part has extents of its own.
    let part = |_| match extent::is_any(extent) {
        true => Ok(extent::any()),
        false => Ok(extent::div(extent, sections as i32)?),
    };
    (0..count).map(part).collect()
}

fn parts_between(
    extent: &PrimExpr,
    indices: &[IntImm],
    reporter: &TypeReporter,
) -> Result<Vec<PrimExpr>, RelationError> {
    let (mut parts, mut begin) = (Vec::new(), PrimExpr::from(0_i32));
    let unsuitable = |expected, found: &dyn std::fmt::Display| {
        RelationError::attribute("indices_or_sections", expected, found)
    };
    for index in indices {
        let index = i32::try_from(index.value).map_err(|_| unsuitable("indices below 2^31", &index.value))?;
        let index = PrimExpr::from(index);
        let part = extent::sub(&index, begin)?;
        if extent::constant(&part).is_some_and(|length| length <= 0) {
            return Err(unsuitable("ascending positive indices", &objet::print(&index)));
        }
        parts.push(part);
        begin = index;
    }
    if !extent::is_any(extent) && !reporter.assert(&objet_tir::op::less(&begin, extent, None)?) {
        return Err(unsuitable("indices before the end of the axis", &objet::print(&begin)));
    }
    parts.push(if extent::is_any(extent) { extent::any() } else { extent::sub(extent, begin)? });
    Ok(parts)
}
