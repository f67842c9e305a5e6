//! Reading of a plain document from any format of serde that describes its values.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use super::builder::PlainBuilder;
use super::error::PlainError;
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

    fn number<E: Error>(mut self, text: &str) -> Result<(), E> {
        self.take(|builder| builder.literal(text))
    }

    /// Passes a part of the document to the builder.
    fn take<E: Error>(
        &mut self,
        part: impl FnOnce(&mut PlainBuilder) -> Result<(), PlainError>,
    ) -> Result<(), E> {
        part(self.builder).map_err(|error| E::custom(self.builder.described(&error)))
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

    fn visit_str<E: Error>(mut self, text: &str) -> Result<(), E> {
        self.take(|builder| builder.string(text))
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

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        let depth = self.inside()?;
        self.take(PlainBuilder::begin_list)?;
        while items.next_element_seed(Value { builder: &mut *self.builder, depth })?.is_some() {}
        self.take(PlainBuilder::end_list)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        let depth = self.inside()?;
        self.take(PlainBuilder::begin_object)?;
        loop {
            self.builder.before_key();
            let Some(name) = entries.next_key::<String>()? else { break };
            self.take(|builder| builder.key(&name))?;
            entries.next_value_seed(Value { builder: &mut *self.builder, depth })?;
        }
        self.take(PlainBuilder::end_object)
    }
}
