//! The type relations of operators whose shapes are computed at run time: the shape tensor decides
//! the number of axes, which have any length.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, Type, TypeReporter};

use crate::attrs::{DynExpandDimsAttrs, InitOpAttrs, OneHotAttrs, ReshapeAttrs, SqueezeAttrs, TileAttrs};
use crate::op::create::one_hot_axis;
use crate::op::layout::axes::{NEW_AXES_LIMIT, new_axes};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, dtype_or, expect_ndim, extent, tensor,
    types_of,
};
use crate::op::sparse::expect_sparse;

/// Returns the length of the first axis of a tensor of sizes.
pub(super) fn count_of_sizes(operand: &'static str, sizes: &TensorTypeNode) -> Result<usize, RelationError> {
    let Some(length) = sizes.shape.first() else {
        return Err(RelationError::RankRange { operand, expected: "at least 1", found: 0 });
    };
    let count = extent::constant(length).filter(|count| *count <= i64::from(NEW_AXES_LIMIT));
    let count = count.ok_or_else(|| RelationError::Extent {
        what: "the number of axes",
        expected: format!("a constant of at most {NEW_AXES_LIMIT}"),
        found: extent::text(length),
    })?;
    // Like in TVM, a negative number of sizes means a scalar.
    Ok(usize::try_from(count).unwrap_or(0))
}

/// Returns a shape whose axes have any length.
fn any_shape(ndim: usize) -> Vec<PrimExpr> {
    (0..ndim).map(|_| extent::any()).collect()
}

/// Sets the result to a tensor of the data type of the data.
fn of_sizes(
    types: &Array<Type>,
    operand: &'static str,
    reporter: &TypeReporter,
    ndim: impl Fn(usize, usize) -> usize,
) -> RelationResult {
    let [data, sizes, result] = types_of(types)?;
    let (Some(data), Some(sizes)) = (tensor("data", data)?, tensor(operand, sizes)?) else {
        return Ok(NotYet);
    };
    let shape = any_shape(ndim(data.shape.len(), count_of_sizes(operand, sizes)?));
    assign(reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// The result has an axis for each size.
#[register_global("tvm.relay.type_relation.DynamicBroadCastTo")]
fn broadcast_to(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    of_sizes(&types, "shape", &reporter, |_, sizes| sizes)
}

/// The result has an axis for each size.
#[register_global("tvm.relay.type_relation.DynamicReshape")]
fn reshape(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    attrs_of::<ReshapeAttrs>(attrs)?;
    of_sizes(&types, "newshape", &reporter, |_, sizes| sizes)
}

/// The result has an axis for each repetition count, and at least as many axes as the data.
#[register_global("tvm.relay.type_relation.DynamicTile")]
fn tile(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    attrs_of::<TileAttrs>(attrs)?;
    of_sizes(&types, "reps", &reporter, usize::max)
}

/// The result has an axis for each size. The value is a scalar.
#[register_global("tvm.relay.type_relation.DynamicFull")]
fn full(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: InitOpAttrs = attrs_of(attrs)?;
    let [value, sizes, result] = types_of(&types)?;
    let (Some(value), Some(sizes)) = (tensor("fill_value", value)?, tensor("shape", sizes)?) else {
        return Ok(NotYet);
    };
    expect_ndim("fill_value", value, 0)?;
    let shape = any_shape(count_of_sizes("shape", sizes)?);
    assign(&reporter, "result", result, TensorType::new(shape, dtype_or(attrs.dtype, value.dtype)))?;
    Ok(Solved)
}

/// The result has an axis for each size.
#[register_global("tvm.relay.type_relation.DynamicInitOp")]
fn init(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: InitOpAttrs = attrs_of(attrs)?;
    let [sizes, result] = types_of(&types)?;
    let Some(sizes) = tensor("shape", sizes)? else { return Ok(NotYet) };
    let shape = any_shape(count_of_sizes("shape", sizes)?);
    assign(&reporter, "result", result, TensorType::new(shape, attrs.dtype))?;
    Ok(Solved)
}

/// The result has an axis for each size. The other tensors are those of `sparse_to_dense`.
#[register_global("tvm.relay.type_relation.DynSparseToDense")]
fn sparse_to_dense(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [indices, values, default_value, sizes, result] = types_of(&types)?;
    let Some(dtype) = expect_sparse(indices, values, default_value)? else { return Ok(NotYet) };
    let Some(sizes) = tensor("output_shape", sizes)? else { return Ok(NotYet) };
    let shape = any_shape(count_of_sizes("output_shape", sizes)?);
    assign(&reporter, "result", result, TensorType::new(shape, dtype))?;
    Ok(Solved)
}

/// The result has the inserted axes in addition. The position is a scalar.
#[register_global("tvm.relay.type_relation.DynamicExpandDims")]
fn expand_dims(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: DynExpandDimsAttrs = attrs_of(attrs)?;
    let [data, position, result] = types_of(&types)?;
    let (Some(data), Some(position)) = (tensor("data", data)?, tensor("axis", position)?) else {
        return Ok(NotYet);
    };
    expect_ndim("axis", position, 0)?;
    let mut shape = any_shape(data.shape.len());
    shape.extend(new_axes(attrs.num_newaxis, extent::any)?);
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// The result lacks an axis for each removed one.
#[register_global("tvm.relay.type_relation.DynSqueeze")]
fn squeeze(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    attrs_of::<SqueezeAttrs>(attrs)?;
    let [data, axes, result] = types_of(&types)?;
    let (Some(data), Some(axes)) = (tensor("data", data)?, tensor("axes", axes)?) else {
        return Ok(NotYet);
    };
    expect_ndim("axes", axes, 1)?;
    let count = count_of_sizes("axes", axes)?;
    let ndim = data.shape.len().checked_sub(count).ok_or_else(|| RelationError::Extent {
        what: "the number of removed axes",
        expected: format!("at most {}", data.shape.len()),
        found: count.to_string(),
    })?;
    assign(&reporter, "result", result, TensorType::new(any_shape(ndim), data.dtype))?;
    Ok(Solved)
}

/// Adds an axis of any length to the indices.
#[register_global("tvm.relay.type_relation.DynOneHot")]
fn one_hot(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: OneHotAttrs = attrs_of(attrs)?;
    let [indices, _on_value, _off_value, _depth, result] = types_of(&types)?;
    let Some(indices) = tensor("indices", indices)? else { return Ok(NotYet) };
    let mut shape = indices.shape.to_vec();
    shape.insert(one_hot_axis(attrs.axis, shape.len())?, extent::any());
    assign(&reporter, "result", result, TensorType::new(shape, attrs.dtype))?;
    Ok(Solved)
}
