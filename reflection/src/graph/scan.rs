//! Parsing of the JSON of a graph into a [`Document`], in one pass.

use std::io::Read;

use objet_object::NDArray;
use objet_object::progress::Steps;

use super::document::{Document, Texts, TooMany};
use super::ffi;
use super::input::Input;
use super::interner::Interner;
use super::syntax_error::{SyntaxError, excerpt};
use super::versions::PREFIX;

/// Parses a text that is a document.
pub(crate) fn scan(source: impl Read) -> Result<Document, SyntaxError> {
    let mut input = Input::new(source);
    #[cfg(feature = "serde")]
    if super::plain::is_plain(&mut input) {
        return super::plain::scan(&mut input);
    }
    if ffi::is_tvm_ffi(&mut input) {
        return ffi::scan(input);
    }
    let mut scanner = Scanner {
        input,
        document: Document::default(),
        last_shapes: Vec::new(),
        names: Vec::new(),
        current_attr: None,
    };
    // Number 0 is the type key and the shape of nodes without type key and attributes.
    scanner.document.type_keys.intern(b"");
    scanner.document.shapes.intern(&[]);
    scanner.document()?;
    scanner.input.end()?;
    let attrs = scanner.document.attrs.iter().filter(|(name, _)| !name.starts_with(PREFIX)).cloned();
    scanner.document.save_options.attrs = attrs.collect();
    let finished = scanner.document.finish();
    finished.map_err(|error| scanner.input.too_many(error))?;
    Ok(scanner.document)
}

struct Scanner<R> {
    input: Input<R>,
    document: Document,
    /// The shape of the last node of each type key, as a guess for the next node.
    last_shapes: Vec<u32>,
    /// The names of the attributes of the current node.
    names: Vec<u32>,
    /// The name of the attribute that is being read, for errors.
    current_attr: Option<u32>,
}

/// Declares the keys that an object may have.
macro_rules! keys {
    ($Key:ident: $($Variant:ident = $text:literal),+) => {
        #[derive(Clone, Copy)]
        enum $Key { $($Variant),+ }

        impl $Key {
            const CANDIDATES: &str = keys!(@list $($text),+);

            fn named(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$Variant),)+ _ => None }
            }

            fn text(self) -> &'static str {
                match self { $(Self::$Variant => $text),+ }
            }
        }
    };
    (@list $first:literal $(, $text:literal)*) => { concat!("`", $first, "`" $(, ", `", $text, "`")*) };
}

keys!(DocumentKey: Root = "root", Nodes = "nodes", Tensors = "b64ndarrays", Attrs = "attrs");
keys!(NodeKey: TypeKey = "type_key", ReprStr = "repr_str", ReprB64 = "repr_b64", Attrs = "attrs", Keys = "keys", Data = "data");

impl<R: Read> Scanner<R> {
    fn document(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'{', "`{`")?;
        let (mut first, mut seen) = (true, 0);
        while self.input.item(&mut first, b'}')? {
            let key = self.key(DocumentKey::named, DocumentKey::CANDIDATES)?;
            self.once(&mut seen, key as u8, "key", key.text())?;
            match key {
                DocumentKey::Root => {
                    let root = self.input.number()?;
                    self.document.set_root(root, self.input.line());
                }
                DocumentKey::Nodes => self.nodes()?,
                DocumentKey::Tensors => self.tensors()?,
                DocumentKey::Attrs => self.document_attrs()?,
            }
        }
        for key in [DocumentKey::Root, DocumentKey::Nodes] {
            if seen & 1 << key as u8 == 0 {
                return Err(SyntaxError::MissingKey {
                    location: self.input.location(),
                    expected: key.text(),
                });
            }
        }
        Ok(())
    }

    fn nodes(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'[', "`[`")?;
        let (mut first, mut steps) = (true, Steps::new("read", None));
        while self.input.item(&mut first, b']')? {
            steps.next();
            let node = self.document.len();
            self.node().map_err(|error| self.in_node(error, node))?;
        }
        Ok(())
    }

    /// Adds the node and the attribute to an error.
    #[cold]
    fn in_node(&self, error: SyntaxError, node: usize) -> SyntaxError {
        let type_key = self.document.nodes.get(node).map(|node| self.document.type_key(node.type_key));
        let attr = self.current_attr.map(|name| self.document.name(name));
        error.in_node(Some(node), type_key, attr)
    }

    fn node(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'{', "`{`")?;
        let next = self.document.begin_node(self.input.line());
        let index = next.map_err(|error| self.input.too_many(error))?;
        let first_repr = self.document.repr_ends.len();
        let (mut first, mut seen) = (true, 0);
        while self.input.item(&mut first, b'}')? {
            let key = self.key(NodeKey::named, NodeKey::CANDIDATES)?;
            self.once(&mut seen, key as u8, "key", key.text())?;
            match key {
                NodeKey::TypeKey => self.document.nodes[index].type_key = self.type_key()?,
                NodeKey::ReprStr | NodeKey::ReprB64 if self.document.repr_ends.len() > first_repr => {
                    let location = self.input.location();
                    let (expected, found) = ("byte content: second key", key.text().into());
                    return Err(SyntaxError::Duplicate { location, expected, found });
                }
                NodeKey::ReprStr => {
                    let reprs = &mut self.document.reprs;
                    self.input.string_pieces(|piece| reprs.extend_from_slice(piece.as_bytes()))?;
                    self.end_repr()?;
                }
                NodeKey::ReprB64 => self.byte_string()?,
                NodeKey::Attrs => {
                    self.document.nodes[index].shape = self.attrs(self.document.nodes[index].type_key)?;
                }
                NodeKey::Keys => self.keys()?,
                NodeKey::Data => self.data()?,
            }
        }
        Ok(())
    }

    fn type_key(&mut self) -> Result<u32, SyntaxError> {
        let text = self.input.string()?;
        self.document.intern_type_key(text).map_err(|error| self.input.too_many(error))
    }

    /// Parses the attributes of a node and returns their shape.
    fn attrs(&mut self, type_key: u32) -> Result<u32, SyntaxError> {
        self.input.expect(b'{', "`{`")?;
        let Document { names, shapes, values, .. } = &mut self.document;
        let guess = self.last_shapes.get(type_key as usize).copied().unwrap_or_default();
        let guessed = shapes.get(guess);
        self.names.clear();
        let mut first = true;
        while self.input.item(&mut first, b'}')? {
            self.current_attr = None;
            let text = self.input.string()?.as_bytes();
            let name = match guessed.get(self.names.len()) {
                Some(name) if names.get(*name) == text => *name,
                _ => match names.intern(text) {
                    Some((name, _)) => name,
                    None => return Err(self.input.too_many(TooMany::new("attribute names"))),
                },
            };
            self.names.push(name);
            self.current_attr = Some(name);
            self.input.expect(b':', "`:`")?;
            append(&mut self.input, values)?;
        }
        self.current_attr = None;
        if self.names == guessed {
            return Ok(guess);
        }
        let Some((shape, is_new)) = shapes.intern(&self.names) else {
            return Err(self.input.too_many(TooMany::new("lists of attribute names")));
        };
        // Once for each shape instead of each node.
        if is_new && let Some(name) = self.document.repeated_name(shape) {
            let (expected, found) = ("attribute", name.into());
            return Err(SyntaxError::Duplicate { location: self.input.location(), expected, found });
        }
        if self.last_shapes.len() <= type_key as usize {
            self.last_shapes.resize(self.document.type_keys.len(), 0);
        }
        self.last_shapes[type_key as usize] = shape;
        Ok(shape)
    }

    fn keys(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'[', "`[`")?;
        let mut first = true;
        while self.input.item(&mut first, b']')? {
            append(&mut self.input, &mut self.document.keys)?;
        }
        Ok(())
    }

    fn data(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'[', "`[`")?;
        let mut first = true;
        while self.input.item(&mut first, b']')? {
            let index = self.input.number()?;
            self.document.data.push(u32::try_from(index).unwrap_or(u32::MAX));
        }
        Ok(())
    }

    fn byte_string(&mut self) -> Result<(), SyntaxError> {
        let bytes = self.input.base64()?;
        match bytes.split_first_chunk() {
            Some((length, bytes)) if u64::from_le_bytes(*length) == bytes.len() as u64 => {
                self.document.reprs.extend_from_slice(bytes);
                self.end_repr()
            }
            _ => Err(SyntaxError::ByteString { location: self.input.location(), found: bytes.len() }),
        }
    }

    fn tensors(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'[', "`[`")?;
        let mut first = true;
        while self.input.item(&mut first, b']')? {
            let tensor = self.tensor().map_err(|error| error.in_tensor(self.document.tensors.len()))?;
            self.document.tensors.push(tensor);
        }
        Ok(())
    }

    fn tensor(&mut self) -> Result<NDArray, SyntaxError> {
        let bytes = self.input.base64()?;
        NDArray::load(&bytes)
            .map_err(|source| SyntaxError::Tensor { location: self.input.location(), source })
    }

    fn document_attrs(&mut self) -> Result<(), SyntaxError> {
        self.input.expect(b'{', "`{`")?;
        let mut first = true;
        let mut names = Interner::default();
        while self.input.item(&mut first, b'}')? {
            let name = self.input.string()?.to_owned();
            match names.intern(name.as_bytes()) {
                Some((_, true)) => {}
                _ => {
                    let location = self.input.location();
                    return Err(SyntaxError::Duplicate { location, expected: "key", found: name });
                }
            }
            self.input.expect(b':', "`:`")?;
            let mut value = String::new();
            self.input.string_onto(&mut value)?;
            self.document.attrs.push((name, value));
        }
        Ok(())
    }

    /// Parses the key of an object item and the colon.
    fn key<K>(&mut self, named: fn(&str) -> Option<K>, candidates: &'static str) -> Result<K, SyntaxError> {
        let text = self.input.string()?;
        let Some(key) = named(text) else {
            let found = excerpt(text);
            return Err(SyntaxError::UnknownKey { location: self.input.location(), found, candidates });
        };
        self.input.expect(b':', "`:`")?;
        Ok(key)
    }

    fn once(
        &mut self,
        seen: &mut u8,
        key: u8,
        expected: &'static str,
        text: &str,
    ) -> Result<(), SyntaxError> {
        if *seen & 1 << key != 0 {
            return Err(SyntaxError::Duplicate {
                location: self.input.location(),
                expected,
                found: text.into(),
            });
        }
        *seen |= 1 << key;
        Ok(())
    }

    fn end_repr(&mut self) -> Result<(), SyntaxError> {
        self.document.end_repr().map_err(|error| self.input.too_many(error))
    }
}

fn append<R: Read>(input: &mut Input<R>, texts: &mut Texts) -> Result<(), SyntaxError> {
    input.string_onto(&mut texts.text)?;
    texts.end().map_err(|error| input.too_many(error))
}

#[cfg(test)]
mod tests;
