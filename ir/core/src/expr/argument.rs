//! Conversion of function arguments to expressions.

use objet::function::{ArgValue, FromValue, Owned, ValueError};
use objet::prelude::*;

use super::{FloatImm, PrimExpr};

/// An argument that converts to an expression: an expression, a number, or an object that an
/// [`ExprConversion`] accepts. A number becomes a 32-bit constant, and an integer must fit it.
pub struct ExprArg(pub PrimExpr);

/// A conversion of a language's objects to expressions, registered at link time with
/// `inventory::submit!`.
///
/// The function returns `None` for an object that it does not convert.
pub struct ExprConversion(pub fn(&ObjectRef) -> Option<PrimExpr>);

inventory::collect!(ExprConversion);

impl FromValue<'_> for ExprArg {
    type Ownership = Owned;

    const FAST_CODE: objet::function::TypeCode = objet::function::TypeCode::OBJECT_HANDLE;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        match value {
            ArgValue::Int(_) => value.get::<i32>().map(|number| Self(number.into())),
            ArgValue::Float(number) => {
                let constant = FloatImm::new(DataType::float(32), number, None);
                // The data type is that of a scalar, so the construction does not fail.
                constant.map(|constant| Self(constant.upcast())).or_else(|_| value.get().map(Self))
            }
            _ => of_object(value.get()?).map(Self),
        }
    }
}

fn of_object(object: ObjectRef) -> Result<PrimExpr, ValueError> {
    let mut conversions = inventory::iter::<ExprConversion>.into_iter();
    match conversions.find_map(|conversion| (conversion.0)(&object)) {
        Some(expr) => Ok(expr),
        None => ArgValue::from(&object).get(),
    }
}

/// Converts the elements of an array to expressions. Returns the same array if all elements are
/// expressions already.
///
/// # Errors
/// Fails if an element does not convert to an expression.
pub fn exprs(array: Array<Option<ObjectRef>>) -> Result<Array<PrimExpr>, ValueError> {
    if let Ok(exprs) = array.clone().downcast() {
        return Ok(exprs);
    }
    array.iter().map(|element| Ok(ArgValue::from(element).get::<ExprArg>()?.0)).collect()
}
