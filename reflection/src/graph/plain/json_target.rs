//! The text of compact JSON, as a place to which values are written. It is the same text as that of
//! `serde_json`.

use std::fmt::{self, Display};
use std::io::{self, Write};

use serde::Serialize;

use super::node_keys::FieldKey;
use super::target::{Entries, NodeType, Target, Value};
use crate::graph::json_writer::Output;
use crate::graph::special_bytes;

/// The place for a value in a text.
pub(super) struct JsonTarget<'a, W>(pub(super) &'a mut Output<W>);

/// The entries of an object in a text.
pub(super) struct JsonEntries<'a, W> {
    out: &'a mut Output<W>,
    is_first: bool,
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

/// Writes a string literal.
#[inline]
fn literal<W>(out: &mut Output<W>, text: &str) {
    out.raw("\"");
    special_bytes::escape(text, special_bytes::find, |part| out.raw(part));
    out.raw("\"");
}

impl<'a, W: Write> Target for JsonTarget<'a, W> {
    type Done = ();
    type Error = Failure;
    type Entries = JsonEntries<'a, W>;

    fn plain(self, value: &(impl Serialize + ?Sized)) -> Written {
        serde_json::to_writer(&mut self.0.buffer, value).map_err(|error| Failure(error.into()))
    }

    #[inline]
    fn integer(self, number: i64) -> Written {
        self.0.integer(number);
        Ok(())
    }

    #[inline]
    fn text(self, text: &str) -> Written {
        literal(self.0, text);
        Ok(())
    }

    fn list(self, items: impl Iterator<Item = impl Value>) -> Written {
        self.0.raw("[");
        for (position, item) in items.enumerate() {
            if position > 0 {
                self.0.raw(",");
            }
            item.write(JsonTarget(&mut *self.0))?;
            self.0.spill().map_err(Failure)?;
        }
        self.0.raw("]");
        Ok(())
    }

    #[inline]
    fn entries(self) -> Result<JsonEntries<'a, W>, Failure> {
        self.0.raw("{");
        Ok(JsonEntries { out: self.0, is_first: true })
    }

    #[inline]
    fn node(self, id: Option<u32>, of: NodeType<'_>) -> Result<JsonEntries<'a, W>, Failure> {
        let out = self.0;
        if let Some(id) = id {
            out.raw("{\"$id\":");
            out.integer(id);
        } else {
            out.raw("{");
        }
        match of {
            NodeType::Known(keys) => out.raw(&keys.type_text[usize::from(id.is_none())..]),
            NodeType::Key(type_key) => {
                out.raw(if id.is_some() { ",\"type\":" } else { "\"type\":" });
                literal(out, type_key);
            }
        }
        Ok(JsonEntries { out, is_first: false })
    }

    #[inline]
    fn reference(self, id: u32) -> Written {
        self.0.raw("{\"$ref\":");
        self.0.integer(id);
        self.0.raw("}");
        Ok(())
    }
}

impl<W: Write> JsonEntries<'_, W> {
    #[inline]
    fn value(&mut self, value: &(impl Value + ?Sized)) -> Written {
        value.write(JsonTarget(&mut *self.out))?;
        self.out.spill().map_err(Failure)
    }
}

impl<W: Write> Entries for JsonEntries<'_, W> {
    type Done = ();
    type Error = Failure;

    fn entry(&mut self, name: &str, value: &(impl Value + ?Sized)) -> Written {
        if !std::mem::take(&mut self.is_first) {
            self.out.raw(",");
        }
        literal(self.out, name);
        self.out.raw(":");
        self.value(value)
    }

    #[inline]
    fn field(&mut self, key: &FieldKey, value: &impl Value) -> Written {
        self.out.raw(&key.text);
        self.value(value)
    }

    #[inline]
    fn end(self) -> Written {
        self.out.raw("}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::plain::target::{Plain, Serialized};

    fn assert_written(value: impl Value) {
        let mut out = Output::in_memory(0);
        value.write(JsonTarget(&mut out)).unwrap();
        let text = String::from_utf8(out.buffer).unwrap();
        assert_eq!(text, serde_json::to_string(&Serialized(value)).unwrap());
    }

    /// A value with each form that a target has. Contains a string.
    struct Forms<'a>(&'a str);

    impl Value for Forms<'_> {
        fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
            let mut entries = target.entries()?;
            entries.entry(self.0, self.0)?;
            entries.entry("nodes", &Nodes(self.0))?;
            entries.end()
        }
    }

    struct Nodes<'a>(&'a str);

    impl Value for Nodes<'_> {
        fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
            target.list([None, Some(7)].into_iter().map(|id| Node(self.0, id)))
        }
    }

    struct Node<'a>(&'a str, Option<u32>);

    impl Value for Node<'_> {
        fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
            let Self(text, Some(id)) = self else {
                return target.node(None, NodeType::Key(self.0))?.end();
            };
            let mut entries = target.node(Some(*id), NodeType::Key(text))?;
            entries.entry("integer", &i64::MIN)?;
            entries.entry("reference", &Reference(*id))?;
            entries.entry("plain", &Plain((0.1_f32, 1e300, u64::MAX, i128::MIN, false, None::<()>)))?;
            entries.end()
        }
    }

    struct Reference(u32);

    impl Value for Reference {
        fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
            target.reference(self.0)
        }
    }

    #[test]
    fn the_text_is_that_of_serde_json() {
        let characters: Vec<_> = ('\0'..'\u{100}').chain(['\u{2028}', '😀']).map(String::from).collect();
        for text in characters.iter().chain([&characters.concat(), &String::new()]) {
            assert_written(Forms(text));
        }
    }
}
