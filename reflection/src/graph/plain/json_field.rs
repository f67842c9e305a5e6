//! Fields whose values are JSON of any form: lists, options, and fields with `serde`.
//!
//! If the type of a node precedes such a field, the builder copies the text of the value. Otherwise
//! it learns only at the end of the node that the nodes of the value were JSON, and writes their
//! text.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::builder::key;
use super::error::PlainError;
use super::node_keys::written_name;
use crate::graph::document::{Document, FileValue};
use crate::graph::number::is_in_range;
use crate::graph::syntax_error::excerpt;
use crate::json_text::{json_literal, write_string};

/// The JSON text of a value, as a value of a serializer.
pub(super) struct Json<'a>(pub(super) &'a str);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0;
        let mut parser = serde_json::Deserializer::from_str(text);
        match text.as_bytes().first() {
            Some(b'[') => serializer.collect_seq(parser.deserialize_seq(Items).map_err(S::Error::custom)?),
            Some(b'{') => serializer.collect_map(parser.deserialize_map(Entries).map_err(S::Error::custom)?),
            Some(b'"') => {
                serializer.serialize_str(&String::deserialize(&mut parser).map_err(S::Error::custom)?)
            }
            _ => serialize_literal(text, serializer),
        }
    }
}

/// Writes a number, a truth value or null. Integers are exact, and larger numbers are errors.
fn serialize_literal<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if !is_in_range(text) {
        return Err(S::Error::custom(PlainError::Number { found: excerpt(text) }));
    }
    match text {
        "true" | "false" => return serializer.serialize_bool(text == "true"),
        "null" => return serializer.serialize_none(),
        _ => {}
    }
    if let Ok(number) = text.parse() {
        return serializer.serialize_i64(number);
    }
    if let Ok(number) = text.parse() {
        return serializer.serialize_u64(number);
    }
    if let Ok(number) = text.parse() {
        return serializer.serialize_i128(number);
    }
    if let Ok(number) = text.parse() {
        return serializer.serialize_u128(number);
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => serializer.serialize_f64(number),
        _ => serializer.serialize_str(text),
    }
}

/// Reads the items of a list.
struct Items;

impl<'de> Visitor<'de> for Items {
    type Value = Vec<Json<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut texts = Vec::new();
        while let Some(item) = items.next_element::<&RawValue>()? {
            texts.push(Json(item.get()));
        }
        Ok(texts)
    }
}

/// Reads the entries of an object.
struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(String, Json<'de>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut texts = Vec::new();
        while let Some((key, value)) = entries.next_entry::<String, &RawValue>()? {
            texts.push((written_name(&key).into_owned(), Json(value.get())));
        }
        Ok(texts)
    }
}

/// The text of a value that is copied from the document.
#[derive(Default)]
pub(super) struct JsonCopy {
    text: String,
    /// Whether each open list or object has items.
    open: Vec<bool>,
    /// Whether the next value follows its key.
    after_key: bool,
}

impl JsonCopy {
    /// Adds a string, a number, a truth value or null, as JSON text.
    pub(super) fn scalar(&mut self, write: impl FnOnce(&mut String)) {
        self.separate();
        write(&mut self.text);
    }

    pub(super) fn begin(&mut self, bracket: char) {
        self.separate();
        self.text.push(bracket);
        self.open.push(false);
    }

    pub(super) fn end(&mut self, bracket: char) {
        self.text.push(bracket);
        self.open.pop();
    }

    /// Adds a key without its [`ESCAPE`](super::ESCAPE).
    pub(super) fn key(&mut self, name: &str) {
        self.separate();
        write_string(name, &mut self.text);
        self.text.push(':');
        self.after_key = true;
    }

    /// Returns the text, if the value is complete.
    pub(super) fn complete(&mut self) -> Option<String> {
        self.open.is_empty().then(|| std::mem::take(&mut self.text))
    }

    fn separate(&mut self) {
        if std::mem::take(&mut self.after_key) {
            return;
        }
        if let Some(has_items) = self.open.last_mut()
            && std::mem::replace(has_items, true)
        {
            self.text.push(',');
        }
    }
}

/// Returns the JSON text of a value that was read as a node, and makes its nodes null, since they
/// are not needed any more. Returns `None` if a part of the value is one of the nodes that are
/// `explicit`, or a node that is given by its bytes. `is_json_type` says whether an object with
/// this value of the key `type` is no node.
pub(super) fn json_of_node(
    document: &mut Document,
    explicit: &HashSet<u32, foldhash::fast::RandomState>,
    index: usize,
    is_json_type: impl Fn(&str) -> bool,
) -> Option<String> {
    /// A part of the text.
    enum Part<'a> {
        Node(usize),
        Key(&'a str),
        Value(FileValue<'a>),
        End(char),
    }
    let mut copy = JsonCopy::default();
    let mut parts = vec![Part::Node(index)];
    let mut read = Vec::new();
    while let Some(part) = parts.pop() {
        let index = match part {
            Part::Node(index) if index < document.len() && !explicit.contains(&(index as u32)) => index,
            Part::Node(_) => return None,
            Part::Key(name) => {
                copy.key(name);
                continue;
            }
            Part::Value(FileValue::String(text)) => {
                copy.scalar(|out| write_string(text, out));
                continue;
            }
            Part::Value(value) => {
                copy.scalar(|out| out.push_str(json_literal(&value.to_text())));
                continue;
            }
            Part::End(bracket) => {
                copy.end(bracket);
                continue;
            }
        };
        read.push(index);
        let node = document.node(index);
        match node.type_key() {
            key::NULL => copy.scalar(|out| out.push_str("null")),
            key::STRING => {
                let text = str::from_utf8(node.repr().unwrap_or_default()).ok()?;
                copy.scalar(|out| write_string(text, out));
            }
            key::INT | key::FLOAT | key::BOOL => {
                let text = node.value(0).map(FileValue::to_text).unwrap_or_default();
                copy.scalar(|out| out.push_str(json_literal(&text)));
            }
            key::ARRAY => {
                copy.begin('[');
                parts.push(Part::End(']'));
                parts.extend(node.data().iter().rev().map(|item| Part::Node(*item as usize)));
            }
            key::MAP if node.keys().len() == node.data().len() => {
                copy.begin('{');
                parts.push(Part::End('}'));
                for (name, value) in node.keys().zip(node.data()).rev() {
                    parts.extend([Part::Node(*value as usize), Part::Key(name)]);
                }
            }
            // An object with the key `type`, which is no node here.
            type_key
                if type_key as usize >= key::ALL.len()
                    && node.repr().is_none()
                    && is_json_type(document.type_key(type_key)) =>
            {
                copy.begin('{');
                copy.key("type");
                copy.scalar(|out| write_string(document.type_key(type_key), out));
                parts.push(Part::End('}'));
                for (attr, name) in node.names().iter().enumerate().rev() {
                    let value = match node.value(attr) {
                        Some(FileValue::Node(index)) => Part::Node(index as usize),
                        value => Part::Value(value.unwrap_or(FileValue::Literal("null"))),
                    };
                    parts.extend([value, Part::Key(document.name(*name))]);
                }
            }
            _ => return None,
        }
    }
    for index in read {
        (document.nodes[index].type_key, document.nodes[index].shape) = (key::NULL, 0);
    }
    copy.complete()
}
