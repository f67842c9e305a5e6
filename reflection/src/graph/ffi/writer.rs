//! Writing of JSON, with exactly the layout of tvm-ffi's writer.

use std::fmt::Write as _;
use std::io::Write;

use objet_object::{ArgValue, FieldKind};

use crate::graph::json_writer::Output;
use crate::graph::number;
use crate::graph::special_bytes;
use crate::loaded::Loaded;
use crate::memory::Node;

/// Calls `take` with the parts of the content of a string literal.
#[inline]
pub(super) fn escape(text: &str, take: impl FnMut(&str)) {
    special_bytes::escape(text, special_bytes::find_escaped, take);
}

impl<W: Write> Output<W> {
    /// Writes a string literal.
    #[inline]
    pub(super) fn quoted(&mut self, text: &str) {
        self.raw("\"");
        escape(text, |part| self.raw(part));
        self.raw("\"");
    }

    /// Writes a list of integers.
    pub(super) fn integers(&mut self, integers: impl IntoIterator<Item = i64>) -> std::io::Result<()> {
        self.raw("[");
        for (position, integer) in integers.into_iter().enumerate() {
            if position > 0 {
                self.raw(",");
            }
            match u32::try_from(integer) {
                Ok(index) => self.index(index),
                Err(_) => self.integer(integer),
            }
            self.spill()?;
        }
        self.raw("]");
        Ok(())
    }

    /// Writes a float. Integers below 2^53 end with `.0`, other numbers have the format `%.17g`.
    pub(super) fn float(&mut self, number: f64) {
        const EXACT: f64 = (1_u64 << 53) as f64;
        if number.is_nan() {
            self.raw("NaN");
        } else if number.is_infinite() {
            self.raw(if number > 0.0 { "Infinity" } else { "-Infinity" });
        } else if number.abs() < EXACT && number.trunc() == number {
            if number.is_sign_negative() {
                self.raw("-");
            }
            self.integer(number.abs() as u64);
            self.raw(".0");
        } else {
            number::write_f64(number, &mut self.buffer);
        }
    }
}

/// Writes the value of a field that is not the index of a node. `buffer` is for the strings of data
/// types.
pub(super) fn field_value<W: Write>(
    out: &mut Output<W>,
    buffer: &mut String,
    node: Node<'_>,
    position: usize,
    loaded: &Loaded,
) {
    match node.value(position, loaded) {
        Ok(ArgValue::Int(number))
            if matches!(node.reflection().fields()[position].kind(), FieldKind::Bool) =>
        {
            out.raw(if number == 0 { "false" } else { "true" });
        }
        Ok(ArgValue::Int(number)) => match u32::try_from(number) {
            Ok(number) => out.index(number),
            Err(_) => out.integer(number),
        },
        Err(number) => out.integer(number),
        Ok(ArgValue::Float(number)) => out.float(number),
        Ok(ArgValue::DataType(dtype)) => {
            buffer.clear();
            // Writing to a `String` cannot fail.
            let _ = write!(buffer, "{dtype}");
            out.quoted(buffer);
        }
        Ok(_) => unreachable!("every other field has a number"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_as_by_tvm_ffi() {
        let mut text = String::new();
        escape("a\tb\u{1}\u{7f}\u{2028}😀/\\\"\u{8}\u{c}\r\n", |part| text.push_str(part));
        assert_eq!(text, "a\\tb\\u0001\\u007f\u{2028}😀\\/\\\\\\\"\\b\\f\\r\\n");
    }

    #[test]
    fn floats_print_as_by_tvm_ffi() {
        for (number, expected) in [
            (2.5, "2.5"),
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (100.0, "100.0"),
            (1e15, "1000000000000000.0"),
            (9007199254740991.0, "9007199254740991.0"),
            (9007199254740992.0, "9007199254740992"),
            (1e16, "10000000000000000"),
            (1e17, "1e+17"),
            (-1e-10, "-1e-10"),
            (1e-5, "1.0000000000000001e-05"),
            (0.1, "0.10000000000000001"),
            (5e-324, "4.9406564584124654e-324"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            let mut out = Output::new(Vec::new());
            out.float(number);
            assert_eq!(String::from_utf8(out.buffer).unwrap(), expected);
        }
    }
}
