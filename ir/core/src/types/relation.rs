//! Applied types, and conditions between types.

use objet::prelude::*;

use super::{Type, TypeNode, repr};
use crate::attrs::Attrs;
use crate::env_func::EnvFunc;
use crate::span::Span;

/// A type function applied to types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TypeCall", is_final, new(span: Option<Span>))]
#[reflect(fields(func, args, span), repr = repr::show_type_call)]
pub struct TypeCallNode {
    base: TypeNode,
    /// What is applied: mostly a [`GlobalTypeVar`](super::GlobalTypeVar).
    pub func: Type,
    /// What it is applied to.
    pub args: Array<Type>,
}

/// Base of conditions on types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TypeConstraint", child_slots = 1)]
pub struct TypeConstraintNode {
    base: TypeNode,
}

impl TypeConstraintNode {
    fn new(span: Option<Span>) -> Self {
        Self { base: TypeNode::new(span) }
    }
}

/// A condition between the types of an operator's arguments and of its result, decided by a function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TypeRelation", is_final, new(span: Option<Span>))]
#[reflect(fields(func, args, num_inputs, attrs, span), repr = repr::show_type_relation)]
pub struct TypeRelationNode {
    base: TypeConstraintNode,
    /// The function that decides, and that fills in types which follow from others.
    pub func: Option<EnvFunc>,
    /// The types, those of the inputs first.
    pub args: Array<Type>,
    /// How many of `args` are inputs.
    pub num_inputs: i32,
    /// The attributes of the call.
    pub attrs: Option<Attrs>,
}
