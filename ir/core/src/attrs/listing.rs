//! Listing the attributes of a type for front ends.

use objet::fields::{Field, FieldKind, ReflectError, Reflection};
use objet::function::RetValue;
use objet::prelude::*;
use objet::text::as_repr;

use super::{AttrFieldInfo, Attrs, DictAttrsNode};

/// Lists the attributes of a node's type: their names, TVM's names of their types with the
/// defaults, and their descriptions. The attributes of one dictionary belong to no type, so it has
/// none.
#[register_global("ir.AttrsListFieldInfo")]
fn attrs_list_field_info(attrs: Attrs) -> Result<Array<AttrFieldInfo>, ReflectError> {
    if attrs.is_instance::<DictAttrsNode>() {
        return Ok(Array::new());
    }
    let fields = Reflection::of_object(&attrs)?.fields();
    Ok(fields.iter().map(|field| AttrFieldInfo::new(field.name(), type_info(field), field.doc())).collect())
}

fn type_info(field: &Field) -> String {
    let name = type_name(field);
    match field.default() {
        Some(RetValue::Null) => format!("{name}, default=(nullptr)"),
        Some(RetValue::Object(object)) => format!("{name}, default={}", as_repr(Some(&object))),
        Some(RetValue::Str(text)) => format!("{name}, default={text:?}"),
        Some(value) => format!("{name}, default={value:?}"),
        None => name,
    }
}

fn type_name(field: &Field) -> String {
    match field.kind() {
        FieldKind::Int(kind) if kind.range().1 <= i32::MAX.into() => "int".into(),
        FieldKind::Int(_) => "int64".into(),
        FieldKind::Enum(_) => "int".into(),
        FieldKind::F32 => "float".into(),
        FieldKind::F64 => "double".into(),
        FieldKind::Bool => "bool".into(),
        FieldKind::String => "str".into(),
        FieldKind::DataType => "DataType".into(),
        FieldKind::Reference(reference) => reference.type_name(),
        FieldKind::Char | FieldKind::List(_) | FieldKind::Optional(_) | FieldKind::Custom(_) => {
            field.type_name().into()
        }
    }
}
