//! Syntax errors in the JSON of graphs.

use std::fmt;
use std::io;

use objet_object::TensorBytesError;

use super::base64_text::Base64Error;

/// A location in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The line, from 1.
    pub line: usize,
    /// The rest of the line, at most 63 characters. May be empty.
    pub excerpt: String,
}

impl fmt::Display for TextPlace {
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
    #[error("{place}: expected {expected}, found {found}")]
    Unexpected {
        /// The location of the token.
        place: TextPlace,
        /// The expected token.
        expected: &'static str,
        /// The actual token.
        found: String,
    },
    /// An object has an unknown key.
    #[error("{place}: unknown key `{found}`, candidates are: {candidates}")]
    UnknownKey {
        /// The location after the key.
        place: TextPlace,
        /// The key.
        found: String,
        /// The keys that the object may have.
        candidates: &'static str,
    },
    /// An object has a duplicate key, or two keys of which only one is allowed.
    #[error("{place}: duplicate {expected} `{found}`")]
    Duplicate {
        /// The location after the second key.
        place: TextPlace,
        /// The kind of the duplicate.
        expected: &'static str,
        /// The second key.
        found: String,
    },
    /// A required key of the document is missing.
    #[error("{place}: missing key `{expected}` in the document")]
    MissingKey {
        /// The location of the end of the document.
        place: TextPlace,
        /// The key.
        expected: &'static str,
    },
    /// The text is not UTF-8.
    #[error("{place}: invalid UTF-8")]
    NotUtf8 {
        /// The location of the first invalid byte.
        place: TextPlace,
    },
    /// A string is not base64.
    #[error("{place}: {source}")]
    Base64 {
        /// The location after the string.
        place: TextPlace,
        /// The error of the string.
        source: Base64Error,
    },
    /// The bytes of `repr_b64` do not begin with their length.
    #[error("{place}: byte string does not begin with its length: found {found} bytes")]
    ByteString {
        /// The location after the string.
        place: TextPlace,
        /// The number of bytes.
        found: usize,
    },
    /// The bytes of a tensor are invalid.
    #[error("{place}: in tensor {tensor}: {source}")]
    Tensor {
        /// The location after the tensor.
        place: TextPlace,
        /// The index of the tensor, from 0.
        tensor: usize,
        /// The error of the bytes.
        source: TensorBytesError,
    },
    /// The document exceeds a limit of the compact representation.
    #[error("{place}: too many {what}: at most 4294967294 are supported")]
    TooMany {
        /// The location where the limit is exceeded.
        place: TextPlace,
        /// The items that are too many.
        what: &'static str,
    },
    /// The source failed.
    #[error("{place}: cannot read: {source}")]
    Io {
        /// The location up to which the text was read.
        place: TextPlace,
        /// The error of the source.
        source: io::Error,
    },
}
