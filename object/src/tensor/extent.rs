//! How much room elements take, and whether they lie one after the other.

use crate::tensor::{DataType, NDArrayError};

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
