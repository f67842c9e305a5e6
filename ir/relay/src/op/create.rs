//! Operators that create tensors from scalars, shapes or vectors.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::AnyCodegenStrategy;
use objet_ir::op::OpPatternKind::{ElemWise, Injective, Opaque, OutEWiseFusable};
use objet_ir::types::{TensorType, TensorTypeNode, TupleType, Type, TypeReporter};
use objet_tir::topi;

use super::compute::{Compute, ComputeResult, Computed};
use super::unary::unary;
use crate::attrs::{
    ArangeAttrs, ArangeAttrsNode, InitOpAttrs, InitOpAttrsNode, MeshgridAttrs, MeshgridAttrsNode,
    OneHotAttrs, OneHotAttrsNode,
};
use crate::expr::ConstantNode;
use crate::kernels::scalar::Scalar;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_ndim, expect_same_dtype,
    extent, required, tensor, tensors, types_of,
};
use crate::operators;

operators! {
    /// Returns evenly spaced numbers from a start to an end, which is excluded.
    pub fn arange(
        start: "Expr" = "The first number.",
        stop as "end": "Expr" = "The end of the range, which is excluded.",
        step: "Expr" = "The distance between numbers.",
    ) with ArangeAttrsNode = "arange" as "relay.op._make.arange"({start}, {stop}, {step}, [dtype])
        => |op| op.type_relation("Arange").support_level(3).pattern(Opaque)
            .attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions)
            .compute(|call| {
                let dtype = call.attrs::<ArangeAttrs>()?.dtype;
                Ok(vec![topi::dyn_arange(call.input(0)?, call.input(2)?, dtype)?])
            });

    /// Creates a tensor filled with one value.
    pub fn full(
        fill_value: "double" = "The value.",
    ) with InitOpAttrsNode = "full" as "relay.op._make.full"
        => |op| op.type_relation("Full").support_level(3).pattern(ElemWise)
            .compute(|call| {
                let value = call.input(0)?.at([])?;
                Ok(vec![topi::full(&call.shape()?, call.result()?.dtype, &value)?])
            });

    /// Creates a tensor filled with one value, with the type of another tensor.
    pub fn full_like(
        data: "Tensor" = "The tensor that provides the type.",
        fill_value: "double" = "The value.",
    ) = "full_like" as "relay.op._make.full_like"
        => |op| op.type_relation("FullLike").support_level(3).pattern(ElemWise)
            .compute(|call| {
                Ok(vec![topi::full_like(call.input(0)?, &call.input(1)?.at([])?)?])
            });

    /// Returns one coordinate grid for each of several vectors.
    pub fn meshgrid(
        data: "Tensor" = "The vectors.",
    ) with MeshgridAttrsNode = "meshgrid" as "relay.op._make.meshgrid"
        => |op| op.type_relation("Meshgrid").support_level(3).pattern(Injective)
            .compute(|call| {
                let is_xy = call.attrs::<MeshgridAttrs>()?.indexing == "xy";
                Ok(topi::meshgrid(&call.inputs, is_xy)?)
            });

    /// Creates a vector for each index, with one value at the index and another value elsewhere.
    pub fn one_hot(
        indices: "Tensor" = "The indices.",
        on_value: "Expr" = "The value at the index.",
        off_value: "Expr" = "The value elsewhere.",
    ) with OneHotAttrsNode = "one_hot" as "relay.op._make.one_hot"
        => |op| op.type_relation("OneHot").pattern(OutEWiseFusable)
            .compute(one_hot_compute);

    /// Creates a tensor of ones.
    pub fn ones() with InitOpAttrsNode = "ones" as "relay.op._make.ones"
        => |op| op.num_inputs(0).type_relation("InitOp").support_level(3);

    /// Creates a tensor of ones with the type of another tensor.
    pub fn ones_like(data: "Tensor" = "The tensor.") = "ones_like" as "relay.op._make.ones_like"
        => |op| unary(op).support_level(4);

    /// Creates a tensor of zeros.
    pub fn zeros() with InitOpAttrsNode = "zeros" as "relay.op._make.zeros"
        => |op| op.num_inputs(0).type_relation("InitOp").support_level(3);

    /// Creates a tensor of zeros with the type of another tensor.
    pub fn zeros_like(data: "Tensor" = "The tensor.") = "zeros_like" as "relay.op._make.zeros_like"
        => |op| unary(op).support_level(4);
}

/// Computes the vectors of the indices, with the length of the result's type.
pub(super) fn one_hot_compute(call: &Computed) -> ComputeResult {
    let (attrs, indices) = (call.attrs::<OneHotAttrs>()?, call.input(0)?);
    let (on_value, off_value) = (call.input(1)?.at([])?, call.input(2)?.at([])?);
    let (axis, shape) = (attrs.axis.into(), call.shape()?);
    Ok(vec![topi::one_hot(indices, &on_value, &off_value, axis, &shape, attrs.dtype)?])
}

/// Requires scalars of the data type of the attributes. The result is a vector, whose length is
/// known if all three attributes are constants.
#[register_global("tvm.relay.type_relation.Arange")]
fn arange_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ArangeAttrs = attrs_of(attrs)?;
    let [start, stop, step, result] = types_of(&types)?;
    for (operand, ty) in [("start", start), ("stop", stop), ("step", step)] {
        assign(&reporter, operand, ty, TensorType::scalar(attrs.dtype))?;
    }
    let start = constant(required("start", &attrs.start)?);
    let stop = constant(required("stop", &attrs.stop)?);
    let step = constant(required("step", &attrs.step)?);
    let length = match (start, stop, step) {
        (Some(start), Some(stop), Some(step)) => {
            let length = ((stop - start) / step).ceil();
            if !(1.0..=f64::from(i32::MAX)).contains(&length) {
                let expected = format!("a step that leads from {start} to {stop} in 1 to 2^31 - 1 numbers");
                return Err(RelationError::attribute("step", expected, step));
            }
            (length as i32).into()
        }
        _ => extent::any(),
    };
    assign(&reporter, "result", result, TensorType::new([length], attrs.dtype))?;
    Ok(Solved)
}

/// Returns the number of a constant scalar.
fn constant(number: &RelayExpr) -> Option<f64> {
    Some(Scalar::of(&number.as_node::<ConstantNode>()?.data)?.as_f64())
}

/// Sets the result to the shape and data type of the attributes.
#[register_global("tvm.relay.type_relation.InitOp")]
fn init_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: InitOpAttrs = attrs_of(attrs)?;
    let [result] = types_of(&types)?;
    let shape = extent::of(required("shape", &attrs.shape)?);
    assign(&reporter, "result", result, TensorType::new(shape, attrs.dtype))?;
    Ok(Solved)
}

/// Like [`init_relation`], but a void data type means that of the value, which must be a scalar.
#[register_global("tvm.relay.type_relation.Full")]
fn full_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: InitOpAttrs = attrs_of(attrs)?;
    let [fill_value, result] = types_of(&types)?;
    let Some(value) = tensor("fill_value", fill_value)? else { return Ok(NotYet) };
    expect_ndim("fill_value", value, 0)?;
    let shape = extent::of(required("shape", &attrs.shape)?);
    let dtype = if attrs.dtype == DataType::VOID { value.dtype } else { attrs.dtype };
    assign(&reporter, "result", result, TensorType::new(shape, dtype))?;
    Ok(Solved)
}

/// Sets the result to a tensor like the data. The value must be a scalar.
#[register_global("tvm.relay.type_relation.FullLike")]
fn full_like_relation(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, fill_value, result] = types_of(&types)?;
    let (Some(data), Some(value)) = (tensor("data", data)?, tensor("fill_value", fill_value)?) else {
        return Ok(NotYet);
    };
    expect_ndim("fill_value", value, 0)?;
    assign(&reporter, "result", result, TensorType::new(data.shape.clone(), data.dtype))?;
    Ok(Solved)
}

/// Requires vectors and scalars of one data type. The result is a tuple of grids whose axes are the
/// vectors.
#[register_global("tvm.relay.type_relation.Meshgrid")]
fn meshgrid_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: MeshgridAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(vectors) = tensors("data", data)? else { return Ok(NotYet) };
    let Some(first) = vectors.first() else { return Err(no_tensors()) };
    let mut shape = Vec::with_capacity(vectors.len());
    for vector in &vectors {
        expect_same_dtype(first, vector)?;
        shape.push(match &vector.shape[..] {
            [] => 1_i32.into(),
            [length] => length.clone(),
            axes => {
                let (operand, found) = ("data", axes.len());
                return Err(RelationError::RankRange { operand, expected: "0 or 1", found });
            }
        });
    }
    if attrs.indexing == "xy" && shape.len() > 1 {
        shape.swap(0, 1);
    }
    let grid = |_: &&TensorTypeNode| -> Type { TensorType::new(shape.clone(), first.dtype).upcast() };
    let grids: Array<Type> = vectors.iter().map(grid).collect();
    assign(&reporter, "result", result, TupleType::new(grids, None))?;
    Ok(Solved)
}

/// Returns the error for an empty tuple of tensors.
pub(super) fn no_tensors() -> RelationError {
    RelationError::Type { operand: "data", expected: "at least one tensor", found: "an empty tuple".into() }
}

/// Adds an axis of length `depth` to the indices.
#[register_global("tvm.relay.type_relation.OneHot")]
fn one_hot_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: OneHotAttrs = attrs_of(attrs)?;
    let [indices, _on_value, _off_value, result] = types_of(&types)?;
    let Some(indices) = tensor("indices", indices)? else { return Ok(NotYet) };
    if attrs.depth <= 0 {
        return Err(RelationError::attribute("depth", "a positive number", attrs.depth));
    }
    let mut shape = indices.shape.to_vec();
    shape.insert(one_hot_axis(attrs.axis, shape.len())?, attrs.depth.into());
    assign(&reporter, "result", result, TensorType::new(shape, attrs.dtype))?;
    Ok(Solved)
}

/// Returns the position of the new axis of `one_hot`. Of the negative numbers, only -1 is a
/// position.
pub(super) fn one_hot_axis(position: i32, ndim: usize) -> Result<usize, RelationError> {
    match position {
        -1 => Ok(ndim),
        0.. => axis("the result", position.into(), ndim + 1),
        _ => Err(RelationError::attribute("axis", "-1 or the position of the new axis", position)),
    }
}
