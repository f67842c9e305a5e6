//! The attributes of a call in the files of relations.

use std::error::Error;

use objet::fields::{FieldKind, Reflection};
use objet::function::RetValue;
use objet::prelude::*;
use objet_ir::attrs::{AttrValue, Attrs};
use objet_ir::env_func::EnvFunc;
use objet_ir::op::Op;
use objet_relay::expr::{Constant, Var};
use serde_json::Value;

use super::types_as_text::Scope;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Reads `null`, or the type key of the attributes and their values as JSON.
pub(crate) fn read(op: &Op, text: &str, scope: &mut Scope) -> Result<Option<Attrs>> {
    if text == "null" {
        return Ok(None);
    }
    let (type_key, json) = text.split_once(' ').ok_or("expected a type key and JSON")?;
    let Value::Object(fields) = serde_json::from_str(json)? else { return Err("expected an object".into()) };
    let reflection = Reflection::of_key(type_key)?;
    let mut values = Vec::new();
    for (name, value) in &fields {
        let kind = reflection.field(name)?.kind();
        let value = match (kind, value) {
            (FieldKind::DataType, Value::String(dtype)) if dtype.is_empty() => DataType::VOID.into(),
            (FieldKind::DataType, Value::String(dtype)) => dtype.parse::<DataType>()?.into(),
            (FieldKind::F32 | FieldKind::F64, Value::Number(number)) => {
                AttrValue::from(number.as_f64().ok_or("expected a number")?)
            }
            (_, value) => convert(value, scope)?,
        };
        values.push((name.as_str(), value));
    }
    Ok(Some(op.make_attrs_of(type_key, values)?))
}

fn convert(value: &Value, scope: &mut Scope) -> Result<AttrValue> {
    Ok(match value {
        Value::Null => AttrValue::One(RetValue::Null),
        Value::Bool(flag) => AttrValue::from(*flag),
        Value::String(text) => AttrValue::from(text.as_str()),
        Value::Number(number) => match number.as_i64() {
            Some(number) => AttrValue::from(number),
            None => AttrValue::from(number.as_f64().ok_or("expected a number")?),
        },
        Value::Array(items) => {
            AttrValue::List(items.iter().map(|item| convert(item, scope)).collect::<Result<_>>()?)
        }
        Value::Object(tagged) => {
            let text = |name: &str| tagged.get(name).and_then(Value::as_str);
            if let Some(extent) = text("extent") {
                return Ok(AttrValue::from(scope.extent(extent)?));
            }
            if let Some(ty) = text("variable") {
                let var = Var::new("v", Some(scope.read(ty)?), None);
                return Ok(AttrValue::from(var.upcast::<ObjectRef>()));
            }
            if let Some(name) = text("env_func") {
                return Ok(AttrValue::from(EnvFunc::new(name).upcast::<ObjectRef>()));
            }
            let dtype = text("constant").ok_or("expected extent, variable, env_func or constant")?;
            let constant = constant(dtype, tagged.get("data").ok_or("expected data")?)?;
            AttrValue::from(constant.upcast::<ObjectRef>())
        }
    })
}

/// Returns a constant: a scalar for a number, a vector for a list.
fn constant(dtype: &str, data: &Value) -> Result<Constant> {
    let (shape, numbers) = match data {
        Value::Array(items) => (vec![items.len() as i64], items.clone()),
        number => (vec![], vec![number.clone()]),
    };
    let float = |number: &Value| number.as_f64().ok_or("expected a number");
    let int = |number: &Value| number.as_i64().ok_or("expected an integer");
    let data = match dtype {
        "float32" => {
            let numbers =
                numbers.iter().map(|number| Ok(float(number)? as f32)).collect::<Result<Vec<_>>>()?;
            NDArray::from_slice(&shape, &numbers)?
        }
        "float64" => NDArray::from_slice(
            &shape,
            &numbers.iter().map(float).collect::<std::result::Result<Vec<_>, _>>()?,
        )?,
        "int32" => {
            let numbers =
                numbers.iter().map(|number| Ok(i32::try_from(int(number)?)?)).collect::<Result<Vec<_>>>()?;
            NDArray::from_slice(&shape, &numbers)?
        }
        "int64" => NDArray::from_slice(
            &shape,
            &numbers.iter().map(int).collect::<std::result::Result<Vec<_>, _>>()?,
        )?,
        other => return Err(format!("no constants of type {other}").into()),
    };
    Ok(Constant::new(data, None))
}
