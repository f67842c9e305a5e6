//! A tokenizer of JSON as used in graph files. It reads any source in one pass.

mod strings;

use std::io::{self, Read};

use super::document::TooMany;
use super::number::{is_literal, short_index};
use super::piece::{Piece, hash_of_string};
use super::special_bytes;
use super::syntax_error::{EXCERPT, SyntaxError, TextLocation, excerpt};

/// The number of bytes that are read at a time.
const CHUNK: usize = 16 * 1024;

/// A source of text. Invariant: `position` is a character boundary of `window`.
pub(super) struct Input<R> {
    source: R,
    chunk: Box<[u8]>,
    /// The number of bytes at the start of `chunk` that begin an incomplete character.
    cut: usize,
    /// The text that is not consumed yet, after some consumed text.
    window: String,
    position: usize,
    line: usize,
    /// Why there is no more input, after the last read.
    end: Option<End>,
    /// The last string that was not contiguous in `window` or had escapes.
    scratch: String,
}

enum End {
    Input,
    NotUtf8,
    Failed(io::Error),
}

impl<R: Read> Input<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            chunk: vec![0; CHUNK].into(),
            cut: 0,
            window: String::with_capacity(2 * CHUNK),
            position: 0,
            line: 1,
            end: None,
            scratch: String::new(),
        }
    }

    /// Returns the current line, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Skips white space and returns the next byte. Returns `None` at the end of the text or on a
    /// read error.
    #[inline]
    pub(super) fn token(&mut self) -> Option<u8> {
        loop {
            let bytes = self.window.as_bytes();
            let mut at = self.position;
            while let Some(byte) = bytes.get(at) {
                match byte {
                    b' ' => at += special_bytes::blanks(bytes, at).max(1),
                    b'\n' => {
                        self.line += 1;
                        at += 1;
                    }
                    b'\r' | b'\t' | 0x0B | 0x0C => at += 1,
                    _ => {
                        self.position = at;
                        return Some(*byte);
                    }
                }
            }
            self.position = at;
            if !self.fill() {
                return None;
            }
        }
    }

    /// Skips white space and one required byte. `expected` describes this byte in errors.
    #[inline]
    pub(super) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), SyntaxError> {
        if self.token() != Some(byte) {
            return Err(self.unexpected(expected));
        }
        self.position += 1;
        Ok(())
    }

    /// Returns the text that was read and is not consumed.
    #[inline]
    pub(super) fn rest(&self) -> &[u8] {
        &self.window.as_bytes()[self.position..]
    }

    /// Consumes this number of bytes of [`Input::rest`], which end with a whole character.
    #[inline]
    pub(super) fn advance(&mut self, count: usize) {
        self.position += count;
    }

    /// Consumes this text, if it follows at once. Returns whether it did.
    #[inline(always)]
    pub(super) fn skip(&mut self, text: &str) -> bool {
        let follows = self.window.as_bytes()[self.position..].starts_with(text.as_bytes());
        if follows {
            self.position += text.len();
        }
        follows
    }

    /// Whether this byte follows at once.
    #[cfg(feature = "serde")]
    #[inline]
    pub(super) fn is_next(&self, byte: u8) -> bool {
        self.window.as_bytes().get(self.position) == Some(&byte)
    }

    /// Consumes a text, an integer as [`Input::small_integer`] does, and another text, if they
    /// follow at once. Always inlined, since constant texts are compared without a call.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(super) fn small_integer_between(&mut self, before: &str, after: &str, limit: u32) -> Option<u32> {
        let start = self.position;
        if self.skip(before)
            && let Some(number) = self.small_integer(limit)
            && self.skip(after)
        {
            return Some(number);
        }
        self.position = start;
        None
    }

    /// Consumes this piece, if it follows at once and is not near the end of the window. Returns
    /// whether it did.
    #[inline]
    pub(super) fn skip_piece(&mut self, piece: &Piece) -> bool {
        let next = self.window.as_bytes()[self.position..].first_chunk();
        let follows = next.is_some_and(|next| piece.begins(next));
        if follows {
            self.position += piece.length();
        }
        follows
    }

    /// Consumes a text and a piece, if they follow at once; see [`Input::skip_piece`].
    #[inline]
    pub(super) fn skip_with(&mut self, text: &str, piece: &Piece) -> bool {
        let start = self.position;
        if self.skip(text) && self.skip_piece(piece) {
            return true;
        }
        self.position = start;
        false
    }

    /// Returns a hash of the string whose content begins after `before` more bytes, if the window
    /// has enough bytes.
    #[inline]
    pub(super) fn hash_of_next(&self, before: usize) -> Option<u64> {
        Some(hash_of_string(self.window.as_bytes().get(self.position + before..)?.first_chunk()?))
    }

    /// Moves to the next item of an array or an object that ends with `close`. Returns whether
    /// there is an item. `first` is true before the first item, and is set to false.
    #[inline]
    pub(super) fn item(&mut self, first: &mut bool, close: u8) -> Result<bool, SyntaxError> {
        let is_first = std::mem::take(first);
        match self.token() {
            Some(byte) if byte == close => {
                self.position += 1;
                Ok(false)
            }
            Some(b',') if !is_first => {
                self.position += 1;
                Ok(true)
            }
            Some(_) if is_first => Ok(true),
            _ => Err(self.unexpected(if close == b']' { "`,` or `]`" } else { "`,` or `}`" })),
        }
    }

    /// Reads an integer. Returns `u64::MAX` if the integer is negative or does not fit.
    pub(super) fn number(&mut self) -> Result<u64, SyntaxError> {
        let negative = self.token() == Some(b'-');
        if let Some(number) = self.small_integer(u32::MAX) {
            return Ok(number.into());
        }
        if negative {
            self.position += 1;
        }
        let mut number = None;
        loop {
            let bytes = self.window.as_bytes();
            while let Some(digit @ b'0'..=b'9') = bytes.get(self.position) {
                let digit = u64::from(digit - b'0');
                number = Some(number.unwrap_or(0_u64).saturating_mul(10).saturating_add(digit));
                self.position += 1;
            }
            if self.position < bytes.len() || !self.fill() {
                break;
            }
        }
        match number {
            Some(_) if negative => Ok(u64::MAX),
            Some(number) => Ok(number),
            None => Err(self.unexpected("a number")),
        }
    }

    /// Reads a number, `true`, `false`, `null`, `NaN` or `Infinity`, and appends it to `text`.
    pub(super) fn literal_onto(&mut self, text: &mut String) -> Result<(), SyntaxError> {
        let start = text.len();
        self.token();
        if let Some(end) = self.integer_end() {
            text.push_str(&self.window[self.position..end]);
            self.position = end;
            return Ok(());
        }
        loop {
            let rest = &self.window[self.position..];
            let part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
            let length = rest.bytes().take_while(part).count();
            text.push_str(&rest[..length]);
            self.position += length;
            if self.position < self.window.len() || !self.fill() {
                break;
            }
        }
        if is_literal(&text[start..]) { Ok(()) } else { Err(self.unexpected_literal(&text[start..])) }
    }

    /// Reads a literal, which is valid until the next call; see [`Input::literal_onto`].
    #[cfg(feature = "serde")]
    #[inline]
    pub(super) fn literal(&mut self) -> Result<&str, SyntaxError> {
        self.token();
        if let Some(end) = self.integer_end() {
            let start = std::mem::replace(&mut self.position, end);
            return Ok(&self.window[start..end]);
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let result = self.literal_onto(&mut scratch);
        self.scratch = scratch;
        result.map(|()| self.scratch.as_str())
    }

    /// Returns the end of the integer that begins at `position`, if the integer and the byte after
    /// it are in the window. Most literals are such integers.
    #[inline]
    fn integer_end(&self) -> Option<usize> {
        let bytes = &self.window.as_bytes()[self.position..];
        let is_negative = usize::from(bytes.first() == Some(&b'-'));
        let digits = bytes[is_negative..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = is_negative + digits;
        let is_integer = digits == 1 || digits > 1 && bytes[is_negative] != b'0';
        let is_complete = matches!(bytes.get(end), Some(b',' | b'}' | b']'));
        (is_integer && is_complete).then_some(self.position + end)
    }

    /// Consumes an integer below `limit` in the form of an index, if the integer and the byte after
    /// it are in the window.
    #[inline]
    pub(super) fn small_integer(&mut self, limit: u32) -> Option<u32> {
        if let Some((length, number)) = short_index(self.rest()).filter(|(_, number)| *number < limit) {
            self.position += length;
            return Some(number);
        }
        self.long_integer(limit)
    }

    #[cold]
    fn long_integer(&mut self, limit: u32) -> Option<u32> {
        let bytes = self.rest();
        let (mut at, mut number) = (0, 0_u32);
        while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
            number = number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))?;
            at += 1;
        }
        let is_integer = at == 1 || at > 1 && bytes[0] != b'0';
        let is_complete = matches!(bytes.get(at), Some(b',' | b'}' | b']'));
        (is_integer && is_complete && number < limit).then(|| {
            self.position += at;
            number
        })
    }

    #[cold]
    fn unexpected_literal(&mut self, found: &str) -> SyntaxError {
        const EXPECTED: &str = "a number, a string, `true`, `false`, `null`, `[` or `{`";
        if found.is_empty() {
            // Where these are allowed, they are not read as literals.
            let is_other = self.window[self.position..].starts_with(['"', '[', '{']);
            return self.unexpected(if is_other { "a number, `true`, `false` or `null`" } else { EXPECTED });
        }
        let found = format!("`{}`", excerpt(found));
        SyntaxError::Unexpected { location: self.location(), expected: EXPECTED, found }
    }

    /// Returns the first key of the object that begins next, without reading on. Returns `None` if
    /// there is no object, or if its first key does not begin within the next bytes.
    pub(super) fn first_key(&mut self) -> Option<&[u8]> {
        const BYTES: usize = 1024;
        self.token();
        key_of(self.ahead(BYTES))
    }

    /// Returns the first key of the first object in the array that is the value of the first key.
    /// Works like [`Input::first_key`].
    pub(super) fn first_element_key(&mut self) -> Option<&[u8]> {
        const BYTES: usize = 4096;
        self.token();
        let first = self.ahead(BYTES);
        let key = key_of(first)?;
        // The key lies in `first`, so its end does too.
        let end = key.as_ptr().addr() - first.as_ptr().addr() + key.len();
        let value = first.get(end + 1..)?.trim_ascii_start().strip_prefix(b":")?;
        key_of(value.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start())
    }

    /// Returns the text from `position` on: at least `count` bytes, or all that is left.
    fn ahead(&mut self, count: usize) -> &[u8] {
        while self.window.len() - self.position < count && self.fill() {}
        &self.window.as_bytes()[self.position..]
    }

    /// Reads more text. Returns false and sets `end` if there is no more text.
    #[cold]
    fn fill(&mut self) -> bool {
        self.window.drain(..self.position);
        self.position = 0;
        let before = self.window.len();
        while self.end.is_none() && self.window.len() == before {
            let read = match self.source.read(&mut self.chunk[self.cut..]) {
                Ok(0) if self.cut == 0 => return self.stop(End::Input),
                Ok(0) => return self.stop(End::NotUtf8),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return self.stop(End::Failed(error)),
            };
            let filled = (self.cut + read).min(self.chunk.len());
            let valid = match std::str::from_utf8(&self.chunk[..filled]) {
                Ok(text) => {
                    self.window.push_str(text);
                    filled
                }
                Err(error) => {
                    let valid = error.valid_up_to();
                    // The default is not used: this prefix is valid.
                    self.window.push_str(std::str::from_utf8(&self.chunk[..valid]).unwrap_or_default());
                    if error.error_len().is_some() {
                        self.stop(End::NotUtf8);
                    }
                    valid
                }
            };
            self.chunk.copy_within(valid..filled, 0);
            self.cut = filled - valid;
        }
        self.window.len() > before
    }

    fn stop(&mut self, end: End) -> bool {
        self.end = Some(end);
        false
    }

    /// Checks that only white space follows.
    #[cold]
    #[inline(never)]
    pub(super) fn end(&mut self) -> Result<(), SyntaxError> {
        match (self.token(), &self.end) {
            (None, Some(End::Input)) => Ok(()),
            _ => Err(self.unexpected("the end of the text")),
        }
    }

    /// Returns the error for the input at `position`, where `expected` is required.
    #[cold]
    pub(super) fn unexpected(&mut self, expected: &'static str) -> SyntaxError {
        let location = self.location();
        let mut rest = self.window[self.position..].chars();
        let found = match (rest.next(), &mut self.end) {
            (Some('\\'), _) => rest.next().map_or("`\\`".into(), |next| format!("`\\{next}`")),
            (Some('\r' | '\n'), _) => "the end of the line".into(),
            (Some('\u{feff}'), _) => "a byte order mark".into(),
            (Some(found), _) => format!("`{found}`"),
            (None, Some(End::NotUtf8)) => return SyntaxError::NotUtf8 { location },
            (None, Some(End::Failed(error))) => {
                let source = std::mem::replace(error, io::ErrorKind::Other.into());
                return SyntaxError::Io { location, source };
            }
            (None, _) => "the end of the text".into(),
        };
        SyntaxError::Unexpected { location, expected, found }
    }

    /// Returns the error for a document that exceeds a limit.
    #[cold]
    pub(super) fn too_many(&mut self, TooMany { what, limit }: TooMany) -> SyntaxError {
        SyntaxError::TooMany { location: self.location(), what, limit }
    }

    /// Returns the current location, for an error.
    #[cold]
    pub(super) fn location(&mut self) -> TextLocation {
        if self.window.len() - self.position < 4 * EXCERPT {
            self.fill();
        }
        let line = self.window[self.position..].split(['\r', '\n']).next().unwrap_or_default();
        TextLocation { line: self.line, excerpt: excerpt(line) }
    }
}

/// Returns the first key of the object at the start of a text, if the text has the whole key.
fn key_of(text: &[u8]) -> Option<&[u8]> {
    let key = text.strip_prefix(b"{")?.trim_ascii_start().strip_prefix(b"\"")?;
    key.get(..key.iter().position(|byte| *byte == b'"')?)
}
