//! Decodes packets.

use objet_object::{DataType, DataTypeCode, Device, DeviceType, TypeCode};

use super::{Code, RemoteTensor, Value, WireError};

/// Maximum number of values of a packet. A value takes more memory than its bytes.
const MAX_VALUES: usize = 1 << 16;

/// A reader of the content of a packet. Every count is checked against the bytes that are there.
///
/// ```
/// use objet_rpc::wire::{Code, Decoder, Encoder, Value};
///
/// let mut packet = Encoder::new(Code::RETURN);
/// packet.values(&[Value::Int(7), Value::Str("seven")]);
/// let packet = packet.finish();
///
/// let mut decoder = Decoder::new(&packet[8..]); // behind the length
/// assert_eq!(decoder.code()?, Code::RETURN);
/// assert_eq!(decoder.values()?, [Value::Int(7), Value::Str("seven")]);
/// decoder.finish()?;
/// # Ok::<(), objet_rpc::wire::WireError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    packet: &'a [u8],
    position: usize,
}

impl<'a> Decoder<'a> {
    /// Creates a reader of a packet without its length.
    pub fn new(packet: &'a [u8]) -> Self {
        Self { packet, position: 0 }
    }

    fn take(&mut self, len: u64, what: &'static str) -> Result<&'a [u8], WireError> {
        let left = &self.packet[self.position..];
        let taken = usize::try_from(len).ok().and_then(|len| left.get(..len));
        let taken = taken.ok_or(WireError::Cut {
            what,
            position: self.position,
            needed: len.saturating_sub(left.len() as u64),
            len: self.packet.len(),
        })?;
        self.position += taken.len();
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], WireError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64, what)?);
        Ok(array)
    }

    fn i32(&mut self, what: &'static str) -> Result<i32, WireError> {
        Ok(i32::from_le_bytes(self.array(what)?))
    }

    /// Reads a number.
    ///
    /// # Errors
    /// If the packet is cut.
    pub fn u64(&mut self, what: &'static str) -> Result<u64, WireError> {
        Ok(u64::from_le_bytes(self.array(what)?))
    }

    /// Reads the code, which is the first item of a packet.
    ///
    /// # Errors
    /// If the packet is cut.
    pub fn code(&mut self) -> Result<Code, WireError> {
        Ok(Code(self.i32("the packet code")?))
    }

    /// Reads a length and bytes.
    ///
    /// # Errors
    /// If the packet is cut.
    pub fn bytes(&mut self, what: &'static str) -> Result<&'a [u8], WireError> {
        let len = self.u64(what)?;
        self.take(len, what)
    }

    /// Reads a count of items that take at least `least` bytes each.
    fn count(&mut self, what: &'static str, least: usize) -> Result<usize, WireError> {
        let found = self.i32(what)?;
        let left = self.packet.len() - self.position;
        usize::try_from(found)
            .ok()
            .filter(|count| count.saturating_mul(least) <= left)
            .ok_or(WireError::Count { what, found: found.into() })
    }

    fn dtype(&mut self) -> Result<DataType, WireError> {
        let [code, bits, lanes @ ..]: [u8; 4] = self.array("a data type")?;
        Ok(DataType { code: DataTypeCode(code), bits, lanes: u16::from_le_bytes(lanes) })
    }

    fn device(&mut self) -> Result<Device, WireError> {
        let device_type = self.i32("a device type")?;
        let device_id = self.i32("a device number")?;
        // Both sides send the server's own devices only, whose types are below those of sessions.
        match DeviceType(device_type) {
            known if known.0 >= 1 && known.rpc_session().is_none() => Ok(Device::new(known, device_id)),
            _ => Err(WireError::DeviceType { found: device_type }),
        }
    }

    /// Reads the description of a tensor.
    ///
    /// # Errors
    /// If the packet is cut, or if the number of dimensions does not fit into it.
    pub fn tensor(&mut self) -> Result<RemoteTensor, WireError> {
        let data = self.u64("the handle of a tensor")?;
        let device = self.device()?;
        let ndim = self.i32("the number of dimensions")?;
        let dtype = self.dtype()?;
        let left = self.packet.len() - self.position;
        let fitting = usize::try_from(ndim).ok().filter(|ndim| ndim.saturating_mul(8) <= left);
        let ndim = fitting.ok_or(WireError::Count { what: "dimensions", found: ndim.into() })?;
        let extents = self.take(8 * ndim as u64, "a shape")?.chunks_exact(8);
        let shape =
            extents.map(|bytes| i64::from_le_bytes(bytes.try_into().expect("a chunk has 8 bytes"))).collect();
        Ok(RemoteTensor { data, device, dtype, shape, byte_offset: self.u64("a byte offset")? })
    }

    /// Reads a sequence of values.
    ///
    /// # Errors
    /// If the packet is cut, if a value cannot be sent, or if a string is not UTF-8.
    pub fn values(&mut self) -> Result<Vec<Value<'a>>, WireError> {
        let count = self.count("values", 4)?;
        if count > MAX_VALUES {
            return Err(WireError::Count { what: "values", found: count as i64 });
        }
        let codes = self.take(4 * count as u64, "the type codes")?.chunks_exact(4);
        let codes = codes.map(|bytes| i32::from_le_bytes(bytes.try_into().expect("a chunk has 4 bytes")));
        codes.enumerate().map(|(position, code)| self.value(position, TypeCode(code))).collect()
    }

    fn value(&mut self, position: usize, code: TypeCode) -> Result<Value<'a>, WireError> {
        Ok(match code {
            TypeCode::INT | TypeCode::UINT => Value::Int(i64::from_le_bytes(self.array("an integer")?)),
            TypeCode::FLOAT => Value::Float(f64::from_le_bytes(self.array("a float")?)),
            TypeCode::OPAQUE_HANDLE => Value::Handle(self.u64("a handle")?),
            TypeCode::NULLPTR => Value::Null,
            TypeCode::DATA_TYPE => {
                let dtype = self.dtype()?;
                self.take(4, "a data type")?;
                Value::DataType(dtype)
            }
            TypeCode::DEVICE => Value::Device(self.device()?),
            TypeCode::DL_TENSOR_HANDLE => Value::Tensor(self.tensor()?),
            TypeCode::MODULE_HANDLE => Value::Module(self.u64("the handle of a module")?),
            TypeCode::PACKED_FUNC_HANDLE => Value::Function(self.u64("the handle of a function")?),
            TypeCode::STR => {
                let bytes = self.bytes("a string")?;
                Value::Str(std::str::from_utf8(bytes).map_err(|_| WireError::NotUtf8 { position })?)
            }
            TypeCode::BYTES => Value::Bytes(self.bytes("bytes")?),
            TypeCode::NDARRAY_HANDLE => {
                let tensor = self.tensor()?;
                Value::OwnedTensor(tensor, self.u64("the handle of a tensor")?)
            }
            Value::CLIENT_FUNCTION => Value::ClientFunction(self.u64("the number of a function")?),
            TypeCode(code) => return Err(WireError::TypeCode { position, code }),
        })
    }

    /// Checks that the packet has no further bytes.
    ///
    /// # Errors
    /// If bytes are left.
    pub fn finish(self) -> Result<(), WireError> {
        match self.packet.len() - self.position {
            0 => Ok(()),
            found => Err(WireError::Left { found }),
        }
    }
}
