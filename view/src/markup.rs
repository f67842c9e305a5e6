//! Strings in HTML and XML.

/// Escapes a string for the content of an element. Characters that XML does not allow become `�`.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '\t' | '\n' | '\r' => safe.push(character),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(character),
        }
    }
    safe
}

/// Returns at most `length` characters of a string, followed by `…` if the string is truncated.
pub(crate) fn start(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// Returns the start of a string in quotes.
pub(crate) fn quoted(text: &str, length: usize) -> String {
    format!("{:?}", start(text, length))
}

/// Formats a number with its digits in groups of three.
///
/// ```
/// assert_eq!(objet_view::grouped(1234567), "1,234,567");
/// ```
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
