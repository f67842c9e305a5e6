//! The errors of tensors.

use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::span::Span;

/// A tensor cannot be created, read, written or exported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NDArrayError {
    /// A dimension is negative.
    #[error("negative extent {extent} in dimension {dimension} of shape {shape:?}")]
    NegativeExtent {
        /// The shape.
        shape: Vec<i64>,
        /// The index of the dimension.
        dimension: usize,
        /// The extent of the dimension.
        extent: i64,
    },
    /// The elements have no bits or no lanes, so the memory would not limit their number.
    #[error("element type without bits or lanes: {dtype}")]
    NoBits {
        /// The element type.
        dtype: DataType,
    },
    /// The tensor is larger than the address space or the available memory.
    #[error("tensor of shape {shape:?} and type {dtype} is too large for memory")]
    TooLarge {
        /// The shape.
        shape: Vec<i64>,
        /// The element type.
        dtype: DataType,
    },
    /// The number of elements or bytes does not match the shape.
    #[error("expected {expected} {what} for shape {shape:?}, found {found}")]
    Length {
        /// The counted unit: elements or bytes.
        what: &'static str,
        /// The shape.
        shape: Vec<i64>,
        /// The number that the shape requires.
        expected: usize,
        /// The actual number.
        found: usize,
    },
    /// The elements have another type.
    #[error("expected elements of type {expected}, found {found}")]
    ElementType {
        /// The requested type.
        expected: DataType,
        /// The tensor's type.
        found: DataType,
    },
    /// The elements are not in host memory.
    #[error("expected a tensor on cpu, found one on {found}")]
    NotOnHost {
        /// The device of the tensor.
        found: Device,
    },
    /// The elements are not contiguous in row-major order.
    #[error("expected elements in compact row-major order, found shape {shape:?} with strides {strides:?}")]
    NotContiguous {
        /// The shape.
        shape: Vec<i64>,
        /// The strides, in elements.
        strides: Vec<i64>,
    },
    /// The address of the elements is not aligned for their type.
    #[error("misaligned elements: expected a multiple of {expected} bytes, found address {address:#x}")]
    Misaligned {
        /// The alignment of the element type.
        expected: usize,
        /// The address of the first element.
        address: usize,
    },
    /// The alignment is not a power of two.
    #[error("expected a power of two as alignment, found {found}")]
    Alignment {
        /// The alignment.
        found: usize,
    },
    /// A view would reach beyond the end of the tensor.
    #[error("view is out of bounds: {size} bytes at offset {byte_offset} of a tensor of {bytes} bytes")]
    ViewTooLarge {
        /// The size of the tensor in bytes.
        bytes: usize,
        /// The size of the view in bytes.
        size: usize,
        /// The offset of the view in bytes.
        byte_offset: usize,
    },
    /// A part would have indices outside the tensor's shape, or too many dimensions.
    #[error("indices {spans:?} are out of bounds for shape {shape:?}")]
    BeyondShape {
        /// The shape.
        shape: Vec<i64>,
        /// The requested indices in each dimension.
        spans: Vec<Span>,
    },
    /// The memory of the tensor is read-only.
    #[error("tensor is read-only (copy it first)")]
    ReadOnly,
    /// Other code may read or write the elements.
    #[error("tensor is shared: writing needs a unique reference (copy it first)")]
    Shared,
    /// A `DLTensor` is invalid: a pointer is null that must not be, the number of dimensions is
    /// negative, or elements are packed.
    #[error("expected {expected} in a DLTensor, found {found}")]
    BadTensor {
        /// The expected value.
        expected: &'static str,
        /// The actual value.
        found: String,
    },
    /// The version of a DLPack struct is not supported.
    #[error("expected version 1 of DLPack, found {major}.{minor}")]
    DLPackVersion {
        /// The major version, which determines the memory layout.
        major: u32,
        /// The minor version.
        minor: u32,
    },
}
