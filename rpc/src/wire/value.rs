//! The values of requests and answers.

use objet_object::{DataType, Device, TypeCode};

use super::RemoteTensor;

/// A value of a packet: an argument or a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// An integer or a boolean.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A handle of the server. 0 is null.
    Handle(u64),
    /// Null.
    Null,
    /// A data type.
    DataType(DataType),
    /// A device, in the server's numbers.
    Device(Device),
    /// A tensor.
    Tensor(RemoteTensor),
    /// The server's handle of a module.
    Module(u64),
    /// The server's handle of a function.
    Function(u64),
    /// A string.
    Str(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A tensor whose handle the client owns. Only Objet's servers send it, as the argument of a
    /// function of the client.
    OwnedTensor(RemoteTensor, u64),
    /// The client's number of a function, which the server may call until the call that the
    /// function is an argument of returns. Only Objet's clients send it.
    ClientFunction(u64),
}

impl Value<'_> {
    /// The code of [`Value::ClientFunction`], in the range that TVM reserves for extensions.
    pub(super) const CLIENT_FUNCTION: TypeCode = TypeCode(32);

    /// Returns the type code of the value on the wire.
    pub fn type_code(&self) -> TypeCode {
        match self {
            Self::Int(_) => TypeCode::INT,
            Self::Float(_) => TypeCode::FLOAT,
            Self::Handle(_) => TypeCode::OPAQUE_HANDLE,
            Self::Null => TypeCode::NULLPTR,
            Self::DataType(_) => TypeCode::DATA_TYPE,
            Self::Device(_) => TypeCode::DEVICE,
            Self::Tensor(_) => TypeCode::DL_TENSOR_HANDLE,
            Self::Module(_) => TypeCode::MODULE_HANDLE,
            Self::Function(_) => TypeCode::PACKED_FUNC_HANDLE,
            Self::Str(_) => TypeCode::STR,
            Self::Bytes(_) => TypeCode::BYTES,
            Self::OwnedTensor(..) => TypeCode::NDARRAY_HANDLE,
            Self::ClientFunction(_) => Self::CLIENT_FUNCTION,
        }
    }

    /// Returns the name of the type for messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::ClientFunction(_) => "a function of the client",
            _ => self.type_code().name().unwrap_or("a value"),
        }
    }
}
