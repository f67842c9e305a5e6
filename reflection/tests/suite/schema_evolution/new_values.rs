//! Tests of fields that take other values than before. The older program has the types whose keys
//! end in `Old`, and the newer one those whose keys end in `New`.

use std::error::Error;

use objet::graph::{Format, StoredAttrs};
use objet::prelude::*;
use serde::{Deserialize, Serialize};

use super::forms::{FORMS, Form, load, moved, save};

/// The variants of the older program.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(i32)]
enum OldMode {
    Fast = 0,
    Safe = 1,
}

/// A value of the older program in a field with `serde`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum OldShape {
    Point,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "values.OpOld", is_final, new)]
struct OpOldNode {
    base: Object,
    mode: OldMode,
    size: u8,
    #[reflect(serde)]
    shape: OldShape,
}

/// The variants of the newer program, with a new one.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(i32)]
enum NewMode {
    Fast = 0,
    Safe = 1,
    Turbo = 2,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum NewShape {
    Point,
    Circle { radius: i64 },
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "values.OpNew", is_final, new, version = 1)]
struct OpNewNode {
    base: Object,
    mode: NewMode,
    size: u16,
    #[reflect(serde)]
    shape: NewShape,
}

/// The variants of another newer program: `Safe` has another name and another number.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(i32)]
enum RenamedMode {
    Fast = 0,
    Checked = 5,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "values.OpRen", is_final, new, version = 1, upgrade = rename)]
struct OpRenamedNode {
    base: Object,
    mode: RenamedMode,
    size: u8,
    #[reflect(serde)]
    shape: OldShape,
}

/// Plain JSON has the name of a variant, and the other forms have its number.
fn rename(_: u32, attrs: &mut StoredAttrs) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mode = attrs.get("mode").ok_or("missing attribute `mode`")?;
    let is_safe = mode.as_int().map_or_else(|_| mode.as_text() == Ok("Safe"), |number| number == 1);
    if is_safe {
        attrs.insert("mode", "Checked");
    }
    Ok(())
}

fn register() {
    objet::register_types!(OpOldNode, OpNewNode, OpRenamedNode).unwrap();
}

#[test]
fn files_of_the_older_program_load() {
    register();
    for form in FORMS {
        let file = save(form, &OpOld::new(OldMode::Safe, 7, OldShape::Point).upcast());
        let has_name = form == Form::Text(Format::Plain);
        assert_eq!(file.windows(4).any(|part| part == b"Safe"), has_name, "{form:?}");
        let new = load(form, &moved(&file, "values.OpOld", "values.OpNew"), false).unwrap();
        let new = new.as_node::<OpNewNode>().unwrap();
        assert_eq!((new.mode, new.size, &new.shape), (NewMode::Safe, 7, &NewShape::Point), "{form:?}");
        let renamed = load(form, &moved(&file, "values.OpOld", "values.OpRen"), false).unwrap();
        assert_eq!(renamed.as_node::<OpRenamedNode>().unwrap().mode, RenamedMode::Checked, "{form:?}");
    }
}

#[test]
fn the_older_program_keeps_the_values_of_a_newer_version() {
    register();
    let circle = NewShape::Circle { radius: 3 };
    for new in [
        OpNew::new(NewMode::Turbo, 7, NewShape::Point),
        OpNew::new(NewMode::Fast, 300, NewShape::Point),
        OpNew::new(NewMode::Fast, 7, circle),
    ] {
        for form in FORMS {
            let file = save(form, new.as_object_ref());
            let old = moved(&file, "values.OpNew", "values.OpOld");
            let error = load(form, &old, false).unwrap_err();
            // The errors of postcard have no text.
            assert!(
                error.contains("version 1 of values.OpOld is newer") || form == Form::Postcard,
                "{error}"
            );
            let kept = load(form, &old, true).unwrap();
            assert!(save(form, &kept) == old, "{form:?}");
            let back = load(form, &moved(&save(form, &kept), "values.OpOld", "values.OpNew"), false).unwrap();
            assert!(objet::structural_equal(&back, new.as_object_ref()), "{form:?}");
        }
    }
}

#[test]
fn a_value_that_does_not_fit_is_an_error_in_the_same_version() {
    register();
    let shape = r#""shape":"Point""#;
    for (attrs, expected) in [
        (
            format!(r#""mode":"Turbo","size":7,{shape}"#),
            "attribute `mode`: expected a OldMode (Fast = 0, Safe = 1)",
        ),
        (format!(r#""mode":"Fast","size":300,{shape}"#), "attribute `size`: expected"),
        (r#""mode":"Fast","size":7,"shape":{"Circle":{"radius":3}}"#.into(), "unknown variant `Circle`"),
        (
            format!(r#""mode":"Fast","size":{{"type":"values.X"}},{shape}"#),
            "values.OpOld.size: expected a value of type u8, found an object",
        ),
    ] {
        let plain = format!(r#"{{"objet":1,"root":{{"type":"values.OpOld",{attrs}}}}}"#);
        let error = super::keep_unknown(&plain).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
