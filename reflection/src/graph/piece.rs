//! Texts that a reader expects, which it compares without loops and branches.

/// A text of at most 32 bytes that is likely to follow, such as the keys of a node.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    text: [u128; 2],
    /// Which of the bytes count.
    mask: [u128; 2],
    length: usize,
}

impl Piece {
    const MAX: usize = 32;

    /// Creates the piece of these parts, unless they are too long.
    pub(super) fn new<const N: usize>(parts: [&[u8]; N]) -> Option<Self> {
        let (mut text, mut length) = ([0; Self::MAX], 0);
        for part in parts {
            text.get_mut(length..length + part.len())?.copy_from_slice(part);
            length += part.len();
        }
        let ones = |bytes: usize| match bytes {
            0..16 => (1 << (8 * bytes)) - 1,
            _ => u128::MAX,
        };
        let mask = [ones(length), ones(length.saturating_sub(16))];
        Some(Self { text: Self::halves(&text), mask, length })
    }

    /// Returns the number of bytes.
    #[inline]
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Whether the piece is at the beginning of a text.
    #[inline]
    pub(super) fn begins(&self, text: &[u8; Self::MAX]) -> bool {
        let [first, last] = Self::halves(text);
        (first ^ self.text[0]) & self.mask[0] | (last ^ self.text[1]) & self.mask[1] == 0
    }

    #[inline]
    fn halves(text: &[u8; Self::MAX]) -> [u128; 2] {
        let (halves, _) = text.as_chunks();
        [u128::from_le_bytes(halves[0]), u128::from_le_bytes(halves[1])]
    }
}

/// Returns a hash of the content of a string up to its quote, of at most 16 bytes. All bits of the
/// content have an effect on the upper bits of the hash.
#[inline]
pub(super) fn hash_of_string(content: &[u8; 16]) -> u64 {
    const ONES: u128 = u128::from_le_bytes([0x01; 16]);
    const QUOTES: u128 = u128::from_le_bytes([b'"'; 16]);
    let content = u128::from_le_bytes(*content);
    let others = content ^ QUOTES;
    // The lowest set bit is in the first quote.
    let quotes = others.wrapping_sub(ONES) & !others & (ONES << 7);
    let content = content & ((quotes & quotes.wrapping_neg()).wrapping_sub(1) >> 7);
    (content as u64 ^ ((content >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_begins_a_text() {
        let text = *b"{\"value\":1,\"other\":[01234567890]";
        let piece = |name: &[u8]| Piece::new([b"{\"", name, b"\":"]).unwrap();
        assert!(piece(b"value").begins(&text));
        assert_eq!(piece(b"value").length(), 9);
        for other in [b"valua".as_slice(), b"Value", b"val", b"values", b"value\":1,\"other\":[01234567"] {
            assert!(!piece(other).begins(&text));
        }
        assert!(Piece::new([text.as_slice()]).unwrap().begins(&text));
        assert!(Piece::new([text.as_slice(), b"!"]).is_none());
    }

    #[test]
    fn a_hash_ends_at_the_quote() {
        let hash = |text: &[u8; 16]| hash_of_string(text);
        assert_eq!(hash(b"int\",\"data\":123,"), hash(b"int\",\"data\":45},"));
        assert_ne!(hash(b"int\",\"data\":123,"), hash(b"inu\",\"data\":123,"));
        assert_ne!(hash(b"relax.TensorType"), hash(b"relax.TensorTypf"));
    }
}
