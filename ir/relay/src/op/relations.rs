//! Type relations of element-wise operators.

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{
    IncompleteTypeNode, TensorType, TensorTypeNode, Type, TypeMismatch, TypeReporter, type_text,
};
use objet_tir::expr::AnyNode;
use objet_tir::op::as_const_int;

/// A violation of a type relation.
#[derive(Debug, thiserror::Error)]
enum RelationError {
    #[error("expected {expected} types, found {found}")]
    Types { expected: &'static str, found: usize },
    #[error("expected a tensor, found {0}")]
    NoTensor(String),
    #[error("expected operands of one data type, found {0} and {1}")]
    DataTypes(DataType, DataType),
    #[error("cannot broadcast operands of types {0} and {1}")]
    Shapes(String, String),
    #[error(transparent)]
    Mismatch(#[from] TypeMismatch),
}

/// Requires all types to be equal. Always returns true.
#[register_global("tvm.relay.type_relation.Identity")]
fn identity(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> Result<bool, RelationError> {
    let Some((first, others)) = types.split_first() else {
        return Err(RelationError::Types { expected: "some", found: 0 });
    };
    others.iter().try_for_each(|other| reporter.assign(other, first))?;
    Ok(true)
}

/// Sets the type of the result to the broadcast type of two tensors with the same element type.
/// Returns whether the types of the operands are known.
#[register_global("tvm.relay.type_relation.Broadcast")]
fn broadcast(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> Result<bool, RelationError> {
    pairs(&types, &reporter, |operands| operands)
}

/// Like [`broadcast`], with boolean elements in the result.
#[register_global("tvm.relay.type_relation.BroadcastComp")]
fn broadcast_compare(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> Result<bool, RelationError> {
    pairs(&types, &reporter, |_| DataType::BOOL)
}

fn pairs(
    types: &Array<Type>,
    reporter: &TypeReporter,
    dtype: impl Fn(DataType) -> DataType,
) -> Result<bool, RelationError> {
    let [lhs, rhs, result] = types.as_slice() else {
        return Err(RelationError::Types { expected: "3", found: types.len() });
    };
    let (lhs, rhs) = (reporter.resolve(lhs), reporter.resolve(rhs));
    let (Some(a), Some(b)) = (tensor(&lhs)?, tensor(&rhs)?) else { return Ok(false) };
    if a.dtype != b.dtype {
        return Err(RelationError::DataTypes(a.dtype, b.dtype));
    }
    let Some(shape) = broadcast_shape(&a.shape, &b.shape) else {
        return Err(RelationError::Shapes(type_text(&lhs), type_text(&rhs)));
    };
    reporter.assign(result, &TensorType::new(shape, dtype(a.dtype)).upcast())?;
    Ok(true)
}

/// Returns the tensor type, or `None` if the type is still unknown.
fn tensor(ty: &Type) -> Result<Option<&TensorTypeNode>, RelationError> {
    match ty.as_node() {
        Some(tensor) => Ok(Some(tensor)),
        None if ty.is_instance::<IncompleteTypeNode>() => Ok(None),
        None => Err(RelationError::NoTensor(type_text(ty))),
    }
}

/// Returns the broadcast shape of two shapes, if they are compatible. An axis of unknown length
/// takes the length of its counterpart.
fn broadcast_shape(a: &[PrimExpr], b: &[PrimExpr]) -> Option<Array<PrimExpr>> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let (outer, inner) = long.split_at(long.len() - short.len());
    let inner = inner.iter().zip(short).map(|(a, b)| {
        let one = |dim| as_const_int(dim) == Some(1);
        let any = |dim: &PrimExpr| dim.is_instance::<AnyNode>();
        match () {
            () if one(a) => Some(b),
            () if one(b) => Some(a),
            () if any(a) => Some(b),
            () if any(b) => Some(a),
            () => is_same_length(a, b).then_some(a),
        }
    });
    outer.iter().map(Some).chain(inner).map(|dim| dim.cloned()).collect()
}

fn is_same_length(a: &PrimExpr, b: &PrimExpr) -> bool {
    match (as_const_int(a), as_const_int(b)) {
        (Some(a), Some(b)) => a == b,
        _ => structural_equal(a, b),
    }
}
