//! The structs of DLPack 0.5 (<https://dmlc.github.io/dlpack/latest/c_api.html>), before it had versions: what TVM 0.8
//! and everything compiled by it lays out in memory. `DLDataType` and `DLDevice` are [`DataType`] and [`Device`].

use std::ffi::c_void;
use std::mem::offset_of;

use crate::tensor::{DataType, Device};

/// A tensor: where its elements are, and how they lie. It owns nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct DLTensor {
    /// The memory, as the device addresses it.
    pub data: *mut c_void,
    /// Where the memory is.
    pub device: Device,
    /// How many dimensions there are.
    pub ndim: i32,
    /// The type of the elements.
    pub dtype: DataType,
    /// `ndim` extents.
    pub shape: *mut i64,
    /// `ndim` steps from one element to the next, counted in elements; null for compact row-major order.
    pub strides: *mut i64,
    /// Where the first element is, in bytes from `data`.
    pub byte_offset: u64,
}

/// A tensor that knows how it is given back.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensor {
    /// The tensor.
    pub dl_tensor: DLTensor,
    /// Whatever the producer needs to give it back.
    pub manager_ctx: *mut c_void,
    /// Called once with this struct when it is no longer used. Null if there is nothing to do.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

const _: () = {
    assert!(size_of::<Device>() == 8 && align_of::<Device>() == 4);
    assert!(size_of::<DataType>() == 4 && align_of::<DataType>() == 2);
    assert!(size_of::<DLTensor>() == 48 && align_of::<DLTensor>() == 8);
    assert!(offset_of!(DLTensor, device) == 8 && offset_of!(DLTensor, ndim) == 16);
    assert!(offset_of!(DLTensor, dtype) == 20 && offset_of!(DLTensor, shape) == 24);
    assert!(offset_of!(DLTensor, strides) == 32 && offset_of!(DLTensor, byte_offset) == 40);
    assert!(size_of::<DLManagedTensor>() == 64 && align_of::<DLManagedTensor>() == 8);
    assert!(offset_of!(DLManagedTensor, manager_ctx) == 48 && offset_of!(DLManagedTensor, deleter) == 56);
};
