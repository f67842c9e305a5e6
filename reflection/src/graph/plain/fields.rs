//! Complete objects and lists of a plain document become nodes.
//!
//! A field that is a reference takes any value: a string, a number or a truth value becomes a node
//! of its own. All other fields take a string or a number.

use std::borrow::Cow;
use std::collections::HashMap;

use objet_object::{FieldKind, NDArray, types};

use super::builder::{Object, PlainBuilder, decoded, key, shortened, unexpected};
use super::error::PlainError;
use super::json_field::{is_json, json_literal, json_of_node};
use crate::graph::document::{AttrText, Document, NodeText, Tag};
use crate::graph::value_nodes::DATA;
use crate::json_text::write_string;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// The use of each attribute, by the type and the attribute names of a node.
#[derive(Default)]
pub(super) struct Fields {
    uses: Vec<Use>,
    starts: HashMap<(u32, u32), usize, foldhash::fast::RandomState>,
    /// For each type key, the names of its last node and the start of their uses.
    last: Vec<Option<(u32, usize)>>,
    /// The results of [`Fields::with_json`] for each type key.
    with_json: Vec<Option<Option<&'static Reflection>>>,
}

impl Fields {
    /// Returns the reflection of a type, if some of its fields are JSON of any form.
    pub(super) fn with_json(&mut self, document: &Document, type_key: u32) -> Option<&'static Reflection> {
        if self.with_json.len() <= type_key as usize {
            self.with_json.resize(document.type_keys.len(), None);
        }
        *self.with_json[type_key as usize].get_or_insert_with(|| {
            let info = types::by_key_or_alias(document.type_key(type_key))?;
            let reflection = Reflected::of(info)?.reflection();
            reflection.fields().iter().any(|field| is_json(field.kind())).then_some(reflection)
        })
    }
}

/// Stands for an attribute that is no reference.
const NO_INDEX: u32 = u32::MAX;

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
    /// A value of an unknown type.
    Unknown,
}

impl PlainBuilder {
    /// Completes an object, and adds the value that stands for it.
    pub(super) fn node(&mut self, object: Object) -> Result<(), PlainError> {
        let (start, names) = (object.start, object.names);
        let result = match object.type_key {
            None if object.repr.is_some() => {
                Err(PlainError::MissingKey { expected: "type", of: "a node with `$repr`".into() })
            }
            None => self.map(start, names),
            Some(type_key) if object.repr.is_some() && (type_key as usize) < key::ALL.len() => {
                Err(PlainError::UnknownKey { found: "$repr".into(), candidates: PARTS })
            }
            Some(key::ARRAY) => self.part(&object, "data", "a list"),
            Some(key::MAP) if self.names.len() == names + 2 => self.pairs(&object),
            Some(key::MAP) => self.part(&object, "data", "an object"),
            Some(key::STRING) => self.string_node(&object),
            Some(key::TENSOR) => self.tensor(&object),
            Some(key::SHAPE) => self.shape(&object),
            Some(type_key) => self.attributes(type_key, object.repr.as_deref(), start, names),
        };
        self.names.truncate(names);
        result
    }

    /// Returns the index of the node for a value. Adds a node for a value that is not a node yet.
    pub(super) fn object_index(&mut self, value: usize) -> Result<u32, PlainError> {
        let type_key = match AttrText::tagged(self.pending.get(value)) {
            AttrText::Node(index) => return Ok(index.parse().unwrap_or_default()),
            AttrText::Literal("null") => return Ok(0),
            AttrText::String(text) => {
                let node = self.begin_node(key::STRING, 0)?;
                self.document.reprs.extend_from_slice(text.as_bytes());
                self.document.end_repr()?;
                return Ok(self.add_node(node));
            }
            AttrText::Literal("true" | "false") => key::BOOL,
            AttrText::Literal(number) if number.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()) => {
                key::INT
            }
            _ => key::FLOAT,
        };
        let node = self.begin_node(type_key, self.value_shape)?;
        let values = &mut self.document.values;
        values.text.push_str(self.pending.get(value));
        values.end()?;
        Ok(self.add_node(node))
    }

    /// Completes an object without `type`: a map with strings as keys.
    fn map(&mut self, start: usize, names: usize) -> Result<(), PlainError> {
        self.indices.clear();
        for value in start..self.pending.ends.len() {
            let index = self.object_index(value)?;
            self.indices.push(index);
        }
        self.truncate(start);
        let node = self.begin_node(key::MAP, 0)?;
        for name in &self.names[names..] {
            let keys = &mut self.document.keys;
            let name = self.document.names.get(*name);
            keys.text.push_str(std::str::from_utf8(name).unwrap_or_default());
            keys.end()?;
        }
        self.document.data.extend_from_slice(&self.indices);
        self.end_node(node)
    }

    /// Completes a node of a container type whose only attribute is the container.
    fn part(
        &mut self,
        object: &Object,
        name: &'static str,
        expected: &'static str,
    ) -> Result<(), PlainError> {
        let value = self.required(object, name)?;
        let text = self.pending.get(value);
        let AttrText::Node(index) = AttrText::tagged(text) else {
            return Err(unexpected(name, expected, text.get(1..).unwrap_or_default()));
        };
        let (index, type_key) = (index.to_owned(), object.type_key);
        let found = index.parse().ok().and_then(|index: usize| self.document.nodes.get(index));
        if found.map(|node| node.type_key) != type_key {
            return Err(unexpected(name, expected, "another object"));
        }
        self.truncate(object.start);
        self.push(Tag::Node, &index)
    }

    /// Completes a map that is given by the lists of its keys and values.
    fn pairs(&mut self, object: &Object) -> Result<(), PlainError> {
        let [keys, values] = [self.list(object, "keys")?, self.list(object, "values")?];
        let [keys, values] = [keys, values].map(|index| self.document.node(index).data().to_vec());
        if keys.len() != values.len() {
            let found = format!("{} keys and {} values", keys.len(), values.len());
            return Err(unexpected("values", "one value for each key", &found));
        }
        self.truncate(object.start);
        let node = self.begin_node(key::MAP, 0)?;
        self.document.data.extend(keys.iter().zip(&values).flat_map(|(key, value)| [*key, *value]));
        self.end_node(node)
    }

    /// Returns the index of the array in this attribute. If nothing else can refer to the array, its
    /// node is not needed any more and becomes null.
    fn list(&mut self, object: &Object, name: &'static str) -> Result<usize, PlainError> {
        let value = self.required(object, name)?;
        let text = self.pending.get(value);
        let index = match AttrText::tagged(text) {
            AttrText::Node(index) => index.parse::<usize>().ok(),
            _ => None,
        };
        match index.and_then(|index| Some((index, self.document.nodes.get_mut(index)?))) {
            Some((index, node)) if node.type_key == key::ARRAY => {
                if !self.explicit.contains(&(index as u32)) {
                    node.type_key = key::NULL;
                }
                Ok(index)
            }
            _ => Err(unexpected(name, "a list", "another value")),
        }
    }

    fn string_node(&mut self, object: &Object) -> Result<(), PlainError> {
        let value = self.required(object, "value")?;
        let text = self.pending.get(value);
        if !matches!(AttrText::tagged(text), AttrText::String(_)) {
            return Err(unexpected("value", "a string", text.get(1..).unwrap_or_default()));
        }
        let index = self.object_index(value)?;
        self.truncate(object.start);
        self.push(Tag::Node, itoa::Buffer::new().format(index))
    }

    fn tensor(&mut self, object: &Object) -> Result<(), PlainError> {
        let dtype = self.text_of(object, "dtype")?.parse()?;
        let bytes = decoded(&self.text_of(object, "data")?)?;
        let shape = self.integers(object, "shape")?;
        let tensor = NDArray::from_bytes(&shape, dtype, &bytes)?;
        self.truncate(object.start);
        let (shape, _) = self.document.intern_names([DATA])?;
        let node = self.begin_node(key::TENSOR, shape)?;
        let values = &mut self.document.values;
        values.text.push(Tag::Literal as u8 as char);
        values.text.push_str(itoa::Buffer::new().format(self.document.tensors.len()));
        values.end()?;
        self.document.tensors.push(tensor);
        self.end_node(node)
    }

    fn shape(&mut self, object: &Object) -> Result<(), PlainError> {
        let extents = self.integers(object, "data")?;
        self.truncate(object.start);
        let node = self.begin_node(key::SHAPE, 0)?;
        let text: Vec<_> = extents.iter().map(i64::to_string).collect();
        self.document.reprs.extend_from_slice(format!("[{}]", text.join(",")).as_bytes());
        self.document.end_repr()?;
        self.end_node(node)
    }

    /// Returns the text of this attribute, which must be a string.
    fn text_of(&self, object: &Object, name: &'static str) -> Result<String, PlainError> {
        match AttrText::tagged(self.pending.get(self.required(object, name)?)) {
            AttrText::String(text) => Ok(text.into()),
            _ => Err(unexpected(name, "a string", "another value")),
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
            node.and_then(|node| node.value(0)?.parse().ok())
        });
        elements.collect::<Option<_>>().ok_or_else(|| unexpected(name, "a list of integers", "another value"))
    }

    /// Returns the position of the value of an attribute that a node must have.
    fn required(&self, object: &Object, name: &'static str) -> Result<usize, PlainError> {
        let names = &self.names[object.names..];
        let position = names.iter().position(|number| self.document.names.get(*number) == name.as_bytes());
        match position {
            Some(position) if names.iter().all(|each| self.is_part(object.type_key, *each)) => {
                Ok(object.start + position)
            }
            Some(_) => {
                let other = names.iter().find(|each| !self.is_part(object.type_key, **each));
                let found = other.map_or("", |each| self.document.name(*each));
                Err(PlainError::UnknownKey { found: shortened(found), candidates: PARTS })
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
    fn attributes(
        &mut self,
        type_key: u32,
        repr: Option<&[u8]>,
        start: usize,
        names: usize,
    ) -> Result<(), PlainError> {
        let too_many = || PlainError::TooMany { what: "lists of attribute names" };
        let (shape, is_new) = self.document.shapes.intern(&self.names[names..]).ok_or_else(too_many)?;
        if is_new && let Some(name) = self.document.repeated_name(shape) {
            return Err(PlainError::Duplicate { what: "key", found: shortened(name) });
        }
        let uses = self.uses(type_key, shape);
        let count = self.names.len() - names;
        self.indices.clear();
        for position in 0..count {
            let value = start + position;
            let is_object = matches!(AttrText::tagged(self.pending.get(value)), AttrText::Node(_));
            let index = match self.fields.uses[uses + position] {
                Use::Reference if !is_object => self.object_index(value)?,
                Use::Plain(expected) if is_object => {
                    return Err(self.wrong_field(
                        type_key,
                        names + position,
                        expected,
                        "an object or a list",
                    ));
                }
                _ => NO_INDEX,
            };
            self.indices.push(index);
        }
        let node = self.begin_node(type_key, shape)?;
        if let Some(bytes) = repr {
            self.document.reprs.extend_from_slice(bytes);
            self.document.end_repr()?;
        }
        for position in 0..count {
            let values = &mut self.document.values;
            match self.indices[position] {
                NO_INDEX if let Use::Json(expected) = self.fields.uses[uses + position] => {
                    let Some(text) = self.json_of(start + position).map(Cow::into_owned) else {
                        return Err(self.wrong_field(type_key, names + position, expected, "a node"));
                    };
                    self.document.values.text.push(Tag::Json as u8 as char);
                    self.document.values.text.push_str(&text);
                }
                NO_INDEX => values.text.push_str(self.pending.get(start + position)),
                index => {
                    values.text.push(Tag::Node as u8 as char);
                    values.text.push_str(itoa::Buffer::new().format(index));
                }
            }
            self.document.values.end()?;
        }
        self.truncate(start);
        self.end_node(node)
    }

    /// Returns the JSON text of a value, unless a part of it is a node of a type of the program.
    fn json_of(&mut self, value: usize) -> Option<Cow<'_, str>> {
        match AttrText::tagged(self.pending.get(value)) {
            AttrText::Json(text) => Some(text.into()),
            AttrText::Node(index) => {
                json_of_node(&mut self.document, &self.explicit, index.parse().ok()?).map(Cow::from)
            }
            AttrText::String(string) => {
                let mut text = String::new();
                write_string(string, &mut text);
                Some(text.into())
            }
            AttrText::Literal(literal) | AttrText::Untyped(literal) => Some(json_literal(literal)),
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
        let Self { fields: Fields { uses, starts, last, .. }, document, .. } = self;
        if let Some(Some((last, start))) = last.get(type_key as usize)
            && *last == shape
        {
            return *start;
        }
        let start = *starts.entry((type_key, shape)).or_insert_with(|| {
            let start = uses.len();
            let of = types::by_key_or_alias(document.type_key(type_key)).and_then(Reflected::of);
            uses.extend(document.shape(shape).iter().map(|name| {
                let field = of.and_then(|of| {
                    let reflection = of.reflection();
                    Some(&reflection.fields()[reflection.find_stored(document.name(*name))?])
                });
                match field.map(|field| (field.kind(), field.type_name())) {
                    None => Use::Unknown,
                    Some((FieldKind::Reference(_), _)) => Use::Reference,
                    Some((kind, type_name)) if is_json(kind) => Use::Json(type_name),
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

    /// Ends a node and returns its index.
    fn add_node(&mut self, node: NodeText) -> u32 {
        let index = self.document.nodes.len() as u32;
        self.document.nodes.push(node);
        index
    }
}
