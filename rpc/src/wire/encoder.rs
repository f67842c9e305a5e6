//! Encodes packets.

use super::{Code, RemoteTensor, Value};

/// A packet that is being written.
#[derive(Debug)]
pub struct Encoder {
    packet: Vec<u8>,
}

/// The size of the length that precedes a packet.
pub(crate) const LENGTH_BYTES: usize = 8;

impl Encoder {
    /// Begins a packet.
    pub fn new(code: Code) -> Self {
        Self::reusing(Vec::with_capacity(64), code)
    }

    /// Begins a packet in a buffer, whose content is removed.
    pub fn reusing(mut buffer: Vec<u8>, code: Code) -> Self {
        buffer.clear();
        buffer.extend_from_slice(&[0; LENGTH_BYTES]);
        let mut packet = Self { packet: buffer };
        packet.i32(code.0);
        packet
    }

    fn i32(&mut self, number: i32) {
        self.packet.extend_from_slice(&number.to_le_bytes());
    }

    /// Writes a number.
    pub fn u64(&mut self, number: u64) {
        self.packet.extend_from_slice(&number.to_le_bytes());
    }

    /// Writes a length and bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.u64(bytes.len() as u64);
        self.packet.extend_from_slice(bytes);
    }

    /// Writes the description of a tensor.
    pub fn tensor(&mut self, tensor: &RemoteTensor) {
        self.u64(tensor.data);
        self.i32(tensor.device.device_type.0);
        self.i32(tensor.device.device_id);
        self.i32(i32::try_from(tensor.shape.len()).expect("tensors have few dimensions"));
        self.packet.extend_from_slice(&[tensor.dtype.code.0, tensor.dtype.bits]);
        self.packet.extend_from_slice(&tensor.dtype.lanes.to_le_bytes());
        for extent in &tensor.shape {
            self.packet.extend_from_slice(&extent.to_le_bytes());
        }
        self.u64(tensor.byte_offset);
    }

    /// Writes a sequence of values.
    pub fn values(&mut self, values: &[Value<'_>]) {
        self.i32(i32::try_from(values.len()).expect("calls have few arguments"));
        for value in values {
            self.i32(value.type_code().0);
        }
        for value in values {
            self.value(value);
        }
    }

    fn value(&mut self, value: &Value<'_>) {
        match value {
            Value::Int(number) => self.packet.extend_from_slice(&number.to_le_bytes()),
            Value::Float(number) => self.packet.extend_from_slice(&number.to_le_bytes()),
            Value::Handle(handle)
            | Value::Module(handle)
            | Value::Function(handle)
            | Value::ClientFunction(handle) => self.u64(*handle),
            Value::Null => {}
            Value::DataType(dtype) => {
                self.packet.extend_from_slice(&[dtype.code.0, dtype.bits]);
                self.packet.extend_from_slice(&dtype.lanes.to_le_bytes());
                self.i32(0);
            }
            Value::Device(device) => {
                self.i32(device.device_type.0);
                self.i32(device.device_id);
            }
            Value::Tensor(tensor) => self.tensor(tensor),
            Value::OwnedTensor(tensor, handle) => {
                self.tensor(tensor);
                self.u64(*handle);
            }
            Value::Str(text) => self.bytes(text.as_bytes()),
            Value::Bytes(bytes) => self.bytes(bytes),
        }
    }

    /// Returns the packet with its length.
    pub fn finish(self) -> Vec<u8> {
        self.finish_before(0)
    }

    /// Returns the packet with a length that counts further bytes, which the caller sends behind
    /// it.
    pub fn finish_before(mut self, further: usize) -> Vec<u8> {
        let len = (self.packet.len() - LENGTH_BYTES + further) as u64;
        self.packet[..LENGTH_BYTES].copy_from_slice(&len.to_le_bytes());
        self.packet
    }
}
