//! Fields of types that only a higher crate knows, described by functions.

use std::ptr::NonNull;

use crate::caught::Caught;
use crate::value::arg_value::ArgValue;
use crate::value::error::ValueError;

/// The operations of a field type whose values cross as text.
///
/// # Safety
/// All functions are those of one type. The addresses that they take point to valid values of this
/// type, which are borrowed during the call, and exclusively by `set`.
#[derive(Clone, Copy, Debug)]
pub struct CustomType {
    /// Appends the JSON text of a value. Returns the reason if the text does not hold the value.
    pub write: unsafe fn(NonNull<u8>, &mut String) -> Caught<Result<(), String>>,
    /// Whether two values are equal.
    pub equal: unsafe fn(NonNull<u8>, NonNull<u8>) -> Caught<bool>,
    /// Returns a hash, which is the same for equal values, on every platform and in every run.
    pub hash: unsafe fn(NonNull<u8>) -> Caught<u64>,
    /// Replaces a value by the converted argument.
    pub set: unsafe fn(NonNull<u8>, ArgValue<'_>) -> Caught<Result<(), ValueError>>,
}
