//! Errors of operators.

use std::panic::Location;
use std::str::Utf8Error;
use std::sync::Arc;

use objet::fields::ReflectError;
use objet::function::ValueError;

use crate::panicked::Panicked;

/// The error of registering, changing, looking up or calling an operator.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpError {
    /// No operator has the name.
    #[error("no operator {found:?} is registered{}", did_you_mean(nearest))]
    Unknown {
        /// The requested name.
        found: String,
        /// The most similar registered name.
        nearest: Option<&'static str>,
    },
    /// The name of an operator is not valid UTF-8.
    #[error("{name:?} is not the name of an operator: {source}")]
    NotUtf8 {
        /// The name, with invalid bytes replaced.
        name: String,
        /// The position of the invalid bytes.
        source: Utf8Error,
    },
    /// Two registrations define the operator.
    #[error("the operator {name:?} is registered twice: at {first} and at {second}")]
    DuplicateRegistration {
        /// The name of the operator.
        name: &'static str,
        /// The source location of the first registration.
        first: &'static Location<'static>,
        /// The source location of the second registration.
        second: &'static Location<'static>,
    },
    /// The name already belongs to an operator.
    #[error(
        "the operator {name:?} is already registered: use another name or change the registered operator"
    )]
    Defined {
        /// The name of the operator.
        name: String,
    },
    /// The registration of the operator or of its attributes panicked.
    #[error("the operator {name:?}: its registration at {location} {source}")]
    Panicked {
        /// The name of the operator.
        name: &'static str,
        /// The source location of the registration.
        location: &'static Location<'static>,
        /// The panic.
        source: Panicked,
    },
    /// The description of an operator looks up operators, before the registry is complete.
    #[error(
        "{found} looked up while the operator {described:?} is described: set attributes that need other operators with `register_op_attrs!`"
    )]
    RegistryIncomplete {
        /// The lookup, as the subject and verb of the message.
        found: String,
        /// The name of the operator whose description runs.
        described: &'static str,
    },
    /// The attribute already has a value with the same priority level.
    #[error(
        "the operator {op:?} already has a value for {attr:?} at the priority level {plevel}: use a higher level"
    )]
    SameLevel {
        /// The name of the operator.
        op: String,
        /// The name of the attribute.
        attr: String,
        /// The priority level.
        plevel: i32,
    },
    /// The attribute was never set for any operator.
    #[error("the attribute {found:?} is not registered for any operator{}", did_you_mean(&nearest.as_deref()))]
    UnknownAttr {
        /// The requested attribute.
        found: String,
        /// The most similar attribute name.
        nearest: Option<String>,
    },
    /// The value of an attribute is null.
    #[error("the attribute {attr:?} of the operator {op:?}: expected a value, found null")]
    NoValue {
        /// The name of the operator.
        op: String,
        /// The name of the attribute.
        attr: String,
    },
    /// The priority level of a value is not positive.
    #[error(
        "the attribute {attr:?} of the operator {op:?}: expected a priority level above 0, found {plevel}"
    )]
    Level {
        /// The name of the operator.
        op: String,
        /// The name of the attribute.
        attr: String,
        /// The priority level.
        plevel: i32,
    },
    /// The type key of an operator's attributes is unknown.
    #[error("the attributes of the operator {op:?}: no type has the key {found:?}")]
    UnknownAttrsType {
        /// The name of the operator.
        op: String,
        /// The unknown type key.
        found: String,
    },
    /// The type relation of an operator does not exist.
    #[error("a type relation of the operator {op:?}: {source}")]
    UnknownRelation {
        /// The name of the operator.
        op: String,
        /// The error of looking up the relation's global function.
        source: objet::function::RegistryError,
    },
    /// The value of an attribute does not have the requested type.
    #[error("the attribute {attr:?} of the operator {op:?}: {source}")]
    Value {
        /// The name of the operator.
        op: String,
        /// The name of the attribute.
        attr: String,
        /// The type mismatch.
        source: ValueError,
    },
    /// A call has the wrong number of inputs.
    #[error("the operator {op:?}: expected {expected} inputs, found {found}")]
    Inputs {
        /// The name of the operator.
        op: String,
        /// The number of inputs that the operator takes.
        expected: usize,
        /// The number of inputs of the call.
        found: usize,
    },
    /// The attributes of a call cannot be constructed.
    #[error("the attributes of the operator {op:?}: {source}")]
    Attrs {
        /// The name of the operator.
        op: String,
        /// The cause, which names the attribute.
        source: Box<ReflectError>,
    },
    /// The attributes of a call have the wrong type.
    #[error("the attributes of the operator {op:?}: expected {expected}, found {}", or_none(found))]
    AttrsType {
        /// The name of the operator.
        op: String,
        /// The type key that the operator declares.
        expected: String,
        /// The type key of the passed attributes; empty if the call has no attributes.
        found: String,
    },
    /// The operator has no type relation.
    #[error("the operator {op:?} has no type relation")]
    NoRelation {
        /// The name of the operator.
        op: String,
    },
    /// The types of a call do not satisfy the operator's type relation.
    #[error("the types of a call of the operator {op:?}: {source}")]
    Relation {
        /// The name of the operator.
        op: String,
        /// The error of the type relation.
        source: Arc<objet::function::RuntimeError>,
    },
    /// The type of a call's result cannot be inferred from the known types.
    #[error("the result type of the operator {op:?} cannot be inferred from its input types")]
    TypeUnknown {
        /// The name of the operator.
        op: String,
    },
}

fn or_none(type_key: &str) -> &str {
    if type_key.is_empty() { "none" } else { type_key }
}

fn did_you_mean(nearest: &Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}
