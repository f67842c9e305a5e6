//! Names for the data types that users register.

use std::sync::PoisonError;

use crate::process;
use crate::tensor::data_type::{DataTypeCode, custom_code, custom_name};

/// The names of type codes from [`DataTypeCode::CUSTOM_BEGIN`] on, in this process. A data type of such a code has the name in its
/// text.
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

/// A name that no type code can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CustomTypeError {
    /// The code is that of a type that is built in.
    #[error("expected a type code of at least 129 for the data type {name:?}, found {found}")]
    BuiltIn {
        /// The name.
        name: String,
        /// The code.
        found: u8,
    },
    /// The text of the type could not be read back.
    #[error("expected a name without brackets that is no number for a data type, found {found:?}")]
    Name {
        /// The name.
        found: String,
    },
}

impl CustomTypes {
    /// Gives a code a name, in place of one that it has. A name that another code has becomes this one's.
    ///
    /// # Errors
    /// If the code is that of a type that is built in, or if there is no telling where the name ends.
    pub fn register(name: impl Into<String>, code: u8) -> Result<(), CustomTypeError> {
        let name = name.into();
        if code < DataTypeCode::CUSTOM_BEGIN.0 {
            return Err(CustomTypeError::BuiltIn { name, found: code });
        }
        if name.contains(['[', ']']) || name.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(CustomTypeError::Name { found: name });
        }
        let mut names = process::current().custom_types().write().unwrap_or_else(PoisonError::into_inner);
        names.retain(|_, other| *other != name);
        names.insert(code, name);
        Ok(())
    }

    /// The name of a code, if it has one.
    pub fn name(code: u8) -> Option<String> {
        custom_name(code)
    }

    /// The code that has the name, if one has.
    pub fn code(name: &str) -> Option<u8> {
        custom_code(name)
    }
}
