//! Relations of calls with absurd attributes and types. They may refuse a call, but not panic.

use std::collections::BTreeSet;
use std::error::Error;

use objet::function::{CallError, RuntimeError};
use serde_json::{Value, json};

use super::{answer, lines};

/// Returns variants of the attributes: each number, and each list, exchanged by an extreme one.
fn variants(attrs: &str) -> Vec<String> {
    let Some((type_key, json)) = attrs.split_once(' ') else { return vec![attrs.into()] };
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(json) else { return vec![attrs.into()] };
    let extremes = [json!(i32::MIN), json!(i32::MAX), json!(0), json!(-1)];
    let mut found = vec![attrs.into()];
    for (name, value) in &fields {
        let exchanged: Vec<Value> = match value {
            Value::Number(_) => extremes.to_vec(),
            Value::Array(items) => {
                let filled = extremes.iter().map(|extreme| Value::Array(vec![extreme.clone(); items.len()]));
                filled.chain([json!([]), json!([1]), json!(vec![1; 40])]).collect()
            }
            Value::String(_) => ["", "NCHW2147483647c", "OIHW1i1i", "9", "int8"].map(Value::from).to_vec(),
            _ => Vec::new(),
        };
        for value in exchanged {
            let mut fields = fields.clone();
            fields.insert(name.clone(), value);
            found.push(format!("{type_key} {}", Value::Object(fields)));
        }
    }
    found
}

/// Returns the names of the attributes.
fn names(attrs: &str) -> Vec<String> {
    let json = attrs.split_once(' ').and_then(|(_, json)| serde_json::from_str(json).ok());
    let Some(Value::Object(fields)) = json else { return Vec::new() };
    fields.keys().cloned().collect()
}

/// Whether a relation panicked.
fn is_panic(error: &(dyn Error + 'static)) -> bool {
    let mut error = Some(error);
    while let Some(current) = error {
        if matches!(current.downcast_ref(), Some(CallError::Panicked { .. }))
            || current
                .downcast_ref::<RuntimeError>()
                .is_some_and(|error| error.to_string().contains("panicked"))
        {
            return true;
        }
        error = current.source();
    }
    false
}

#[test]
fn relations_do_not_panic() -> Result<(), Box<dyn Error>> {
    let (mut seen, mut calls) = (BTreeSet::new(), 0);
    for line in lines()? {
        let [op, attrs, inputs, _] = &line.columns[..] else { unreachable!() };
        if !seen.insert((op.clone(), names(attrs))) {
            continue;
        }
        let flat: String = inputs.split(' ').map(|_| "float32[] ").collect();
        let huge: String = inputs
            .split(' ')
            .map(|_| "int8[9223372036854775807L,-9223372036854775808L,0,2147483647] ")
            .collect();
        for attrs in variants(attrs) {
            for inputs in [inputs.as_str(), flat.trim_end(), huge.trim_end()] {
                calls += 1;
                if let Err(error) = answer(op, &attrs, inputs) {
                    assert!(!is_panic(&*error), "{op} {attrs} {inputs}: {error}");
                }
            }
        }
    }
    assert!(calls > 1000, "{calls} calls");
    Ok(())
}
