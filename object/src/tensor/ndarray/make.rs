//! Making tensors, in memory of the host or in that of others.
//!
//! Invariant: a tensor that is made here keeps its elements as the invariants of the module ask.
//! Where the memory is not our own, the caller vouches for it.

#![expect(unsafe_code, reason = "memory of others is taken on their word")]

use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::dl_tensor::{DLTensor, byte_count, element_count, is_compact};
use crate::tensor::error::NDArrayError;
use crate::tensor::ndarray::elements::Scalar;
use crate::tensor::ndarray::{Access, HostMemory, NDArray, Owner};

impl NDArray {
    /// A tensor of zeros in memory of the host, at a multiple of 128 bytes.
    ///
    /// # Errors
    /// If a dimension is negative, or if there is not as much memory.
    ///
    /// ```
    /// use objet_object::{DataType, NDArray};
    ///
    /// let tensor = NDArray::zeros(&[2, 3], DataType::float(32))?;
    /// assert_eq!((tensor.shape(), tensor.byte_size()), ([2, 3].as_slice(), 24));
    /// # Ok::<(), objet_object::Error>(())
    /// ```
    pub fn zeros(shape: &[i64], dtype: DataType) -> Result<Self, NDArrayError> {
        Self::zeros_aligned(shape, dtype, 1)
    }

    /// A tensor of zeros in memory of the host, at a multiple of 128 bytes, and of `alignment`.
    ///
    /// # Errors
    /// As [`NDArray::zeros`], and if `alignment` is no power of two.
    pub fn zeros_aligned(shape: &[i64], dtype: DataType, alignment: usize) -> Result<Self, NDArrayError> {
        if !alignment.is_power_of_two() {
            return Err(NDArrayError::Alignment { found: alignment });
        }
        let memory = HostMemory::zeroed(byte_count(shape, dtype)?, alignment_of(dtype).max(alignment));
        Self::in_memory(shape, dtype, memory)
    }

    /// A tensor with these elements, in row-major order.
    ///
    /// # Errors
    /// If there are not as many as the shape says, or as [`NDArray::zeros`].
    ///
    /// ```
    /// use objet_object::NDArray;
    ///
    /// let tensor = NDArray::from_slice(&[2, 2], &[1.0_f32, 2.0, 3.0, 4.0])?;
    /// assert_eq!(tensor.as_slice::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), objet_object::Error>(())
    /// ```
    pub fn from_slice<T: Scalar>(shape: &[i64], elements: &[T]) -> Result<Self, NDArrayError> {
        expect_length("elements", shape, element_count(shape, T::DTYPE)?, elements.len())?;
        // SAFETY: a scalar is plain data.
        let bytes = unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) };
        Self::from_bytes(shape, T::DTYPE, bytes)
    }

    /// A tensor with these elements, in row-major order. They stay where they are if that is a multiple of 128 bytes, and are
    /// copied if not.
    ///
    /// # Errors
    /// As [`NDArray::from_slice`].
    pub fn from_vec<T: Scalar>(shape: &[i64], mut elements: Vec<T>) -> Result<Self, NDArrayError> {
        let start = elements.as_mut_ptr();
        if elements.is_empty() || !start.addr().is_multiple_of(alignment_of(T::DTYPE)) {
            return Self::from_slice(shape, &elements);
        }
        expect_length("elements", shape, element_count(shape, T::DTYPE)?, elements.len())?;
        let tensor = on_host(shape, T::DTYPE, start.cast())?;
        let owner = Owner::Keeper { keeper: Box::new(elements), access: Access::Sole };
        Ok(Self::assemble(tensor, shape.into(), owner))
    }

    /// A tensor with these bytes, in row-major order and the host's byte order.
    ///
    /// # Errors
    /// If there are not as many as shape and type say, or as [`NDArray::zeros`].
    pub fn from_bytes(shape: &[i64], dtype: DataType, bytes: &[u8]) -> Result<Self, NDArrayError> {
        expect_length("bytes", shape, byte_count(shape, dtype)?, bytes.len())?;
        Self::in_memory(shape, dtype, HostMemory::copied(bytes, alignment_of(dtype)))
    }

    /// A tensor in memory that has just as many bytes, or is not there.
    fn in_memory(shape: &[i64], dtype: DataType, memory: Option<HostMemory>) -> Result<Self, NDArrayError> {
        let memory = memory.ok_or_else(|| NDArrayError::TooLarge { shape: shape.into(), dtype })?;
        let tensor = on_host(shape, dtype, memory.start().as_ptr())?;
        Ok(Self::assemble(tensor, shape.into(), Owner::Host(memory)))
    }

    /// A tensor whose elements somebody else keeps, and others may read, on any device. Shape and strides are copied; strides that
    /// say no more than the shape are left out. `owner` is dropped with the last reference, or now in case of an error.
    ///
    /// # Errors
    /// If dimensions or pointers cannot be right.
    ///
    /// # Safety
    /// - `tensor.shape` points to as many numbers as there are dimensions, and so does `tensor.strides` if it is not null.
    /// - Until `owner` is dropped, the elements are where `tensor` says, each in whole bytes. Those in memory of the host are
    ///   written, and any thread may read them; nobody writes to them while others read. The memory is not for reading alone:
    ///   compiled code that is called with the tensor may write to it.
    pub unsafe fn from_owner(
        tensor: &DLTensor,
        owner: impl Send + Sync + 'static,
    ) -> Result<Self, NDArrayError> {
        // SAFETY: as the caller promised.
        unsafe { Self::kept(tensor, owner, Access::Shared) }
    }

    /// A tensor whose elements somebody else keeps for this tensor alone: who has the only reference to it may write to
    /// them. Otherwise the same as [`NDArray::from_owner`].
    ///
    /// # Errors
    /// As [`NDArray::from_owner`].
    ///
    /// # Safety
    /// As for [`NDArray::from_owner`]. Until `owner` is dropped, nobody reads or writes the elements but by way of this tensor.
    /// No two elements that are not the same lie in the same bytes.
    pub unsafe fn from_sole_owner(
        tensor: &DLTensor,
        owner: impl Send + Sync + 'static,
    ) -> Result<Self, NDArrayError> {
        // SAFETY: as the caller promised.
        unsafe { Self::kept(tensor, owner, Access::Sole) }
    }

    /// A tensor in memory that is for reading alone, of which it says so: see [`NDArrayNode::is_read_only`]. Otherwise the same as
    /// [`NDArray::from_owner`].
    ///
    /// [`NDArrayNode::is_read_only`]: crate::NDArrayNode::is_read_only
    ///
    /// # Errors
    /// As [`NDArray::from_owner`].
    ///
    /// # Safety
    /// As for [`NDArray::from_owner`], but that the memory may be one that cannot be written to.
    pub unsafe fn from_read_only_owner(
        tensor: &DLTensor,
        owner: impl Send + Sync + 'static,
    ) -> Result<Self, NDArrayError> {
        // SAFETY: as the caller promised.
        unsafe { Self::kept(tensor, owner, Access::ReadOnly) }
    }

    /// # Safety
    /// That of the function for this access.
    unsafe fn kept(
        tensor: &DLTensor,
        owner: impl Send + Sync + 'static,
        access: Access,
    ) -> Result<Self, NDArrayError> {
        // SAFETY: the numbers are there, says the caller.
        let (shape, strides) = unsafe {
            tensor.expect_valid()?;
            (tensor.shape()?, tensor.strides()?)
        };
        let strides = strides.filter(|strides| !is_compact(shape, strides)).unwrap_or_default();
        let extents = [shape, strides].concat();
        Ok(Self::assemble(*tensor, extents, Owner::Keeper { keeper: Box::new(owner), access }))
    }

    /// How many bytes the elements of a tensor take.
    ///
    /// # Errors
    /// If a dimension is negative, or if there are more than can be addressed.
    pub fn byte_size_of(shape: &[i64], dtype: DataType) -> Result<usize, NDArrayError> {
        byte_count(shape, dtype)
    }

    /// The multiple at which the elements of a tensor begin, on any device: 128 bytes, and the size of an element where that is
    /// larger.
    pub fn alignment_of(dtype: DataType) -> usize {
        alignment_of(dtype)
    }
}

/// Tensors begin at multiples of this many bytes: code that TVM 0.8 compiled counts on it.
const ALIGNMENT: usize = 128;

fn alignment_of(dtype: DataType) -> usize {
    dtype.bytes().next_power_of_two().max(ALIGNMENT)
}

fn on_host(shape: &[i64], dtype: DataType, start: *mut u8) -> Result<DLTensor, NDArrayError> {
    let too_large = |_| NDArrayError::TooLarge { shape: shape.into(), dtype };
    Ok(DLTensor {
        data: start.cast(),
        device: Device::cpu(0),
        ndim: i32::try_from(shape.len()).map_err(too_large)?,
        dtype,
        shape: std::ptr::null_mut(),
        strides: std::ptr::null_mut(),
        byte_offset: 0,
    })
}

fn expect_length(
    what: &'static str,
    shape: &[i64],
    expected: usize,
    found: usize,
) -> Result<(), NDArrayError> {
    if expected == found {
        Ok(())
    } else {
        Err(NDArrayError::Length { what, shape: shape.into(), expected, found })
    }
}
