//! Reading binary streams.

use objet_object::{NDArray, TensorBytesError};

/// Reads a binary stream from front to back. What is read borrows from the stream, so a count that lies costs no memory.
///
/// ```
/// use objet_runtime::{BinaryReader, BinaryWriter};
///
/// let mut writer = BinaryWriter::new();
/// writer.bytes(b"_lib");
/// let bytes = writer.into_bytes();
/// let mut reader = BinaryReader::new(&bytes);
/// assert_eq!(reader.text("a key")?, "_lib");
/// assert_eq!(
///     reader.u64("a count").unwrap_err().to_string(),
///     "expected 8 bytes of a count at byte 12, found the end after 0"
/// );
/// # Ok::<(), objet_runtime::BinaryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BinaryReader<'a> {
    bytes: &'a [u8],
    position: usize,
}

/// A stream that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BinaryError {
    /// It ends too early.
    #[error("expected {expected} bytes of {what} at byte {position}, found the end after {found}")]
    Truncated {
        /// What should stand there.
        what: &'static str,
        /// Where.
        position: usize,
        /// How many bytes it takes.
        expected: u64,
        /// How many there are.
        found: usize,
    },
    /// What stands there may not stand there.
    #[error("expected {expected} as {what} at byte {position}, found {found}")]
    Unexpected {
        /// What it is for.
        what: &'static str,
        /// Where.
        position: usize,
        /// What it may be.
        expected: String,
        /// What it is.
        found: String,
    },
}

impl<'a> BinaryReader<'a> {
    /// Reads these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Where the next byte is.
    pub fn position(&self) -> usize {
        self.position
    }

    /// What was not read yet.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.position..]
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// If there are fewer. `what` says what they are for.
    pub fn take(&mut self, count: u64, what: &'static str) -> Result<&'a [u8], BinaryError> {
        let rest = self.rest();
        let taken = usize::try_from(count).ok().and_then(|count| rest.get(..count));
        let truncated =
            BinaryError::Truncated { what, position: self.position, expected: count, found: rest.len() };
        let taken = taken.ok_or(truncated)?;
        self.position += taken.len();
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], BinaryError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64, what)?);
        Ok(array)
    }

    /// A byte.
    ///
    /// # Errors
    /// If the stream ends before.
    pub fn u8(&mut self, what: &'static str) -> Result<u8, BinaryError> {
        self.array(what).map(|[byte]| byte)
    }

    /// A number of two bytes.
    ///
    /// # Errors
    /// If the stream ends before.
    pub fn u16(&mut self, what: &'static str) -> Result<u16, BinaryError> {
        self.array(what).map(u16::from_le_bytes)
    }

    /// A number of four bytes.
    ///
    /// # Errors
    /// If the stream ends before.
    pub fn u32(&mut self, what: &'static str) -> Result<u32, BinaryError> {
        self.array(what).map(u32::from_le_bytes)
    }

    /// A number of eight bytes.
    ///
    /// # Errors
    /// If the stream ends before.
    pub fn u64(&mut self, what: &'static str) -> Result<u64, BinaryError> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// How many elements follow, each of which takes `least` bytes or more. A number that the rest of the stream cannot
    /// hold is an error, so that room may be made for so many, which then is in proportion to the stream.
    ///
    /// # Errors
    /// If there cannot be so many.
    pub fn count(&mut self, least: usize, what: &'static str) -> Result<usize, BinaryError> {
        let position = self.position;
        let count = self.u64(what)?;
        let most = self.rest().len() / least.max(1);
        usize::try_from(count).ok().filter(|count| *count <= most).ok_or_else(|| BinaryError::Unexpected {
            what,
            position,
            expected: format!("at most {most}"),
            found: count.to_string(),
        })
    }

    /// A tensor in its binary form.
    ///
    /// # Errors
    /// If none stands there; then nothing is read.
    pub fn tensor(&mut self) -> Result<NDArray, TensorBytesError> {
        let mut rest = self.rest();
        let tensor = NDArray::load_next(&mut rest)?;
        self.position = self.bytes.len() - rest.len();
        Ok(tensor)
    }

    /// Bytes behind their number.
    ///
    /// # Errors
    /// If the stream ends before.
    pub fn bytes(&mut self, what: &'static str) -> Result<&'a [u8], BinaryError> {
        let count = self.u64(what)?;
        self.take(count, what)
    }

    /// Text behind the number of its bytes.
    ///
    /// # Errors
    /// If the stream ends before, or if it is not UTF-8.
    pub fn text(&mut self, what: &'static str) -> Result<&'a str, BinaryError> {
        let bytes = self.bytes(what)?;
        str::from_utf8(bytes).map_err(|error| BinaryError::Unexpected {
            what,
            position: self.position - bytes.len() + error.valid_up_to(),
            expected: "UTF-8".into(),
            found: format!("byte {:#04x}", bytes[error.valid_up_to()]),
        })
    }

    /// Elements behind their number, each of which takes `least` bytes or more.
    ///
    /// # Errors
    /// If there cannot be so many, or those of `element`.
    pub fn vector<T, E: From<BinaryError>>(
        &mut self,
        least: usize,
        what: &'static str,
        mut element: impl FnMut(&mut Self) -> Result<T, E>,
    ) -> Result<Vec<T>, E> {
        let count = self.count(least, what)?;
        (0..count).map(|_| element(self)).collect()
    }
}
