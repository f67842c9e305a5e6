//! Passes values and their ownership between Rust and C.
//!
//! Invariants:
//! - An object handle that C owns is the address of the object's header and holds one strong count.
//!   For a tensor, the handle is the address of the `DLTensor` inside the object.
//! - The content of `RETURNED` is replaced only when the same thread returns another string or byte
//!   array.

#![expect(unsafe_code, reason = "passes ownership as an address")]

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

/// Returns the address of the object, for C to borrow.
#[inline]
pub(super) fn address<R: IsObjectRef>(reference: &R) -> *mut c_void {
    // SAFETY: a reference is one word, the address of its object.
    unsafe { transmute_copy(reference) }
}

/// Passes an object to C: returns its handle, which holds one reference. The handle of a tensor is
/// the address of the `DLTensor` in the object.
pub fn into_c_handle(object: impl IsObjectRef) -> *mut c_void {
    let object = object.into_object_ref();
    let address = match object.as_node::<NDArrayNode>() {
        Some(array) => ptr::from_ref(array.dl_tensor()).addr(),
        None => ptr::from_ref::<Object>(&object).addr(),
    };
    // SAFETY: as above; the handle takes over the strong count.
    unsafe { transmute::<ObjectRef, *mut c_void>(object) }.with_addr(address)
}

/// Takes over an object of C by its address.
///
/// # Safety
/// `object` must be the address of an object. The caller passes one strong count of the object.
pub(super) unsafe fn take_from_c(object: NonNull<c_void>) -> ObjectRef {
    // SAFETY: as the caller promised.
    unsafe { transmute::<NonNull<c_void>, ObjectRef>(object) }
}

/// Converts a value to one that C owns. Returns `None` for strings and bytes, which C cannot own.
pub(super) fn owned_by_c(value: RetValue) -> Option<(TVMValue, TypeCode)> {
    let (mut raw, code) = value.as_arg().to_raw()?;
    if let RetValue::Object(object) = value {
        raw.v_handle = into_c_handle(object);
    }
    Some((raw, code))
}

/// Converts a result for C. A data type becomes a string. This thread keeps a string or bytes until
/// it returns the next ones.
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
        // C can own all other values.
        _ => Ok(owned_by_c(value).unwrap_or((TVMValue::ZERO, TypeCode::NULLPTR))),
    }
}

fn return_text(text: String) -> Result<(TVMValue, TypeCode)> {
    let mut text = text.into_bytes();
    text.push(0);
    Ok((TVMValue { v_str: keep(text)? }, TypeCode::STR))
}

/// Stores returned bytes until this thread returns others.
fn keep(bytes: Vec<u8>) -> Result<*const c_char, BackendError> {
    let kept = RETURNED.try_with(|kept| {
        kept.replace(bytes);
        kept.borrow().as_ptr().cast()
    });
    kept.map_err(|_| BackendError::ThreadShutdown)
}

/// Copies a value of C. Strings and bytes are copied, and objects get another count. An rvalue
/// reference keeps its object.
///
/// # Safety
/// The contract of [`ArgValue::from_raw`], for the duration of the call.
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

/// Takes over a value of C: the result of a compiled function, or a handle to free.
///
/// # Errors
/// If C cannot own a value of this type, or if the value is invalid. C keeps the ownership then.
///
/// # Safety
/// The contract of [`ArgValue::from_raw`], for the duration of the call. For an object, the caller
/// passes one reference.
pub unsafe fn taken_from_c(value: TVMValue, code: TypeCode) -> Result<RetValue> {
    // SAFETY: as the caller promised.
    let (arg, handle) = unsafe { (arg_from_c(value, code)?, value.v_handle) };
    match arg {
        ArgValue::Object(object) => {
            let address = handle.with_addr(ptr::from_ref(object).addr());
            // SAFETY: the address of the object, which is not null. This is true for a tensor, too.
            Ok(RetValue::Object(unsafe { take_from_c(NonNull::new_unchecked(address)) }))
        }
        ArgValue::Str(_) | ArgValue::Bytes(_) | ArgValue::RValueRef(_) => {
            Err(BackendError::Code { expected: "a value that C can own", found: code.0 }.into())
        }
        _ => Ok(arg.try_into()?),
    }
}

/// Reads a value from C. Type codes that only Rust functions use are rejected.
///
/// # Safety
/// The contract of [`ArgValue::from_raw`].
pub(super) unsafe fn arg_from_c<'a>(value: TVMValue, code: TypeCode) -> Result<ArgValue<'a>> {
    if code.0 < 0 {
        return Err(BackendError::Code { expected: "one of 0 to 14", found: code.0 }.into());
    }
    // SAFETY: as the caller promised.
    Ok(unsafe { ArgValue::from_raw(value, code) }?)
}

/// Returns a new reference to the object of a handle.
///
/// # Errors
/// If the handle is null or belongs to an object of another type.
///
/// # Safety
/// The handle must be null or that of an object that lives during this call. If `R` is `NDArray`,
/// the handle must be that of a tensor.
pub unsafe fn reference<R: IsObjectRef>(handle: *mut c_void) -> Result<R> {
    // SAFETY: as the caller promised. `FAST_CODE` is a code under which an object of this type may
    // be passed.
    let object =
        unsafe { ArgValue::from_raw(TVMValue { v_handle: handle }, <R as FromValue<'_>>::FAST_CODE) }?;
    Ok(object.get()?)
}

/// Releases a reference that C owns. A null handle is ignored.
///
/// # Errors
/// If C cannot own a value of this type.
///
/// # Safety
/// The handle must be null, or have this type code and hold a reference that the caller owns.
pub unsafe fn release(handle: *mut c_void, code: TypeCode) -> Result<()> {
    if !handle.is_null() {
        // SAFETY: as the caller promised.
        drop(unsafe { taken_from_c(TVMValue { v_handle: handle }, code) }?);
    }
    Ok(())
}

/// Calls `make` and writes the value to `target`. If `target` is null, `make` is not called.
///
/// # Errors
/// If `target` is null, and the errors of `make`.
///
/// # Safety
/// `target` must be null or valid for writes.
pub unsafe fn put<T>(target: *mut T, expected: &'static str, make: impl FnOnce() -> Result<T>) -> Result<()> {
    let target = not_null(target, expected)?;
    let value = make()?;
    // SAFETY: not null, and valid for writes as the caller promised.
    unsafe { target.write(value) };
    Ok(())
}
