//! Functions and symbols of C.
//!
//! A value of each of these types is made by an `unsafe fn`, whose caller promises what the type
//! stands for. Calls are safe from then on.
//!
//! Invariants:
//! - Function, resource and finalizer of a [`CFunction`] fit together and may be used on any
//!   thread. The resource lasts until the finalizer has it. A library that function and finalizer
//!   are in stays open as long.
//! - At a [`Symbol`] is what compilers put there under its name: a variable for a pointer, a blob,
//!   a text, or else a function of the type [`TVMBackendPackedCFunc`]. It stays there for the
//!   lifetime of the symbol.
//! - The address in a [`SignalCheck`] is null, or that of a function which may be called on any
//!   thread.

#![expect(unsafe_code, reason = "functions of C are called by address")]

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
use crate::packed_func::{About, PackedFunc};
use crate::threading::TVMParallelGroupEnv;

/// A function: the address of an object of type `runtime.PackedFunc`, with one reference to it
/// where it is owned.
pub type TVMFunctionHandle = *mut c_void;

/// Where a function of C puts its result, by [`cfunc_set_return`](super::cfunc_set_return): a
/// `RetValue`.
pub type TVMRetValueHandle = *mut c_void;

/// A function of C, as front ends make them: arguments beside their type codes, where the result
/// goes, and what the function was registered with.
pub type TVMPackedCFunc = unsafe extern "C" fn(
    args: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    ret: TVMRetValueHandle,
    resource_handle: *mut c_void,
) -> c_int;

/// Ends the resource of a function of C.
pub type TVMPackedCFuncFinalizer = unsafe extern "C" fn(resource_handle: *mut c_void);

/// A function of compiled code: as [`TVMPackedCFunc`], but it stores its result beside a type code
/// itself.
pub type TVMBackendPackedCFunc = unsafe extern "C" fn(
    args: *mut TVMValue,
    type_codes: *mut TypeCode,
    num_args: c_int,
    out_ret_value: *mut TVMValue,
    out_ret_tcode: *mut TypeCode,
    resource_handle: *mut c_void,
) -> c_int;

/// A task: its number, what it shares with the others, and the data of the launch.
pub type FTVMParallelLambda =
    unsafe extern "C" fn(task_id: c_int, penv: *mut TVMParallelGroupEnv, cdata: *mut c_void) -> c_int;

struct CFunction {
    function: TVMPackedCFunc,
    resource: *mut c_void,
    finalizer: Option<TVMPackedCFuncFinalizer>,
    /// Dropped after the finalizer was called.
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
            // SAFETY: the function is one that C made for this, and what it is passed lasts for the
            // call.
            watch.outcome(unsafe { (self.function)(values, codes, count, result, self.resource) })
        });
        Some(outcome.map(|()| result))
    }
}

impl Drop for CFunction {
    fn drop(&mut self) {
        if let Some(finalizer) = self.finalizer {
            // SAFETY: this happens once, and no call of the function is left.
            unsafe { finalizer(self.resource) };
        }
    }
}

/// A function of C as a function. The finalizer is called with the resource when the last reference
/// to it goes.
///
/// # Safety
/// All three fit together, and may be used on any thread.
pub(super) unsafe fn function_of_c(
    function: TVMPackedCFunc,
    resource: *mut c_void,
    finalizer: Option<TVMPackedCFuncFinalizer>,
) -> PackedFunc {
    let address = finalizer.map_or(ptr::null(), |finalizer| finalizer as *const c_void);
    let _libraries = [keep(function as *const c_void), keep(address)];
    let function = CFunction { function, resource, finalizer, _libraries };
    PackedFunc::of(function, About::new(None, None, None))
}

/// A symbol of compiled code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symbol<'a> {
    address: NonNull<c_void>,
    _library: PhantomData<&'a c_void>,
}

// SAFETY: code and its variables may be used on any thread, as its compiler sees to.
unsafe impl Send for Symbol<'_> {}
// SAFETY: as above.
unsafe impl Sync for Symbol<'_> {}

impl<'a> Symbol<'a> {
    /// A symbol at an address; `None` if that is null.
    ///
    /// # Safety
    /// At the address is what the name of the symbol says, for as long as `'a`.
    pub(crate) unsafe fn new(address: *mut c_void) -> Option<Self> {
        Some(Self { address: NonNull::new(address)?, _library: PhantomData })
    }

    /// Where it is.
    pub(crate) fn address(self) -> *mut c_void {
        self.address.as_ptr()
    }

    /// The function at a symbol that is not data by its name. Its code lasts as long as `library`.
    pub(crate) fn function(self, library: Module) -> BackendFunction {
        // SAFETY: the file's invariant.
        let code = unsafe { transmute::<NonNull<c_void>, TVMBackendPackedCFunc>(self.address) };
        BackendFunction { code, _library: library }
    }

    /// The text at a symbol of one.
    pub(crate) fn text(self) -> &'a CStr {
        // SAFETY: a text that ends with a NUL, by the file's invariants.
        unsafe { CStr::from_ptr(self.address.as_ptr().cast()) }
    }

    /// The blob at a symbol of one, which begins with its length.
    pub(crate) fn blob(self) -> &'a [u8] {
        let start = self.address.cast::<u8>();
        // SAFETY: a blob begins with its length, in eight bytes.
        let length = u64::from_le_bytes(unsafe { start.cast().read_unaligned() });
        // What cannot be is found where the blob is read, which then has no more than this length.
        let length = usize::try_from(length).ok().filter(|length| *length < isize::MAX as usize - 8);
        // SAFETY: as many bytes follow, by the file's invariants, and nothing writes to them.
        unsafe { std::slice::from_raw_parts(start.as_ptr(), 8 + length.unwrap_or(0)) }
    }

    /// Stores a pointer in the variable at a symbol of one.
    pub(crate) fn store(self, value: *mut c_void) {
        // SAFETY: a variable that holds a pointer, by the file's invariants. Others store the same
        // there, or under a lock.
        unsafe { AtomicPtr::from_ptr(self.address.cast().as_ptr()) }.store(value, Ordering::Release);
    }
}

/// A function of compiled code.
pub(crate) struct BackendFunction {
    code: TVMBackendPackedCFunc,
    /// Keeps the code where it is.
    _library: Module,
}

impl Invoke for BackendFunction {
    fn invoke(&self, args: Args<'_>) -> Option<Result<RetValue>> {
        Some(lend_to_c(args, |values, codes, count| {
            let (mut value, mut code) = (TVMValue::ZERO, TypeCode::NULLPTR);
            let watch = Watch::begin();
            // SAFETY: the code is that of a function of this type, and what it is passed lasts for
            // the call.
            let answer =
                unsafe { (self.code)(values, codes, count, &raw mut value, &raw mut code, ptr::null_mut()) };
            watch.outcome(answer)?;
            // SAFETY: the function left a value and its code there, and gives away what the value
            // refers to.
            unsafe { result_of_code(value, code) }
        }))
    }
}

/// The result of compiled code. A borrowed tensor is an address, since there is no
/// owning it.
///
/// # Safety
/// The value is what its code says, and its owner gives it away.
#[inline]
unsafe fn result_of_code(value: TVMValue, code: TypeCode) -> Result<RetValue> {
    // SAFETY: each arm reads the member that belongs to the code, as the caller promised.
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

/// The function of a launch, with its data.
pub(super) struct ParallelLambda {
    lambda: FTVMParallelLambda,
    data: *mut c_void,
}

// SAFETY: by the promise of `new`.
unsafe impl Sync for ParallelLambda {}

impl ParallelLambda {
    /// # Safety
    /// The function may be called with the data, on several threads at once, with any number of
    /// tasks and each number below it.
    pub(super) unsafe fn new(lambda: FTVMParallelLambda, data: *mut c_void) -> Self {
        Self { lambda, data }
    }

    /// Runs a task.
    pub(super) fn run(&self, task: usize, mut env: TVMParallelGroupEnv) -> Result<()> {
        let watch = Watch::begin();
        // SAFETY: by the promise of `new`. There are few enough tasks for their numbers.
        watch.outcome(unsafe { (self.lambda)(task as c_int, &mut env, self.data) })
    }
}

/// A function of a front end that tells by 0 that the user does not want to stop; or none.
#[derive(Default)]
pub(super) struct SignalCheck(AtomicPtr<c_void>);

impl SignalCheck {
    /// # Safety
    /// The address is null, or that of a function without arguments that returns an `int`, and
    /// which may be called on any thread.
    pub(super) unsafe fn set(&self, function: *mut c_void) {
        self.0.store(function, Ordering::Release);
    }

    /// Calls the function; 0 if there is none.
    pub(super) fn call(&self) -> c_int {
        let function = self.0.load(Ordering::Acquire);
        if function.is_null() {
            return 0;
        }
        // SAFETY: by the promise of `set`.
        unsafe { transmute::<*mut c_void, unsafe extern "C" fn() -> c_int>(function)() }
    }
}
