//! The lists and objects of a plain document that are not complete.

use std::ops::Range;

use super::pending::Mark;

/// A list or an object that is not complete.
pub(super) enum Open {
    Document(Part),
    /// The versions of types, with the key of the next one.
    Versions(String),
    /// The list of objects that were too deep for their position, with the start of its values.
    Nodes(Mark),
    /// A list, with the start of its values.
    List(Mark),
    Object(Object),
}

/// The parts of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    None,
    Version,
    Versions,
    Root,
    Nodes,
}

/// An object that is not complete.
pub(super) struct Object {
    /// The starts of the values and the names.
    pub(super) start: Mark,
    pub(super) names: usize,
    pub(super) type_key: Option<u32>,
    pub(super) repr: Option<Box<[u8]>>,
    pub(super) id: Option<u64>,
    pub(super) reference: Option<u64>,
    pub(super) next: Next,
    /// The list of the attribute names of the last node of the type, as a guess.
    pub(super) guess: u32,
    /// The likely keys that have not occurred.
    pub(super) likely: Range<u32>,
    /// Whether an attribute had none of the likely keys.
    pub(super) is_unlikely: bool,
}

impl Object {
    pub(super) fn new(start: Mark, names: usize) -> Self {
        Self {
            start,
            names,
            type_key: None,
            repr: None,
            id: None,
            reference: None,
            next: Next::Attr,
            guess: 0,
            likely: 0..0,
            is_unlikely: false,
        }
    }
}

/// The meaning of the next value in an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// The value that follows the next key.
    Unknown,
    Attr,
    Type,
    Id,
    Reference,
    Repr,
    ReprBase64,
}

impl Next {
    pub(super) const CANDIDATES: &str =
        "`type`, `$id`, `$ref`, `$repr`, `$repr_b64`; a field or map key `$name` is written `$.$name`";

    /// Returns the meaning of the value with this key.
    #[inline]
    pub(super) fn of(key: &str) -> Self {
        match key {
            "type" => Self::Type,
            _ if !key.starts_with('$') => Self::Attr,
            "$id" => Self::Id,
            "$ref" => Self::Reference,
            "$repr" => Self::Repr,
            "$repr_b64" => Self::ReprBase64,
            _ => Self::Attr,
        }
    }

    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Unknown | Self::Attr => "",
            Self::Type => "type",
            Self::Id => "$id",
            Self::Reference => "$ref",
            Self::Repr => "$repr",
            Self::ReprBase64 => "$repr_b64",
        }
    }
}
