//! Parsing of a document into a [`Document`], in one pass.

use std::io::Read;

use objet_object::NDArray;
use objet_object::progress::Steps;

use super::guesses::Guesses;
use super::json_text;
use super::special::{Form, TYPES, register_types};
use crate::graph::base64_text::Decoder;
use crate::graph::document::{Document, Tag, TaggedValue, TooMany};
use crate::graph::format::{Format, SaveJson};
use crate::graph::input::Input;
use crate::graph::interner::Interner;
use crate::graph::number::{canonical_index, short_index};
use crate::graph::syntax_error::SyntaxError;
use crate::graph::versions::attr_name;

const CLOSE_OBJECT: &str = "`,` or `}`";
const CLOSE_ARRAY: &str = "`,` or `]`";

/// Whether the first keys of a document are those of this format.
pub(in crate::graph) fn is_tvm_ffi<R: Read>(input: &mut Input<R>) -> bool {
    match input.first_key() {
        Some(b"root_index" | b"metadata") => true,
        // The key is that of TVM 0.8 too. The nodes tell the formats apart.
        Some(b"nodes") => matches!(input.first_element_key(), Some(b"type" | b"data")),
        _ => false,
    }
}

/// Parses a document, up to its closing brace.
pub(in crate::graph) fn scan<R: Read>(input: Input<R>) -> Result<Document, SyntaxError> {
    register_types();
    let save_options = SaveJson::new(Format::TvmFfi);
    let mut scanner = Scanner {
        input,
        document: Document {
            is_tagged: true,
            save_options,
            // Few nodes would need many steps of growth.
            nodes: Vec::with_capacity(1024),
            tagged: Vec::with_capacity(2048),
            data: Vec::with_capacity(1024),
            ..Document::default()
        },
        types: Vec::new(),
        guesses: Guesses::new(),
        names: Vec::new(),
        value_shape: 0,
        device_shape: 0,
        tensor_shape: 0,
        current_node: 0,
        current_key: None,
        current_attr: None,
    };
    scanner.set_up()?;
    scanner.document()?;
    let finished = scanner.document.finish();
    finished.map_err(|error| scanner.input.too_many(error))?;
    Ok(scanner.document)
}

struct Scanner<R> {
    input: Input<R>,
    document: Document,
    /// The types of the nodes, by the number of their key in the file. The document has both Objet's
    /// keys and those of the file.
    types: Vec<FileType>,
    guesses: Guesses,
    /// The names of the attributes of the current node.
    names: Vec<u32>,
    /// The shapes of boxed values, devices and tensors.
    value_shape: u32,
    device_shape: u32,
    tensor_shape: u32,
    /// The index, the number of the type key, and the name of the attribute that are being read,
    /// for errors.
    current_node: usize,
    current_key: Option<u32>,
    current_attr: Option<u32>,
}

/// A type of a file.
struct FileType {
    /// The number of Objet's type key.
    own: u32,
    form: Form,
    /// The key in files, if the key of this type is Objet's.
    other_key: Option<&'static str>,
}

impl<R: Read> Scanner<R> {
    fn set_up(&mut self) -> Result<(), SyntaxError> {
        // Number 0 is the type key of null, and the shape of nodes without attributes.
        self.document.shapes.intern(&[]);
        for (key, own, form) in TYPES {
            let own_number = self.add_type(own, |own| FileType { own, form, other_key: Some(key) })?;
            self.guesses.add_key(own, key == own);
            if key == own {
                self.types[own_number as usize].other_key = None;
            } else {
                self.add_type(key, |_| FileType { own: own_number, form, other_key: None })?;
                self.guesses.add_key(key, form != Form::Null);
            }
        }
        self.value_shape = self.shape_of(&["value"])?;
        self.device_shape = self.shape_of(&["device_type", "device_id"])?;
        self.tensor_shape = self.shape_of(&["data"])?;
        Ok(())
    }

    /// Adds a type, whose key is new. `file_type` gets the number of the key.
    fn add_type(&mut self, key: &str, file_type: impl FnOnce(u32) -> FileType) -> Result<u32, SyntaxError> {
        match self.document.type_keys.intern(key.as_bytes()) {
            Some((number, _)) => {
                self.types.push(file_type(number));
                Ok(number)
            }
            None => Err(self.input.too_many(TooMany::new("type keys"))),
        }
    }

    fn shape_of(&mut self, names: &[&'static str]) -> Result<u32, SyntaxError> {
        let interned = self.document.intern_names(names.iter().copied());
        interned.map(|(shape, _)| shape).map_err(|error| self.input.too_many(error))
    }

    fn document(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'{', "`{`")?;
        let (mut first, mut seen) = (true, [false; 4]);
        while self.input.item(&mut first, b'}', CLOSE_OBJECT)? {
            let (key, name) = match self.input.string()? {
                "root_index" => (0, "root_index"),
                "nodes" => (1, "nodes"),
                "metadata" => (2, "metadata"),
                "versions" => (3, "versions"),
                other => {
                    let found = other.chars().take(63).collect();
                    return Err(self.unknown_key(found, "`root_index`, `nodes`, `metadata`, `versions`"));
                }
            };
            if std::mem::replace(&mut seen[key], true) {
                return Err(self.duplicate("key", name));
            }
            self.input.expect(b':', "`:`")?;
            match key {
                0 => self.document.root = usize::try_from(self.input.number()?).unwrap_or(usize::MAX),
                1 => self.nodes()?,
                3 => self.versions()?,
                _ => {
                    let mut text = String::new();
                    json_text::read(&mut self.input, &mut text)?;
                    self.document.save_options.metadata = Some(text.into());
                }
            }
        }
        for (seen, expected) in seen.into_iter().zip(["root_index", "nodes"]) {
            if !seen {
                return Err(SyntaxError::MissingKey { location: self.input.location(), expected });
            }
        }
        Ok(())
    }

    /// Parses the versions of types, as strings.
    fn versions(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'{', "`{`")?;
        let (mut first, mut seen) = (true, Interner::default());
        while self.input.item(&mut first, b'}', CLOSE_OBJECT)? {
            let type_key = self.input.string()?.to_owned();
            match seen.intern(type_key.as_bytes()) {
                Some((_, true)) => {}
                _ => return Err(self.duplicate("key", &type_key)),
            }
            self.input.expect(b':', "`:`")?;
            let mut version = String::new();
            self.input.string_onto(&mut version)?;
            self.document.attrs.push((attr_name(&type_key), version));
        }
        Ok(())
    }

    fn nodes(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'[', "`[`")?;
        let (mut first, mut steps) = (true, Steps::new("read", None));
        while !first && self.input.skip(",") || self.input.item(&mut first, b']', CLOSE_ARRAY)? {
            steps.next();
            self.current_node = self.document.len();
            (self.current_key, self.current_attr) = (None, None);
            if let Err(error) = self.node() {
                return Err(self.in_node(error));
            }
        }
        Ok(())
    }

    fn node(&mut self) -> Result<(), SyntaxError> {
        if !self.input.rest().starts_with(b"{") {
            self.input.token();
        }
        let next = self.document.begin_node(self.input.line());
        let node = next.map_err(|error| self.input.too_many(error))?;
        // Compact JSON needs no search for the tokens.
        let slot = self.guesses.slot(&self.input);
        let (mut first, mut has_data) = (true, false);
        if let Some(key) = self.guesses.skip_head(slot, &mut self.input) {
            (first, has_data) = (false, true);
            self.set_type_key(key, node);
            self.data(key, node)?;
            if self.input.skip("}") {
                return Ok(());
            }
        } else {
            self.input.expect(b'{', "`{`")?;
        }
        while self.input.item(&mut first, b'}', CLOSE_OBJECT)? {
            match (self.node_key()?, self.current_key) {
                (true, None) => {
                    let key = self.type_key()?;
                    self.guesses.set_key(slot, key);
                    self.set_type_key(key, node);
                }
                (true, Some(_)) => return Err(self.duplicate("key", "type")),
                (false, None) => return Err(self.input.unexpected("`type` before `data`")),
                (false, Some(_)) if has_data => return Err(self.duplicate("key", "data")),
                (false, Some(key)) => {
                    has_data = true;
                    self.data(key, node)?;
                }
            }
        }
        let missing = match self.current_key {
            None => Some("type"),
            Some(key) if !has_data && self.types[key as usize].form != Form::Null => Some("data"),
            Some(_) => None,
        };
        if let Some(expected) = missing {
            return Err(SyntaxError::MissingNodeKey { location: self.input.location(), expected });
        }
        Ok(())
    }

    /// Parses a key of a node. Returns whether it is `type`.
    fn node_key(&mut self) -> Result<bool, SyntaxError> {
        let is_type = match self.input.string()? {
            "type" => true,
            "data" => false,
            other => {
                let found = other.chars().take(63).collect();
                return Err(self.unknown_key(found, "`type`, `data`"));
            }
        };
        self.input.expect(b':', "`:`")?;
        Ok(is_type)
    }

    #[inline]
    fn set_type_key(&mut self, key: u32, node: usize) {
        self.current_key = Some(key);
        self.document.nodes[node].type_key = self.types[key as usize].own;
    }

    /// Parses a type key and returns its number.
    fn type_key(&mut self) -> Result<u32, SyntaxError> {
        let text = self.input.string()?;
        let Some((key, is_new)) = self.document.type_keys.intern(text.as_bytes()) else {
            return Err(self.input.too_many(TooMany::new("type keys")));
        };
        if is_new {
            self.types.push(FileType { own: key, form: Form::Node, other_key: None });
            self.guesses.add_key(text, true);
        }
        if let Some(candidate) = self.types[key as usize].other_key {
            let found = text.chars().take(63).collect();
            return Err(SyntaxError::OtherTypeKey { location: self.input.location(), found, candidate });
        }
        Ok(key)
    }

    fn data(&mut self, key: u32, node: usize) -> Result<(), SyntaxError> {
        match self.types[key as usize].form {
            Form::Node => {
                let guess = self.guesses.shape(key);
                let guessed = self.guessed_attrs(guess)?;
                if guessed == 0 && self.input.token() == Some(b'"') {
                    return self.text();
                }
                self.document.nodes[node].shape = self.attrs(key, guess, guessed)?;
                self.current_attr = None;
                Ok(())
            }
            Form::Indices => self.indices(),
            Form::Value => {
                self.document.nodes[node].shape = self.value_shape;
                self.literal()
            }
            Form::Text => self.text(),
            Form::Shape => self.shape(),
            Form::Device => {
                self.document.nodes[node].shape = self.device_shape;
                self.input.expect(b'[', "`[`")?;
                self.literal()?;
                self.input.expect(b',', "`,`")?;
                self.literal()?;
                self.input.expect(b']', "`]`")
            }
            Form::Base64 => {
                let bytes = self.base64()?;
                self.document.reprs.extend_from_slice(&bytes);
                self.end_repr()
            }
            Form::Tensor => {
                self.document.nodes[node].shape = self.tensor_shape;
                self.tensor()
            }
            Form::Null => {
                let mut text = String::new();
                match self.input.literal_onto(&mut text) {
                    Ok(()) if text == "null" => Ok(()),
                    _ => Err(self.input.unexpected("no `data`")),
                }
            }
        }
    }

    /// Parses the other fields of a node and returns the shape, after as many fields as `guessed`
    /// that have the names of the shape `guess`.
    #[inline]
    fn attrs(&mut self, key: u32, guess: u32, guessed: usize) -> Result<u32, SyntaxError> {
        let guess_names = self.document.shapes.get(guess);
        if guessed > 0 && guessed == guess_names.len() && self.input.skip("}") {
            return Ok(guess);
        }
        self.names.clear();
        self.names.extend_from_slice(&guess_names[..guessed]);
        self.current_attr = self.names.last().copied();
        let mut first = guessed == 0;
        if first {
            self.input.expect(b'{', "`{` or a string")?;
        }
        while self.input.item(&mut first, b'}', CLOSE_OBJECT)? {
            let text = self.input.string()?.as_bytes();
            let Document { names, shapes, .. } = &mut self.document;
            let guessed = shapes.get(guess).get(self.names.len());
            let name = match guessed.filter(|name| names.get(**name) == text) {
                Some(name) => *name,
                None => match names.intern(text) {
                    Some((name, _)) => name,
                    None => return Err(self.input.too_many(TooMany::new("attribute names"))),
                },
            };
            self.current_attr = Some(name);
            self.input.expect(b':', "`:`")?;
            self.names.push(name);
            self.value()?;
        }
        if self.names == self.document.shapes.get(guess) {
            return Ok(guess);
        }
        let Some((shape, is_new)) = self.document.shapes.intern(&self.names) else {
            return Err(self.input.too_many(TooMany::new("lists of attribute names")));
        };
        if is_new && let Some(name) = self.document.repeated_name(shape) {
            let name = name.to_owned();
            return Err(self.duplicate("attribute", &name));
        }
        self.guesses.set_shape(key, shape, &self.document);
        Ok(shape)
    }

    /// Parses the first fields of a node in compact JSON, as far as they have the names of this
    /// shape. Returns their number.
    #[inline]
    fn guessed_attrs(&mut self, shape: u32) -> Result<usize, SyntaxError> {
        let mut count = 0;
        loop {
            count += self.guessed_indices(shape, count);
            match self.guesses.pieces(shape).get(count) {
                Some(piece) if self.input.skip_piece(piece) => {}
                _ => return Ok(count),
            }
            self.current_attr = self.document.shapes.get(shape).get(count).copied();
            self.value()?;
            count += 1;
        }
    }

    /// Parses fields from the one at position `from` on, as far as they have the names of this
    /// shape and are indices. Returns their number.
    #[inline]
    fn guessed_indices(&mut self, shape: u32, from: usize) -> usize {
        let (mut rest, mut count) = (self.input.rest(), 0);
        let before = rest.len();
        for piece in &self.guesses.pieces(shape)[from..] {
            if !rest.first_chunk().is_some_and(|text| piece.begins(text)) {
                break;
            }
            let Some((length, index)) = short_index(&rest[piece.length()..]) else { break };
            let Some(value) = TaggedValue::integer(index) else { break };
            self.document.tagged.push(value);
            rest = &rest[piece.length() + length..];
            count += 1;
        }
        let consumed = before - rest.len();
        self.input.advance(consumed);
        count
    }

    /// Parses the value of a field.
    #[inline]
    fn value(&mut self) -> Result<(), SyntaxError> {
        if let Some(value) = self.input.small_integer(TaggedValue::LIMIT).and_then(TaggedValue::integer) {
            self.document.tagged.push(value);
            return Ok(());
        }
        if self.input.token() == Some(b'"') {
            self.input.string_onto(&mut self.document.values.text)?;
            return self.end_value(Tag::String);
        }
        self.literal()
    }

    /// Parses a number or a truth value, which becomes the next value of the node.
    fn literal(&mut self) -> Result<(), SyntaxError> {
        if let Some(value) = self.input.small_integer(TaggedValue::LIMIT).and_then(TaggedValue::integer) {
            self.document.tagged.push(value);
            return Ok(());
        }
        let start = self.document.values.text.len();
        self.input.literal_onto(&mut self.document.values.text)?;
        match canonical_index(&self.document.values.text[start..]).and_then(TaggedValue::integer) {
            Some(value) => {
                self.document.values.text.truncate(start);
                self.document.tagged.push(value);
                Ok(())
            }
            None => self.end_value(Tag::Literal),
        }
    }

    fn end_value(&mut self, tag: Tag) -> Result<(), SyntaxError> {
        self.document.end_tagged(tag).map_err(|error| self.input.too_many(error))
    }

    fn indices(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'[', "`[`")?;
        let mut first = true;
        while self.input.item(&mut first, b']', CLOSE_ARRAY)? {
            match self.short_indices() {
                0 => {
                    let index = self.input.number()?;
                    self.document.data.push(u32::try_from(index).unwrap_or(u32::MAX));
                }
                length => self.input.advance(length),
            }
        }
        Ok(())
    }

    /// Reads the short indices that follow in compact JSON, and returns the length of their text.
    #[inline]
    fn short_indices(&mut self) -> usize {
        let rest = self.input.rest();
        let (mut next, mut end) = (0, 0);
        while let Some((length, index)) = short_index(&rest[next..]) {
            self.document.data.push(index);
            end = next + length;
            if rest[end] != b',' {
                break;
            }
            next = end + 1;
        }
        end
    }

    fn text(&mut self) -> Result<(), SyntaxError> {
        let reprs = &mut self.document.reprs;
        self.input.string_pieces(|piece| reprs.extend_from_slice(piece.as_bytes()))?;
        self.end_repr()
    }

    /// Parses the dimensions of a shape, which the document keeps as a JSON list.
    fn shape(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'[', "`[`")?;
        let (mut first, mut text) = (true, String::new());
        self.document.reprs.push(b'[');
        while self.input.item(&mut first, b']', CLOSE_ARRAY)? {
            if !text.is_empty() {
                self.document.reprs.push(b',');
            }
            text.clear();
            self.input.literal_onto(&mut text)?;
            if text.parse::<i64>().is_err() {
                let found = format!("`{}`", text.chars().take(63).collect::<String>());
                let (location, expected) = (self.input.location(), "a 64-bit integer");
                return Err(SyntaxError::Unexpected { location, expected, found });
            }
            self.document.reprs.extend_from_slice(text.as_bytes());
        }
        self.document.reprs.push(b']');
        self.end_repr()
    }

    fn end_repr(&mut self) -> Result<(), SyntaxError> {
        self.document.end_repr().map_err(|error| self.input.too_many(error))
    }

    /// Parses a tensor. The attribute of its node is the number of the tensor.
    fn tensor(&mut self) -> Result<(), SyntaxError> {
        let bytes = self.base64()?;
        let tensor = self.document.tensors.len();
        match NDArray::load(&bytes) {
            Ok(loaded) => self.document.tensors.push(loaded),
            Err(source) => {
                return Err(SyntaxError::Tensor { location: self.input.location(), tensor, source });
            }
        }
        let text = itoa::Buffer::new().format(tensor).to_owned();
        self.document.push_tagged(Tag::Literal, &text).map_err(|error| self.input.too_many(error))
    }

    fn base64(&mut self) -> Result<Vec<u8>, SyntaxError> {
        let mut decoder = Decoder::default();
        self.input.string_pieces(|piece| decoder.push(piece))?;
        decoder.finish().map_err(|source| SyntaxError::Base64 { location: self.input.location(), source })
    }

    #[cold]
    fn unknown_key(&mut self, found: String, candidates: &'static str) -> SyntaxError {
        SyntaxError::UnknownKey { location: self.input.location(), found, candidates }
    }

    #[cold]
    fn duplicate(&mut self, expected: &'static str, found: &str) -> SyntaxError {
        SyntaxError::Duplicate { location: self.input.location(), expected, found: found.into() }
    }

    /// Adds the node and the attribute to an error.
    #[cold]
    fn in_node(&self, error: SyntaxError) -> SyntaxError {
        if matches!(error, SyntaxError::Io { .. } | SyntaxError::NotUtf8 { .. }) {
            return error;
        }
        let key = self.current_key.map(|key| self.document.type_key(key).to_owned());
        SyntaxError::InNode {
            node: self.current_node,
            type_key: key.filter(|key| !key.is_empty()),
            attr: self.current_attr.map(|name| self.document.name(name).into()),
            source: Box::new(error),
        }
    }
}
