//! Graphs in formats of serde that people do not read, such as CBOR: tables of types and nodes.
//!
//! A graph is a tuple of the version of the format, the types, the nodes, and the number of the
//! root. Nodes are numbered from 1 as in TVM 0.8's format, and tensors follow them; number 0 is
//! null. A type is given once, with its key and the names of its attributes. A node has the number
//! of its type and the values of its attributes.

mod read;
mod write;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::serde_text::Text;

pub(super) use read::document;
pub(super) use write::Tables;

/// The version of the format.
const VERSION: u32 = 1;

/// The key of a type, its version or an empty text, and the names of its attributes.
type Type<'a> = (Text<'a>, Text<'a>, Vec<Text<'a>>);

/// The content of a node.
#[derive(Serialize, Deserialize)]
enum Content<'a> {
    /// The values of the attributes of the type.
    #[serde(borrow)]
    Attrs(Vec<Value<'a>>),
    /// The content of a string.
    #[serde(borrow)]
    String(Text<'a>),
    /// The numbers of the elements.
    Array(Cow<'a, [u32]>),
    /// The numbers of the keys and the values, in turn.
    Map(Cow<'a, [u32]>),
    /// The keys, and the numbers of the values.
    TextMap(Vec<Text<'a>>, Cow<'a, [u32]>),
    /// The bytes of a node whose type is saved as bytes, and the values of its other attributes.
    Bytes(ByteBuf, Vec<Value<'a>>),
    Shape(Cow<'a, [i64]>),
    /// A tensor in the format of TVM 0.8.
    Tensor(ByteBuf),
}

/// The value of an attribute.
#[derive(Serialize, Deserialize)]
enum Value<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Unsigned(u64),
    Float(f64),
    #[serde(borrow)]
    String(Text<'a>),
    /// The number of a node.
    Node(u32),
    /// A number whose text the other variants do not preserve.
    #[serde(borrow)]
    Number(Text<'a>),
}
