//! Writing binary streams.

/// Writes a binary stream; see [`BinaryReader`](crate::BinaryReader).
#[derive(Clone, Debug, Default)]
pub struct BinaryWriter {
    written: Vec<u8>,
}

impl BinaryWriter {
    /// An empty stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.written
    }

    /// A byte.
    pub fn u8(&mut self, number: u8) {
        self.written.push(number);
    }

    /// A number of two bytes.
    pub fn u16(&mut self, number: u16) {
        self.raw(&number.to_le_bytes());
    }

    /// A number of four bytes.
    pub fn u32(&mut self, number: u32) {
        self.raw(&number.to_le_bytes());
    }

    /// A number of eight bytes.
    pub fn u64(&mut self, number: u64) {
        self.raw(&number.to_le_bytes());
    }

    /// Bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.written.extend_from_slice(bytes);
    }

    /// Bytes, or a text, behind their number.
    pub fn bytes(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.u64(bytes.len() as u64);
        self.raw(bytes);
    }

    /// Elements behind their number.
    pub fn vector<T>(&mut self, elements: &[T], mut element: impl FnMut(&mut Self, &T)) {
        self.u64(elements.len() as u64);
        for each in elements {
            element(self, each);
        }
    }
}
