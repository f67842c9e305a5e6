//! The attributes of a node of an older version, for the upgrade function of its type.

use std::borrow::Cow;
use std::fmt;

use objet_object::{FieldKind, IsObjectRef, NDArray, ObjectRef, RetValue, String as ObjectString};
use smol_str::SmolStr;

use super::document::{Document, FileValue};
use super::number::read_f64;
use super::opaque::known::is_json;
use super::opaque::save_opaque::untyped;
use super::opaque::{OpaqueNode, OpaqueValue};
use super::plain_attr::{PlainAttr, json_of};
use super::text_budget::TextBudget;
use crate::boxed::Boxed;
use crate::field::Field;
use crate::json_text::{json_literal, write};

/// The attributes of a node as its file has them, which the upgrade function of the type converts
/// to those of the current version.
///
/// ```
/// use std::error::Error;
///
/// use objet::prelude::*;
/// use objet::graph::StoredAttrs;
/// use objet::load_json;
///
/// /// An image. Version 0 had one attribute `size`, such as `640x480`.
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.stored_attrs.Image", is_final, version = 1, upgrade = split_size)]
/// struct ImageNode {
///     base: Object,
///     width: i64,
///     height: i64,
/// }
///
/// fn split_size(
///     _version: u32,
///     attrs: &mut StoredAttrs,
/// ) -> Result<(), Box<dyn Error + Send + Sync>> {
///     let size = attrs.remove("size").ok_or("missing attribute `size`")?;
///     let (width, height) = size.as_text()?.split_once('x').ok_or("`size` has no `x`")?;
///     attrs.insert("width", width.parse::<i64>()?);
///     attrs.insert("height", height.parse::<i64>()?);
///     Ok(())
/// }
///
/// # objet::register_types!(ImageNode)?;
/// let json = r#"{"root": 1, "nodes": [{"type_key": ""},
///     {"type_key": "doc.stored_attrs.Image", "attrs": {"size": "640x480"}}]}"#;
/// let image: Image = load_json(json)?.downcast()?;
/// assert_eq!((image.width, image.height), (640, 480));
/// # Ok::<(), objet::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StoredAttrs(Vec<(String, StoredValue)>);

/// The value of an attribute in [`StoredAttrs`]: the value in the file, or a new one.
///
/// A new value converts from all types that convert into a [`RetValue`].
#[derive(Clone, Debug)]
pub struct StoredValue {
    value: Stored,
    /// The address of the node as in the file, and the position of the attribute in it, unless the
    /// value is new.
    origin: Option<(usize, usize)>,
}

#[derive(Clone, Debug)]
enum Stored {
    Text(String),
    /// A number or a truth value, as written. It is never a reference.
    Scalar(SmolStr),
    Reference(PlainAttr),
    /// A text that may be the index of this node, or of this tensor.
    Index {
        text: String,
        node: Option<ObjectRef>,
        tensor: Option<ObjectRef>,
    },
    /// An integer that may be the index of this object or of null, in a file of tvm-ffi. Texts are
    /// objects there.
    Number(String, Option<ObjectRef>),
    /// A value of a plain document, which has one form for fields and for objects.
    Plain(PlainAttr),
    New(RetValue),
}

/// The error of an attribute whose value is of another kind, such as a reference instead of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct StoredValueError {
    expected: &'static str,
    found: String,
}

impl StoredAttrs {
    /// Returns the attributes of a node in a file.
    pub(super) fn of(document: &Document, node: &OpaqueNode) -> Self {
        let tensors_first = if document.is_tagged { Vec::new() } else { node.tensors_first() };
        let stored = |(attr, (name, value)): (usize, (&str, &OpaqueValue))| {
            let is_tensor_first = tensors_first.get(attr).copied().unwrap_or_default();
            let value = Stored::of(document, value, is_tensor_first);
            (name.into(), StoredValue { value, origin: Some((std::ptr::from_ref(node).addr(), attr)) })
        };
        Self(node.attrs().enumerate().map(stored).collect())
    }

    /// Returns the names and values of all attributes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &StoredValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the value of the attribute with this name.
    pub fn get(&self, name: &str) -> Option<&StoredValue> {
        self.iter().find(|(each, _)| *each == name).map(|(_, value)| value)
    }

    /// Removes the attribute with this name, and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<StoredValue> {
        let position = self.0.iter().position(|(each, _)| each == name)?;
        Some(self.0.remove(position).1)
    }

    /// Sets the value of the attribute with this name, and returns the value before.
    pub fn insert(&mut self, name: &str, value: impl Into<StoredValue>) -> Option<StoredValue> {
        let before = self.remove(name);
        self.0.push((name.into(), value.into()));
        before
    }

    /// Removes all attributes.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Renames an attribute. Replaces an attribute that has the new name. Returns whether there is
    /// an attribute with the old name.
    ///
    /// Rename an attribute only into a field of its own kind. In TVM's formats, the field decides
    /// whether a value that may be both is a text or a reference: the text `2` in a reference field
    /// may become node 2. Convert a text to an [`objet::String`](objet_object::String) by
    /// [`StoredValue::as_text`] and [`StoredAttrs::insert`].
    pub fn rename(&mut self, from: &str, to: &str) -> bool {
        match self.remove(from) {
            Some(value) => {
                self.insert(to, value);
                true
            }
            None => false,
        }
    }
}

impl Stored {
    /// `is_tensor_first` is that of [`OpaqueNode::tensors_first`] for the attribute.
    fn of(document: &Document, value: &OpaqueValue, is_tensor_first: bool) -> Self {
        if document.is_plain() {
            return Self::Plain(PlainAttr::of(value));
        }
        match value {
            // Tables have the same form for texts and for strings that are objects.
            OpaqueValue::String(text) if document.is_tagged && !document.is_tvm_ffi() => {
                Self::reference(Some(ObjectString::from(text.as_str()).into()))
            }
            OpaqueValue::String(text) => Self::Text(text.to_string()),
            OpaqueValue::Text(text) | OpaqueValue::Json(text) => Self::Text(text.as_str().into()),
            OpaqueValue::Literal(literal) if **literal == *"null" => Self::reference(None),
            OpaqueValue::Literal(literal) => Self::Scalar(literal.clone()),
            OpaqueValue::Reference(_) => Self::Reference(PlainAttr::of(value)),
            OpaqueValue::Ambiguous { number, object, .. } if document.is_tvm_ffi() => {
                Self::Number(number.to_string(), object.clone())
            }
            OpaqueValue::Ambiguous { number, object, other, .. } => {
                let (node, tensor) = if is_tensor_first { (other, object) } else { (object, other) };
                Self::Index { text: number.to_string(), node: node.clone(), tensor: tensor.clone() }
            }
        }
    }

    fn reference(object: Option<ObjectRef>) -> Self {
        Self::Reference(PlainAttr::of(&OpaqueValue::Reference(object)))
    }
}

impl StoredValue {
    /// Returns the text in the file, in the format of [`save_json`](crate::save_json), or a new
    /// string. An [`objet::String`](objet_object::String) and a boxed number are texts, too, and so
    /// are lists and maps of them, as JSON.
    ///
    /// # Errors
    /// If the value is another reference, or is new and no string. If the file is of tvm-ffi, and
    /// does not prove whether the value is a number or a reference.
    pub fn as_text(&self) -> Result<&str, StoredValueError> {
        match &self.value {
            Stored::Text(text) | Stored::Index { text, .. } => Ok(text),
            Stored::Scalar(literal) => Ok(untyped(literal)),
            Stored::Reference(value) | Stored::Plain(value) => {
                value.text().ok_or_else(|| self.is_not("a text"))
            }
            Stored::New(RetValue::Str(text)) => Ok(text),
            Stored::New(RetValue::Object(object)) => text_of(object).ok_or_else(|| self.is_not("a text")),
            _ => Err(self.is_not("a text")),
        }
    }

    /// Returns the JSON text of a value whose field was an option, a list, or a field with
    /// `#[reflect(serde)]`: `null`, `7`, `"conv"` with the quotes, or `[1,2]`. The text means the
    /// same in all formats. An enum is its name in plain JSON, and its number in the others.
    ///
    /// All formats but plain JSON have the JSON of such a field as a text. They do not tell it from
    /// the text of another field, so use [`StoredValue::as_text`] for fields that were a string.
    ///
    /// # Errors
    /// If the value is not JSON.
    pub fn as_json(&self) -> Result<Cow<'_, str>, StoredValueError> {
        let json = match &self.value {
            Stored::Text(text) | Stored::Index { text, .. } => if_json(text),
            Stored::Scalar(literal) => Some(json_literal(literal).into()),
            Stored::Number(_, object) => object.as_ref().and_then(text_of).and_then(if_json),
            Stored::Reference(value) => match value.object().flatten().and_then(text_of) {
                Some(text) => if_json(text),
                None => value.json().map(Cow::from),
            },
            Stored::Plain(value) => value.json().map(Cow::from),
            Stored::New(RetValue::Object(object)) => {
                json_of(Some(object), &TextBudget::unlimited()).map(Cow::from)
            }
            Stored::New(
                value @ (RetValue::Null
                | RetValue::Int(_)
                | RetValue::Float(_)
                | RetValue::DataType(_)
                | RetValue::Str(_)),
            ) => {
                let mut json = String::new();
                write(Ok(value.as_arg()), FieldKind::F64, &mut json);
                Some(json.into())
            }
            Stored::New(_) => None,
        };
        json.ok_or_else(|| self.is_not("the JSON of an option, a list or a field with `serde`"))
    }

    /// Returns the value as an integer. A truth value is 0 or 1.
    ///
    /// # Errors
    /// If the value is not an integer.
    pub fn as_int(&self) -> Result<i64, StoredValueError> {
        let number = match &self.value {
            Stored::Text(text) | Stored::Index { text, .. } | Stored::Number(text, _) => int_of(text),
            Stored::Scalar(literal) => int_of(literal),
            Stored::Reference(value) | Stored::Plain(value) => value.scalar().and_then(int_of),
            Stored::New(RetValue::Int(number)) => Some(*number),
            Stored::New(RetValue::Object(object)) => match Boxed::of(object) {
                Some(Boxed::Int(number)) => Some(number),
                Some(Boxed::Bool(truth)) => Some(truth.into()),
                _ => None,
            },
            _ => None,
        };
        number.ok_or_else(|| self.is_not("a 64-bit integer"))
    }

    /// Returns the value as a floating-point number. An integer is one, too.
    ///
    /// # Errors
    /// If the value is not a number.
    pub fn as_float(&self) -> Result<f64, StoredValueError> {
        let number = match &self.value {
            Stored::Text(text) | Stored::Index { text, .. } | Stored::Number(text, _) => float_of(text),
            Stored::Scalar(literal) => float_of(untyped(literal)),
            Stored::Reference(value) | Stored::Plain(value) => value.scalar().and_then(float_of),
            Stored::New(RetValue::Float(number)) => Some(*number),
            Stored::New(RetValue::Int(number)) => Some(*number as f64),
            Stored::New(RetValue::Object(object)) => match Boxed::of(object) {
                Some(Boxed::Float(number)) => Some(number),
                Some(Boxed::Int(number)) => Some(number as f64),
                _ => None,
            },
            _ => None,
        };
        number.ok_or_else(|| self.is_not("a number"))
    }

    /// Returns the object, or `None` for null. A file does not say which attributes are references,
    /// so a value that may be the index of a node is also an object. A file of TVM 0.8 also has a
    /// list of tensors: a value that may be the index of a node, or null, is not read as the index
    /// of a tensor. A string or a number of plain JSON is an object, such as an
    /// [`objet::String`](objet_object::String).
    ///
    /// # Errors
    /// If the value is not a reference.
    pub fn as_object(&self) -> Result<Option<&ObjectRef>, StoredValueError> {
        match &self.value {
            Stored::Index { text, node: None, tensor: Some(tensor) } if text != "0" => Ok(Some(tensor)),
            Stored::Number(_, object) => Ok(object.as_ref()),
            Stored::Index { node: Some(object), .. } | Stored::New(RetValue::Object(object)) => {
                Ok(Some(object))
            }
            Stored::Reference(value) | Stored::Plain(value) => {
                value.object().ok_or_else(|| self.is_not("a reference"))
            }
            Stored::New(RetValue::Null) => Ok(None),
            // In a file, null is 0.
            Stored::Text(text) | Stored::Index { text, .. } if text == "0" => Ok(None),
            _ => Err(self.is_not("a reference")),
        }
    }

    /// Returns the tensor, or `None` for null.
    ///
    /// # Errors
    /// If the value is not a tensor.
    pub fn as_tensor(&self) -> Result<Option<&NDArray>, StoredValueError> {
        let object = match &self.value {
            Stored::Index { tensor: Some(tensor), .. } => Some(tensor),
            _ => self.as_object()?,
        };
        let Some(object) = object else { return Ok(None) };
        object.downcast_ref().map(Some).ok_or_else(|| self.is_not("a tensor"))
    }

    /// Returns the text for a field that is not a reference. The field decides what an ambiguous
    /// value is.
    pub(super) fn as_field_text(&self, field: &Field) -> Result<&str, StoredValueError> {
        match &self.value {
            Stored::Number(number, _) if !field.is_node() => Ok(number),
            Stored::Number(_, Some(object)) => text_of(object).ok_or_else(|| self.is_not("a text")),
            // Fields are not lists or boxed numbers in these formats.
            Stored::Reference(value) => {
                let object = value.object().flatten();
                object.and_then(text_of).ok_or_else(|| self.is_not("a text"))
            }
            Stored::Scalar(literal) if field.kind().holds_json() => Ok(json_literal(literal)),
            Stored::Plain(value) if field.kind().holds_json() => {
                value.json().ok_or_else(|| self.is_not("JSON"))
            }
            Stored::Plain(value) => value.scalar().ok_or_else(|| self.is_not("a text")),
            _ => self.as_text(),
        }
    }

    /// Returns the value for a tensor field or for another reference field.
    pub(super) fn as_reference(&self, is_tensor: bool) -> Result<Option<&ObjectRef>, StoredValueError> {
        match &self.value {
            Stored::Index { tensor: Some(tensor), .. } if is_tensor => Ok(Some(tensor)),
            _ => self.as_object(),
        }
    }

    /// Returns the value, if the file states whether it is a string, or a number or a truth value.
    pub(super) fn file_value(&self) -> Option<FileValue<'_>> {
        match &self.value {
            Stored::Scalar(literal) => Some(FileValue::Literal(literal)),
            #[cfg(feature = "serde")]
            Stored::Plain(value) => value.file_value(),
            _ => None,
        }
    }

    /// Returns the position of the attribute that has the value in this node of the file. Returns
    /// `None` if the value is new, or from another node.
    pub(super) fn origin(&self, node: &OpaqueNode) -> Option<usize> {
        let (address, attr) = self.origin?;
        (address == std::ptr::from_ref(node).addr()).then_some(attr)
    }

    /// Returns the value if it does not come from the file.
    pub(super) fn as_new(&self) -> Option<&RetValue> {
        match &self.value {
            Stored::New(value) => Some(value),
            _ => None,
        }
    }

    #[cold]
    #[inline(never)]
    fn is_not(&self, expected: &'static str) -> StoredValueError {
        StoredValueError { expected, found: self.to_string() }
    }
}

/// Describes the value for an error.
impl fmt::Display for StoredValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match &self.value {
            Stored::Text(text) | Stored::Index { text, .. } => format!("the text {text:?}"),
            Stored::Scalar(literal) => format!("the text {:?}", untyped(literal)),
            Stored::Plain(value) => match (value.text(), value.object()) {
                (Some(text), _) => format!("the text {text:?}"),
                (None, object) => shown(object.flatten()),
            },
            Stored::Reference(value) => shown(value.object().flatten()),
            Stored::Number(number, object) => format!(
                "the number {number}, which may also stand for {}: use `as_int` for the number, or `as_object`",
                shown(object.as_ref()),
            ),
            Stored::New(RetValue::Object(object)) => shown(Some(object)),
            Stored::New(value) => format!("{value:?}"),
        })
    }
}

/// Returns the content of a string. Some formats have nodes for strings.
fn text_of(object: &ObjectRef) -> Option<&str> {
    object.downcast_ref::<ObjectString>().map(ObjectString::as_str)
}

/// Returns a text that is JSON.
fn if_json(text: &str) -> Option<Cow<'_, str>> {
    is_json(text).then_some(Cow::Borrowed(text))
}

/// Parses an integer, or a truth value of JSON.
fn int_of(text: &str) -> Option<i64> {
    match text {
        "true" => Some(1),
        "false" => Some(0),
        _ => text.parse().ok(),
    }
}

/// Parses a number, or the string that JSON has for NaN or an infinity.
fn float_of(text: &str) -> Option<f64> {
    match text {
        r#""NaN""# | r#""Infinity""# | r#""-Infinity""# => read_f64(text.trim_matches('"')).ok(),
        _ => read_f64(text).ok(),
    }
}

fn shown(object: Option<&ObjectRef>) -> String {
    object.map_or("null".into(), |object| format!("a reference to {}", object.type_key()))
}

impl<T: Into<RetValue>> From<T> for StoredValue {
    fn from(value: T) -> Self {
        Self { value: Stored::New(value.into()), origin: None }
    }
}
