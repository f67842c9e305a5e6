//! Packed calls from C, and packed functions made from C functions.
//!
//! Invariant: no pointer of C is kept beyond the call, except the function, resource and finalizer
//! of [`func_create_from_cfunc`].

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{c_int, c_void};
use std::ptr::NonNull;

use objet_object::{IsObject, Object, RetValue, TVMValue, TypeCode};

use crate::args::Args;
use crate::backend::c_function::function_of_c;
use crate::backend::c_values::{
    arg_from_c, copied_from_c, into_c_handle, owned_by_c, returned_to_c, take_from_c,
};
use crate::backend::{
    BackendError, TVMFunctionHandle, TVMPackedCFunc, TVMPackedCFuncFinalizer, TVMRetValueHandle, guarded,
};
use crate::error::Result;
use crate::packed_func::PackedFuncNode;

/// Calls a function. Arguments are borrowed for the call.
///
/// The caller owns a returned object. A returned string or byte array stays valid until this thread
/// returns the next one. A data type is returned as a string.
///
/// # Safety
/// `func` must be null or the handle of a function that lives during the call. `arg_values` and
/// `type_codes` must point to `num_args` elements that match as [`TypeCode`] describes. `ret_val`
/// and `ret_type_code` must be null or valid for writes.
#[inline]
pub unsafe extern "C" fn func_call(
    func: TVMFunctionHandle,
    arg_values: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_type_code: *mut TypeCode,
) -> c_int {
    // SAFETY: as the caller promised; an object begins with its header.
    match unsafe { func.cast::<Object>().as_ref() }.and_then(Object::as_linked_node::<PackedFuncNode>) {
        // SAFETY: as the caller promised.
        Some(function) => unsafe {
            call_node(function, arg_values, type_codes, num_args, ret_val, ret_type_code)
        },
        // SAFETY: as the caller promised.
        None => unsafe { call_late(func, arg_values, type_codes, num_args, ret_val, ret_type_code) },
    }
}

/// Calls a function whose type was registered late, or rejects a handle of another type.
///
/// The check for a late type is a call. It is outside [`func_call`], so that the fast path saves no
/// registers for it.
///
/// # Safety
/// That of [`func_call`].
#[cold]
#[inline(never)]
unsafe fn call_late(
    func: TVMFunctionHandle,
    arg_values: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_type_code: *mut TypeCode,
) -> c_int {
    // SAFETY: as the caller promised; an object begins with its header.
    match unsafe { func.cast::<Object>().as_ref() }.and_then(Object::as_node::<PackedFuncNode>) {
        // SAFETY: as the caller promised.
        Some(function) => unsafe {
            call_node(function, arg_values, type_codes, num_args, ret_val, ret_type_code)
        },
        // SAFETY: as the caller promised.
        None => unsafe { rejected_call(func, num_args, ret_val, ret_type_code) },
    }
}

/// Calls a function with arguments from C. The call needs no guard of its own: `run` turns a panic
/// into an error.
///
/// # Safety
/// That of [`func_call`].
#[inline(always)]
unsafe fn call_node(
    function: &PackedFuncNode,
    arg_values: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_type_code: *mut TypeCode,
) -> c_int {
    let func = std::ptr::from_ref(function).cast_mut().cast();
    // SAFETY: as the caller promised.
    let rejected = || unsafe { rejected_call(func, num_args, ret_val, ret_type_code) };
    // SAFETY: as the caller promised.
    let Some(args) = (unsafe { args_of_c(arg_values, type_codes, num_args) }) else { return rejected() };
    let Some(value) = NonNull::new(ret_val) else { return rejected() };
    let Some(code) = NonNull::new(ret_type_code) else { return rejected() };
    let result = function.run(args);
    let Ok(RetValue::Int(v_int64)) = result else {
        // SAFETY: as the caller promised.
        return unsafe { finish_call(function, result, value, code) };
    };
    // An integer needs no drop, so forgetting the result skips the check for one.
    std::mem::forget(result);
    // SAFETY: neither pointer is null, and both are valid for writes as the caller promised.
    unsafe {
        value.write(TVMValue { v_int64 });
        code.write(TypeCode::INT);
    }
    0
}

/// Stores a result that is not an integer, or reports an error.
///
/// # Safety
/// Both pointers must be valid for writes.
#[cold]
#[inline(never)]
unsafe fn finish_call(
    function: &PackedFuncNode,
    result: Result<RetValue>,
    value: NonNull<TVMValue>,
    code: NonNull<TypeCode>,
) -> c_int {
    guarded(|| {
        let returned = returned_to_c(result.map_err(|error| function.with_frame(error))?)?;
        // SAFETY: as the caller promised.
        unsafe {
            value.write(returned.0);
            code.write(returned.1);
        }
        Ok(())
    })
}

/// Reports the first invalid parameter of [`func_call`].
///
/// # Safety
/// As for [`func_call`], for `func`.
#[cold]
#[inline(never)]
unsafe fn rejected_call(
    func: TVMFunctionHandle,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_type_code: *mut TypeCode,
) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        unsafe { node::<PackedFuncNode>(func, "a function") }?;
        if num_args < 0 {
            let (what, expected) = ("arguments", "0 or more");
            return Err(BackendError::Count { what, expected, found: num_args.into() }.into());
        }
        not_null(ret_val, "an output pointer for the result")?;
        not_null(ret_type_code, "an output pointer for the type code of the result")?;
        Err(BackendError::NullPointer { expected: "the values and type codes of arguments" }.into())
    })
}

/// Releases a reference to a function. Null is allowed.
///
/// # Safety
/// `func` must be null or the handle of a function with a reference that the caller owns.
pub unsafe extern "C" fn func_free(func: TVMFunctionHandle) -> c_int {
    guarded(|| {
        if let Some(handle) = NonNull::new(func) {
            // SAFETY: as the caller promised.
            unsafe { node::<PackedFuncNode>(func, "a function")? };
            // SAFETY: as above.
            drop(unsafe { take_from_c(handle) });
        }
        Ok(())
    })
}

/// Sets the result of a C function. The value is copied; the C function keeps its own reference.
///
/// # Safety
/// `ret` must be the handle that the C function received, and the call must still be in progress.
/// `value` and `type_code` must point to `num_ret` elements that match as [`TypeCode`] describes.
pub unsafe extern "C" fn cfunc_set_return(
    ret: TVMRetValueHandle,
    value: *mut TVMValue,
    type_code: *mut TypeCode,
    num_ret: c_int,
) -> c_int {
    guarded(|| {
        let ret = not_null(ret.cast::<RetValue>(), "a result handle")?;
        if num_ret != 1 {
            return Err(
                BackendError::Count { what: "result", expected: "exactly 1", found: num_ret.into() }.into()
            );
        }
        let (value, type_code) = (not_null(value, "a value")?, not_null(type_code, "a type code")?);
        // SAFETY: the pointers are not null. The value is as the caller promised.
        let copy = unsafe { copied_from_c(value.read(), type_code.read()) }?;
        // SAFETY: the handle points to the result, which is not accessed otherwise during the C
        // call.
        drop(unsafe { ret.replace(copy) });
        Ok(())
    })
}

/// Turns a borrowed argument of a C function into an owned value. An rvalue reference is emptied.
///
/// # Safety
/// The pointers must be null, or point to a value and a matching type code that are valid for
/// writes.
pub unsafe extern "C" fn cb_arg_to_return(value: *mut TVMValue, code: *mut TypeCode) -> c_int {
    guarded(|| {
        let (value, code) = (not_null(value, "a value")?, not_null(code, "a type code")?);
        // SAFETY: the pointers are not null. The value is as the caller promised.
        let (of, found) = unsafe { (arg_from_c(value.read(), code.read())?, code.read()) };
        let owned = match found {
            // A `DLTensor` has no owner, so the C function keeps borrowing it.
            TypeCode::DL_TENSOR_HANDLE => return Ok(()),
            TypeCode::STR | TypeCode::BYTES => None,
            _ => owned_by_c(RetValue::try_from(of)?),
        };
        let error = BackendError::Code { expected: "a value that C can own", found: found.0 };
        let (owned_value, owned_code) = owned.ok_or(error)?;
        // SAFETY: as above.
        unsafe {
            value.write(owned_value);
            code.write(owned_code);
        }
        Ok(())
    })
}

/// Creates a packed function from a C function.
///
/// The finalizer, which may be null, receives the resource once, when the last reference to the
/// function is dropped, on the thread that drops it. If creation fails, the finalizer is not
/// called.
///
/// # Safety
/// The function must accept the resource. The function, the resource and the finalizer may be used
/// on any thread, and no C++ exception may leave them. `out_func` must be null or valid for writes.
pub unsafe extern "C" fn func_create_from_cfunc(
    func: Option<TVMPackedCFunc>,
    resource_handle: *mut c_void,
    fin: Option<TVMPackedCFuncFinalizer>,
    out_func: *mut TVMFunctionHandle,
) -> c_int {
    guarded(|| {
        let func = func.ok_or(BackendError::NullPointer { expected: "a C function" })?;
        let place = not_null(out_func, "an output pointer for the function")?;
        // SAFETY: as the caller promised.
        let function = unsafe { function_of_c(func, resource_handle, fin) };
        // SAFETY: the pointer is not null, and valid for writes as the caller promised.
        unsafe { place.write(into_c_handle(function)) };
        Ok(())
    })
}

/// Returns the pointer if it is not null.
///
/// # Errors
/// If the pointer is null. `expected` names its target in the message.
pub fn not_null<T>(pointer: *mut T, expected: &'static str) -> Result<NonNull<T>, BackendError> {
    NonNull::new(pointer).ok_or(BackendError::NullPointer { expected })
}

/// Returns the node of a handle.
///
/// # Errors
/// If the handle is null or belongs to an object of another type.
///
/// # Safety
/// The handle must be null or that of an object that lives for `'a`.
pub unsafe fn node<'a, T: IsObject>(
    handle: *mut c_void,
    expected: &'static str,
) -> Result<&'a T, BackendError> {
    let object = not_null(handle, expected)?;
    // SAFETY: as the caller promised. An object begins with its header.
    let object: &Object = unsafe { object.cast().as_ref() };
    object.as_node().ok_or_else(|| BackendError::Handle { expected: T::TYPE_KEY, found: object.type_key() })
}

/// Returns the arguments of a C call, or `None` for a negative count or a null pointer.
///
/// # Safety
/// Unless null, the pointers must point to `count` elements that match as [`TypeCode`] describes
/// and live for `'a`.
#[inline(always)]
unsafe fn args_of_c<'a>(values: *const TVMValue, codes: *const TypeCode, count: c_int) -> Option<Args<'a>> {
    match usize::try_from(count) {
        Ok(0) => Some(Args::NONE),
        // SAFETY: the pointers are not null. The elements are as the caller promised.
        Ok(len) if !values.is_null() && !codes.is_null() => unsafe {
            Some(Args::from_parts(values, codes, len))
        },
        _ => None,
    }
}
