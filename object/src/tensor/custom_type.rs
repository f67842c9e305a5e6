//! Names of the custom data types that users register.

use std::sync::PoisonError;

use crate::process;
use crate::tensor::data_type::{DataTypeCode, custom_code, custom_name};

/// The names of the type codes from [`DataTypeCode::CUSTOM_BEGIN`] on, in this process. The string
/// form of a data type with such a code contains the name.
///
/// ```
/// use objet_object::{CustomTypes, DataType, DataTypeCode};
///
/// let posit = DataType::new(DataTypeCode(140), 16, 1);
/// assert_eq!(posit.to_string(), "custom[140]16");
/// CustomTypes::register("posites", 140)?;
/// assert_eq!(posit.to_string(), "custom[posites]16");
/// assert_eq!("custom[posites]16".parse(), Ok(posit));
/// # Ok::<(), objet_object::CustomTypeError>(())
/// ```
pub enum CustomTypes {}

/// A custom data type cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CustomTypeError {
    /// The code belongs to a built-in type.
    #[error("expected a type code from 129 to 255 for custom data type {name:?}, found {found}")]
    BuiltIn {
        /// The name.
        name: String,
        /// The code.
        found: u8,
    },
    /// The string form of the type would be ambiguous.
    #[error("invalid custom data type name {found:?}: expected a name without brackets that is not a number")]
    Name {
        /// The name.
        found: String,
    },
}

impl CustomTypes {
    /// Sets the name of a type code, and replaces an earlier name of the code. A name that another
    /// code has moves to this code.
    ///
    /// # Errors
    /// If the code belongs to a built-in type. If the name is empty, is a number or contains a
    /// bracket.
    pub fn register(name: impl Into<String>, code: u8) -> Result<(), CustomTypeError> {
        let name = name.into();
        if code < DataTypeCode::CUSTOM_BEGIN.0 {
            return Err(CustomTypeError::BuiltIn { name, found: code });
        }
        if name.contains(['[', ']']) || name.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(CustomTypeError::Name { found: name });
        }
        let mut names = process::current().custom_types().write().unwrap_or_else(PoisonError::into_inner);
        names.retain(|(other_code, other)| *other_code != code && *other != name);
        names.push((code, name));
        Ok(())
    }

    /// Returns the name of a type code, if it has one.
    pub fn name(code: u8) -> Option<String> {
        custom_name(code)
    }

    /// Returns the type code with this name, if there is one.
    pub fn code(name: &str) -> Option<u8> {
        custom_code(name)
    }
}
