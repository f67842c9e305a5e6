//! The type relations of activations whose result differs from their operand.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, TupleType, Type, TypeReporter};

use crate::attrs::PReluAttrs;
use crate::op::nn::norm::relation::{nonnegative_axis, vector};
use crate::op::relation::{NotYet, RelationResult, Solved, assign, attrs_of, tensor, types_of};

/// Gives dropout a tuple of the result and the mask of kept elements, of the type of the data.
#[register_global("tvm.relay.type_relation.Dropout")]
fn dropout(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let field: Type = TensorType::new(data.shape.clone(), data.dtype).upcast();
    assign(&reporter, "result", result, TupleType::new([field.clone(), field], None))?;
    Ok(Solved)
}

/// Requires a factor for each channel, and a result of the type of the data.
#[register_global("tvm.relay.type_relation.PRelu")]
fn prelu(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: PReluAttrs = attrs_of(attrs)?;
    let [data, alpha, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let channel = nonnegative_axis(attrs.axis, data)?;
    assign(&reporter, "alpha", alpha, vector(data, channel))?;
    assign(&reporter, "result", result, TensorType::new(data.shape.clone(), data.dtype))?;
    Ok(Solved)
}
