//! Values that cross between functions, fields and languages.
//!
//! [`TVMValue`] and [`TypeCode`] are the C side: an 8-byte union beside an `int` that says which member counts.
//! [`ArgValue`] is what such a pair says, borrowed; [`RetValue`] owns what it holds. Rust types convert into both by
//! `From` (or `TryFrom`, where a number may not fit), and out of both by `get`.

pub(crate) mod arg_value;
pub(crate) mod error;
pub(crate) mod from_value;
mod ret_value;
mod tvm_value;

pub use arg_value::{ArgValue, OpaqueHandle, RValueRef};
pub use error::ValueError;
pub use from_value::{Borrowed, FromValue, Owned};
pub use ret_value::RetValue;
pub use tvm_value::{TVMByteArray, TVMValue, TypeCode};
