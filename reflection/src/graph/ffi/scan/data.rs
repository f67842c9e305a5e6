//! Parsing of the data of nodes.

use std::io::Read;

use objet_object::NDArray;

use super::Scanner;
use crate::graph::document::{Document, Tag, TaggedValue, TooMany};
use crate::graph::ffi::special::Form;
use crate::graph::number::{canonical_index, short_index};
use crate::graph::syntax_error::{SyntaxError, excerpt};

impl<R: Read> Scanner<R> {
    /// Parses the data of a node with this type key.
    pub(super) fn data(&mut self, key: u32, node: usize) -> Result<(), SyntaxError> {
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
                let bytes = self.input.base64()?;
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
        while self.input.item(&mut first, b'}')? {
            self.current_attr = None;
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
        while self.input.item(&mut first, b']')? {
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
        while self.input.item(&mut first, b']')? {
            if !text.is_empty() {
                self.document.reprs.push(b',');
            }
            text.clear();
            self.input.literal_onto(&mut text)?;
            if text.parse::<i64>().is_err() {
                let found = format!("`{}`", excerpt(&text));
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
        let bytes = self.input.base64()?;
        let tensor = self.document.tensors.len();
        let loaded = NDArray::load(&bytes)
            .map_err(|source| SyntaxError::Tensor { location: self.input.location(), source })?;
        self.document.tensors.push(loaded);
        let text = tensor.to_string();
        self.document.push_tagged(Tag::Literal, &text).map_err(|error| self.input.too_many(error))
    }
}
