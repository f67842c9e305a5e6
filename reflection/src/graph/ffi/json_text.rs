//! JSON values that are kept as text.

use std::io::Read;

use super::writer::escape;
use crate::graph::input::Input;
use crate::graph::syntax_error::SyntaxError;

/// Reads any JSON value and appends it to `text` as the writer of tvm-ffi prints it: without
/// blanks, numbers as written. Takes constant stack space.
///
/// # Errors
/// If the input is not a JSON value.
pub(super) fn read<R: Read>(input: &mut Input<R>, text: &mut String) -> Result<(), SyntaxError> {
    // The closing bytes of the open arrays and objects.
    let mut open: Vec<u8> = Vec::new();
    let mut first = false;
    let mut string = String::new();
    loop {
        let opened = match input.token() {
            Some(b'[') => Some((b'[', b']')),
            Some(b'{') => Some((b'{', b'}')),
            Some(b'"') => {
                string.clear();
                input.string_onto(&mut string)?;
                quoted(&string, text);
                None
            }
            _ => {
                input.literal_onto(text)?;
                None
            }
        };
        if let Some((begin, close)) = opened {
            input.expect(begin, "a value")?;
            text.push(char::from(begin));
            open.push(close);
            first = true;
        }
        // Close what is complete, up to the next value.
        loop {
            let Some(close) = open.last().copied() else { return Ok(()) };
            let is_first = first;
            if input.item(&mut first, close)? {
                if !is_first {
                    text.push(',');
                }
                if close == b'}' {
                    string.clear();
                    input.string_onto(&mut string)?;
                    quoted(&string, text);
                    input.expect(b':', "`:`")?;
                    text.push(':');
                }
                break;
            }
            text.push(char::from(close));
            open.pop();
            first = false;
        }
    }
}

fn quoted(string: &str, text: &mut String) {
    text.push('"');
    escape(string, |piece| text.push_str(piece));
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(json: &str) -> Result<String, SyntaxError> {
        let mut text = String::new();
        read(&mut Input::new(json.as_bytes()), &mut text)?;
        Ok(text)
    }

    #[test]
    fn values_are_kept_without_blanks() {
        let json = r#"{"a":[1,2.50,null,{"b":"c\/d"},[],{}],"m":true,"n":NaN}"#;
        assert_eq!(text(json).unwrap(), json);
        assert_eq!(text(" [ 1 , { \"a\" : 2 } ] ").unwrap(), r#"[1,{"a":2}]"#);
        assert_eq!(text("\"x\"").unwrap(), "\"x\"");
        for bad in ["", "[", "[1", "[1,]", "{\"a\"}", "{1:2}", "[}", "{\"a\":}", "nul", "[1 2]"] {
            assert!(text(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let depth = 1_000_000;
        let json = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(text(&json).unwrap(), json);
        assert!(text(&json[..depth]).is_err());
    }
}
