//! Global functions for any object and its type.

use objet_object::{Object, ObjectRef, RetValue, types};
use objet_object_derive::register_global;

use crate::args::Args;
use crate::error::Result;

/// Returns the address of an object, or 0 for null.
#[register_global("runtime.ObjectPtrHash", crate = objet_runtime)]
pub(super) fn object_ptr_hash(args: Args<'_>) -> Result<RetValue> {
    let object: Option<ObjectRef> = args.get(0)?;
    Ok(object.map_or(0, |object| std::ptr::from_ref::<Object>(&object).addr() as i64).into())
}

/// Prints the type table to the standard error. The argument is the minimum number of descendants
/// of the printed types.
#[register_global("runtime.DumpTypeTable", crate = objet_runtime)]
pub(super) fn dump_type_table(args: Args<'_>) -> Result<RetValue> {
    let min_children: i64 = args.get(0)?;
    eprint!("{}", types::dump(usize::try_from(min_children).unwrap_or(0)));
    Ok(RetValue::Null)
}
