//! The result types of typed functions.

use objet_object::{Owned, RetValue};

use crate::error::{BoxError, Error, Result};
use crate::signature::short_type_name;

/// A type that a [`TypedPackedFunc`](crate::TypedPackedFunc) can return: any type that converts
/// into a [`RetValue`], or a `Result` of such a type and an error.
///
/// The `Kind` distinguishes values from `Result`s. The compiler infers it.
#[diagnostic::on_unimplemented(
    message = "a function cannot return `{Self}`",
    note = "functions return numbers, `bool`, strings, bytes, `DataType`, `Device`, `OpaqueHandle`, `()`, references such as `Expr`, `RetValue`, `Option`s of these, or a `Result` of one of these and an error"
)]
pub trait Output<Kind> {
    /// The type of the value.
    type Value;

    /// Returns the name of the type for signatures.
    fn type_text() -> String {
        short_type_name::<Self::Value>()
    }

    /// Returns the value.
    ///
    /// # Errors
    /// The error of the function.
    fn into_value(self) -> Result<Self::Value>;
}

/// The kind of `Result`s.
pub enum Fallible {}

#[diagnostic::do_not_recommend]
impl<T: TryInto<RetValue>> Output<Owned> for T {
    type Value = T;

    #[inline(always)]
    fn into_value(self) -> Result<T> {
        Ok(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: TryInto<RetValue>, E: Into<BoxError>> Output<Fallible> for std::result::Result<T, E> {
    type Value = T;

    #[inline(always)]
    fn into_value(self) -> Result<T> {
        self.map_err(|error| Error::from(error.into()))
    }
}
