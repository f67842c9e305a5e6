//! The values of fields of known types.

use objet_object::{ArgValue, FieldKind, TypeIndex, TypeInfo, types};
use smol_str::SmolStr;

use crate::field::Field;
use crate::graph::document::{Document, FileValue};
use crate::graph::error::AttrError;
use crate::graph::load::{int_arg, read_variant};
use crate::graph::number::{NumberError, read_f64, read_index, read_int};
use crate::graph::syntax_error::excerpt;
use crate::make::FieldArg;

/// Returns the index of a node, which may be out of range.
///
/// # Errors
/// If the value is not an index.
#[inline]
pub(in crate::graph) fn node_index(value: Option<FileValue<'_>>) -> Result<usize, AttrError> {
    match value {
        Some(FileValue::Integer(index)) => Ok(index as usize),
        value => Ok(read_index(&integer(value, "the index of a node")?)?),
    }
}

/// Parses the value of a field that is neither a reference nor a string.
///
/// # Errors
/// If the value does not have the type of the field.
pub(in crate::graph) fn field_arg<'a>(
    field: &Field,
    value: Option<FileValue<'a>>,
) -> Result<FieldArg<'a>, AttrError> {
    let value = match field.kind() {
        FieldKind::Int(kind) => {
            let (min, max) = kind.range();
            let number = match value {
                Some(FileValue::Integer(number)) if (min..=max).contains(&number.into()) => number.into(),
                value => read_int(&integer(value, "an integer")?, min, max)?,
            };
            return Ok(int_arg(number));
        }
        FieldKind::Enum(declared) if let Some(FileValue::String(name)) = value => {
            ArgValue::Int(read_variant(declared, name)?)
        }
        FieldKind::Enum(declared) => ArgValue::Int(read_variant(declared, &integer(value, "an integer")?)?),
        FieldKind::F32 | FieldKind::F64 => ArgValue::Float(float(value)?),
        FieldKind::Bool => match literal(value, "true or false")?.as_str() {
            "true" => true.into(),
            "false" => false.into(),
            found => return Err(mismatch("true or false", found)),
        },
        FieldKind::DataType => match value {
            Some(FileValue::String(text)) => ArgValue::DataType(text.parse()?),
            Some(other) => return Err(mismatch("a string with a data type", &other.to_text())),
            None => return Err(mismatch("a string with a data type", "")),
        },
        // These fields hold nodes.
        FieldKind::String
        | FieldKind::Char
        | FieldKind::List(_)
        | FieldKind::Optional(_)
        | FieldKind::Custom(_)
        | FieldKind::Reference(_) => ArgValue::Null,
    };
    Ok(FieldArg::Value(value))
}

/// Returns the value of a field that holds a node: the object, or the content of the string that
/// the node is. Lists, options and types that only a higher crate knows are strings with JSON.
///
/// # Errors
/// If the field needs a string and the node is none.
pub(in crate::graph) fn node_arg<'a>(
    field: &Field,
    object: impl FnOnce() -> FieldArg<'a>,
    text: impl FnOnce() -> Result<&'a str, AttrError>,
) -> Result<FieldArg<'a>, AttrError> {
    Ok(match field.kind() {
        FieldKind::Char | FieldKind::String => FieldArg::Value(ArgValue::Str(text()?)),
        kind if kind.holds_json() => FieldArg::Json(text()?),
        _ => object(),
    })
}

/// Returns the error of a field that needs a string and refers to another node.
#[cold]
pub(in crate::graph) fn no_string(found: &str) -> AttrError {
    mismatch("a string", found)
}

/// Whether an attribute of a node of an unknown type can be the value of a field: a value of its
/// type, or the index of an earlier node that the field can refer to. `info` returns the type of a
/// node, if the type is known.
pub(in crate::graph) fn fits(
    document: &Document,
    index: usize,
    field: &Field,
    value: Option<FileValue<'_>>,
    info: impl Fn(u32) -> Option<TypeInfo>,
) -> bool {
    if !field.is_node() {
        return field_arg(field, value).is_ok();
    }
    let target = match value {
        Some(FileValue::Integer(target)) if (target as usize) < index => target,
        _ => return false,
    };
    let info = info(target);
    match field.kind() {
        FieldKind::Reference(kind) => match info {
            Some(info) => {
                types::by_index(kind.type_index()).is_some_and(|declared| info.is_derived_from(declared))
            }
            None => {
                let type_key = document.type_key(document.node(target as usize).type_key());
                // The empty key is that of null. A node of an unknown type may be a stand-in.
                kind.nullable || !type_key.is_empty()
            }
        },
        _ => info.is_some_and(|info| info.index() == TypeIndex::STRING),
    }
}

/// Returns the text of an integer.
fn integer(value: Option<FileValue<'_>>, expected: &'static str) -> Result<SmolStr, AttrError> {
    let text = literal(value, expected)?;
    let digits = text.strip_prefix('-').unwrap_or(&text);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { Ok(text) } else { Err(mismatch(expected, &text)) }
}

fn float(value: Option<FileValue<'_>>) -> Result<f64, AttrError> {
    match literal(value, "a number")?.as_str() {
        "NaN" => Ok(f64::NAN),
        "Infinity" => Ok(f64::INFINITY),
        "-Infinity" => Ok(f64::NEG_INFINITY),
        found @ ("true" | "false" | "null") => Err(mismatch("a number", found)),
        number => Ok(read_f64(number)?),
    }
}

/// Returns the text of a literal.
fn literal(value: Option<FileValue<'_>>, expected: &'static str) -> Result<SmolStr, AttrError> {
    match value {
        Some(literal @ (FileValue::Literal(_) | FileValue::Integer(_))) => Ok(literal.to_text()),
        Some(other) => Err(mismatch(expected, &other.to_text())),
        None => Err(mismatch(expected, "")),
    }
}

/// Returns the error of a value of another type.
#[cold]
pub(in crate::graph) fn mismatch(expected: &'static str, found: &str) -> AttrError {
    AttrError::Number(NumberError::Format { expected, text: excerpt(found) })
}
