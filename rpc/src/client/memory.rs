//! Memory of the server that tensors of this process refer to.
//!
//! Invariant: the data pointer of a tensor on a remote device is a number that only this file
//! makes and looks up. No code dereferences it.

#![expect(unsafe_code, reason = "makes tensors in memory of another process")]

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::PoisonError;

use objet_object::{DLTensor, Device, NDArray};

use super::RpcError;
use super::peer::{Inner, Peer};
use super::table::{masked, unmasked};
use crate::wire::{Code, Encoder, RemoteTensor, Value};

/// The memory that tensors refer to, by number.
#[derive(Default)]
pub(super) struct Allocations {
    next: usize,
    known: HashMap<usize, Allocation>,
}

struct Allocation {
    /// The server's handle.
    data: u64,
    /// The session, which memory of a device keeps alive. A returned tensor has an owner instead.
    _session: Option<Peer>,
}

impl Inner {
    fn remember(&self, data: u64, session: Option<Peer>) -> usize {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.next += 1;
        let number = memory.next;
        memory.known.insert(number, Allocation { data, _session: session });
        number
    }

    fn forget(&self, number: usize) -> Option<Allocation> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).known.remove(&number)
    }

    /// Returns the data pointer for new memory of a device.
    pub(super) fn pointer_to(&self, data: u64) -> *mut c_void {
        std::ptr::without_provenance_mut(self.remember(data, self.this.upgrade()))
    }

    /// Frees memory of a device.
    pub(super) fn free_pointer(&self, device: Device, pointer: *mut c_void) {
        if let Some(allocation) = self.forget(pointer.addr()) {
            let mut request = Encoder::new(Code::DEV_FREE_DATA);
            request.values(&[Value::Device(device), Value::Handle(allocation.data)]);
            self.free(request);
        }
    }

    /// Returns the server's handle of a data pointer.
    pub(super) fn data_of(&self, pointer: *mut c_void) -> Option<u64> {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.known.get(&pointer.addr()).map(|allocation| allocation.data)
    }

    /// Returns the server's description of a tensor on a device of this session.
    pub(super) fn describe(&self, tensor: &DLTensor, shape: &[i64]) -> Result<RemoteTensor, RpcError> {
        let data = self.data_of(tensor.data);
        Ok(RemoteTensor {
            data: data.ok_or(RpcError::UnknownMemory { device: tensor.device })?,
            device: unmasked(tensor.device),
            dtype: tensor.dtype,
            shape: shape.into(),
            byte_offset: tensor.byte_offset,
        })
    }

    /// Creates a tensor for one of the server. The last reference to the tensor frees the handle of
    /// the server's tensor, if there is one.
    pub(super) fn array(&self, tensor: &RemoteTensor, handle: Option<u64>) -> objet_runtime::Result<NDArray> {
        let session = self.this.upgrade().ok_or_else(|| RpcError::Ended { device: tensor.device })?;
        // Offsets of parts of a copy are added to this one.
        if i64::try_from(tensor.byte_offset).is_err() {
            let found = format!("a byte offset of {}", tensor.byte_offset);
            return Err(self.bad_answer("the call", "a tensor", &found).into());
        }
        let mut shape = tensor.shape.clone();
        let ndim = i32::try_from(shape.len()).unwrap_or(i32::MAX);
        let number = self.remember(tensor.data, None);
        let owner = ReturnedArray { session, number, handle };
        let described = DLTensor {
            data: std::ptr::without_provenance_mut(number),
            device: Device::new(masked(self.index, tensor.device.device_type), tensor.device.device_id),
            ndim,
            dtype: tensor.dtype,
            shape: shape.as_mut_ptr(),
            strides: std::ptr::null_mut(),
            byte_offset: tensor.byte_offset,
        };
        // SAFETY: the shape has `ndim` numbers. The device is remote: a decoded device has a type
        // below 128, and `masked` makes a type above it. So the memory is in another process, and
        // no code of this process dereferences the number.
        Ok(unsafe { NDArray::from_sole_owner(&described, owner) }?)
    }
}

/// The owner of a tensor that a remote function returned.
struct ReturnedArray {
    session: Peer,
    number: usize,
    handle: Option<u64>,
}

impl Drop for ReturnedArray {
    fn drop(&mut self) {
        self.session.forget(self.number);
        if let Some(handle) = self.handle {
            self.session.free_handle(handle, 13);
        }
    }
}

impl Inner {
    /// Frees a function (10), a module (9) or a tensor (13) of the server.
    pub(super) fn free_handle(&self, handle: u64, kind: i64) {
        let mut request = Encoder::new(Code::FREE_HANDLE);
        request.values(&[Value::Handle(handle), Value::Int(kind)]);
        self.free(request);
    }
}
