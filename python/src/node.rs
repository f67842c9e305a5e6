//! Objects whose fields a class of Python's declares.

use objet::prelude::*;

/// An object with the fields that its class, in Python, declares. In files they are the entries of one map, as TVM has it for attributes
/// that are known by name alone.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "python.Node")]
pub(crate) struct PythonNode {
    base: Object,
    /// The fields by name.
    #[reflect(name = "__dict__")]
    fields: Map<objet::String, Option<ObjectRef>>,
}
