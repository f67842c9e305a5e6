//! JSON values made from any type that serializes.
//!
//! `serde_json` writes NaN as null, and `Some(None)` too. This serializer reports values that do
//! not come back, sorts the keys of maps, and limits the depth to what `serde_json` reads.

use std::cell::Cell;
use std::fmt::{self, Display};

use serde::ser::{self, Serialize};

use crate::hash;
use crate::json_text;

/// The maximum depth of a value, as in `serde_json`.
const DEPTH: usize = json_text::MAX_DEPTH;

/// A JSON value.
pub(super) enum JsonTree {
    /// The text of a scalar.
    Scalar(String),
    /// A sequence, whose order may be that of a set.
    List(Vec<JsonTree>),
    /// A tuple.
    Tuple(Vec<JsonTree>),
    /// The keys, as texts in quotes, and the values. The keys of a map are sorted.
    Map(Vec<(String, JsonTree)>),
}

/// The first part of a value that JSON cannot hold.
pub(super) type Problem = Cell<Option<&'static str>>;

impl JsonTree {
    /// Converts a value, and sets `problem` if a part of the value does not come back.
    ///
    /// # Errors
    /// If the value has no JSON form.
    pub(super) fn of(value: &impl Serialize, problem: &Problem) -> Result<Self, TreeError> {
        value.serialize(TreeSerializer { depth: 0, problem })
    }

    pub(super) fn write(&self, out: &mut String) {
        let list = |items: &[Self], out: &mut String| {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                item.write(out);
            }
            out.push(']');
        };
        match self {
            Self::Scalar(text) => out.push_str(text),
            Self::List(items) | Self::Tuple(items) => list(items, out),
            Self::Map(entries) => {
                out.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    out.push_str(key);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// Returns a hash that is the same for equal values: it depends neither on the order of a
    /// sequence, which may be a set, nor on the sign of zero.
    pub(super) fn hash(&self) -> u64 {
        match self {
            Self::Scalar(text) if text == "-0.0" => hash::of_text("0.0"),
            Self::Scalar(text) => hash::of_text(text),
            Self::List(items) => {
                let sum = items.iter().fold(0_u64, |sum, item| sum.wrapping_add(hash::mix(1, item.hash())));
                hash::mix(items.len() as u64, sum)
            }
            Self::Tuple(items) => {
                items.iter().fold(items.len() as u64, |hash, item| hash::mix(hash, item.hash()))
            }
            Self::Map(entries) => entries.iter().fold(entries.len() as u64, |hash, (key, value)| {
                hash::mix(hash::mix(hash, hash::of_text(key)), value.hash())
            }),
        }
    }
}

/// The error of a value without a JSON form.
#[derive(Debug)]
pub(super) struct TreeError(String);

impl Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TreeError {}

impl ser::Error for TreeError {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

#[derive(Clone, Copy)]
struct TreeSerializer<'a> {
    depth: usize,
    problem: &'a Problem,
}

impl<'a> TreeSerializer<'a> {
    fn report(self, problem: &'static str) {
        self.problem.set(self.problem.get().or(Some(problem)));
    }

    fn below(self) -> Result<Self, TreeError> {
        if self.depth == DEPTH {
            return Err(TreeError(format!("the value is nested too deeply: at most {DEPTH} levels")));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }

    fn items(
        self,
        variant: Option<&str>,
        make: fn(Vec<JsonTree>) -> JsonTree,
    ) -> Result<Items<'a>, TreeError> {
        Ok(Items { below: self.below()?, items: Vec::new(), make, variant: variant.map(quoted) })
    }

    fn entries(self, variant: Option<&str>) -> Result<Entries<'a>, TreeError> {
        Ok(Entries { below: self.below()?, entries: Vec::new(), key: None, variant: variant.map(quoted) })
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    json_text::write_string(text, &mut out);
    out
}

/// Returns the value of a variant: a map with one entry.
fn of_variant(variant: Option<String>, value: JsonTree) -> JsonTree {
    match variant {
        Some(variant) => JsonTree::Map(vec![(variant, value)]),
        None => value,
    }
}

macro_rules! integers {
    ($($name:ident $integer:ident)+) => {
        $(fn $name(self, number: $integer) -> Result<JsonTree, TreeError> {
            Ok(JsonTree::Scalar(number.to_string()))
        })+
    };
}

macro_rules! floats {
    ($($name:ident $float:ident)+) => {
        $(fn $name(self, number: $float) -> Result<JsonTree, TreeError> {
            if !number.is_finite() {
                self.report("JSON cannot hold NaN and infinity");
            }
            Ok(JsonTree::Scalar(format!("{number:?}")))
        })+
    };
}

impl<'a> ser::Serializer for TreeSerializer<'a> {
    type Ok = JsonTree;
    type Error = TreeError;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Entries<'a>;
    type SerializeStructVariant = Entries<'a>;

    integers! {
        serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64 serialize_i128 i128
        serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64 serialize_u128 u128
        serialize_bool bool
    }

    floats! { serialize_f32 f32 serialize_f64 f64 }

    fn serialize_char(self, character: char) -> Result<JsonTree, TreeError> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<JsonTree, TreeError> {
        Ok(JsonTree::Scalar(quoted(text)))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<JsonTree, TreeError> {
        bytes.serialize(self)
    }

    fn serialize_none(self) -> Result<JsonTree, TreeError> {
        self.serialize_unit()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<JsonTree, TreeError> {
        let tree = value.serialize(self.below()?)?;
        if matches!(&tree, JsonTree::Scalar(text) if text == "null") {
            self.report("JSON cannot tell `Some` of null from `None`");
        }
        Ok(tree)
    }

    fn serialize_unit(self) -> Result<JsonTree, TreeError> {
        Ok(JsonTree::Scalar("null".into()))
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<JsonTree, TreeError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<JsonTree, TreeError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<JsonTree, TreeError> {
        value.serialize(self.below()?)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<JsonTree, TreeError> {
        Ok(of_variant(Some(quoted(variant)), value.serialize(self.below()?)?))
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Items<'a>, TreeError> {
        self.items(None, JsonTree::List)
    }

    fn serialize_tuple(self, _length: usize) -> Result<Items<'a>, TreeError> {
        self.items(None, JsonTree::Tuple)
    }

    fn serialize_tuple_struct(self, _name: &'static str, _length: usize) -> Result<Items<'a>, TreeError> {
        self.items(None, JsonTree::Tuple)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Items<'a>, TreeError> {
        self.items(Some(variant), JsonTree::Tuple)
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Entries<'a>, TreeError> {
        self.entries(None)
    }

    fn serialize_struct(self, _name: &'static str, _length: usize) -> Result<Entries<'a>, TreeError> {
        self.entries(None)
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Entries<'a>, TreeError> {
        self.entries(Some(variant))
    }
}

/// A sequence or a tuple under construction.
struct Items<'a> {
    below: TreeSerializer<'a>,
    items: Vec<JsonTree>,
    make: fn(Vec<JsonTree>) -> JsonTree,
    variant: Option<String>,
}

macro_rules! items {
    ($($kind:ident $method:ident)+) => {
        $(impl ser::$kind for Items<'_> {
            type Ok = JsonTree;
            type Error = TreeError;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), TreeError> {
                self.items.push(value.serialize(self.below)?);
                Ok(())
            }

            fn end(self) -> Result<JsonTree, TreeError> {
                Ok(of_variant(self.variant, (self.make)(self.items)))
            }
        })+
    };
}

items! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

/// A map or a struct under construction.
struct Entries<'a> {
    below: TreeSerializer<'a>,
    entries: Vec<(String, JsonTree)>,
    /// The key of the next value.
    key: Option<String>,
    variant: Option<String>,
}

impl ser::SerializeMap for Entries<'_> {
    type Ok = JsonTree;
    type Error = TreeError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), TreeError> {
        let is_integer = |text: &str| text.bytes().all(|byte| matches!(byte, b'-' | b'0'..=b'9'));
        self.key = Some(match key.serialize(self.below)? {
            JsonTree::Scalar(text) if text.starts_with('"') => text,
            JsonTree::Scalar(text) if is_integer(&text) || text == "true" || text == "false" => quoted(&text),
            _ => {
                return Err(TreeError(
                    "JSON cannot hold a map whose keys are neither strings nor integers: use a list of pairs"
                        .into(),
                ));
            }
        });
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), TreeError> {
        let key = self.key.take().unwrap_or_default();
        self.entries.push((key, value.serialize(self.below)?));
        Ok(())
    }

    fn end(mut self) -> Result<JsonTree, TreeError> {
        self.entries.sort_by(|(lhs, _), (rhs, _)| lhs.cmp(rhs));
        if self.entries.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            self.below.report("JSON cannot hold a map with a duplicate key");
        }
        Ok(JsonTree::Map(self.entries))
    }
}

macro_rules! structs {
    ($($kind:ident)+) => {
        $(impl ser::$kind for Entries<'_> {
            type Ok = JsonTree;
            type Error = TreeError;

            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), TreeError> {
                self.entries.push((quoted(name), value.serialize(self.below)?));
                Ok(())
            }

            fn end(self) -> Result<JsonTree, TreeError> {
                Ok(of_variant(self.variant, JsonTree::Map(self.entries)))
            }
        })+
    };
}

structs! { SerializeStruct SerializeStructVariant }
