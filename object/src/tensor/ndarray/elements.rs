//! Access to the elements of tensors in host memory.
//!
//! Invariant: elements are borrowed under the invariants of the parent module: shared tensors for
//! reading, and tensors that [`NDArray::is_writable`] accepts for writing.

#![expect(unsafe_code, reason = "elements are accessed through raw pointers")]

use std::borrow::Cow;

use crate::tensor::data_type::DataType;
use crate::tensor::error::NDArrayError;
use crate::tensor::float16::{bf16, f16};
use crate::tensor::ndarray::{NDArray, NDArrayNode};

/// A Rust type with the memory layout of tensor elements.
///
/// ```
/// use objet_object::{DataType, NDArray, bf16, f16};
///
/// let halves = NDArray::from_slice(&[2], &[f16::ONE, f16::from_f32(0.5)])?;
/// assert_eq!(halves.dtype(), DataType::float(16));
/// assert_eq!(halves.as_slice::<f16>()?[1].to_f32(), 0.5);
/// assert!(halves.as_slice::<bf16>().is_err());
/// # Ok::<(), objet_object::NDArrayError>(())
/// ```
///
/// # Safety
/// `Self` has a size of `DTYPE.bytes()` bytes without padding, and every bit pattern is a valid
/// `Self`.
pub unsafe trait Scalar: Copy + Send + Sync + 'static {
    /// The data type of the elements.
    const DTYPE: DataType;
}

macro_rules! scalars {
    ($($ty:ty => $dtype:expr),+ $(,)?) => {
        $(
            // SAFETY: the type is a primitive number or a transparent struct over `u16`, with as
            // many bits as the data type.
            unsafe impl Scalar for $ty {
                const DTYPE: DataType = $dtype;
            }
            const _: () = assert!(size_of::<$ty>() == <$ty as Scalar>::DTYPE.bytes());
        )+
    };
}

scalars! {
    i8 => DataType::int(8),
    i16 => DataType::int(16),
    i32 => DataType::int(32),
    i64 => DataType::int(64),
    u8 => DataType::uint(8),
    u16 => DataType::uint(16),
    u32 => DataType::uint(32),
    u64 => DataType::uint(64),
    f32 => DataType::float(32),
    f64 => DataType::float(64),
    f16 => DataType::float(16),
    bf16 => DataType::bfloat16(),
}

impl NDArrayNode {
    /// Returns the bytes of the elements, in row-major order and the host's byte order.
    ///
    /// # Errors
    /// If the tensor is not in host memory, or if its elements are not contiguous.
    pub fn as_bytes(&self) -> Result<&[u8], NDArrayError> {
        self.expect_on_host()?;
        self.expect_contiguous()?;
        match self.byte_size() {
            0 => Ok(&[]),
            // SAFETY: by the invariants of the module, `owner` keeps this many bytes there, and no
            // code writes to them now.
            bytes => Ok(unsafe { std::slice::from_raw_parts(self.first_element(), bytes) }),
        }
    }

    /// Returns the elements, in row-major order.
    ///
    /// # Errors
    /// If the elements do not have type `T` or are not aligned for it, and as for
    /// [`NDArrayNode::as_bytes`].
    pub fn as_slice<T: Scalar>(&self) -> Result<&[T], NDArrayError> {
        self.expect_elements::<T>()?;
        let bytes = self.as_bytes()?;
        if bytes.is_empty() {
            return Ok(&[]);
        }
        // SAFETY: the bytes are aligned for `T` and contain this many elements, and every bit
        // pattern is a valid scalar.
        Ok(unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), self.element_count()) })
    }

    /// Returns a copy of the elements, in row-major order. The elements need not be contiguous.
    ///
    /// # Errors
    /// If the elements do not have type `T`, or if the tensor is not in host memory.
    ///
    /// ```
    /// use objet_object::NDArray;
    ///
    /// let tensor = NDArray::from_slice(&[2], &[1_i32, 2])?;
    /// assert_eq!(tensor.to_vec::<i32>()?, [1, 2]);
    /// # Ok::<(), objet_object::Error>(())
    /// ```
    pub fn to_vec<T: Scalar>(&self) -> Result<Vec<T>, NDArrayError> {
        self.expect_type::<T>()?;
        self.expect_on_host()?;
        // SAFETY: the elements are in host memory and have type `T`.
        unsafe { self.gathered(self.element_count()) }
    }

    /// Returns the bytes of the elements, in row-major order and the host's byte order: those of
    /// the tensor, or a copy if its elements are not contiguous.
    ///
    /// # Errors
    /// If the tensor is not in host memory, or if there is not enough memory for a copy.
    ///
    /// ```
    /// use objet_object::NDArray;
    ///
    /// let tensor = NDArray::from_slice(&[2], &[1_u8, 2])?;
    /// assert_eq!(*tensor.compact_bytes()?, [1, 2]);
    /// # Ok::<(), objet_object::Error>(())
    /// ```
    pub fn compact_bytes(&self) -> Result<Cow<'_, [u8]>, NDArrayError> {
        if self.is_contiguous() {
            return self.as_bytes().map(Cow::Borrowed);
        }
        self.expect_on_host()?;
        // SAFETY: the elements are in host memory, and any byte is a `u8`.
        unsafe { self.gathered(self.byte_size()) }.map(Cow::Owned)
    }

    /// Returns a copy of the elements as `count` values, in row-major order.
    ///
    /// # Safety
    /// The tensor is in host memory, and its elements take the bytes of `count` valid values.
    unsafe fn gathered<T: Copy>(&self, count: usize) -> Result<Vec<T>, NDArrayError> {
        let mut values = Vec::<T>::new();
        let too_large = |_| NDArrayError::TooLarge { shape: self.shape().into(), dtype: self.dtype() };
        values.try_reserve_exact(count).map_err(too_large)?;
        // SAFETY: there is room for `count` values, and `gather` initializes all of them.
        unsafe {
            self.gather(values.as_mut_ptr().cast());
            values.set_len(count);
        }
        Ok(values)
    }

    /// Writes the elements to `to`, contiguous in row-major order.
    ///
    /// # Safety
    /// The tensor is in host memory, and `to` points to [`NDArrayNode::byte_size`] bytes that no
    /// other code uses.
    unsafe fn gather(&self, mut to: *mut u8) {
        let size = self.byte_size();
        if size == 0 {
            return;
        }
        let from = self.first_element();
        let Some(strides) = self.strides().filter(|_| !self.is_contiguous()) else {
            // SAFETY: the elements are contiguous, and `to` has room for them.
            return unsafe { to.copy_from_nonoverlapping(from, size) };
        };
        let element = self.dtype().bytes();
        let shape = self.shape();
        let step = |dimension: usize| (strides[dimension] as isize).wrapping_mul(element as isize);
        let mut index = vec![0_i64; shape.len()];
        let mut place = from;
        loop {
            // SAFETY: `place` is the address of the element at `index`, and `to` is the address of
            // the next element to write.
            unsafe {
                to.copy_from_nonoverlapping(place, element);
                to = to.add(element);
            }
            // Advance to the next index in row-major order.
            let mut dimension = shape.len();
            loop {
                if dimension == 0 {
                    return;
                }
                dimension -= 1;
                index[dimension] += 1;
                place = place.wrapping_offset(step(dimension));
                if index[dimension] < shape[dimension] {
                    break;
                }
                place = place
                    .wrapping_offset(step(dimension).wrapping_mul(shape[dimension] as isize).wrapping_neg());
                index[dimension] = 0;
            }
        }
    }

    fn first_element(&self) -> *mut u8 {
        self.dl_tensor().data.cast::<u8>().wrapping_add(self.dl_tensor().byte_offset as usize)
    }

    fn expect_on_host(&self) -> Result<(), NDArrayError> {
        if self.device().device_type.is_host() {
            Ok(())
        } else {
            Err(NDArrayError::NotOnHost { found: self.device() })
        }
    }

    pub(super) fn expect_contiguous(&self) -> Result<(), NDArrayError> {
        if self.is_contiguous() {
            return Ok(());
        }
        let strides = self.strides().unwrap_or_default();
        Err(NDArrayError::NotContiguous { shape: self.shape().into(), strides: strides.into() })
    }

    fn expect_type<T: Scalar>(&self) -> Result<(), NDArrayError> {
        if self.dtype() == T::DTYPE {
            Ok(())
        } else {
            Err(NDArrayError::ElementType { expected: T::DTYPE, found: self.dtype() })
        }
    }

    /// Checks that the elements can be viewed as `T`s in place.
    fn expect_elements<T: Scalar>(&self) -> Result<(), NDArrayError> {
        self.expect_type::<T>()?;
        let (expected, address) = (align_of::<T>(), self.first_element().addr());
        if !self.device().device_type.is_host() || self.byte_size() == 0 || address.is_multiple_of(expected) {
            return Ok(());
        }
        Err(NDArrayError::Misaligned { expected, address })
    }
}

impl NDArray {
    /// Returns the bytes of the elements for writing, in row-major order and the host's byte order.
    ///
    /// ```
    /// use objet_object::{DataType, NDArray};
    ///
    /// let mut tensor = NDArray::zeros(&[2], DataType::uint(8))?;
    /// tensor.as_bytes_mut()?[1] = 7;
    /// assert_eq!(tensor.as_slice::<u8>()?, [0, 7]);
    /// # Ok::<(), objet_object::Error>(())
    /// ```
    ///
    /// # Errors
    /// If other code may read or write the elements (see [`NDArray::is_writable`]), and as for
    /// [`NDArrayNode::as_bytes`].
    pub fn as_bytes_mut(&mut self) -> Result<&mut [u8], NDArrayError> {
        self.expect_on_host()?;
        self.expect_contiguous()?;
        if !self.is_writable() {
            return Err(NDArrayError::Shared);
        }
        match self.byte_size() {
            0 => Ok(&mut []),
            // SAFETY: this many bytes are there, and no other code reads or writes them while
            // `self` is borrowed.
            bytes => Ok(unsafe { std::slice::from_raw_parts_mut(self.first_element(), bytes) }),
        }
    }

    /// Returns the elements for writing, in row-major order.
    ///
    /// # Errors
    /// If the elements do not have type `T` or are not aligned for it, and as for
    /// [`NDArray::as_bytes_mut`].
    pub fn as_slice_mut<T: Scalar>(&mut self) -> Result<&mut [T], NDArrayError> {
        self.expect_elements::<T>()?;
        let count = self.element_count();
        let bytes = self.as_bytes_mut()?;
        if bytes.is_empty() {
            return Ok(&mut []);
        }
        // SAFETY: the bytes are aligned for `T` and contain this many elements, and every bit
        // pattern is a valid scalar.
        Ok(unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), count) })
    }

    /// Returns this tensor if its elements are contiguous in row-major order, and otherwise a
    /// contiguous copy.
    ///
    /// # Errors
    /// If a copy is needed and the tensor is not in host memory, or if there is not enough memory.
    pub fn compact(&self) -> Result<Self, NDArrayError> {
        if self.is_contiguous() {
            return Ok(self.clone());
        }
        self.expect_on_host()?;
        let mut copy = Self::zeros(self.shape(), self.dtype())?;
        let to = copy.as_bytes_mut()?.as_mut_ptr();
        // SAFETY: the copy is new and has the same number of bytes.
        unsafe { self.gather(to) };
        Ok(copy)
    }
}
