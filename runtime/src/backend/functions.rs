//! Functions: calling them from C, and making them of C.
//!
//! Invariant: nothing here keeps a pointer that C passed beyond the call, but the function and the resource of
//! [`func_create_from_cfunc`].

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{c_int, c_void};
use std::ptr::NonNull;

use objet_object::{IsObject, Object, RetValue, TVMValue, TypeCode};

use crate::args::Args;
use crate::backend::c_function::function_of_c;
use crate::backend::c_values::{
    arg_from_c, copied_from_c, give_to_c, owned_by_c, returned_to_c, take_from_c,
};
use crate::backend::{
    BackendError, TVMFunctionHandle, TVMPackedCFunc, TVMPackedCFuncFinalizer, TVMRetValueHandle, guarded,
};
use crate::error::Result;
use crate::packed_func::PackedFuncNode;

/// Calls a function. Arguments are borrowed for the call. The caller owns an object that is returned; text and bytes stay
/// with this thread, until it is returned the next ones; a data type is returned as text.
///
/// # Safety
/// `func` is the handle of a function that lasts for the call, or null; `num_args` values and codes stand where the pointers
/// say, as [`TypeCode`] tells of each code; and the last two are null or can be written to.
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

/// Calls a function where the type of functions was registered late, or refuses a handle that is no
/// function. This check is apart from [`func_call`], which has no registers to save for a call of it.
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
        None => unsafe { refuse_call(func, num_args, ret_val, ret_type_code) },
    }
}

/// Calls a function with arguments of C. A panic in it is an error already, so no guard is needed.
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
    let refuse = || unsafe { refuse_call(func, num_args, ret_val, ret_type_code) };
    // SAFETY: as the caller promised.
    let Some(args) = (unsafe { args_of_c(arg_values, type_codes, num_args) }) else { return refuse() };
    let Some(value) = NonNull::new(ret_val) else { return refuse() };
    let Some(code) = NonNull::new(ret_type_code) else { return refuse() };
    let result = function.run(args);
    let Ok(RetValue::Int(v_int64)) = result else {
        // SAFETY: as the caller promised.
        return unsafe { finish_call(function, result, value, code) };
    };
    // An integer has nothing to drop, and need not be looked at.
    std::mem::forget(result);
    // SAFETY: neither is null, and both can be written to, says the caller.
    unsafe {
        value.write(TVMValue { v_int64 });
        code.write(TypeCode::INT);
    }
    0
}

/// Gives C a result that is no integer, or an error.
///
/// # Safety
/// Both places can be written to.
#[cold]
#[inline(never)]
unsafe fn finish_call(
    function: &PackedFuncNode,
    result: Result<RetValue>,
    value: NonNull<TVMValue>,
    code: NonNull<TypeCode>,
) -> c_int {
    guarded(|| {
        let returned = returned_to_c(result.map_err(|error| function.left_by(error))?)?;
        // SAFETY: as the caller promised.
        unsafe {
            value.write(returned.0);
            code.write(returned.1);
        }
        Ok(())
    })
}

/// Fails for the first part of a call that [`func_call`] cannot do with.
///
/// # Safety
/// `func` is as for [`func_call`].
#[cold]
#[inline(never)]
unsafe fn refuse_call(
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
        not_null(ret_val, "a place for the value that is returned")?;
        not_null(ret_type_code, "a place for the type code of the value that is returned")?;
        Err(BackendError::NullPointer { expected: "the values and type codes of arguments" }.into())
    })
}

/// Gives a reference to a function back. Null is allowed.
///
/// # Safety
/// `func` is null, or the handle of a function of which the caller owns one reference.
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

/// Sets the result of a function of C, which is copied: its caller keeps what it has.
///
/// # Safety
/// `ret` is what the function was given for this, during its call; and `num_ret` values and codes stand where the pointers
/// say, as [`TypeCode`] tells of each code.
pub unsafe extern "C" fn cfunc_set_return(
    ret: TVMRetValueHandle,
    value: *mut TVMValue,
    type_code: *mut TypeCode,
    num_ret: c_int,
) -> c_int {
    guarded(|| {
        let ret = not_null(ret.cast::<RetValue>(), "the handle of a result")?;
        if num_ret != 1 {
            return Err(
                BackendError::Count { what: "result", expected: "exactly 1", found: num_ret.into() }.into()
            );
        }
        let (value, type_code) = (not_null(value, "a value")?, not_null(type_code, "a type code")?);
        // SAFETY: the pointers are not null, and the rest is as the caller promised.
        let copy = unsafe { copied_from_c(value.read(), type_code.read()) }?;
        // SAFETY: the handle is that of the result, which nobody uses while C is called.
        drop(unsafe { ret.replace(copy) });
        Ok(())
    })
}

/// Makes an argument that a function of C was passed, which is borrowed, one that it owns. An object that it may take is
/// taken.
///
/// # Safety
/// A value and a code stand where the pointers say, as [`TypeCode`] tells of the code, and can be written to.
pub unsafe extern "C" fn cb_arg_to_return(value: *mut TVMValue, code: *mut TypeCode) -> c_int {
    guarded(|| {
        let (value, code) = (not_null(value, "a value")?, not_null(code, "a type code")?);
        // SAFETY: the pointers are not null, and the rest is as the caller promised.
        let (of, found) = unsafe { (arg_from_c(value.read(), code.read())?, code.read()) };
        let owned = match found {
            // There is no owning a tensor that is not an object; whoever has it goes on to borrow it.
            TypeCode::DL_TENSOR_HANDLE => return Ok(()),
            TypeCode::STR | TypeCode::BYTES => None,
            _ => owned_by_c(RetValue::try_from(of)?),
        };
        let error = BackendError::Code { expected: "a value that can be owned", found: found.0 };
        let (owned_value, owned_code) = owned.ok_or(error)?;
        // SAFETY: as above.
        unsafe {
            value.write(owned_value);
            code.write(owned_code);
        }
        Ok(())
    })
}

/// Makes a function of one of C. The finalizer, which may be null, is called once with the resource, when the last reference
/// to the function goes, on whatever thread that happens; it is not called if this fails.
///
/// # Safety
/// The function is one for its resource; both, and the finalizer, may be used on any thread; and none of them lets a C++
/// exception out. `out` is null or can be written to.
pub unsafe extern "C" fn func_create_from_cfunc(
    func: Option<TVMPackedCFunc>,
    resource_handle: *mut c_void,
    fin: Option<TVMPackedCFuncFinalizer>,
    out_func: *mut TVMFunctionHandle,
) -> c_int {
    guarded(|| {
        let func = func.ok_or(BackendError::NullPointer { expected: "a function of C" })?;
        let place = not_null(out_func, "a place for the function")?;
        // SAFETY: as the caller promised.
        let function = unsafe { function_of_c(func, resource_handle, fin) };
        // SAFETY: the place is not null, and can be written to.
        unsafe { place.write(give_to_c(function)) };
        Ok(())
    })
}

/// A pointer that must not be null.
///
/// # Errors
/// If it is.
pub fn not_null<T>(pointer: *mut T, expected: &'static str) -> Result<NonNull<T>, BackendError> {
    NonNull::new(pointer).ok_or(BackendError::NullPointer { expected })
}

/// The node that a handle is the address of.
///
/// # Errors
/// If the handle is null, or that of an object of another type.
///
/// # Safety
/// The handle is null, or that of an object that lasts for as long as `'a`.
pub unsafe fn node<'a, T: IsObject>(
    handle: *mut c_void,
    expected: &'static str,
) -> Result<&'a T, BackendError> {
    let object = not_null(handle, expected)?;
    // SAFETY: as the caller promised; an object begins with its header.
    let object: &Object = unsafe { object.cast().as_ref() };
    object.as_node().ok_or_else(|| BackendError::Handle { expected: T::TYPE_KEY, found: object.type_key() })
}

/// Returns the arguments that C passes; `None` if they cannot be.
///
/// # Safety
/// So many values and codes stand where the pointers say, as [`TypeCode`] tells of each code, for as long as `'a`.
#[inline(always)]
unsafe fn args_of_c<'a>(values: *const TVMValue, codes: *const TypeCode, count: c_int) -> Option<Args<'a>> {
    match usize::try_from(count) {
        Ok(0) => Some(Args::NONE),
        // SAFETY: the pointers are not null, and the rest is as the caller promised.
        Ok(len) if !values.is_null() && !codes.is_null() => unsafe {
            Some(Args::from_parts(values, codes, len))
        },
        _ => None,
    }
}
