//! The types of Relay expressions and TIR variables.

mod affine;
mod func_type;
mod globals;
mod relation;
mod relation_status;
mod reporter;
mod type_repr;

use objet::String;
use objet::prelude::*;

use crate::expr::PrimExpr;
use crate::span::Span;

pub use affine::{
    AffineType, AffineTypeNode, TensorAffineType, TensorAffineTypeNode, TupleAffineType, TupleAffineTypeNode,
};
pub use relation::{
    TypeCall, TypeCallNode, TypeConstraint, TypeConstraintNode, TypeRelation, TypeRelationNode,
};
pub use relation_status::RelationStatus;
pub use reporter::{TypeMismatch, TypeReporter, TypeReporterNode, Unifier, type_text};

/// The base of all types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Type", child_slots = 14)]
#[reflect(is_abstract)]
pub struct TypeNode {
    base: Object,
    /// The source range of the type.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// The type of a scalar or a handle.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "PrimType", is_final, new(span = None))]
#[reflect(fields(dtype), repr = type_repr::show_prim_type)]
pub struct PrimTypeNode {
    base: TypeNode,
    /// The data type.
    pub dtype: DataType,
}

/// The type of a pointer to elements in a storage scope.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "PointerType", is_final, new(span = None))]
#[reflect(
    fields(element_type, storage_scope),
    compare_with(pointers_equal, hash_pointer),
    repr = type_repr::show_pointer_type
)]
pub struct PointerTypeNode {
    base: TypeNode,
    /// The type of the elements.
    pub element_type: Type,
    /// The storage scope of the elements; empty means `global`.
    pub storage_scope: String,
}

/// The type of a tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TupleType", is_final, new(span: Option<Span>))]
#[reflect(fields(fields, span), repr = type_repr::show_tuple_type)]
pub struct TupleTypeNode {
    base: TypeNode,
    /// The types of the fields.
    pub fields: Array<Type>,
}

/// The type of a function, possibly polymorphic.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "FuncType", is_final, new(span: Option<Span>))]
#[reflect(
    fields(arg_types, ret_type, type_params, type_constraints, span),
    compare_with(func_type::equal, func_type::hash),
    repr = type_repr::show_func_type
)]
pub struct FuncTypeNode {
    base: TypeNode,
    /// The types of the arguments.
    pub arg_types: Array<Type>,
    /// The type of the result.
    pub ret_type: Type,
    /// The type parameters.
    #[reflect(def)]
    pub type_params: Array<TypeVar>,
    /// The constraints that the types of a call must satisfy.
    pub type_constraints: Array<TypeConstraint>,
}

/// A type variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TypeVar", is_final, new(span: Option<Span>))]
#[reflect(fields(name_hint, kind, span), free_variable, repr = type_repr::show_type_var)]
pub struct TypeVarNode {
    base: TypeNode,
    /// The name for printing. Variables with the same name are still distinct.
    #[reflect(skip_eq)]
    pub name_hint: String,
    /// The kind of types that the variable stands for.
    pub kind: TypeKind,
}

/// A reference to a type definition of a module, by name.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "GlobalTypeVar", is_final, new(span: Option<Span>))]
#[reflect(fields(name_hint, kind), free_variable, repr = type_repr::show_global_type_var)]
pub struct GlobalTypeVarNode {
    base: TypeNode,
    /// The name of the type in the module.
    pub name_hint: String,
    /// The kind of the type, most often [`TypeKind::AdtHandle`].
    #[reflect(skip_eq)]
    pub kind: TypeKind,
}

/// A type that is not inferred yet.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "IncompleteType", is_final, new(span: Option<Span>))]
#[reflect(fields(kind, span), free_variable, repr = type_repr::show_incomplete_type)]
pub struct IncompleteTypeNode {
    base: TypeNode,
    /// The kind of the type.
    pub kind: TypeKind,
}

/// The type of a reference to a mutable value.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefType", is_final, new(span: Option<Span>))]
#[reflect(fields(value, span), repr = type_repr::show_ref_type)]
pub struct RelayRefTypeNode {
    base: TypeNode,
    /// The type of the value.
    pub value: Type,
}

/// The base of tensor types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.BaseTensorType", child_slots = 1)]
#[reflect(is_abstract)]
pub struct BaseTensorTypeNode {
    base: TypeNode,
}

/// The type of a tensor.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.TensorType", is_final)]
#[reflect(fields(shape, dtype, span), repr = type_repr::show_tensor_type)]
pub struct TensorTypeNode {
    base: BaseTensorTypeNode,
    /// The number of elements along each axis.
    pub shape: Array<PrimExpr>,
    /// The data type of the elements.
    pub dtype: DataType,
}

/// The kind of a type variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum TypeKind {
    /// A type of values.
    Type = 0,
    /// A variable in a shape.
    ShapeVar = 1,
    /// The data type of the elements of a tensor.
    BaseType = 2,
    /// A type constraint.
    Constraint = 4,
    /// A reference to an algebraic data type.
    AdtHandle = 5,
    /// The definition of an algebraic data type.
    TypeData = 6,
}

impl TypeNode {
    /// Creates the base part of a type.
    pub fn new(span: Option<Span>) -> Self {
        Self { base: Object::new(), span }
    }
}

impl TupleType {
    /// Returns the type of the empty tuple.
    pub fn empty() -> Self {
        Self::new([], None)
    }
}

impl TensorType {
    /// Creates the type of tensors with the given shape and data type.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_ir::types::TensorType;
    ///
    /// let shape = [1.into(), 3.into(), 224.into(), 224.into()];
    /// let image = TensorType::new(shape, DataType::float(32));
    /// assert_eq!(image.shape.len(), 4);
    /// ```
    pub fn new(shape: impl Into<Array<PrimExpr>>, dtype: DataType) -> Self {
        let base = BaseTensorTypeNode { base: TypeNode::new(None) };
        make_object(TensorTypeNode { base, shape: shape.into(), dtype }).into()
    }

    /// Creates the type of tensors without axes.
    pub fn scalar(dtype: DataType) -> Self {
        Self::new([], dtype)
    }
}

/// Returns the storage scope of a pointer type; the default is `global`.
fn scope(pointer: &PointerTypeNode) -> &str {
    if pointer.storage_scope.is_empty() { "global" } else { &pointer.storage_scope }
}

fn pointers_equal<'a>(
    lhs: &'a PointerTypeNode,
    rhs: &'a PointerTypeNode,
    reducer: &mut objet::compare::EqualReducer<'a>,
) -> bool {
    reducer.field("storage_scope", scope(lhs), scope(rhs))
        && reducer.field("element_type", &lhs.element_type, &rhs.element_type)
}

fn hash_pointer<'a>(pointer: &'a PointerTypeNode, reducer: &mut objet::compare::HashReducer<'a>) {
    reducer.field(scope(pointer));
    reducer.field(&pointer.element_type);
}
