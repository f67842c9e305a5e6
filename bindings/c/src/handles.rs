//! What C passes, as Rust has it.

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::c_void;

use objet_object::{ArgValue, FromValue, IsObjectRef, TVMValue, TypeCode};
use objet_runtime::Result;
use objet_runtime::backend::{not_null, taken_from_c};

/// A reference to the object of a handle.
///
/// # Errors
/// If the handle is null, or that of an object of another type.
///
/// # Safety
/// The handle is null, or that of an object that lasts for this call; of a tensor, if an `NDArray` is asked for.
pub(crate) unsafe fn reference<R: IsObjectRef>(handle: *mut c_void) -> Result<R> {
    // SAFETY: as the caller promised; the code of most objects of a type is one that the object may be passed with.
    let object =
        unsafe { ArgValue::from_raw(TVMValue { v_handle: handle }, <R as FromValue<'_>>::USUAL_CODE) }?;
    Ok(object.get()?)
}

/// Gives back a reference that C has. Null is none.
///
/// # Safety
/// The handle is null, or one of this code, of which the caller owns a reference.
pub(crate) unsafe fn release(handle: *mut c_void, code: TypeCode) -> Result<()> {
    if !handle.is_null() {
        // SAFETY: as the caller promised.
        drop(unsafe { taken_from_c(TVMValue { v_handle: handle }, code) }?);
    }
    Ok(())
}

/// Has a value made, and puts it where C wants it. If there is no such place, it is not made.
///
/// # Safety
/// The place is null, or can be written to.
pub(crate) unsafe fn put<T>(
    place: *mut T,
    expected: &'static str,
    make: impl FnOnce() -> Result<T>,
) -> Result<()> {
    let place = not_null(place, expected)?;
    let value = make()?;
    // SAFETY: it is not null, and can be written to.
    unsafe { place.write(value) };
    Ok(())
}
