//! Asking the front end whether its user wants to stop.
//!
//! Invariant: what `Signals` has is null or a function of the type that its name stands for.

#![expect(unsafe_code, reason = "functions of the front end are called by address")]

use std::ffi::{c_char, c_int, c_void};
use std::mem::transmute;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use objet_object::process;

use crate::backend::compiled::text;
use crate::backend::{BackendError, PendingException, guarded};
use crate::error::Result;

/// The functions of the front ends that ask for signals.
struct Signals {
    of_c: AtomicPtr<c_void>,
    of_rust: OnceLock<fn() -> Result<()>>,
}

fn signals() -> &'static Signals {
    const PART: &str = concat!("objet-runtime signals ", env!("CARGO_PKG_VERSION"));
    static THIS: OnceLock<&'static Signals> = OnceLock::new();
    // SAFETY: libraries share state only if they have the same version of each crate of Objet, built by the same compiler, so
    // that the name, which has the version in it, stands for this type.
    THIS.get_or_init(|| unsafe {
        process::current()
            .part(PART, || Signals { of_c: AtomicPtr::new(ptr::null_mut()), of_rust: OnceLock::new() })
    })
}

/// Tells of a function of the front end: `PyErr_CheckSignals`, which takes nothing, and gives 0 unless the front end holds
/// an exception now. Null takes it back.
///
/// # Safety
/// `name` is null or text that ends with a NUL, and `ptr` is null or a function of the type that the name stands for, which may be
/// called on any thread.
pub unsafe extern "C" fn backend_register_env_capi(name: *const c_char, ptr: *mut c_void) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { text(name, "the name of a function of the front end") }?;
        if name != "PyErr_CheckSignals" {
            return Err(BackendError::UnknownEnvApi { name: name.into() }.into());
        }
        signals().of_c.store(ptr, Ordering::Release);
        Ok(())
    })
}

/// Has [`check_signals`] ask this function too, for good: a front end in Rust, whose error is given as it is. It is called on any thread, and
/// often. Whether it is the first one; there is no second.
pub fn answer_check_signals(check: fn() -> Result<()>) -> bool {
    signals().of_rust.set(check).is_ok()
}

/// Asks the front end whether its user wants to stop: long loops call this now and then, and end with the error.
///
/// # Errors
/// What the front end gives, or [`PendingException`], if so.
///
/// ```
/// let mut sum = 0;
/// for number in 0..1000 {
///     objet_runtime::backend::check_signals()?;
///     sum += number;
/// }
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub fn check_signals() -> Result<()> {
    let signals = signals();
    if let Some(check) = signals.of_rust.get() {
        check()?;
    }
    let function = signals.of_c.load(Ordering::Acquire);
    if function.is_null() {
        return Ok(());
    }
    // SAFETY: the file's invariant.
    let function = unsafe { transmute::<*mut c_void, unsafe extern "C" fn() -> c_int>(function) };
    // SAFETY: whoever registered it said that it may be called.
    match unsafe { function() } {
        0 => Ok(()),
        _ => Err(PendingException.into()),
    }
}
