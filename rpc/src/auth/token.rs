//! The shared secret.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

/// Minimum length of a token in bytes.
const MIN_BYTES: usize = 16;

/// Maximum length of a token file in bytes.
const MAX_BYTES: u64 = 4096;

/// A secret that both sides of a connection have.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use objet_rpc::auth::Token;
/// use objet_rpc::handshake::{Key, Role};
///
/// let token = Token::generate();
/// let ticket = token.ticket("board", Duration::from_secs(60));
/// let key = Key::new(Role::Client, "board").with_option("ticket", ticket);
/// assert!(token.check_ticket(&key, SystemTime::now()).is_ok());
/// assert!(Token::generate().check_ticket(&key, SystemTime::now()).is_err());
/// ```
#[derive(Clone)]
pub struct Token {
    text: Vec<u8>,
    key: hmac::Key,
}

/// A token file cannot be used or made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TokenFileError {
    /// The file cannot be read.
    #[error("cannot read the token file {}: {source}", path.display())]
    Read {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write the token file {}: {source}", path.display())]
    Write {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Other users can read or change the file.
    #[error("the token file {} is open to other users (mode {mode:03o}): run `chmod 600` on it", path.display())]
    Open {
        /// The path.
        path: PathBuf,
        /// The permission bits.
        mode: u32,
    },
    /// The file is not a regular file.
    #[error("the token file {} is not a regular file", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The token has a wrong length.
    #[error(
        "the token in {} has {found} bytes: use {MIN_BYTES} to {MAX_BYTES}, or make one by `objet rpc token`",
        path.display()
    )]
    Length {
        /// The path.
        path: PathBuf,
        /// The length in bytes.
        found: usize,
    },
}

impl Token {
    /// Generates a token of 256 bits.
    ///
    /// # Panics
    /// If the operating system has no source of randomness.
    pub fn generate() -> Self {
        Self::from_text(random_hex(32).into_bytes())
    }

    /// Reads a token. A newline at the end is removed.
    ///
    /// # Errors
    /// If the file cannot be read or is not a regular file, if other users can read or change the
    /// file, or if the token is shorter than 16 bytes or longer than 4096.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, TokenFileError> {
        let path = path.as_ref();
        let failed = |source| TokenFileError::Read { path: path.into(), source };
        // Opening a pipe would wait for its writer.
        if !path.metadata().map_err(failed)?.is_file() {
            return Err(TokenFileError::NotAFile { path: path.into() });
        }
        let file = File::open(path).map_err(failed)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = file.metadata().map_err(failed)?.permissions().mode() & 0o777;
            if mode & 0o077 != 0 {
                return Err(TokenFileError::Open { path: path.into(), mode });
            }
        }
        let mut text = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut text).map_err(failed)?;
        let found = text.len();
        if text.ends_with(b"\n") {
            text.pop();
            if text.ends_with(b"\r") {
                text.pop();
            }
        }
        if text.len() < MIN_BYTES || found as u64 > MAX_BYTES {
            return Err(TokenFileError::Length { path: path.into(), found: text.len() });
        }
        Ok(Self::from_text(text))
    }

    /// Writes the token to a new file that only its owner can read.
    ///
    /// # Errors
    /// If the file exists already or cannot be written.
    pub fn create_file(&self, path: impl AsRef<Path>) -> Result<(), TokenFileError> {
        let path = path.as_ref();
        let failed = |source| TokenFileError::Write { path: path.into(), source };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path).map_err(failed)?;
        file.write_all(&[&self.text[..], b"\n"].concat()).map_err(failed)
    }

    pub(super) fn from_text(text: Vec<u8>) -> Self {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &text);
        Self { text, key }
    }

    /// Returns the HMAC of the fields in hexadecimal. No field contains a newline.
    pub(super) fn code(&self, fields: &[&str]) -> String {
        hex(hmac::sign(&self.key, fields.join("\n").as_bytes()).as_ref())
    }

    /// Whether `code` is the HMAC of the fields. Takes constant time.
    pub(super) fn has_made(&self, code: &str, fields: &[&str]) -> bool {
        let Some(code) = bytes_of_hex(code) else { return false };
        hmac::verify(&self.key, fields.join("\n").as_bytes(), &code).is_ok()
    }
}

/// Shows no secret.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Returns random bytes of the operating system in hexadecimal.
///
/// # Panics
/// If the operating system has no source of randomness.
pub(crate) fn random_hex(bytes: usize) -> String {
    let mut random = vec![0; bytes];
    SystemRandom::new().fill(&mut random).expect("the operating system has a source of randomness");
    hex(&random)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses lowercase digits, so that a text has one form only.
fn bytes_of_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect();
    if rest.is_empty() { bytes } else { None }
}

/// Whether a text is `bytes` bytes in hexadecimal.
pub(super) fn is_hex(text: &str, bytes: usize) -> bool {
    bytes_of_hex(text).is_some_and(|found| found.len() == bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_file_is_read_as_it_was_created() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        let token = Token::generate();
        token.create_file(&path).unwrap();
        assert_eq!(Token::from_file(&path).unwrap().text, token.text);
        let again = token.create_file(&path).unwrap_err();
        assert!(matches!(again, TokenFileError::Write { .. }), "{again}");
        assert!(!format!("{token:?}").contains(std::str::from_utf8(&token.text).unwrap()));
    }

    #[cfg(unix)]
    #[test]
    fn a_token_file_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        Token::generate().create_file(&path).unwrap();
        for mode in [0o640, 0o604, 0o620] {
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            let error = Token::from_file(&path).unwrap_err();
            assert!(error.to_string().contains("chmod 600"), "{error}");
        }
        let error = Token::from_file(folder.path()).unwrap_err();
        assert!(matches!(error, TokenFileError::NotAFile { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_token_of_a_wrong_length_is_refused() {
        use std::os::unix::fs::OpenOptionsExt;
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str, text: &[u8]| {
            let path = folder.path().join(name);
            let mut options = OpenOptions::new();
            let mut file = options.write(true).create_new(true).mode(0o600).open(&path).unwrap();
            file.write_all(text).unwrap();
            Token::from_file(&path).map(|token| token.text)
        };
        assert_eq!(read("enough", b"0123456789abcdef\r\n").unwrap(), b"0123456789abcdef");
        let error = read("short", b"0123456789abcde\n").unwrap_err();
        assert!(error.to_string().contains("has 15 bytes"), "{error}");
        assert!(matches!(read("long", &[b'x'; 5000]), Err(TokenFileError::Length { .. })));
    }
}
