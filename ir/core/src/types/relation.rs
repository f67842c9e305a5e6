//! Type calls and type constraints.

use objet::prelude::*;

use super::{Type, TypeNode, type_repr};
use crate::attrs::Attrs;
use crate::env_func::EnvFunc;
use crate::span::Span;

/// The application of a type function to types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TypeCall", is_final, new(span: Option<Span>))]
#[reflect(fields(func, args, span), repr = type_repr::show_type_call)]
pub struct TypeCallNode {
    base: TypeNode,
    /// The type function, most often a [`GlobalTypeVar`](super::GlobalTypeVar).
    pub func: Type,
    /// The arguments of the type function.
    pub args: Array<Type>,
}

/// The base of type constraints.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TypeConstraint", child_slots = 1)]
#[reflect(is_abstract)]
pub struct TypeConstraintNode {
    base: TypeNode,
}

impl TypeConstraintNode {
    fn new(span: Option<Span>) -> Self {
        Self { base: TypeNode::new(span) }
    }
}

/// A relation between the types of an operator's arguments and the type of its result. A function
/// decides whether the relation holds.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TypeRelation", is_final, new(span: Option<Span>))]
#[reflect(fields(func, args, num_inputs, attrs, span), repr = type_repr::show_type_relation)]
pub struct TypeRelationNode {
    base: TypeConstraintNode,
    /// The function that checks the relation and infers types that follow from other types.
    pub func: Option<EnvFunc>,
    /// The related types; the types of the inputs come first.
    pub args: Array<Type>,
    /// The number of types in `args` that belong to inputs.
    pub num_inputs: i32,
    /// The attributes of the call.
    pub attrs: Option<Attrs>,
}
