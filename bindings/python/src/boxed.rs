//! Numbers that may be missing: what a field of the type `int | None` refers to. Python sees their numbers, and not these objects.

use std::sync::OnceLock;

use objet::types::TypeInfo;
use objet::{
    ArgValue, FieldBuilder, FieldKind, FieldValue, IntKind, ObjectRef, ReferenceKind, ReflectError, RetValue,
    TypeBuilder, TypeBuilderError, TypeIndex, ValueError, get_attr, make_node,
};

/// The types, and what the one field of each holds.
static TYPES: OnceLock<Vec<(TypeInfo, FieldKind)>> = OnceLock::new();

/// Makes the types known.
///
/// # Errors
/// If something else has one of their keys.
pub(crate) fn init() -> Result<(), TypeBuilderError> {
    let kinds = [
        ("runtime.BoxInt", FieldKind::Int(IntKind::I64), "An integer that may be missing."),
        ("runtime.BoxFloat", FieldKind::F64, "A float that may be missing."),
        ("runtime.BoxBool", FieldKind::Bool, "A truth value that may be missing."),
    ];
    let mut types = Vec::new();
    for (key, kind, doc) in kinds {
        let described = TypeBuilder::new(key, TypeIndex::OBJECT).doc(doc);
        let field = FieldBuilder::new("value", kind).doc("The number.");
        types.push((described.field(field).register()?, kind));
    }
    TYPES.get_or_init(|| types);
    Ok(())
}

fn types() -> &'static [(TypeInfo, FieldKind)] {
    TYPES.get().map_or(&[], Vec::as_slice)
}

/// Whether the objects of a type are such numbers.
#[inline]
pub(crate) fn is_of(index: TypeIndex) -> bool {
    types().iter().any(|(info, _)| info.index() == index)
}

/// What the numbers are that a reference of that kind is to, if it is to such.
pub(crate) fn held(reference: ReferenceKind) -> Option<FieldKind> {
    let key = reference.type_name();
    types().iter().find(|(info, _)| info.key() == key).map(|(_, kind)| *kind)
}

/// What a reference is of, to objects such as this one, if it is a number.
pub(crate) fn reference_to(object: &ObjectRef) -> Option<ReferenceKind> {
    let index = object.type_index();
    let (info, _) = types().iter().find(|(info, _)| info.index() == index)?;
    Some(ReferenceKind::to_type(*info, false))
}

/// A number as the object that a reference of that kind is to.
///
/// # Errors
/// If it is no such number.
pub(crate) fn of_number(reference: ReferenceKind, number: ArgValue<'_>) -> Result<ObjectRef, ValueError> {
    match make_node(&reference.type_name(), [("value", number)]) {
        Ok(made) => Ok(made),
        Err(ReflectError::Value { source, .. }) => Err(source),
        Err(error) => unreachable!("it has one field: {error}"),
    }
}

/// The number that an object is, if it is one.
#[inline]
pub(crate) fn number(object: &ObjectRef) -> Option<FieldValue<'static>> {
    let index = object.type_index();
    let (_, kind) = types().iter().find(|(info, _)| info.index() == index)?;
    match (kind, get_attr(object, "value").ok()?) {
        (FieldKind::Bool, RetValue::Int(number)) => Some(FieldValue::Bool(number != 0)),
        (_, RetValue::Int(number)) => Some(FieldValue::Int(number)),
        (_, RetValue::Float(number)) => Some(FieldValue::Float(number)),
        _ => None,
    }
}
