//! Helpers that act as C code on the C side of the runtime.

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{CStr, c_void};

use objet_object::{IsObjectRef, TVMByteArray, TVMValue, TypeCode};
use objet_runtime::PackedFunc;
use objet_runtime::backend::{TVMFunctionHandle, func_call, get_last_error};

/// A value and its type code.
pub(crate) type Pair = (TVMValue, TypeCode);

/// A pattern that shows whether an output was written.
pub(crate) const UNTOUCHED: (i64, TypeCode) = (0x5a5a_5a5a, TypeCode(77));

/// Returns the handle of a function, borrowed.
pub(crate) fn handle(function: &PackedFunc) -> TVMFunctionHandle {
    object(function).0.handle()
}

pub(crate) fn int(v_int64: i64) -> Pair {
    (TVMValue { v_int64 }, TypeCode::INT)
}

pub(crate) fn float(v_float64: f64) -> Pair {
    (TVMValue { v_float64 }, TypeCode::FLOAT)
}

pub(crate) fn null() -> Pair {
    (TVMValue::ZERO, TypeCode::NULLPTR)
}

pub(crate) fn text(text: &CStr) -> Pair {
    (TVMValue { v_str: text.as_ptr() }, TypeCode::STR)
}

/// Returns the address of a target with a type code.
pub(crate) fn pointer<T>(target: &T, code: TypeCode) -> Pair {
    (TVMValue { v_handle: std::ptr::from_ref(target).cast_mut().cast() }, code)
}

/// Returns the address of an object with its type code.
pub(crate) fn object(reference: &impl IsObjectRef) -> Pair {
    pointer(&**reference.as_object_ref(), TypeCode::OBJECT_HANDLE)
}

/// Accessors for values whose type code the test knows.
pub(crate) trait Members {
    fn int(self) -> i64;
    fn float(self) -> f64;
    fn handle(self) -> *mut c_void;
    fn text(self) -> String;
    fn bytes(self) -> Vec<u8>;
}

impl Members for TVMValue {
    fn int(self) -> i64 {
        // SAFETY: any bytes are a valid integer.
        unsafe { self.v_int64 }
    }

    fn float(self) -> f64 {
        // SAFETY: any bytes are a valid double.
        unsafe { self.v_float64 }
    }

    fn handle(self) -> *mut c_void {
        // SAFETY: any bytes are a valid pointer that is not dereferenced.
        unsafe { self.v_handle }
    }

    fn text(self) -> String {
        // SAFETY: the test has checked the type code of a string.
        unsafe { CStr::from_ptr(self.v_str) }.to_str().unwrap().to_owned()
    }

    fn bytes(self) -> Vec<u8> {
        // SAFETY: the test has checked the type code of bytes.
        unsafe {
            let array = self.v_handle.cast::<TVMByteArray>().read();
            std::slice::from_raw_parts(array.data.cast(), array.size).to_vec()
        }
    }
}

/// Calls a function as C code does. On failure, returns the last error and checks that no result
/// was written.
pub(crate) fn call(function: TVMFunctionHandle, args: &[Pair]) -> Result<Pair, String> {
    let (mut values, mut codes): (Vec<_>, Vec<_>) = args.iter().copied().unzip();
    let mut value = TVMValue { v_int64: UNTOUCHED.0 };
    let mut code = UNTOUCHED.1;
    // SAFETY: each test passes values that match their type codes and outlive the call.
    let answer = unsafe {
        func_call(function, values.as_mut_ptr(), codes.as_mut_ptr(), args.len() as i32, &mut value, &mut code)
    };
    match answer {
        0 => Ok((value, code)),
        -1 => {
            assert_eq!((value.int(), code), UNTOUCHED);
            Err(last_error())
        }
        _ => panic!("{answer}"),
    }
}

/// Returns the error of a failed call.
pub(crate) trait Refused {
    fn refused(self) -> String;
}

impl Refused for Result<Pair, String> {
    fn refused(self) -> String {
        self.err().expect("an error")
    }
}

pub(crate) fn last_error() -> String {
    // SAFETY: a NUL-terminated string, which is copied before the next error.
    unsafe { CStr::from_ptr(get_last_error()) }.to_str().expect("UTF-8").to_owned()
}

/// A kind of module without functions.
pub(crate) struct Nothing;

impl objet_runtime::ModuleKind for Nothing {
    fn type_key(&self) -> &str {
        "nothing"
    }

    fn function(
        &self,
        _: &str,
        _: &objet_runtime::Module,
    ) -> objet_runtime::Result<Option<objet_runtime::PackedFunc>> {
        Ok(None)
    }
}
