//! The comparison of required attributes with those of an expression.

use objet::compare::StructuralEqual;
use objet::function::RetValue;
use objet::prelude::*;
use objet::{get_attr, structural_equal};
use objet_ir::attrs::{Attrs, DictAttrs, DictAttrsNode};
use objet_ir::expr::{FloatImmNode, IntImmNode, RelayExpr};
use objet_ir::op::Op;
use objet_tir::expr::StringImmNode;

use crate::expr::{CallNode, FunctionNode};

/// Returns whether an operator, a call or a function has the attributes.
pub(super) fn has_attrs(expr: &RelayExpr, required: &DictAttrs) -> bool {
    let all = |has: &dyn Fn(&str, Option<&ObjectRef>) -> bool| {
        required.dict.iter().all(|(name, value)| has(name, value.as_ref()))
    };
    if let Some(op) = expr.downcast_ref::<Op>() {
        return all(&|name, required| {
            let values = Op::get_attr_map::<RetValue>(name);
            values.value(op).is_some_and(|found| is_value(required, found))
        });
    }
    match_node!(match expr {
        call @ CallNode => all(&|name, required| {
            let found = call.attrs.as_ref().and_then(|attrs| attr_of_call(attrs, name));
            found.is_some_and(|found| is_value(required, &found))
        }),
        function @ FunctionNode => all(&|name, required| {
            let found = function.attrs.as_ref().and_then(|attrs| attrs.dict.get(name));
            found.is_some_and(|found| match (required, found) {
                (Some(required), Some(found)) => structural_equal(required, found),
                (required, found) => required.is_none() && found.is_none(),
            })
        }),
        _ => false,
    })
}

fn attr_of_call(attrs: &Attrs, name: &str) -> Option<RetValue> {
    match attrs.as_node::<DictAttrsNode>() {
        Some(attrs) => attrs.dict.get(name).map(|value| value.clone().into()),
        None => get_attr(attrs, name).ok(),
    }
}

/// Returns whether a required value is equal to the value of an attribute. Numbers have the same
/// kind, and data types are given by their names.
fn is_value(required: Option<&ObjectRef>, found: &RetValue) -> bool {
    let Some(required) = required else { return matches!(found, RetValue::Null) };
    match found {
        RetValue::Int(found) => {
            required.as_node::<IntImmNode>().is_some_and(|required| required.value == *found)
        }
        RetValue::Float(found) => {
            required.as_node::<FloatImmNode>().is_some_and(|required| required.value == *found)
        }
        RetValue::Str(found) => text(required) == Some(found),
        RetValue::DataType(found) => text(required) == Some(&found.to_string()),
        RetValue::Object(found) => match text(found) {
            Some(found) => text(required) == Some(found),
            None => StructuralEqual::new().map_free_vars(true).equal(required, found),
        },
        _ => false,
    }
}

fn text(object: &ObjectRef) -> Option<&str> {
    match object.downcast_ref::<objet::String>() {
        Some(text) => Some(text),
        None => object.as_node::<StringImmNode>().map(|text| text.value.as_str()),
    }
}
