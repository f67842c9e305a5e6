//! Constructors of tensors, in host memory or in the memory of another owner.
//!
//! Invariant: the new tensors keep the invariants of the parent module. If another owner keeps the
//! memory, the caller of the `unsafe` constructor guarantees them.

#![expect(unsafe_code, reason = "callers guarantee that foreign memory is valid")]

use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::dl_tensor::{DLTensor, byte_count, element_count, is_compact};
use crate::tensor::error::NDArrayError;
use crate::tensor::ndarray::elements::Scalar;
use crate::tensor::ndarray::{Access, HostMemory, Keeper, NDArray, Owner};

impl NDArray {
    /// Creates a tensor of zeros in host memory, aligned to at least 128 bytes.
    ///
    /// # Errors
    /// If the shape or the data type is invalid, or if there is not enough memory.
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

    /// Creates a tensor of zeros in host memory, aligned to at least 128 bytes and to `alignment`.
    ///
    /// # Errors
    /// As for [`NDArray::zeros`], and if `alignment` is not a power of two.
    pub fn zeros_aligned(shape: &[i64], dtype: DataType, alignment: usize) -> Result<Self, NDArrayError> {
        if !alignment.is_power_of_two() {
            return Err(NDArrayError::Alignment { found: alignment });
        }
        let memory = HostMemory::zeroed(byte_count(shape, dtype)?, alignment_of(dtype).max(alignment));
        Self::in_memory(shape, dtype, memory)
    }

    /// Creates a tensor with a copy of these elements, in row-major order.
    ///
    /// # Errors
    /// If the number of elements does not match the shape, and as for [`NDArray::zeros`].
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
        // SAFETY: a scalar has no padding, so all its bytes are initialized.
        let bytes = unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) };
        Self::from_bytes(shape, T::DTYPE, bytes)
    }

    /// Creates a tensor with these elements, in row-major order. The elements stay in place if
    /// their address is a multiple of 128, and are copied otherwise.
    ///
    /// # Errors
    /// As for [`NDArray::from_slice`].
    pub fn from_vec<T: Scalar>(shape: &[i64], mut elements: Vec<T>) -> Result<Self, NDArrayError> {
        let start = elements.as_mut_ptr();
        if elements.is_empty() || !start.addr().is_multiple_of(alignment_of(T::DTYPE)) {
            return Self::from_slice(shape, &elements);
        }
        expect_length("elements", shape, element_count(shape, T::DTYPE)?, elements.len())?;
        let tensor = on_host(shape, T::DTYPE, start.cast())?;
        let owner = Owner::Keeper { keeper: Keeper::Any(Box::new(elements)), access: Access::Sole };
        Ok(Self::assemble(tensor, shape, &[], owner))
    }

    /// Creates a tensor with a copy of these bytes, in row-major order and the host's byte order.
    ///
    /// # Errors
    /// If the number of bytes does not match the shape and the data type, and as for
    /// [`NDArray::zeros`].
    pub fn from_bytes(shape: &[i64], dtype: DataType, bytes: &[u8]) -> Result<Self, NDArrayError> {
        expect_length("bytes", shape, byte_count(shape, dtype)?, bytes.len())?;
        Self::in_memory(shape, dtype, HostMemory::copied(bytes, alignment_of(dtype)))
    }

    /// Creates a tensor in an allocation of the right size. `None` is an error: the allocation
    /// failed.
    fn in_memory(shape: &[i64], dtype: DataType, memory: Option<HostMemory>) -> Result<Self, NDArrayError> {
        let memory = memory.ok_or_else(|| NDArrayError::TooLarge { shape: shape.into(), dtype })?;
        let tensor = on_host(shape, dtype, memory.start().as_ptr())?;
        Ok(Self::assemble(tensor, shape, &[], Owner::Host(memory)))
    }

    /// Creates a tensor in memory that `owner` keeps, on any device, and that other code may access
    /// too. Copies the shape and the strides, and omits strides of compact row-major order. Drops
    /// `owner` with the last reference, or immediately if there is an error.
    ///
    /// # Errors
    /// If the shape, the data type or a pointer is invalid.
    ///
    /// # Safety
    /// - `tensor.shape` points to `ndim` numbers, and so does `tensor.strides` unless it is null.
    /// - Until `owner` is dropped, the elements are where `tensor` states, each in whole bytes.
    ///   Elements in host memory are initialized, and any thread may read them.
    /// - No code writes to the elements while other code reads them.
    /// - The memory is writable, because compiled code that is called with the tensor may write to
    ///   it.
    pub unsafe fn from_owner(
        tensor: &DLTensor,
        owner: impl Send + Sync + 'static,
    ) -> Result<Self, NDArrayError> {
        // SAFETY: as the caller promised.
        unsafe { Self::kept(tensor, Keeper::Any(Box::new(owner)), Access::Shared) }
    }

    /// Creates a tensor in memory that `owner` keeps for this tensor only, so the holder of the
    /// only reference may write to it. Otherwise the same as [`NDArray::from_owner`].
    ///
    /// # Errors
    /// As for [`NDArray::from_owner`].
    ///
    /// # Safety
    /// As for [`NDArray::from_owner`]. Until `owner` is dropped, code reads and writes the elements
    /// only through this tensor. Different elements do not overlap in memory.
    pub unsafe fn from_sole_owner(
        tensor: &DLTensor,
        owner: impl Send + Sync + 'static,
    ) -> Result<Self, NDArrayError> {
        // SAFETY: as the caller promised.
        unsafe { Self::kept(tensor, Keeper::Any(Box::new(owner)), Access::Sole) }
    }

    /// Creates a read-only tensor (see [`NDArrayNode::is_read_only`]) in memory that `owner` keeps.
    /// Otherwise the same as [`NDArray::from_owner`].
    ///
    /// [`NDArrayNode::is_read_only`]: crate::NDArrayNode::is_read_only
    ///
    /// # Errors
    /// As for [`NDArray::from_owner`].
    ///
    /// # Safety
    /// As for [`NDArray::from_owner`], but the memory need not be writable.
    pub unsafe fn from_read_only_owner(
        tensor: &DLTensor,
        owner: impl Send + Sync + 'static,
    ) -> Result<Self, NDArrayError> {
        // SAFETY: as the caller promised.
        unsafe { Self::kept(tensor, Keeper::Any(Box::new(owner)), Access::ReadOnly) }
    }

    /// # Safety
    /// As for the constructor with this access.
    pub(in crate::tensor) unsafe fn kept(
        tensor: &DLTensor,
        keeper: Keeper,
        access: Access,
    ) -> Result<Self, NDArrayError> {
        // SAFETY: the caller promises that the pointers to shape and strides are valid.
        let (shape, strides) = unsafe {
            tensor.expect_valid()?;
            (tensor.shape()?, tensor.strides()?)
        };
        let strides = strides.filter(|strides| !is_compact(shape, strides)).unwrap_or_default();
        Ok(Self::assemble(*tensor, shape, strides, Owner::Keeper { keeper, access }))
    }

    /// Returns the size in bytes of the elements of a tensor.
    ///
    /// # Errors
    /// If the shape or the data type is invalid, or if the size exceeds the address space.
    pub fn byte_size_of(shape: &[i64], dtype: DataType) -> Result<usize, NDArrayError> {
        byte_count(shape, dtype)
    }

    /// Returns the alignment of the elements of a new tensor, on any device: 128 bytes, or the size
    /// of an element, rounded up to a power of two, if that is larger.
    pub fn alignment_of(dtype: DataType) -> usize {
        alignment_of(dtype)
    }
}

/// The minimum alignment of elements, in bytes. Code that TVM 0.8 compiled relies on it.
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
