//! What can go wrong with operators by name.

use std::panic::Location;
use std::str::Utf8Error;
use std::sync::Arc;

use objet::{ReflectError, ValueError};

use crate::panicked::Panicked;

/// An operator, or an attribute of one, that cannot be had as asked.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpError {
    /// No operator has this name.
    #[error("no operator {found:?} is registered{}", did_you_mean(nearest))]
    Unknown {
        /// The name asked for.
        found: String,
        /// The nearest name that there is.
        nearest: Option<&'static str>,
    },
    /// The name of an operator is text.
    #[error("{name:?} is not the name of an operator: {source}")]
    NotUtf8 {
        /// The name, as far as it is text.
        name: String,
        /// Where it is not.
        source: Utf8Error,
    },
    /// Two crates define the operator.
    #[error("the operator {name:?} is registered twice: at {first} and at {second}")]
    Twice {
        /// The operator.
        name: &'static str,
        /// One place.
        first: &'static Location<'static>,
        /// The other one.
        second: &'static Location<'static>,
    },
    /// The name is that of an operator already.
    #[error("the operator {name:?} is registered already: take another name, or change that one")]
    Defined {
        /// The name.
        name: String,
    },
    /// What was to describe the operator, or to give it attributes, panicked.
    #[error("the operator {name:?}: its registration at {place} {source}")]
    Panicked {
        /// The operator.
        name: &'static str,
        /// Where it is registered, or given attributes.
        place: &'static Location<'static>,
        /// What was said.
        source: Panicked,
    },
    /// The description of one operator asks for others, before there are any.
    #[error(
        "{found} asked for while the operator {described:?} is described: there are none before all are; what needs others is to be told with `register_op_attrs!`"
    )]
    NotYet {
        /// What is asked for.
        found: String,
        /// The operator that is described.
        described: &'static str,
    },
    /// The operator has a value for the attribute, of the same priority level.
    #[error(
        "the operator {op:?} has a value for {attr:?} already, at the priority level {plevel} too: give a higher one"
    )]
    SameLevel {
        /// The operator.
        op: String,
        /// The attribute.
        attr: String,
        /// The level.
        plevel: i32,
    },
    /// No operator has, or had, a value for the attribute.
    #[error("the attribute {found:?} is not registered for any operator{}", did_you_mean(&nearest.as_deref()))]
    UnknownAttr {
        /// The attribute asked for.
        found: String,
        /// The nearest name that there is.
        nearest: Option<String>,
    },
    /// The value for an attribute is null.
    #[error("the attribute {attr:?} of the operator {op:?}: expected a value, found null")]
    NoValue {
        /// The operator.
        op: String,
        /// The attribute.
        attr: String,
    },
    /// The priority level of a value is too low.
    #[error(
        "the attribute {attr:?} of the operator {op:?}: expected a priority level above 0, found {plevel}"
    )]
    Level {
        /// The operator.
        op: String,
        /// The attribute.
        attr: String,
        /// The level.
        plevel: i32,
    },
    /// There is no type of that key for the attributes of an operator.
    #[error("the attributes of the operator {op:?}: no type has the key {found:?}")]
    UnknownAttrsType {
        /// The operator.
        op: String,
        /// The key.
        found: String,
    },
    /// There is no type relation of that name.
    #[error("a type relation of the operator {op:?}: {source}")]
    UnknownRelation {
        /// The operator.
        op: String,
        /// Which function there is not.
        source: objet::RegistryError,
    },
    /// The value of an attribute is not of the type asked for.
    #[error("the attribute {attr:?} of the operator {op:?}: {source}")]
    Value {
        /// The operator.
        op: String,
        /// The attribute.
        attr: String,
        /// What was expected, and what is there.
        source: ValueError,
    },
    /// A call has another number of inputs.
    #[error("the operator {op:?} has {expected} inputs, and is given {found}")]
    Inputs {
        /// The operator.
        op: String,
        /// How many it has.
        expected: usize,
        /// How many it is given.
        found: usize,
    },
    /// The attributes of a call cannot be made of what is given.
    #[error("the attributes of the operator {op:?}: {source}")]
    Attrs {
        /// The operator.
        op: String,
        /// Which of them, what was expected, and what was found.
        source: Box<ReflectError>,
    },
    /// The attributes of a call are of the wrong type.
    #[error("the attributes of the operator {op:?}: expected {expected}, found {}", or_none(found))]
    AttrsType {
        /// The operator.
        op: String,
        /// The type key of its attributes.
        expected: String,
        /// The type key of those given; empty if there are none.
        found: String,
    },
    /// Nothing says what types an operator takes and gives.
    #[error("the operator {op:?} has no type relation")]
    NoRelation {
        /// The operator.
        op: String,
    },
    /// The types of a call do not fit the operator.
    #[error("the types of a call of the operator {op:?}: {source}")]
    Relation {
        /// The operator.
        op: String,
        /// What its type relation says.
        source: Arc<objet::RuntimeError>,
    },
    /// The type of what a call gives does not follow from what is known.
    #[error("what the operator {op:?} gives does not follow from what is known of its inputs")]
    TypeUnknown {
        /// The operator.
        op: String,
    },
}

fn or_none(type_key: &str) -> &str {
    if type_key.is_empty() { "none" } else { type_key }
}

fn did_you_mean(nearest: &Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}
