//! The vocabulary of type relations.
//!
//! A type relation is a function over the types of a call: those of the inputs, then that of the
//! result. It is registered under the name `tvm.relay.type_relation.` followed by the name that
//! operators use, and stands beside its operator.
//!
//! - The types are resolved when the relation is called. A type that is not known yet is an
//!   `IncompleteType`.
//! - The relation [assigns](objet_ir::types::TypeReporterNode::assign) the types that follow from
//!   others, and returns [`Solved`], or it returns [`NotYet`]. It is called again once a type that
//!   it depends on is known.
//! - An extent of a shape is a constant, an expression of variables, or `Any`. A relation passes
//!   `Any` on: the result of arithmetic with `Any` is `Any` ([`extent`]).
//! - A violated relation returns an error, most often a [`RelationError`]. The type checker adds
//!   the operator and the source range of the call.
//!
//! ```
//! use objet::prelude::*;
//! use objet_ir::attrs::Attrs;
//! use objet_ir::op::Op;
//! use objet_ir::types::{TensorType, Type, TypeReporter};
//! use objet_relay::op::OpExt;
//! use objet_relay::op::relation::{NotYet, RelationResult, Solved, tensor, types_of};
//!
//! objet_relay::operators! {
//!     /// The transposed matrix.
//!     pub fn flip(data: "2D Tensor" = "The matrix.") = "relation.flip"
//!         => |op| op.type_relation("RelationFlip");
//! }
//!
//! #[register_global("tvm.relay.type_relation.RelationFlip")]
//! fn flip_relation(
//!     types: Array<Type>,
//!     _num_inputs: i32,
//!     _attrs: Option<Attrs>,
//!     reporter: TypeReporter,
//! ) -> RelationResult {
//!     let [data, result] = types_of(&types)?;
//!     let Some(matrix) = tensor("data", data)? else { return Ok(NotYet) };
//!     let shape: Array<_> = matrix.shape.iter().rev().cloned().collect();
//!     reporter.assign(result, &TensorType::new(shape, matrix.dtype).upcast())?;
//!     Ok(Solved)
//! }
//!
//! let tensor = |rows: i32, columns: i32| -> Type {
//!     TensorType::new([rows.into(), columns.into()], DataType::float(32)).upcast()
//! };
//! let result = Op::get("relation.flip")?.infer_type([tensor(2, 3)], None)?;
//! assert!(objet::structural_equal(&result, &tensor(3, 2)));
//! # Ok::<(), objet_ir::op::OpError>(())
//! ```

mod error;
pub mod extent;
pub(crate) mod layout;
pub(crate) mod spatial;

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{
    FuncTypeNode, IncompleteTypeNode, TensorTypeNode, TupleTypeNode, Type, TypeReporter, type_text,
};

pub use error::RelationError;
pub use objet_ir::types::RelationStatus::{NotYet, Solved};

/// The result of a type relation.
pub type RelationResult = Result<objet_ir::types::RelationStatus, RelationError>;

/// Returns the types of a call as an array of known length.
///
/// # Errors
/// Fails if the call has another number of inputs.
pub fn types_of<const N: usize>(types: &Array<Type>) -> Result<&[Type; N], RelationError> {
    types.as_slice().try_into().map_err(|_| RelationError::TypeCount { expected: N, found: types.len() })
}

/// Returns the attributes of a call with their type. A relation takes the attributes as
/// `Option<Attrs>`, so that all relations have the same type, and the code that calls them is
/// compiled once.
///
/// # Errors
/// Fails if the call has no attributes, or if they have another type.
pub fn attrs_of<A: IsObjectRef>(attrs: Option<Attrs>) -> Result<A, RelationError> {
    let found = match attrs.map(IsObjectRef::into_object_ref).map(ObjectRef::downcast) {
        Some(Ok(attrs)) => return Ok(attrs),
        Some(Err(error)) => error.into_object().type_key().into(),
        None => "None".into(),
    };
    Err(RelationError::Attrs { expected: A::Node::TYPE_KEY, found })
}

/// Returns the tensor type of an input or result, or `None` if the type is not known yet.
///
/// # Errors
/// Fails if the type is known and not a tensor type.
pub fn tensor<'a>(operand: &'static str, ty: &'a Type) -> Result<Option<&'a TensorTypeNode>, RelationError> {
    known(operand, ty, "a tensor")
}

/// Returns the tuple type of an input or result, or `None` if the type is not known yet. The fields
/// may still be incomplete.
///
/// # Errors
/// Fails if the type is known and not a tuple type.
pub fn tuple<'a>(operand: &'static str, ty: &'a Type) -> Result<Option<&'a TupleTypeNode>, RelationError> {
    known(operand, ty, "a tuple")
}

/// Returns the function type of an input or result, or `None` if the type is not known yet.
///
/// # Errors
/// Fails if the type is known and not a function type.
pub fn function<'a>(operand: &'static str, ty: &'a Type) -> Result<Option<&'a FuncTypeNode>, RelationError> {
    known(operand, ty, "a function")
}

fn known<'a, N: IsObject>(
    operand: &'static str,
    ty: &'a Type,
    expected: &'static str,
) -> Result<Option<&'a N>, RelationError> {
    match ty.as_node() {
        Some(node) => Ok(Some(node)),
        None if ty.is_instance::<IncompleteTypeNode>() => Ok(None),
        None => Err(RelationError::Type { operand, expected, found: type_text(ty) }),
    }
}

/// Returns the tensor types of the fields of a tuple, or `None` if the tuple or one of its fields
/// is not known yet.
///
/// # Errors
/// Fails if the type is not a tuple, or if a field is not a tensor.
pub fn tensors<'a>(
    operand: &'static str,
    ty: &'a Type,
) -> Result<Option<Vec<&'a TensorTypeNode>>, RelationError> {
    match tuple(operand, ty)? {
        Some(tuple) => tuple.fields.iter().map(|field| tensor(operand, field)).collect(),
        None => Ok(None),
    }
}

/// Returns the position of an axis among `ndim` axes. A negative axis counts from the end.
///
/// # Errors
/// Fails if there is no such axis.
pub fn axis(operand: &'static str, axis: i64, ndim: usize) -> Result<usize, RelationError> {
    let counted = if axis < 0 { axis + ndim as i64 } else { axis };
    let position = usize::try_from(counted).ok().filter(|axis| *axis < ndim);
    position.ok_or(RelationError::Axis { operand, axis, ndim })
}

/// Returns the position of a new axis before, between or after `ndim` axes. A negative position
/// counts from the end of the new axes.
///
/// # Errors
/// Fails if there is no such position.
pub fn new_axis(operand: &'static str, position: i64, ndim: usize) -> Result<usize, RelationError> {
    axis(operand, position, ndim + 1)
}

/// Returns the value of an attribute that may be null.
///
/// # Errors
/// Fails if the attribute is null.
pub fn required<'a, T>(name: &'static str, attribute: &'a Option<T>) -> Result<&'a T, RelationError> {
    attribute.as_ref().ok_or_else(|| RelationError::attribute(name, "a value", "null"))
}

/// Returns the data type of an attribute, or `default` if the attribute is void.
pub(crate) fn dtype_or(attribute: DataType, default: DataType) -> DataType {
    if attribute.bits == 0 { default } else { attribute }
}

/// Checks the number of axes of an operand.
///
/// # Errors
/// Fails if the operand has another number of axes.
pub fn expect_ndim(
    operand: &'static str,
    tensor: &TensorTypeNode,
    expected: usize,
) -> Result<(), RelationError> {
    let found = tensor.shape.len();
    if found == expected { Ok(()) } else { Err(RelationError::Rank { operand, expected, found }) }
}

/// Checks that all operands have one data type.
///
/// # Errors
/// Fails if two operands have different data types.
pub fn expect_same_dtype(lhs: &TensorTypeNode, rhs: &TensorTypeNode) -> Result<(), RelationError> {
    if lhs.dtype == rhs.dtype {
        Ok(())
    } else {
        Err(RelationError::DataTypes { lhs: lhs.dtype, rhs: rhs.dtype })
    }
}

/// Checks that the elements of an operand are signed integers.
///
/// # Errors
/// Fails if the operand has another data type.
pub(crate) fn expect_int(operand: &'static str, tensor: &TensorTypeNode) -> Result<(), RelationError> {
    if tensor.dtype.is_int() {
        Ok(())
    } else {
        let (expected, found) = ("a signed integer type", tensor.dtype);
        Err(RelationError::DataType { operand, expected, found })
    }
}

/// Unifies the type of an operand with the type that the relation requires.
///
/// # Errors
/// Fails if both types are known and differ. The error names the operand.
pub fn assign(
    reporter: &TypeReporter,
    operand: &'static str,
    ty: &Type,
    expected: impl Into<Type>,
) -> Result<(), RelationError> {
    reporter.assign(ty, &expected.into()).map_err(|source| RelationError::Mismatch { operand, source })
}
