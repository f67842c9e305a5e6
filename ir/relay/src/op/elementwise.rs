//! Type relations of element-wise operators.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};

use super::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, expect_same_dtype, extent, tensor, types_of,
};

/// Requires all types to be equal.
#[register_global("tvm.relay.type_relation.Identity")]
pub(crate) fn identity(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let Some((first, others)) = types.split_first() else {
        return Err(RelationError::TypeCount { expected: 1, found: 0 });
    };
    others.iter().try_for_each(|other| reporter.assign(other, first))?;
    Ok(Solved)
}

/// Sets the type of the result to a tensor of the input's shape, with boolean elements.
#[register_global("tvm.relay.type_relation.IdentityCompRel")]
fn identity_compare(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(&types)?;
    let Some(tensor) = tensor("data", data)? else { return Ok(NotYet) };
    assign(&reporter, "result", result, TensorType::new(tensor.shape.clone(), DataType::BOOL))?;
    Ok(Solved)
}

/// Sets the type of the result to the broadcast type of two tensors with the same element type.
#[register_global("tvm.relay.type_relation.Broadcast")]
fn broadcast(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    pairs(&types, &reporter, |operands| operands)
}

/// Like [`broadcast`], with boolean elements in the result.
#[register_global("tvm.relay.type_relation.BroadcastComp")]
fn broadcast_compare(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    pairs(&types, &reporter, |_| DataType::BOOL)
}

pub(crate) fn pairs(
    types: &Array<Type>,
    reporter: &TypeReporter,
    dtype: impl Fn(DataType) -> DataType,
) -> RelationResult {
    let [lhs, rhs, result] = types_of(types)?;
    let (Some(lhs), Some(rhs)) = (tensor("lhs", lhs)?, tensor("rhs", rhs)?) else { return Ok(NotYet) };
    expect_same_dtype(lhs, rhs)?;
    let shape = broadcast_shape(&lhs.shape, &rhs.shape)?;
    reporter.assign(result, &TensorType::new(shape, dtype(lhs.dtype)).upcast())?;
    Ok(Solved)
}

/// Returns the broadcast shape of two shapes. An axis of unknown length takes the length of its
/// counterpart.
///
/// # Errors
/// Fails if the shapes are not compatible.
pub(crate) fn broadcast_shape(a: &[PrimExpr], b: &[PrimExpr]) -> Result<Array<PrimExpr>, RelationError> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let (outer, inner) = long.split_at(long.len() - short.len());
    let pairs = inner
        .iter()
        .zip(short)
        .map(|(long, short)| if a.len() < b.len() { (short, long) } else { (long, short) });
    let inner = pairs.map(|(a, b)| {
        let one = |dim| extent::constant(dim) == Some(1);
        match () {
            () if one(a) => Some(b),
            () if one(b) => Some(a),
            () if extent::is_any(a) => Some(b),
            () if extent::is_any(b) => Some(a),
            () => extent::is_same(a, b).then_some(a),
        }
    });
    let shape = outer.iter().map(Some).chain(inner).map(|dim| dim.cloned()).collect::<Option<_>>();
    shape.ok_or_else(|| RelationError::Broadcast { lhs: shape_text(a), rhs: shape_text(b) })
}

fn shape_text(shape: &[PrimExpr]) -> String {
    let extents: Vec<_> = shape.iter().map(extent::text).collect();
    format!("({})", extents.join(", "))
}

/// Assigns the type of a field to the type of its projection.
#[register_global("tvm.relay.type_relation.TupleGetItem")]
fn tuple_get_item(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: crate::attrs::TupleGetItemAttrs,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(&types)?;
    let Some(tuple) = super::relation::tuple("tuple", data)? else { return Ok(NotYet) };
    let field = usize::try_from(attrs.index).ok().and_then(|index| tuple.fields.get(index));
    let Some(field) = field else {
        let expected = match attrs.index {
            0.. => format!("an index below {}", tuple.fields.len()),
            _ => "an index of at least 0".into(),
        };
        return Err(RelationError::attribute("index", expected, attrs.index));
    };
    reporter.assign(result, field)?;
    Ok(Solved)
}
