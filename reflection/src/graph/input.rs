//! The tokens of JSON as graphs use it, read from any source in one pass.

use std::io::{self, Read};

use super::special_bytes;
use super::syntax_error::{SyntaxError, TextPlace};

/// How much is read at a time.
const CHUNK: usize = 16 * 1024;

/// The longest excerpt of a line in an error, in characters.
const EXCERPT: usize = 63;

/// A text on its way in. Invariant: `position` is where a character of `window` begins, or its end.
pub(super) struct Input<R> {
    source: R,
    chunk: Box<[u8]>,
    /// How many bytes at the start of `chunk` are a character that the last read has cut.
    cut: usize,
    /// What was read and not yet passed, and some of what was passed.
    window: String,
    position: usize,
    line: usize,
    /// Why nothing can be read any more, once that is so.
    end: Option<End>,
    /// The last string that did not lie in `window` as it is.
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

    /// The number of the line, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Skips white space, and tells what stands behind it; `None` where the text ends or cannot be read.
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

    /// Passes white space and one byte, which `expected` describes.
    #[inline]
    pub(super) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), SyntaxError> {
        if self.token() != Some(byte) {
            return Err(self.unexpected(expected));
        }
        self.position += 1;
        Ok(())
    }

    /// Passes what stands before an item of an array or an object that is closed by `close`, and tells whether there is
    /// an item. `first` is true before the first item and becomes false.
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

    /// An unsigned number. One that is negative or does not fit is the largest.
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

    /// A string, valid until the next call.
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

    /// Appends a string.
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

    /// Hands on a string piece by piece, so that it is nowhere as a whole.
    pub(super) fn string_pieces(&mut self, take: impl FnMut(&str)) -> Result<(), SyntaxError> {
        self.expect(b'"', "a string")?;
        self.pieces(take)
    }

    /// Where the string that begins here ends, if it lies in the window and means itself.
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

    /// Reads on. Returns false, and `end` tells why, if there is nothing more.
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
                    // Never the default: so much was found valid.
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

    /// The error that something else stands here.
    #[cold]
    pub(super) fn unexpected(&mut self, expected: &'static str) -> SyntaxError {
        let place = self.place();
        let mut rest = self.window[self.position..].chars();
        let found = match (rest.next(), &mut self.end) {
            (Some('\\'), _) => rest.next().map_or("`\\`".into(), |next| format!("`\\{next}`")),
            (Some('\r' | '\n'), _) => "the end of the line".into(),
            (Some(found), _) => format!("`{found}`"),
            (None, Some(End::NotUtf8)) => return SyntaxError::NotUtf8 { place },
            (None, Some(End::Failed(error))) => {
                let source = std::mem::replace(error, io::ErrorKind::Other.into());
                return SyntaxError::Io { place, source };
            }
            (None, _) => "the end of the text".into(),
        };
        SyntaxError::Unexpected { place, expected, found }
    }

    /// This place, for an error.
    #[cold]
    pub(super) fn place(&mut self) -> TextPlace {
        if self.window.len() - self.position < 4 * EXCERPT {
            self.fill();
        }
        let line = self.window[self.position..].split(['\r', '\n']).next().unwrap_or_default();
        TextPlace { line: self.line, excerpt: line.chars().take(EXCERPT).collect() }
    }
}
