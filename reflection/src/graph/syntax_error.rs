//! What can be wrong with the text of a graph.

use std::fmt;
use std::io;

use objet_object::TensorBytesError;

use super::base64_text::Base64Error;

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The line, from 1.
    pub line: usize,
    /// What is left of that line, at most 63 characters; empty where nothing is.
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

/// A text that is not that of a graph.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// Something else stands there than what may.
    #[error("{place}: expected {expected}, found {found}")]
    Unexpected {
        /// Where it is.
        place: TextPlace,
        /// What could stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// An object has a key that means nothing.
    #[error("{place}: unknown key `{found}`, candidates are: {candidates}")]
    UnknownKey {
        /// Where it is.
        place: TextPlace,
        /// The key.
        found: String,
        /// The keys that such an object may have.
        candidates: &'static str,
    },
    /// An object has a key twice, or two keys of which it may have only one.
    #[error("{place}: expected one {expected}, found another with the key `{found}`")]
    Duplicate {
        /// Where the second one is.
        place: TextPlace,
        /// What there may be only one of.
        expected: &'static str,
        /// The second key.
        found: String,
    },
    /// The document ends without a key that it must have.
    #[error("{place}: expected the key `{expected}` in the document, found its end")]
    MissingKey {
        /// Where the document ends.
        place: TextPlace,
        /// The key.
        expected: &'static str,
    },
    /// The text is not UTF-8.
    #[error("{place}: expected UTF-8, found other bytes")]
    NotUtf8 {
        /// Where it stops being UTF-8.
        place: TextPlace,
    },
    /// A string is not base64.
    #[error("{place}: {source}")]
    Base64 {
        /// Where the string ends, or where it goes wrong.
        place: TextPlace,
        /// What is wrong with it.
        source: Base64Error,
    },
    /// The bytes of `repr_b64` do not begin with their number.
    #[error("{place}: expected a byte string that begins with its length, found {found} bytes")]
    ByteString {
        /// Where it ends.
        place: TextPlace,
        /// How many bytes there are.
        found: usize,
    },
    /// A tensor's bytes are not those of a tensor.
    #[error("{place}: in tensor {tensor}: {source}")]
    Tensor {
        /// Where they end.
        place: TextPlace,
        /// Which one it is, from 0.
        tensor: usize,
        /// What is wrong with it.
        source: TensorBytesError,
    },
    /// There is more of something than 32 bits can count.
    #[error("{place}: expected fewer than 4294967295 {what}, found more")]
    TooMany {
        /// Where there are too many.
        place: TextPlace,
        /// What there is so much of.
        what: &'static str,
    },
    /// The text could not be read.
    #[error("{place}: cannot read on: {source}")]
    Io {
        /// How far it was read.
        place: TextPlace,
        /// Why not.
        source: io::Error,
    },
}
