//! Any objects, and their types.

use objet_object::{Object, ObjectRef, types};
use objet_object_derive::register_global;

/// The address of an object, 0 for null.
#[register_global("runtime.ObjectPtrHash", crate = objet_runtime)]
pub(super) fn object_ptr_hash(object: Option<ObjectRef>) -> i64 {
    object.map_or(0, |object| std::ptr::from_ref::<Object>(&object).addr() as i64)
}

/// Prints the types that have so many below them or more to the standard error.
#[register_global("runtime.DumpTypeTable", crate = objet_runtime)]
pub(super) fn dump_type_table(min_children: i64) {
    eprint!("{}", types::dump(usize::try_from(min_children).unwrap_or(0)));
}
