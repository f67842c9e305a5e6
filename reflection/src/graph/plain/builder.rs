//! The values of a plain document, taken in the order of the text, become a [`Document`].
//!
//! Values of open lists and objects wait in `pending`. When a list or an object is complete, it
//! becomes a node, and its value is the index of this node.

use std::collections::HashSet;

use objet_object::progress::Steps;

use super::error::PlainError;
use super::fields::Fields;
use super::ids::{FORWARD, Ids};
use super::json_field::JsonCopy;
use super::likely_keys::LikelyKeys;
use super::open::{Next, Object, Open, Part};
use super::pending::Pending;
use super::{ESCAPE, VERSION};
use crate::graph::document::{Document, NodeText, Tag, TaggedValue, TooMany};
use crate::graph::format::{Format, SaveJson};
use crate::graph::number::{canonical_index, is_in_range};
use crate::graph::syntax_error::excerpt;
use crate::graph::versions::{PREFIX, attr_name};
use crate::json_text::{json_literal, write_string};

/// Builds a document from the values of its text.
pub(in crate::graph) struct PlainBuilder {
    pub(super) document: Document,
    /// The values of open lists and objects.
    pub(super) pending: Pending,
    /// The list of the attribute names of a boxed number.
    pub(super) value_shape: u32,
    /// The names of the attributes of open objects.
    pub(super) names: Vec<u32>,
    pub(super) open: Vec<Open>,
    pub(super) fields: Fields,
    pub(super) likely: LikelyKeys,
    ids: Ids,
    /// The nodes of values that are written as objects with an `$id`, or with a `type` that has a
    /// form of its own. Other values do not refer to the other nodes of values.
    pub(super) explicit: HashSet<u32, foldhash::fast::RandomState>,
    /// The value of a field that is copied as text.
    pub(super) copy: Option<JsonCopy>,
    /// A buffer for the indices of elements.
    pub(super) indices: Vec<u32>,
    /// The parts of the document that have occurred, one bit each.
    seen: u8,
    pub(super) steps: Steps,
    /// The line of the following values, which errors about their nodes state.
    pub(super) line: usize,
}

/// The numbers of the type keys that have a form of their own.
pub(super) mod key {
    pub(in super::super) const NULL: u32 = 0;
    pub(in super::super) const ARRAY: u32 = 1;
    pub(in super::super) const MAP: u32 = 2;
    pub(in super::super) const STRING: u32 = 3;
    pub(in super::super) const TENSOR: u32 = 4;
    pub(in super::super) const SHAPE: u32 = 5;
    pub(in super::super) const INT: u32 = 6;
    pub(in super::super) const FLOAT: u32 = 7;
    pub(in super::super) const BOOL: u32 = 8;
    pub(in super::super) const ALL: [&str; 9] = [
        "",
        "Array",
        "Map",
        "runtime.String",
        "runtime.NDArray",
        "runtime.ShapeTuple",
        "runtime.BoxInt",
        "runtime.BoxFloat",
        "runtime.BoxBool",
    ];
}

/// The expected value of `$id` and `$ref`, for errors.
const ID: &str = "a non-negative 64-bit integer";

/// The largest number of lists and objects that are open. Each takes memory, whatever it contains.
pub(super) const MAX_OPEN: usize = 10_000;

impl Default for PlainBuilder {
    fn default() -> Self {
        let mut document =
            Document { is_tagged: true, save_options: SaveJson::new(Format::Plain), ..Document::default() };
        for key in key::ALL {
            document.type_keys.intern(key.as_bytes());
        }
        document.shapes.intern(&[]);
        // A new document has room for a name.
        let value_shape = document.intern_names(["value"]).map_or(0, |(shape, _)| shape);
        // Node 0 is null.
        document.nodes.push(NodeText::default());
        Self {
            document,
            value_shape,
            pending: Pending::default(),
            names: Vec::new(),
            open: Vec::new(),
            fields: Fields::default(),
            likely: LikelyKeys::default(),
            ids: Ids::default(),
            explicit: HashSet::default(),
            copy: None,
            indices: Vec::new(),
            seen: 0,
            steps: Steps::new("read", None),
            line: 0,
        }
    }
}

impl PlainBuilder {
    /// Takes the start of an object.
    pub(super) fn begin_object(&mut self) -> Result<(), PlainError> {
        if let Some(copy) = &mut self.copy {
            copy.begin('{');
            return Ok(());
        }
        self.steps.next();
        self.expect_depth()?;
        let open = match self.open.last() {
            None => Open::Document(Part::None),
            Some(Open::Document(Part::Versions)) => Open::Versions(String::new()),
            _ => {
                self.expect_value("an object")?;
                Open::Object(Object::new(self.pending.mark(), self.names.len()))
            }
        };
        self.open.push(open);
        Ok(())
    }

    /// Takes the start of a list.
    pub(super) fn begin_list(&mut self) -> Result<(), PlainError> {
        if let Some(copy) = &mut self.copy {
            copy.begin('[');
            return Ok(());
        }
        self.steps.next();
        self.expect_depth()?;
        let open = match self.open.last() {
            Some(Open::Document(Part::Nodes)) => Open::Nodes(self.pending.mark()),
            _ => {
                self.expect_value("a list")?;
                Open::List(self.pending.mark())
            }
        };
        self.open.push(open);
        Ok(())
    }

    /// Takes the comma, or the start of an object, before a key.
    pub(super) fn before_key(&mut self) {
        if self.copy.is_none()
            && let Some(Open::Object(object)) = self.open.last_mut()
        {
            object.next = Next::Unknown;
        }
    }

    /// Takes the key of the next value in an object.
    pub(super) fn key(&mut self, name: &str) -> Result<(), PlainError> {
        if let Some(copy) = &mut self.copy {
            copy.key(unescaped(name)?);
            return Ok(());
        }
        match self.open.last_mut() {
            Some(Open::Document(part)) => {
                *part = match name {
                    "objet" => Part::Version,
                    "versions" => Part::Versions,
                    "root" => Part::Root,
                    "nodes" => Part::Nodes,
                    _ => {
                        let candidates = "`objet`, `versions`, `root`, `nodes`";
                        return Err(PlainError::UnknownKey { found: excerpt(name), candidates });
                    }
                };
                let bit = 1 << *part as u8;
                if self.seen & bit != 0 {
                    return Err(PlainError::Duplicate { what: "key", found: name.into() });
                }
                self.seen |= bit;
                Ok(())
            }
            Some(Open::Versions(of)) => {
                name.clone_into(of);
                Ok(())
            }
            Some(Open::Object(object)) => {
                let next = Next::of(name);
                if next != Next::Attr {
                    object.next = next;
                    return Ok(());
                }
                let name = unescaped(name)?;
                object.next = next;
                object.is_unlikely = true;
                if let Some(reflection) =
                    object.type_key.and_then(|key| self.fields.with_json(&self.document, key))
                    && let Some(position) = reflection.find_stored(name)
                    && reflection.fields()[position].kind().holds_json()
                {
                    self.copy = Some(JsonCopy::default());
                }
                let Document { names, shapes, .. } = &mut self.document;
                let guess = shapes.get(object.guess).get(self.names.len() - object.names);
                let number = match guess.filter(|guess| names.get(**guess) == name.as_bytes()) {
                    Some(guess) => *guess,
                    None => names.intern(name.as_bytes()).ok_or(TooMany::new("names"))?.0,
                };
                self.names.push(number);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Takes a string.
    pub(super) fn string(&mut self, text: &str) -> Result<(), PlainError> {
        if let Some(copy) = &mut self.copy {
            copy.scalar(|out| write_string(text, out));
            return self.end_copy();
        }
        if let Some(Open::Object(object)) = self.open.last_mut()
            && object.next != Next::Attr
        {
            match object.next {
                Next::Type => {
                    let number = self.document.intern_type_key(text)?;
                    once(&mut object.type_key, number, "type")?;
                    self.likely.add_type(number, &mut self.document);
                    object.guess = self.fields.last_shape(number);
                    object.likely = self.likely.of_type(number);
                }
                Next::Repr => once(&mut object.repr, text.as_bytes().into(), "$repr")?,
                Next::ReprBase64 => once(&mut object.repr, decoded(text)?.into(), "$repr_b64")?,
                next => return Err(unexpected(next.key(), ID, &format!("{text:?}"))),
            }
            return Ok(());
        }
        if let Some(Open::Versions(of)) = self.open.last() {
            self.document.attrs.push((attr_name(of), text.into()));
            return Ok(());
        }
        self.expect_value("a string")?;
        self.push(Tag::String, text)
    }

    /// Takes a number, a truth value or null, as written.
    pub(super) fn literal(&mut self, text: &str) -> Result<(), PlainError> {
        if let Some(copy) = &mut self.copy {
            copy.scalar(|out| out.push_str(json_literal(text)));
            return self.end_copy();
        }
        match self.open.last_mut() {
            Some(Open::Document(Part::Version)) => match text.parse::<u32>() {
                Ok(VERSION) => Ok(()),
                _ => Err(PlainError::Version { found: excerpt(text) }),
            },
            Some(Open::Versions(of)) => {
                self.document.attrs.push((attr_name(of), text.into()));
                Ok(())
            }
            Some(Open::Object(object)) if object.next != Next::Attr => {
                let (part, number) = (object.next.key(), text.parse::<u64>());
                match (object.next, number) {
                    (Next::Id, Ok(number)) => once(&mut object.id, number, part),
                    (Next::Reference, Ok(number)) => once(&mut object.reference, number, part),
                    (Next::Id | Next::Reference, Err(_)) => Err(unexpected(part, ID, text)),
                    _ => Err(unexpected(part, "a string", text)),
                }
            }
            _ => {
                self.expect_value(text)?;
                if !is_in_range(text) {
                    return Err(PlainError::Number { found: excerpt(text) });
                }
                match canonical_index(text).and_then(TaggedValue::integer) {
                    Some(integer) => self.pending.push_integer(integer),
                    None => self.push(Tag::Literal, text)?,
                }
                Ok(())
            }
        }
    }

    /// Takes the end of a list.
    pub(super) fn end_list(&mut self) -> Result<(), PlainError> {
        if let Some(copy) = &mut self.copy {
            copy.end(']');
            return self.end_copy();
        }
        match self.open.pop() {
            Some(Open::List(start)) => {
                self.take_indices(start)?;
                let node = self.begin_node(key::ARRAY, 0)?;
                self.document.data.extend_from_slice(&self.indices);
                Ok(self.pending.push_node(node)?)
            }
            // Their values are found by `$id`.
            Some(Open::Nodes(start)) => {
                self.pending.truncate(start);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Takes the end of an object.
    pub(super) fn end_object(&mut self) -> Result<(), PlainError> {
        if let Some(copy) = &mut self.copy {
            copy.end('}');
            return self.end_copy();
        }
        let object = match self.open.pop() {
            Some(Open::Object(object)) => object,
            Some(Open::Document(_)) => return self.finish(),
            _ => return Ok(()),
        };
        let ended = self.complete(&object);
        if ended.is_err() {
            // The error is about a node that is still open.
            self.open.push(Open::Object(object));
        }
        ended
    }

    /// Adds the value of an object that is complete.
    fn complete(&mut self, object: &Object) -> Result<(), PlainError> {
        if let Some(id) = object.reference {
            if object.type_key.is_some() || object.id.is_some() || self.names.len() > object.names {
                return Err(unexpected("$ref", "no other keys beside it", "an object with other keys"));
            }
            return self.reference(id);
        }
        self.node(object)?;
        let has_own_form = object.type_key.is_some_and(|type_key| (type_key as usize) < key::ALL.len());
        if object.id.is_none() && !has_own_form {
            return Ok(());
        }
        let index = self.object_index(self.pending.len() - 1)?;
        // Other nodes are not nodes of values.
        if has_own_form || object.type_key.is_none() {
            self.explicit.insert(index);
        }
        match object.id {
            Some(id) if !self.ids.insert(id, index) => {
                Err(PlainError::Duplicate { what: "`$id`", found: id.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// Adds the value that is copied as text, if it is complete.
    fn end_copy(&mut self) -> Result<(), PlainError> {
        match self.copy.as_mut().and_then(JsonCopy::complete) {
            Some(text) => {
                self.copy = None;
                self.push(Tag::Json, &text)
            }
            None => Ok(()),
        }
    }

    /// Returns the document.
    ///
    /// # Errors
    /// If there was no object.
    pub(super) fn into_document(self) -> Result<Document, PlainError> {
        match self.seen {
            0 => Err(PlainError::MissingKey { expected: "objet", of: "the document".into() }),
            _ => Ok(self.document),
        }
    }

    /// Adds a value.
    fn push(&mut self, tag: Tag, value: &str) -> Result<(), PlainError> {
        Ok(self.pending.push_text(tag, value)?)
    }

    /// Adds a node, and returns its index. The parts that are added next belong to it.
    pub(super) fn begin_node(&mut self, type_key: u32, shape: u32) -> Result<u32, PlainError> {
        begin_node(&mut self.document, self.line, type_key, shape)
    }

    /// Adds a reference to the object with this `$id`.
    pub(super) fn reference(&mut self, id: u64) -> Result<(), PlainError> {
        let index = self
            .ids
            .reference(id)
            .ok_or(TooMany { what: "references to later nodes", limit: FORWARD - 1 })?;
        Ok(self.pending.push_node(index)?)
    }

    fn expect_depth(&self) -> Result<(), PlainError> {
        if self.open.len() < MAX_OPEN { Ok(()) } else { Err(PlainError::TooDeep) }
    }

    /// Checks that a value can follow.
    #[inline]
    fn expect_value(&self, found: &str) -> Result<(), PlainError> {
        if self.takes_values() { Ok(()) } else { self.expect_part(found) }
    }

    /// Checks that a value can follow outside of lists and attributes.
    fn expect_part(&self, found: &str) -> Result<(), PlainError> {
        match self.open.last() {
            None => Err(unexpected("document", "an object", found)),
            Some(Open::Document(part)) => match part {
                Part::Root => Ok(()),
                Part::Version => Err(PlainError::Version { found: excerpt(found) }),
                Part::Versions => {
                    Err(unexpected("versions", "an object with a version for each type", found))
                }
                Part::Nodes => Err(unexpected("nodes", "a list of objects", found)),
                Part::None => Ok(()),
            },
            Some(Open::Versions(of)) => Err(unexpected(of, "a version", found)),
            Some(Open::Object(object)) if object.next != Next::Attr => {
                let is_id = matches!(object.next, Next::Id | Next::Reference);
                Err(unexpected(object.next.key(), if is_id { ID } else { "a string" }, found))
            }
            _ => Ok(()),
        }
    }

    /// Completes the document.
    fn finish(&mut self) -> Result<(), PlainError> {
        for (part, expected) in [(Part::Version, "objet"), (Part::Root, "root")] {
            if self.seen & 1 << part as u8 == 0 {
                return Err(PlainError::MissingKey { expected, of: "the document".into() });
            }
        }
        let mut versions: Vec<_> = self.document.attrs.iter().map(|(name, _)| name).collect();
        versions.sort_unstable();
        if let Some([name, _]) = versions.array_windows().find(|[one, next]| one == next) {
            let found = name.strip_prefix(PREFIX).unwrap_or(name);
            return Err(PlainError::Duplicate { what: "key", found: excerpt(found) });
        }
        let root = self.object_index(0)?;
        self.resolve_forward(root)?;
        Ok(self.document.finish()?)
    }

    /// Replaces references to objects that had not occurred by the indices of their nodes.
    fn resolve_forward(&mut self, root: u32) -> Result<(), PlainError> {
        let targets = self.ids.targets().map_err(|(index, id)| self.undefined_id(index, id, root))?;
        let resolved = |index: u32| index.checked_sub(FORWARD).map_or(index, |at| targets[at as usize]);
        self.document.root = resolved(root) as usize;
        if self.ids.is_resolved() {
            return Ok(());
        }
        for index in &mut self.document.data {
            *index = resolved(*index);
        }
        for value in &mut self.document.tagged {
            if let Some(index) = value.as_node(false) {
                *value = TaggedValue::node(resolved(index))?;
            }
        }
        Ok(())
    }
}

/// Adds a node that begins on this line; see [`PlainBuilder::begin_node`].
pub(super) fn begin_node(
    document: &mut Document,
    line: usize,
    type_key: u32,
    shape: u32,
) -> Result<u32, PlainError> {
    if document.nodes.len() >= FORWARD as usize {
        return Err(TooMany { what: "nodes", limit: FORWARD - 1 }.into());
    }
    let index = document.begin_node(line)?;
    let node = &mut document.nodes[index];
    (node.type_key, node.shape) = (type_key, shape);
    Ok(index as u32)
}

/// Returns the name that is written with an [`ESCAPE`].
fn unescaped(name: &str) -> Result<&str, PlainError> {
    match name.strip_prefix('$') {
        None => Ok(name),
        Some(_) => name
            .strip_prefix(ESCAPE)
            .ok_or_else(|| PlainError::UnknownKey { found: excerpt(name), candidates: Next::CANDIDATES }),
    }
}

/// Sets a part of a node that must not be set twice.
fn once<T>(part: &mut Option<T>, value: T, key: &'static str) -> Result<(), PlainError> {
    match part.replace(value) {
        None => Ok(()),
        Some(_) => Err(PlainError::Duplicate { what: "key", found: key.into() }),
    }
}

pub(super) fn unexpected(part: &str, expected: &'static str, found: &str) -> PlainError {
    PlainError::Unexpected { part: excerpt(part), expected, found: excerpt(found) }
}

pub(super) fn decoded(text: &str) -> Result<Vec<u8>, PlainError> {
    let mut decoder = crate::graph::base64_text::Decoder::default();
    decoder.reserve(text.len());
    decoder.push(text);
    Ok(decoder.finish()?)
}
