//! The functions of fields that run code of the node's crate: default expressions, and the clone
//! and drop of fields that are not reflected.
//!
//! They catch panics in the library of the node, which must not cross into another library.

#![expect(unsafe_code, reason = "fields are accessed by address")]

use std::ptr::NonNull;

use objet_object::__private::{Caught, caught, resumed};
use objet_object::{FieldType, RetValue};

use super::ret_value;
use crate::field::FieldDefault;
#[cfg(not(feature = "serde"))]
use crate::no_serde::{SerdeValue, serde_ret_value};
#[cfg(feature = "serde")]
use crate::serde_field::{SerdeValue, serde_ret_value};

impl FieldDefault {
    /// Returns the default.
    pub(crate) fn value(&self) -> RetValue {
        match self {
            // SAFETY: the function gets no memory.
            Self::Computed(compute) => resumed(unsafe { compute(None) }),
            Self::Null => RetValue::Null,
            Self::Stored(value) => value.clone(),
        }
    }
}

/// Writes the default of a field to memory, or returns it. See `DefaultFn`.
///
/// # Safety
/// The memory is uninitialized memory for a `T`.
pub unsafe fn computed<T: FieldType>(at: Option<NonNull<u8>>, default: fn() -> T) -> Caught<RetValue> {
    // SAFETY: guaranteed by the caller.
    unsafe { write_or(at, default, ret_value) }
}

/// Does the same as [`computed`], for a field with `#[reflect(serde)]`.
///
/// # Safety
/// As for [`computed`].
pub unsafe fn serde_computed<T: SerdeValue>(at: Option<NonNull<u8>>, default: fn() -> T) -> Caught<RetValue> {
    // SAFETY: guaranteed by the caller.
    unsafe { write_or(at, default, serde_ret_value) }
}

/// Writes a default to memory, or returns the value that `otherwise` makes of it.
///
/// # Safety
/// As for [`computed`].
unsafe fn write_or<T>(
    at: Option<NonNull<u8>>,
    default: fn() -> T,
    otherwise: fn(T) -> RetValue,
) -> Caught<RetValue> {
    caught(|| match at {
        Some(at) => {
            // SAFETY: guaranteed by the caller.
            unsafe { at.cast().write(default()) };
            RetValue::Null
        }
        None => otherwise(default()),
    })
}

/// The `init` of a `HiddenField`.
///
/// # Safety
/// `at` is uninitialized memory for a `T`.
pub unsafe fn init_hidden<T>(at: NonNull<u8>, default: fn() -> T) -> Caught<()> {
    // SAFETY: guaranteed by the caller.
    caught(|| unsafe { at.cast().write(default()) })
}

/// The `clone` of a `HiddenField`.
///
/// # Safety
/// `from` points to a `T`, and `to` is uninitialized memory for a `T`.
pub unsafe fn clone_hidden<T>(from: NonNull<u8>, to: NonNull<u8>, clone: fn(&T) -> T) -> Caught<()> {
    // SAFETY: guaranteed by the caller.
    caught(|| unsafe { to.cast().write(clone(from.cast().as_ref())) })
}

/// The `drop` of a `HiddenField`.
///
/// # Safety
/// `at` points to a `T`, which is not used again.
pub unsafe fn drop_hidden<T>(at: NonNull<u8>) -> Caught<()> {
    // SAFETY: guaranteed by the caller.
    caught(|| unsafe { at.cast::<T>().drop_in_place() })
}
