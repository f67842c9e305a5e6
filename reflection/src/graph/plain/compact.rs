//! A serializer of compact JSON.
//!
//! It writes the same text as `serde_json`, but searches the names of fields and other strings for
//! special characters by words instead of bytes. It is for documents alone, whose keys are strings
//! and which have no variants with values.

use std::fmt::{self, Display};
use std::io::{self, Write};

use serde::ser::{Impossible, SerializeMap, SerializeSeq, SerializeTuple};
use serde::{Serialize, Serializer};

use crate::graph::json_writer::Output;
use crate::graph::special_bytes;

/// A serializer of a document.
pub(super) struct Compact<W>(pub(super) Output<W>);

/// A list or an object that is being written.
pub(super) struct Items<'a, W> {
    out: &'a mut Compact<W>,
    is_first: bool,
    close: &'static str,
}

/// An error of the sink or of a value.
#[derive(Debug)]
pub(super) struct Failure(pub(super) io::Error);

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Failure {}

impl serde::ser::Error for Failure {
    fn custom<T: Display>(message: T) -> Self {
        Self(io::Error::new(io::ErrorKind::InvalidData, message.to_string()))
    }
}

type Written = Result<(), Failure>;

impl<W: Write> Compact<W> {
    #[inline]
    fn raw(&mut self, text: &str) -> Written {
        self.0.raw(text);
        Ok(())
    }

    #[inline]
    fn integer(&mut self, integer: impl itoa::Integer) -> Written {
        self.0.integer(integer);
        Ok(())
    }

    fn float(&mut self, float: impl Serialize) -> Written {
        serde_json::to_writer(&mut self.0.buffer, &float).map_err(|error| Failure(error.into()))
    }

    #[inline]
    fn string(&mut self, text: &str) -> Written {
        self.0.raw("\"");
        special_bytes::escape(text, special_bytes::find, |part| self.0.raw(part));
        self.raw("\"")
    }

    fn items(&mut self, open: &str, close: &'static str) -> Items<'_, W> {
        self.0.raw(open);
        Items { out: self, is_first: true, close }
    }
}

impl<W: Write> Items<'_, W> {
    #[inline]
    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.out.0.raw(",");
        }
    }

    #[inline]
    fn value(&mut self, value: &(impl Serialize + ?Sized)) -> Written {
        value.serialize(&mut *self.out)?;
        self.out.0.spill().map_err(Failure)
    }
}

impl<W: Write> SerializeSeq for Items<'_, W> {
    type Ok = ();
    type Error = Failure;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.separate();
        self.value(value)
    }

    #[inline]
    fn end(self) -> Written {
        self.out.raw(self.close)
    }
}

impl<W: Write> SerializeTuple for Items<'_, W> {
    type Ok = ();
    type Error = Failure;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Written {
        SerializeSeq::end(self)
    }
}

impl<W: Write> SerializeMap for Items<'_, W> {
    type Ok = ();
    type Error = Failure;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.separate();
        key.serialize(&mut *self.out)?;
        self.out.raw(":")
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.value(value)
    }

    #[inline]
    fn end(self) -> Written {
        self.out.raw(self.close)
    }
}

macro_rules! integers {
    ($($function:ident $integer:ident,)*) => {
        $(
            #[inline]
            fn $function(self, number: $integer) -> Written {
                self.integer(number)
            }
        )*
    };
}

impl<'a, W: Write> Serializer for &'a mut Compact<W> {
    type Ok = ();
    type Error = Failure;
    type SerializeSeq = Items<'a, W>;
    type SerializeTuple = Items<'a, W>;
    type SerializeTupleStruct = Impossible<(), Failure>;
    type SerializeTupleVariant = Impossible<(), Failure>;
    type SerializeMap = Items<'a, W>;
    type SerializeStruct = Impossible<(), Failure>;
    type SerializeStructVariant = Impossible<(), Failure>;

    integers! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128,
    }

    fn serialize_bool(self, truth: bool) -> Written {
        self.raw(if truth { "true" } else { "false" })
    }

    fn serialize_f32(self, number: f32) -> Written {
        self.float(number)
    }

    fn serialize_f64(self, number: f64) -> Written {
        self.float(number)
    }

    fn serialize_char(self, character: char) -> Written {
        self.string(character.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Written {
        self.string(text)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Written {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Written {
        self.raw("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.raw("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.raw("null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.string(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Written {
        Err(unsupported())
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a, W>, Failure> {
        Ok(self.items("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'a, W>, Failure> {
        Ok(self.items("[", "]"))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Failure> {
        Err(unsupported())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Failure> {
        Err(unsupported())
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Items<'a, W>, Failure> {
        Ok(self.items("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Failure> {
        Err(unsupported())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Failure> {
        Err(unsupported())
    }
}

#[cold]
fn unsupported() -> Failure {
    serde::ser::Error::custom("documents have no structs and no variants with values")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_written(value: &impl Serialize) {
        let mut compact = Compact(Output::new(Vec::new()));
        value.serialize(&mut compact).unwrap();
        let text = String::from_utf8(compact.0.finish().unwrap()).unwrap();
        assert_eq!(text, serde_json::to_string(value).unwrap());
    }

    #[test]
    fn the_text_is_that_of_serde_json() {
        let characters: Vec<_> = ('\0'..'\u{100}').chain(['\u{2028}', '😀']).collect();
        assert_written(&characters);
        assert_written(&characters.iter().collect::<String>());
        assert_written(&serde_json::json!({"a": [], "\"b\"": {}, "": [[1, -2], {"c": null, "d": true}]}));
        assert_written(&[0.0, -0.0, 1.0, 0.1, 1e300, 5e-324, 1e16, f64::NAN, f64::INFINITY]);
        assert_written(&[0.1_f32, f32::MAX, f32::MIN_POSITIVE, f32::NAN]);
        assert_written(&(u64::MAX, i64::MIN, u128::MAX, i128::MIN, 7_u8, -7_i8, Some(()), false));
    }

    #[test]
    fn values_without_a_form_are_errors() {
        let mut compact = Compact(Output::new(Vec::new()));
        assert!(Ok::<u8, u8>(1).serialize(&mut compact).is_err());
    }
}
