//! The JSON text of scalars, and of lists and options of scalars.
//!
//! Integers are exact. A float has the shortest text that reads back, or is the string `"NaN"`,
//! `"Infinity"` or `"-Infinity"`. An enum is its number, or its name in plain JSON; both are read.
//! Characters and data types are strings.

use std::fmt::Write;

use objet_object::__private::Element;
use objet_object::{ArgValue, FieldKind, ValueError};

use crate::memory::FieldArg;

/// The largest number of lists and objects inside each other that all parsers of JSON read.
pub(crate) const MAX_DEPTH: usize = 127;

/// Appends a value without references. `kind` selects the digits of a float.
pub(crate) fn write(value: FieldArg<'_>, kind: FieldKind, out: &mut String) {
    let value = match value {
        Ok(value) => value,
        Err(number) => return out.push_str(itoa::Buffer::new().format(number)),
    };
    // Writing to a `String` cannot fail.
    let _ = match value {
        ArgValue::Int(number) if matches!(kind, FieldKind::Bool) => write!(out, "{}", number != 0),
        ArgValue::Int(number) => {
            out.push_str(itoa::Buffer::new().format(number));
            Ok(())
        }
        ArgValue::Float(number) if !number.is_finite() => {
            out.push_str(match number {
                f64::INFINITY => "\"Infinity\"",
                f64::NEG_INFINITY => "\"-Infinity\"",
                _ => "\"NaN\"",
            });
            Ok(())
        }
        ArgValue::Float(number) if matches!(kind, FieldKind::F32) => write!(out, "{:?}", number as f32),
        ArgValue::Float(number) => write!(out, "{number:?}"),
        ArgValue::Str(text) => {
            write_string(text, out);
            Ok(())
        }
        ArgValue::DataType(dtype) => write!(out, "\"{dtype}\""),
        _ => {
            out.push_str("null");
            Ok(())
        }
    };
}

/// Works like [`write`], but appends the names of enums.
#[cfg(feature = "serde")]
pub(crate) fn write_named(value: FieldArg<'_>, kind: FieldKind, out: &mut String) {
    let name = match (value, kind) {
        (Ok(ArgValue::Int(number)), FieldKind::Enum(declared)) => declared.variant(number),
        _ => None,
    };
    match name {
        Some(name) => write_string(name, out),
        None => write(value, kind, out),
    }
}

/// Returns a number, a truth value or null as JSON text. JSON has no numbers for NaN and
/// infinities, which are strings.
pub(crate) fn json_literal(literal: &str) -> &str {
    match literal {
        "NaN" => "\"NaN\"",
        "Infinity" => "\"Infinity\"",
        "-Infinity" => "\"-Infinity\"",
        _ => literal,
    }
}

/// Appends a string literal.
pub(crate) fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    while let Some(position) = rest.find(|character: char| matches!(character, '"' | '\\' | '\0'..='\x1f')) {
        out.push_str(&rest[..position]);
        // The character is ASCII, so it has one byte.
        match rest.as_bytes()[position] {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            byte => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{byte:04x}");
            }
        }
        rest = &rest[position + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

/// The content of a text, which depends on the kind of the field.
pub(crate) enum Value<'a> {
    /// The elements of a list or of an option.
    Elements(Elements<'a>),
    /// A scalar.
    Scalar(Element),
    /// The text itself, which the type of the field reads.
    Text(&'a str),
}

/// Reads the text of a field that is not a reference.
///
/// # Errors
/// If the text is not that of a scalar of the kind. Errors in elements occur when they are read.
pub(crate) fn read(kind: FieldKind, text: &str) -> Result<Value<'_>, ValueError> {
    Ok(match kind {
        FieldKind::List(list) => Value::Elements(Elements::of_list(list.element, text)),
        FieldKind::Optional(option) => Value::Elements(Elements::of_option(option.element, text)),
        FieldKind::Custom(_) => Value::Text(text),
        kind => {
            let mut reader = Elements::of_option(kind, text);
            let scalar = reader.scalar()?;
            reader.end()?;
            Value::Scalar(scalar)
        }
    })
}

/// The elements in the text of a list, or the value in the text of an option. The elements are read
/// one at a time.
pub(crate) struct Elements<'a> {
    /// The kind of the elements.
    kind: FieldKind,
    text: &'a str,
    at: usize,
    state: State,
}

/// The part of the text that comes next.
enum State {
    List,
    /// A separator and an element, or the end of the list.
    Next,
    Option,
    /// Nothing: the text has ended, or is invalid.
    End,
}

impl<'a> Elements<'a> {
    /// Creates a reader of the text of a list.
    fn of_list(kind: FieldKind, text: &'a str) -> Self {
        Self { kind, text, at: 0, state: State::List }
    }

    /// Creates a reader of the text of an option.
    fn of_option(kind: FieldKind, text: &'a str) -> Self {
        Self { kind, text, at: 0, state: State::Option }
    }

    fn skip_blanks(&mut self) {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        self.at += self.text.as_bytes()[self.at..].iter().take_while(|byte| blank(byte)).count();
    }

    /// Skips blanks and this byte, if it is next.
    fn skip(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let is_next = self.text.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expected(&self, expected: &str) -> ValueError {
        let mut rest = self.text[self.at..].chars();
        let found: String = rest.by_ref().take(20).collect();
        let found = match (found.as_str(), rest.next()) {
            ("", _) => "the end of the text".into(),
            (found, None) => format!("{found:?}"),
            (found, Some(_)) => format!("{found:?}…"),
        };
        ValueError::Text { reason: format!("column {}: expected {expected}, found {found}", self.at + 1) }
    }

    fn step(&mut self) -> Result<Option<Element>, ValueError> {
        match std::mem::replace(&mut self.state, State::End) {
            State::End => Ok(None),
            State::Option => {
                self.skip_blanks();
                let is_null = self.text[self.at..].starts_with("null");
                self.at += if is_null { 4 } else { 0 };
                let value = if is_null { None } else { Some(self.scalar()?) };
                self.end().map(|()| value)
            }
            State::List => {
                if !self.skip(b'[') {
                    return Err(self.expected("a list"));
                }
                self.element(true)
            }
            State::Next => self.element(false),
        }
    }

    fn element(&mut self, is_first: bool) -> Result<Option<Element>, ValueError> {
        if self.skip(b']') {
            return self.end().map(|()| None);
        }
        if !is_first && !self.skip(b',') {
            return Err(self.expected("`,` or `]`"));
        }
        let element = self.scalar()?;
        self.state = State::Next;
        Ok(Some(element))
    }

    fn end(&mut self) -> Result<(), ValueError> {
        self.skip_blanks();
        if self.at == self.text.len() { Ok(()) } else { Err(self.expected("the end of the text")) }
    }

    fn scalar(&mut self) -> Result<Element, ValueError> {
        self.skip_blanks();
        Ok(Element::Value(match self.kind {
            FieldKind::Enum(_) if self.text[self.at..].starts_with('"') => self.string()?.into(),
            FieldKind::Int(_) | FieldKind::Enum(_) => return self.integer(),
            FieldKind::F32 | FieldKind::F64 => self.float()?.into(),
            FieldKind::Bool => {
                let word = self.word();
                let truth = word.parse::<bool>().map_err(|_| self.expected("`true` or `false`"))?;
                self.at += word.len();
                truth.into()
            }
            _ => self.string()?.into(),
        }))
    }

    /// Returns the next characters up to a blank or a separator, without skipping them.
    fn word(&self) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find([',', ']', ' ', '\n', '\r', '\t']);
        &rest[..end.unwrap_or(rest.len())]
    }

    fn integer(&mut self) -> Result<Element, ValueError> {
        let word = self.word();
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.expected("an integer"));
        }
        let element = match (word.parse::<i64>(), word.parse::<u64>()) {
            (Ok(number), _) => Element::Value(number.into()),
            (_, Ok(number)) => Element::Unsigned(number),
            _ => return Err(self.expected("an integer of at most 64 bits")),
        };
        self.at += word.len();
        Ok(element)
    }

    fn float(&mut self) -> Result<f64, ValueError> {
        let word = self.word();
        let number = match word {
            "\"NaN\"" => f64::NAN,
            "\"Infinity\"" => f64::INFINITY,
            "\"-Infinity\"" => f64::NEG_INFINITY,
            word if word
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')) =>
            {
                let number = match self.kind {
                    // Rounding to `f64` first could round twice.
                    FieldKind::F32 => word.parse::<f32>().map(f64::from),
                    _ => word.parse::<f64>(),
                };
                number.ok().filter(|number| number.is_finite()).ok_or_else(|| self.expected("a number"))?
            }
            _ => return Err(self.expected("a number")),
        };
        self.at += word.len();
        Ok(number)
    }

    fn string(&mut self) -> Result<String, ValueError> {
        if !self.skip(b'"') {
            return Err(self.expected("a string"));
        }
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(special) = rest.find(['"', '\\']) else { return Err(self.expected("`\"`")) };
            string.push_str(&rest[..special]);
            self.at += special;
            if rest.as_bytes()[special] == b'"' {
                self.at += 1;
                return Ok(string);
            }
            string.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, ValueError> {
        let bytes = self.text.as_bytes();
        let (character, length) = match bytes.get(self.at + 1) {
            Some(b'n') => ('\n', 2),
            Some(b'r') => ('\r', 2),
            Some(b't') => ('\t', 2),
            Some(b'b') => ('\u{8}', 2),
            Some(b'f') => ('\u{c}', 2),
            Some(b'u') => self.unicode().ok_or_else(|| self.expected("a Unicode escape"))?,
            Some(byte @ (b'"' | b'\\' | b'/')) => (char::from(*byte), 2),
            _ => return Err(self.expected("an escape sequence")),
        };
        self.at += length;
        Ok(character)
    }

    /// Returns the character of the escape at the current position, and the length of the escape. A
    /// character above U+FFFF has two escapes, a surrogate pair.
    fn unicode(&self) -> Option<(char, usize)> {
        let unit = |at: usize| {
            let digits = self.text.get(at..)?.strip_prefix("\\u")?.get(..4)?;
            let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            if is_hex { u16::from_str_radix(digits, 16).ok() } else { None }
        };
        let first = unit(self.at)?;
        if let Some(character) = char::from_u32(first.into()) {
            return Some((character, 6));
        }
        let pair = [first, unit(self.at + 6)?];
        let character = char::decode_utf16(pair).next()?.ok()?;
        Some((character, 12))
    }
}

impl Iterator for Elements<'_> {
    type Item = Result<Element, ValueError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.step().transpose()
    }
}

#[cfg(test)]
mod tests {
    use objet_object::FieldType;
    use proptest::prelude::*;

    use super::*;

    fn read<T: FieldType>(text: &str) -> Result<T, ValueError> {
        match super::read(T::KIND, text)? {
            Value::Elements(mut elements) => T::from_elements(&mut elements).unwrap(),
            Value::Scalar(Element::Value(value)) => T::from_value(value.as_arg()),
            Value::Scalar(Element::Unsigned(number)) => Ok(T::from_u64(number).unwrap()),
            Value::Text(_) => panic!("no type of this crate reads its own text"),
        }
    }

    fn message<T: FieldType + std::fmt::Debug>(text: &str) -> String {
        read::<T>(text).unwrap_err().to_string()
    }

    #[test]
    fn invalid_texts_are_errors() {
        for (text, expected) in [
            ("", "column 1: expected a list, found the end of the text"),
            ("[", "column 2: expected an integer, found the end of the text"),
            ("[1", "column 3: expected `,` or `]`, found the end of the text"),
            ("[1,]", "column 4: expected an integer, found \"]\""),
            ("[1 2]", "column 4: expected `,` or `]`, found \"2]\""),
            ("[1] x", "column 5: expected the end of the text, found \"x\""),
            ("[1.5]", "column 2: expected an integer, found \"1.5]\""),
            ("[null]", "column 2: expected an integer, found \"null]\""),
            ("[300]", "element 0: expected u8, found 300, which it cannot hold"),
            ("[1, -1]", "element 1: expected u8, found -1, which it cannot hold"),
        ] {
            assert_eq!(message::<Vec<u8>>(text), expected, "{text}");
        }
        assert_eq!(message::<[u8; 2]>("[1]"), "wrong number of elements: expected 2, found 1");
        assert!(message::<Vec<u64>>("[18446744073709551616]").contains("at most 64 bits"));
        assert!(message::<Vec<i64>>("[9223372036854775808]").contains("cannot hold"));
        assert!(message::<Vec<f64>>("[1e999]").contains("expected a number"));
        assert!(message::<Vec<f32>>("[1e39]").contains("expected a number"));
        for text in
            [r#"["x]"#, r#"["\x"]"#, r#"["\ud800"]"#, r#"["\ud800\u0041"]"#, r#"["\u00"#, r#"["\u+041"]"#]
        {
            assert!(read::<Vec<String>>(text).is_err(), "{text}");
        }
        assert!(read::<Option<bool>>("1").is_err() && read::<Option<bool>>("true false").is_err());
        assert!(read::<Option<bool>>("").is_err() && read::<Option<char>>("\"ab\"").is_err());
    }

    #[test]
    fn other_writers_are_understood() {
        assert_eq!(read::<Vec<f64>>(" [ 1 ,-2.5e+1,\n\"NaN\"] ").unwrap()[..2], [1.0, -25.0]);
        assert_eq!(
            read::<Vec<String>>(r#"["\u0041\ud83d\ude00\/\b\f", ""]"#),
            Ok(vec!["A😀/\u{8}\u{c}".into(), String::new()])
        );
        assert_eq!(read::<Option<char>>(" null "), Ok(None));
        assert_eq!(read::<Vec<u64>>("[18446744073709551615]"), Ok(vec![u64::MAX]));
    }

    proptest! {
        #[test]
        fn strings_come_back(strings in prop::collection::vec(any::<String>(), 0..4)) {
            let mut text = String::from("[");
            for (index, string) in strings.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                write_string(string, &mut text);
            }
            text.push(']');
            prop_assert_eq!(read::<Vec<String>>(&text), Ok(strings));
        }

        #[test]
        fn floats_come_back(wide in any::<u64>(), narrow in any::<u32>()) {
            let (wide, narrow) = (f64::from_bits(wide), f32::from_bits(narrow));
            let mut text = String::new();
            write(Ok(wide.into()), FieldKind::F64, &mut text);
            let back = read::<Option<f64>>(&text).unwrap().unwrap();
            prop_assert!(back.to_bits() == wide.to_bits() || back.is_nan() && wide.is_nan(), "{}", text);
            let mut text = String::new();
            write(Ok(narrow.into()), FieldKind::F32, &mut text);
            let back = read::<Option<f32>>(&text).unwrap().unwrap();
            prop_assert!(back.to_bits() == narrow.to_bits() || back.is_nan() && narrow.is_nan(), "{}", text);
        }

        #[test]
        fn no_text_panics(text in r#"[\[\],"\\u0-9a-fNn +.é-]{0,16}"#) {
            let _ = (read::<Vec<String>>(&text), read::<Vec<f64>>(&text), read::<Option<i64>>(&text));
        }
    }
}
