//! Syntax errors in the JSON of graphs.

use std::fmt;
use std::io;

use objet_object::TensorBytesError;

use super::base64_text::Base64Error;
#[cfg(feature = "serde")]
use super::plain::PlainError;
use crate::error::cut;

/// The maximum length of an excerpt of a file in an error, in characters.
pub(super) const EXCERPT: usize = 63;

/// Returns the start of a text of a file, for an error.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(EXCERPT).collect()
}

/// A location in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextLocation {
    /// The line, from 1.
    pub line: usize,
    /// The rest of the line, at most 63 characters. May be empty.
    pub excerpt: String,
}

impl fmt::Display for TextLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.excerpt.as_str() {
            "" => write!(f, "line {}", self.line),
            excerpt => write!(f, "line {}, around `{excerpt}`", self.line),
        }
    }
}

/// The error of a text that is not a valid graph.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// The text has another token than expected.
    #[error("{location}: expected {expected}, found {found}")]
    Unexpected {
        /// The location of the token.
        location: TextLocation,
        /// The expected token.
        expected: &'static str,
        /// The actual token.
        found: String,
    },
    /// An object has an unknown key.
    #[error("{location}: unknown key `{found}`, candidates are: {candidates}")]
    UnknownKey {
        /// The location after the key.
        location: TextLocation,
        /// The key.
        found: String,
        /// The keys that the object may have.
        candidates: &'static str,
    },
    /// An object has a duplicate key, or two keys of which only one is allowed.
    #[error("{location}: duplicate {expected} `{}`", cut(found))]
    Duplicate {
        /// The location after the second key.
        location: TextLocation,
        /// The kind of the duplicate.
        expected: &'static str,
        /// The second key.
        found: String,
    },
    /// A required key of the document is missing.
    #[error("{location}: missing key `{expected}` in the document")]
    MissingKey {
        /// The location of the end of the document.
        location: TextLocation,
        /// The key.
        expected: &'static str,
    },
    /// A required key of a node is missing.
    #[error("{location}: missing key `{expected}`")]
    MissingNodeKey {
        /// The location of the end of the node.
        location: TextLocation,
        /// The key.
        expected: &'static str,
    },
    /// A node has the type key that another format uses.
    #[error("{location}: `{found}` is a type key of another format: write `{candidate}`")]
    OtherTypeKey {
        /// The location after the type key.
        location: TextLocation,
        /// The type key.
        found: String,
        /// The type key of this format.
        candidate: &'static str,
    },
    /// An error in a node.
    #[error("{source}, in {}", place(*node, type_key.as_deref(), attr.as_deref()))]
    InNode {
        /// The index of the node, if the format has a list of nodes.
        node: Option<usize>,
        /// The type key, if it was read.
        type_key: Option<String>,
        /// The attribute, if the error is in one.
        attr: Option<String>,
        /// The error.
        source: Box<SyntaxError>,
    },
    /// The text is not UTF-8.
    #[error("{location}: invalid UTF-8")]
    NotUtf8 {
        /// The location of the first invalid byte.
        location: TextLocation,
    },
    /// A string is not base64.
    #[error("{location}: {source}")]
    Base64 {
        /// The location after the string.
        location: TextLocation,
        /// The error of the string.
        source: Base64Error,
    },
    /// The bytes of `repr_b64` do not begin with their length.
    #[error("{location}: byte string does not begin with its length: found {found} bytes")]
    ByteString {
        /// The location after the string.
        location: TextLocation,
        /// The number of bytes.
        found: usize,
    },
    /// The bytes of a tensor are invalid.
    #[error("{location}: {source}")]
    Tensor {
        /// The location after the tensor.
        location: TextLocation,
        /// The error of the bytes.
        source: TensorBytesError,
    },
    /// An error in the list of tensors.
    #[error("{source}, in tensor {tensor}")]
    InTensor {
        /// The index of the tensor, from 0.
        tensor: usize,
        /// The error.
        source: Box<SyntaxError>,
    },
    /// The document exceeds a limit of the compact representation.
    #[error("{location}: too many {what}: at most {limit} are supported")]
    TooMany {
        /// The location where the limit is exceeded.
        location: TextLocation,
        /// The items that are too many.
        what: &'static str,
        /// The largest number of items.
        limit: u32,
    },
    /// A plain document has a value that is not possible at its position.
    #[cfg(feature = "serde")]
    #[error("{location}: {source}")]
    Plain {
        /// The location after the value.
        location: TextLocation,
        /// The reason.
        source: PlainError,
    },
    /// The source failed.
    #[error("{location}: cannot read: {source}")]
    Io {
        /// The location up to which the text was read.
        location: TextLocation,
        /// The error of the source.
        source: io::Error,
    },
}

/// Returns the node and the attribute of an error, as far as they are known.
pub(super) fn place(node: Option<usize>, type_key: Option<&str>, attr: Option<&str>) -> String {
    let mut place = match (node, type_key.map(cut)) {
        (Some(node), Some(type_key)) => format!("node {node} ({type_key})"),
        (Some(node), None) => format!("node {node}"),
        (None, Some(type_key)) => format!("a node of type {type_key}"),
        (None, None) => "a node".into(),
    };
    if let Some(attr) = attr {
        place += &format!(", attribute `{}`", cut(attr));
    }
    place
}

impl SyntaxError {
    /// Adds the tensor to an error that is about its text.
    #[cold]
    pub(super) fn in_tensor(self, tensor: usize) -> Self {
        match self {
            Self::Io { .. } | Self::NotUtf8 { .. } => self,
            source => Self::InTensor { tensor, source: Box::new(source) },
        }
    }

    /// Adds the node and the attribute to an error that is about the text of a node.
    #[cold]
    pub(super) fn in_node(self, node: Option<usize>, type_key: Option<&str>, attr: Option<&str>) -> Self {
        match self {
            Self::Io { .. } | Self::NotUtf8 { .. } => self,
            source => Self::InNode {
                node,
                type_key: type_key.filter(|key| !key.is_empty()).map(Into::into),
                attr: attr.map(Into::into),
                source: Box::new(source),
            },
        }
    }
}
