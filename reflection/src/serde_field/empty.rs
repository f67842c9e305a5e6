//! The empty value of a type: the null of an option, or an empty list or map.

use std::cell::Cell;

use serde::Deserializer;
use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Error as _, Visitor};
use serde::forward_to_deserialize_any;

use super::{SerdeValue, write};

/// Returns the JSON text of the empty value of an option, a list or a map, or of a type that is
/// read and written as one of them. Returns `None` for other types.
pub(super) fn empty<T: SerdeValue>() -> Option<&'static str> {
    let text = Cell::new(None);
    let value = T::deserialize(Empty { text: &text }).ok()?;
    // A struct can be read as a map, and have defaults for all its fields.
    let mut written = String::new();
    write(&value, &mut written).ok()?;
    text.get().filter(|text| written == *text)
}

/// A deserializer that has an empty value for options, lists and maps, and no other value.
struct Empty<'a> {
    /// The JSON text of the value, once it was read.
    text: &'a Cell<Option<&'static str>>,
}

impl<'de> Deserializer<'de> for Empty<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("the type has no empty value"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.text.set(Some("null"));
        visitor.visit_none()
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.text.set(Some("[]"));
        visitor.visit_seq(SeqDeserializer::new([(); 0].into_iter()))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.text.set(Some("{}"));
        visitor.visit_map(MapDeserializer::new([((), ()); 0].into_iter()))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        tuple tuple_struct struct enum identifier ignored_any
    }
}
