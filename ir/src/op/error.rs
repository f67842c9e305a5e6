//! What can go wrong with operators by name.

use std::panic::Location;
use std::str::Utf8Error;

use objet::ValueError;

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
}

fn did_you_mean(nearest: &Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}
