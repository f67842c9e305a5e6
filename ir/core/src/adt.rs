//! Algebraic data types: their definitions and constructors.

use objet::prelude::*;
use objet::{FieldCell, String};

use crate::expr::{RelayExpr, RelayExprNode};
use crate::node_texts;
use crate::span::Span;
use crate::types::{GlobalTypeVar, Type, TypeNode, TypeVar};

/// A constructor of an algebraic data type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Constructor", is_final)]
#[reflect(fields(name_hint, inputs, belong_to, tag, span, _checked_type_), repr = show_constructor)]
pub struct ConstructorNode {
    base: RelayExprNode,
    /// Its name.
    pub name_hint: String,
    /// The types of its arguments.
    pub inputs: Array<Type>,
    /// The type that it makes a value of.
    #[reflect(skip_eq)]
    pub belong_to: GlobalTypeVar,
    /// The number that tells it from the others of its type; -1 before a module that takes in the type gives it one.
    #[reflect(skip_eq)]
    pub tag: FieldCell<i32>,
}

/// The definition of an algebraic data type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.TypeData", is_final, new(span: Option<Span>))]
#[reflect(fields(header, type_vars, constructors, span), repr = show_type_data)]
pub struct TypeDataNode {
    base: TypeNode,
    /// Its name.
    #[reflect(def)]
    pub header: GlobalTypeVar,
    /// The types that it is parametrized by.
    #[reflect(def)]
    pub type_vars: Array<TypeVar>,
    /// Its constructors.
    pub constructors: Array<Constructor>,
}

impl Constructor {
    /// A constructor of `belong_to`, not numbered yet.
    pub fn new(
        name_hint: impl Into<String>,
        inputs: impl Into<Array<Type>>,
        belong_to: GlobalTypeVar,
    ) -> Self {
        let (name_hint, inputs) = (name_hint.into(), inputs.into());
        let base = RelayExprNode::new(None);
        make_object(ConstructorNode { base, name_hint, inputs, belong_to, tag: FieldCell::new(-1) }).into()
    }
}

node_texts! {
    show_constructor(constructor: ConstructorNode) => "ConstructorNode" [
        constructor.name_hint.as_str(),
        &constructor.inputs,
        &constructor.belong_to
    ];
    show_type_data(definition: TypeDataNode) => "TypeDataNode" [
        &definition.header,
        &definition.type_vars,
        &definition.constructors
    ];
}

/// A constructor of a type, which the module gives its number.
#[register_global("ir.Constructor", short)]
fn constructor(name_hint: String, inputs: Array<Type>, belong_to: GlobalTypeVar) -> Constructor {
    Constructor::new(name_hint, inputs, belong_to)
}

/// The definition of a type.
#[register_global("ir.TypeData", short)]
fn type_data(header: GlobalTypeVar, type_vars: Array<TypeVar>, constructors: Array<Constructor>) -> TypeData {
    TypeData::new(header, type_vars, constructors, None)
}
