//! Attributes of plain JSON whose field is not known: each is the value of a field, or an object.

use std::collections::HashSet;
use std::sync::OnceLock;

use objet_object::__private::Element;
use objet_object::{FieldKind, IntKind, IsObjectRef, Object, ObjectRef, RetValue, String as ObjectString};

#[cfg(feature = "serde")]
use super::document::FileValue;
use super::opaque::OpaqueValue;
use super::opaque::save_opaque::untyped;
use super::text_budget::TextBudget;
use crate::boxed::Boxed;
use crate::content::Content;
use crate::identity::Identity;
use crate::json_text::{self, MAX_DEPTH, Value, json_literal, write, write_string};

/// The value of an attribute in a plain document.
#[derive(Clone, Debug)]
pub(super) struct PlainAttr {
    value: OpaqueValue,
    /// The object, if the value is one or can be one.
    object: Option<ObjectRef>,
    /// The JSON text, once it was needed.
    json: OnceLock<Option<String>>,
}

impl PlainAttr {
    pub(super) fn of(value: &OpaqueValue) -> Self {
        // The builder has copied the text of a field that is known to hold JSON.
        let scalar = match value {
            OpaqueValue::Json(json) => scalar_of(json.as_str()),
            _ => None,
        };
        let value = scalar.unwrap_or_else(|| value.clone());
        let object = match &value {
            OpaqueValue::String(text) => Some(ObjectString::from(text.as_str()).into()),
            OpaqueValue::Literal(literal) => Boxed::read(literal).map(Boxed::object),
            OpaqueValue::Reference(object) => object.clone(),
            _ => None,
        };
        Self { value, object, json: OnceLock::new() }
    }

    fn is_null(&self) -> bool {
        match &self.value {
            OpaqueValue::Literal(literal) => **literal == *"null",
            OpaqueValue::Reference(object) => object.is_none(),
            _ => false,
        }
    }

    /// Returns the text of a scalar as TVM 0.8 writes it, if the value is a scalar.
    pub(super) fn scalar(&self) -> Option<&str> {
        match &self.value {
            _ if self.is_null() => None,
            OpaqueValue::String(text) => Some(text),
            OpaqueValue::Literal(literal) => Some(untyped(literal)),
            OpaqueValue::Reference(object) => {
                let object = object.as_ref()?;
                let text = object.downcast_ref().map(ObjectString::as_str);
                // Infinity and NaN are strings in JSON.
                text.or_else(|| {
                    let json = self.json().filter(|_| Boxed::of(object).is_some())?;
                    Some(untyped(json.trim_matches('"')))
                })
            }
            _ => None,
        }
    }

    /// Returns the string, number or truth value, as it is in the file.
    #[cfg(feature = "serde")]
    pub(super) fn file_value(&self) -> Option<FileValue<'_>> {
        match &self.value {
            OpaqueValue::String(text) => Some(FileValue::String(text)),
            OpaqueValue::Literal(literal) => Some(FileValue::Literal(literal)),
            _ => None,
        }
    }

    /// Returns the text of a scalar, or the JSON text of a list or a map.
    pub(super) fn text(&self) -> Option<&str> {
        self.scalar().or_else(|| self.json().filter(|_| !self.is_null()))
    }

    /// Returns the JSON text, if the value can be one of a field whose values are JSON.
    pub(super) fn json(&self) -> Option<&str> {
        let json = self.json.get_or_init(|| match &self.value {
            OpaqueValue::String(text) => {
                let mut json = String::new();
                write_string(text, &mut json);
                Some(json)
            }
            OpaqueValue::Literal(literal) => Some(json_literal(literal).to_owned()),
            OpaqueValue::Json(json) => Some(json.to_string()),
            OpaqueValue::Reference(object) => json_of(object.as_deref(), &TextBudget::unlimited()),
            _ => None,
        });
        json.as_deref()
    }

    /// Returns the object, or null, if the value is one or can be one.
    pub(super) fn object(&self) -> Option<Option<&ObjectRef>> {
        if self.is_null() { Some(None) } else { self.object.as_ref().map(Some) }
    }
}

/// Returns the scalar that a JSON text is, as for an attribute whose field is not known.
fn scalar_of(json: &str) -> Option<OpaqueValue> {
    match json.as_bytes().first()? {
        b'[' | b'{' => None,
        b'"' => match json_text::read(FieldKind::String, json) {
            Ok(Value::Scalar(Element::Value(RetValue::Str(text)))) => {
                Some(OpaqueValue::String(text.as_str().into()))
            }
            _ => None,
        },
        _ => Some(OpaqueValue::Literal(json.into())),
    }
}

/// Returns the JSON text of an object, or of null, if it can be the value of a field whose values
/// are JSON. Takes what is written from the budget: nodes can share a list, but not its text.
pub(super) fn json_of(object: Option<&Object>, texts: &TextBudget) -> Option<String> {
    if texts.is_spent() {
        return None;
    }
    let mut json = JsonOfObject::default();
    let written = json.write(object, MAX_DEPTH);
    texts.take(&json.text).and(written)?;
    Some(json.text)
}

/// The JSON text of lists, maps, strings, numbers and truth values.
#[derive(Default)]
struct JsonOfObject {
    text: String,
    /// The containers that are written. JSON has no shared parts, and repeating them could take
    /// exponential time.
    containers: HashSet<Identity>,
}

impl JsonOfObject {
    /// Appends an object, or null. Returns `None` if a part of it has no JSON text, is a container
    /// that occurs twice, or is nested too deeply.
    fn write(&mut self, object: Option<&Object>, depth: usize) -> Option<()> {
        let Some(object) = object else {
            self.text.push_str("null");
            return Some(());
        };
        match Content::of(object) {
            Content::String(text) => write_string(text.as_str(), &mut self.text),
            Content::Array(array) => {
                let depth = self.enter(object, depth)?;
                self.text.push('[');
                for (position, item) in array.as_slice().iter().enumerate() {
                    self.separate(position);
                    self.write(item.as_deref(), depth)?;
                }
                self.text.push(']');
            }
            Content::Map(map) => {
                let depth = self.enter(object, depth)?;
                self.text.push('{');
                for (position, (key, value)) in map.iter().enumerate() {
                    let Content::String(key) = Content::of(key) else { return None };
                    self.separate(position);
                    write_string(key.as_str(), &mut self.text);
                    self.text.push(':');
                    self.write(value.map(|value| &**value), depth)?;
                }
                self.text.push('}');
            }
            _ => {
                let (value, kind) = match Boxed::of(object)? {
                    Boxed::Int(number) => (number.into(), FieldKind::Int(IntKind::I64)),
                    Boxed::Float(number) => (number.into(), FieldKind::F64),
                    Boxed::Bool(truth) => (truth.into(), FieldKind::Bool),
                };
                write(Ok(value), kind, &mut self.text);
            }
        }
        Some(())
    }

    /// Returns the depth that is left inside a container.
    fn enter(&mut self, container: &Object, depth: usize) -> Option<usize> {
        let is_new = self.containers.insert(Identity::of(container));
        depth.checked_sub(1).filter(|_| is_new)
    }

    fn separate(&mut self, position: usize) {
        if position > 0 {
            self.text.push(',');
        }
    }
}
