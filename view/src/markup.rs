//! Text in HTML and XML.

/// A text within an element. What XML has no place for is shown as `�`.
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

/// The start of a text, with `…` if there is more.
pub(crate) fn start(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// The start of a text, in quotes.
pub(crate) fn quoted(text: &str, length: usize) -> String {
    format!("{:?}", start(text, length))
}

/// A number with its digits in groups of three.
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
