//! Global functions for custom data types, called by front ends.

use objet::prelude::*;
use objet::tensor::{CustomTypeError, CustomTypes};

/// The error of looking up a custom data type that is not registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum NotRegistered {
    #[error("no data type is registered under the type code {0}")]
    Code(u8),
    #[error("no data type is registered under the name {0:?}")]
    Name(String),
}

/// Registers a name for a type code of 129 or more.
#[register_global("runtime._datatype_register")]
fn register(name: &str, code: u8) -> Result<(), CustomTypeError> {
    CustomTypes::register(name, code)
}

/// Returns the type code of the custom data type `name`.
#[register_global("runtime._datatype_get_type_code")]
fn type_code(name: &str) -> Result<u8, NotRegistered> {
    CustomTypes::code(name).ok_or_else(|| NotRegistered::Name(name.into()))
}

/// Returns the name of the custom data type with a type code.
#[register_global("runtime._datatype_get_type_name")]
fn type_name(code: u8) -> Result<String, NotRegistered> {
    CustomTypes::name(code).ok_or(NotRegistered::Code(code))
}

/// Whether the type code has a registered name.
#[register_global("runtime._datatype_get_type_registered")]
fn is_registered(code: u8) -> bool {
    CustomTypes::name(code).is_some()
}
