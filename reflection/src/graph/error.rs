//! What can go wrong when graphs are saved and loaded.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

use objet_object::{ParseDataTypeError, TensorBytesError};

use super::number::NumberError;
use super::syntax_error::SyntaxError;
use crate::error::{ReflectError, did_you_mean};

/// A node of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePlace {
    /// Its index.
    pub index: usize,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Its type key.
    pub type_key: String,
}

impl fmt::Display for NodePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, line, type_key } = self;
        match type_key.as_str() {
            "" => write!(f, "line {line}, node {index} (null)"),
            _ => write!(f, "line {line}, node {index} ({type_key})"),
        }
    }
}

/// A graph that cannot be saved, or a file that is not one of a graph.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The text of the file is not that of a graph.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The root is not a node of the file.
    #[error("expected the root to be the index of one of {count} nodes, found {found}")]
    Root {
        /// How many nodes there are.
        count: usize,
        /// The index.
        found: usize,
    },
    /// The root is null.
    #[error("expected an object as the root, found null")]
    NullRoot,
    /// Nothing linked in has this type key.
    #[error(
        "{node}: unknown type key{}; link in the crate that defines it, or keep unknown types (`keep_unknown`)",
        did_you_mean(nearest)
    )]
    UnknownType {
        /// The node.
        node: NodePlace,
        /// The nearest key that there is.
        nearest: Option<&'static str>,
    },
    /// The fields of the type are not known.
    #[error("{node}: this type is not reflected, so its nodes cannot be made: give it `#[derive(Reflect)]`")]
    NotReflected {
        /// The node.
        node: NodePlace,
    },
    /// A node of an unknown type is an array or a map.
    #[error("{node}: expected bytes or attributes in a node of an unknown type, found `keys` or `data`")]
    UnknownContainer {
        /// The node.
        node: NodePlace,
    },
    /// It cannot be told what an attribute of an unknown type means.
    #[error(
        "{node}: it cannot be told whether the attribute `{attr}` is a number or a reference, since the file is not as \
         graphs are saved (its nodes are in another order, or a map has a key twice): link in the type"
    )]
    NotAsSaved {
        /// The node.
        node: NodePlace,
        /// The attribute.
        attr: String,
    },
    /// An index is not that of a node.
    #[error("{node}: expected {place} to be the index of one of {count} nodes, found {found}")]
    Index {
        /// The node that has it.
        node: NodePlace,
        /// Where it stands in the node.
        place: String,
        /// How many nodes there are.
        count: usize,
        /// The index.
        found: String,
    },
    /// An index is not that of a tensor.
    #[error(
        "{node}: expected the attribute `{attr}` to be the index of one of {count} tensors, found {found}"
    )]
    TensorIndex {
        /// The node that has it.
        node: NodePlace,
        /// The attribute.
        attr: &'static str,
        /// How many tensors there are.
        count: usize,
        /// The index.
        found: usize,
    },
    /// Nodes refer to each other in a circle.
    #[error("expected no circle of references, found one that goes from {from} to {to}")]
    Cycle {
        /// A node that refers to `to`.
        from: Box<NodePlace>,
        /// A node from which `from` can be reached.
        to: Box<NodePlace>,
    },
    /// A map has another number of indices than its keys ask for.
    #[error("{node}: expected {expected} indices in `data`, found {found}")]
    MapData {
        /// The map.
        node: NodePlace,
        /// How many there should be.
        expected: String,
        /// How many there are.
        found: usize,
    },
    /// A key of a map is null.
    #[error("{node}: expected an object as the key of entry {entry}, found null")]
    NullKey {
        /// The map.
        node: NodePlace,
        /// The entry, from 0.
        entry: usize,
    },
    /// A text is not UTF-8.
    #[error("{node}: expected text in UTF-8, found a byte that is not at position {position}")]
    NotUtf8 {
        /// The string.
        node: NodePlace,
        /// Where the first bad byte is.
        position: usize,
    },
    /// The bytes are not those of a node of this type.
    #[error("{node}: {source}")]
    Bytes {
        /// The node.
        node: NodePlace,
        /// What the type says of them.
        source: Arc<dyn Error + Send + Sync>,
    },
    /// An attribute is missing.
    #[error("{node}: expected an attribute `{attr}`, of type {expected}, found none")]
    MissingAttr {
        /// The node.
        node: NodePlace,
        /// The attribute.
        attr: &'static str,
        /// The type of the field.
        expected: &'static str,
    },
    /// The text of an attribute means nothing for its field.
    #[error("{node}: attribute `{attr}`: {source}")]
    Attr {
        /// The node.
        node: NodePlace,
        /// The attribute.
        attr: &'static str,
        /// What is wrong with the text.
        source: Box<AttrError>,
    },
    /// The node cannot be made of its fields.
    #[error("{node}: {source}")]
    Node {
        /// The node.
        node: NodePlace,
        /// Why not.
        source: Box<ReflectError>,
    },
    /// An object cannot be part of a file.
    #[error("{type_key} is not reflected, so it cannot be saved; found it {place}")]
    NotSaved {
        /// The object's type key.
        type_key: &'static str,
        /// What refers to it.
        place: String,
    },
    /// A tensor is null, for which files have no form.
    #[error(
        "node {node} ({type_key}), field `{field}`: expected a tensor, found null, which cannot be saved"
    )]
    NullTensor {
        /// The node's index in the file.
        node: usize,
        /// Its type key.
        type_key: &'static str,
        /// The field.
        field: &'static str,
    },
    /// A tensor cannot be written.
    #[error("tensor {tensor}: {source}")]
    Tensor {
        /// Its index in the file.
        tensor: usize,
        /// Why not.
        source: TensorBytesError,
    },
    /// A node of an unknown type has an attribute that may be a reference to what has another number now.
    #[error(
        "{type_key}: the attribute `{attr}` is {text:?}, which may be a number or a reference to what {now} now: \
         link in the type, so that it can be told"
    )]
    Unclear {
        /// The unknown type.
        type_key: String,
        /// The attribute.
        attr: String,
        /// Its text.
        text: String,
        /// What became of the object that it may refer to.
        now: String,
    },
    /// There are more objects than 32 bits can count.
    #[error("expected fewer than 4294967295 objects, found more")]
    TooMany,
    /// The file cannot be written.
    #[error("cannot write on: {0}")]
    Io(#[from] io::Error),
}

/// A text that is not a value of the field that it stands for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AttrError {
    /// It is not a number, or none that fits.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// It is not a data type.
    #[error(transparent)]
    DataType(#[from] ParseDataTypeError),
    /// It is not the number of a variant.
    #[error("expected a {name}, which is one of {variants}, found {found}")]
    Variant {
        /// The enum.
        name: &'static str,
        /// Its variants with their numbers.
        variants: String,
        /// The number.
        found: i128,
    },
}
