//! C functions and symbols of compiled code.
//!
//! The values of these types are created by `unsafe` functions, whose callers promise the
//! invariants. Calls are safe from then on.
//!
//! Invariants:
//! - The function, resource and finalizer of a [`CFunction`] belong together and may be used on any
//!   thread. The resource lives until the finalizer receives it. The libraries that contain the
//!   function and the finalizer stay open as long.
//! - A [`Symbol`] points to what compilers store under its name: a pointer variable, a blob, a
//!   string, or else a function of type [`TVMBackendPackedCFunc`]. The memory stays valid for the
//!   lifetime of the symbol.
//! - A [`SignalCheck`] holds null or the address of a function that may be called on any thread.

#![expect(unsafe_code, reason = "calls C functions by address")]

use std::ffi::{CStr, c_int, c_void};
use std::marker::PhantomData;
use std::mem::transmute;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicPtr, Ordering};

use objet_object::{OpaqueHandle, RetValue, TVMValue, TypeCode};

use crate::args::Args;
use crate::backend::{Watch, lend_to_c, taken_from_c};
use crate::callable::Invoke;
use crate::error::Result;
use crate::module::{Keeper, Module, keep};
use crate::packed_func::{FunctionMetadata, PackedFunc};
use crate::threading::TVMParallelGroupEnv;

/// A function handle: the address of an object of type `runtime.PackedFunc`. An owned handle holds
/// one reference.
pub type TVMFunctionHandle = *mut c_void;

/// A result handle: the address of a `RetValue`. C functions store their result there with
/// [`cfunc_set_return`](super::cfunc_set_return).
pub type TVMRetValueHandle = *mut c_void;

/// A C function of a front end. The resource is the one that the function was created with.
pub type TVMPackedCFunc = unsafe extern "C" fn(
    args: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    ret: TVMRetValueHandle,
    resource_handle: *mut c_void,
) -> c_int;

/// Frees the resource of a C function.
pub type TVMPackedCFuncFinalizer = unsafe extern "C" fn(resource_handle: *mut c_void);

/// A function of compiled code. Like [`TVMPackedCFunc`], but the function stores its result and the
/// type code directly.
pub type TVMBackendPackedCFunc = unsafe extern "C" fn(
    args: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    out_ret_value: *mut TVMValue,
    out_ret_tcode: *mut TypeCode,
    resource_handle: *mut c_void,
) -> c_int;

/// A task of a parallel launch. The parameters are the task's number, the state that the tasks
/// share, and the data of the launch.
pub type FTVMParallelLambda =
    unsafe extern "C" fn(task_id: c_int, penv: *mut TVMParallelGroupEnv, cdata: *mut c_void) -> c_int;

struct CFunction {
    function: TVMPackedCFunc,
    resource: *mut c_void,
    finalizer: Option<TVMPackedCFuncFinalizer>,
    /// Dropped after the finalizer has run.
    _libraries: [Option<Keeper>; 2],
}

// SAFETY: the file's invariant.
unsafe impl Send for CFunction {}
// SAFETY: as above.
unsafe impl Sync for CFunction {}

impl Invoke for CFunction {
    fn invoke(&self, args: Args<'_>) -> Option<Result<RetValue>> {
        let mut result = RetValue::Null;
        let outcome = lend_to_c(args, |values, codes, count| {
            let watch = Watch::begin();
            let result = ptr::from_mut(&mut result).cast();
            // SAFETY: C made the function for this convention (the file's first invariant). The
            // arguments and the result outlive the call.
            watch.outcome(unsafe { (self.function)(values, codes, count, result, self.resource) })
        });
        Some(outcome.map(|()| result))
    }
}

impl Drop for CFunction {
    fn drop(&mut self) {
        if let Some(finalizer) = self.finalizer {
            // SAFETY: `drop` runs once, after the last call of the function.
            unsafe { finalizer(self.resource) };
        }
    }
}

/// Creates a packed function from a C function. The finalizer receives the resource when the last
/// reference is dropped.
///
/// # Safety
/// The function, resource and finalizer must belong together and may be used on any thread.
pub(super) unsafe fn function_of_c(
    function: TVMPackedCFunc,
    resource: *mut c_void,
    finalizer: Option<TVMPackedCFuncFinalizer>,
) -> PackedFunc {
    let address = finalizer.map_or(ptr::null(), |finalizer| finalizer as *const c_void);
    let _libraries = [keep(function as *const c_void), keep(address)];
    let function = CFunction { function, resource, finalizer, _libraries };
    PackedFunc::of(function, FunctionMetadata::new(None, None, None))
}

/// A symbol of compiled code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symbol<'a> {
    address: NonNull<c_void>,
    _library: PhantomData<&'a c_void>,
}

// SAFETY: compilers generate code and variables that any thread may use.
unsafe impl Send for Symbol<'_> {}
// SAFETY: as above.
unsafe impl Sync for Symbol<'_> {}

impl<'a> Symbol<'a> {
    /// Creates a symbol from its address. Returns `None` for a null address.
    ///
    /// # Safety
    /// The address must point to what the name of the symbol stands for, for as long as `'a`.
    pub(crate) unsafe fn new(address: *mut c_void) -> Option<Self> {
        Some(Self { address: NonNull::new(address)?, _library: PhantomData })
    }

    /// Returns the address.
    pub(crate) fn address(self) -> *mut c_void {
        self.address.as_ptr()
    }

    /// Returns the function at this symbol. The name must not be that of a data symbol. `library`
    /// keeps the code loaded.
    pub(crate) fn function(self, library: Module) -> BackendFunction {
        // SAFETY: the file's second invariant.
        let code = unsafe { transmute::<NonNull<c_void>, TVMBackendPackedCFunc>(self.address) };
        BackendFunction { code, _library: library }
    }

    /// Returns the string at this symbol.
    pub(crate) fn text(self) -> &'a CStr {
        // SAFETY: a NUL-terminated string, by the file's second invariant.
        unsafe { CStr::from_ptr(self.address.as_ptr().cast()) }
    }

    /// Returns the blob at this symbol, with its length field.
    pub(crate) fn blob(self) -> &'a [u8] {
        let start = self.address.cast::<u8>();
        // SAFETY: a blob begins with its length in eight bytes.
        let length = u64::from_le_bytes(unsafe { start.cast().read_unaligned() });
        // For an impossible length, the slice has the length field only, and the blob reader
        // reports the error.
        let length = usize::try_from(length).ok().filter(|length| *length < isize::MAX as usize - 8);
        // SAFETY: that number of bytes follows, by the file's second invariant, and no code writes
        // to them.
        unsafe { std::slice::from_raw_parts(start.as_ptr(), 8 + length.unwrap_or(0)) }
    }

    /// Stores a pointer in the pointer variable at this symbol.
    pub(crate) fn store(self, value: *mut c_void) {
        // SAFETY: a pointer variable, by the file's second invariant. Other threads store the same
        // value, or store under a lock.
        unsafe { AtomicPtr::from_ptr(self.address.cast().as_ptr()) }.store(value, Ordering::Release);
    }
}

/// A function of compiled code.
pub(crate) struct BackendFunction {
    code: TVMBackendPackedCFunc,
    /// Keeps the code loaded.
    _library: Module,
}

impl Invoke for BackendFunction {
    fn invoke(&self, args: Args<'_>) -> Option<Result<RetValue>> {
        Some(lend_to_c(args, |values, codes, count| {
            let (mut value, mut code) = (TVMValue::ZERO, TypeCode::NULLPTR);
            let watch = Watch::begin();
            // SAFETY: the code has this type (the file's second invariant). The arguments and the
            // result variables outlive the call.
            let answer =
                unsafe { (self.code)(values, codes, count, &raw mut value, &raw mut code, ptr::null_mut()) };
            watch.outcome(answer)?;
            // SAFETY: the function stored a value and its type code there, and passes the ownership
            // of the value.
            unsafe { result_of_code(value, code) }
        }))
    }
}

/// Converts the result of compiled code. A `DLTensor` becomes an address, because it has no owner.
///
/// # Safety
/// The type code must describe the value, and the caller passes the ownership of the value.
#[inline]
unsafe fn result_of_code(value: TVMValue, code: TypeCode) -> Result<RetValue> {
    // SAFETY: each arm reads the union member that the code selects, as the caller promised.
    unsafe {
        Ok(match code {
            TypeCode::NULLPTR => RetValue::Null,
            TypeCode::INT | TypeCode::UINT => RetValue::Int(value.v_int64),
            TypeCode::FLOAT => RetValue::Float(value.v_float64),
            TypeCode::DL_TENSOR_HANDLE => RetValue::Handle(OpaqueHandle(value.v_handle)),
            TypeCode::OBJECT_HANDLE
            | TypeCode::MODULE_HANDLE
            | TypeCode::PACKED_FUNC_HANDLE
            | TypeCode::NDARRAY_HANDLE
                if value.v_handle.is_null() =>
            {
                RetValue::Null
            }
            _ => taken_from_c(value, code)?,
        })
    }
}

/// The task function of a launch with its data.
pub(super) struct ParallelLambda {
    lambda: FTVMParallelLambda,
    data: *mut c_void,
}

// SAFETY: the contract of `new`.
unsafe impl Sync for ParallelLambda {}

impl ParallelLambda {
    /// # Safety
    /// The function may be called with the data on several threads at once, with any number of
    /// tasks and each task number below it.
    pub(super) unsafe fn new(lambda: FTVMParallelLambda, data: *mut c_void) -> Self {
        Self { lambda, data }
    }

    /// Runs a task.
    pub(super) fn run(&self, task: usize, mut env: TVMParallelGroupEnv) -> Result<()> {
        let watch = Watch::begin();
        // SAFETY: the contract of `new`. The number of tasks fits into a `c_int`.
        watch.outcome(unsafe { (self.lambda)(task as c_int, &mut env, self.data) })
    }
}

/// The signal check of a front end, if set: a function that returns 0 unless the user wants to
/// stop.
#[derive(Default)]
pub(super) struct SignalCheck(AtomicPtr<c_void>);

impl SignalCheck {
    /// # Safety
    /// The address must be null or that of a function without parameters that returns an `int`.
    /// Such a function may be called on any thread.
    pub(super) unsafe fn set(&self, function: *mut c_void) {
        self.0.store(function, Ordering::Release);
    }

    /// Calls the function. Returns 0 if there is no function.
    pub(super) fn call(&self) -> c_int {
        let function = self.0.load(Ordering::Acquire);
        if function.is_null() {
            return 0;
        }
        // SAFETY: the contract of `set`.
        unsafe { transmute::<*mut c_void, unsafe extern "C" fn() -> c_int>(function)() }
    }
}
