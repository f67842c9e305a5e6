//! Parsing of a document into a [`Document`], in one pass.

mod data;

use std::io::Read;

use objet_object::progress::Steps;

use super::guesses::Guesses;
use super::json_text;
use super::special::{Form, TYPES, register_types};
use crate::graph::document::{Document, TooMany};
use crate::graph::format::{Format, SaveJson};
use crate::graph::input::Input;
use crate::graph::interner::Interner;
use crate::graph::syntax_error::{SyntaxError, excerpt};
use crate::graph::versions::attr_name;

/// Whether the first keys of a document are those of this format.
pub(in crate::graph) fn is_tvm_ffi<R: Read>(input: &mut Input<R>) -> bool {
    match input.first_key() {
        Some(b"root_index" | b"metadata") => true,
        // The key is that of TVM 0.8 too. The nodes tell the formats apart.
        Some(b"nodes") => matches!(input.first_element_key(), Some(b"type" | b"data")),
        _ => false,
    }
}

/// Parses a text that is a document.
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
    scanner.input.end()?;
    let finished = scanner.document.finish();
    finished.map_err(|error| scanner.input.too_many(error))?;
    Ok(scanner.document)
}

struct Scanner<R> {
    input: Input<R>,
    document: Document,
    /// The types of the nodes, by the number of their key in the file. The document has Objet's
    /// keys, too.
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
        while self.input.item(&mut first, b'}')? {
            let (key, name) = match self.input.string()? {
                "root_index" => (0, "root_index"),
                "nodes" => (1, "nodes"),
                "metadata" => (2, "metadata"),
                "versions" => (3, "versions"),
                other => {
                    let found = excerpt(other);
                    return Err(self.unknown_key(found, "`root_index`, `nodes`, `metadata`, `versions`"));
                }
            };
            if std::mem::replace(&mut seen[key], true) {
                return Err(self.duplicate("key", name));
            }
            self.input.expect(b':', "`:`")?;
            match key {
                0 => {
                    let root = self.input.number()?;
                    self.document.set_root(root, self.input.line());
                }
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
        while self.input.item(&mut first, b'}')? {
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
        while !first && self.input.skip(",") || self.input.item(&mut first, b']')? {
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
        while self.input.item(&mut first, b'}')? {
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
                let found = excerpt(other);
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
            let found = excerpt(text);
            return Err(SyntaxError::OtherTypeKey { location: self.input.location(), found, candidate });
        }
        Ok(key)
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
        let type_key = self.current_key.map(|key| self.document.type_key(key));
        let attr = self.current_attr.map(|name| self.document.name(name));
        error.in_node(Some(self.current_node), type_key, attr)
    }
}
