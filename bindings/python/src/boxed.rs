//! Boxed numbers, which Python sees as plain numbers.
//!
//! A field declared `int | None` is a nullable reference to a `runtime.BoxInt`.

use objet::containers::{BoxBool, BoxBoolNode, BoxFloat, BoxFloatNode, BoxInt, BoxIntNode};
use objet::fields::{FieldKind, IntKind, ReferenceKind};
use objet::function::{ArgValue, ValueError};
use objet::types::{self, TypeIndex};
use objet::{IsObject, IsObjectRef, Object, ObjectRef, String};

/// Returns the kind of number that a type boxes, if it boxes one.
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

/// Returns a reference kind for the type of a boxed number. Returns `None` for other objects.
pub(crate) fn reference_to(object: &ObjectRef) -> Option<ReferenceKind> {
    kind(object.type_index())?;
    types::by_index(object.type_index()).map(|info| ReferenceKind::to_type(info, false))
}

/// Boxes a number as the given kind, which must be a result of [`kind`].
///
/// # Errors
/// If the number is of another kind or out of range.
pub(crate) fn of_number(kind: FieldKind, number: ArgValue<'_>) -> Result<ObjectRef, ValueError> {
    Ok(match kind {
        FieldKind::Bool => BoxBool::new(number.get()?).into(),
        FieldKind::F64 => BoxFloat::new(number.get()?).into(),
        _ => BoxInt::new(number.get()?).into(),
    })
}

/// Boxes a scalar as an element of a list of the given kind. Returns `None` for values that are not
/// scalars.
pub(crate) fn of_scalar(kind: FieldKind, value: ArgValue<'_>) -> Option<Result<ObjectRef, ValueError>> {
    Some(match value {
        ArgValue::Int(_) | ArgValue::Float(_) => {
            of_number(if matches!(kind, FieldKind::F32) { FieldKind::F64 } else { kind }, value)
        }
        ArgValue::Str(text) => Ok(String::from(text).into()),
        _ => return None,
    })
}

/// Returns the number in a boxed number, with its kind.
#[inline]
pub(crate) fn number(object: &Object) -> Option<(FieldKind, ArgValue<'static>)> {
    if let Some(boxed) = object.as_node::<BoxIntNode>() {
        Some((FieldKind::Int(IntKind::I64), boxed.value.into()))
    } else if let Some(boxed) = object.as_node::<BoxFloatNode>() {
        Some((FieldKind::F64, boxed.value.into()))
    } else {
        object.as_node::<BoxBoolNode>().map(|boxed| (FieldKind::Bool, boxed.value.into()))
    }
}
