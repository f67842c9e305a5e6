//! The structs of DLPack (<https://dmlc.github.io/dlpack/latest/c_api.html>): those of 0.5, before it had versions, which
//! TVM 0.8 and everything compiled by it lays out in memory, and those of 1.x. `DLDataType` and `DLDevice` are [`DataType`] and
//! [`Device`].
//!
//! Invariant: the rows of a `DLTensor` are read only on the word of the caller.

#![expect(unsafe_code, reason = "shapes are known by address")]

mod export;
mod import;

use std::ffi::c_void;
use std::mem::offset_of;

use crate::tensor::{DataType, Device, NDArrayError, extent};

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

/// The version of a struct of DLPack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DLPackVersion {
    /// Another number stands for another layout.
    pub major: u32,
    /// Another number stands for other flags, types or devices.
    pub minor: u32,
}

impl DLPackVersion {
    /// The one that tensors are exported with.
    pub const CURRENT: Self = Self { major: 1, minor: 1 };
}

/// A tensor that knows how it is given back, and by which version of DLPack it goes.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensorVersioned {
    /// The version. If its major number is not 1, only the next two fields may be read.
    pub version: DLPackVersion,
    /// Whatever the producer needs to give it back.
    pub manager_ctx: *mut c_void,
    /// Called once with this struct when it is no longer used. Null if there is nothing to do.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// What is to be known of the tensor, by bits.
    pub flags: u64,
    /// The tensor.
    pub dl_tensor: DLTensor,
}

impl DLManagedTensorVersioned {
    /// Nobody may write to the elements.
    pub const READ_ONLY: u64 = 1 << 0;
    /// The elements are a copy that was made for who gets the tensor.
    pub const IS_COPIED: u64 = 1 << 1;
    /// Elements that have no whole number of bytes are filled up to one. Otherwise, they lie packed.
    pub const SUBBYTE_PADDED: u64 = 1 << 2;
}

// The layouts of C, for words of 32 and of 64 bits.
const _: () = {
    const WORD: usize = size_of::<usize>();
    const LONG: usize = align_of::<u64>();
    const BYTE_OFFSET: usize = (3 * WORD + 16).next_multiple_of(LONG);
    const FLAGS: usize = (8 + 2 * WORD).next_multiple_of(LONG);
    assert!(size_of::<Device>() == 8 && align_of::<Device>() == 4);
    assert!(size_of::<DataType>() == 4 && align_of::<DataType>() == 2);
    assert!(size_of::<DLTensor>() == BYTE_OFFSET + 8 && align_of::<DLTensor>() == LONG);
    assert!(offset_of!(DLTensor, device) == WORD && offset_of!(DLTensor, ndim) == WORD + 8);
    assert!(offset_of!(DLTensor, dtype) == WORD + 12 && offset_of!(DLTensor, shape) == WORD + 16);
    assert!(offset_of!(DLTensor, strides) == 2 * WORD + 16);
    assert!(offset_of!(DLTensor, byte_offset) == BYTE_OFFSET);
    assert!(size_of::<DLManagedTensor>() == size_of::<DLTensor>() + 2 * WORD);
    assert!(offset_of!(DLManagedTensor, manager_ctx) == size_of::<DLTensor>());
    assert!(offset_of!(DLManagedTensor, deleter) == size_of::<DLTensor>() + WORD);
    assert!(offset_of!(DLManagedTensorVersioned, manager_ctx) == 8);
    assert!(offset_of!(DLManagedTensorVersioned, deleter) == 8 + WORD);
    assert!(offset_of!(DLManagedTensorVersioned, flags) == FLAGS);
    assert!(offset_of!(DLManagedTensorVersioned, dl_tensor) == FLAGS + 8);
    assert!(size_of::<DLManagedTensorVersioned>() == FLAGS + 8 + size_of::<DLTensor>());
    assert!(WORD != 8 || size_of::<DLTensor>() == 48 && size_of::<DLManagedTensorVersioned>() == 80);
};

impl DLTensor {
    /// The extents of the dimensions.
    ///
    /// # Errors
    /// If there are fewer than none, or if they are null.
    ///
    /// # Safety
    /// `shape` is null, or points to `ndim` numbers that stay as long as `self` is borrowed.
    pub unsafe fn shape(&self) -> Result<&[i64], NDArrayError> {
        // SAFETY: as the caller promised.
        unsafe { self.row(self.shape, "a shape") }
    }

    /// The steps from one element to the next, counted in elements; `None` for compact row-major order.
    ///
    /// # Errors
    /// If there are fewer dimensions than none.
    ///
    /// # Safety
    /// `strides` is null, or points to `ndim` numbers that stay as long as `self` is borrowed.
    pub unsafe fn strides(&self) -> Result<Option<&[i64]>, NDArrayError> {
        // SAFETY: as the caller promised.
        let strides = || unsafe { self.row(self.strides, "strides") };
        if self.strides.is_null() { Ok(None) } else { strides().map(Some) }
    }

    /// # Safety
    /// `start` is null, or points to `ndim` numbers that stay as long as `self` is borrowed.
    unsafe fn row(&self, start: *const i64, expected: &'static str) -> Result<&[i64], NDArrayError> {
        let bad = |expected, found| NDArrayError::BadTensor { expected, found };
        match usize::try_from(self.ndim) {
            Err(_) => Err(bad("0 dimensions or more", self.ndim.to_string())),
            Ok(0) => Ok(&[]),
            Ok(_) if start.is_null() => Err(bad(expected, "null".into())),
            // SAFETY: the numbers are there, says the caller.
            Ok(ndim) => Ok(unsafe { std::slice::from_raw_parts(start, ndim) }),
        }
    }

    /// How many bytes the elements take, without gaps.
    ///
    /// # Errors
    /// If dimensions cannot be right, or if there are more bytes than can be addressed.
    ///
    /// # Safety
    /// That of [`DLTensor::shape`].
    pub unsafe fn byte_size(&self) -> Result<usize, NDArrayError> {
        // SAFETY: as the caller promised.
        extent::byte_count(unsafe { self.shape() }?, self.dtype)
    }

    /// That dimensions and pointers can be right.
    ///
    /// # Errors
    /// If a dimension is negative, if there are more bytes than can be addressed, or if a pointer is null where there must be data.
    ///
    /// # Safety
    /// That of [`DLTensor::shape`] and of [`DLTensor::strides`].
    pub unsafe fn expect_valid(&self) -> Result<(), NDArrayError> {
        // SAFETY: as the caller promised.
        let bytes = unsafe {
            self.strides()?;
            self.byte_size()?
        };
        if bytes > 0 && self.data.is_null() {
            return Err(NDArrayError::BadTensor { expected: "elements", found: "null".into() });
        }
        Ok(())
    }

    /// That the elements lie one after the other in row-major order.
    ///
    /// # Errors
    /// If they do not, or as [`DLTensor::byte_size`].
    ///
    /// # Safety
    /// That of [`DLTensor::shape`] and of [`DLTensor::strides`].
    pub unsafe fn expect_contiguous(&self) -> Result<(), NDArrayError> {
        // SAFETY: as the caller promised.
        let (shape, strides) = unsafe { (self.shape()?, self.strides()?) };
        extent::byte_count(shape, self.dtype)?;
        match strides {
            Some(strides) if !extent::is_compact(shape, strides) => {
                Err(NDArrayError::NotContiguous { shape: shape.into(), strides: strides.into() })
            }
            _ => Ok(()),
        }
    }
}
