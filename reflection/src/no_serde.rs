//! `#[reflect(serde)]` without the feature `serde`: a compile error with the fix.

use objet_object::{FieldType, RetValue};

use crate::make::{FieldTypeOps, type_of};
use crate::memory::ret_value;

/// A type of fields with `#[reflect(serde)]`. Without the feature, there is none.
#[diagnostic::on_unimplemented(
    message = "`#[reflect(serde)]` needs the feature `serde` of the crate `objet`: enable the feature"
)]
pub trait SerdeValue: FieldType {}

/// Returns the operations of a field of type `T`.
pub const fn serde_type_of<T: SerdeValue>() -> &'static FieldTypeOps<T> {
    type_of()
}

/// Converts the default of a field.
pub(crate) fn serde_ret_value<T: SerdeValue>(value: T) -> RetValue {
    ret_value(value)
}
