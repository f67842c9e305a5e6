//! Base64 decoding of strings that arrive in pieces.

use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, Engine};

/// The error of a string that is not base64.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Base64Error {
    /// A byte that is not a base64 character, or not valid at its position.
    #[error("expected base64, found `{}` at byte {position}", found.escape_ascii())]
    Byte {
        /// The position of the byte in the string, from 0.
        position: usize,
        /// The byte.
        found: u8,
    },
    /// A character after the end of the base64 data.
    #[error("expected the end of the base64 text, found `{}` at byte {position}", found.escape_ascii())]
    AfterEnd {
        /// The position of the character in the string, from 0.
        position: usize,
        /// The byte.
        found: u8,
    },
    /// The padding is missing or wrong.
    #[error("expected groups of 4 base64 characters, padded with `=`, found {found:?} at byte {position}")]
    Padding {
        /// The position of the group in the string, from 0.
        position: usize,
        /// The last group.
        found: String,
    },
}

/// Decodes a base64 string that arrives in pieces. White space is accepted only before and after
/// the data.
#[derive(Default)]
pub(crate) struct Decoder {
    bytes: Vec<u8>,
    /// The characters of an incomplete group.
    group: Vec<u8>,
    begun: bool,
    ended: bool,
    /// The number of characters that were decoded or skipped.
    position: usize,
    /// The first error.
    error: Option<Base64Error>,
}

impl Decoder {
    /// Reserves memory for a text of this length.
    #[cfg(feature = "serde")]
    pub(crate) fn reserve(&mut self, length: usize) {
        self.bytes.reserve_exact(length / 4 * 3);
    }

    /// Decodes the next piece. Errors are reported by [`Decoder::finish`].
    pub(crate) fn push(&mut self, piece: &str) {
        if self.error.is_none() {
            self.error = self.pieces(piece.as_bytes()).err();
        }
    }

    /// Returns all bytes, or the first error.
    pub(crate) fn finish(self) -> Result<Vec<u8>, Base64Error> {
        match self.error {
            Some(error) => Err(error),
            None if !self.group.is_empty() => Err(self.padding(&self.group)),
            None => Ok(self.bytes),
        }
    }

    fn pieces(&mut self, piece: &[u8]) -> Result<(), Base64Error> {
        // If the smallest byte is above the space character, the piece has no white space. This is
        // faster for long pieces.
        if piece.iter().fold(u8::MAX, |least, byte| least.min(*byte)) > b' ' {
            return self.word(piece);
        }
        for part in piece.split_inclusive(u8::is_ascii_whitespace) {
            let word = part.trim_ascii_end();
            self.word(word)?;
            if word.len() < part.len() {
                self.ended |= self.begun;
                self.position += usize::from(self.group.is_empty());
            }
        }
        Ok(())
    }

    fn word(&mut self, mut word: &[u8]) -> Result<(), Base64Error> {
        while let Some(found) = word.first() {
            if self.ended {
                return Err(Base64Error::AfterEnd {
                    position: self.position + self.group.len(),
                    found: *found,
                });
            }
            self.begun = true;
            let taken;
            if self.group.is_empty() && word.len() >= 4 {
                (taken, word) = word.split_at(word.len() / 4 * 4);
                self.groups(taken)?;
                continue;
            }
            (taken, word) = word.split_at(word.len().min(4 - self.group.len()));
            self.group.extend_from_slice(taken);
            if self.group.len() == 4 {
                let group = std::mem::take(&mut self.group);
                self.groups(&group)?;
            }
        }
        Ok(())
    }

    fn groups(&mut self, groups: &[u8]) -> Result<(), Base64Error> {
        STANDARD.decode_vec(groups, &mut self.bytes).map_err(|error| match error {
            DecodeError::InvalidByte(at, found) => Base64Error::Byte { position: self.position + at, found },
            _ => self.padding(groups.last_chunk::<4>().map_or(groups, |last| last)),
        })?;
        self.position += groups.len();
        self.ended = groups.last() == Some(&b'=');
        Ok(())
    }

    fn padding(&self, group: &[u8]) -> Base64Error {
        Base64Error::Padding { position: self.position, found: String::from_utf8_lossy(group).into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(pieces: &[&str]) -> Result<Vec<u8>, Base64Error> {
        let mut decoder = Decoder::default();
        pieces.iter().for_each(|piece| decoder.push(piece));
        decoder.finish()
    }

    #[test]
    fn pieces_and_white_space_make_no_difference() {
        for pieces in [
            &["YWJjZA=="][..],
            &["Y", "WJ", "jZA", "=="],
            &[" \n", " YWJjZA==", " ", "\t"],
            &["YWJj", "ZA", "=="],
        ] {
            assert_eq!(decode(pieces).as_deref(), Ok(b"abcd".as_slice()), "{pieces:?}");
        }
        assert_eq!(decode(&[]), Ok(Vec::new()));
        assert_eq!(decode(&[" "]), Ok(Vec::new()));
    }

    #[test]
    fn errors_have_positions() {
        assert_eq!(decode(&["YW", "Jj?A=="]), Err(Base64Error::Byte { position: 4, found: b'?' }));
        assert_eq!(decode(&["YWJjZA==", "YQ=="]), Err(Base64Error::AfterEnd { position: 8, found: b'Y' }));
        assert_eq!(decode(&["YWJj ZA=="]), Err(Base64Error::AfterEnd { position: 5, found: b'Z' }));
        for bad in ["YWJjZA", "YWJjZA=", "YWJjZAA", "Y", "YWJjZB==", "YWJj\u{e9}===", "=", "===="] {
            assert!(decode(&[bad]).is_err(), "{bad}");
        }
    }
}
