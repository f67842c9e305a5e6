//! The lifetime of C functions.

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet_object::{Array, TVMValue, TypeCode};
use objet_runtime::backend::{TVMRetValueHandle, func_create_from_cfunc, func_free};

use super::create;
use crate::c_side::{call, last_error};

static ENDED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn count_end(resource: *mut c_void) {
    assert_eq!(resource.addr(), 5);
    ENDED.fetch_add(1, Ordering::Relaxed);
}

unsafe extern "C" fn nothing(
    _: *mut TVMValue,
    _: *mut TypeCode,
    _: c_int,
    _: TVMRetValueHandle,
    resource: *mut c_void,
) -> c_int {
    assert_eq!(resource.addr(), 5);
    0
}

#[test]
fn the_finalizer_runs_once() {
    let resource = std::ptr::without_provenance_mut(5);
    let mut out = null_mut();
    // SAFETY: the function must detect the null pointers.
    unsafe {
        assert_eq!(func_create_from_cfunc(None, resource, Some(count_end), &mut out), -1);
        assert_eq!(last_error(), "ValueError: expected a C function, found a null pointer\n");
        assert_eq!(func_create_from_cfunc(Some(nothing), resource, Some(count_end), null_mut()), -1);
    }
    assert!(out.is_null());
    assert_eq!(ENDED.load(Ordering::Relaxed), 0, "no finalizer runs if the creation fails");
    let function = create(nothing, resource, count_end);
    let copies = Array::from([function.clone(), function.clone()]);
    std::thread::spawn(move || drop(copies)).join().unwrap();
    function.call(()).unwrap();
    assert_eq!(ENDED.load(Ordering::Relaxed), 0);
    std::thread::spawn(move || drop(function)).join().unwrap();
    assert_eq!(ENDED.load(Ordering::Relaxed), 1);
    // A function without a finalizer.
    // SAFETY: the function accepts the resource.
    unsafe {
        assert_eq!(func_create_from_cfunc(Some(nothing), resource, None, &mut out), 0);
        assert_eq!(call(out, &[]).unwrap().1, TypeCode::NULLPTR);
        assert_eq!(func_free(out), 0);
    }
    assert_eq!(ENDED.load(Ordering::Relaxed), 1);
}
