//! Remote devices.
//!
//! Invariants:
//! - The callers of the unsafe methods keep the contract of [`DeviceApi`].
//! - Memory on a remote device is identified by a number. Its session looks the number up.

#![expect(unsafe_code, reason = "implements copies between devices")]

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use objet_object::{DLTensor, DataType, Device, DeviceType, NDArray, RetValue};
use objet_runtime::device::{DeviceApi, DeviceAttribute, Region, Stream};
use objet_runtime::{Error, Result};

use super::RpcError;
use super::peer::{Inner, Peer};
use super::table::{of_device, unmasked};
use crate::wire::{Code, Encoder, RemoteTensor, Value};

/// The devices of one type of one session.
pub(super) struct RemoteDevice {
    device_type: DeviceType,
}

impl RemoteDevice {
    /// Returns the API of a remote device type. There is one for each type in each of the few
    /// places for sessions, and it lives as long as the process.
    pub(super) fn find(device_type: DeviceType) -> Option<&'static dyn DeviceApi> {
        static KNOWN: Mutex<Option<HashMap<DeviceType, &'static RemoteDevice>>> = Mutex::new(None);
        of_device(Device::new(device_type, 0)).ok()?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        Some(*known.entry(device_type).or_insert_with(|| Box::leak(Box::new(RemoteDevice { device_type }))))
    }

    fn device(&self, device_id: i32) -> Device {
        Device::new(self.device_type, device_id)
    }

    fn peer(&self) -> Result<Peer, RpcError> {
        of_device(self.device(0))
    }

    /// Sends a system call whose result is not used.
    fn simple_call(&self, code: Code, device_id: i32, stream: Option<Stream>) -> Result<()> {
        let device = Value::Device(unmasked(self.device(device_id)));
        let peer = self.peer()?;
        match stream {
            None => peer.system_call(code, &[device])?,
            Some(Stream(stream)) => peer.system_call(code, &[device, Value::Handle(stream.addr() as u64)])?,
        };
        Ok(())
    }
}

// SAFETY: memory is allocated by the server, with the requested size and alignment. It is no host
// memory: only this type copies to and from it, and the server checks the range of each copy.
unsafe impl DeviceApi for RemoteDevice {
    fn attribute(&self, device_id: i32, attribute: DeviceAttribute) -> Result<RetValue> {
        let device = unmasked(self.device(device_id));
        if attribute == DeviceAttribute::EXIST && device.device_type == DeviceType::CPU {
            return Ok(1.into());
        }
        let values = [Value::Device(device), Value::Int(attribute.0.into())];
        Ok(self.peer()?.system_call(Code::DEV_GET_ATTR, &values)?)
    }

    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void> {
        let peer = self.peer()?;
        let device = Value::Device(unmasked(self.device(device_id)));
        let number = |size: usize| Value::Int(i64::try_from(size).unwrap_or(i64::MAX));
        let values = [device, number(bytes), number(alignment), Value::DataType(DataType::uint(8))];
        Ok(peer.pointer_to(peer.handle_call(Code::DEV_ALLOC_DATA, &values)?))
    }

    fn allocate_tensor(
        &self,
        device_id: i32,
        shape: &[i64],
        dtype: DataType,
        _alignment: usize,
    ) -> Result<*mut c_void> {
        let peer = self.peer()?;
        let device = unmasked(self.device(device_id));
        let tensor = RemoteTensor { data: 0, device, dtype, shape: shape.into(), byte_offset: 0 };
        let values = [Value::Tensor(tensor), Value::Null];
        Ok(peer.pointer_to(peer.handle_call(Code::DEV_ALLOC_DATA_WITH_SCOPE, &values)?))
    }

    unsafe fn free(&self, device_id: i32, data: *mut c_void) -> Result<()> {
        self.peer()?.free_pointer(unmasked(self.device(device_id)), data);
        Ok(())
    }

    unsafe fn copy(&self, _from: Region, _to: Region, _bytes: usize, _stream: Stream) -> Result<()> {
        Err(Error::from("a remote device copies tensors only: call `copy_tensor`"))
    }

    unsafe fn copy_tensor(&self, from: &DLTensor, to: &DLTensor, bytes: usize, stream: Stream) -> Result<()> {
        let peer = self.peer()?;
        let is_host = |tensor: &DLTensor| tensor.device.device_type == DeviceType::CPU;
        let shape = |tensor| contiguous_shape(tensor).ok_or(RpcError::Strides { position: 0 });
        if is_host(from) {
            // SAFETY: the caller promises that the source has these bytes.
            let source = unsafe { std::slice::from_raw_parts(start(from), bytes) };
            peer.copy_to(&peer.describe(to, shape(to)?)?, source)
        } else if is_host(to) {
            // SAFETY: the caller promises that the destination has these bytes, and that no other
            // code accesses them.
            let into = unsafe { std::slice::from_raw_parts_mut(start(to), bytes) };
            peer.copy_from(&peer.describe(from, shape(from)?)?, into)
        } else if from.device.device_type == to.device.device_type {
            let values = [
                Value::Tensor(peer.describe(from, shape(from)?)?),
                Value::Tensor(peer.describe(to, shape(to)?)?),
                Value::Handle(stream.0.addr() as u64),
            ];
            peer.system_call(Code::COPY_AMONG_REMOTE, &values)?;
            Ok(())
        } else {
            Err(RpcError::CopyBetween { from: from.device, to: to.device }.into())
        }
    }

    fn create_stream(&self, device_id: i32) -> Result<Stream> {
        let device = Value::Device(unmasked(self.device(device_id)));
        let handle = self.peer()?.handle_call(Code::DEV_CREATE_STREAM, &[device])?;
        Ok(Stream(std::ptr::without_provenance_mut(handle as usize)))
    }

    unsafe fn free_stream(&self, device_id: i32, stream: Stream) -> Result<()> {
        self.simple_call(Code::DEV_FREE_STREAM, device_id, Some(stream))
    }

    unsafe fn set_stream(&self, device_id: i32, stream: Stream) -> Result<()> {
        self.simple_call(Code::DEV_SET_STREAM, device_id, Some(stream))
    }

    unsafe fn synchronize(&self, device_id: i32, stream: Stream) -> Result<()> {
        self.simple_call(Code::DEV_STREAM_SYNC, device_id, Some(stream))
    }

    fn set_device(&self, device_id: i32) -> Result<()> {
        self.simple_call(Code::DEV_SET_DEVICE, device_id, None)
    }
}

fn start(tensor: &DLTensor) -> *mut u8 {
    tensor.data.cast::<u8>().wrapping_add(tensor.byte_offset as usize)
}

/// Returns the shape of a tensor whose elements are contiguous.
pub(super) fn contiguous_shape(tensor: &DLTensor) -> Option<&[i64]> {
    // SAFETY: a caller that passes a `DLTensor` as an argument or to a device promises that its
    // shape and strides are valid.
    unsafe {
        tensor.expect_contiguous().ok()?;
        tensor.shape().ok()
    }
}

/// The largest packet of a server that has no limit.
const NO_LIMIT: u64 = u64::MAX;

impl Inner {
    /// Copies bytes to a tensor of the server, in as many packets as the server requires.
    fn copy_to(&self, tensor: &RemoteTensor, bytes: &[u8]) -> Result<()> {
        for (block, offset) in blocks(bytes, self.block_bytes(tensor)?) {
            let mut request = Encoder::new(Code::COPY_TO_REMOTE);
            request.tensor(&RemoteTensor { byte_offset: tensor.byte_offset + offset, ..tensor.clone() });
            request.u64(block.len() as u64);
            self.request("CopyToRemote", &[&request.finish_before(block.len()), block])?;
        }
        Ok(())
    }

    /// Copies bytes from a tensor of the server.
    fn copy_from(&self, tensor: &RemoteTensor, into: &mut [u8]) -> Result<()> {
        let block_bytes = self.block_bytes(tensor)?;
        let mut offset = 0;
        for block in into.chunks_mut(block_bytes) {
            let mut request = Encoder::new(Code::COPY_FROM_REMOTE);
            request.tensor(&RemoteTensor { byte_offset: tensor.byte_offset + offset, ..tensor.clone() });
            request.u64(block.len() as u64);
            self.request_bytes("CopyFromRemote", &request.finish(), block)?;
            offset += block.len() as u64;
        }
        Ok(())
    }

    /// Returns the number of bytes that fit into a packet beside the description of the tensor.
    fn block_bytes(&self, tensor: &RemoteTensor) -> Result<usize> {
        let limit = match self.packet_limit.get() {
            Some(limit) => *limit,
            None => {
                let limit = match self.global("tvm.rpc.server.GetCRTMaxPacketSize")? {
                    None => NO_LIMIT,
                    Some(function) => {
                        let limit: i64 = function.into_packed().call_as(())?;
                        u64::try_from(limit).map_err(|_| RpcError::PacketLimit { limit })?
                    }
                };
                *self.packet_limit.get_or_init(|| limit)
            }
        };
        let overhead = 4 + tensor.encoded_len() as u64 + 8;
        let room = limit.checked_sub(overhead).filter(|room| *room > 0);
        let room = room.ok_or(RpcError::PacketLimit { limit: limit as i64 })?;
        Ok(usize::try_from(room).unwrap_or(usize::MAX))
    }
}

fn blocks(bytes: &[u8], block_bytes: usize) -> impl Iterator<Item = (&[u8], u64)> {
    bytes.chunks(block_bytes).enumerate().map(move |(index, block)| (block, (index * block_bytes) as u64))
}

/// Creates a tensor for memory of the server whose handle a remote function returned.
pub(crate) fn array_of_handle(
    peer: &Peer,
    data: u64,
    template: &DLTensor,
    device: Device,
    handle: u64,
) -> Result<NDArray> {
    if device.device_type.rpc_session() != Some(peer.index as i32) {
        return Err(RpcError::OtherSession { position: 3, device }.into());
    }
    let shape = contiguous_shape(template).ok_or(RpcError::Strides { position: 2 })?.to_vec();
    let (device, dtype) = (unmasked(device), template.dtype);
    let tensor = RemoteTensor { data, device, dtype, shape, byte_offset: template.byte_offset };
    peer.array(&tensor, (handle != 0).then_some(handle))
}
