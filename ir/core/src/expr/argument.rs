//! Expressions as front ends pass them.

use objet::prelude::*;
use objet::{ArgValue, FromValue, Owned, ValueError};

use super::{FloatImm, IntImm, PrimExpr};

/// An argument that is an expression, or that stands for one: a number, which becomes a constant of 32 bits, or an object that
/// an [`ExprConversion`] accepts.
pub struct ExprArg(pub PrimExpr);

/// A conversion of objects that stand for expressions, as a language states it at link time with `inventory::submit!`.
///
/// It returns `None` for an object that it does not convert.
pub struct ExprConversion(pub fn(&ObjectRef) -> Option<PrimExpr>);

inventory::collect!(ExprConversion);

impl FromValue<'_> for ExprArg {
    type Ownership = Owned;

    const USUAL_CODE: objet::TypeCode = objet::TypeCode::OBJECT_HANDLE;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        let constant = match value {
            ArgValue::Int(number) => IntImm::new(DataType::int(32), number, None).map(IntImm::upcast),
            ArgValue::Float(number) => FloatImm::new(DataType::float(32), number, None).map(FloatImm::upcast),
            _ => return of_object(value.get()?).map(Self),
        };
        // A scalar type of either kind has every number.
        constant.map(Self).or_else(|_| value.get::<PrimExpr>().map(Self))
    }
}

fn of_object(object: ObjectRef) -> Result<PrimExpr, ValueError> {
    let mut conversions = inventory::iter::<ExprConversion>.into_iter();
    match conversions.find_map(|conversion| (conversion.0)(&object)) {
        Some(expr) => Ok(expr),
        None => ArgValue::from(&object).get(),
    }
}

/// Returns the expressions of an array that a front end made: that very array, if it has nothing else in it.
///
/// # Errors
/// If an element is no expression, and none stands for it.
pub fn exprs(array: Array<Option<ObjectRef>>) -> Result<Array<PrimExpr>, ValueError> {
    if let Ok(exprs) = array.clone().downcast() {
        return Ok(exprs);
    }
    array.iter().map(|element| Ok(ArgValue::from(element).get::<ExprArg>()?.0)).collect()
}
