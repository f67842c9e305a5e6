//! Reading and writing the elements of tensors in memory of the host.
//!
//! Invariant: elements are lent only as the invariants of the module allow: to read from a shared tensor, to write from one that
//! [`NDArray::is_writable`] allows it for.

#![expect(unsafe_code, reason = "elements are reached by pointer")]

use crate::tensor::data_type::DataType;
use crate::tensor::error::NDArrayError;
use crate::tensor::float16::{bf16, f16};
use crate::tensor::ndarray::{NDArray, NDArrayNode};

/// A Rust type that lies in memory as the elements of a tensor do.
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
/// `Self` is `DTYPE.bytes()` bytes large, any of which may be read as plain data, and any bit pattern in them is a valid
/// `Self`.
pub unsafe trait Scalar: Copy + Send + Sync + 'static {
    /// The data type of such elements.
    const DTYPE: DataType;
}

macro_rules! scalars {
    ($($ty:ty => $dtype:expr),+ $(,)?) => {
        $(
            // SAFETY: a primitive number, or a transparent struct of a `u16`, with as many bits as the
            // data type has.
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
    /// The bytes of the elements, in row-major order and the host's byte order.
    ///
    /// # Errors
    /// If the tensor is on another device, or if its elements are not one after the other.
    pub fn as_bytes(&self) -> Result<&[u8], NDArrayError> {
        self.expect_on_host()?;
        self.expect_contiguous()?;
        match self.byte_size() {
            0 => Ok(&[]),
            // SAFETY: the module's invariants: so many bytes lie there, kept by `owner`, and nobody writes to them.
            bytes => Ok(unsafe { std::slice::from_raw_parts(self.first_element(), bytes) }),
        }
    }

    /// The elements, in row-major order.
    ///
    /// # Errors
    /// If they are not of type `T` or not aligned like it, or as [`NDArrayNode::as_bytes`].
    pub fn as_slice<T: Scalar>(&self) -> Result<&[T], NDArrayError> {
        self.expect_elements::<T>()?;
        let bytes = self.as_bytes()?;
        if bytes.is_empty() {
            return Ok(&[]);
        }
        // SAFETY: aligned, and any bytes are valid scalars, of which there are this many.
        Ok(unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), self.element_count()) })
    }

    /// A copy of the elements, in row-major order, however they lie in memory of the host.
    ///
    /// # Errors
    /// If they are not of type `T`, or if the tensor is on another device.
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
        let count = self.element_count();
        let mut elements = Vec::<T>::new();
        let too_large = |_| NDArrayError::TooLarge { shape: self.shape().into(), dtype: self.dtype() };
        elements.try_reserve_exact(count).map_err(too_large)?;
        // SAFETY: there is room for so many elements, which `gather` writes all.
        unsafe {
            self.gather(elements.as_mut_ptr().cast());
            elements.set_len(count);
        }
        Ok(elements)
    }

    /// Writes the elements one after the other.
    ///
    /// # Safety
    /// The tensor is on the host, and `to` points to [`NDArrayNode::byte_size`] bytes that nobody else uses.
    unsafe fn gather(&self, mut to: *mut u8) {
        let size = self.byte_size();
        if size == 0 {
            return;
        }
        let from = self.first_element();
        let Some(strides) = self.strides().filter(|_| !self.is_contiguous()) else {
            // SAFETY: the elements lie there one after the other, and `to` has as much room.
            return unsafe { to.copy_from_nonoverlapping(from, size) };
        };
        let element = self.dtype().bytes();
        let shape = self.shape();
        let step = |dimension: usize| (strides[dimension] as isize).wrapping_mul(element as isize);
        let mut index = vec![0_i64; shape.len()];
        let mut place = from;
        loop {
            // SAFETY: `place` is that of the element at `index`, and `to` is that of one that was not written yet.
            unsafe {
                to.copy_from_nonoverlapping(place, element);
                to = to.add(element);
            }
            // The next index in row-major order.
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

    /// Whether the elements can be seen as `T`s where they are.
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
    /// The bytes of the elements, in row-major order and the host's byte order, to be written.
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
    /// If others may read or write them, see [`NDArray::is_writable`]; or as [`NDArrayNode::as_bytes`].
    pub fn as_bytes_mut(&mut self) -> Result<&mut [u8], NDArrayError> {
        self.expect_on_host()?;
        self.expect_contiguous()?;
        if !self.is_writable() {
            return Err(NDArrayError::Shared);
        }
        match self.byte_size() {
            0 => Ok(&mut []),
            // SAFETY: so many bytes lie there, and nobody else reads or writes them while `self` is borrowed.
            bytes => Ok(unsafe { std::slice::from_raw_parts_mut(self.first_element(), bytes) }),
        }
    }

    /// The elements, in row-major order, to be written.
    ///
    /// # Errors
    /// If they are not of type `T` or not aligned like it, or as [`NDArray::as_bytes_mut`].
    pub fn as_slice_mut<T: Scalar>(&mut self) -> Result<&mut [T], NDArrayError> {
        self.expect_elements::<T>()?;
        let count = self.element_count();
        let bytes = self.as_bytes_mut()?;
        if bytes.is_empty() {
            return Ok(&mut []);
        }
        // SAFETY: aligned, and any bytes are valid scalars, of which there are this many.
        Ok(unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), count) })
    }

    /// This tensor, if its elements lie one after the other in row-major order; if not, a copy in which they do.
    ///
    /// # Errors
    /// If a copy is needed of a tensor that is not in memory of the host, or if there is not as much memory.
    pub fn compact(&self) -> Result<Self, NDArrayError> {
        if self.is_contiguous() {
            return Ok(self.clone());
        }
        self.expect_on_host()?;
        let mut copy = Self::zeros(self.shape(), self.dtype())?;
        let to = copy.as_bytes_mut()?.as_mut_ptr();
        // SAFETY: the copy has as many bytes, and is new.
        unsafe { self.gather(to) };
        Ok(copy)
    }
}
