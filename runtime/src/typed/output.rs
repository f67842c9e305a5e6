//! What a function can give.

use objet_object::{Owned, RetValue};

use crate::error::{BoxError, Error, Result};
use crate::signature::short_type_name;

/// A type that a [`TypedPackedFunc`](crate::TypedPackedFunc) can give: whatever converts into a [`RetValue`], or a `Result`
/// of such a value and an error.
///
/// The `Kind` tells values and `Result`s apart. The compiler finds it.
#[diagnostic::on_unimplemented(
    message = "a function cannot give a `{Self}`",
    note = "functions give numbers, `bool`, text, bytes, `DataType`, `Device`, `OpaqueHandle`, `()`, references such as `Expr`, `RetValue`, `Option`s of these, or a `Result` of one of these and an error"
)]
pub trait Output<Kind> {
    /// The value.
    type Value;

    /// The type's name in signatures.
    fn type_text() -> String {
        short_type_name::<Self::Value>()
    }

    /// The value, or why there is none.
    ///
    /// # Errors
    /// The function's.
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
