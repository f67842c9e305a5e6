//! Tensors as objects.
//!
//! Invariants:
//! - `tensor.shape` and `tensor.strides` point into `extents`, which is made once and stays.
//! - The elements that shape and strides span lie in memory that `owner` keeps, readable by any thread.
//! - The memory is written to only by its one owner before it is shared, or by code outside that the author of an
//!   [`NDArray::from_dl_managed`] call answers for.

#![expect(unsafe_code, reason = "elements are reached by pointer")]

use std::fmt;
use std::mem::{align_of, offset_of};
use std::ptr::NonNull;

use crate::header::Object;
use crate::object_ptr::make_object;
use crate::tensor::host_memory::HostMemory;
use crate::tensor::{DLManagedTensor, DLTensor, DataType, Device, DeviceType, Scalar};

/// A tensor that cannot be made or read as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NDArrayError {
    /// A dimension is negative.
    #[error("expected dimensions of 0 or more, found {extent} as dimension {dimension} of {shape:?}")]
    NegativeExtent {
        /// The shape.
        shape: Vec<i64>,
        /// Which dimension.
        dimension: usize,
        /// Its extent.
        extent: i64,
    },
    /// The tensor has more bytes than can be addressed or had.
    #[error("a tensor of shape {shape:?} and type {dtype} is too large for memory")]
    TooLarge {
        /// The shape.
        shape: Vec<i64>,
        /// The element type.
        dtype: DataType,
    },
    /// There are not as many elements, or bytes, as the shape says.
    #[error("expected {expected} {what} for shape {shape:?}, found {found}")]
    Length {
        /// What is counted: elements or bytes.
        what: &'static str,
        /// The shape.
        shape: Vec<i64>,
        /// How many the shape asks for.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The elements are of another type.
    #[error("expected elements of type {expected}, found {found}")]
    ElementType {
        /// The type asked for.
        expected: DataType,
        /// The tensor's type.
        found: DataType,
    },
    /// The elements are not in memory of the host.
    #[error("expected a tensor on cpu, found one on {found}")]
    NotOnHost {
        /// Where it is.
        found: Device,
    },
    /// The elements do not lie one after the other.
    #[error("expected elements in compact row-major order, found shape {shape:?} with strides {strides:?}")]
    NotContiguous {
        /// The shape.
        shape: Vec<i64>,
        /// The steps, in elements.
        strides: Vec<i64>,
    },
    /// The elements do not begin where their type may.
    #[error("expected elements at a multiple of {expected} bytes, found address {address:#x}")]
    Misaligned {
        /// The alignment of the element type.
        expected: usize,
        /// Where the elements begin.
        address: usize,
    },
    /// A `DLTensor` that cannot be: null where there must be data, or a negative number of dimensions.
    #[error("expected {expected} in a DLTensor, found {found}")]
    BadTensor {
        /// What there should be.
        expected: &'static str,
        /// What there is.
        found: String,
    },
}

/// The object behind [`NDArray`]. A `DLTensor` stands right behind the header, as front ends expect.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.NDArray", type_index = 2, wrapper = NDArray, crate = crate)]
pub struct NDArrayNode {
    base: Object,
    tensor: DLTensor,
    /// The shape, and behind it the strides, if there are any.
    extents: Box<[i64]>,
    owner: Owner,
}

const _: () = assert!(offset_of!(NDArrayNode, tensor) == 16);

// SAFETY: what the raw pointers in `tensor` point to is owned by the node and only read; see the file's invariants.
unsafe impl Send for NDArrayNode {}
// SAFETY: as above.
unsafe impl Sync for NDArrayNode {}

/// Who keeps the elements.
enum Owner {
    Host(HostMemory),
    #[expect(dead_code, reason = "held to be dropped")]
    Producer(Managed),
}

/// A tensor that some producer gave us, to be given back once.
struct Managed(NonNull<DLManagedTensor>);

impl Drop for Managed {
    fn drop(&mut self) {
        // SAFETY: the struct stays valid until its deleter is called, which only happens here.
        if let Some(deleter) = unsafe { self.0.as_ref() }.deleter {
            // SAFETY: DLPack asks for exactly this call, once.
            unsafe { deleter(self.0.as_ptr()) };
        }
    }
}

impl NDArray {
    /// A tensor of zeros in memory of the host.
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
        Self::filled(shape, dtype, |_| {})
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
        let expected = element_count(shape, T::DTYPE)?;
        if expected != elements.len() {
            return Err(NDArrayError::Length {
                what: "elements",
                shape: shape.into(),
                expected,
                found: elements.len(),
            });
        }
        // SAFETY: a scalar is plain data.
        let bytes = unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) };
        Self::from_bytes(shape, T::DTYPE, bytes)
    }

    /// A tensor with these bytes, in row-major order and the host's byte order.
    ///
    /// # Errors
    /// If there are not as many as shape and type say, or as [`NDArray::zeros`].
    pub fn from_bytes(shape: &[i64], dtype: DataType, bytes: &[u8]) -> Result<Self, NDArrayError> {
        let expected = byte_count(shape, dtype)?;
        if expected != bytes.len() {
            return Err(NDArrayError::Length {
                what: "bytes",
                shape: shape.into(),
                expected,
                found: bytes.len(),
            });
        }
        Self::filled(shape, dtype, |memory| memory.copy_from_slice(bytes))
    }

    fn filled(shape: &[i64], dtype: DataType, fill: impl FnOnce(&mut [u8])) -> Result<Self, NDArrayError> {
        let too_large = || NDArrayError::TooLarge { shape: shape.into(), dtype };
        let bytes = byte_count(shape, dtype)?;
        let ndim = i32::try_from(shape.len()).map_err(|_| too_large())?;
        let mut memory = HostMemory::zeroed(bytes).ok_or_else(too_large)?;
        fill(memory.as_mut_slice());
        let tensor = DLTensor {
            data: memory.start().as_ptr().cast(),
            device: Device::cpu(0),
            ndim,
            dtype,
            shape: std::ptr::null_mut(),
            strides: std::ptr::null_mut(),
            byte_offset: 0,
        };
        Ok(Self::assemble(tensor, shape.into(), Owner::Host(memory)))
    }

    /// Takes over a tensor that some producer made, without copying. Its deleter is called when the last reference is
    /// gone, or now in case of an error.
    ///
    /// # Errors
    /// If dimensions or pointers cannot be right.
    ///
    /// # Safety
    /// `managed` is a valid `DLManagedTensor` that the caller gives away. Until its deleter is called, the elements are
    /// where it says, each in whole bytes, nobody writes to them while others read, and any thread may read them and call the deleter.
    pub unsafe fn from_dl_managed(managed: NonNull<DLManagedTensor>) -> Result<Self, NDArrayError> {
        // From here on the deleter is called, come what may.
        let owner = Managed(managed);
        // SAFETY: valid, says the caller.
        let tensor = unsafe { managed.as_ref() }.dl_tensor;
        let bad = |expected, found| NDArrayError::BadTensor { expected, found };
        let ndim =
            usize::try_from(tensor.ndim).map_err(|_| bad("0 dimensions or more", tensor.ndim.to_string()))?;
        if ndim > 0 && tensor.shape.is_null() {
            return Err(bad("a shape", "null".into()));
        }
        let row = |start: *mut i64| match ndim {
            0 => Vec::new(),
            // SAFETY: a shape or strides of a valid tensor have `ndim` elements.
            _ => unsafe { std::slice::from_raw_parts(start, ndim) }.to_vec(),
        };
        let mut extents = row(tensor.shape);
        let bytes = byte_count(&extents, tensor.dtype)?;
        if bytes > 0 && tensor.data.is_null() {
            return Err(bad("elements", "null".into()));
        }
        if !tensor.strides.is_null() {
            extents.extend(row(tensor.strides));
        }
        Ok(Self::assemble(tensor, extents, Owner::Producer(owner)))
    }

    /// A node whose tensor points to its own shape and strides.
    fn assemble(mut tensor: DLTensor, extents: Vec<i64>, owner: Owner) -> Self {
        let mut extents = extents.into_boxed_slice();
        let ndim = tensor.ndim as usize;
        let start = extents.as_mut_ptr();
        tensor.shape = start;
        // Where there are strides, they stand behind the shape.
        tensor.strides = if extents.len() > ndim { start.wrapping_add(ndim) } else { std::ptr::null_mut() };
        make_object(NDArrayNode { base: Object::new(), tensor, extents, owner }).into()
    }
}

impl NDArrayNode {
    /// The array that this tensor stands in, as front ends refer to arrays.
    ///
    /// # Safety
    /// `tensor` is the address that [`NDArrayNode::dl_tensor`] gave.
    pub(crate) unsafe fn of_dl_tensor(tensor: NonNull<DLTensor>) -> NonNull<Object> {
        // SAFETY: the tensor stands that far behind the start of its node.
        unsafe { tensor.byte_sub(offset_of!(Self, tensor)) }.cast()
    }

    /// The tensor, as C sees it. The pointers are valid as long as this node.
    pub fn dl_tensor(&self) -> &DLTensor {
        &self.tensor
    }

    /// The extents of the dimensions.
    pub fn shape(&self) -> &[i64] {
        &self.extents[..self.tensor.ndim as usize]
    }

    /// The steps from one element to the next in each dimension, counted in elements; `None` for compact row-major order.
    pub fn strides(&self) -> Option<&[i64]> {
        Some(&self.extents[self.tensor.ndim as usize..]).filter(|_| !self.tensor.strides.is_null())
    }

    /// The type of the elements.
    pub fn dtype(&self) -> DataType {
        self.tensor.dtype
    }

    /// Where the elements are.
    pub fn device(&self) -> Device {
        self.tensor.device
    }

    /// How many elements there are.
    pub fn element_count(&self) -> usize {
        // The sizes were checked when the tensor was made.
        self.shape().iter().map(|extent| *extent as usize).product()
    }

    /// How many bytes the elements take, without gaps.
    pub fn byte_size(&self) -> usize {
        self.element_count() * self.dtype().bytes()
    }

    /// Whether the elements lie one after the other in row-major order.
    pub fn is_contiguous(&self) -> bool {
        let Some(strides) = self.strides() else { return true };
        let mut step = 1;
        // Where there is one element, no step is taken.
        self.element_count() == 0
            || self.shape().iter().zip(strides).rev().filter(|(extent, _)| **extent != 1).all(
                |(extent, stride)| {
                    let fits = *stride == step;
                    step *= extent;
                    fits
                },
            )
    }

    /// The bytes of the elements, in row-major order and the host's byte order.
    ///
    /// # Errors
    /// If the tensor is on another device, or if its elements are not one after the other.
    pub fn as_bytes(&self) -> Result<&[u8], NDArrayError> {
        let on_host = matches!(self.device().device_type, DeviceType::CPU | DeviceType::CUDA_HOST);
        if !on_host {
            return Err(NDArrayError::NotOnHost { found: self.device() });
        }
        if !self.is_contiguous() {
            let strides = self.strides().unwrap_or_default();
            return Err(NDArrayError::NotContiguous { shape: self.shape().into(), strides: strides.into() });
        }
        match self.byte_size() {
            0 => Ok(&[]),
            // SAFETY: the file's invariants: so many bytes lie there, kept by `owner`, and nobody writes to them.
            bytes => Ok(unsafe {
                let start = self.tensor.data.cast::<u8>().add(self.tensor.byte_offset as usize);
                std::slice::from_raw_parts(start, bytes)
            }),
        }
    }

    /// The elements, in row-major order.
    ///
    /// # Errors
    /// If they are not of type `T` or not aligned like it, or as [`NDArrayNode::as_bytes`].
    pub fn as_slice<T: Scalar>(&self) -> Result<&[T], NDArrayError> {
        if self.dtype() != T::DTYPE {
            return Err(NDArrayError::ElementType { expected: T::DTYPE, found: self.dtype() });
        }
        let bytes = self.as_bytes()?;
        if bytes.is_empty() {
            return Ok(&[]);
        }
        let address = bytes.as_ptr().addr();
        if !address.is_multiple_of(align_of::<T>()) {
            return Err(NDArrayError::Misaligned { expected: align_of::<T>(), address });
        }
        // SAFETY: aligned, and any bytes are valid scalars, of which there are this many.
        Ok(unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), self.element_count()) })
    }

    /// The bytes, to be written, of a tensor whose memory nobody else keeps.
    fn bytes_mut(owner: &mut Owner) -> Option<&mut [u8]> {
        match owner {
            Owner::Host(memory) => Some(memory.as_mut_slice()),
            Owner::Producer(_) => None,
        }
    }
}

impl NDArray {
    /// The bytes of the elements, to be written, if this is the only reference to a tensor that was made in memory of
    /// the host.
    ///
    /// ```
    /// use objet_object::{DataType, NDArray};
    ///
    /// let mut tensor = NDArray::zeros(&[2], DataType::uint(8))?;
    /// tensor.as_bytes_mut().unwrap()[1] = 7;
    /// assert_eq!(tensor.as_slice::<u8>()?, [0, 7]);
    /// # Ok::<(), objet_object::Error>(())
    /// ```
    pub fn as_bytes_mut(&mut self) -> Option<&mut [u8]> {
        use crate::object_ref::IsObjectRef;
        NDArrayNode::bytes_mut(self.get_mut()?.owner)
    }
}

impl fmt::Display for NDArrayNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NDArray({:?}, {}, {})", self.shape(), self.dtype(), self.device())
    }
}

fn element_count(shape: &[i64], dtype: DataType) -> Result<usize, NDArrayError> {
    byte_count(shape, dtype)?;
    Ok(shape.iter().map(|extent| *extent as usize).product())
}

/// How many bytes the elements take, if that is less than can be addressed.
fn byte_count(shape: &[i64], dtype: DataType) -> Result<usize, NDArrayError> {
    let mut count = 1_usize;
    let mut largest = 1_usize;
    for (dimension, extent) in shape.iter().enumerate() {
        let Ok(size) = usize::try_from(*extent) else {
            return Err(NDArrayError::NegativeExtent { shape: shape.into(), dimension, extent: *extent });
        };
        // Also without the dimensions of size zero: code that counts in any order must not overflow.
        largest = largest.saturating_mul(size.max(1));
        count = count.saturating_mul(size);
    }
    let too_large = || NDArrayError::TooLarge { shape: shape.into(), dtype };
    largest
        .checked_mul(dtype.bytes().max(1))
        .filter(|bytes| *bytes <= isize::MAX as usize)
        .ok_or_else(too_large)?;
    Ok(count * dtype.bytes())
}
