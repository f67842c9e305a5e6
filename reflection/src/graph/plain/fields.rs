//! Complete objects and lists of a plain document become nodes.
//!
//! A field that is a reference takes any value: a string, a number or a truth value becomes a node
//! of its own. All other fields take a string or a number.

use std::borrow::Cow;
use std::collections::HashMap;

use objet_object::{FieldKind, NDArray, types};

use super::builder::{PlainBuilder, begin_node, decoded, key, unexpected};
use super::error::PlainError;
use super::json_field::json_of_node;
use super::open::Object;
use super::pending::{Mark, Value};
use crate::graph::document::{Document, Tag, TaggedValue, TooMany};
use crate::graph::syntax_error::excerpt;
use crate::graph::value_nodes::{DATA, shape_text};
use crate::graph::versions::{PREFIX, StoredVersion, stored_version};
use crate::json_text::{json_literal, write_string};
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// The use of each attribute, by the type and the attribute names of a node.
#[derive(Default)]
pub(super) struct Fields {
    uses: Vec<Use>,
    starts: HashMap<(u32, u32), usize, foldhash::fast::RandomState>,
    /// For each type key, the names of its last node and the start of their uses.
    last: Vec<Option<(u32, usize)>>,
    /// The result of [`reflection_of`] for each type key.
    types: Vec<Option<Option<(&'static Reflection, StoredVersion)>>>,
}

impl Fields {
    /// Returns the reflection of a type whose fields determine what the values are, if some of them
    /// are JSON of any form.
    pub(super) fn with_json(&mut self, document: &Document, type_key: u32) -> Option<&'static Reflection> {
        let (reflection, version) = self.reflection_of(document, type_key)?;
        let has_json = || reflection.fields().iter().any(|field| field.kind().holds_json());
        (version == StoredVersion::Current && has_json()).then_some(reflection)
    }

    /// Returns the result of [`reflection_of`].
    fn reflection_of(
        &mut self,
        document: &Document,
        type_key: u32,
    ) -> Option<(&'static Reflection, StoredVersion)> {
        if self.types.len() <= type_key as usize {
            self.types.resize(document.type_keys.len(), None);
        }
        *self.types[type_key as usize].get_or_insert_with(|| reflection_of(document, type_key))
    }

    /// Returns the list of the attribute names of the last node of a type, or 0.
    pub(super) fn last_shape(&self, type_key: u32) -> u32 {
        self.last.get(type_key as usize).copied().flatten().map_or(0, |(shape, _)| shape)
    }
}

/// The parts of nodes that have a form of their own.
const PARTS: &str = "`data` in arrays, maps and shapes, `keys` and `values` in maps, `value` in strings, `dtype`, `shape` \
                     and `data` in tensors";

/// The values that a field takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// A reference to an object.
    Reference,
    /// A string or a number. Contains the type of the field.
    Plain(&'static str),
    /// JSON of any form. Contains the type of the field.
    Json(&'static str),
    /// JSON of any form in this version of the type, but the node has this other version.
    JsonOrNodes(StoredVersion),
    /// A value of an unknown type, or of another version of the type.
    Unknown,
}

/// Returns the reflection of a type, if the type is known, and the version of the type in the file.
/// The fields of the type do not determine what the values of another version are, which are
/// converted or kept. The versions of a file precede its nodes, unless a tool has sorted the keys.
pub(super) fn reflection_of(
    document: &Document,
    type_key: u32,
) -> Option<(&'static Reflection, StoredVersion)> {
    let type_key = document.type_key(type_key);
    let of = Reflected::of(types::by_key_or_alias(type_key)?)?;
    let mut versions = document.attrs.iter();
    let text = versions.find(|(name, _)| name.strip_prefix(PREFIX) == Some(type_key));
    Some((of.reflection(), stored_version(text.map(|(_, text)| text.as_str()), of)))
}

/// Whether an object with a type key is JSON in a field that holds JSON. The writer writes the key
/// `type` of JSON in another way, but people do not.
fn is_json_type(version: StoredVersion, type_key: &str) -> bool {
    match version {
        StoredVersion::Current => true,
        StoredVersion::Older => types::by_key_or_alias(type_key).is_none(),
        StoredVersion::Unknown => false,
    }
}

impl PlainBuilder {
    /// Completes an object, and adds the value that stands for it.
    pub(super) fn node(&mut self, object: &Object) -> Result<(), PlainError> {
        let (start, names) = (object.start, object.names);
        let result = match object.type_key {
            None if object.repr.is_some() => {
                Err(PlainError::MissingKey { expected: "type", of: "a node with `$repr`".into() })
            }
            None => self.map(start, names),
            Some(type_key) if object.repr.is_some() && (type_key as usize) < key::ALL.len() => {
                Err(PlainError::UnknownKey { found: "$repr".into(), candidates: PARTS })
            }
            Some(key::ARRAY) => self.part(object, "data", "a list"),
            Some(key::MAP) => self.map_node(object),
            Some(key::STRING) => self.string_node(object),
            Some(key::TENSOR) => self.tensor(object),
            Some(key::SHAPE) => self.shape(object),
            Some(type_key) => self.attributes(type_key, object),
        };
        self.names.truncate(names);
        result
    }

    /// Returns the index of the node for a value. Adds a node for a value that is not a node yet.
    pub(super) fn object_index(&mut self, value: usize) -> Result<u32, PlainError> {
        let (tag, text) = match self.pending.get(value) {
            Value::Node(index) => return Ok(index),
            Value::Integer(integer) => {
                let node = begin_node(&mut self.document, self.line, key::INT, self.value_shape)?;
                self.document.tagged.extend(TaggedValue::integer(integer));
                return Ok(node);
            }
            Value::Text(Tag::Literal, "null") => return Ok(0),
            Value::Text(Tag::String, text) => {
                let node = begin_node(&mut self.document, self.line, key::STRING, 0)?;
                self.document.reprs.extend_from_slice(text.as_bytes());
                self.document.end_repr()?;
                return Ok(node);
            }
            Value::Text(tag, text) => (tag, text),
        };
        let type_key = match text {
            _ if tag != Tag::Literal => key::FLOAT,
            "true" | "false" => key::BOOL,
            number if number.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()) => key::INT,
            _ => key::FLOAT,
        };
        let node = begin_node(&mut self.document, self.line, type_key, self.value_shape)?;
        self.document.push_tagged(tag, text)?;
        Ok(node)
    }

    /// Collects the indices of the nodes for the values from `start` on, and removes the values.
    pub(super) fn take_indices(&mut self, start: Mark) -> Result<(), PlainError> {
        self.indices.clear();
        for value in start.values..self.pending.len() {
            let index = self.object_index(value)?;
            self.indices.push(index);
        }
        self.pending.truncate(start);
        Ok(())
    }

    /// Completes an object without `type`: a map with strings as keys.
    fn map(&mut self, start: Mark, names: usize) -> Result<(), PlainError> {
        self.take_indices(start)?;
        let node = self.begin_node(key::MAP, 0)?;
        for name in &self.names[names..] {
            let keys = &mut self.document.keys;
            let name = self.document.names.get(*name);
            keys.text.push_str(std::str::from_utf8(name).unwrap_or_default());
            keys.end()?;
        }
        self.document.data.extend_from_slice(&self.indices);
        Ok(self.pending.push_node(node)?)
    }

    /// Completes a node of a container type whose only attribute is the container.
    fn part(
        &mut self,
        object: &Object,
        name: &'static str,
        expected: &'static str,
    ) -> Result<(), PlainError> {
        let value = self.required(object, name)?;
        match self.pending.get(value) {
            Value::Node(index) if self.type_key_of(index) == object.type_key => {
                self.pending.truncate(object.start);
                Ok(self.pending.push_node(index)?)
            }
            value => Err(unexpected(name, expected, &self.shown(value))),
        }
    }

    /// Returns the number of the type key of a node, or `None` for a reference to an object that
    /// has not occurred.
    fn type_key_of(&self, index: u32) -> Option<u32> {
        self.document.nodes.get(index as usize).map(|node| node.type_key)
    }

    /// Returns the text of a value in the file, or a description of a node, for an error.
    fn shown<'v>(&'v self, value: Value<'v>) -> Cow<'v, str> {
        let index = match value {
            Value::Node(index) => index,
            Value::Integer(number) => return number.to_string().into(),
            Value::Text(_, text) => return text.into(),
        };
        match self.type_key_of(index) {
            Some(key::ARRAY) => "a list".into(),
            Some(key::MAP) => "an object without `type`".into(),
            Some(type_key) => format!("a node of type {}", self.document.type_key(type_key)).into(),
            None => "a reference to a later object".into(),
        }
    }

    /// Completes a map in one of its two forms.
    fn map_node(&mut self, object: &Object) -> Result<(), PlainError> {
        let has =
            |part: &str| self.names[object.names..].iter().any(|name| self.document.name(*name) == part);
        match (has("data"), ["keys", "values"].into_iter().find(|part| has(part))) {
            (true, Some(found)) => Err(PlainError::TwoMapForms { found }),
            (false, Some(_)) => self.pairs(object),
            (_, None) => self.part(object, "data", "an object"),
        }
    }

    /// Completes a map that is given by the lists of its keys and values.
    fn pairs(&mut self, object: &Object) -> Result<(), PlainError> {
        let [keys, values] = [self.list(object, "keys")?, self.list(object, "values")?];
        let [keys, values] = [keys, values].map(|index| self.document.node(index).data().to_vec());
        if keys.len() != values.len() {
            let found = format!("{} keys and {} values", keys.len(), values.len());
            return Err(unexpected("values", "one value for each key", &found));
        }
        self.pending.truncate(object.start);
        let node = self.begin_node(key::MAP, 0)?;
        self.document.data.extend(keys.iter().zip(&values).flat_map(|(key, value)| [*key, *value]));
        Ok(self.pending.push_node(node)?)
    }

    /// Returns the index of the array in this attribute. If nothing else can refer to the array,
    /// its node is not needed any more and becomes null.
    fn list(&mut self, object: &Object, name: &'static str) -> Result<usize, PlainError> {
        let value = self.required(object, name)?;
        let index = match self.pending.get(value) {
            Value::Node(index) => Some(index as usize),
            _ => None,
        };
        match index.and_then(|index| Some((index, self.document.nodes.get_mut(index)?))) {
            Some((index, node)) if node.type_key == key::ARRAY => {
                if !self.explicit.contains(&(index as u32)) {
                    node.type_key = key::NULL;
                }
                Ok(index)
            }
            _ => Err(unexpected(name, "a list", &self.shown(self.pending.get(value)))),
        }
    }

    fn string_node(&mut self, object: &Object) -> Result<(), PlainError> {
        let value = self.required(object, "value")?;
        let found = match self.pending.get(value) {
            Value::Text(Tag::String, _) => {
                let index = self.object_index(value)?;
                self.pending.truncate(object.start);
                return Ok(self.pending.push_node(index)?);
            }
            value => self.shown(value),
        };
        Err(unexpected("value", "a string", &found))
    }

    fn tensor(&mut self, object: &Object) -> Result<(), PlainError> {
        let dtype = self.text_of(object, "dtype")?.parse()?;
        let shape = self.integers(object, "shape")?;
        let bytes = decoded(self.text_of(object, "data")?)?;
        // The text is dropped before the tensor takes memory.
        self.pending.truncate(object.start);
        self.pending.shrink();
        let tensor = NDArray::from_bytes(&shape, dtype, &bytes)?;
        let (shape, _) = self.document.intern_names([DATA])?;
        let node = self.begin_node(key::TENSOR, shape)?;
        let number = self.document.tensors.len();
        self.document.push_tagged(Tag::Literal, itoa::Buffer::new().format(number))?;
        self.document.tensors.push(tensor);
        Ok(self.pending.push_node(node)?)
    }

    fn shape(&mut self, object: &Object) -> Result<(), PlainError> {
        let extents = self.integers(object, "data")?;
        self.pending.truncate(object.start);
        let node = self.begin_node(key::SHAPE, 0)?;
        self.document.reprs.extend_from_slice(shape_text(&extents).as_bytes());
        self.document.end_repr()?;
        Ok(self.pending.push_node(node)?)
    }

    /// Returns the text of this attribute, which must be a string.
    fn text_of(&self, object: &Object, name: &'static str) -> Result<&str, PlainError> {
        match self.pending.get(self.required(object, name)?) {
            Value::Text(Tag::String, text) => Ok(text),
            value => Err(unexpected(name, "a string", &self.shown(value))),
        }
    }

    /// Returns the integers of this attribute, which must be a list.
    fn integers(&mut self, object: &Object, name: &'static str) -> Result<Vec<i64>, PlainError> {
        let list = self.list(object, name)?;
        let document = &self.document;
        let elements = document.node(list).data().iter().map(|element| {
            let node = (*element as usize) < document.len();
            let node =
                node.then(|| document.node(*element as usize)).filter(|node| node.type_key() == key::INT);
            node.and_then(|node| node.value(0)?.to_text().parse().ok())
        });
        elements.collect::<Option<_>>().ok_or_else(|| unexpected(name, "a list of integers", "another value"))
    }

    /// Returns the position of the value of an attribute that a node must have.
    fn required(&self, object: &Object, name: &'static str) -> Result<usize, PlainError> {
        let names = &self.names[object.names..];
        let position = names.iter().position(|number| self.document.names.get(*number) == name.as_bytes());
        match position {
            Some(position) if names[position + 1..].contains(&names[position]) => {
                Err(PlainError::Duplicate { what: "key", found: name.into() })
            }
            Some(position) if names.iter().all(|each| self.is_part(object.type_key, *each)) => {
                Ok(object.start.values + position)
            }
            Some(_) => {
                let other = names.iter().find(|each| !self.is_part(object.type_key, **each));
                let found = other.map_or("", |each| self.document.name(*each));
                Err(PlainError::UnknownKey { found: excerpt(found), candidates: PARTS })
            }
            None => {
                let of = object.type_key.map_or("", |type_key| self.document.type_key(type_key)).into();
                Err(PlainError::MissingKey { expected: name, of })
            }
        }
    }

    fn is_part(&self, type_key: Option<u32>, name: u32) -> bool {
        let parts: &[&str] = match type_key {
            Some(key::MAP) => &["data", "keys", "values"],
            Some(key::STRING) => &["value"],
            Some(key::TENSOR) => &["dtype", "shape", "data"],
            _ => &["data"],
        };
        parts.contains(&self.document.name(name))
    }

    /// Completes a node with attributes.
    fn attributes(&mut self, type_key: u32, object: &Object) -> Result<(), PlainError> {
        let shape = self.shape_of(object)?;
        let uses = self.uses(type_key, shape);
        if object.is_unlikely {
            self.likely.learn(type_key, &self.document, &self.names[object.names..]);
        }
        for position in 0..self.names.len() - object.names {
            let value = object.start.values + position;
            let is_node = self.pending.is_node(value);
            match self.fields.uses[uses + position] {
                Use::Reference if !is_node => {
                    let index = self.object_index(value)?;
                    self.pending.set_node(value, index)?;
                }
                Use::Plain(expected) if is_node => {
                    let name = object.names + position;
                    return Err(self.wrong_field(type_key, name, expected, "an object or a list"));
                }
                Use::JsonOrNodes(version) => {
                    if let Some(text) = self.json_of(value, version).map(Cow::into_owned) {
                        self.pending.set_text(value, Tag::Json, &text)?;
                    }
                }
                Use::Json(expected) => match self.json_of(value, StoredVersion::Current).map(Cow::into_owned)
                {
                    Some(text) => self.pending.set_text(value, Tag::Json, &text)?,
                    None => {
                        return Err(self.wrong_field(type_key, object.names + position, expected, "a node"));
                    }
                },
                _ => {}
            }
        }
        let node = self.begin_node(type_key, shape)?;
        if let Some(bytes) = &object.repr {
            self.document.reprs.extend_from_slice(bytes);
            self.document.end_repr()?;
        }
        self.pending.move_to(&mut self.document, object.start)?;
        Ok(self.pending.push_node(node)?)
    }

    /// Returns the number of the list of the names of an object.
    fn shape_of(&mut self, object: &Object) -> Result<u32, PlainError> {
        let names = &self.names[object.names..];
        if names == self.document.shapes.get(object.guess) {
            return Ok(object.guess);
        }
        let too_many = || TooMany::new("lists of attribute names");
        let (shape, is_new) = self.document.shapes.intern(names).ok_or_else(too_many)?;
        if is_new && let Some(name) = self.document.repeated_name(shape) {
            return Err(PlainError::Duplicate { what: "key", found: excerpt(name) });
        }
        Ok(shape)
    }

    /// Returns the JSON text of a value, unless a part of it is a node. The value belongs to a node
    /// of this version.
    fn json_of(&mut self, value: usize, version: StoredVersion) -> Option<Cow<'_, str>> {
        match self.pending.get(value) {
            Value::Text(Tag::String, string) => {
                let mut text = String::new();
                write_string(string, &mut text);
                Some(text.into())
            }
            Value::Text(Tag::Literal, literal) => Some(json_literal(literal).into()),
            Value::Text(_, text) => Some(text.into()),
            Value::Integer(number) => Some(number.to_string().into()),
            Value::Node(index) => {
                let is_json_type = |type_key: &str| is_json_type(version, type_key);
                json_of_node(&mut self.document, &self.explicit, index as usize, is_json_type).map(Cow::from)
            }
        }
    }

    #[cold]
    fn wrong_field(&self, type_key: u32, name: usize, expected: &'static str, found: &str) -> PlainError {
        PlainError::Field {
            type_key: self.document.type_key(type_key).into(),
            field: self.document.name(self.names[name]).into(),
            expected,
            found: found.into(),
        }
    }

    /// Returns the start of the uses of the attributes with these names in nodes of this type.
    fn uses(&mut self, type_key: u32, shape: u32) -> usize {
        let Self { fields, document, .. } = self;
        let of = fields.reflection_of(document, type_key);
        let Fields { uses, starts, last, .. } = fields;
        if let Some(Some((last, start))) = last.get(type_key as usize)
            && *last == shape
        {
            return *start;
        }
        let start = *starts.entry((type_key, shape)).or_insert_with(|| {
            let start = uses.len();
            uses.extend(document.shape(shape).iter().map(|name| {
                let field = of.and_then(|(of, _)| of.stored_field(document.name(*name)));
                let version = of.map_or(StoredVersion::Current, |(_, version)| version);
                match field.map(|field| (field.kind(), field.type_name())) {
                    None => Use::Unknown,
                    Some((FieldKind::Reference(_), _)) => Use::Reference,
                    Some((kind, _)) if version != StoredVersion::Current => match kind.holds_json() {
                        true => Use::JsonOrNodes(version),
                        false => Use::Unknown,
                    },
                    Some((kind, type_name)) if kind.holds_json() => Use::Json(type_name),
                    Some((_, type_name)) => Use::Plain(type_name),
                }
            }));
            start
        });
        if last.len() <= type_key as usize {
            last.resize(document.type_keys.len(), None);
        }
        last[type_key as usize] = Some((shape, start));
        start
    }
}
