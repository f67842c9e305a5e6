//! Names of data types that users register, by the functions that front ends know.

use objet::prelude::*;
use objet::{CustomTypeError, CustomTypes};

/// A type code or a name of which nothing is registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum NotRegistered {
    #[error("no data type is registered under the type code {0}")]
    Code(u8),
    #[error("no data type is registered under the name {0:?}")]
    Name(String),
}

/// Gives a type code of 129 or more a name.
#[register_global("runtime._datatype_register")]
fn register(name: &str, code: u8) -> Result<(), CustomTypeError> {
    CustomTypes::register(name, code)
}

/// The type code of that name.
#[register_global("runtime._datatype_get_type_code")]
fn type_code(name: &str) -> Result<u8, NotRegistered> {
    CustomTypes::code(name).ok_or_else(|| NotRegistered::Name(name.into()))
}

/// The name of that type code.
#[register_global("runtime._datatype_get_type_name")]
fn type_name(code: u8) -> Result<String, NotRegistered> {
    CustomTypes::name(code).ok_or(NotRegistered::Code(code))
}

/// Whether the type code has a name.
#[register_global("runtime._datatype_get_type_registered")]
fn is_registered(code: u8) -> bool {
    CustomTypes::name(code).is_some()
}
