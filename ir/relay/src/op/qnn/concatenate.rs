//! The type relation of the concatenation of quantized tensors.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{Type, TypeReporter};

use super::relation::{SCALE, ZERO_POINT, all_known, expect_scalar};
use crate::attrs::ConcatenateAttrs;
use crate::op::join::concatenated;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, tensors, tuple, types_of,
};

/// Relates the types of a concatenation. Each scale and each zero point is a scalar.
#[register_global("tvm.relay.type_relation.QnnConcatenate")]
fn concatenate(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ConcatenateAttrs = attrs_of(attrs)?;
    let [data, scales, zero_points, scale, zero_point, result] = types_of(&types)?;
    if !are_scalars("input_scales", scales, SCALE)?
        || !are_scalars("input_zero_points", zero_points, ZERO_POINT)?
        || !all_known(&types[3..5])
    {
        return Ok(NotYet);
    }
    expect_scalar("output_scale", scale, SCALE)?;
    expect_scalar("output_zero_point", zero_point, ZERO_POINT)?;
    let Some(tensors) = tensors("data", data)? else { return Ok(NotYet) };
    assign(&reporter, "result", result, concatenated(&tensors, attrs.axis)?)?;
    Ok(Solved)
}

/// Requires a tuple of scalars. Returns whether all its fields are known.
fn are_scalars(operand: &'static str, ty: &Type, dtype: DataType) -> Result<bool, RelationError> {
    let Some(tuple) = tuple(operand, ty)?.filter(|tuple| all_known(&tuple.fields)) else { return Ok(false) };
    tuple.fields.iter().try_for_each(|field| expect_scalar(operand, field, dtype))?;
    Ok(true)
}
