//! A session that works in the server's own process.

mod copies;
mod values;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet_object::{DataType, Device, DeviceType, FromValue, NDArray, OpaqueHandle, RetValue};
use objet_runtime::device::{DeviceAttribute, Stream};
use objet_runtime::{Devices, Error, Module, NDArrayExt, PackedFunc, Registry, Result};

use copies::Copied;
use values::Encoded;

use super::device_memory::{free_stream, set_stream, synchronize};
use super::error::MAX_ALIGNMENT;
use super::handles::{Entry, Handles, wrong};
use super::shared_tensors::SharedTensors;
use super::{Activity, AllowList, ServeError, ServeOptions, State};
use crate::wire::{Code, Decoder, Encoder, RemoteTensor, Value, WireError};

/// The objects of a session and the functions that it offers.
#[derive(Debug)]
pub(crate) struct Local {
    name: String,
    allow: AllowList,
    handles: Mutex<Handles>,
    activity: Option<Arc<Activity>>,
    shared: SharedTensors,
}

/// The answer to a request.
#[derive(Debug)]
pub(crate) enum Reply {
    /// A whole packet.
    Packet(Vec<u8>),
    /// A `CopyAck` packet with these bytes.
    Bytes(Copied),
}

impl Reply {
    /// Returns the whole packet.
    pub(crate) fn into_packet(self) -> Vec<u8> {
        match self {
            Self::Packet(packet) => packet,
            Self::Bytes(copied) => match copied.bytes() {
                Ok(bytes) => [&copied.start(), bytes].concat(),
                Err(error) => exception(&error),
            },
        }
    }
}

/// The maker of functions that call back into the client.
pub(crate) trait Callbacks {
    /// Returns the function of the client with that number.
    fn callback(&self, number: u64) -> Result<PackedFunc, ServeError>;
}

/// For clients whose functions cannot be called.
pub(crate) struct NoCallbacks;

impl Callbacks for NoCallbacks {
    fn callback(&self, _number: u64) -> Result<PackedFunc, ServeError> {
        Err(ServeError::CallbackEnded)
    }
}

impl Local {
    /// Creates a session without objects.
    pub(crate) fn new(options: &ServeOptions, shared: SharedTensors) -> Self {
        Self {
            shared,
            name: options.name.clone(),
            allow: options.allow.clone(),
            handles: Mutex::new(Handles::new(options.max_tensor_bytes)),
            activity: options.activity.clone(),
        }
    }

    /// Returns the name of the server.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn handles(&self) -> MutexGuard<'_, Handles> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn busy(&self, doing: &str) {
        if let Some(activity) = &self.activity {
            activity.set(State::Busy(doing.into()));
        }
    }

    /// Answers a request. An error becomes an exception packet.
    pub(crate) fn answer(&self, code: Code, content: &[u8], callbacks: &dyn Callbacks) -> Reply {
        self.try_answer(code, content, callbacks).unwrap_or_else(|error| Reply::Packet(exception(&error)))
    }

    fn try_answer(&self, code: Code, content: &[u8], callbacks: &dyn Callbacks) -> Result<Reply> {
        let mut decoder = Decoder::new(content);
        let values = match code {
            Code::CALL_FUNC => {
                let function = decoder.u64("the handle of a function")?;
                let values = finished(decoder)?;
                return Ok(Reply::Packet(self.call(function, &values, callbacks)?));
            }
            Code::COPY_FROM_REMOTE => return Ok(Reply::Bytes(self.copy_from(decoder)?)),
            Code::COPY_TO_REMOTE => {
                let tensor = decoder.tensor()?;
                let bytes = decoder.bytes("the elements")?;
                self.copy_to(&tensor, bytes.len() as u64, |into| {
                    into.copy_from_slice(bytes);
                    Ok(())
                })?;
                return Ok(Reply::Packet(returned(&[Value::Null])));
            }
            code if code.name().is_none() => return Err(ServeError::UnknownCode { code }.into()),
            _ => finished(decoder)?,
        };
        self.busy(code.name().unwrap_or_default());
        let result = self.system_call(code, &values)?;
        Ok(Reply::Packet(returned(&[self.encode(&result)?])))
    }

    /// Answers a request whose result is one value.
    fn system_call(&self, code: Code, values: &[Value<'_>]) -> Result<Encoded> {
        let api = |device: &Device| Devices::api(device.device_type);
        Ok(Encoded::Plain(match (code, values) {
            (Code::GET_GLOBAL_FUNC, [Value::Str(name)]) => return Ok(Encoded::Handle(self.function(name)?)),
            (Code::FREE_HANDLE, [Value::Handle(handle), Value::Int(kind)]) => {
                self.free(*handle, *kind)?;
                RetValue::Null
            }
            (Code::DEV_SET_DEVICE, [Value::Device(device)]) => {
                api(device)?.set_device(device.device_id)?;
                RetValue::Null
            }
            (Code::DEV_GET_ATTR, [Value::Device(device), Value::Int(kind)]) => {
                attribute(*device, i32::try_from(*kind).unwrap_or(-1))?
            }
            (
                Code::DEV_ALLOC_DATA,
                [Value::Device(device), Value::Int(bytes), Value::Int(alignment), Value::DataType(_)],
            ) => {
                if *alignment > MAX_ALIGNMENT {
                    return Err(ServeError::Alignment { found: *alignment }.into());
                }
                let alignment = usize::try_from(*alignment).unwrap_or(0).max(1);
                let dtype = DataType::uint(8);
                return Ok(Encoded::Handle(self.allocate(&[*bytes], dtype, *device, alignment, None)?));
            }
            (
                Code::DEV_ALLOC_DATA_WITH_SCOPE,
                [Value::Tensor(tensor), scope @ (Value::Null | Value::Str(_))],
            ) => {
                let scope = if let Value::Str(scope) = scope { Some(*scope) } else { None };
                let RemoteTensor { shape, dtype, device, .. } = tensor;
                return Ok(Encoded::Handle(self.allocate(shape, *dtype, *device, 1, scope)?));
            }
            (Code::DEV_FREE_DATA, [Value::Device(_), Value::Handle(handle)]) => {
                let mut handles = self.handles();
                match handles.get(*handle)? {
                    Entry::Memory(_) => drop(handles.remove(*handle)?),
                    other => return Err(wrong(*handle, "memory", other).into()),
                }
                RetValue::Null
            }
            (Code::DEV_STREAM_SYNC, [Value::Device(device), Value::Handle(stream)]) => {
                synchronize(*device, self.stream(*device, *stream)?)?;
                RetValue::Null
            }
            (Code::COPY_AMONG_REMOTE, [Value::Tensor(from), Value::Tensor(to), Value::Handle(stream)]) => {
                let stream = self.stream(from.device, *stream)?;
                self.copy_among(from, to, stream)?;
                RetValue::Null
            }
            (Code::DEV_CREATE_STREAM, [Value::Device(device)]) => {
                let Stream(stream) = api(device)?.create_stream(device.device_id)?;
                if stream.is_null() {
                    return Ok(Encoded::Handle(0));
                }
                let entry = Entry::Stream(*device, OpaqueHandle(stream));
                return Ok(Encoded::Handle(self.handles().add(entry)?));
            }
            (Code::DEV_FREE_STREAM, [Value::Device(device), Value::Handle(handle)]) => {
                self.stream(*device, *handle)?;
                if *handle != 0
                    && let Entry::Stream(device, stream) = self.handles().remove(*handle)?
                {
                    free_stream(device, stream)?;
                }
                RetValue::Null
            }
            (Code::DEV_SET_STREAM, [Value::Device(device), Value::Handle(stream)]) => {
                set_stream(*device, self.stream(*device, *stream)?)?;
                RetValue::Null
            }
            (code, values) => return Err(unexpected(code, values).into()),
        }))
    }

    /// Returns the handle of a global function, or 0 if there is none.
    fn function(&self, name: &str) -> Result<u64> {
        // TVM's clients look for this name before each copy. Its absence means no limit.
        const PACKET_LIMIT: &str = "tvm.rpc.server.GetCRTMaxPacketSize";
        let found = self.shared.find(name);
        if found.is_none() && name == PACKET_LIMIT {
            return Ok(0);
        }
        self.expect_allowed(name)?;
        match found {
            Some(function) => Ok(self.handles().add(Entry::Function(function))?),
            None => Ok(0),
        }
    }

    fn expect_allowed(&self, name: &str) -> Result<(), ServeError> {
        if self.allow.allows(name) {
            return Ok(());
        }
        Err(ServeError::NotAllowed { name: self.name.clone(), function: name.into() })
    }

    /// Returns the module that a session's constructor makes.
    pub(crate) fn construct(&self, values: &[Value<'_>]) -> Result<Option<Module>> {
        let Some((Value::Str(function), args)) = values.split_first() else { return Ok(None) };
        let name = || self.name.clone();
        self.expect_allowed(function)?;
        let missing = || ServeError::NoConstructor { name: name(), function: (*function).into() };
        let constructor = Registry::find(function).ok_or_else(missing)?;
        let result = self.run(&constructor, args, &NoCallbacks)?;
        match Module::from_value(result.as_arg()) {
            Ok(module) => Ok(Some(module)),
            Err(_) => {
                let found = format!("{result:?}");
                Err(ServeError::NoSession { name: name(), function: (*function).into(), found }.into())
            }
        }
    }

    /// Allocates memory for a tensor, and returns its handle.
    fn allocate(
        &self,
        shape: &[i64],
        dtype: DataType,
        device: Device,
        alignment: usize,
        scope: Option<&str>,
    ) -> Result<u64> {
        let bytes = NDArray::byte_size_of(shape, dtype)? as u64;
        self.handles().reserve(bytes)?;
        let memory = NDArray::empty_aligned(shape, dtype, device, alignment, scope)?;
        Ok(self.handles().add(Entry::Memory(memory))?)
    }

    fn free(&self, handle: u64, kind: i64) -> Result<()> {
        let mut handles = self.handles();
        let (expected, fits) = match (kind, handles.get(handle)?) {
            (10, Entry::Function(_)) | (9, Entry::Module(_)) | (13, Entry::Array(_)) => ("", true),
            (10, _) => ("a function", false),
            (9, _) => ("a module", false),
            (13, _) => ("a tensor that a function returned", false),
            _ => ("type code 9, 10 or 13 for it", false),
        };
        if !fits {
            return Err(wrong(handle, expected, handles.get(handle)?).into());
        }
        let freed = handles.remove(handle)?;
        // The drop of an object may run code that needs the table.
        drop(handles);
        drop(freed);
        Ok(())
    }

    /// Returns the stream of a handle, which must be one of the device. 0 is the default stream.
    fn stream(&self, device: Device, handle: u64) -> Result<OpaqueHandle, ServeError> {
        if handle == 0 {
            return Ok(OpaqueHandle::NULL);
        }
        match self.handles().get(handle)? {
            Entry::Stream(of, stream) if *of == device => Ok(*stream),
            Entry::Stream(of, _) => Err(ServeError::WrongDevice { expected: *of, found: device }),
            other => Err(wrong(handle, "a stream", other)),
        }
    }

    /// Returns a view of a tensor of the session. Shape, type and offset must fit into its memory.
    fn view(&self, tensor: &RemoteTensor) -> Result<NDArray> {
        let mut handles = self.handles();
        let memory = handles.tensor(tensor.data)?;
        if memory.device() != tensor.device {
            return Err(ServeError::WrongDevice { expected: memory.device(), found: tensor.device }.into());
        }
        let offset = usize::try_from(tensor.byte_offset).unwrap_or(usize::MAX);
        Ok(memory.view_at(&tensor.shape, tensor.dtype, offset)?)
    }
}

/// Returns an attribute of a device.
fn attribute(device: Device, kind: i32) -> Result<RetValue> {
    let Device { device_type: DeviceType(number), device_id } = device;
    if kind == DeviceAttribute::EXIST.0 {
        let exists = Devices::api(DeviceType(number)).is_ok_and(|api| api.exists(device_id));
        return Ok(exists.into());
    }
    Devices::api(device.device_type)?.attribute(device_id, DeviceAttribute(kind))
}

fn finished(mut decoder: Decoder<'_>) -> Result<Vec<Value<'_>>, ServeError> {
    let values = decoder.values()?;
    decoder.finish()?;
    Ok(values)
}

fn unexpected(code: Code, values: &[Value<'_>]) -> WireError {
    let expected = match code {
        Code::GET_GLOBAL_FUNC => "a name",
        Code::FREE_HANDLE => "a handle and a type code",
        Code::DEV_SET_DEVICE | Code::DEV_CREATE_STREAM => "a device",
        Code::DEV_GET_ATTR => "a device and a number",
        Code::DEV_ALLOC_DATA => "a device, a size, an alignment and a data type",
        Code::DEV_FREE_DATA => "a device and a handle",
        Code::DEV_STREAM_SYNC | Code::DEV_FREE_STREAM | Code::DEV_SET_STREAM => "a device and a stream",
        Code::COPY_AMONG_REMOTE => "two tensors and a stream",
        Code::DEV_ALLOC_DATA_WITH_SCOPE => "a tensor and a scope",
        Code::RETURN => "one value",
        _ => "another request before it",
    };
    let found: Vec<_> = values.iter().map(Value::type_name).collect();
    WireError::Values { code, expected, found: format!("({})", found.join(", ")) }
}

/// Returns a `Return` packet.
pub(crate) fn returned(values: &[Value<'_>]) -> Vec<u8> {
    let mut packet = Encoder::new(Code::RETURN);
    packet.values(values);
    packet.finish()
}

/// Returns an `Exception` packet with the error and its traceback.
pub(crate) fn exception(error: &Error) -> Vec<u8> {
    crate::wire::exception_packet(&format!("{error:#}"))
}
