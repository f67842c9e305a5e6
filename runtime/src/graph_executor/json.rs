//! A reader of JSON that calls back for each element of a list or object.
//!
//! The reader makes no tree of values, and skips what the caller does not want without recursion.
//! Each error has the position in bytes.

use crate::graph_executor::GraphError;

type Result<T> = std::result::Result<T, GraphError>;

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
    pub(super) fn error(&self, problem: impl Into<String>) -> GraphError {
        GraphError::new(format!("byte {}", self.at), problem)
    }

    /// Returns the next byte that is not a space, without reading it.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        let spaces = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        self.at += spaces;
        rest.get(spaces).copied()
    }

    /// Reads the byte, if it is the next one.
    fn reads(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8) -> Result<()> {
        if self.reads(byte) { Ok(()) } else { Err(self.expected(&format!("`{}`", byte as char))) }
    }

    fn expected(&mut self, expected: &str) -> GraphError {
        let found = match self.peek() {
            Some(_) => format!("`{}`", self.text[self.at..].chars().next().unwrap_or_default()),
            None => "the end".into(),
        };
        self.error(format!("expected {expected}, found {found}"))
    }

    /// Fails unless the whole text was read.
    pub(super) fn end(&mut self) -> Result<()> {
        if self.peek().is_none() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// Reads a list and calls `element` at each element.
    pub(super) fn list(&mut self, element: &mut dyn FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.expect(b'[')?;
        if self.reads(b']') {
            return Ok(());
        }
        loop {
            element(self)?;
            if !self.reads(b',') {
                return self.expect(b']');
            }
        }
    }

    /// Reads an object and calls `member` with each key, at its value.
    pub(super) fn object(&mut self, member: &mut dyn FnMut(&mut Self, &str) -> Result<()>) -> Result<()> {
        self.expect(b'{')?;
        if self.reads(b'}') {
            return Ok(());
        }
        loop {
            let key = self.string()?;
            self.expect(b':')?;
            member(self, &key)?;
            if !self.reads(b',') {
                return self.expect(b'}');
            }
        }
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Result<String> {
        if !self.reads(b'"') {
            return Err(self.expected("a string"));
        }
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(end) = rest.find(['"', '\\']) else {
                return Err(self.error("the string has no end"));
            };
            string.push_str(&rest[..end]);
            self.at += end + 1;
            if rest.as_bytes()[end] == b'"' {
                return Ok(string);
            }
            string.push(self.escaped()?);
        }
    }

    /// Reads a character after a backslash.
    fn escaped(&mut self) -> Result<char> {
        let found = self.text.as_bytes().get(self.at).copied();
        self.at += 1;
        Ok(match found {
            Some(same @ (b'"' | b'\\' | b'/')) => same as char,
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'u') => {
                let digits = self.text.get(self.at..self.at + 4);
                let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                // Names of a graph are ASCII, so a pair of surrogates needs no support.
                let read = code.and_then(char::from_u32);
                self.at += if read.is_some() { 4 } else { 0 };
                return read.ok_or_else(|| self.error("expected four digits of a character"));
            }
            _ => {
                self.at -= 1;
                return Err(self.error("unknown escape sequence"));
            }
        })
    }

    /// Reads an integer.
    pub(super) fn integer(&mut self) -> Result<i64> {
        self.peek();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
        let Ok(integer) = rest[..end].parse() else { return Err(self.expected("an integer")) };
        self.at += end;
        Ok(integer)
    }

    /// Reads a number that counts or numbers something.
    pub(super) fn index(&mut self) -> Result<usize> {
        let before = self.at;
        let integer = self.integer()?;
        usize::try_from(integer).map_err(|_| {
            self.at = before;
            self.error(format!("expected an index, found {integer}"))
        })
    }

    /// Skips a value of any kind. Only strings and brackets are checked.
    pub(super) fn skip(&mut self) -> Result<()> {
        let mut open = Vec::new();
        loop {
            match self.peek() {
                Some(b'"') => drop(self.string()?),
                Some(bracket @ (b'[' | b'{')) if open.len() < MAX_DEPTH => {
                    self.at += 1;
                    // The closing bracket is two after the opening one.
                    open.push(bracket + 2);
                }
                Some(b'[' | b'{') => return Err(self.error("the value is too deep")),
                Some(b']' | b'}' | b',' | b':') | None if open.is_empty() => {
                    return Err(self.expected("a value"));
                }
                Some(bracket @ (b']' | b'}')) => {
                    let expected = open.pop().unwrap_or_default();
                    if bracket != expected {
                        return Err(self.expected(&format!("`{}`", expected as char)));
                    }
                    self.at += 1;
                }
                Some(b',' | b':') => self.at += 1,
                Some(_) => self.skip_word()?,
                None => return Err(self.expected("a value")),
            }
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Skips a number or a word such as `true`.
    fn skip_word(&mut self) -> Result<()> {
        let rest = &self.text[self.at..];
        let is_of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
        let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.expected("a value"));
        }
        self.at += end;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_order() {
        let mut json = Json::new(" { \"a\\n\\u0041\" : [1, -2,3], \"b\": {\"c\": [true, {}, 1.5e+3]} } ");
        let (mut keys, mut numbers) = (Vec::new(), Vec::new());
        json.object(&mut |json, key| {
            keys.push(key.to_owned());
            if key == "b" {
                return json.skip();
            }
            json.list(&mut |json| {
                numbers.push(json.integer()?);
                Ok(())
            })
        })
        .unwrap();
        json.end().unwrap();
        assert_eq!((keys, numbers), (vec!["a\nA".into(), "b".to_owned()], vec![1, -2, 3]));
    }

    #[test]
    fn an_error_has_the_position() {
        let skipped = |text| {
            let mut json = Json::new(text);
            json.skip().and_then(|()| json.end()).unwrap_err().to_string()
        };
        for (text, error) in [
            ("", "graph, byte 0: expected a value, found the end"),
            ("[1, 2", "graph, byte 5: expected a value, found the end"),
            ("[1}", "graph, byte 2: expected `]`, found `}`"),
            ("[] []", "graph, byte 3: expected the end, found `[`"),
            ("\"a", "graph, byte 1: the string has no end"),
            ("\"\\q\"", "graph, byte 2: unknown escape sequence"),
            ("\"\\ud800\"", "graph, byte 3: expected four digits of a character"),
            ("é", "graph, byte 0: expected a value, found `é`"),
        ] {
            assert_eq!(skipped(text), error);
        }
        assert!(skipped(&"[".repeat(1_000_000)).contains("too deep"));
        assert_eq!(
            Json::new("-1").index().unwrap_err().to_string(),
            "graph, byte 0: expected an index, found -1"
        );
        assert!(Json::new("99999999999999999999").integer().is_err());
    }
}
