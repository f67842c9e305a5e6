//! The outcome of calling a type relation.

use objet::function::{ArgValue, FromValue, Owned, RetValue, TypeCode, ValueError};

/// The state of a type relation that is not violated.
///
/// As a value, which functions of other languages return, `Solved` is true and `NotYet` is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum RelationStatus {
    /// All types that the relation determines are assigned.
    Solved,
    /// Types that the relation depends on are not known yet. The relation is called again when more
    /// is known.
    NotYet,
}

impl From<RelationStatus> for RetValue {
    fn from(status: RelationStatus) -> Self {
        (status == RelationStatus::Solved).into()
    }
}

impl FromValue<'_> for RelationStatus {
    type Ownership = Owned;

    const FAST_CODE: TypeCode = TypeCode::INT;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        Ok(if value.get::<bool>()? { Self::Solved } else { Self::NotYet })
    }
}
