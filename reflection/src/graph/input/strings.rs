//! The strings of a source of JSON.

use std::io::Read;

use super::Input;
use crate::graph::base64_text::Decoder;
use crate::graph::special_bytes;
use crate::graph::syntax_error::SyntaxError;

impl<R: Read> Input<R> {
    /// Reads a string, which is valid until the next call.
    #[inline]
    pub(in crate::graph) fn string(&mut self) -> Result<&str, SyntaxError> {
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
    pub(in crate::graph) fn string_onto(&mut self, text: &mut String) -> Result<(), SyntaxError> {
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
    #[inline]
    pub(in crate::graph) fn string_pieces(&mut self, mut take: impl FnMut(&str)) -> Result<(), SyntaxError> {
        self.expect(b'"', "a string")?;
        match self.plain_end() {
            Some(end) => {
                take(&self.window[self.position..end]);
                self.position = end + 1;
                Ok(())
            }
            None => self.pieces(take),
        }
    }

    /// Reads a string of base64, and returns its bytes.
    pub(in crate::graph) fn base64(&mut self) -> Result<Vec<u8>, SyntaxError> {
        let mut decoder = Decoder::default();
        self.string_pieces(|piece| decoder.push(piece))?;
        decoder.finish().map_err(|source| SyntaxError::Base64 { location: self.location(), source })
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
                Some(b'\\') => take(self.escape()?.encode_utf8(&mut [0; 4])),
                Some(_) => {
                    take(&self.window[end..end + 1]);
                    self.position += 1;
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        const ESCAPES: &str = r#"one of the escapes \" \\ \/ \b \f \n \r \t \u"#;
        let meaning = match self.ahead(2).get(1) {
            Some(b'r') => '\r',
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(escaped @ (b'\\' | b'"' | b'/')) => char::from(*escaped),
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.unexpected(ESCAPES)),
        };
        self.position += 2;
        Ok(meaning)
    }

    /// Reads `\u` with four hexadecimal digits. A character above U+FFFF is a pair of such escapes.
    #[cold]
    fn unicode_escape(&mut self) -> Result<char, SyntaxError> {
        let unit = self.utf16_unit(0);
        let second = unit.filter(|unit| (0xD800..0xDC00).contains(unit)).and_then(|_| self.utf16_unit(6));
        let (units, length) = match (unit, second) {
            (Some(first), Some(second)) => (vec![first, second], 12),
            (first, _) => (first.into_iter().collect(), 6),
        };
        match char::decode_utf16(units).next() {
            Some(Ok(decoded)) => {
                self.position += length;
                Ok(decoded)
            }
            _ => Err(self.unexpected(r"four hexadecimal digits after `\u`, and surrogates in pairs")),
        }
    }

    /// Returns the UTF-16 code unit of the `\u` escape that begins `offset` bytes after `position`.
    fn utf16_unit(&mut self, offset: usize) -> Option<u16> {
        let escape = self.ahead(offset + 6).get(offset..offset + 6)?;
        let digits = escape.strip_prefix(b"\\u").filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_those_of_json() {
        let read = |text: &str| Input::new(text.as_bytes()).string().map(str::to_owned);
        let text = r#""\u00e9\/\b\f\n\r\t\"\\\ud83d\ude00!""#;
        assert_eq!(read(text).unwrap(), "é/\u{8}\u{c}\n\r\t\"\\😀!");
        for text in [r#""\ud83d""#, r#""\ude00\ud83d""#, r#""\u00g0""#, r#""\u12"#, r#""\x""#, r#""\"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
