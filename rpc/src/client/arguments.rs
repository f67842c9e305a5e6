//! Arguments and results of remote calls.

use objet_object::{
    ArgValue, DLTensor, Device, NDArray, ObjectRef, OpaqueHandle, RetValue, StringNode, ValueError,
};
use objet_runtime::{Args, Module, PackedFunc, Result};

use super::RpcError;
use super::module::RpcModule;
use super::peer::{Inner, Lent, Peer};
use super::table::{masked, unmasked};
use crate::wire::{Code, Decoder, Encoder, Value};

/// A function of the server.
pub(super) struct RemoteFunction {
    peer: Peer,
    handle: u64,
    /// The name for messages.
    name: String,
}

/// The name of a function that a call returns.
const RETURNED: &str = "a returned function";

impl RemoteFunction {
    /// Calls the function. `returned` is the name of the result for messages, if it is a function.
    pub(super) fn call(&self, args: Args<'_>, returned: &str) -> Result<RetValue> {
        self.peer.call(self, args, returned)
    }

    /// Returns the function as a function of this process.
    pub(super) fn into_packed(self) -> PackedFunc {
        let name = format!("{} at {}", self.name, self.peer.address);
        PackedFunc::with_data_called(name, self, |function, args, result| {
            *result = function.call(args, RETURNED)?;
            Ok(())
        })
    }
}

impl Drop for RemoteFunction {
    fn drop(&mut self) {
        self.peer.free_handle(self.handle, 10);
    }
}

impl Inner {
    /// Returns a function for one of the server, which it owns.
    pub(super) fn function(&self, name: &str, handle: u64) -> Result<RemoteFunction> {
        let peer = self.this.upgrade().ok_or_else(|| RpcError::Ended { device: Device::cpu(0) })?;
        Ok(RemoteFunction { peer, handle, name: name.into() })
    }

    /// Calls a function of the server.
    fn call(&self, function: &RemoteFunction, args: Args<'_>, returned: &str) -> Result<RetValue> {
        let doing = &*function.name;
        // Dropped last, because the values borrow from them.
        let taken;
        let (mut values, mut lent, mut moved) = (Vec::with_capacity(args.len()), Vec::new(), Vec::new());
        for (position, arg) in args.iter().enumerate() {
            let arg = match arg? {
                ArgValue::RValueRef(slot) => {
                    // A remote function takes nothing, so the reference stays with the caller.
                    moved.push((position, ArgValue::RValueRef(slot).get::<Option<ObjectRef>>()?));
                    ArgValue::Null
                }
                arg => arg,
            };
            values.push(self.encode(position, arg, &mut lent)?);
        }
        taken = moved;
        for (position, object) in &taken {
            let value = object.as_ref().map_or(ArgValue::Null, |object| ArgValue::Object(object));
            values[*position] = self.encode(*position, value, &mut lent)?;
        }
        let mut request = Encoder::new(Code::CALL_FUNC);
        request.u64(function.handle);
        request.values(&values);
        let content = self.request(doing, &[&request.finish()])?;
        let values = Decoder::new(&content).values().map_err(|source| self.undecodable(doing, source))?;
        match values.as_slice() {
            [Value::Int(13), Value::Tensor(tensor), Value::Handle(handle)] => {
                Ok(self.array(tensor, Some(*handle))?.into())
            }
            [Value::Int(10), Value::Handle(handle)] => {
                Ok(self.function(returned, *handle)?.into_packed().into())
            }
            [Value::Int(9), Value::Handle(handle)] => Ok(self.module(*handle)?.into()),
            [Value::Int(_), value] => self.decode(value),
            values => {
                let found: Vec<_> = values.iter().map(Value::type_name).collect();
                Err(self.bad_answer(doing, "a type code and a value", &found.join(", ")).into())
            }
        }
    }

    /// Returns an argument for a packet.
    fn encode<'a>(
        &'a self,
        position: usize,
        arg: ArgValue<'a>,
        lent: &mut Vec<Lent<'a>>,
    ) -> Result<Value<'a>> {
        Ok(match arg {
            ArgValue::Null => Value::Null,
            ArgValue::Int(number) => Value::Int(number),
            ArgValue::Float(number) => Value::Float(number),
            ArgValue::Handle(OpaqueHandle(pointer)) => Value::Handle(pointer.addr() as u64),
            ArgValue::DataType(dtype) => Value::DataType(dtype),
            ArgValue::Device(device) => {
                self.expect_own(position, device)?;
                Value::Device(unmasked(device))
            }
            ArgValue::Str(text) => Value::Str(text),
            ArgValue::Bytes(bytes) => Value::Bytes(bytes),
            ArgValue::Tensor(tensor) => self.encode_tensor(position, tensor)?,
            ArgValue::RValueRef(_) => return Err(unsupported(position, "ObjectRValueRefArg").into()),
            ArgValue::Object(object) => {
                if object.is_instance::<StringNode>() {
                    return Ok(Value::Str(arg.get()?));
                }
                if let Ok(array) = arg.get::<NDArray>() {
                    return self.encode_tensor(position, array.dl_tensor());
                }
                if let Ok(module) = arg.get::<Module>() {
                    let remote = module.as_kind::<RpcModule>().and_then(|module| module.handle_in(self));
                    return Ok(Value::Module(remote.ok_or(RpcError::LocalModule { position })?));
                }
                if let Ok(function) = arg.get::<PackedFunc>() {
                    return self.encode_function(position, function, lent);
                }
                return Err(unsupported(position, object.type_key()).into());
            }
        })
    }

    fn encode_function<'a>(
        &'a self,
        position: usize,
        function: PackedFunc,
        lent: &mut Vec<Lent<'a>>,
    ) -> Result<Value<'a>> {
        if !self.extensions {
            return Err(RpcError::Function { position }.into());
        }
        match function.data::<RemoteFunction>() {
            Some(remote) if std::ptr::eq(&*remote.peer, self) => Ok(Value::Function(remote.handle)),
            _ => {
                let function = self.lend(function);
                let number = function.number();
                lent.push(function);
                Ok(Value::ClientFunction(number))
            }
        }
    }

    fn encode_tensor(&self, position: usize, tensor: &DLTensor) -> Result<Value<'static>> {
        self.expect_own(position, tensor.device)?;
        let shape = super::device::contiguous_shape(tensor).ok_or(RpcError::Strides { position })?;
        Ok(Value::Tensor(self.describe(tensor, shape)?))
    }

    fn expect_own(&self, position: usize, device: Device) -> Result<(), RpcError> {
        match device.device_type.rpc_session() {
            None => Err(RpcError::LocalDevice { position, device }),
            Some(session) if session as usize == self.index => Ok(()),
            Some(_) => Err(RpcError::OtherSession { position, device }),
        }
    }

    /// Returns the result of a function that the server called.
    pub(super) fn encode_one<'a>(&'a self, result: &'a RetValue) -> Result<Value<'a>> {
        let mut lent = Vec::new();
        let value = self.encode(0, result.as_arg(), &mut lent)?;
        if lent.is_empty() { Ok(value) } else { Err(RpcError::Function { position: 0 }.into()) }
    }

    /// Returns a value that the server sent: a result, or an argument of a function that it calls.
    pub(super) fn decode(&self, value: &Value<'_>) -> Result<RetValue> {
        Ok(match value {
            Value::Int(number) => RetValue::Int(*number),
            Value::Float(number) => RetValue::Float(*number),
            Value::Handle(handle) => {
                let address = usize::try_from(*handle)
                    .map_err(|_| ValueError::Range { expected: "a handle", found: handle.to_string() })?;
                RetValue::Handle(OpaqueHandle(std::ptr::without_provenance_mut(address)))
            }
            Value::Null => RetValue::Null,
            Value::DataType(dtype) => RetValue::DataType(*dtype),
            Value::Device(device) => {
                RetValue::Device(Device::new(masked(self.index, device.device_type), device.device_id))
            }
            Value::Str(text) => (*text).into(),
            Value::Bytes(bytes) => (*bytes).into(),
            Value::Tensor(tensor) => self.array(tensor, None)?.into(),
            Value::OwnedTensor(tensor, handle) => self.array(tensor, Some(*handle))?.into(),
            Value::Module(handle) => self.module(*handle)?.into(),
            Value::Function(handle) => {
                self.function("a function of the server", *handle)?.into_packed().into()
            }
            Value::ClientFunction(number) => self.lent(*number)?.into(),
        })
    }
}

fn unsupported(position: usize, found: &str) -> RpcError {
    RpcError::Unsupported { position, found: found.into() }
}
