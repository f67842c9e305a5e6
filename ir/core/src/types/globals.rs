//! Global functions for types, called by front ends.

use objet::String;
use objet::function::BoxError;
use objet::prelude::*;

use super::{
    FuncType, GlobalTypeVar, IncompleteType, PointerType, PrimType, RelayRefType, TensorAffineType,
    TensorType, TupleAffineType, TupleType, Type, TypeCall, TypeConstraint, TypeKind, TypeRelation, TypeVar,
};
use crate::attrs::Attrs;
use crate::env_func::EnvFunc;
use crate::expr::{RelayExpr, exprs};

/// Creates the type of a scalar.
#[register_global("ir.PrimType", short)]
fn prim_type(dtype: DataType) -> PrimType {
    PrimType::new(dtype)
}

/// Creates the type of a pointer.
#[register_global("ir.PointerType", short)]
fn pointer_type(element_type: Type, #[default("".into())] storage_scope: String) -> PointerType {
    PointerType::new(element_type, storage_scope)
}

/// Creates a type variable.
#[register_global("ir.TypeVar", short)]
fn type_var(name: String, kind: TypeKind) -> TypeVar {
    TypeVar::new(name, kind, None)
}

/// Creates a reference to a type definition of a module.
#[register_global("ir.GlobalTypeVar", short)]
fn global_type_var(name: String, kind: TypeKind) -> GlobalTypeVar {
    GlobalTypeVar::new(name, kind, None)
}

/// Creates a type that is not inferred yet.
#[register_global("ir.IncompleteType", short)]
fn incomplete_type(kind: TypeKind) -> IncompleteType {
    IncompleteType::new(kind, None)
}

/// Creates the type of a tuple.
#[register_global("ir.TupleType", short)]
fn tuple_type(fields: Array<Type>) -> TupleType {
    TupleType::new(fields, None)
}

/// Creates the type of a function.
#[register_global("ir.FuncType", short)]
fn func_type(
    arg_types: Array<Type>,
    ret_type: Type,
    type_params: Array<TypeVar>,
    type_constraints: Array<TypeConstraint>,
) -> FuncType {
    FuncType::new(arg_types, ret_type, type_params, type_constraints, None)
}

/// Creates the type of a reference to a mutable value.
#[register_global("ir.RelayRefType", short)]
fn relay_ref_type(value: Type) -> RelayRefType {
    RelayRefType::new(value, None)
}

/// Creates the type of a tensor. Numbers in the shape become constants.
#[register_global("ir.TensorType", short)]
fn tensor_type(shape: Array<Option<ObjectRef>>, dtype: DataType) -> Result<TensorType, BoxError> {
    Ok(TensorType::new(exprs(shape)?, dtype))
}

/// Creates the type of a quantized tensor.
#[register_global("ir.TensorAffineType", short)]
fn tensor_affine_type(
    scale: RelayExpr,
    zero_point: RelayExpr,
    dtype: DataType,
    axis: i32,
) -> TensorAffineType {
    TensorAffineType::new(scale, zero_point, dtype, axis)
}

/// Creates the type of a tuple of quantized tensors.
#[register_global("ir.TupleAffineType", short)]
fn tuple_affine_type(types: Array<TensorAffineType>) -> TupleAffineType {
    TupleAffineType::new(types)
}

/// Applies a type function to types.
#[register_global("ir.TypeCall", short)]
fn type_call(func: Type, args: Array<Type>) -> TypeCall {
    TypeCall::new(func, args, None)
}

/// Creates a relation between types. The first `num_inputs` types belong to the inputs. A relation
/// without a function has a kind, but cannot be solved.
#[register_global("ir.TypeRelation", short)]
fn type_relation(
    func: Option<EnvFunc>,
    args: Array<Type>,
    num_inputs: i32,
    attrs: Option<Attrs>,
) -> TypeRelation {
    TypeRelation::new(func, args, num_inputs, attrs, None)
}
