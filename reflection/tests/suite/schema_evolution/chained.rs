//! Tests of upgrade functions of a type and its parent, and of their errors.

use std::error::Error;

use objet::containers::{BoxBool, BoxFloat, BoxInt};
use objet::graph::StoredAttrs;
use objet::prelude::*;
use objet::{String, load_json};

use super::keep_unknown;

type Upgraded = Result<(), Box<dyn Error + Send + Sync>>;

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "chained.Parent", version = 1, upgrade = set_values)]
struct ParentNode {
    base: Object,
    #[reflect(default = 0)]
    line: i64,
}

/// Sets each kind of value, which the function of the derived type reads.
fn set_values(_version: u32, attrs: &mut StoredAttrs) -> Upgraded {
    attrs.insert("text", String::from("t"));
    attrs.insert("int", BoxInt::new(7));
    attrs.insert("truth", BoxBool::new(true));
    attrs.insert("float", BoxFloat::new(0.5));
    Ok(())
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "chained.Child", is_final, version = 1, upgrade = read_values)]
struct ChildNode {
    base: ParentNode,
    text: String,
    sum: f64,
}

fn read_values(_version: u32, attrs: &mut StoredAttrs) -> Upgraded {
    let mut take = |name: &str| attrs.remove(name).ok_or_else(|| format!("no {name}"));
    let (text, int, truth, float) = (take("text")?, take("int")?, take("truth")?, take("float")?);
    let error = int.as_text().unwrap_err().to_string();
    assert_eq!(error, "expected a text, found a reference to runtime.BoxInt");
    attrs.insert("sum", int.as_float()? + float.as_float()? + truth.as_int()? as f64 + int.as_int()? as f64);
    attrs.insert("text", text.as_text()?);
    Ok(())
}

/// A type whose upgrade function is wrong.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "chained.Wrong", is_final, version = 1, upgrade = set_wrong)]
struct WrongNode {
    base: Object,
    weight: Option<NDArray>,
}

fn set_wrong(_version: u32, attrs: &mut StoredAttrs) -> Upgraded {
    match attrs.remove("mode").ok_or("no mode")?.as_text()? {
        "name" => attrs.insert("weigth", 1),
        _ => attrs.insert("weight", String::from("x")),
    };
    Ok(())
}

#[test]
fn a_function_reads_the_values_of_the_function_before() {
    objet::register_types!(ParentNode, ChildNode).unwrap();
    let child = load_json(r#"{"objet":1,"root":{"type":"chained.Child"}}"#).unwrap();
    let child: Child = child.downcast().unwrap();
    assert_eq!((child.text.as_str(), child.sum), ("t", 15.5));
}

#[test]
fn errors_say_that_an_upgrade_function_is_wrong() {
    objet::register_types!(WrongNode).unwrap();
    let file = |mode: &str| format!(r#"{{"objet":1,"root":{{"type":"chained.Wrong","mode":"{mode}"}}}}"#);
    for error in [load_json(&file("name")).unwrap_err(), keep_unknown(&file("name")).unwrap_err()] {
        assert_eq!(
            error.to_string(),
            "line 1, node 1 (chained.Wrong): unknown attribute `weigth`, did you mean \"weight\"?; the upgrade \
             function of the type sets it: set a field"
        );
    }
    // An attribute that no field has does not hide the error.
    let surplus = file("name").replace(r#""mode""#, r#""extra":1,"mode""#);
    let error = keep_unknown(&surplus).unwrap_err().to_string();
    assert!(error.contains("unknown attribute `weigth`"), "{error}");
    let error = load_json(&file("type")).unwrap_err().to_string();
    assert!(error.contains("expected runtime.NDArray, found runtime.String"), "{error}");
    assert!(error.ends_with("after the upgrade from version 0"), "{error}");
}
