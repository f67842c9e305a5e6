//! A tokenizer of JSON as used in graph files. It reads any source in one pass.

use std::io::{self, Read};

use super::special_bytes;
use super::syntax_error::{SyntaxError, TextLocation};

/// The number of bytes that are read at a time.
const CHUNK: usize = 16 * 1024;

/// The maximum length of a line excerpt in an error, in characters.
const EXCERPT: usize = 63;

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

    /// Moves to the next item of an array or an object that ends with `close`. Returns whether
    /// there is an item. `first` is true before the first item, and is set to false.
    #[inline]
    pub(super) fn item(
        &mut self,
        first: &mut bool,
        close: u8,
        expected: &'static str,
    ) -> Result<bool, SyntaxError> {
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
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Reads an integer. Returns `u64::MAX` if the integer is negative or does not fit.
    pub(super) fn number(&mut self) -> Result<u64, SyntaxError> {
        let negative = self.token() == Some(b'-');
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

    /// Reads a string, which is valid until the next call.
    #[inline]
    pub(super) fn string(&mut self) -> Result<&str, SyntaxError> {
        self.expect(b'"', "a string")?;
        if let Some(end) = self.plain_end() {
            let start = std::mem::replace(&mut self.position, end + 1);
            return Ok(&self.window[start..end]);
        }
        self.string_of_pieces()
    }

    #[cold]
    fn string_of_pieces(&mut self) -> Result<&str, SyntaxError> {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let result = self.pieces(|piece| scratch.push_str(piece));
        self.scratch = scratch;
        result.map(|()| self.scratch.as_str())
    }

    /// Reads a string and appends it to `text`.
    #[inline]
    pub(super) fn string_onto(&mut self, text: &mut String) -> Result<(), SyntaxError> {
        self.expect(b'"', "a string")?;
        match self.plain_end() {
            Some(end) => {
                text.push_str(&self.window[self.position..end]);
                self.position = end + 1;
                Ok(())
            }
            None => self.pieces(|piece| text.push_str(piece)),
        }
    }

    /// Reads a string in pieces, which avoids a buffer for the whole string.
    pub(super) fn string_pieces(&mut self, take: impl FnMut(&str)) -> Result<(), SyntaxError> {
        self.expect(b'"', "a string")?;
        self.pieces(take)
    }

    /// Returns the end of the string that begins at `position`, if it lies in the window and has no
    /// escapes.
    #[inline]
    fn plain_end(&self) -> Option<usize> {
        let bytes = self.window.as_bytes();
        let end = special_bytes::find(bytes, self.position);
        (bytes.get(end) == Some(&b'"')).then_some(end)
    }

    #[inline(never)]
    fn pieces(&mut self, mut take: impl FnMut(&str)) -> Result<(), SyntaxError> {
        const CLOSE: &str = "`\"` at the end of a string";
        loop {
            let bytes = self.window.as_bytes();
            let end = special_bytes::find(bytes, self.position);
            let special = bytes.get(end).copied();
            take(&self.window[self.position..end]);
            self.position = end;
            match special {
                None if self.fill() => {}
                None | Some(b'\r' | b'\n') => return Err(self.unexpected(CLOSE)),
                Some(b'"') => {
                    self.position += 1;
                    return Ok(());
                }
                Some(b'\\') => take(self.escape()?),
                Some(_) => {
                    take(&self.window[end..end + 1]);
                    self.position += 1;
                }
            }
        }
    }

    fn escape(&mut self) -> Result<&'static str, SyntaxError> {
        if self.position + 1 == self.window.len() {
            self.fill();
        }
        let meaning = match self.window.as_bytes().get(self.position + 1) {
            Some(b'r') => "\r",
            Some(b'n') => "\n",
            Some(b't') => "\t",
            Some(b'\\') => "\\",
            Some(b'"') => "\"",
            _ => return Err(self.unexpected(r#"one of the escapes \r \n \t \\ \""#)),
        };
        self.position += 2;
        Ok(meaning)
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

    /// Returns the error for the input at `position`, where `expected` is required.
    #[cold]
    pub(super) fn unexpected(&mut self, expected: &'static str) -> SyntaxError {
        let location = self.location();
        let mut rest = self.window[self.position..].chars();
        let found = match (rest.next(), &mut self.end) {
            (Some('\\'), _) => rest.next().map_or("`\\`".into(), |next| format!("`\\{next}`")),
            (Some('\r' | '\n'), _) => "the end of the line".into(),
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

    /// Returns the current location, for an error.
    #[cold]
    pub(super) fn location(&mut self) -> TextLocation {
        if self.window.len() - self.position < 4 * EXCERPT {
            self.fill();
        }
        let line = self.window[self.position..].split(['\r', '\n']).next().unwrap_or_default();
        TextLocation { line: self.line, excerpt: line.chars().take(EXCERPT).collect() }
    }
}
