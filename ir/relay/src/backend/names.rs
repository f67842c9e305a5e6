//! Names of generated code in C.
//!
//! ```
//! use objet_relay::backend::names;
//!
//! let name = names::prefix_generated_name(&["conv2d", "0"])?;
//! assert_eq!(name, "TVMGen_conv2d_0");
//! assert_eq!(names::to_c_function_style(&name)?, "TVMGenConv2d0");
//! assert_eq!(names::to_c_variable_style(&name)?, "tvmgen_conv2d_0");
//! assert_eq!(names::to_c_constant_style(&name)?, "TVMGEN_CONV2D_0");
//! assert_eq!(names::sanitize_name("conv2d.0")?, "conv2d_0");
//! # Ok::<(), names::NameError>(())
//! ```

use objet::String as Text;
use objet::prelude::*;

/// A name that is empty or lacks its prefix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// A name is empty.
    #[error("{0} is empty")]
    Empty(&'static str),
    /// There are no parts to make a name of.
    #[error("Name segments empty")]
    NoParts,
    /// A name lacks the prefix `TVM`.
    #[error("{kind} not TVM prefixed: found {name:?}")]
    NoPrefix {
        /// The kind of name.
        kind: &'static str,
        /// The name.
        name: String,
    },
}

/// Returns the name of a function in C: the parts between underscores, each with a capital letter,
/// without the underscores.
///
/// # Errors
/// Fails if the name does not begin with `TVM`.
pub fn to_c_function_style(name: &str) -> Result<String, NameError> {
    let rest = without_prefix("Function", name)?;
    let mut result = String::from("TVM");
    let mut is_first = false;
    for c in rest.chars() {
        match c {
            '_' => is_first = true,
            c if is_first => {
                result.push(c.to_ascii_uppercase());
                is_first = false;
            }
            c => result.push(c),
        }
    }
    Ok(result)
}

/// Returns the name of a variable in C, in lower case.
///
/// # Errors
/// Fails if the name does not begin with `TVM`.
pub fn to_c_variable_style(name: &str) -> Result<String, NameError> {
    without_prefix("Variable", name).map(|_| name.to_ascii_lowercase())
}

/// Returns the name of a constant in C, in upper case.
///
/// # Errors
/// Fails if the name does not begin with `TVM`.
pub fn to_c_constant_style(name: &str) -> Result<String, NameError> {
    without_prefix("Constant", name).map(|_| name.to_ascii_uppercase())
}

/// Joins parts with underscores, after the prefix `TVM`.
///
/// # Errors
/// Fails if there are no parts.
pub fn prefix_name(parts: &[impl AsRef<str>]) -> Result<String, NameError> {
    joined("TVM", parts)
}

/// Joins parts with underscores, after the prefix `TVMGen` of generated code.
///
/// # Errors
/// Fails if there are no parts.
pub fn prefix_generated_name(parts: &[impl AsRef<str>]) -> Result<String, NameError> {
    joined("TVMGen", parts)
}

/// Replaces each character that is neither a letter nor a digit by an underscore.
///
/// # Errors
/// Fails if the name is empty.
pub fn sanitize_name(name: &str) -> Result<String, NameError> {
    let replaced = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    if name.is_empty() { Err(NameError::Empty("Name")) } else { Ok(name.chars().map(replaced).collect()) }
}

fn without_prefix<'a>(kind: &'static str, name: &'a str) -> Result<&'a str, NameError> {
    if name.is_empty() {
        return Err(NameError::Empty(match kind {
            "Function" => "Function name",
            "Variable" => "Variable name",
            _ => "Constant name",
        }));
    }
    name.strip_prefix("TVM").ok_or_else(|| NameError::NoPrefix { kind, name: name.into() })
}

fn joined(prefix: &str, parts: &[impl AsRef<str>]) -> Result<String, NameError> {
    if parts.is_empty() {
        return Err(NameError::NoParts);
    }
    let parts = parts.iter().map(AsRef::as_ref);
    Ok(std::iter::once(prefix).chain(parts).collect::<Vec<_>>().join("_"))
}

/// Returns the name of a function in C.
#[register_global("relay.backend.ToCFunctionStyle")]
fn c_function_style(original_name: &str) -> Result<String, NameError> {
    to_c_function_style(original_name)
}

/// Returns the name of a variable in C.
#[register_global("relay.backend.ToCVariableStyle")]
fn c_variable_style(original_name: &str) -> Result<String, NameError> {
    to_c_variable_style(original_name)
}

/// Returns the name of a constant in C.
#[register_global("relay.backend.ToCConstantStyle")]
fn c_constant_style(original_name: &str) -> Result<String, NameError> {
    to_c_constant_style(original_name)
}

/// Joins parts with underscores, after the prefix `TVM`.
#[register_global("relay.backend.PrefixName")]
fn with_prefix(names: Array<Text>) -> Result<String, NameError> {
    prefix_name(&texts(&names))
}

/// Joins parts with underscores, after the prefix `TVMGen`.
#[register_global("relay.backend.PrefixGeneratedName")]
fn with_generated_prefix(names: Array<Text>) -> Result<String, NameError> {
    prefix_generated_name(&texts(&names))
}

/// Replaces the characters that names in C cannot have by underscores.
#[register_global("relay.backend.SanitizeName")]
fn sanitized(name: &str) -> Result<String, NameError> {
    sanitize_name(name)
}

fn texts(names: &Array<Text>) -> Vec<&str> {
    names.iter().map(Text::as_str).collect()
}
