//! The values of attributes.

use smol_str::{SmolStr, ToSmolStr};

use super::Texts;
#[cfg(feature = "serde")]
use super::TooMany;

/// The type of a value that is a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// A JSON string.
    String,
    /// A number, a truth value or null, as written.
    Literal,
    /// Other JSON, as written.
    #[cfg(feature = "serde")]
    Json,
}

/// A value of a file whose values have JSON types, in four bytes: three bits for the type, and a
/// number below [`TaggedValue::LIMIT`].
#[derive(Clone, Copy)]
pub(in crate::graph) struct TaggedValue(u32);

impl TaggedValue {
    /// The limit of the numbers of texts, of the indices of nodes, and of integers.
    pub(in crate::graph) const LIMIT: u32 = 1 << Self::BITS;
    const BITS: u32 = 29;
    const INTEGER: u32 = 6;
    const NODE: u32 = 7;

    /// Creates the value that is the text with this number, which must be less than the limit.
    #[inline]
    pub(super) fn text(tag: Tag, number: u32) -> Self {
        Self((tag as u32) << Self::BITS | number)
    }

    /// Creates the value that is an integer, if it is less than the limit.
    #[inline]
    pub(in crate::graph) fn integer(number: u32) -> Option<Self> {
        (number < Self::LIMIT).then_some(Self(Self::INTEGER << Self::BITS | number))
    }

    /// Creates the value that is a node.
    ///
    /// # Errors
    /// If the index is not less than the limit.
    #[cfg(feature = "serde")]
    #[inline]
    pub(in crate::graph) fn node(index: u32) -> Result<Self, TooMany> {
        match index {
            0..Self::LIMIT => Ok(Self(Self::NODE << Self::BITS | index)),
            _ => Err(TooMany { what: "nodes", limit: Self::LIMIT }),
        }
    }

    /// Whether the value is an integer less than `limit`, which must not exceed the other limit.
    #[inline]
    pub(in crate::graph) fn is_index_below(self, limit: u32) -> bool {
        self.0.wrapping_sub(Self::INTEGER << Self::BITS) < limit
    }

    /// Returns the integer, or the number of the text or the node.
    #[inline]
    pub(in crate::graph) fn number(self) -> u32 {
        self.0 % Self::LIMIT
    }

    /// Returns the index of a node, if the value is one. `takes_integers` says whether an integer
    /// may be one.
    #[inline]
    pub(in crate::graph) fn as_node(self, takes_integers: bool) -> Option<u32> {
        const { assert!(Self::INTEGER + 1 == Self::NODE && Self::NODE == u32::MAX >> Self::BITS) }
        let first = if takes_integers { Self::INTEGER } else { Self::NODE };
        (self.0 >= first << Self::BITS).then_some(self.number())
    }

    /// Returns the integer, if the value is one.
    #[inline]
    pub(in crate::graph) fn as_integer(self) -> Option<u32> {
        (self.0 >> Self::BITS == Self::INTEGER).then_some(self.number())
    }

    /// Returns the value of the attribute. A text is the one with its number in `texts`.
    #[inline]
    pub(super) fn value(self, texts: &Texts) -> FileValue<'_> {
        let number = self.number();
        let text = || texts.get(number as usize);
        match self.0 >> Self::BITS {
            Self::NODE => FileValue::Node(number),
            Self::INTEGER => FileValue::Integer(number),
            tag if tag == Tag::String as u32 => FileValue::String(text()),
            #[cfg(feature = "serde")]
            tag if tag == Tag::Json as u32 => FileValue::Json(text()),
            _ => FileValue::Literal(text()),
        }
    }
}

/// The value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileValue<'a> {
    /// A text whose meaning only the field determines.
    Untyped(&'a str),
    /// A JSON string.
    String(&'a str),
    /// A number, a truth value or null, as written.
    Literal(&'a str),
    /// A small integer that is not negative. In a file of tvm-ffi, it may be the index of a node.
    Integer(u32),
    /// The index of a node.
    Node(u32),
    /// Other JSON, as written.
    #[cfg(feature = "serde")]
    Json(&'a str),
}

impl<'a> FileValue<'a> {
    /// Returns the text in the file, without quotes.
    pub(crate) fn to_text(self) -> SmolStr {
        match self {
            Self::Integer(number) | Self::Node(number) => number.to_smolstr(),
            value => value.text().unwrap_or_default().into(),
        }
    }

    /// Returns the text, if the document has one.
    #[inline]
    pub(crate) fn text(self) -> Option<&'a str> {
        match self {
            Self::Untyped(text) | Self::String(text) | Self::Literal(text) => Some(text),
            #[cfg(feature = "serde")]
            Self::Json(text) => Some(text),
            Self::Integer(_) | Self::Node(_) => None,
        }
    }
}
