//! A serializer of JSON with the layout of `serde_json`, which writes strings faster.
//!
//! It supports the values of documents: scalars, lists and maps. Floats and strings with escapes
//! are left to `serde_json`.

use std::fmt;
use std::io::{self, Write};

use serde::ser::{Error as _, Impossible, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::graph::json_writer::Output;
use crate::graph::special_bytes;

/// A writer of one document.
pub(super) struct JsonSerializer<W> {
    out: Output<W>,
    is_pretty: bool,
    /// The number of open lists and maps.
    depth: usize,
}

/// An error of the sink or of a value.
#[derive(Debug)]
pub(super) struct JsonError(pub(super) io::Error);

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for JsonError {}

impl serde::ser::Error for JsonError {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(io::Error::new(io::ErrorKind::InvalidData, message.to_string()))
    }
}

impl<W: Write> JsonSerializer<W> {
    pub(super) fn new(sink: W, is_pretty: bool) -> Self {
        Self { out: Output::new(sink), is_pretty, depth: 0 }
    }

    /// Writes the rest of the buffer to the sink.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }

    #[inline]
    fn integer(&mut self, integer: impl itoa::Integer) -> Result<(), JsonError> {
        self.out.integer(integer);
        self.spill()
    }

    #[inline]
    fn spill(&mut self) -> Result<(), JsonError> {
        self.out.spill().map_err(JsonError)
    }

    /// Writes a value as `serde_json` does.
    #[cold]
    fn other(&mut self, value: impl Serialize) -> Result<(), JsonError> {
        serde_json::to_writer(&mut self.out, &value).map_err(|error| JsonError(error.into()))
    }

    #[inline]
    fn string(&mut self, text: &str) -> Result<(), JsonError> {
        let bytes = text.as_bytes();
        if special_bytes::find(bytes, 0) < bytes.len() {
            return self.other(text);
        }
        self.out.buffer.reserve(bytes.len() + 2);
        self.out.buffer.push(b'"');
        self.out.buffer.extend_from_slice(bytes);
        self.out.buffer.push(b'"');
        self.spill()
    }

    fn line(&mut self) {
        self.out.raw("\n");
        for _ in 0..self.depth {
            self.out.raw("  ");
        }
    }

    #[inline]
    fn begin(&mut self, open: u8, close: u8) -> Items<'_, W> {
        self.out.buffer.push(open);
        self.depth += 1;
        Items { to: self, is_first: true, close }
    }
}

/// A list or a map that is not complete.
pub(super) struct Items<'a, W> {
    to: &'a mut JsonSerializer<W>,
    is_first: bool,
    close: u8,
}

impl<W: Write> Items<'_, W> {
    #[inline]
    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.to.out.buffer.push(b',');
        }
        if self.to.is_pretty {
            self.to.line();
        }
    }

    #[inline]
    fn close(self) -> Result<(), JsonError> {
        self.to.depth -= 1;
        if self.to.is_pretty && !self.is_first {
            self.to.line();
        }
        self.to.out.buffer.push(self.close);
        self.to.spill()
    }
}

impl<W: Write> SerializeSeq for Items<'_, W> {
    type Ok = ();
    type Error = JsonError;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        self.separate();
        value.serialize(&mut *self.to)
    }

    #[inline]
    fn end(self) -> Result<(), JsonError> {
        self.close()
    }
}

impl<W: Write> SerializeMap for Items<'_, W> {
    type Ok = ();
    type Error = JsonError;

    /// Writes a key, which is a string.
    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), JsonError> {
        self.separate();
        key.serialize(&mut *self.to)?;
        self.to.out.raw(if self.to.is_pretty { ": " } else { ":" });
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        value.serialize(&mut *self.to)
    }

    #[inline]
    fn end(self) -> Result<(), JsonError> {
        self.close()
    }
}

/// The error of a value that documents do not have.
#[cold]
fn unsupported<T>() -> Result<T, JsonError> {
    Err(JsonError::custom("not a value of a plain document"))
}

type Never = Impossible<(), JsonError>;

impl<'a, W: Write> Serializer for &'a mut JsonSerializer<W> {
    type Ok = ();
    type Error = JsonError;
    type SerializeSeq = Items<'a, W>;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Items<'a, W>;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    fn serialize_bool(self, value: bool) -> Result<(), JsonError> {
        self.out.raw(if value { "true" } else { "false" });
        self.spill()
    }

    fn serialize_i8(self, value: i8) -> Result<(), JsonError> {
        self.integer(value)
    }

    fn serialize_i16(self, value: i16) -> Result<(), JsonError> {
        self.integer(value)
    }

    fn serialize_i32(self, value: i32) -> Result<(), JsonError> {
        self.integer(value)
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Result<(), JsonError> {
        self.integer(value)
    }

    fn serialize_i128(self, value: i128) -> Result<(), JsonError> {
        self.integer(value)
    }

    fn serialize_u8(self, value: u8) -> Result<(), JsonError> {
        self.integer(value)
    }

    fn serialize_u16(self, value: u16) -> Result<(), JsonError> {
        self.integer(value)
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Result<(), JsonError> {
        self.integer(value)
    }

    fn serialize_u64(self, value: u64) -> Result<(), JsonError> {
        self.integer(value)
    }

    fn serialize_u128(self, value: u128) -> Result<(), JsonError> {
        self.integer(value)
    }

    fn serialize_f32(self, value: f32) -> Result<(), JsonError> {
        self.other(value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), JsonError> {
        self.other(value)
    }

    fn serialize_char(self, value: char) -> Result<(), JsonError> {
        self.string(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), JsonError> {
        self.string(value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), JsonError> {
        unsupported()
    }

    fn serialize_none(self) -> Result<(), JsonError> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), JsonError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), JsonError> {
        self.out.raw("null");
        self.spill()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), JsonError> {
        unsupported()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), JsonError> {
        unsupported()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<(), JsonError> {
        unsupported()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), JsonError> {
        unsupported()
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a, W>, JsonError> {
        Ok(self.begin(b'[', b']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<Never, JsonError> {
        unsupported()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Never, JsonError> {
        unsupported()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Never, JsonError> {
        unsupported()
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Items<'a, W>, JsonError> {
        Ok(self.begin(b'{', b'}'))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Never, JsonError> {
        unsupported()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Never, JsonError> {
        unsupported()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_that_of_serde_json() {
        let text = r#"{"a": [1, -2.5, 1e300, true, null, [], {}, [[2]]],
            "b\n\u0001é": {"c": "\"x\\", "a long key": "1234567\u0008", "": ""}}"#;
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        for is_pretty in [false, true] {
            let mut bytes = Vec::new();
            let mut serializer = JsonSerializer::new(&mut bytes, is_pretty);
            value.serialize(&mut serializer).unwrap();
            serializer.finish().unwrap();
            let expected =
                if is_pretty { serde_json::to_vec_pretty(&value) } else { serde_json::to_vec(&value) };
            assert_eq!(String::from_utf8(bytes), String::from_utf8(expected.unwrap()));
        }
    }
}
