//! A tensor as C sees it, and the room that its elements take.
//!
//! Invariant: the rows of a [`DLTensor`] are read only on the word of the caller.

#![expect(unsafe_code, reason = "shapes are known by address")]

use std::ffi::c_void;
use std::mem::offset_of;

use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::error::NDArrayError;

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

// The layout of C, for words of 32 and of 64 bits.
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
        byte_count(unsafe { self.shape() }?, self.dtype)
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
        byte_count(shape, self.dtype)?;
        match strides {
            Some(strides) if !is_compact(shape, strides) => {
                Err(NDArrayError::NotContiguous { shape: shape.into(), strides: strides.into() })
            }
            _ => Ok(()),
        }
    }
}

/// How many elements there are, if their bytes can be addressed.
pub(super) fn element_count(shape: &[i64], dtype: DataType) -> Result<usize, NDArrayError> {
    byte_count(shape, dtype)?;
    Ok(product(shape))
}

/// How many elements a shape has that [`byte_count`] accepts.
pub(super) fn product(shape: &[i64]) -> usize {
    shape.iter().map(|extent| *extent as usize).product()
}

/// Returns how many bytes the elements take, if each takes some and all can be addressed.
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
        // Also without the dimensions of size zero: code that counts in any order must not overflow.
        largest = largest.saturating_mul(size.max(1));
        count = count.saturating_mul(size);
    }
    let too_large = || NDArrayError::TooLarge { shape: shape.into(), dtype };
    largest.checked_mul(dtype.bytes()).filter(|bytes| *bytes <= isize::MAX as usize).ok_or_else(too_large)?;
    Ok(count * dtype.bytes())
}

/// The steps from one element to the next in each dimension, of elements that lie one after the other in row-major order.
/// [`byte_count`] accepts the shape.
pub(super) fn compact_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for dimension in (1..shape.len()).rev() {
        strides[dimension - 1] = strides[dimension] * shape[dimension].max(1);
    }
    strides
}

/// Whether elements lie one after the other in row-major order. [`byte_count`] accepts the shape.
pub(super) fn is_compact(shape: &[i64], strides: &[i64]) -> bool {
    let mut step = 1;
    // Where there is one element, no step is taken.
    product(shape) == 0
        || shape.iter().zip(strides).rev().filter(|(extent, _)| **extent != 1).all(|(extent, stride)| {
            let fits = *stride == step;
            step *= extent;
            fits
        })
}
