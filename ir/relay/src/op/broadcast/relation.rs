//! The type relations of operators that broadcast, repeat and select.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, Type, TypeReporter};

use crate::attrs::{InitOpAttrs, RepeatAttrs, TileAttrs};
use crate::op::elementwise::broadcast_shape;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, expect_same_dtype, extent,
    required, tensor, types_of,
};

/// Sets the result to the shape of the attributes. If the result is known already, the data must
/// broadcast to it.
#[register_global("tvm.relay.type_relation.BroadCastTo")]
fn broadcast_to(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: InitOpAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let target = TensorType::new(extent::of(required("shape", &attrs.shape)?), data.dtype);
    assign(&reporter, "result", result, target.clone())?;
    if tensor("result", result)?.is_some() {
        expect_broadcast(&reporter, data, &target, &target)?;
    }
    Ok(Solved)
}

/// Sets the result to the other tensor's type, which the data must broadcast to.
#[register_global("tvm.relay.type_relation.BroadCastToLike")]
fn broadcast_to_like(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    like_another(&types, &reporter, "broadcast_type", |_, like| like)
}

/// Sets the result to the other tensor's type, which must broadcast to the data.
#[register_global("tvm.relay.type_relation.CollapseSumLike")]
fn collapse_sum_like(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    like_another(&types, &reporter, "collapse_type", |data, _| data)
}

/// Sets the result to the second tensor's type. Both tensors must broadcast to the `wider` of them.
fn like_another(
    types: &Array<Type>,
    reporter: &TypeReporter,
    operand: &'static str,
    wider: for<'t> fn(&'t TensorTypeNode, &'t TensorTypeNode) -> &'t TensorTypeNode,
) -> RelationResult {
    let [data, like, result] = types_of(types)?;
    assign(reporter, "result", result, like.clone())?;
    let (Some(data), Some(like)) = (tensor("data", data)?, tensor(operand, like)?) else {
        return Ok(NotYet);
    };
    expect_same_dtype(data, like)?;
    expect_broadcast(reporter, data, like, wider(data, like))?;
    Ok(Solved)
}

/// Sets the result to the shape of the attributes. Without that shape, the number of axes is the
/// length of the shape tensor. If the result is known already, it must broadcast to the data.
#[register_global("tvm.relay.type_relation.CollapseSumTo")]
fn collapse_sum_to(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: InitOpAttrs = attrs_of(attrs)?;
    let [data, shape, result] = types_of(&types)?;
    let (Some(data), Some(target)) = (tensor("data", data)?, tensor("shape", shape)?) else {
        return Ok(NotYet);
    };
    let ndim = static_length("shape", target)?;
    let shape: Array<PrimExpr> = match &attrs.shape {
        Some(shape) => extent::of(shape),
        None => (0..ndim).map(|_| extent::any()).collect(),
    };
    let target = TensorType::new(shape, data.dtype);
    assign(&reporter, "result", result, target.clone())?;
    if tensor("result", result)?.is_some() {
        expect_broadcast(&reporter, data, &target, data)?;
    }
    Ok(Solved)
}

/// Maximum number of axes of a tensor whose number of axes is the length of a shape tensor.
const NDIM_LIMIT: usize = 1 << 16;

/// Returns the constant length of the first axis of a shape tensor.
pub(in crate::op) fn static_length(
    operand: &'static str,
    shape: &TensorTypeNode,
) -> Result<usize, RelationError> {
    let expected = "a vector of constant length";
    let error = || RelationError::Type { operand, expected, found: extents_text(shape) };
    let length = extent::constant(shape.shape.first().ok_or_else(error)?).ok_or_else(error)?;
    let length = usize::try_from(length).ok().filter(|length| *length <= NDIM_LIMIT);
    length.ok_or_else(error)
}

fn extents_text(tensor: &TensorTypeNode) -> String {
    let extents: Vec<_> = tensor.shape.iter().map(extent::text).collect();
    format!("a tensor of shape ({})", extents.join(", "))
}

/// Requires that two tensors broadcast to the shape of a third one.
fn expect_broadcast(
    reporter: &TypeReporter,
    lhs: &TensorTypeNode,
    rhs: &TensorTypeNode,
    target: &TensorTypeNode,
) -> Result<(), RelationError> {
    let tensor = |shape: &Array<PrimExpr>| TensorType::new(shape.clone(), target.dtype);
    let shape = broadcast_shape(&lhs.shape, &rhs.shape)?;
    assign(reporter, "the broadcast shape", &tensor(&shape).upcast(), tensor(&target.shape))
}

/// Multiplies the length of one axis, or of the flattened tensor.
#[register_global("tvm.relay.type_relation.Repeat")]
fn repeat(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: RepeatAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let repeats = required("repeats", &attrs.repeats)?.value;
    let factor = i32::try_from(repeats).ok().filter(|factor| *factor > 0);
    let expected = "1 to 2^31 - 1 repetitions";
    let factor = factor.ok_or_else(|| RelationError::attribute("repeats", expected, repeats))?;
    let position = required("axis", &attrs.axis)?.value;
    let ndim = data.shape.len();
    let position = axis("data", position, ndim)?;
    let mut shape = data.shape.to_vec();
    shape[position] = extent::mul(&shape[position], factor)?;
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// Multiplies the lengths of the last axes. There are as many axes as data or repetitions.
#[register_global("tvm.relay.type_relation.Tile")]
fn tile(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: TileAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let reps = required("reps", &attrs.reps)?;
    if let Some(count) = reps.iter().find(|count| count.value <= 0) {
        return Err(RelationError::attribute("reps", "positive numbers of repetitions", count.value));
    }
    let ndim = data.shape.len().max(reps.len());
    let one = PrimExpr::from(1_i32);
    let shape: Result<Vec<PrimExpr>, RelationError> = (0..ndim)
        .map(|position| {
            let extent = (position + data.shape.len()).checked_sub(ndim).map(|place| &data.shape[place]);
            let count = (position + reps.len()).checked_sub(ndim).map(|place| reps[place].clone().upcast());
            match extent.unwrap_or(&one) {
                extent if extent::constant(extent).is_none() => Ok(extent::any()),
                extent => Ok(extent::mul(extent, count.unwrap_or_else(|| one.clone()))?),
            }
        })
        .collect();
    assign(&reporter, "result", result, TensorType::new(shape?, data.dtype))?;
    Ok(Solved)
}

/// Broadcasts the condition and both values.
#[register_global("tvm.relay.type_relation.Where")]
fn select(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [condition, x, y, result] = types_of(&types)?;
    let (Some(condition), Some(x), Some(y)) =
        (tensor("condition", condition)?, tensor("x", x)?, tensor("y", y)?)
    else {
        return Ok(NotYet);
    };
    expect_same_dtype(x, y)?;
    let values = broadcast_shape(&x.shape, &y.shape)?;
    let shape = broadcast_shape(&condition.shape, &values)?;
    assign(&reporter, "result", result, TensorType::new(shape, x.dtype))?;
    Ok(Solved)
}
