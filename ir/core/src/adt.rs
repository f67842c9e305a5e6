//! Algebraic data types: definitions and constructors.

use objet::String;
use objet::fields::FieldCell;
use objet::prelude::*;

use crate::expr::RelayExprNode;
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
    /// The name of the constructor.
    pub name_hint: String,
    /// The types of the constructor's arguments.
    pub inputs: Array<Type>,
    /// The algebraic data type that the constructor belongs to.
    #[reflect(skip_eq)]
    pub belong_to: GlobalTypeVar,
    /// The number that distinguishes the constructor from the others of its type. It is -1 until
    /// the type is added to a module.
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
    /// The name of the type.
    #[reflect(def)]
    pub header: GlobalTypeVar,
    /// The type parameters.
    #[reflect(def)]
    pub type_vars: Array<TypeVar>,
    /// The constructors of the type.
    pub constructors: Array<Constructor>,
}

impl Constructor {
    /// Creates a constructor of `belong_to` whose tag is not set yet.
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

/// Creates a constructor of a type. Adding the type to a module sets the constructor's tag.
#[register_global("ir.Constructor", short)]
fn constructor(name_hint: String, inputs: Array<Type>, belong_to: GlobalTypeVar) -> Constructor {
    Constructor::new(name_hint, inputs, belong_to)
}

/// Creates the definition of an algebraic data type.
#[register_global("ir.TypeData", short)]
fn type_data(header: GlobalTypeVar, type_vars: Array<TypeVar>, constructors: Array<Constructor>) -> TypeData {
    TypeData::new(header, type_vars, constructors, None)
}
