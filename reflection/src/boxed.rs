//! Boxed numbers and truth values.

use objet_object::{BoxBool, BoxBoolNode, BoxFloat, BoxFloatNode, BoxInt, BoxIntNode, Object, ObjectRef};

/// The value of a `BoxInt`, a `BoxFloat` or a `BoxBool`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Boxed {
    Int(i64),
    Float(f64),
    Bool(bool),
}

impl Boxed {
    /// Returns the value of an object, if the object is boxed.
    pub(crate) fn of(object: &Object) -> Option<Self> {
        if let Some(number) = object.as_node::<BoxIntNode>() {
            return Some(Self::Int(number.value));
        }
        if let Some(truth) = object.as_node::<BoxBoolNode>() {
            return Some(Self::Bool(truth.value));
        }
        object.as_node::<BoxFloatNode>().map(|number| Self::Float(number.value))
    }

    /// Reads a number or a truth value of JSON. Returns `None` if the text is another one, or if an
    /// integer has more than 64 bits.
    pub(crate) fn read(literal: &str) -> Option<Self> {
        if let Ok(truth) = literal.parse() {
            return Some(Self::Bool(truth));
        }
        match literal.parse() {
            Ok(number) => Some(Self::Int(number)),
            Err(_) if literal.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => None,
            Err(_) => Some(Self::Float(literal.parse().ok()?)),
        }
    }

    /// Returns a new object with this value.
    pub(crate) fn object(self) -> ObjectRef {
        match self {
            Self::Int(number) => BoxInt::new(number).into(),
            Self::Float(number) => BoxFloat::new(number).into(),
            Self::Bool(truth) => BoxBool::new(truth).into(),
        }
    }
}
