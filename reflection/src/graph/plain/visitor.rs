//! Reading of a plain document from any format of serde that describes its values.

use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::builder::PlainBuilder;
use crate::graph::document::Document;

/// The largest number of lists and objects inside each other. Deserializers recurse, and need stack
/// space for each level.
const MAX_DEPTH: usize = 128;

/// Reads a document.
pub(in crate::graph) fn document<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Document, D::Error> {
    let mut builder = PlainBuilder::default();
    Value { builder: &mut builder, depth: 0 }.deserialize(deserializer)?;
    builder.into_document().map_err(Error::custom)
}

/// Passes a value to a builder.
struct Value<'b> {
    builder: &'b mut PlainBuilder,
    depth: usize,
}

impl Value<'_> {
    fn inside<E: Error>(&self) -> Result<usize, E> {
        if self.depth < MAX_DEPTH {
            return Ok(self.depth + 1);
        }
        Err(E::custom(format_args!(
            "too many lists and objects inside each other: at most {MAX_DEPTH} are supported; move inner objects to \
             `nodes`, and refer to them by `$ref`"
        )))
    }

    fn number<E: Error>(self, text: &str) -> Result<(), E> {
        self.builder.literal(text).map_err(E::custom)
    }
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a number, a truth value, null, a list or an object")
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<(), E> {
        self.number(if truth { "true" } else { "false" })
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.number(itoa::Buffer::new().format(number))
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<(), E> {
        self.number(itoa::Buffer::new().format(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.number(itoa::Buffer::new().format(number))
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<(), E> {
        self.number(itoa::Buffer::new().format(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        match number {
            f64::INFINITY => self.number("Infinity"),
            f64::NEG_INFINITY => self.number("-Infinity"),
            _ if number.is_nan() => self.number("NaN"),
            _ => self.number(&format!("{number:?}")),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.builder.string(text).map_err(E::custom)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.number("null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.number("null")
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let depth = self.inside()?;
        self.builder.begin_list().map_err(Error::custom)?;
        while items.next_element_seed(Value { builder: &mut *self.builder, depth })?.is_some() {}
        self.builder.end_list().map_err(Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let depth = self.inside()?;
        self.builder.begin_object().map_err(Error::custom)?;
        while let Some(Key(name)) = entries.next_key()? {
            self.builder.key(&name).map_err(Error::custom)?;
            entries.next_value_seed(Value { builder: &mut *self.builder, depth })?;
        }
        self.builder.end_object().map_err(Error::custom)
    }
}

/// The key of an entry.
#[derive(PartialEq, Eq)]
struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}
