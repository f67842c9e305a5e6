//! A fast search for the bytes that end or interrupt the plain content of a JSON string, and their
//! escapes.

const ONES: u64 = u64::from_le_bytes([0x01; 8]);
const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
const SLASHES: u64 = u64::from_le_bytes([b'/'; 8]);
const DELETES: u64 = u64::from_le_bytes([0x7F; 8]);
const BLANKS: u64 = u64::from_le_bytes([b' '; 8]);

/// Returns the position of the first quote, backslash or control character from `from` on, or the
/// length if there is none.
#[inline]
pub(super) fn find(bytes: &[u8], from: usize) -> usize {
    find_with(bytes, from, marks, |byte| matches!(byte, 0..0x20 | b'"' | b'\\'))
}

/// Whether a text has bytes that JSON can only write with escapes.
pub(super) fn has_escapes(text: &[u8]) -> bool {
    find(text, 0) < text.len()
}

/// Returns the position of the first byte from `from` on that tvm-ffi's writer escapes, or the
/// length if there is none. Besides those of [`find`], it escapes the slash and U+007F.
#[inline]
pub(super) fn find_escaped(bytes: &[u8], from: usize) -> usize {
    let marks = |word| marks(word) | (zero_byte(word ^ SLASHES) | zero_byte(word ^ DELETES)) & HIGH;
    find_with(bytes, from, marks, |byte| matches!(byte, 0..0x20 | b'"' | b'\\' | b'/' | 0x7F))
}

/// Calls `take` with the parts of the content of a string literal, in which the bytes that `find`
/// finds have escapes.
#[inline]
pub(super) fn escape(text: &str, find: impl Fn(&[u8], usize) -> usize, mut take: impl FnMut(&str)) {
    let bytes = text.as_bytes();
    let (mut copied, mut at) = (0, find(bytes, 0));
    while let Some(byte) = bytes.get(at) {
        take(&text[copied..at]);
        copied = at + 1;
        match byte {
            b'"' => take("\\\""),
            b'\\' => take("\\\\"),
            b'/' => take("\\/"),
            0x08 => take("\\b"),
            0x0C => take("\\f"),
            b'\n' => take("\\n"),
            b'\r' => take("\\r"),
            b'\t' => take("\\t"),
            byte => take(&format!("\\u{byte:04x}")),
        }
        at = find(bytes, copied);
    }
    take(&text[copied..]);
}

/// Returns the position of the first special byte from `from` on, or the length if there is none.
/// The lowest set bit of `marks` is in the first special byte of a word.
#[inline]
fn find_with(
    bytes: &[u8],
    from: usize,
    marks: impl Fn(u64) -> u64,
    is_special: impl Fn(u8) -> bool,
) -> usize {
    let mut at = from;
    while let Some(word) = word(bytes, at) {
        let found = marks(word);
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = &bytes[at.min(bytes.len())..];
    if let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) {
        // The halves overlap, and blanks fill the rest of the word.
        let half = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
        let word = half(first) | half(last) << (8 * (rest.len() - 4)) | BLANKS << (8 * rest.len());
        return match marks(word) {
            0 => bytes.len(),
            found => at + (found.trailing_zeros() / 8) as usize,
        };
    }
    rest.iter().position(|byte| is_special(*byte)).map_or(bytes.len(), |distance| at + distance)
}

/// Returns the number of leading spaces in the next eight bytes. Returns 0 if there are fewer than
/// eight bytes.
#[inline]
pub(super) fn blanks(bytes: &[u8], at: usize) -> usize {
    word(bytes, at).map_or(0, |word| ((word ^ BLANKS).trailing_zeros() / 8) as usize)
}

#[inline]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Returns a word whose lowest set bit is in the first special byte. Borrows make the bits above it
/// unreliable.
#[inline]
fn marks(word: u64) -> u64 {
    let control = word.wrapping_sub(BLANKS) & !word;
    (control | zero_byte(word ^ QUOTES) | zero_byte(word ^ BACKSLASHES)) & HIGH
}

/// Returns a word in which the first byte whose highest bit is set is the first byte that is zero.
#[inline]
fn zero_byte(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_special_byte_is_found(bytes in prop::collection::vec(prop::sample::select(b"ab !\x1f\x80\xff\"\\\n\x00#[]/\x7f~.".to_vec()), 0..40), from in 0_usize..40) {
            let from = from.min(bytes.len());
            let slow = (from..bytes.len()).find(|at| matches!(bytes[*at], 0..0x20 | b'"' | b'\\'));
            prop_assert_eq!(super::find(&bytes, from), slow.unwrap_or(bytes.len()));
            let slow = (from..bytes.len())
                .find(|at| matches!(bytes[*at], 0..0x20 | b'"' | b'\\' | b'/' | 0x7F));
            prop_assert_eq!(super::find_escaped(&bytes, from), slow.unwrap_or(bytes.len()));
        }
    }

    #[test]
    fn blanks_are_counted() {
        assert_eq!(super::blanks(b"   x    ", 0), 3);
        assert_eq!(super::blanks(b"         ", 0), 8);
        assert_eq!(super::blanks(b"   ", 0), 0);
    }
}
