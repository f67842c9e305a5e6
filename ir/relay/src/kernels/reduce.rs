//! Operators that combine the elements along axes.

use objet::prelude::*;
use objet::progress::Steps;

use super::arrange::{axis_index, extents_of, strides};
use super::elementwise::advance;
use super::scalar::{Number, Scalar};
use super::{KernelCall, arithmetic};
use crate::attrs::ReduceAttrsNode;

impl KernelCall<'_> {
    /// Combines the elements along the axes of the attributes, in row-major order. The sum of no
    /// elements is 0, and their product is 1. There is no extremum or mean of no elements.
    pub(super) fn reduced(&self, data: &NDArray) -> Option<NDArray> {
        let (shape, dtype) = self.result_type()?;
        let reduced = self.reduced_axes(data.shape().len())?;
        let extents = extents_of(data)?;
        let kept: Vec<usize> = extents
            .iter()
            .zip(&reduced)
            .map(|(extent, reduced)| if *reduced { 1 } else { *extent })
            .collect();
        let mut targets = strides(&kept);
        targets.iter_mut().zip(&reduced).filter(|(_, reduced)| **reduced).for_each(|(stride, _)| *stride = 0);

        let (combine, start) = match self.op.name.as_str() {
            "sum" | "mean" => ("add", Some(0.0)),
            "prod" => ("multiply", Some(1.0)),
            "max" => ("maximum", None),
            "min" => ("minimum", None),
            "all" => ("logical_and", Some(1.0)),
            _ => ("logical_or", Some(0.0)),
        };
        let start =
            start.map(|start| Scalar::of_f64(dtype, start)).map_or(Some(None), |start| start.map(Some))?;
        let mut results = vec![start; kept.iter().product()];
        let size = data.dtype().bytes();
        let mut index = vec![0; extents.len()];
        let elements = data.as_bytes().ok()?;
        let mut steps = Steps::new("evaluate", Some(elements.len() / size));
        for element in elements.chunks_exact(size) {
            steps.next();
            let element = Scalar::of_bytes(data.dtype(), element)?;
            let target: usize = index.iter().zip(&targets).map(|(index, stride)| index * stride).sum();
            let result = results.get_mut(target)?;
            *result = match *result {
                None => Some(element),
                Some(before) => Some(arithmetic::evaluate(combine, None, &[before, element])?),
            };
            advance(&mut index, &extents);
        }
        let count = (elements.len() / size).checked_div(results.len());
        let mut bytes = Vec::new();
        for result in results {
            let result = match self.op.name.as_str() {
                "mean" => mean(result?, count?)?,
                _ => result?,
            };
            result.push_bytes(&mut bytes);
        }
        NDArray::from_bytes(&shape, dtype, &bytes).ok()
    }

    /// Returns which axes are reduced.
    fn reduced_axes(&self, ndim: usize) -> Option<Vec<bool>> {
        let attrs = self.attrs?.as_node::<ReduceAttrsNode>()?;
        let Some(axes) = &attrs.axis else { return Some(vec![true; ndim]) };
        if axes.is_empty() {
            return Some(vec![true; ndim]);
        }
        let mut reduced = vec![attrs.exclude; ndim];
        for axis in axes {
            *reduced.get_mut(axis_index(axis.value, ndim)?)? = !attrs.exclude;
        }
        Some(reduced)
    }
}

/// Divides a sum by a number of elements. Integers are rounded towards 0.
fn mean(sum: Scalar, count: usize) -> Option<Scalar> {
    match sum.number {
        Number::Int(number) => Some(Scalar::wrapped(sum.dtype, number.checked_div(count as i128)?)),
        Number::Float(number) if count > 0 => Some(Scalar::rounded(sum.dtype, number / count as f64)),
        Number::Float(_) => None,
    }
}
