//! Calls from C: a global function, by its handle, called 1,024 times.

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;

use objet::{PackedFuncNode, Registry, TVMValue, TypeCode, TypedPackedFunc};
use objet_capi::functions::TVMFuncCall;
use objet_capi::registry::TVMFuncGetGlobal;

use crate::calls::{add, call_packed, call_packed_for_value, hidden, numbers, repeat};
use crate::case::{Case, Goal, Side};

/// The type of `TVMFuncCall`.
type Call = unsafe extern "C" fn(
    *mut c_void,
    *mut TVMValue,
    *mut TypeCode,
    c_int,
    *mut TVMValue,
    *mut TypeCode,
) -> c_int;

/// A handle, as C has it. It is never freed.
#[derive(Clone, Copy)]
struct Handle(*mut c_void);

/// As C does it: values and codes are written for each call, and the result is looked at.
#[inline(never)]
fn call_from_c(call: Call, function: Handle) -> u64 {
    let (a, b, c) = numbers();
    repeat(|| {
        let mut values = [TVMValue { v_int64: a }, TVMValue { v_int64: b }, TVMValue { v_float64: c }];
        let mut codes = [TypeCode::INT, TypeCode::INT, TypeCode::FLOAT];
        let (mut result, mut code) = (MaybeUninit::<TVMValue>::uninit(), MaybeUninit::<TypeCode>::uninit());
        // SAFETY: the handle is that of a function, and the arrays have three values and codes that fit together. Where the
        // answer is 0, both results are written.
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
    panic!("no call fails here")
}

/// With three numbers. C is given the result beside its type code, as a value; so is Rust by `call`.
pub fn c_call_cases() -> Vec<Case> {
    const NAME: &str = "bench.c.add";
    const RUST: &str = "from Rust, call";
    Registry::register_override(NAME, TypedPackedFunc::new(add));
    let mut handle = Handle(ptr::null_mut());
    // SAFETY: the text ends with a NUL, and the handle can be written to.
    let found = unsafe { TVMFuncGetGlobal(c"bench.c.add".as_ptr(), &mut handle.0) };
    assert!(found == 0 && !handle.0.is_null());
    let function: Option<&'static PackedFuncNode> = Registry::get(NAME).map(|function| &**function);
    // The dynamic linker calls by address too.
    let call: Call = hidden(TVMFuncCall);
    vec![Case::new(
        "call, from C, three numbers",
        &[Goal::Times(RUST, 1.5)],
        Side::new("objet", move || call_from_c(call, handle)),
        vec![
            Side::new(RUST, move || function.map_or(0, call_packed_for_value)),
            Side::new("…, call_as", move || function.map_or(0, call_packed)),
        ],
    )]
}
