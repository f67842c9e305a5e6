//! Evaluation of operators on constant tensors.

use objet::prelude::*;
use objet_ir::expr::IntImmNode;
use objet_ir::op::Op;
use objet_ir::types::{TensorTypeNode, Type};

use super::fold_scalar::fold_scalar;
use super::scalar::Scalar;
use crate::expr::{CallNode, Constant};
use crate::infer::constant_type;
use crate::op::OpExt;

/// The maximum number of elements of a result. Larger tensors are not worth their place in a
/// program.
const MAX_ELEMENTS: usize = 1 << 16;

/// Evaluates a call of an operator on constants, of which at least one is no scalar. Returns `None`
/// if the operator is not supported, or if an element of the result is undefined.
pub(super) fn folded(op: &str, call: &CallNode, args: &[Constant]) -> Option<NDArray> {
    match op {
        "reshape" | "contrib_reverse_reshape" | "expand_dims" | "squeeze" | "nn.batch_flatten" => {
            reshaped(call, args)
        }
        "broadcast_to" => elementwise(args, result_shape(call, args)?, |scalars| scalars.first().copied()),
        _ => elementwise(args, Vec::new(), |scalars| fold_scalar(op, call.attrs.as_ref(), scalars)),
    }
}

/// Returns the shape that the type relation of an operator on one tensor gives.
fn result_shape(call: &CallNode, args: &[Constant]) -> Option<Vec<i64>> {
    let [arg] = args else { return None };
    let types: Array<Type> = [constant_type(arg)].into();
    let ty = call.op.downcast_ref::<Op>()?.infer_type(types, call.attrs.as_ref()).ok()?;
    let extents = ty.as_node::<TensorTypeNode>()?.shape.iter();
    extents.map(|extent| Some(extent.as_node::<IntImmNode>()?.value)).collect()
}

/// Returns the elements in the shape that the type relation of the operator gives.
fn reshaped(call: &CallNode, args: &[Constant]) -> Option<NDArray> {
    let data = &args.first()?.data;
    NDArray::from_bytes(&result_shape(call, args)?, data.dtype(), data.as_bytes().ok()?).ok()
}

/// A constant tensor, with the distance of elements along each axis of the result.
struct Operand<'a> {
    bytes: &'a [u8],
    dtype: DataType,
    size: usize,
    strides: Vec<usize>,
}

/// Evaluates an element-wise operator, with broadcasting, also to `shape`.
fn elementwise(
    args: &[Constant],
    mut shape: Vec<i64>,
    fold: impl Fn(&[Scalar]) -> Option<Scalar>,
) -> Option<NDArray> {
    let ndim = args.iter().map(|arg| arg.data.shape().len()).max()?.max(shape.len());
    shape.splice(0..0, vec![1; ndim - shape.len()]);
    for arg in args {
        let offset = ndim - arg.data.shape().len();
        for (extent, of_arg) in shape[offset..].iter_mut().zip(arg.data.shape()) {
            match (*extent, *of_arg) {
                (1, _) => *extent = *of_arg,
                (_, 1) => {}
                (a, b) if a == b => {}
                _ => return None,
            }
        }
    }
    let extents: Vec<usize> =
        shape.iter().map(|extent| usize::try_from(*extent).ok()).collect::<Option<_>>()?;
    let count = extents.iter().try_fold(1_usize, |count, extent| count.checked_mul(*extent))?;
    if !(1..=MAX_ELEMENTS).contains(&count) {
        return None;
    }
    let operands: Vec<Operand<'_>> =
        args.iter().map(|arg| Operand::new(&arg.data, ndim)).collect::<Option<_>>()?;
    let mut index = vec![0; ndim];
    let mut scalars = Vec::with_capacity(args.len());
    let (mut bytes, mut dtype) = (Vec::new(), None);
    for _ in 0..count {
        scalars.clear();
        for operand in &operands {
            scalars.push(operand.at(&index)?);
        }
        let value = fold(&scalars)?;
        dtype = Some(value.dtype);
        bytes.extend_from_slice(value.to_tensor()?.as_bytes().ok()?);
        for axis in (0..ndim).rev() {
            index[axis] += 1;
            if index[axis] < extents[axis] {
                break;
            }
            index[axis] = 0;
        }
    }
    NDArray::from_bytes(&shape, dtype?, &bytes).ok()
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
