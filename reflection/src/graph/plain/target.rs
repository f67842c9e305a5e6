//! The places to which values of a document are written: the text of compact JSON, and serializers
//! of other formats.

use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};

use super::node_keys::{FieldKey, NodeKeys};

/// A value of a document.
pub(super) trait Value {
    /// Writes the value.
    ///
    /// # Errors
    /// If the target fails, or the value has no form in documents.
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error>;
}

/// A place for one value.
pub(super) trait Target: Sized {
    type Done;
    type Error: Error;
    type Entries: Entries<Done = Self::Done, Error = Self::Error>;

    /// Writes a value that is no string and has no nodes.
    fn plain(self, value: &(impl Serialize + ?Sized)) -> Result<Self::Done, Self::Error>;

    fn integer(self, number: i64) -> Result<Self::Done, Self::Error>;

    fn text(self, text: &str) -> Result<Self::Done, Self::Error>;

    fn list(self, items: impl Iterator<Item = impl Value>) -> Result<Self::Done, Self::Error>;

    /// Starts an object.
    fn entries(self) -> Result<Self::Entries, Self::Error>;

    /// Starts a node with its `$id` and type.
    fn node(self, id: Option<u32>, of: NodeType<'_>) -> Result<Self::Entries, Self::Error>;

    /// Writes a reference to the object with this `$id`.
    fn reference(self, id: u32) -> Result<Self::Done, Self::Error>;
}

/// The type of a node that is written.
#[derive(Clone, Copy)]
pub(super) enum NodeType<'a> {
    Key(&'a str),
    /// A type whose entry is ready.
    Known(&'a NodeKeys),
}

/// The entries of an object.
pub(super) trait Entries {
    type Done;
    type Error: Error;

    fn entry(&mut self, name: &str, value: &(impl Value + ?Sized)) -> Result<(), Self::Error>;

    /// Writes a field of a node, which follows the type of the node.
    fn field(&mut self, key: &FieldKey, value: &impl Value) -> Result<(), Self::Error>;

    fn end(self) -> Result<Self::Done, Self::Error>;
}

/// A value that is no string and has no nodes.
pub(super) struct Plain<T>(pub(super) T);

impl<V: Serialize> Value for Plain<V> {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        target.plain(&self.0)
    }
}

impl Value for i64 {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        target.integer(*self)
    }
}

impl Value for str {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        target.text(self)
    }
}

impl<V: Value + ?Sized> Value for &V {
    fn write<T: Target>(&self, target: T) -> Result<T::Done, T::Error> {
        (**self).write(target)
    }
}

/// A serializer.
pub(super) struct Foreign<S>(pub(super) S);

/// The entries of a serializer.
pub(super) struct ForeignEntries<M>(M);

/// A value for a serializer.
pub(super) struct Serialized<V>(pub(super) V);

impl<V: Value> Serialize for Serialized<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(Foreign(serializer))
    }
}

impl<S: Serializer> Target for Foreign<S> {
    type Done = S::Ok;
    type Error = S::Error;
    type Entries = ForeignEntries<S::SerializeMap>;

    fn plain(self, value: &(impl Serialize + ?Sized)) -> Result<S::Ok, S::Error> {
        value.serialize(self.0)
    }

    fn integer(self, number: i64) -> Result<S::Ok, S::Error> {
        self.0.serialize_i64(number)
    }

    fn text(self, text: &str) -> Result<S::Ok, S::Error> {
        self.0.serialize_str(text)
    }

    fn list(self, items: impl Iterator<Item = impl Value>) -> Result<S::Ok, S::Error> {
        self.0.collect_seq(items.map(Serialized))
    }

    fn entries(self) -> Result<Self::Entries, S::Error> {
        self.0.serialize_map(None).map(ForeignEntries)
    }

    fn node(self, id: Option<u32>, of: NodeType<'_>) -> Result<Self::Entries, S::Error> {
        let mut node = self.0.serialize_map(None)?;
        if let Some(id) = id {
            node.serialize_entry("$id", &id)?;
        }
        let type_key = match of {
            NodeType::Key(type_key) => type_key,
            NodeType::Known(keys) => keys.type_key,
        };
        node.serialize_entry("type", type_key)?;
        Ok(ForeignEntries(node))
    }

    fn reference(self, id: u32) -> Result<S::Ok, S::Error> {
        let mut reference = self.0.serialize_map(Some(1))?;
        reference.serialize_entry("$ref", &id)?;
        reference.end()
    }
}

impl<M: SerializeMap> Entries for ForeignEntries<M> {
    type Done = M::Ok;
    type Error = M::Error;

    fn entry(&mut self, name: &str, value: &(impl Value + ?Sized)) -> Result<(), M::Error> {
        self.0.serialize_entry(name, &Serialized(value))
    }

    fn field(&mut self, key: &FieldKey, value: &impl Value) -> Result<(), M::Error> {
        self.entry(&key.name, value)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.0.end()
    }
}
