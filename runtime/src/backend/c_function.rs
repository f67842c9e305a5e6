//! Functions of C as functions.
//!
//! Invariant: function, resource and finalizer may be used on any thread, and the resource lasts until the finalizer has it. A
//! library that function and finalizer are in stays open as long.

#![expect(unsafe_code, reason = "functions of C are called by address")]

use std::ffi::c_void;
use std::ptr;

use objet_object::RetValue;

use crate::args::Args;
use crate::backend::{TVMPackedCFunc, TVMPackedCFuncFinalizer, Watch, lend_to_c};
use crate::callable::Invoke;
use crate::error::Result;
use crate::module::{Keeper, keep};
use crate::packed_func::{About, PackedFunc};

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
            // SAFETY: the function is one that C made for this, and what it is passed lasts for the call.
            watch.outcome(unsafe { (self.function)(values, codes, count, result, self.resource) })
        });
        Some(outcome.map(|()| result))
    }
}

impl Drop for CFunction {
    fn drop(&mut self) {
        if let Some(finalizer) = self.finalizer {
            // SAFETY: this happens once, and nobody calls the function any more.
            unsafe { finalizer(self.resource) };
        }
    }
}

/// A function of C as a function. The finalizer is called with the resource when the last reference to it goes.
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
