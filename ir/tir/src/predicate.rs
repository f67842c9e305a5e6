//! The predicates of loads and stores as arguments of global functions.

use objet::function::RetValue;
use objet::function::{ArgValue, FromValue, Owned, TypeCode, ValueError};
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, PrimExpr};

use crate::op::const_true;

/// A predicate, also as a number. Without a predicate, all lanes are accessed.
pub(crate) struct PredicateArg(Option<PrimExpr>);

impl PredicateArg {
    /// The default of the argument.
    pub(crate) const ALL_LANES: Self = Self(None);

    pub(crate) fn for_lanes(self, lanes: u16) -> Result<PrimExpr, ConstructError> {
        self.0.map_or_else(|| const_true(lanes, None), Ok)
    }
}

impl FromValue<'_> for PredicateArg {
    type Ownership = Owned;

    const FAST_CODE: TypeCode = TypeCode::OBJECT_HANDLE;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        Ok(Self(value.get::<Option<ExprArg>>()?.map(|given| given.0)))
    }
}

impl From<PredicateArg> for RetValue {
    fn from(predicate: PredicateArg) -> Self {
        predicate.0.into()
    }
}
