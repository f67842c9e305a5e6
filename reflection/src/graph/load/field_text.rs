//! The texts of attributes, as values of fields.

use objet_object::{ArgValue, EnumType, FieldKind};

use crate::field::Field;
use crate::graph::error::AttrError;
use crate::graph::number::{read_bool, read_f64, read_int};
use crate::make::FieldArg;
use crate::memory::variant;

/// Parses an attribute for a field that is not a reference.
#[inline]
pub(in crate::graph) fn field_arg<'a>(field: &Field, text: &'a str) -> Result<FieldArg<'a>, AttrError> {
    let value = match field.kind() {
        FieldKind::Int(kind) => {
            let (min, max) = kind.range();
            return Ok(int_arg(read_int(text, min, max)?));
        }
        FieldKind::Enum(declared) => ArgValue::Int(read_variant(declared, text)?),
        FieldKind::F32 | FieldKind::F64 => ArgValue::Float(read_f64(text)?),
        FieldKind::Bool => read_bool(text)?.into(),
        FieldKind::String | FieldKind::Char => ArgValue::Str(text),
        FieldKind::DataType => ArgValue::DataType(text.parse()?),
        FieldKind::List(_) | FieldKind::Optional(_) | FieldKind::Custom(_) => {
            return Ok(FieldArg::Json(text));
        }
        FieldKind::Reference(_) => ArgValue::Null,
    };
    Ok(FieldArg::Value(value))
}

/// Returns the value for an integer field, whose range includes the number.
#[inline]
pub(in crate::graph) fn int_arg<'a>(number: i128) -> FieldArg<'a> {
    match i64::try_from(number) {
        Ok(number) => FieldArg::Value(ArgValue::Int(number)),
        // A field of another type than `u64` has no such number.
        Err(_) => FieldArg::Unsigned(number as u64),
    }
}

/// Parses the name or the number of a variant.
pub(in crate::graph) fn read_variant(declared: &'static EnumType, text: &str) -> Result<i64, AttrError> {
    let is_name = text.starts_with(|first: char| first.is_alphabetic() || first == '_');
    let value = if is_name {
        ArgValue::Str(text)
    } else {
        let (min, max) = declared.repr.range();
        ArgValue::Int(read_int(text, min, max.min(i64::MAX.into()))? as i64)
    };
    variant(declared, value).map_err(|_| AttrError::Variant { declared, found: text.into() })
}
