//! Types by the functions that front ends know.

use objet::prelude::*;
use objet::{BoxError, String};

use super::{
    FuncType, GlobalTypeVar, IncompleteType, PointerType, PrimType, RelayRefType, TensorAffineType,
    TensorType, TupleAffineType, TupleType, Type, TypeCall, TypeConstraint, TypeKind, TypeRelation, TypeVar,
};
use crate::attrs::Attrs;
use crate::env_func::EnvFunc;
use crate::expr::{RelayExpr, exprs};

/// The type of a scalar.
#[register_global("ir.PrimType", short)]
fn prim_type(dtype: DataType) -> PrimType {
    PrimType::new(dtype)
}

/// The type of a pointer.
#[register_global("ir.PointerType", short)]
fn pointer_type(element_type: Type, #[default("".into())] storage_scope: String) -> PointerType {
    PointerType::new(element_type, storage_scope)
}

/// A new variable that stands for a type.
#[register_global("ir.TypeVar", short)]
fn type_var(name: String, kind: TypeKind) -> TypeVar {
    TypeVar::new(name, kind, None)
}

/// A new name for a type of a module.
#[register_global("ir.GlobalTypeVar", short)]
fn global_type_var(name: String, kind: TypeKind) -> GlobalTypeVar {
    GlobalTypeVar::new(name, kind, None)
}

/// A type that inference has yet to find.
#[register_global("ir.IncompleteType", short)]
fn incomplete_type(kind: TypeKind) -> IncompleteType {
    IncompleteType::new(kind, None)
}

/// A tuple of types.
#[register_global("ir.TupleType", short)]
fn tuple_type(fields: Array<Type>) -> TupleType {
    TupleType::new(fields, None)
}

/// The type of a function.
#[register_global("ir.FuncType", short)]
fn func_type(
    arg_types: Array<Type>,
    ret_type: Type,
    type_params: Array<TypeVar>,
    type_constraints: Array<TypeConstraint>,
) -> FuncType {
    FuncType::new(arg_types, ret_type, type_params, type_constraints, None)
}

/// The type of a reference to a value that can be written.
#[register_global("ir.RelayRefType", short)]
fn relay_ref_type(value: Type) -> RelayRefType {
    RelayRefType::new(value, None)
}

/// The type of a tensor. Numbers in its shape are constants.
#[register_global("ir.TensorType", short)]
fn tensor_type(shape: Array<Option<ObjectRef>>, dtype: DataType) -> Result<TensorType, BoxError> {
    Ok(TensorType::new(exprs(shape)?, dtype))
}

/// The type of a quantized tensor.
#[register_global("ir.TensorAffineType", short)]
fn tensor_affine_type(
    scale: RelayExpr,
    zero_point: RelayExpr,
    dtype: DataType,
    axis: i32,
) -> TensorAffineType {
    TensorAffineType::new(scale, zero_point, dtype, axis)
}

/// The type of a tuple of quantized tensors.
#[register_global("ir.TupleAffineType", short)]
fn tuple_affine_type(types: Array<TensorAffineType>) -> TupleAffineType {
    TupleAffineType::new(types)
}

/// A type function applied to types.
#[register_global("ir.TypeCall", short)]
fn type_call(func: Type, args: Array<Type>) -> TypeCall {
    TypeCall::new(func, args, None)
}

/// A condition between types, the first of which are those of the inputs.
#[register_global("ir.TypeRelation", short)]
fn type_relation(func: EnvFunc, args: Array<Type>, num_inputs: i32, attrs: Option<Attrs>) -> TypeRelation {
    TypeRelation::new(Some(func), args, num_inputs, attrs, None)
}
