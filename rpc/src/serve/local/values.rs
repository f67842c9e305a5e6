//! Calls of a session: arguments from packets, and results to packets.

use objet_object::{ArgValue, FromValue, NDArray, NDArrayNode, OpaqueHandle, RetValue, StringNode};
use objet_runtime::{Args, Module, PackedFunc, Result};

use super::{Callbacks, Local, NoCallbacks, returned, unexpected};
use crate::serve::ServeError;
use crate::serve::handles::{Entry, wrong};
use crate::wire::{Code, Decoder, Encoder, RemoteTensor, Value};

/// A result that has its handle.
#[derive(Debug)]
pub(super) enum Encoded {
    Plain(RetValue),
    Handle(u64),
    Array(RemoteTensor, u64),
    Function(u64),
    Module(u64),
}

impl Local {
    pub(super) fn call(
        &self,
        handle: u64,
        values: &[Value<'_>],
        callbacks: &dyn Callbacks,
    ) -> Result<Vec<u8>> {
        let function = self.handles().function(handle)?;
        self.busy(function.name());
        let result = self.run(&function, values, callbacks)?;
        self.encode_result(result)
    }

    /// Calls a function with the values of a packet.
    pub(super) fn run(
        &self,
        function: &PackedFunc,
        values: &[Value<'_>],
        callbacks: &dyn Callbacks,
    ) -> Result<RetValue> {
        let owned: Result<Vec<_>> = values.iter().map(|value| self.decode(value, callbacks)).collect();
        let owned = owned?;
        let args = values.iter().zip(&owned).map(|(value, owned)| match value {
            Value::Str(text) => ArgValue::Str(text),
            Value::Bytes(bytes) => ArgValue::Bytes(bytes),
            _ => owned.as_arg(),
        });
        function.call(args.collect::<Vec<_>>().as_slice())
    }

    /// Returns an argument. A string or bytes are null, because the packet has them.
    pub(super) fn decode(&self, value: &Value<'_>, callbacks: &dyn Callbacks) -> Result<RetValue> {
        Ok(match value {
            Value::Int(number) => RetValue::Int(*number),
            Value::Float(number) => RetValue::Float(*number),
            Value::Null | Value::Str(_) | Value::Bytes(_) => RetValue::Null,
            Value::DataType(dtype) => RetValue::DataType(*dtype),
            Value::Device(device) => RetValue::Device(*device),
            Value::Handle(handle) => RetValue::Handle(self.pointer(*handle)?),
            Value::Tensor(tensor) | Value::OwnedTensor(tensor, _) => self.view(tensor)?.into(),
            Value::Module(handle) => self.handles().module(*handle)?.into(),
            Value::Function(handle) => self.handles().function(*handle)?.into(),
            Value::ClientFunction(number) => callbacks.callback(*number)?.into(),
        })
    }

    /// Returns the pointer that a function of this session returned before.
    pub(super) fn pointer(&self, handle: u64) -> Result<OpaqueHandle, ServeError> {
        match handle {
            0 => Ok(OpaqueHandle::NULL),
            _ => match self.handles().get(handle)? {
                Entry::Opaque(pointer) => Ok(*pointer),
                other => Err(wrong(handle, "an opaque pointer", other)),
            },
        }
    }

    /// Returns the packet with the result of a call: the type code, and the values.
    pub(super) fn encode_result(&self, result: RetValue) -> Result<Vec<u8>> {
        let encoded = self.keep(result)?;
        let code = |number: i32| Value::Int(number.into());
        Ok(match &encoded {
            Encoded::Array(tensor, handle) => {
                returned(&[code(13), Value::Tensor(tensor.clone()), Value::Handle(*handle)])
            }
            Encoded::Function(handle) => returned(&[code(10), Value::Handle(*handle)]),
            Encoded::Module(handle) => returned(&[code(9), Value::Handle(*handle)]),
            _ => {
                let value = self.encode(&encoded)?;
                returned(&[code(value.type_code().0), value])
            }
        })
    }

    /// Gives a handle to a result that needs one.
    pub(super) fn keep(&self, result: RetValue) -> Result<Encoded> {
        let RetValue::Object(object) = &result else {
            return Ok(match result {
                RetValue::Handle(pointer) => Encoded::Handle(self.handles().opaque(pointer)?),
                other => Encoded::Plain(other),
            });
        };
        if object.is_instance::<StringNode>() {
            return Ok(Encoded::Plain(result));
        }
        if object.is_instance::<NDArrayNode>() {
            let array: NDArray = result.get()?;
            let array = if array.device().device_type.is_host() { array.compact()? } else { array };
            let (device, dtype, shape) = (array.device(), array.dtype(), array.shape().to_vec());
            let handle = self.handles().add(Entry::Array(array))?;
            return Ok(Encoded::Array(
                RemoteTensor { data: handle, device, dtype, shape, byte_offset: 0 },
                handle,
            ));
        }
        if let Ok(function) = result.get::<PackedFunc>() {
            return Ok(Encoded::Function(self.handles().add(Entry::Function(function))?));
        }
        if let Ok(module) = result.get::<Module>() {
            return Ok(Encoded::Module(self.handles().add(Entry::Module(module))?));
        }
        Err(ServeError::Unsupported { found: object.type_key().into() }.into())
    }

    /// Returns a value for a packet.
    pub(super) fn encode<'a>(&self, encoded: &'a Encoded) -> Result<Value<'a>> {
        Ok(match encoded {
            Encoded::Plain(value) => match value.as_arg() {
                ArgValue::Null => Value::Null,
                ArgValue::Int(number) => Value::Int(number),
                ArgValue::Float(number) => Value::Float(number),
                ArgValue::DataType(dtype) => Value::DataType(dtype),
                ArgValue::Device(device) => Value::Device(device),
                ArgValue::Bytes(bytes) => Value::Bytes(bytes),
                value => Value::Str(<&str>::from_value(value)?),
            },
            Encoded::Handle(handle) => Value::Handle(*handle),
            Encoded::Array(tensor, handle) => Value::OwnedTensor(tensor.clone(), *handle),
            Encoded::Function(handle) => Value::Function(*handle),
            Encoded::Module(handle) => Value::Module(*handle),
        })
    }

    /// Returns the packet with which the server calls a function of the client.
    pub(crate) fn encode_callback(&self, number: u64, args: Args<'_>) -> Result<Vec<u8>> {
        let kept = args.iter().map(|value| self.keep(value?.get()?)).collect::<Result<Vec<_>>>()?;
        let values = kept.iter().map(|encoded| self.encode(encoded)).collect::<Result<Vec<_>>>()?;
        let mut packet = Encoder::new(Code::CALL_FUNC);
        packet.u64(number);
        packet.values(&values);
        Ok(packet.finish())
    }

    /// Returns the result of a function of the client.
    pub(crate) fn decode_callback(&self, content: &[u8]) -> Result<RetValue> {
        let values = Decoder::new(content).values()?;
        match values.as_slice() {
            [Value::Str(text)] => Ok((*text).into()),
            [Value::Bytes(bytes)] => Ok((*bytes).into()),
            [value] => self.decode(value, &NoCallbacks),
            values => Err(unexpected(Code::RETURN, values).into()),
        }
    }
}
