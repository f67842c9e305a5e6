//! Reader for binary streams.

use objet_object::{NDArray, TensorBytesError};

/// Reads a binary stream from front to back. Results borrow from the stream, so a false length
/// cannot cause a large allocation.
///
/// ```
/// use objet_runtime::{BinaryReader, BinaryWriter};
///
/// let mut writer = BinaryWriter::new();
/// writer.bytes(b"_lib");
/// let bytes = writer.into_bytes();
/// let mut reader = BinaryReader::new(&bytes);
/// assert_eq!(reader.string("a key")?, "_lib");
/// assert_eq!(
///     reader.u64("a count").unwrap_err().to_string(),
///     "stream truncated at byte 12: 8 bytes needed for a count, 0 left"
/// );
/// # Ok::<(), objet_runtime::BinaryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BinaryReader<'a> {
    bytes: &'a [u8],
    position: usize,
}

/// A binary stream is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BinaryError {
    /// The stream ends too early.
    #[error("stream truncated at byte {position}: {expected} bytes needed for {what}, {found} left")]
    Truncated {
        /// The item being read.
        what: &'static str,
        /// The position of the item in bytes.
        position: usize,
        /// The size of the item in bytes.
        expected: u64,
        /// The number of bytes left.
        found: usize,
    },
    /// A value is not allowed.
    #[error("expected {expected} as {what} at byte {position}, found {found}")]
    Unexpected {
        /// The item being read.
        what: &'static str,
        /// The position of the item in bytes.
        position: usize,
        /// The allowed values.
        expected: String,
        /// The actual value.
        found: String,
    },
}

impl<'a> BinaryReader<'a> {
    /// Creates a reader at the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Returns the position of the next byte.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the bytes that have not been read.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.position..]
    }

    /// Reads the next `count` bytes. `what` names them in the error.
    ///
    /// # Errors
    /// If fewer bytes are left.
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

    /// Reads a byte.
    ///
    /// # Errors
    /// If the stream ends too early.
    pub fn u8(&mut self, what: &'static str) -> Result<u8, BinaryError> {
        self.array(what).map(|[byte]| byte)
    }

    /// Reads a little-endian 16-bit number.
    ///
    /// # Errors
    /// If the stream ends too early.
    pub fn u16(&mut self, what: &'static str) -> Result<u16, BinaryError> {
        self.array(what).map(u16::from_le_bytes)
    }

    /// Reads a little-endian 32-bit number.
    ///
    /// # Errors
    /// If the stream ends too early.
    pub fn u32(&mut self, what: &'static str) -> Result<u32, BinaryError> {
        self.array(what).map(u32::from_le_bytes)
    }

    /// Reads a little-endian 64-bit number.
    ///
    /// # Errors
    /// If the stream ends too early.
    pub fn u64(&mut self, what: &'static str) -> Result<u64, BinaryError> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// Reads the number of elements that follow, of at least `least` bytes each. The count is
    /// checked against the rest of the stream, so an allocation of that size is in proportion to
    /// the stream.
    ///
    /// # Errors
    /// If the rest of the stream cannot hold that many elements.
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

    /// Reads a tensor in its binary form.
    ///
    /// # Errors
    /// If the bytes are not a tensor. The position is unchanged then.
    pub fn tensor(&mut self) -> Result<NDArray, TensorBytesError> {
        let mut rest = self.rest();
        let tensor = NDArray::load_next(&mut rest)?;
        self.position = self.bytes.len() - rest.len();
        Ok(tensor)
    }

    /// Reads length-prefixed bytes.
    ///
    /// # Errors
    /// If the stream ends too early.
    pub fn bytes(&mut self, what: &'static str) -> Result<&'a [u8], BinaryError> {
        let count = self.u64(what)?;
        self.take(count, what)
    }

    /// Reads a length-prefixed string.
    ///
    /// # Errors
    /// If the stream ends too early, or if the string is not UTF-8.
    pub fn string(&mut self, what: &'static str) -> Result<&'a str, BinaryError> {
        let bytes = self.bytes(what)?;
        str::from_utf8(bytes).map_err(|error| BinaryError::Unexpected {
            what,
            position: self.position - bytes.len() + error.valid_up_to(),
            expected: "UTF-8".into(),
            found: format!("byte {:#04x}", bytes[error.valid_up_to()]),
        })
    }

    /// Reads a count, then that many elements of at least `least` bytes each.
    ///
    /// # Errors
    /// If the rest of the stream cannot hold that many elements, and the errors of `element`.
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
