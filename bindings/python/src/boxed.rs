//! Boxed numbers, which are plain numbers in Python.
//!
//! A field `int | None` is a reference to a `runtime.BoxInt` that may be null.

use objet::types;
use objet::{
    ArgValue, BoxBool, BoxBoolNode, BoxFloat, BoxFloatNode, BoxInt, BoxIntNode, FieldKind, IntKind, IsObject,
    ObjectRef, ReferenceKind, TypeIndex, ValueError,
};

/// Returns the kind of number that objects of a type box.
pub(crate) fn kind(index: TypeIndex) -> Option<FieldKind> {
    if index == BoxIntNode::type_index() {
        Some(FieldKind::Int(IntKind::I64))
    } else if index == BoxFloatNode::type_index() {
        Some(FieldKind::F64)
    } else {
        (index == BoxBoolNode::type_index()).then_some(FieldKind::Bool)
    }
}

/// Returns the kind of number that a field of boxed numbers holds.
pub(crate) fn held(reference: ReferenceKind) -> Option<FieldKind> {
    kind(reference.type_index())
}

/// Returns the kind of a reference to boxed numbers like this one.
pub(crate) fn reference_to(object: &ObjectRef) -> Option<ReferenceKind> {
    kind(object.type_index())?;
    types::by_index(object.type_index()).map(|info| ReferenceKind::to_type(info, false))
}

/// Boxes a number as a value of that kind, which is one that [`kind`] returns.
///
/// # Errors
/// If the number is not of that kind, or does not fit.
pub(crate) fn of_number(kind: FieldKind, number: ArgValue<'_>) -> Result<ObjectRef, ValueError> {
    Ok(match kind {
        FieldKind::Bool => BoxBool::new(number.get()?).into(),
        FieldKind::F64 => BoxFloat::new(number.get()?).into(),
        _ => BoxInt::new(number.get()?).into(),
    })
}

/// Returns the number of an object that boxes one, with its kind.
#[inline]
pub(crate) fn number(object: &ObjectRef) -> Option<(FieldKind, ArgValue<'static>)> {
    if let Some(boxed) = object.as_node::<BoxIntNode>() {
        Some((FieldKind::Int(IntKind::I64), boxed.value.into()))
    } else if let Some(boxed) = object.as_node::<BoxFloatNode>() {
        Some((FieldKind::F64, boxed.value.into()))
    } else {
        object.as_node::<BoxBoolNode>().map(|boxed| (FieldKind::Bool, boxed.value.into()))
    }
}
