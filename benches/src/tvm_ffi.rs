//! TVM's function interface, `apache-tvm-ffi`, through its C API.
//!
//! Invariants:
//! - Types and prototypes are those of `tvm/ffi/c_api.h`.
//! - An opened library is never closed.

#![expect(unsafe_code, reason = "calls a C++ library")]

use std::ffi::{CStr, OsString, c_char, c_int, c_void};
use std::path::PathBuf;
use std::process::Command;
use std::ptr::null_mut;
use std::sync::LazyLock;

use libloading::Library;

use crate::case::Contestant;
use crate::plan::OBJECTS;

/// The name of the peer in tables.
pub(crate) const NAME: &str = "tvm-ffi";

type Handle = *mut c_void;

#[derive(Clone, Copy)]
#[repr(C)]
union Payload {
    v_int64: i64,
    v_float64: f64,
    v_ptr: *mut c_void,
    v_c_str: *const c_char,
}

/// `TVMFFIAny`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Any {
    type_index: i32,
    zero_padding: u32,
    payload: Payload,
}

/// `TVMFFIByteArray`.
#[repr(C)]
struct ByteArray {
    data: *const c_char,
    size: usize,
}

/// An object of type `ffi.Shape`: `TVMFFIObject`, then `TVMFFIShapeCell`.
#[repr(C)]
struct Shape {
    header: [u64; 3],
    data: *const i64,
    size: usize,
}

const NONE: i32 = 0;
const INT: i32 = 1;
const FLOAT: i32 = 3;
const RAW_STR: i32 = 8;
const SHAPE: i32 = 69;

impl Any {
    const NULL: Self = Self { type_index: NONE, zero_padding: 0, payload: Payload { v_int64: 0 } };

    fn int(v_int64: i64) -> Self {
        Self { type_index: INT, payload: Payload { v_int64 }, ..Self::NULL }
    }

    fn float(v_float64: f64) -> Self {
        Self { type_index: FLOAT, payload: Payload { v_float64 }, ..Self::NULL }
    }

    fn text(text: &'static CStr) -> Self {
        Self { type_index: RAW_STR, payload: Payload { v_c_str: text.as_ptr() }, ..Self::NULL }
    }
}

type SafeCall = unsafe extern "C" fn(Handle, *const Any, i32, *mut Any) -> c_int;

/// The functions of the library.
pub(crate) struct TvmFfi {
    function_call: unsafe extern "C" fn(Handle, *mut Any, i32, *mut Any) -> c_int,
    function_create:
        unsafe extern "C" fn(Handle, SafeCall, Option<unsafe extern "C" fn(Handle)>, *mut Handle) -> c_int,
    get_global: unsafe extern "C" fn(*const ByteArray, *mut Handle) -> c_int,
    set_global: unsafe extern "C" fn(*const ByteArray, Handle, c_int) -> c_int,
    dec_ref: unsafe extern "C" fn(Handle) -> c_int,
}

/// Returns the path of the library: `TVM_FFI_LIBRARY`, or the library in the package of `python3`.
fn path() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("TVM_FFI_LIBRARY") {
        return Ok(path.into());
    }
    let ask = "import importlib.util as u; print(u.find_spec('tvm_ffi').submodule_search_locations[0])";
    let queried = Command::new("python3").args(["-c", ask]).output();
    match queried {
        Ok(answer) if answer.status.success() => {
            let folder = String::from_utf8_lossy(&answer.stdout);
            Ok(PathBuf::from(OsString::from(folder.trim())).join("lib/libtvm_ffi.so"))
        }
        _ => {
            Err("python3 has no package tvm_ffi (pip install apache-tvm-ffi), nor is TVM_FFI_LIBRARY set"
                .into())
        }
    }
}

impl TvmFfi {
    /// Returns the library, or the reason why it cannot be opened.
    pub(crate) fn get() -> Result<&'static Self, &'static str> {
        static OPENED: LazyLock<Result<TvmFfi, String>> =
            LazyLock::new(|| TvmFfi::open().map_err(|error| error.to_string()));
        OPENED.as_ref().map_err(String::as_str)
    }

    fn open() -> Result<Self, Box<dyn std::error::Error>> {
        // SAFETY: the initializers of the library are trusted. The library stays open.
        let library: &'static Library = Box::leak(Box::new(unsafe { Library::new(path()?) }?));
        // SAFETY: the prototypes are those of the header.
        unsafe {
            Ok(Self {
                function_call: *library.get(b"TVMFFIFunctionCall")?,
                function_create: *library.get(b"TVMFFIFunctionCreate")?,
                get_global: *library.get(b"TVMFFIFunctionGetGlobal")?,
                set_global: *library.get(b"TVMFFIFunctionSetGlobal")?,
                dec_ref: *library.get(b"TVMFFIObjectDecRef")?,
            })
        }
    }

    /// Creates a function, which is never freed.
    fn create(&self, safe_call: SafeCall) -> Handle {
        let mut function = null_mut();
        // SAFETY: the function needs no data.
        let code = unsafe { (self.function_create)(null_mut(), safe_call, None, &mut function) };
        assert_eq!(code, 0, "cannot create a function");
        function
    }

    #[inline(always)]
    fn call<const N: usize>(&self, function: Handle, mut args: [Any; N]) -> Any {
        let mut result = Any::NULL;
        // SAFETY: `function` is the handle of a function, and `args` holds `N` arguments.
        let code = unsafe { (self.function_call)(function, args.as_mut_ptr(), N as i32, &mut result) };
        if code == 0 { result } else { Any::NULL }
    }

    fn global(&self, name: &str) -> Handle {
        let mut function = null_mut();
        let name = ByteArray { data: name.as_ptr().cast(), size: name.len() };
        // SAFETY: `name` is a valid byte array, and `function` is writable.
        unsafe { (self.get_global)(&name, &mut function) };
        function
    }

    /// Returns a shape with one dimension.
    fn shape(&self, number: i64) -> Any {
        let shape = self.call(self.global("ffi.Shape"), [Any::int(number)]);
        assert_eq!(shape.type_index, SHAPE, "ffi.Shape returned another type");
        shape
    }
}

/// The result code for a wrong argument.
const WRONG: c_int = -1;

/// Adds three numbers. Like TVM's wrapper of a typed function, checks the number of arguments and
/// their types.
unsafe extern "C" fn add(_: Handle, args: *const Any, num_args: i32, result: *mut Any) -> c_int {
    // SAFETY: the caller passes `num_args` arguments with matching types, and a writable result.
    unsafe {
        let [a, b, c] = match std::slice::from_raw_parts(args, num_args as usize) {
            [a, b, c] => [a, b, c],
            _ => return WRONG,
        };
        if (a.type_index, b.type_index, c.type_index) != (INT, INT, FLOAT) {
            return WRONG;
        }
        let sum = crate::calls::add(a.payload.v_int64, b.payload.v_int64, c.payload.v_float64);
        *result = Any::int(sum);
    }
    0
}

unsafe extern "C" fn length(_: Handle, args: *const Any, num_args: i32, result: *mut Any) -> c_int {
    // SAFETY: as above.
    unsafe {
        if num_args != 1 || (*args).type_index != RAW_STR {
            return WRONG;
        }
        *result = Any::int(CStr::from_ptr((*args).payload.v_c_str).count_bytes() as i64);
    }
    0
}

unsafe extern "C" fn first(_: Handle, args: *const Any, num_args: i32, result: *mut Any) -> c_int {
    // SAFETY: as above.
    unsafe {
        if num_args != 1 || (*args).type_index != SHAPE {
            return WRONG;
        }
        let shape: &Shape = &*(*args).payload.v_ptr.cast();
        *result = Any::int(if shape.size > 0 { *shape.data } else { 0 });
    }
    0
}

/// Returns a contestant that calls a function with these arguments.
fn contestant<const N: usize>(ffi: &'static TvmFfi, safe_call: SafeCall, args: [Any; N]) -> Contestant {
    let function = ffi.create(safe_call);
    Contestant::new(NAME, move || {
        let args = std::hint::black_box(args);
        crate::calls::repeat(|| {
            let result = ffi.call(function, args);
            // SAFETY: the type index says that the payload is an integer.
            if result.type_index == INT { unsafe { result.payload.v_int64 } } else { 0 }
        })
    })
}

/// Returns the contestant of calls with three numbers.
pub(crate) fn numbers_contestant(numbers: (i64, i64, f64)) -> Option<Contestant> {
    let (a, b, c) = numbers;
    TvmFfi::get().ok().map(|ffi| contestant(ffi, add, [Any::int(a), Any::int(b), Any::float(c)]))
}

/// Returns the contestant of calls with a string.
pub(crate) fn text_contestant(text: &'static CStr) -> Option<Contestant> {
    TvmFfi::get().ok().map(|ffi| contestant(ffi, length, [Any::text(text)]))
}

/// Returns the contestant of calls with an object that holds `number`.
pub(crate) fn object_contestant(number: i64) -> Option<Contestant> {
    TvmFfi::get().ok().map(|ffi| contestant(ffi, first, [ffi.shape(number)]))
}

/// Returns the contestant of looking up the `queried` names. Functions are registered under all
/// `known` names. A look-up returns a counted reference, which is released.
pub(crate) fn look_up_contestant(
    known: impl Iterator<Item = String>,
    queried: Vec<String>,
) -> Option<Contestant> {
    let ffi = TvmFfi::get().ok()?;
    let function = ffi.create(add);
    for name in known {
        let name = ByteArray { data: name.as_ptr().cast(), size: name.len() };
        // SAFETY: `name` is a valid byte array, and `function` is the handle of a function.
        let code = unsafe { (ffi.set_global)(&name, function, 1) };
        assert_eq!(code, 0, "cannot register a function");
    }
    Some(Contestant::over(NAME, OBJECTS, move || {
        let found = queried.iter().filter(|name| {
            let function = ffi.global(name);
            // SAFETY: this look-up returned the reference, which has no further use.
            !function.is_null() && unsafe { (ffi.dec_ref)(function) } == 0
        });
        found.count() as u64
    }))
}

/// Returns the reason why the peer is missing, or `None` if it is available.
pub fn why_not() -> Option<&'static str> {
    TvmFfi::get().err()
}
