//! Operators that reduce the elements along axes.

use objet::prelude::*;
use objet_ir::expr::{Integer, PrimExpr};
use objet_ir::op::OpPatternKind::CommReduce;
use objet_ir::types::{TensorType, Type, TypeReporter};

use crate::attrs::{
    ArgReduceAttrs, ArgReduceAttrsNode, ReduceAttrs, ReduceAttrsNode, VarianceAttrs, VarianceAttrsNode,
};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, axis, expect_ndim, extent, tensor, types_of,
};
use crate::operators;

/// Declares reductions along axes, with their support levels.
macro_rules! reductions {
    ($($(#[doc = $doc:literal])+ $maker:ident = $name:literal, level $level:literal;)+) => {
        operators! { $(
            $(#[doc = $doc])+
            pub fn $maker(
                data: "Tensor" = "The tensor to reduce.",
            ) with ReduceAttrsNode = $name as (concat!("relay.op._make.", $name))
                => |op| op.type_relation("Reduce").support_level($level).pattern(CommReduce);
        )+ }
    };
}

reductions! {
    /// Tests whether all elements along the axes are true.
    all = "all", level 4;

    /// Tests whether any element along the axes is true.
    any = "any", level 4;

    /// The maximum of the elements along the axes.
    max = "max", level 4;

    /// The arithmetic mean of the elements along the axes.
    mean = "mean", level 4;

    /// The minimum of the elements along the axes.
    min = "min", level 4;

    /// The product of the elements along the axes.
    prod = "prod", level 4;

    /// The sum of the elements along the axes.
    sum = "sum", level 4;
}

operators! {
    /// The index of the maximum along the axes.
    pub fn argmax(
        data: "Tensor" = "The tensor to search.",
    ) with ArgReduceAttrsNode = "argmax" as "relay.op._make.argmax"(
            data, [axis], [keepdims], [exclude], [select_last_index]
        )
        => |op| op.type_relation("ArgReduce").support_level(4).pattern(CommReduce);

    /// The index of the minimum along the axes.
    pub fn argmin(
        data: "Tensor" = "The tensor to search.",
    ) with ArgReduceAttrsNode = "argmin" as "relay.op._make.argmin"(
            data, [axis], [keepdims], [exclude], [select_last_index]
        )
        => |op| op.type_relation("ArgReduce").support_level(4).pattern(CommReduce);

    /// The variance of the elements along the axes, computed with a given mean.
    pub fn variance(
        data: "Tensor" = "The tensor to reduce.",
        mean: "Tensor" = "The mean along the same axes.",
    ) with VarianceAttrsNode = "variance" as "relay.op._make._variance"
        => |op| op.type_relation("Variance").support_level(4).pattern(CommReduce);
}

/// Sets the result to the tensor without the reduced axes.
#[register_global("tvm.relay.type_relation.Reduce")]
fn reduce(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: ReduceAttrs,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(&types)?;
    let Some(tensor) = tensor("data", data)? else { return Ok(NotYet) };
    let shape = reduced_shape(&tensor.shape, attrs.axis.as_ref(), attrs.keepdims, attrs.exclude)?;
    assign(&reporter, "result", result, TensorType::new(shape, tensor.dtype))?;
    Ok(Solved)
}

/// Sets the result to int32 positions, without the reduced axes.
#[register_global("tvm.relay.type_relation.ArgReduce")]
fn arg_reduce(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: ArgReduceAttrs,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(&types)?;
    let Some(tensor) = tensor("data", data)? else { return Ok(NotYet) };
    expect_axes(&tensor.shape)?;
    let shape = reduced_shape(&tensor.shape, attrs.axis.as_ref(), attrs.keepdims, attrs.exclude)?;
    assign(&reporter, "result", result, TensorType::new(shape, DataType::int(32)))?;
    Ok(Solved)
}

/// Requires a mean that agrees with the data except along the reduced axes.
#[register_global("tvm.relay.type_relation.Variance")]
fn variance_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: VarianceAttrs,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, mean, result] = types_of(&types)?;
    let (Some(tensor), Some(mean)) = (tensor("data", data)?, tensor("mean", mean)?) else {
        return Ok(NotYet);
    };
    expect_axes(&tensor.shape)?;
    expect_ndim("mean", mean, tensor.shape.len())?;
    for (mean, data) in mean.shape.iter().zip(&tensor.shape) {
        if extent::constant(mean) != Some(1) {
            extent::expect("the mean along an axis", data, mean)?;
        }
    }
    let shape = reduced_shape(&tensor.shape, attrs.axis.as_ref(), attrs.keepdims, attrs.exclude)?;
    assign(&reporter, "result", result, TensorType::new(shape, tensor.dtype))?;
    Ok(Solved)
}

fn expect_axes(shape: &[PrimExpr]) -> Result<(), RelationError> {
    if shape.is_empty() {
        return Err(RelationError::RankRange { operand: "data", expected: "at least 1", found: 0 });
    }
    Ok(())
}

/// Returns the shape of a reduction.
fn reduced_shape(
    shape: &[PrimExpr],
    axes: Option<&Array<Integer>>,
    keepdims: bool,
    exclude: bool,
) -> Result<Array<PrimExpr>, RelationError> {
    let mut is_reduced = vec![axes.is_none() || exclude; shape.len()];
    for position in axes.into_iter().flatten() {
        is_reduced[axis("data", position.value, shape.len())?] = !exclude;
    }
    let extents = shape.iter().zip(is_reduced).filter_map(|(extent, is_reduced)| match is_reduced {
        false => Some(extent.clone()),
        true => keepdims.then(|| 1_i32.into()),
    });
    Ok(extents.collect())
}
