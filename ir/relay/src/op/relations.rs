//! The relations between the types of operands and results that most operators have: of those that work on each element.

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{
    IncompleteTypeNode, TensorType, TensorTypeNode, Type, TypeMismatch, TypeReporter, type_text,
};
use objet_tir::expr::AnyNode;
use objet_tir::op::as_const_int;

/// Why types are not related.
#[derive(Debug, thiserror::Error)]
enum RelationError {
    #[error("expected {expected} types, found {found}")]
    Types { expected: &'static str, found: usize },
    #[error("expected a tensor, found {0}")]
    NoTensor(String),
    #[error("expected operands of one data type, found {0} and {1}")]
    DataTypes(DataType, DataType),
    #[error("expected operands whose axes match from the last one on, or are 1 long, found {0} and {1}")]
    Shapes(String, String),
    #[error(transparent)]
    Mismatch(#[from] TypeMismatch),
}

/// All types are one. Whether that could be told, which is always so.
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

/// The result has an element for each pair of elements of two tensors of one data type, where what is 1 long stands for as many as
/// are needed. Whether that could be told.
#[register_global("tvm.relay.type_relation.Broadcast")]
fn broadcast(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> Result<bool, RelationError> {
    pairs(&types, &reporter, |operands| operands)
}

/// As [`broadcast`], with truth values for elements.
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

/// The tensor, unless it is not known yet what the type is.
fn tensor(ty: &Type) -> Result<Option<&TensorTypeNode>, RelationError> {
    match ty.as_node() {
        Some(tensor) => Ok(Some(tensor)),
        None if ty.is_instance::<IncompleteTypeNode>() => Ok(None),
        None => Err(RelationError::NoTensor(type_text(ty))),
    }
}

/// The shape of what has an element for each pair of elements, if there is one. An axis of unknown length gives way to a known one.
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
