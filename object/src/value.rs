//! Values that are passed between functions, fields and languages.
//!
//! [`TVMValue`] and [`TypeCode`] are the C representation: an 8-byte union, and an `int` that
//! selects its member. [`ArgValue`] is a borrowed value and [`RetValue`] an owned value. Rust types
//! convert into both by `From`, or by `TryFrom` if a number may not fit. `get` converts both into
//! Rust types.

pub(crate) mod arg_value;
pub(crate) mod error;
pub(crate) mod from_value;
pub(crate) mod ret_value;
mod tvm_value;

pub use arg_value::{ArgValue, OpaqueHandle, RValueRef};
pub use error::ValueError;
pub use from_value::{Borrowed, FromValue, Owned};
pub use ret_value::RetValue;
pub use tvm_value::{TVMByteArray, TVMValue, TypeCode};
