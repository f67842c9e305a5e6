//! Calls through the C API: the handle of a global function, called 1,024 times.

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;

use objet::function::{PackedFuncNode, TVMValue, TypeCode};
use objet::{Registry, TypedPackedFunc};
use objet_capi::functions::TVMFuncCall;
use objet_capi::registry::TVMFuncGetGlobal;

use crate::calls::{add, call_packed, call_packed_for_value, hidden, numbers, repeat};
use crate::case::{Case, Contestant, Goal};

/// The type of `TVMFuncCall`.
type Call = unsafe extern "C" fn(
    *mut c_void,
    *mut TVMValue,
    *mut TypeCode,
    c_int,
    *mut TVMValue,
    *mut TypeCode,
) -> c_int;

/// The handle of a function in C. The handle is never freed.
#[derive(Clone, Copy)]
struct Handle(*mut c_void);

/// Calls like C code: writes the values and type codes for each call, and checks the code of the
/// result.
#[inline(never)]
fn call_from_c(call: Call, function: Handle) -> u64 {
    let (a, b, c) = numbers();
    repeat(|| {
        let mut values = [TVMValue { v_int64: a }, TVMValue { v_int64: b }, TVMValue { v_float64: c }];
        let mut codes = [TypeCode::INT, TypeCode::INT, TypeCode::FLOAT];
        let (mut result, mut code) = (MaybeUninit::<TVMValue>::uninit(), MaybeUninit::<TypeCode>::uninit());
        // SAFETY: `function` is the handle of a function, and the arrays hold three values with
        // matching codes. If the function returns 0, it has written both results.
        unsafe {
            let (values, codes) = (values.as_mut_ptr(), codes.as_mut_ptr());
            let answer = call(function.0, values, codes, 3, result.as_mut_ptr(), code.as_mut_ptr());
            if answer != 0 || code.assume_init() != TypeCode::INT {
                failed()
            }
            result.assume_init().v_int64
        }
    })
}

#[cold]
#[inline(never)]
fn failed() -> ! {
    panic!("the call failed")
}

/// Returns the cases of calls with three numbers. C receives the result as a value and a type code,
/// like the caller of `call` in Rust.
pub fn c_call_cases() -> Vec<Case> {
    const NAME: &str = "bench.c.add";
    const RUST: &str = "from Rust, call";
    Registry::register_override(NAME, TypedPackedFunc::new(add));
    let mut handle = Handle(ptr::null_mut());
    // SAFETY: the string ends with a NUL, and the handle is writable.
    let found = unsafe { TVMFuncGetGlobal(c"bench.c.add".as_ptr(), &mut handle.0) };
    assert!(found == 0 && !handle.0.is_null());
    let function: Option<&'static PackedFuncNode> = Registry::get(NAME).map(|function| &**function);
    // A dynamically linked function is called by address too.
    let call: Call = hidden(TVMFuncCall);
    vec![Case::new(
        "call, from C, three numbers",
        &[Goal::Times(RUST, 1.5)],
        Contestant::new("objet", move || call_from_c(call, handle)),
        vec![
            Contestant::new(RUST, move || function.map_or(0, call_packed_for_value)),
            Contestant::new("…, call_as", move || function.map_or(0, call_packed)),
        ],
    )]
}
