//! Boxed numbers: an integer, a float or a boolean as an object.
//!
//! A boxed number can be stored where only an object fits, such as a nullable field or a container.
//! The types have the same keys and the same field `value` as the boxed types of TVM.

use std::fmt;

use crate::header::Object;
use crate::node::object_ptr::make_object;

/// An integer as an object.
///
/// ```
/// use objet_object::{BoxInt, BoxIntNode, ObjectRef};
///
/// let three = BoxInt::new(3);
/// assert_eq!(three.value, 3);
///
/// let object = ObjectRef::from(three);
/// assert_eq!(object.as_node::<BoxIntNode>().map(|boxed| boxed.value), Some(3));
/// ```
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.BoxInt", is_final, crate = crate)]
pub struct BoxIntNode {
    base: Object,
    /// The integer.
    pub value: i64,
}

/// A float as an object.
///
/// ```
/// let half: objet_object::BoxFloat = 0.5.into();
/// assert_eq!(half.value, 0.5);
/// ```
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.BoxFloat", is_final, crate = crate)]
pub struct BoxFloatNode {
    base: Object,
    /// The float.
    pub value: f64,
}

/// A boolean as an object.
///
/// ```
/// let yes: objet_object::BoxBool = true.into();
/// assert!(yes.value);
/// ```
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.BoxBool", is_final, crate = crate)]
pub struct BoxBoolNode {
    base: Object,
    /// The boolean.
    pub value: bool,
}

macro_rules! boxes {
    ($($node:ident $reference:ident of $value:ty),+ $(,)?) => {
        $(
            impl $node {
                /// Creates a node that is not an object yet.
                pub fn new(value: $value) -> Self {
                    Self { base: Object::new(), value }
                }
            }

            impl $reference {
                /// Boxes a value.
                pub fn new(value: $value) -> Self {
                    Self(make_object($node::new(value)))
                }
            }

            impl From<$value> for $reference {
                fn from(value: $value) -> Self {
                    Self::new(value)
                }
            }
        )+
    };
}

boxes! {
    BoxIntNode BoxInt of i64,
    BoxFloatNode BoxFloat of f64,
    BoxBoolNode BoxBool of bool,
}

/// Returns the value of an object that is a boxed number.
pub(crate) fn value(object: &Object) -> Option<&dyn fmt::Debug> {
    if let Some(boxed) = object.as_node::<BoxIntNode>() {
        Some(&boxed.value)
    } else if let Some(boxed) = object.as_node::<BoxFloatNode>() {
        Some(&boxed.value)
    } else {
        object.as_node::<BoxBoolNode>().map(|boxed| &boxed.value as _)
    }
}
