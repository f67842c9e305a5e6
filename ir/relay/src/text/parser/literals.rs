//! Numbers and strings.

use objet::prelude::*;
use objet::tensor::nearest_f16;
use objet_ir::expr::{FloatImm, IntImm};

use super::Parser;
use super::error::Failed;
use super::token::Kind;

/// A number of the text, with its data type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Int(DataType, i64),
    Float(DataType, f64),
}

impl Number {
    /// Returns the number as a scalar tensor.
    pub(super) fn to_tensor(self) -> Option<NDArray> {
        let tensor = match self {
            Self::Int(dtype, value) => match (dtype.is_uint(), dtype.bits) {
                (false, 8) => NDArray::from_slice(&[], &[i8::try_from(value).ok()?]),
                (false, 16) => NDArray::from_slice(&[], &[i16::try_from(value).ok()?]),
                (false, 32) => NDArray::from_slice(&[], &[i32::try_from(value).ok()?]),
                (false, _) => NDArray::from_slice(&[], &[value]),
                (true, 1) => NDArray::from_bytes(&[], dtype, &[u8::from(value != 0)]),
                (true, 8) => NDArray::from_slice(&[], &[u8::try_from(value).ok()?]),
                (true, 16) => NDArray::from_slice(&[], &[u16::try_from(value).ok()?]),
                (true, 32) => NDArray::from_slice(&[], &[u32::try_from(value).ok()?]),
                (true, _) => NDArray::from_slice(&[], &[u64::try_from(value).ok()?]),
            },
            Self::Float(dtype, value) => match dtype.bits {
                16 => NDArray::from_bytes(&[], dtype, &nearest_f16(value).to_ne_bytes()),
                64 => NDArray::from_slice(&[], &[value]),
                _ => NDArray::from_slice(&[], &[value as f32]),
            },
        };
        tensor.ok()
    }

    /// Returns the number as a constant of attributes.
    pub(super) fn to_object(self) -> Option<ObjectRef> {
        match self {
            Self::Int(dtype, value) if dtype == DataType::int(32) => {
                Some(IntImm::from(i32::try_from(value).ok()?).upcast())
            }
            Self::Int(dtype, value) => Some(IntImm::new(dtype, value, None).ok()?.upcast()),
            Self::Float(dtype, value) => Some(FloatImm::new(dtype, value, None).ok()?.upcast()),
        }
    }
}

impl Parser<'_> {
    /// Whether a number begins here.
    pub(super) fn is_at_number(&self) -> bool {
        matches!(self.cursor.kind(), Kind::Integer | Kind::Float | Kind::True | Kind::False | Kind::Minus)
    }

    /// Parses a number or a truth value. Any number of minus signs may precede a number.
    pub(super) fn number(&mut self) -> Result<Number, Failed> {
        let first = self.cursor.position();
        let mut is_negative = false;
        while self.cursor.accept(Kind::Minus) {
            is_negative = !is_negative;
        }
        let index = self.cursor.position();
        let text = self.cursor.text_at(index);
        let number = match self.cursor.kind() {
            Kind::True | Kind::False if index == first => {
                Some(Number::Int(DataType::BOOL, i64::from(self.cursor.kind() == Kind::True)))
            }
            Kind::Integer => integer(text, is_negative),
            Kind::Float => float(text, is_negative),
            _ => return Err(self.cursor.expected("a number")),
        };
        self.cursor.advance();
        number.ok_or_else(|| self.cursor.error(index, format!("the number {text} does not fit its type")))
    }

    /// Parses a string.
    pub(super) fn string(&mut self) -> Result<String, Failed> {
        let index = self.cursor.expect(Kind::String)?;
        let text = self.cursor.text_at(index);
        let content = text.get(1..text.len() - 1).unwrap_or_default();
        if !content.contains('\\') {
            return Ok(content.into());
        }
        unescaped(content).ok_or_else(|| {
            let message = r#"the string has an unknown escape: use \" \\ \' \n \r \t or \x with two digits"#;
            self.cursor.error(index, message.into())
        })
    }
}

/// Returns an integer with its suffix. Without a suffix, it has 32 bits if it fits in them, and
/// otherwise 64.
fn integer(text: &str, is_negative: bool) -> Option<Number> {
    let digits = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    let (digits, suffix) = text.split_at(digits);
    let magnitude: i128 = digits.parse().ok()?;
    let value = i64::try_from(if is_negative { -magnitude } else { magnitude }).ok()?;
    let dtype = match suffix.as_bytes() {
        [] if i32::try_from(value).is_ok() => DataType::int(32),
        [] | [b' ', ..] => DataType::int(64),
        [kind, bits @ ..] => {
            let bits = std::str::from_utf8(bits).ok()?.parse().ok()?;
            let dtype = if *kind == b'i' { DataType::int(bits) } else { DataType::uint(bits) };
            Number::Int(dtype, value).to_tensor()?;
            dtype
        }
    };
    Some(Number::Int(dtype, value))
}

/// Returns a float with its suffix. Without a number of bits, it has 32.
fn float(text: &str, is_negative: bool) -> Option<Number> {
    let (number, bits) = match text.char_indices().skip(3).find(|(_, character)| *character == 'f') {
        // The first letter of `inf` is no suffix.
        Some((at, _)) if text.starts_with(['i', 'n']) => (&text[..at], &text[at + 1..]),
        _ => text.split_once('f').unwrap_or((text, "")),
    };
    let bits = if bits.is_empty() { 32 } else { bits.parse().ok()? };
    let value: f64 = number.parse().ok()?;
    Some(Number::Float(DataType::float(bits), if is_negative { -value } else { value }))
}

/// Replaces the escapes of a string. `\x41` is a byte of UTF-8.
fn unescaped(content: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(content.len());
    let mut rest = content.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                escaped @ (b'\\' | b'"' | b'\'') => escaped,
                b'x' => {
                    let mut digit = || char::from(rest.next()?).to_digit(16);
                    u8::try_from(16 * digit()? + digit()?).ok()?
                }
                _ => return None,
            },
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}
