//! The forms of files, and the file that one program writes and another one reads.

use std::error::Error;
use std::string::String as Text;

use objet::String;
use objet::graph::{Format, Graph, LoadJson, SaveJson, StoredAttrs};
use objet::prelude::*;
use serde::de::DeserializeSeed;
use serde::{Deserialize, Deserializer};

/// The result of an upgrade function.
pub(super) type Upgraded = Result<(), Box<dyn Error + Send + Sync>>;

pub(super) fn no_change(_: u32, _: &mut StoredAttrs) -> Upgraded {
    Ok(())
}

/// Declares the two types of a field, of which the second one has an upgrade function.
macro_rules! field {
    ($old:ident, $old_key:literal, $(#[$old_reflect:meta])? $old_field:ty => $new:ident, $new_key:literal, $(#[$new_reflect:meta])? $new_field:ty $(, $upgrade:ident)?) => {
        #[derive(Clone, Object, Reflect)]
        #[repr(C)]
        #[object(key = $old_key, is_final, new)]
        struct $old {
            base: Object,
            $(#[$old_reflect])?
            f: $old_field,
        }

        #[derive(Clone, Object, Reflect)]
        #[repr(C)]
        #[object(key = $new_key, is_final, new $(, version = 1, upgrade = $upgrade)?)]
        struct $new {
            base: Object,
            $(#[$new_reflect])?
            f: $new_field,
        }
    };
}

pub(super) use field;

/// The forms of files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Text(Format),
    Cbor,
    Postcard,
}

pub(super) const FORMS: [Form; 5] = [
    Form::Text(Format::Tvm08),
    Form::Text(Format::TvmFfi),
    Form::Text(Format::Plain),
    Form::Cbor,
    Form::Postcard,
];

/// A graph in which nodes of unknown types are kept.
struct Kept(Option<ObjectRef>);

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        LoadJson::new().keep_unknown(true).deserialize(deserializer).map(Self)
    }
}

pub(super) fn save(form: Form, root: &ObjectRef) -> Vec<u8> {
    match form {
        Form::Text(format) => SaveJson::new(format).to_string(root).unwrap().into_bytes(),
        Form::Cbor => {
            let mut bytes = Vec::new();
            ciborium::into_writer(&Graph(root.clone()), &mut bytes).unwrap();
            bytes
        }
        Form::Postcard => postcard::to_stdvec(&Graph(root.clone())).unwrap(),
    }
}

fn message(error: ciborium::de::Error<std::io::Error>) -> Text {
    match error {
        ciborium::de::Error::Semantic(_, message) => message,
        other => other.to_string(),
    }
}

pub(super) fn load(form: Form, file: &[u8], keep_unknown: bool) -> Result<ObjectRef, Text> {
    let load = LoadJson::new().keep_unknown(keep_unknown);
    let root = match form {
        Form::Text(_) => load.load(file).map_err(|error| error.to_string()),
        Form::Cbor if keep_unknown => ciborium::from_reader(file).map(|Kept(root)| root).map_err(message),
        Form::Cbor => {
            let graph: Result<Graph<ObjectRef>, _> = ciborium::from_reader(file);
            graph.map(|graph| Some(graph.0)).map_err(message)
        }
        Form::Postcard => {
            load.deserialize(&mut postcard::Deserializer::from_bytes(file)).map_err(|error| error.to_string())
        }
    };
    root.map(|root| root.expect("a root"))
}

/// Returns the file of the other program: the keys of the types have the same length.
pub(super) fn moved(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut file = file.to_vec();
    for start in 0..file.len() - from.len() {
        if file[start..].starts_with(from.as_bytes()) {
            file[start..start + to.len()].copy_from_slice(to.as_bytes());
        }
    }
    file
}

/// Saves an object of the old type, and loads it as one of the new type.
pub(super) fn upgraded<N: IsObjectRef>(form: Form, old: impl Into<ObjectRef>) -> Result<N, Text> {
    // Other nodes follow, to which a number could refer.
    let file: ObjectRef =
        Array::from([old.into(), String::from("x").into(), String::from("y").into()]).into();
    let root = load(form, &moved(&save(form, &file), "Old", "New"), false)?;
    let root: Array<ObjectRef> = root.downcast().map_err(|_| "no array")?;
    Ok(root[0].clone().downcast().unwrap())
}
