//! The types of relay expressions and of tir variables.

mod affine;
mod globals;
mod relation;
mod reporter;
mod repr;

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
pub use reporter::{TypeMismatch, TypeReporter, TypeReporterNode, type_text};

/// Base of all types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Type", child_slots = 14)]
pub struct TypeNode {
    base: Object,
    /// Where it is written.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// The type of a scalar, or of a handle.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "PrimType", is_final, new(span = None))]
#[reflect(fields(dtype), repr = repr::show_prim_type)]
pub struct PrimTypeNode {
    base: TypeNode,
    /// The data type.
    pub dtype: DataType,
}

/// The type of a pointer to elements in some memory.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "PointerType", is_final, new(span = None))]
#[reflect(
    fields(element_type, storage_scope),
    compare_with(pointers_equal, hash_pointer),
    repr = repr::show_pointer_type
)]
pub struct PointerTypeNode {
    base: TypeNode,
    /// The type of what it points to.
    pub element_type: Type,
    /// The memory that it points into; empty is the same as `global`.
    pub storage_scope: String,
}

/// A tuple of types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TupleType", is_final, new(span: Option<Span>))]
#[reflect(fields(fields, span), repr = repr::show_tuple_type)]
pub struct TupleTypeNode {
    base: TypeNode,
    /// The type of each field.
    pub fields: Array<Type>,
}

/// The type of a function, which may be polymorphic.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "FuncType", is_final, new(span: Option<Span>))]
#[reflect(
    fields(arg_types, ret_type, type_params, type_constraints, span),
    repr = repr::show_func_type
)]
pub struct FuncTypeNode {
    base: TypeNode,
    /// The types of the arguments.
    pub arg_types: Array<Type>,
    /// The type of the result.
    pub ret_type: Type,
    /// The variables that the other fields are polymorphic over.
    #[reflect(def)]
    pub type_params: Array<TypeVar>,
    /// What has to hold between the types for a call to be well typed.
    pub type_constraints: Array<TypeConstraint>,
}

/// A variable that stands for a type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TypeVar", is_final, new(span: Option<Span>))]
#[reflect(fields(name_hint, kind, span), free_variable, repr = repr::show_type_var)]
pub struct TypeVarNode {
    base: TypeNode,
    /// A name to print. Two variables of one name are two all the same.
    #[reflect(skip_eq)]
    pub name_hint: String,
    /// What it may stand for.
    pub kind: TypeKind,
}

/// The name of a type that a module defines.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "GlobalTypeVar", is_final, new(span: Option<Span>))]
#[reflect(fields(name_hint, kind), free_variable, repr = repr::show_global_type_var)]
pub struct GlobalTypeVarNode {
    base: TypeNode,
    /// Its name in the module.
    pub name_hint: String,
    /// What it stands for: mostly [`TypeKind::AdtHandle`].
    #[reflect(skip_eq)]
    pub kind: TypeKind,
}

/// A type that inference has yet to find.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "IncompleteType", is_final, new(span: Option<Span>))]
#[reflect(fields(kind, span), free_variable, repr = repr::show_incomplete_type)]
pub struct IncompleteTypeNode {
    base: TypeNode,
    /// What is to be found.
    pub kind: TypeKind,
}

/// The type of a reference to a value that can be written.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefType", is_final, new(span: Option<Span>))]
#[reflect(fields(value, span), repr = repr::show_ref_type)]
pub struct RelayRefTypeNode {
    base: TypeNode,
    /// The type of the value.
    pub value: Type,
}

/// Base of types of tensors.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.BaseTensorType", child_slots = 1)]
pub struct BaseTensorTypeNode {
    base: TypeNode,
}

/// The type of a tensor.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.TensorType", is_final)]
#[reflect(fields(shape, dtype, span), repr = repr::show_tensor_type)]
pub struct TensorTypeNode {
    base: BaseTensorTypeNode,
    /// The number of elements along each axis.
    pub shape: Array<PrimExpr>,
    /// The type of the elements.
    pub dtype: DataType,
}

/// What a type variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum TypeKind {
    /// A type of values.
    Type = 0,
    /// A variable in a shape.
    ShapeVar = 1,
    /// The type of the elements of a tensor.
    BaseType = 2,
    /// A condition on types.
    Constraint = 4,
    /// The name of an algebraic data type.
    AdtHandle = 5,
    /// The definition of an algebraic data type.
    TypeData = 6,
}

impl TypeNode {
    /// The base of a type written there.
    pub fn new(span: Option<Span>) -> Self {
        Self { base: Object::new(), span }
    }
}

impl TupleType {
    /// The type of the empty tuple.
    pub fn empty() -> Self {
        Self::new([], None)
    }
}

impl TensorType {
    /// The type of tensors of that shape and element type.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_ir::types::TensorType;
    ///
    /// let image = TensorType::new([1.into(), 3.into(), 224.into(), 224.into()], DataType::float(32));
    /// assert_eq!(image.shape.len(), 4);
    /// ```
    pub fn new(shape: impl Into<Array<PrimExpr>>, dtype: DataType) -> Self {
        let base = BaseTensorTypeNode { base: TypeNode::new(None) };
        make_object(TensorTypeNode { base, shape: shape.into(), dtype }).into()
    }

    /// The type of tensors without axes.
    pub fn scalar(dtype: DataType) -> Self {
        Self::new([], dtype)
    }
}

/// The memory that a pointer type without scope points into.
fn scope(pointer: &PointerTypeNode) -> &str {
    if pointer.storage_scope.is_empty() { "global" } else { &pointer.storage_scope }
}

fn pointers_equal<'a>(
    lhs: &'a PointerTypeNode,
    rhs: &'a PointerTypeNode,
    reducer: &mut objet::EqualReducer<'a>,
) -> bool {
    reducer.field("storage_scope", scope(lhs), scope(rhs))
        && reducer.field("element_type", &lhs.element_type, &rhs.element_type)
}

fn hash_pointer<'a>(pointer: &'a PointerTypeNode, reducer: &mut objet::HashReducer<'a>) {
    reducer.field(scope(pointer));
    reducer.field(&pointer.element_type);
}
