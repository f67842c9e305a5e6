//! Operators that reduce the elements along axes.

mod layouts;

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{Integer, PrimExpr};
use objet_ir::op::OpPatternKind::CommReduce;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{cast, make_const, mul, sub};
use objet_tir::te::Tensor;
use objet_tir::topi;

use super::compute::{Compute, ComputeResult, Computed, reduce_axes};
use crate::attrs::{
    ArgReduceAttrs, ArgReduceAttrsNode, ReduceAttrs, ReduceAttrsNode, VarianceAttrs, VarianceAttrsNode,
};
use crate::op::infer_layout::InferLayout;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_ndim, extent, tensor,
    types_of,
};
use crate::operators;

/// Declares reductions along axes, with their support levels.
macro_rules! reductions {
    ($($(#[doc = $doc:literal])+ $maker:ident = $name:literal, level $level:literal, $compute:expr;)+) => {
        operators! { $(
            $(#[doc = $doc])+
            pub fn $maker(
                data: "Tensor" = "The tensor to reduce.",
            ) with ReduceAttrsNode = $name as (concat!("relay.op._make.", $name))
                => |op| op.type_relation("Reduce").support_level($level).pattern(CommReduce)
                    .infer_layout(layouts::reduce)
                    .compute($compute);
        )+ }
    };
}

reductions! {
    /// Tests whether all elements along the axes are true.
    all = "all", level 4, |call| reduced(call, topi::all);

    /// The maximum of the elements along the axes.
    max = "max", level 4, |call| reduced(call, topi::max);

    /// The arithmetic mean of the elements along the axes.
    mean = "mean", level 4, mean_compute;

    /// The minimum of the elements along the axes.
    min = "min", level 4, |call| reduced(call, topi::min);

    /// The product of the elements along the axes.
    prod = "prod", level 4, |call| reduced(call, topi::prod);

    /// The sum of the elements along the axes.
    sum = "sum", level 4, |call| reduced(call, topi::sum);
}

operators! {
    /// Tests whether any element along the axes is true.
    pub fn any(
        data: "Tensor" = "The tensor to reduce.",
    ) with ReduceAttrsNode = "any" as "relay.op._make.any"
        => |op| op.type_relation("Reduce").support_level(4).pattern(CommReduce)
            .compute(|call| reduced(call, topi::any));

    /// The index of the maximum along the axes.
    pub fn argmax(
        data: "Tensor" = "The tensor to search.",
    ) with ArgReduceAttrsNode = "argmax" as "relay.op._make.argmax"(
            data, [axis], [keepdims], [exclude], [select_last_index]
        )
        => |op| op.type_relation("ArgReduce").support_level(4).pattern(CommReduce)
            .infer_layout(layouts::arg_reduce)
            .compute(|call| searched(call, topi::argmax));

    /// The index of the minimum along the axes.
    pub fn argmin(
        data: "Tensor" = "The tensor to search.",
    ) with ArgReduceAttrsNode = "argmin" as "relay.op._make.argmin"(
            data, [axis], [keepdims], [exclude], [select_last_index]
        )
        => |op| op.type_relation("ArgReduce").support_level(4).pattern(CommReduce)
            .infer_layout(layouts::arg_reduce)
            .compute(|call| searched(call, topi::argmin));

    /// The variance of the elements along the axes, computed with a given mean.
    pub fn variance(
        data: "Tensor" = "The tensor to reduce.",
        mean: "Tensor" = "The mean along the same axes.",
    ) with VarianceAttrsNode = "variance" as "relay.op._make._variance"
        => |op| op.type_relation("Variance").support_level(4).pattern(CommReduce)
            .infer_layout(layouts::variance)
            .compute(variance_compute);
}

/// Computes a reduction. A reduction that excludes all axes returns its input.
fn reduced(
    call: &Computed,
    reduce: fn(&Tensor, &topi::ReduceAxes) -> Result<Tensor, ConstructError>,
) -> ComputeResult {
    let (data, attrs) = (call.input(0)?, call.attrs::<ReduceAttrs>()?);
    let axes = reduce_axes(attrs.axis.as_ref(), attrs.keepdims, attrs.exclude, data.shape.len());
    Ok(vec![match axes {
        Some(axes) => reduce(data, &axes)?,
        None => topi::identity(data)?,
    }])
}

/// Computes the positions of the elements that a search finds.
fn searched(
    call: &Computed,
    search: fn(&Tensor, &topi::ReduceAxes, bool) -> Result<Tensor, ConstructError>,
) -> ComputeResult {
    let (data, attrs) = (call.input(0)?, call.attrs::<ArgReduceAttrs>()?);
    let axes = reduce_axes(attrs.axis.as_ref(), attrs.keepdims, attrs.exclude, data.shape.len());
    Ok(vec![match axes {
        Some(axes) => search(data, &axes, attrs.select_last_index)?,
        None => topi::identity(data)?,
    }])
}

/// Returns `first` times the number of elements that are reduced to one. As in TVM, an axis that is
/// named twice counts twice.
fn count(
    data: &Tensor,
    axes: Option<&Array<Integer>>,
    exclude: bool,
    first: PrimExpr,
) -> Result<PrimExpr, BoxError> {
    let ndim = data.shape.len();
    let named = axes.into_iter().flatten().map(|position| axis("data", position.value, ndim));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let reduced = match axes.is_none() || exclude {
        true => (0..ndim).filter(|axis| !named.contains(axis)).collect(),
        false => {
            let mut named = named;
            named.sort_unstable();
            named
        }
    };
    Ok(reduced.iter().try_fold(first, |count, axis| mul(count, &data.shape[*axis], None))?)
}

/// Divides the sum by the number of elements.
fn mean_compute(call: &Computed) -> ComputeResult {
    let (data, attrs) = (call.input(0)?, call.attrs::<ReduceAttrs>()?);
    let count = count(data, attrs.axis.as_ref(), attrs.exclude, 1.into())?;
    let count = cast(data.dtype, count, None)?;
    let sums = reduced(call, topi::sum)?;
    Ok(sums.iter().map(|sum| topi::divide(sum, &count)).collect::<Result<_, _>>()?)
}

/// Divides the sum of the squared deviations by the number of elements.
fn variance_compute(call: &Computed) -> ComputeResult {
    let (data, mean, attrs) = (call.input(0)?, call.input(1)?, call.attrs::<VarianceAttrs>()?);
    let one = make_const(data.dtype, 1, None)?;
    let mut count = count(data, attrs.axis.as_ref(), attrs.exclude, one)?;
    if attrs.unbiased {
        count = sub(count, 1, None)?;
    }
    let deviation = topi::subtract(data, mean)?;
    let squared = topi::multiply(&deviation, &deviation)?;
    let axes = reduce_axes(attrs.axis.as_ref(), attrs.keepdims, attrs.exclude, data.shape.len());
    let sum = match axes {
        Some(axes) => topi::sum(&squared, &axes)?,
        None => topi::identity(&squared)?,
    };
    Ok(vec![topi::divide(&sum, &count)?])
}

/// Sets the result to the tensor without the reduced axes.
#[register_global("tvm.relay.type_relation.Reduce")]
fn reduce(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ReduceAttrs = attrs_of(attrs)?;
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
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ArgReduceAttrs = attrs_of(attrs)?;
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
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: VarianceAttrs = attrs_of(attrs)?;
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
