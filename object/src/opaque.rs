//! Values of a front end as objects.

use std::any::Any;
use std::fmt;

use crate::header::Object;
use crate::node::object_ptr::make_object;

/// A value of a front end that native code passes on without a look inside, such as a Python object
/// that has no native form.
///
/// ```
/// use objet_object::{ObjectRef, Opaque, OpaqueNode};
///
/// let object = ObjectRef::from(Opaque::new(vec!["any", "Rust", "value"]));
/// let value = object.as_node::<OpaqueNode>().and_then(|node| node.get::<Vec<&str>>());
/// assert_eq!(value.map(Vec::len), Some(3));
/// ```
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.Opaque", is_final, by_hand(Debug), crate = crate)]
pub struct OpaqueNode {
    base: Object,
    value: Box<dyn Any + Send + Sync>,
}

impl OpaqueNode {
    /// Returns the value, if it has type `T`.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.value.downcast_ref()
    }
}

impl fmt::Debug for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opaque(..)")
    }
}

impl Opaque {
    /// Wraps a value.
    pub fn new(value: impl Any + Send + Sync) -> Self {
        Self(make_object(OpaqueNode { base: Object::new(), value: Box::new(value) }))
    }
}
