//! Expressions as front ends pass them.

use objet::prelude::*;
use objet::{ArgValue, FromValue, Owned, StringNode, ValueError};

use super::{FloatImm, IntImm, PrimExpr};
use crate::tir::expr::{IterVarNode, StringImm};

/// An expression, or what stands for one where a front end calls: a number, which is a constant of 32 bits, a text, or the
/// axis of a loop, which stands for its variable.
pub(crate) struct ExprArg(pub(crate) PrimExpr);

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
    match_node!(object, {
        axis: IterVarNode => Ok(axis.var.clone().upcast()),
        text: StringNode => Ok(StringImm::new(text.as_str(), None).upcast()),
        _ => ArgValue::from(&object).get(),
    })
}

/// An array as front ends make it.
pub(crate) type AnyArray = Array<Option<ObjectRef>>;

/// The expressions of an array that a front end made: that very array, if there is nothing else in it.
pub(crate) fn exprs(array: AnyArray) -> Result<Array<PrimExpr>, ValueError> {
    if let Ok(exprs) = array.clone().downcast() {
        return Ok(exprs);
    }
    array.iter().map(|element| Ok(ArgValue::from(element).get::<ExprArg>()?.0)).collect()
}
