//! Errors of saving and loading graphs.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

use objet_object::{EnumType, ParseDataTypeError, TensorBytesError};

use super::number::NumberError;
use super::stored_attrs::StoredValueError;
use super::syntax_error::SyntaxError;
use crate::error::{ReflectError, cut, did_you_mean};

/// Returns what to do about an attribute without a field, which may be from an upgrade function.
fn unknown_attr_advice(is_new: bool) -> &'static str {
    if is_new {
        "the upgrade function of the type sets it: set a field"
    } else {
        "add an alias to the field, or an upgrade to the type, or keep unknown attributes (`keep_unknown`)"
    }
}

/// Describes a version in a file, compared with that of the program.
fn newer_than(current: Option<u32>) -> Cow<'static, str> {
    match current {
        Some(current) => format!("is newer than version {current} of this program").into(),
        None => "belongs to an ancestor that this program does not know".into(),
    }
}

/// The location of a node in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeLocation {
    /// The index of the node.
    pub index: usize,
    /// The line on which the node begins, from 1, or 0 if the format has no lines.
    pub line: usize,
    /// The type key of the node.
    pub type_key: String,
}

impl fmt::Display for NodeLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, line, type_key } = self;
        if *line > 0 {
            write!(f, "line {line}, ")?;
        }
        match type_key.as_str() {
            "" => write!(f, "node {index} (null)"),
            _ => write!(f, "node {index} ({})", cut(type_key)),
        }
    }
}

/// Returns the beginning of an error about this line, or nothing for a format without lines.
fn at_line(line: usize) -> String {
    if line > 0 { format!("line {line}: ") } else { String::new() }
}

/// Returns an index for an error. The parsers read numbers that do not fit as the largest number.
pub(super) fn shown_index(index: usize) -> String {
    match u32::try_from(index) {
        Ok(u32::MAX) | Err(_) => "a negative or a larger number".into(),
        Ok(index) => index.to_string(),
    }
}

/// The error of a graph that cannot be saved, or of a file that cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The text is not a graph in JSON.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The index of the root is out of range.
    #[error("{}root index is out of range: node count is {count}, found {}", at_line(*line), shown_index(*found))]
    Root {
        /// The line of the index, from 1, or 0 if the format has no lines.
        line: usize,
        /// The number of nodes.
        count: usize,
        /// The index.
        found: usize,
    },
    /// The root is null.
    #[error("expected an object as the root, found null")]
    NullRoot,
    /// The type key is not registered.
    #[error(
        "{node}: unknown type key{}; link in the crate that defines it, or keep unknown types (`keep_unknown`)",
        did_you_mean(nearest)
    )]
    UnknownType {
        /// The node.
        node: NodeLocation,
        /// The nearest existing key.
        nearest: Option<&'static str>,
    },
    /// A type, or an ancestor of it, has a version in the file that the program does not know.
    #[error("{node}: version {found} of {} {}: update the program", cut(type_key), newer_than(*current))]
    NewerVersion {
        /// The first node of the type.
        node: NodeLocation,
        /// The key of the type or the ancestor.
        type_key: Box<str>,
        /// The version of the program, or `None` if the program has no such ancestor.
        current: Option<u32>,
        /// The version in the file.
        found: u32,
    },
    /// The version of a type in the file is malformed.
    #[error("{node}: malformed version {:?} of the type in the attributes of the file", cut(found))]
    MalformedVersion {
        /// The first node of the type.
        node: NodeLocation,
        /// The text of the version.
        found: String,
    },
    /// The upgrade function of a type returned an error.
    #[error("{node}: cannot upgrade from version {version}: {source}")]
    Upgrade {
        /// The node.
        node: NodeLocation,
        /// The version in the file.
        version: u32,
        /// The error of the function.
        source: Arc<dyn Error + Send + Sync>,
    },
    /// A type does not accept the attributes that its upgrade function returned.
    #[error("{source}, after the upgrade from version {version}")]
    Upgraded {
        /// The version in the file.
        version: u32,
        /// The error of the attributes.
        source: Box<GraphError>,
    },
    /// The type of a node has no reflection.
    #[error("{node}: the type has no reflection: add `#[derive(Reflect)]` to load its nodes")]
    NotReflected {
        /// The node.
        node: NodeLocation,
    },
    /// A node of an unknown type has the content of an array or a map.
    #[error("{node}: expected bytes or attributes in a node of an unknown type, found `keys` or `data`")]
    UnknownContainer {
        /// The node.
        node: NodeLocation,
    },
    /// The kind of an attribute of an unknown type cannot be determined.
    #[error(
        "{node}: attribute `{}` is ambiguous: it may be a number or a reference, since the nodes of the file are \
         not in saved order, or upgrades or defaults change their numbers; link in the type",
        cut(attr)
    )]
    AmbiguousAttr {
        /// The node.
        node: NodeLocation,
        /// The attribute.
        attr: String,
    },
    /// An index of a node is out of range.
    #[error("{node}: index in {} is out of range: node count is {count}, found {found}", cut(part))]
    Index {
        /// The node with the index.
        node: NodeLocation,
        /// The part of the node with the index.
        part: String,
        /// The number of nodes.
        count: usize,
        /// The index.
        found: String,
    },
    /// An index of a tensor is out of range.
    #[error(
        "{node}: tensor index {found} in the attribute `{attr}` is out of range: tensor count is {count}"
    )]
    TensorIndex {
        /// The node with the index.
        node: NodeLocation,
        /// The attribute.
        attr: &'static str,
        /// The number of tensors.
        count: usize,
        /// The index.
        found: usize,
    },
    /// The data of a node has another JSON type than its type needs.
    #[error("{node}: expected {expected} as `data`")]
    DataForm {
        /// The node.
        node: NodeLocation,
        /// The expected data.
        expected: &'static str,
    },
    /// A node has content that nodes of its type do not have.
    #[error("{node}: expected {expected} in a node of this type, found {found}: remove it")]
    UnusedContent {
        /// The node.
        node: NodeLocation,
        /// The content of nodes of the type.
        expected: &'static str,
        /// The other content.
        found: String,
    },
    /// The nodes have a reference cycle.
    #[error("reference cycle: {from} refers back to {to}")]
    Cycle {
        /// A node that refers to `to`.
        from: Box<NodeLocation>,
        /// A node from which `from` can be reached.
        to: Box<NodeLocation>,
    },
    /// The number of indices of a map does not match its keys.
    #[error("{node}: wrong number of indices in `data`: expected {expected}, found {found}")]
    MapData {
        /// The map.
        node: NodeLocation,
        /// The expected number.
        expected: String,
        /// The actual number.
        found: usize,
    },
    /// A key of a map is null.
    #[error("{node}: expected an object as the key of entry {entry}, found null")]
    NullKey {
        /// The map.
        node: NodeLocation,
        /// The index of the entry.
        entry: usize,
    },
    /// A map has a duplicate key.
    #[error("{node}: duplicate key: entry {entry} has the key of an earlier entry")]
    RepeatedKey {
        /// The map.
        node: NodeLocation,
        /// The index of the second entry with the key.
        entry: usize,
    },
    /// Two keys of a map are equal numbers, which are one node in the form of tvm-ffi.
    #[error(
        "the key of entry {entry} of a map equals an earlier key, and both are one node in the form of \
         tvm-ffi: use each number as a key once, or another form"
    )]
    EqualKeys {
        /// The index of the second entry.
        entry: usize,
    },
    /// A string is not UTF-8.
    #[error("{node}: invalid UTF-8 at byte {position}")]
    NotUtf8 {
        /// The string.
        node: NodeLocation,
        /// The position of the first invalid byte.
        position: usize,
    },
    /// The bytes of a node are not valid for its type.
    #[error("{node}: {source}")]
    Bytes {
        /// The node.
        node: NodeLocation,
        /// The error of the type.
        source: Arc<dyn Error + Send + Sync>,
    },
    /// An attribute has no field.
    #[error("{node}: unknown attribute `{}`{}; {}", cut(attr), did_you_mean(nearest), unknown_attr_advice(*is_new))]
    UnknownAttr {
        /// The node.
        node: NodeLocation,
        /// The attribute.
        attr: String,
        /// The nearest field.
        nearest: Option<&'static str>,
        /// Whether an upgrade function of the type has set the attribute.
        is_new: bool,
    },
    /// Two attributes belong to one field.
    #[error(
        "{node}: attributes `{}` and `{}` both belong to the field `{field}`: remove one of them",
        cut(one),
        cut(other)
    )]
    TwoNames {
        /// The node.
        node: NodeLocation,
        /// The field.
        field: &'static str,
        /// An attribute.
        one: Box<str>,
        /// Another attribute.
        other: Box<str>,
    },
    /// An attribute is missing.
    #[error(
        "{node}: missing attribute `{attr}` of type {expected}: give the field a `default`{} to load files without it",
        if *is_declared_required { ", without `required`," } else { "" }
    )]
    MissingAttr {
        /// The node.
        node: NodeLocation,
        /// The attribute.
        attr: &'static str,
        /// The type of the field.
        expected: &'static str,
        /// Whether the field is declared as `required`.
        is_declared_required: bool,
    },
    /// The string of an attribute is not a value of its field.
    #[error("{node}: attribute `{attr}`: {source}")]
    Attr {
        /// The node.
        node: NodeLocation,
        /// The attribute.
        attr: &'static str,
        /// The error of the string.
        source: Box<AttrError>,
    },
    /// An attribute of plain JSON is an object with an integer beyond 64 bits.
    #[cfg(feature = "serde")]
    #[error(
        "{node}: attribute `{}`: expected integers of at most 64 bits in an object, or in a list or a map whose field is \
         not known, found {}: link in the type, or write the number as a string",
        cut(attr),
        cut(found)
    )]
    LargeInteger {
        /// The node with the attribute.
        node: NodeLocation,
        /// The attribute.
        attr: String,
        /// The integer.
        found: String,
    },
    /// The node cannot be built from its fields.
    #[error("{node}: {source}")]
    Node {
        /// The node.
        node: NodeLocation,
        /// The reason.
        source: Box<ReflectError>,
    },
    /// An object cannot be saved.
    #[error("cannot save {type_key}, found {position}: the type has no reflection")]
    NotSaved {
        /// The type key of the object.
        type_key: &'static str,
        /// The position of the reference to the object.
        position: String,
    },
    /// JSON cannot hold the value of a field with `serde`.
    #[error("node {node} ({type_key}), field `{field}`: {reason}")]
    FieldNotSaved {
        /// The index of the node in the file.
        node: usize,
        /// The type key of the node.
        type_key: &'static str,
        /// The field.
        field: &'static str,
        /// The part that JSON cannot hold.
        reason: String,
    },
    /// A tensor is null, and a missing attribute would give the field another value. The file
    /// format has no null tensors.
    #[error(
        "node {node} ({type_key}), field `{field}`: a null tensor cannot be saved: make null its default, \
         without `required`"
    )]
    NullTensor {
        /// The index of the node in the file.
        node: usize,
        /// The type key of the node.
        type_key: &'static str,
        /// The field.
        field: &'static str,
    },
    /// A tensor cannot be written.
    #[error("tensor {tensor}: {source}")]
    Tensor {
        /// The index of the tensor in the file.
        tensor: usize,
        /// The reason.
        source: TensorBytesError,
    },
    /// A node of an unknown type has an attribute that may be a reference to an object with a new
    /// index.
    #[error(
        "{}: attribute `{}` is ambiguous: {text:?} may be a number, or a reference to an object that {change}; \
         link in the type",
        cut(type_key),
        cut(attr)
    )]
    AmbiguousReference {
        /// The unknown type.
        type_key: String,
        /// The attribute.
        attr: String,
        /// The string of the attribute.
        text: String,
        /// The change of the object that the attribute may refer to.
        change: String,
    },
    /// An attribute of a kept node has different forms in nodes of the same type, and the format
    /// does not state which.
    #[error("{}: attribute `{}` is {forms}", cut(type_key), cut(attr))]
    MixedAttr {
        /// The type of the nodes.
        type_key: String,
        /// The attribute.
        attr: String,
        /// Both forms, and what to do.
        forms: &'static str,
    },
    /// Fields share long texts, so that their values take much more memory than the file.
    #[error("{node}: the values of fields take more than 128 times the bytes of the file")]
    SharedTexts {
        /// The node with the value that is too much.
        node: NodeLocation,
    },
    /// The objects have a reference cycle, which the format does not support.
    #[error("reference cycle through a {type_key}: the format has no cycles")]
    CyclicObject {
        /// The type key of an object of the cycle.
        type_key: String,
    },
    /// The form of tvm-ffi has no such node.
    #[error("cannot save {}: {reason}", cut(type_key))]
    NoForm {
        /// The type key.
        type_key: String,
        /// Why there is no form, and what to do.
        reason: &'static str,
    },
    /// A graph has nodes of one type in two versions: kept nodes, or nodes of a type that was
    /// defined anew at run time.
    #[error(
        "{}: version {} and version {} cannot be saved in one file: link in the type and the types that its nodes \
         refer to, then save and load the older nodes first",
        cut(type_key),
        cut(one),
        cut(other)
    )]
    TwoVersions {
        /// The type.
        type_key: String,
        /// A version.
        one: String,
        /// Another version.
        other: String,
    },
    /// The nodes of a file have too many references.
    #[error("{node}: too many references: a file has at most 4294967295")]
    TooManyReferences {
        /// The node.
        node: NodeLocation,
    },
    /// There are more objects than a file can contain.
    #[error("too many objects: at most 4294967294 can be saved")]
    TooMany,
    /// Writing the output failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

/// The error of a string that is not a value of its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AttrError {
    /// The string is not a number of the field's type.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// The value is a reference instead of a text, or the other way around.
    #[error(transparent)]
    Stored(#[from] StoredValueError),
    /// The string is not a data type.
    #[error(transparent)]
    DataType(#[from] ParseDataTypeError),
    /// The text is neither the name nor the number of a variant.
    #[error("expected a {declared}, found {}", cut(found))]
    Variant {
        /// The enum.
        declared: &'static EnumType,
        /// The text.
        found: String,
    },
}
