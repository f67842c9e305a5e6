//! Values that pass from Rust to C and back together with their ownership.
//!
//! Invariants:
//! - An object that C owns is the address of its header with one strong count; a tensor among them is the address of the
//!   `DLTensor` in it.
//! - What `RETURNED` has is replaced only by the next text or bytes that this thread returns.

#![expect(unsafe_code, reason = "ownership crosses as an address")]

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::mem::{transmute, transmute_copy};
use std::ptr::{self, NonNull};

use objet_object::{
    ArgValue, FromValue, IsObjectRef, NDArrayNode, Object, ObjectRef, RetValue, TVMByteArray, TVMValue,
    TypeCode,
};

use crate::backend::{BackendError, not_null};
use crate::error::Result;

thread_local! {
    static RETURNED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static RETURNED_BYTES: Cell<TVMByteArray> = const { Cell::new(TVMByteArray { data: ptr::null(), size: 0 }) };
}

/// The address of the object, for C to borrow.
#[inline]
pub(super) fn address<R: IsObjectRef>(reference: &R) -> *mut c_void {
    // SAFETY: a reference is one word, the address of its object.
    unsafe { transmute_copy(reference) }
}

/// Gives an object to C: its handle, with one reference. That of a tensor is the address of the `DLTensor` in it.
pub fn give_to_c(object: impl IsObjectRef) -> *mut c_void {
    let object = object.into_object_ref();
    let place = match object.as_node::<NDArrayNode>() {
        Some(array) => ptr::from_ref(array.dl_tensor()).addr(),
        None => ptr::from_ref::<Object>(&object).addr(),
    };
    // SAFETY: as above; the count moves along.
    unsafe { transmute::<ObjectRef, *mut c_void>(object) }.with_addr(place)
}

/// Takes an object from C, by its address.
///
/// # Safety
/// `object` is an object, of which C gives one strong count away.
pub(super) unsafe fn take_from_c(object: NonNull<c_void>) -> ObjectRef {
    // SAFETY: as the caller promised.
    unsafe { transmute::<NonNull<c_void>, ObjectRef>(object) }
}

/// A value that C owns from now on; `None` for text and bytes, which C cannot own.
pub(super) fn owned_by_c(value: RetValue) -> Option<(TVMValue, TypeCode)> {
    let (mut raw, code) = value.as_arg().to_raw()?;
    if let RetValue::Object(object) = value {
        raw.v_handle = give_to_c(object);
    }
    Some((raw, code))
}

/// A result on its way to C. Text and bytes stay with this thread, until it returns the next ones; a data type goes as text.
pub(super) fn returned_to_c(value: RetValue) -> Result<(TVMValue, TypeCode)> {
    match value {
        RetValue::Str(text) => return_text(*text),
        RetValue::DataType(dtype) => return_text(dtype.to_string()),
        RetValue::Bytes(bytes) => {
            let size = bytes.len();
            let data = keep(*bytes)?;
            let array = RETURNED_BYTES.with(|array| {
                array.set(TVMByteArray { data, size });
                array.as_ptr()
            });
            Ok((TVMValue { v_handle: array.cast() }, TypeCode::BYTES))
        }
        // Of the rest there is nothing that C cannot own.
        _ => Ok(owned_by_c(value).unwrap_or((TVMValue::ZERO, TypeCode::NULLPTR))),
    }
}

fn return_text(text: String) -> Result<(TVMValue, TypeCode)> {
    let mut text = text.into_bytes();
    text.push(0);
    Ok((TVMValue { v_str: keep(text)? }, TypeCode::STR))
}

/// Keeps what this thread returns.
fn keep(bytes: Vec<u8>) -> Result<*const c_char, BackendError> {
    let kept = RETURNED.try_with(|kept| {
        kept.replace(bytes);
        kept.borrow().as_ptr().cast()
    });
    kept.map_err(|_| BackendError::ThreadEnds)
}

/// A copy of a value that C keeps: text and bytes are copied, objects counted, also those that might be taken.
///
/// # Safety
/// That of [`ArgValue::from_raw`], for the time of the call.
pub(super) unsafe fn copied_from_c(value: TVMValue, code: TypeCode) -> Result<RetValue> {
    // SAFETY: as the caller promised.
    let value = unsafe { arg_from_c(value, code) }?;
    if let ArgValue::RValueRef(slot) = value {
        let object = slot.take();
        slot.set(object.clone());
        return Ok(object.into());
    }
    Ok(value.try_into()?)
}

/// A value of which C gives its ownership away: the result of a compiled function, or a handle that is freed.
///
/// # Errors
/// If C cannot own such a value, or if it is none. What it may own of it stays with C.
///
/// # Safety
/// That of [`ArgValue::from_raw`], for the time of the call; and C gives one count of an object away.
pub unsafe fn taken_from_c(value: TVMValue, code: TypeCode) -> Result<RetValue> {
    // SAFETY: as the caller promised.
    let (arg, handle) = unsafe { (arg_from_c(value, code)?, value.v_handle) };
    match arg {
        ArgValue::Object(object) => {
            let place = handle.with_addr(ptr::from_ref(object).addr());
            // SAFETY: this is the address of the object, also of a tensor, which is not null.
            Ok(RetValue::Object(unsafe { take_from_c(NonNull::new_unchecked(place)) }))
        }
        ArgValue::Str(_) | ArgValue::Bytes(_) | ArgValue::RValueRef(_) => {
            Err(BackendError::Code { expected: "a value that can be given away", found: code.0 }.into())
        }
        _ => Ok(arg.try_into()?),
    }
}

/// What C says by a value beside a type code; not the codes that stay among Rust functions.
///
/// # Safety
/// That of [`ArgValue::from_raw`].
pub(super) unsafe fn arg_from_c<'a>(value: TVMValue, code: TypeCode) -> Result<ArgValue<'a>> {
    if code.0 < 0 {
        return Err(BackendError::Code { expected: "one of 0 to 14", found: code.0 }.into());
    }
    // SAFETY: as the caller promised.
    Ok(unsafe { ArgValue::from_raw(value, code) }?)
}

/// A reference to the object of a handle.
///
/// # Errors
/// If the handle is null, or that of an object of another type.
///
/// # Safety
/// The handle is null, or that of an object that lasts for this call; of a tensor, if an `NDArray` is asked for.
pub unsafe fn reference<R: IsObjectRef>(handle: *mut c_void) -> Result<R> {
    // SAFETY: as the caller promised; the code of most objects of a type is one that the object may be passed with.
    let object =
        unsafe { ArgValue::from_raw(TVMValue { v_handle: handle }, <R as FromValue<'_>>::USUAL_CODE) }?;
    Ok(object.get()?)
}

/// Gives back a reference that C has. Null is none.
///
/// # Errors
/// If C cannot own such a value.
///
/// # Safety
/// The handle is null, or one of this code, of which the caller owns a reference.
pub unsafe fn release(handle: *mut c_void, code: TypeCode) -> Result<()> {
    if !handle.is_null() {
        // SAFETY: as the caller promised.
        drop(unsafe { taken_from_c(TVMValue { v_handle: handle }, code) }?);
    }
    Ok(())
}

/// Has a value made, and puts it where C wants it. If there is no such place, it is not made.
///
/// # Errors
/// If the place is null, and those of `make`.
///
/// # Safety
/// The place is null, or can be written to.
pub unsafe fn put<T>(place: *mut T, expected: &'static str, make: impl FnOnce() -> Result<T>) -> Result<()> {
    let place = not_null(place, expected)?;
    let value = make()?;
    // SAFETY: it is not null, and can be written to.
    unsafe { place.write(value) };
    Ok(())
}
