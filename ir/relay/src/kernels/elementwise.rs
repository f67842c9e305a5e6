//! Element-wise evaluation of operators, with broadcasting.

use objet::prelude::*;
use objet::progress::Steps;

use super::KernelCall;
use super::scalar::Scalar;

impl KernelCall<'_> {
    /// Applies `evaluate` to the elements of the arguments, broadcast to each other and to `shape`.
    /// Returns `None` if `evaluate` does so, if the shapes do not fit each other, and for no
    /// elements.
    pub(super) fn elementwise(
        &self,
        mut shape: Vec<i64>,
        evaluate: impl Fn(&[Scalar]) -> Option<Scalar>,
    ) -> Option<NDArray> {
        if shape.is_empty() && self.args.iter().all(|arg| arg.shape().is_empty()) {
            let scalars: Vec<Scalar> = self.args.iter().map(Scalar::of).collect::<Option<_>>()?;
            return evaluate(&scalars)?.to_tensor();
        }
        let ndim = self.args.iter().map(|arg| arg.shape().len()).max()?.max(shape.len());
        shape.splice(0..0, vec![1; ndim - shape.len()]);
        for arg in self.args {
            let offset = ndim - arg.shape().len();
            for (extent, of_arg) in shape[offset..].iter_mut().zip(arg.shape()) {
                match (*extent, *of_arg) {
                    (1, _) => *extent = *of_arg,
                    (_, 1) => {}
                    (a, b) if a == b => {}
                    _ => return None,
                }
            }
        }
        let count = super::element_count(&shape)?;
        if !(1..=self.max_elements).contains(&count) {
            return None;
        }
        let extents: Vec<usize> =
            shape.iter().map(|extent| usize::try_from(*extent).ok()).collect::<Option<_>>()?;
        let operands: Vec<Operand<'_>> =
            self.args.iter().map(|arg| Operand::new(arg, ndim)).collect::<Option<_>>()?;
        let mut index = vec![0; ndim];
        let mut scalars = Vec::with_capacity(operands.len());
        let (mut bytes, mut dtype) = (Vec::new(), None);
        let mut steps = Steps::new("evaluate", Some(count));
        for _ in 0..count {
            steps.next();
            scalars.clear();
            for operand in &operands {
                scalars.push(operand.at(&index)?);
            }
            let value = evaluate(&scalars)?;
            dtype = Some(value.dtype);
            value.push_bytes(&mut bytes);
            advance(&mut index, &extents);
        }
        NDArray::from_bytes(&shape, dtype?, &bytes).ok()
    }
}

/// Moves to the next index, in row-major order.
pub(super) fn advance(index: &mut [usize], extents: &[usize]) {
    for (position, extent) in index.iter_mut().zip(extents).rev() {
        *position += 1;
        if *position < *extent {
            break;
        }
        *position = 0;
    }
}

/// A tensor, with the distance of elements along each axis of the result.
struct Operand<'a> {
    bytes: &'a [u8],
    dtype: DataType,
    size: usize,
    strides: Vec<usize>,
}

impl<'a> Operand<'a> {
    fn new(data: &'a NDArray, ndim: usize) -> Option<Self> {
        let mut strides = vec![0; ndim];
        let mut stride = 1;
        let axes = (0..ndim).rev().zip(data.shape().iter().rev());
        for (axis, extent) in axes {
            // An axis of length 1 is repeated along that of the result.
            strides[axis] = if *extent == 1 { 0 } else { stride };
            stride *= usize::try_from(*extent).ok()?;
        }
        let dtype = data.dtype();
        Some(Self { bytes: data.as_bytes().ok()?, dtype, size: dtype.bytes(), strides })
    }

    fn at(&self, index: &[usize]) -> Option<Scalar> {
        let position: usize = index.iter().zip(&self.strides).map(|(index, stride)| index * stride).sum();
        let start = position.checked_mul(self.size)?;
        Scalar::of_bytes(self.dtype, self.bytes.get(start..start.checked_add(self.size)?)?)
    }
}
