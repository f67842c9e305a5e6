//! A reader of JSON that returns one item after the other.
//!
//! The reader makes no tree of values, and skips what the caller does not want without recursion.
//! Each error has the position in bytes.

use std::ops::Range;

use crate::error::Result;
use crate::graph_executor::GraphError;

/// The maximum depth of a skipped value.
const MAX_DEPTH: usize = 128;

/// A position in a JSON text.
pub(super) struct Json<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Json<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns an error at the current position.
    #[cold]
    pub(super) fn error(&self, problem: &'static str, found: i64) -> crate::Error {
        GraphError::at("byte", self.at, problem, found)
    }

    /// Returns an error about the next character.
    #[cold]
    #[inline(never)]
    fn expected(&mut self, expected: &str) -> crate::Error {
        let found = match self.peek() {
            0 => "the end",
            _ => {
                let rest = &self.text[self.at..];
                &rest[..rest.chars().next().map_or(0, char::len_utf8)]
            }
        };
        GraphError::error(format!("byte {}", self.at), format!("expected {expected}, found {found}"))
    }

    /// Returns the next byte that is not a space, without reading it, or 0 at the end.
    fn peek(&mut self) -> u8 {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(byte) => return *byte,
                None => return 0,
            }
        }
    }

    /// Reads the byte, if it is the next one.
    fn reads(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == byte;
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a byte of the syntax.
    pub(super) fn expect(&mut self, byte: u8) -> Result<()> {
        if self.reads(byte) { Ok(()) } else { Err(self.expected((byte as char).encode_utf8(&mut [0; 4]))) }
    }

    /// Fails unless the whole text was read.
    pub(super) fn end(&mut self) -> Result<()> {
        if self.peek() == 0 && self.at == self.text.len() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// Reads the comma before the next element of a list or object, or the bracket that closes it.
    /// Returns whether there is an element. `is_first` is true before the first one.
    pub(super) fn more(&mut self, is_first: &mut bool, close: u8) -> Result<bool> {
        if self.reads(close) {
            return Ok(false);
        }
        if !*is_first && !self.reads(b',') {
            return Err(self.expected((close as char).encode_utf8(&mut [0; 4])));
        }
        *is_first = false;
        Ok(true)
    }

    /// Reads the next key of an object, if there is one, into `key`.
    pub(super) fn key(&mut self, is_first: &mut bool, key: &mut String) -> Result<bool> {
        if !self.more(is_first, b'}')? {
            return Ok(false);
        }
        key.clear();
        self.string(key)?;
        self.expect(b':')?;
        Ok(true)
    }

    /// Reads a string to the end of `into` and returns its range there.
    pub(super) fn string(&mut self, into: &mut String) -> Result<Range<usize>> {
        if !self.reads(b'"') {
            return Err(self.expected("a string"));
        }
        let start = into.len();
        loop {
            let from = self.at;
            while !matches!(self.text.as_bytes().get(self.at), Some(b'"' | b'\\') | None) {
                self.at += 1;
            }
            // Quotes and backslashes are never a part of another character.
            into.push_str(self.text.get(from..self.at).unwrap_or_default());
            match self.text.as_bytes().get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(start..into.len());
                }
                Some(_) => into.push(self.escaped()?),
                None => return Err(self.error("the string has no end", 0)),
            }
        }
    }

    /// Reads a backslash and the character that it begins.
    fn escaped(&mut self) -> Result<char> {
        let found = self.text.as_bytes().get(self.at + 1).copied().unwrap_or_default();
        let mut length = 2;
        let read = match found {
            b'"' | b'\\' | b'/' => Some(found.into()),
            b'n' => Some('\n'),
            b't' => Some('\t'),
            b'r' => Some('\r'),
            b'b' => Some('\u{8}'),
            b'f' => Some('\u{c}'),
            b'u' => {
                length = 6;
                let digits = self.text.get(self.at + 2..self.at + 6);
                let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                // TVM writes no pairs of surrogates.
                code.and_then(char::from_u32)
            }
            _ => None,
        };
        let read = read.ok_or_else(|| self.error("invalid escape sequence", 0))?;
        self.at += length;
        Ok(read)
    }

    /// Reads an integer.
    pub(super) fn integer(&mut self) -> Result<i64> {
        self.peek();
        let start = self.at;
        while matches!(self.text.as_bytes().get(self.at), Some(b'-' | b'0'..=b'9')) {
            self.at += 1;
        }
        let integer = self.text.get(start..self.at).and_then(|digits| digits.parse().ok());
        integer.ok_or_else(|| {
            self.at = start;
            self.expected("an integer")
        })
    }

    /// Reads a list of integers.
    pub(super) fn integers(&mut self, into: &mut Vec<i64>) -> Result<()> {
        self.expect(b'[')?;
        let mut is_first = true;
        while self.more(&mut is_first, b']')? {
            into.push(self.integer()?);
        }
        Ok(())
    }

    /// Skips a value of any kind. Only strings and brackets are checked.
    pub(super) fn skip(&mut self) -> Result<()> {
        let (mut open, mut depth, mut unused) = ([0; MAX_DEPTH], 0, String::new());
        loop {
            match self.peek() {
                b'"' => {
                    self.string(&mut unused)?;
                }
                bracket @ (b'[' | b'{') => {
                    let Some(slot) = open.get_mut(depth) else {
                        return Err(self.error("the value is too deep", 0));
                    };
                    // The closing bracket is two after the opening one.
                    *slot = bracket + 2;
                    (self.at, depth) = (self.at + 1, depth + 1);
                }
                bracket @ (b']' | b'}') if depth > 0 => {
                    if bracket != open[depth - 1] {
                        return Err(self.expected("another bracket"));
                    }
                    (self.at, depth) = (self.at + 1, depth - 1);
                }
                b',' | b':' if depth > 0 => self.at += 1,
                b'-' | b'0'..=b'9' | b'a'..=b'z' => {
                    let is_of_word =
                        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
                    while self.text.as_bytes().get(self.at).is_some_and(is_of_word) {
                        self.at += 1;
                    }
                }
                _ => return Err(self.expected("a value")),
            }
            unused.clear();
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_order() {
        let mut json = Json::new(" { \"a\\n\\u0041é\" : [1, -2,3], \"b\": {\"c\": [true, {}, 1.5e+3]} } ");
        let (mut keys, mut numbers) = (Vec::new(), Vec::new());
        let (mut is_first, mut key) = (true, String::new());
        json.expect(b'{').unwrap();
        while json.key(&mut is_first, &mut key).unwrap() {
            keys.push(key.clone());
            if key == "b" { json.skip().unwrap() } else { json.integers(&mut numbers).unwrap() }
        }
        json.end().unwrap();
        assert_eq!((keys, numbers), (vec!["a\nAé".into(), "b".to_owned()], vec![1, -2, 3]));
    }

    #[test]
    fn an_error_has_the_position() {
        let skipped = |text| {
            let mut json = Json::new(text);
            json.skip().and_then(|()| json.end()).unwrap_err().message().to_owned()
        };
        for (text, error) in [
            ("", "graph, byte 0: expected a value, found the end"),
            ("[1, 2", "graph, byte 5: expected a value, found the end"),
            ("[1}", "graph, byte 2: expected another bracket, found }"),
            ("[] []", "graph, byte 3: expected the end, found ["),
            ("\"a", "graph, byte 2: the string has no end"),
            ("\"\\q\"", "graph, byte 1: invalid escape sequence"),
            ("\"\\ud800\"", "graph, byte 1: invalid escape sequence"),
            ("\"\\u00é\"", "graph, byte 1: invalid escape sequence"),
            ("é", "graph, byte 0: expected a value, found é"),
            ("\0", "graph, byte 0: expected a value, found the end"),
        ] {
            assert_eq!(skipped(text), error);
        }
        assert!(skipped(&"[".repeat(1_000_000)).contains("too deep"));
        assert!(Json::new("99999999999999999999").integer().is_err());
        assert!(Json::new("[1,]").integers(&mut Vec::new()).is_err());
    }
}
