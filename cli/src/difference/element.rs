//! The first different element of two tensors.

use objet::DataType;
use objet::tensor::{NDArrayNode, Scalar, bf16, f16};

/// The first element that differs between two tensors of the same shape and type.
pub(super) struct DifferentElement {
    pub(super) index: Vec<usize>,
    pub(super) left: String,
    pub(super) right: String,
    /// The number of elements that differ.
    pub(super) differing: usize,
    /// The number of elements.
    pub(super) all: usize,
}

/// Returns the first different element, or `None` if the shapes or the types differ, or if there
/// are no elements in host memory.
pub(super) fn different_element(left: &NDArrayNode, right: &NDArrayNode) -> Option<DifferentElement> {
    let dtype = left.dtype();
    if (left.shape(), dtype) != (right.shape(), right.dtype()) {
        return None;
    }
    let (lhs, rhs) = (left.compact_bytes().ok()?, right.compact_bytes().ok()?);
    let elements = || lhs.chunks_exact(dtype.bytes().max(1)).zip(rhs.chunks_exact(dtype.bytes().max(1)));
    let (position, (l, r)) = elements().enumerate().find(|(_, (l, r))| l != r)?;
    let [mut left_text, mut right_text] = [l, r].map(|bytes| element_text(dtype, bytes));
    // NaNs with other bits have the same text.
    if left_text == right_text {
        [left_text, right_text] = [l, r].map(bytes_text);
    }
    Some(DifferentElement {
        index: index_of(position, left.shape()),
        left: left_text,
        right: right_text,
        differing: elements().filter(|(l, r)| l != r).count(),
        all: left.element_count(),
    })
}

/// Returns the index of the element at this position in row-major order.
fn index_of(mut position: usize, shape: &[i64]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (place, extent) in index.iter_mut().zip(shape).rev() {
        // The tensor has an element, so no extent is 0.
        let extent = *extent as usize;
        (*place, position) = (position % extent, position / extent);
    }
    index
}

/// Returns the value of an element, or its bytes if Rust has no type for it.
fn element_text(dtype: DataType, bytes: &[u8]) -> String {
    let lane = dtype.element();
    if dtype.is_scalar() {
        return scalar_text(dtype, bytes).unwrap_or_else(|| bytes_text(bytes));
    }
    let lanes = bytes.chunks_exact(lane.bytes().max(1)).map(|bytes| scalar_text(lane, bytes));
    match lanes.collect::<Option<Vec<_>>>() {
        Some(lanes) if lanes.len() == usize::from(dtype.lanes) => format!("[{}]", lanes.join(", ")),
        _ => bytes_text(bytes),
    }
}

fn scalar_text(dtype: DataType, bytes: &[u8]) -> Option<String> {
    macro_rules! of_types {
        ($($ty:ty)*) => {
            $(if dtype == <$ty>::DTYPE {
                return Some(format!("{:?}", <$ty>::from_ne_bytes(bytes.try_into().ok()?)));
            })*
        };
    }
    of_types!(i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64);
    match bytes {
        [truth] if dtype.is_bool() => Some((*truth != 0).to_string()),
        _ => None,
    }
}

/// Returns the bytes as a hexadecimal number.
fn bytes_text(bytes: &[u8]) -> String {
    let digits = |byte: &u8| format!("{byte:02x}");
    // The first byte has the lowest digits, as in the file.
    format!("0x{}", bytes.iter().rev().map(digits).collect::<String>())
}
