//! What can go wrong with tensors.

use crate::tensor::data_type::DataType;
use crate::tensor::device::Device;
use crate::tensor::span::Span;

/// A tensor that cannot be made, read or written as asked.
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
    /// The elements have no bits, so that memory does not bound their number.
    #[error("expected elements with 1 or more bits and lanes, found type {dtype}")]
    NoBits {
        /// The element type.
        dtype: DataType,
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
    /// Memory cannot be aligned so.
    #[error("expected a power of two as alignment, found {found}")]
    Alignment {
        /// The number.
        found: usize,
    },
    /// A view would reach beyond the tensor.
    #[error("expected a view within {bytes} bytes, found one of {size} bytes from byte {byte_offset} on")]
    ViewTooLarge {
        /// How many bytes the tensor has.
        bytes: usize,
        /// How many bytes the view takes.
        size: usize,
        /// Where it begins.
        byte_offset: usize,
    },
    /// A part would have elements that the tensor has not.
    #[error("expected indices within shape {shape:?}, found {spans:?}")]
    BeyondShape {
        /// The shape.
        shape: Vec<i64>,
        /// The indices of each dimension.
        spans: Vec<Span>,
    },
    /// The memory was lent for reading alone.
    #[error("expected a tensor that may be written to, found a read-only one: a copy of it is no such")]
    ReadOnly,
    /// Others may read the elements, or write them.
    #[error("expected the only reference to a tensor that may be written to, found one that others share")]
    Shared,
    /// A `DLTensor` that cannot be: null where there must be data, or a negative number of dimensions.
    #[error("expected {expected} in a DLTensor, found {found}")]
    BadTensor {
        /// What there should be.
        expected: &'static str,
        /// What there is.
        found: String,
    },
    /// A struct of a version of DLPack that is not known here.
    #[error("expected version 1 of DLPack, found {major}.{minor}")]
    DLPackVersion {
        /// The version's first number, which says how the struct is laid out.
        major: u32,
        /// The second one.
        minor: u32,
    },
}
