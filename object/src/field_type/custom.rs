//! Fields of types that only a higher crate knows, described by functions.

use std::ptr::NonNull;

use super::WriteMode;
use crate::caught::Caught;
use crate::value::arg_value::ArgValue;
use crate::value::error::ValueError;

/// The type of [`CustomType::write`].
type WriteJson = unsafe fn(NonNull<u8>, &mut String) -> Caught<Result<(), String>>;

/// The type of [`CustomType::set`].
type Set = unsafe fn(NonNull<u8>, ArgValue<'_>, WriteMode) -> Caught<Result<(), ValueError>>;

/// The operations of a field type whose values cross as text.
///
/// # Safety
/// All functions are those of one type. The addresses that they take point to valid values of this
/// type, which are borrowed during the call, and exclusively by `set` and `drop`. Memory that is
/// written is uninitialized, if nothing else is stated.
#[derive(Clone, Copy, Debug)]
pub struct CustomType {
    /// Returns the text of the null of an option, or of an empty list or map, if the type has one
    /// of them.
    pub empty: fn() -> Caught<Option<&'static str>>,
    /// Appends the JSON text of a value. Returns the reason if the text does not hold the value.
    pub write: WriteJson,
    /// Whether two values are equal.
    pub equal: unsafe fn(NonNull<u8>, NonNull<u8>) -> Caught<bool>,
    /// Returns a hash, which is the same for equal values, on every platform and in every run.
    pub hash: unsafe fn(NonNull<u8>) -> Caught<u64>,
    /// Writes the converted argument.
    pub set: Set,
    /// Writes a clone of the first value to the second address.
    pub clone: unsafe fn(NonNull<u8>, NonNull<u8>) -> Caught<()>,
    /// Drops a value, which is not used again.
    pub drop: unsafe fn(NonNull<u8>) -> Caught<()>,
}
