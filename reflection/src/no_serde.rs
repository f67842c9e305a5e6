//! `#[reflect(serde)]` without the feature `serde`: a compile error with the fix.

use objet_object::{FieldType, RetValue};

use crate::field::{FieldTypeInfo, type_of};
use crate::memory::ret_value;

/// A type of fields with `#[reflect(serde)]`. Without the feature, there is none.
#[diagnostic::on_unimplemented(
    message = "`#[reflect(serde)]` needs the feature `serde` of the crate `objet`: enable the feature"
)]
pub trait SerdeValue: FieldType {}

/// Returns the description of a field type `T`.
pub const fn serde_type_of<T: SerdeValue>() -> &'static FieldTypeInfo {
    type_of::<T>()
}

/// Converts the default of a field.
pub(crate) fn serde_ret_value<T: SerdeValue>(value: T) -> RetValue {
    ret_value(value)
}
