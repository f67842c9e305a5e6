//! Writer for binary streams.

/// Writes a binary stream; see [`BinaryReader`](crate::BinaryReader).
#[derive(Clone, Debug, Default)]
pub struct BinaryWriter {
    written: Vec<u8>,
}

impl BinaryWriter {
    /// Creates an empty stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the written bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.written
    }

    /// Writes a byte.
    pub fn u8(&mut self, number: u8) {
        self.written.push(number);
    }

    /// Writes a little-endian 16-bit number.
    pub fn u16(&mut self, number: u16) {
        self.raw(&number.to_le_bytes());
    }

    /// Writes a little-endian 32-bit number.
    pub fn u32(&mut self, number: u32) {
        self.raw(&number.to_le_bytes());
    }

    /// Writes a little-endian 64-bit number.
    pub fn u64(&mut self, number: u64) {
        self.raw(&number.to_le_bytes());
    }

    /// Writes bytes without a length.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.written.extend_from_slice(bytes);
    }

    /// Writes bytes or a string with a length prefix.
    pub fn bytes(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.u64(bytes.len() as u64);
        self.raw(bytes);
    }

    /// Writes the number of elements, then each element.
    pub fn vector<T>(&mut self, elements: &[T], mut element: impl FnMut(&mut Self, &T)) {
        self.u64(elements.len() as u64);
        for each in elements {
            element(self, each);
        }
    }
}
