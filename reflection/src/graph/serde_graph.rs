//! Graphs as values of serde.
//!
//! In a format that people read, such as YAML, a graph has the form of Objet's plain JSON. In other
//! formats, such as CBOR, it has the form of tables. Types with `#[serde(tag)]`, `untagged` or
//! `flatten` hide the format from their fields when they are read, so the value tells its form.

use std::fmt;

use objet_object::{IsObjectRef, ObjectRef};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::document::Document;
use super::error::GraphError;
use super::load::LoadJson;
use super::numbering::Numbering;
use super::plain;
use super::tables::{self, Tables};
use crate::loaded::Loaded;

/// A graph as a value of serde: the reference to its root.
///
/// Wrappers of nodes with `#[derive(Reflect)]` are values of serde themselves. This type is for
/// containers and for references to any object.
///
/// ```
/// use objet::prelude::*;
/// use objet::graph::Graph;
/// use objet::{String, structural_equal};
///
/// let names = Graph(Array::from([String::from("x"), String::from("y")]));
/// let json = serde_json::to_string(&names)?;
/// assert_eq!(json, r#"{"objet":1,"root":["x","y"]}"#);
/// let back: Graph<Array<String>> = serde_json::from_str(&json)?;
/// assert!(structural_equal(&back.0, &names.0));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph<R>(pub R);

impl<R: IsObjectRef> Serialize for Graph<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, serializer)
    }
}

impl<'de, R: IsObjectRef> Deserialize<'de> for Graph<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer).map(Self)
    }
}

/// Serializes a graph. With [`deserialize`], this is for
/// `#[serde(with = "objet::graph::serde_graph")]` on a field of a type that is no node.
///
/// # Errors
/// If the graph has objects that cannot be saved, and errors of the serializer.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Job {
///     id: u32,
///     #[serde(with = "objet::graph::serde_graph")]
///     names: Array<String>,
/// }
///
/// let job = Job { id: 1, names: Array::from([String::from("x")]) };
/// let json = serde_json::to_string(&job)?;
/// assert_eq!(json, r#"{"id":1,"names":{"objet":1,"root":["x"]}}"#);
/// assert_eq!(serde_json::from_str::<Job>(&json)?.names[0], "x");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<R: IsObjectRef, S: Serializer>(root: &R, serializer: S) -> Result<S::Ok, S::Error> {
    let (root, loaded) = (Some(root.as_object_ref()), Loaded::default());
    if serializer.is_human_readable() {
        return plain::Document::of(root, &loaded).map_err(S::Error::custom)?.serialize(serializer);
    }
    let numbering = Numbering::of(root, &loaded).map_err(S::Error::custom)?;
    Tables::of(numbering).map_err(S::Error::custom)?.serialize(serializer)
}

/// Deserializes a graph; see [`serialize`].
///
/// # Errors
/// If the graph is invalid or has unknown types, if the root is not of the type `R`, and errors of
/// the deserializer.
pub fn deserialize<'de, R: IsObjectRef, D: Deserializer<'de>>(deserializer: D) -> Result<R, D::Error> {
    let root = LoadJson::new().deserialize(deserializer)?;
    let root = root.ok_or_else(|| D::Error::custom(GraphError::NullRoot))?;
    root.downcast().map_err(D::Error::custom)
}

/// Loads a graph from a deserializer with these options. The root may be null.
impl<'de> DeserializeSeed<'de> for LoadJson {
    type Value = Option<ObjectRef>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<ObjectRef>, D::Error> {
        let document = match deserializer.is_human_readable() {
            true => deserializer.deserialize_any(EitherForm)?,
            false => tables::document(deserializer)?,
        };
        self.build(&document).map_err(D::Error::custom)
    }
}

/// Reads a graph in either form: plain JSON is a map, and tables are a sequence.
struct EitherForm;

impl<'de> Visitor<'de> for EitherForm {
    type Value = Document;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a graph: an object with `objet` and `root`, or tables")
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Document, A::Error> {
        plain::document(MapAccessDeserializer::new(entries))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<Document, A::Error> {
        tables::document(SeqAccessDeserializer::new(parts))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Document, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Document, D::Error> {
        deserializer.deserialize_any(self)
    }
}
