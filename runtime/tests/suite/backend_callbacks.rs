//! C functions that are called from Rust.

#![expect(unsafe_code, reason = "implements and calls C functions")]

mod arguments;
mod ends;
mod errors;
mod results;

use std::cell::RefCell;
use std::ffi::{CStr, c_int, c_void};
use std::ptr::null_mut;

use objet_object::{IsObjectRef, ObjectRef, TVMValue, TypeCode};
use objet_runtime::PackedFunc;
use objet_runtime::backend::{
    TVMFunctionHandle, TVMPackedCFunc, TVMRetValueHandle, api_set_last_error, cfunc_set_return,
    func_create_from_cfunc,
};

/// The behavior of a C function, as a Rust closure.
type Script = RefCell<Box<dyn FnMut(&mut [TVMValue], &mut [TypeCode], TVMRetValueHandle) -> c_int>>;

unsafe extern "C" fn run_script(
    args: *mut TVMValue,
    codes: *mut TypeCode,
    count: c_int,
    ret: TVMRetValueHandle,
    resource: *mut c_void,
) -> c_int {
    // SAFETY: the arrays are writable, and the resource is the script.
    let (args, codes, script) = unsafe {
        (
            std::slice::from_raw_parts_mut(args, count as usize),
            std::slice::from_raw_parts_mut(codes, count as usize),
            &*resource.cast::<Script>(),
        )
    };
    script.borrow_mut()(args, codes, ret)
}

unsafe extern "C" fn end_script(resource: *mut c_void) {
    // SAFETY: the resource is a leaked script.
    drop(unsafe { Box::from_raw(resource.cast::<Script>()) });
}

/// Takes over the reference of a handle.
fn take(handle: TVMFunctionHandle) -> PackedFunc {
    // SAFETY: a reference is the address of its object.
    let object: ObjectRef = unsafe { std::mem::transmute(std::ptr::NonNull::new(handle).unwrap()) };
    object.downcast().unwrap()
}

fn create(
    function: TVMPackedCFunc,
    resource: *mut c_void,
    end: unsafe extern "C" fn(*mut c_void),
) -> PackedFunc {
    let mut out = null_mut();
    // SAFETY: the function and its finalizer belong to the resource.
    assert_eq!(unsafe { func_create_from_cfunc(Some(function), resource, Some(end), &mut out) }, 0);
    take(out)
}

fn c_function(
    script: impl FnMut(&mut [TVMValue], &mut [TypeCode], TVMRetValueHandle) -> c_int + 'static,
) -> PackedFunc {
    let script: Box<Script> = Box::new(RefCell::new(Box::new(script)));
    create(run_script, Box::into_raw(script).cast(), end_script)
}

/// Sets the result of a C function.
fn set_return(ret: TVMRetValueHandle, (mut value, mut code): (TVMValue, TypeCode)) -> c_int {
    // SAFETY: `ret` is the handle that the function received. Each test passes a valid value.
    unsafe { cfunc_set_return(ret, &mut value, &mut code, 1) }
}

/// Fails with a message, as C functions do.
fn fail(text: &CStr) -> c_int {
    // SAFETY: a NUL-terminated string.
    unsafe { api_set_last_error(text.as_ptr()) };
    -1
}

/// Returns a function that copies its first argument to its result.
fn copy() -> PackedFunc {
    c_function(|args, codes, ret| set_return(ret, (args[0], codes[0])))
}
