//! The C struct of a tensor, and the size of its elements.
//!
//! Invariant: the shape and strides of a [`DLTensor`] are read only in functions whose caller
//! guarantees that the pointers are valid.

#![expect(unsafe_code, reason = "shapes and strides are raw pointers")]

use std::ffi::c_void;
use std::mem::offset_of;

use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::error::NDArrayError;

/// A tensor as C sees it: the address and the memory layout of its elements. It owns nothing.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct DLTensor {
    /// The memory, as an address of the device.
    pub data: *mut c_void,
    /// The device of the memory.
    pub device: Device,
    /// The number of dimensions.
    pub ndim: i32,
    /// The type of the elements.
    pub dtype: DataType,
    /// The extents of the `ndim` dimensions.
    pub shape: *mut i64,
    /// The strides of the `ndim` dimensions, counted in elements, or null for compact row-major
    /// order.
    pub strides: *mut i64,
    /// The offset of the first element from `data`, in bytes.
    pub byte_offset: u64,
}

// The layout of the C struct, for words of 32 and 64 bits.
const _: () = {
    const WORD: usize = size_of::<usize>();
    const LONG: usize = align_of::<u64>();
    const BYTE_OFFSET: usize = (3 * WORD + 16).next_multiple_of(LONG);
    assert!(size_of::<Device>() == 8 && align_of::<Device>() == 4);
    assert!(size_of::<DataType>() == 4 && align_of::<DataType>() == 2);
    assert!(size_of::<DLTensor>() == BYTE_OFFSET + 8 && align_of::<DLTensor>() == LONG);
    assert!(offset_of!(DLTensor, device) == WORD && offset_of!(DLTensor, ndim) == WORD + 8);
    assert!(offset_of!(DLTensor, dtype) == WORD + 12 && offset_of!(DLTensor, shape) == WORD + 16);
    assert!(offset_of!(DLTensor, strides) == 2 * WORD + 16);
    assert!(offset_of!(DLTensor, byte_offset) == BYTE_OFFSET);
    assert!(WORD != 8 || size_of::<DLTensor>() == 48);
};

impl DLTensor {
    /// Returns the extents of the dimensions.
    ///
    /// # Errors
    /// If `ndim` is negative, or if `shape` is null and `ndim` is not 0.
    ///
    /// # Safety
    /// `shape` is null, or points to `ndim` numbers that are valid while `self` is borrowed.
    pub unsafe fn shape(&self) -> Result<&[i64], NDArrayError> {
        // SAFETY: as the caller promised.
        unsafe { self.row(self.shape, "a shape") }
    }

    /// Returns the strides, counted in elements, or `None` for compact row-major order.
    ///
    /// # Errors
    /// If `ndim` is negative.
    ///
    /// # Safety
    /// `strides` is null, or points to `ndim` numbers that are valid while `self` is borrowed.
    pub unsafe fn strides(&self) -> Result<Option<&[i64]>, NDArrayError> {
        // SAFETY: as the caller promised.
        let strides = || unsafe { self.row(self.strides, "strides") };
        if self.strides.is_null() { Ok(None) } else { strides().map(Some) }
    }

    /// # Safety
    /// `start` is null, or points to `ndim` numbers that are valid while `self` is borrowed.
    unsafe fn row(&self, start: *const i64, expected: &'static str) -> Result<&[i64], NDArrayError> {
        let bad = |expected, found| NDArrayError::BadTensor { expected, found };
        match usize::try_from(self.ndim) {
            Err(_) => Err(bad("0 dimensions or more", self.ndim.to_string())),
            Ok(0) => Ok(&[]),
            Ok(_) if start.is_null() => Err(bad(expected, "null".into())),
            // SAFETY: the caller promises that the numbers are there.
            Ok(ndim) => Ok(unsafe { std::slice::from_raw_parts(start, ndim) }),
        }
    }

    /// Returns the size of the elements in bytes, without gaps.
    ///
    /// # Errors
    /// If the shape or the data type is invalid, or if the size exceeds the address space.
    ///
    /// # Safety
    /// As for [`DLTensor::shape`].
    pub unsafe fn byte_size(&self) -> Result<usize, NDArrayError> {
        // SAFETY: as the caller promised.
        byte_count(unsafe { self.shape() }?, self.dtype)
    }

    /// Checks that the shape, the data type and the pointers are valid.
    ///
    /// # Errors
    /// If the shape or the data type is invalid, if the size exceeds the address space, or if a
    /// pointer is null although the tensor has elements.
    ///
    /// # Safety
    /// As for [`DLTensor::shape`] and [`DLTensor::strides`].
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

    /// Checks that the elements are contiguous in row-major order.
    ///
    /// # Errors
    /// If the elements are not contiguous, and as for [`DLTensor::byte_size`].
    ///
    /// # Safety
    /// As for [`DLTensor::shape`] and [`DLTensor::strides`].
    pub unsafe fn expect_contiguous(&self) -> Result<(), NDArrayError> {
        // SAFETY: as the caller promised.
        let (shape, strides) = unsafe { (self.shape()?, self.strides()?) };
        byte_count(shape, self.dtype)?;
        match strides {
            Some(strides) if !is_compact(shape, strides) => {
                Err(NDArrayError::NotContiguous { shape: shape.into(), strides: strides.into() })
            }
            _ => Ok(()),
        }
    }
}

/// Returns the number of elements, if their bytes can be addressed.
pub(super) fn element_count(shape: &[i64], dtype: DataType) -> Result<usize, NDArrayError> {
    byte_count(shape, dtype)?;
    Ok(product(shape))
}

/// Returns the number of elements of a shape that [`byte_count`] accepts.
pub(super) fn product(shape: &[i64]) -> usize {
    shape.iter().map(|extent| *extent as usize).product()
}

/// Returns the size of the elements in bytes. An element must have at least one bit, and the size
/// must not exceed the address space.
pub(super) fn byte_count(shape: &[i64], dtype: DataType) -> Result<usize, NDArrayError> {
    if dtype.bits == 0 || dtype.lanes == 0 {
        return Err(NDArrayError::NoBits { dtype });
    }
    let mut count = 1_usize;
    let mut largest = 1_usize;
    for (dimension, extent) in shape.iter().enumerate() {
        if *extent < 0 {
            return Err(NDArrayError::NegativeExtent { shape: shape.into(), dimension, extent: *extent });
        }
        let size = usize::try_from(*extent).unwrap_or(usize::MAX);
        // The size must also fit without the dimensions of extent zero: code that multiplies the
        // extents in any order must not overflow.
        largest = largest.saturating_mul(size.max(1));
        count = count.saturating_mul(size);
    }
    let too_large = || NDArrayError::TooLarge { shape: shape.into(), dtype };
    largest.checked_mul(dtype.bytes()).filter(|bytes| *bytes <= isize::MAX as usize).ok_or_else(too_large)?;
    Ok(count * dtype.bytes())
}

/// Returns the strides of contiguous elements in row-major order. [`byte_count`] accepts the shape.
pub(super) fn compact_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    write_compact_strides(shape, &mut strides);
    strides
}

/// Writes the strides of contiguous elements in row-major order. [`byte_count`] accepts the shape.
pub(super) fn write_compact_strides(shape: &[i64], strides: &mut [i64]) {
    let mut step = 1;
    for (extent, stride) in shape.iter().zip(strides).rev() {
        *stride = step;
        step = step.wrapping_mul((*extent).max(1));
    }
}

/// Returns whether elements with these strides are contiguous in row-major order. [`byte_count`]
/// accepts the shape.
pub(super) fn is_compact(shape: &[i64], strides: &[i64]) -> bool {
    let mut step = 1;
    // The stride of a dimension with extent 1 does not matter.
    product(shape) == 0
        || shape.iter().zip(strides).rev().filter(|(extent, _)| **extent != 1).all(|(extent, stride)| {
            let fits = *stride == step;
            step *= extent;
            fits
        })
}
