//! The type relations of operators that annotate their argument.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, Type, TypeReporter};

use crate::attrs::MetaRefAttrs;
use crate::op::elementwise::identity;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, tensor, types_of,
};

/// Keeps the type.
#[register_global("tvm.relay.type_relation.Debug")]
fn debug(
    types: Array<Type>,
    num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    identity(types, num_inputs, attrs, reporter)
}

/// Returns an error: the parser replaces references before types are inferred.
#[register_global("tvm.relay.type_relation.MetaRef")]
fn meta_ref(
    _types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    _reporter: TypeReporter,
) -> RelationResult {
    let attrs: MetaRefAttrs = attrs_of(attrs)?;
    let found = format!("a reference to metadata: {} {}", attrs.node_type_key, attrs.node_index);
    Err(RelationError::Type { operand: "the call", expected: "an expression", found })
}

/// Keeps the type. The other inputs are scalars.
#[register_global("tvm.relay.type_relation.SimulatedQuantize")]
fn simulated_quantize(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, dom_scale, clip_min, clip_max, result] = types_of(&types)?;
    let Some(tensor) = tensor("data", data)? else { return Ok(NotYet) };
    if tensor.shape.is_empty() {
        return Err(RelationError::RankRange { operand: "data", expected: "at least 1", found: 0 });
    }
    for (operand, ty) in [("dom_scale", dom_scale), ("clip_min", clip_min), ("clip_max", clip_max)] {
        assign(&reporter, operand, ty, TensorType::scalar(DataType::float(32)))?;
    }
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}
