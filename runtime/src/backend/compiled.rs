//! What compiled code asks of the runtime beside calls, memory and threads.
//!
//! Processors without half-precision floats have their bits converted here.
//!
//! Invariant: a context is the address of a module, which lasts as long as its code.

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use objet_object::{f16, nearest_f16};

use crate::backend::c_values::address;
use crate::backend::functions::{node, not_null};
use crate::backend::{BackendError, TVMFunctionHandle, guarded};
use crate::error::Result;
use crate::module::{ModuleError, ModuleNode, system_library};
use crate::registry::Registry;

/// The function of that name that the code of a module may call: one of the module's imports, or else a global one. It is
/// borrowed, and there as long as the module. Without a context, global functions alone are searched.
///
/// # Safety
/// `mod_node` is null or the handle of a module, `func_name` is null or text that ends with a NUL, and `out_func` is null or
/// can be written to.
pub unsafe extern "C" fn backend_get_func_from_env(
    mod_node: *mut c_void,
    func_name: *const c_char,
    out_func: *mut TVMFunctionHandle,
) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { text(func_name, "the name of a function") }?;
        let place = not_null(out_func, "a place for the function")?;
        let function = if mod_node.is_null() {
            // SAFETY: compiled code answers for what it calls.
            let global = unsafe { Registry::get_any(name) };
            address(global.ok_or_else(|| ModuleError::NotInEnv { name: name.into() })?)
        } else {
            // SAFETY: as the caller promised.
            let module: &ModuleNode = unsafe { node(mod_node, "a module") }?;
            // The module, or the registry, keeps the function.
            // SAFETY: compiled code answers for what it calls.
            address(&unsafe { module.any_from_env(name) }?)
        };
        // SAFETY: the place is not null, and can be written to. Compiled code keeps what it is given in a place of its own, to which several
        // threads may come at once.
        unsafe { AtomicPtr::from_ptr(place.as_ptr()) }.store(function, Ordering::Release);
        Ok(())
    })
}

/// Calls `f` if the place is null, which it is not from then on. Of several threads, one calls it; the others do not wait.
///
/// # Safety
/// `handle` is null, or the address of a pointer that is changed by this function alone; and `f` may be called with `cdata`.
pub unsafe extern "C" fn backend_run_once(
    handle: *mut *mut c_void,
    f: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    cdata: *mut c_void,
    _nbytes: c_int,
) -> c_int {
    let mut answer = 0;
    let code = guarded(|| {
        let place = not_null(handle, "the place of a flag")?;
        let f = f.ok_or(BackendError::NullPointer { expected: "a function to run once" })?;
        // SAFETY: as the caller promised.
        let place = unsafe { AtomicPtr::from_ptr(place.as_ptr()) };
        let done = ptr::without_provenance_mut(1);
        if place.compare_exchange(ptr::null_mut(), done, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            // SAFETY: as above.
            answer = unsafe { f(cdata) };
        }
        Ok(())
    });
    if code == 0 { answer } else { code }
}

/// Adds a symbol to those of the system library. Another address for a name that is known replaces the one before, with a warning.
///
/// # Safety
/// `name` is null or text that ends with a NUL, and what is at the address is what [`TVMBackendPackedCFunc`], or the name,
/// says. It stays there.
///
/// [`TVMBackendPackedCFunc`]: super::TVMBackendPackedCFunc
pub unsafe extern "C" fn backend_register_system_lib_symbol(name: *const c_char, ptr: *mut c_void) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let name = unsafe { text(name, "the name of a symbol") }?;
        system_library::register_symbol(name, ptr);
        Ok(())
    })
}

/// Returns the half that is nearest to a float, as its bits: `__gnu_f2h_ieee`.
///
/// Of two that are equally near, it is the even one. A float that is too large becomes infinite. NaN
/// becomes the quiet NaN of its sign, without a payload.
pub extern "C" fn half_of_float(number: f32) -> u16 {
    nearest_f16(number.into()).to_bits()
}

/// Returns the float that a half is, given as its bits: `__gnu_h2f_ieee`. NaN keeps its payload.
pub extern "C" fn float_of_half(half: u16) -> f32 {
    let number = f16::from_bits(half);
    if number.is_nan() {
        // `f16::to_f32` makes a signalling NaN quiet.
        let (sign, fraction) = (u32::from(half & 0x8000) << 16, u32::from(half & 0x3ff) << 13);
        return f32::from_bits(sign | f32::INFINITY.to_bits() | fraction);
    }
    number.to_f32()
}

/// A text of C.
///
/// # Errors
/// If it is null, or not UTF-8.
///
/// # Safety
/// `text` is null, or text that ends with a NUL and lasts for as long as `'a`.
pub unsafe fn text<'a>(text: *const c_char, expected: &'static str) -> Result<&'a str, BackendError> {
    if text.is_null() {
        return Err(BackendError::NullPointer { expected });
    }
    // SAFETY: as the caller promised.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|error| BackendError::NotUtf8 { expected, position: error.valid_up_to() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFINITY: u16 = 0x7c00;

    #[test]
    fn every_half_is_a_float_and_comes_back() {
        for half in 0..=u16::MAX {
            let float = float_of_half(half);
            let is_nan = half & 0x7fff > INFINITY;
            assert_eq!(float.is_nan(), is_nan, "{half:#x}");
            if !is_nan {
                assert_eq!(half_of_float(float), half);
            }
        }
    }

    #[test]
    fn nan_keeps_its_payload_in_a_float_and_loses_it_in_a_half() {
        for half in (0x7c01..=0x7fff).chain(0xfc01..=u16::MAX) {
            let (sign, fraction) = (u32::from(half >> 15), u32::from(half & 0x3ff));
            let float = float_of_half(half);
            assert_eq!(float.to_bits(), sign << 31 | 0x7f80_0000 | fraction << 13, "{half:#x}");
            assert_eq!(half_of_float(float), half & 0x8000 | 0x7e00, "{half:#x}");
        }
    }

    #[test]
    fn known_numbers() {
        for (half, float) in [
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (1, 2_f32.powi(-24)),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!((float_of_half(half), half_of_float(float)), (float, half));
        }
        assert_eq!(half_of_float(65519.0), 0x7bff);
        assert_eq!((half_of_float(65520.0), half_of_float(-1e30)), (INFINITY, 0xfc00));
        assert!(float_of_half(half_of_float(f32::NAN)).is_nan());
    }
}
