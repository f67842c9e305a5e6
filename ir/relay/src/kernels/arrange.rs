//! Operators that copy elements to other positions.

use objet::prelude::*;
use objet::progress::Steps;

use super::elementwise::advance;
use super::{KernelCall, element_count};
use crate::attrs::{ConcatenateAttrsNode, StackAttrsNode, TransposeAttrsNode};

/// Returns the index of an axis, which counts from the end if it is negative.
pub(super) fn axis_index(axis: i64, ndim: usize) -> Option<usize> {
    let axis = if axis < 0 { axis.checked_add(i64::try_from(ndim).ok()?)? } else { axis };
    usize::try_from(axis).ok().filter(|axis| *axis < ndim)
}

impl KernelCall<'_> {
    /// Joins the tensors along an axis.
    pub(super) fn concatenated(&self) -> Option<NDArray> {
        let axis = self.attrs?.as_node::<ConcatenateAttrsNode>()?.axis;
        let (shape, _) = self.result_type_of_tuple()?;
        self.joined(&shape, axis_index(i64::from(axis), shape.len())?)
    }

    /// Joins the tensors along a new axis.
    pub(super) fn stacked(&self) -> Option<NDArray> {
        let axis = self.attrs?.as_node::<StackAttrsNode>()?.axis.value;
        let (shape, _) = self.result_type_of_tuple()?;
        self.joined(&shape, axis_index(axis, shape.len())?)
    }

    /// Copies the rows of all tensors in turn. The axes before `axis` number the rows.
    fn joined(&self, shape: &[i64], axis: usize) -> Option<NDArray> {
        let dtype = self.args.first()?.dtype();
        let rows = element_count(&shape[..axis])?;
        let mut sources = Vec::with_capacity(self.args.len());
        for arg in self.args {
            let bytes = arg.as_bytes().ok()?;
            sources.push((bytes, bytes.len().checked_div(rows).unwrap_or(0)));
        }
        let mut bytes = Vec::new();
        for row in 0..rows {
            for (source, size) in &sources {
                bytes.extend_from_slice(source.get(row * size..(row + 1) * size)?);
            }
        }
        NDArray::from_bytes(shape, dtype, &bytes).ok()
    }

    /// Permutes the axes.
    pub(super) fn transposed(&self, data: &NDArray) -> Option<NDArray> {
        let ndim = data.shape().len();
        let axes: Vec<usize> = match &self.attrs?.as_node::<TransposeAttrsNode>()?.axes {
            Some(axes) if !axes.is_empty() => {
                axes.iter().map(|axis| axis_index(axis.value, ndim)).collect::<Option<_>>()?
            }
            _ => (0..ndim).rev().collect(),
        };
        let (shape, dtype) = self.result_type()?;
        let extents = extents(&shape)?;
        let strides = strides(&extents_of(data)?);
        let (source, size) = (data.as_bytes().ok()?, dtype.bytes());
        let mut index = vec![0; ndim];
        let mut bytes = Vec::with_capacity(source.len());
        let count = element_count(&shape)?;
        let mut steps = Steps::new("evaluate", Some(count));
        for _ in 0..count {
            steps.next();
            let position: usize = index.iter().zip(&axes).map(|(index, axis)| index * strides[*axis]).sum();
            bytes.extend_from_slice(source.get(position * size..(position + 1) * size)?);
            advance(&mut index, &extents);
        }
        NDArray::from_bytes(&shape, dtype, &bytes).ok()
    }
}

/// Returns the extents of a tensor.
pub(super) fn extents_of(data: &NDArray) -> Option<Vec<usize>> {
    extents(data.shape())
}

fn extents(shape: &[i64]) -> Option<Vec<usize>> {
    shape.iter().map(|extent| usize::try_from(*extent).ok()).collect()
}

/// Returns the distances of elements along each axis, in row-major order.
pub(super) fn strides(extents: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; extents.len()];
    for axis in (1..extents.len()).rev() {
        strides[axis - 1] = strides[axis] * extents[axis];
    }
    strides
}
