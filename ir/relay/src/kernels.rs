//! Kernels: the evaluation of operators on tensors in memory, without a code generator.
//!
//! - [`scalar`] has the numbers, [`arithmetic`] and [`math`] the operators on them.
//! - [`elementwise`] applies these to tensors, with broadcasting.
//! - [`arrange`] has operators that copy elements, [`reduce`] those that combine them.
//!
//! Constant folding and partial evaluation use the exact kernels, whose results do not depend on
//! the machine. The interpreter uses all of them.

mod arithmetic;
mod arrange;
mod elementwise;
mod math;
mod reduce;
pub(crate) mod scalar;

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{IntImmNode, RelayExpr};
use objet_ir::op::Op;
use objet_ir::types::{TensorTypeNode, TupleType, Type};

use crate::attrs::{CastAttrsNode, NdarraySizeAttrsNode, ShapeOfAttrsNode};
use crate::expr::{Call, Constant};
use crate::infer::ndarray_type;
use crate::op::OpExt;
use crate::transform::static_call;
use scalar::Scalar;

/// An operator with its arguments.
pub(crate) struct KernelCall<'a> {
    pub(crate) op: &'a Op,
    pub(crate) attrs: Option<&'a Attrs>,
    /// The tensors. Those of a tuple follow each other.
    pub(crate) args: &'a [NDArray],
    /// The maximum number of elements of the result.
    pub(crate) max_elements: usize,
}

impl KernelCall<'_> {
    /// Evaluates the call by an exact kernel. Returns `None` if the operator has none, or if an
    /// element of the result is undefined.
    pub(crate) fn evaluate_exactly(&self) -> Option<NDArray> {
        match self.op.name.as_str() {
            "reshape" | "contrib_reverse_reshape" | "expand_dims" | "squeeze" | "nn.batch_flatten" => {
                self.reshaped()
            }
            "broadcast_to" => self.elementwise(self.result_type()?.0, |scalars| scalars.first().copied()),
            op => self.elementwise(Vec::new(), |args| arithmetic::evaluate(op, self.attrs, args)),
        }
    }

    /// Evaluates the call. Returns `None` as [`evaluate_exactly`](Self::evaluate_exactly).
    pub(crate) fn evaluate(&self) -> Option<NDArray> {
        if self.op.name.starts_with("dyn.") {
            return self.evaluate_dynamic();
        }
        match (self.op.name.as_str(), self.args) {
            ("shape_of", [data]) => self.shape_of(data),
            ("ndarray_size", [data]) => self.ndarray_size(data),
            ("zeros" | "ones" | "full", _) => self.filled(),
            ("copy" | "annotation.stop_fusion" | "annotation.cast_hint" | "device_copy", [_])
            | ("reshape_like" | "contrib_reverse_reshape", [_, ..]) => self.reshaped(),
            ("concatenate", [_, ..]) => self.concatenated(),
            ("stack", [_, ..]) => self.stacked(),
            ("transpose", [data]) => self.transposed(data),
            ("sum" | "prod" | "max" | "min" | "mean" | "all" | "any", [data]) => self.reduced(data),
            _ if self.args.iter().any(|arg| arg.shape().contains(&0)) => self.without_elements(),
            (op, _) => self
                .evaluate_exactly()
                .or_else(|| self.elementwise(Vec::new(), |args| math::evaluate(op, self.attrs, args))),
        }
    }

    /// Returns whether the operator has a kernel whose result is undefined for some integers.
    pub(crate) fn is_partial(&self) -> bool {
        let is_int = |arg: &NDArray| arg.dtype().is_int() || arg.dtype().is_uint();
        match (self.op.name.as_str(), self.args) {
            ("divide" | "mod" | "floor_divide" | "floor_mod" | "left_shift" | "right_shift", [a, b]) => {
                is_int(a) && a.dtype() == b.dtype()
            }
            ("cast", [data]) => {
                let is_float = data.dtype().is_float() || data.dtype().is_bfloat16();
                is_float && self.unknown_target().is_none()
            }
            _ => false,
        }
    }

    /// Returns the data type that the call casts to, if kernels do not support it.
    pub(crate) fn unknown_target(&self) -> Option<DataType> {
        if self.op.name != "cast" {
            return None;
        }
        let dtype = self.attrs?.as_node::<CastAttrsNode>()?.dtype;
        Scalar::of_f64(dtype, 0.0).is_none().then_some(dtype)
    }

    /// Evaluates an operator with a shape as an argument.
    fn evaluate_dynamic(&self) -> Option<NDArray> {
        let args = self.args.iter().map(|arg| Constant::new(arg.clone(), None).upcast());
        let args: Array<RelayExpr> = args.collect();
        let call = Call::new(self.op.clone(), args, self.attrs.cloned(), [], None);
        let call = static_call(&call).ok()??;
        let args: Vec<NDArray> = call
            .args
            .iter()
            .map(|arg| Some(arg.downcast_ref::<Constant>()?.data.clone()))
            .collect::<Option<_>>()?;
        let op = call.op.downcast_ref::<Op>()?;
        KernelCall { op, attrs: call.attrs.as_ref(), args: &args, ..*self }.evaluate()
    }

    /// Returns the shape and the data type that the type relation of the operator gives.
    fn result_type(&self) -> Option<(Vec<i64>, DataType)> {
        self.result_type_of(self.args.iter().map(ndarray_type).collect())
    }

    /// Returns the shape and the data type for a tuple of the arguments.
    fn result_type_of_tuple(&self) -> Option<(Vec<i64>, DataType)> {
        let fields: Array<Type> = self.args.iter().map(ndarray_type).collect();
        self.result_type_of([TupleType::new(fields, None).upcast()].into())
    }

    fn result_type_of(&self, inputs: Array<Type>) -> Option<(Vec<i64>, DataType)> {
        let ty = self.op.infer_type(inputs, self.attrs).ok()?;
        let tensor = ty.as_node::<TensorTypeNode>()?;
        let extents = tensor.shape.iter().map(|extent| Some(extent.as_node::<IntImmNode>()?.value));
        let extents: Vec<i64> = extents.collect::<Option<_>>()?;
        (element_count(&extents)? <= self.max_elements).then_some((extents, tensor.dtype))
    }

    /// Returns the elements of the first argument in the shape that the type relation gives.
    fn reshaped(&self) -> Option<NDArray> {
        let data = self.args.first()?;
        NDArray::from_bytes(&self.result_type()?.0, data.dtype(), data.as_bytes().ok()?).ok()
    }

    /// Returns a result without elements.
    fn without_elements(&self) -> Option<NDArray> {
        let (shape, dtype) = self.result_type()?;
        NDArray::from_bytes(&shape, dtype, &[]).ok()
    }

    /// Returns a tensor of equal elements.
    fn filled(&self) -> Option<NDArray> {
        let (shape, dtype) = self.result_type()?;
        let value = match (self.op.name.as_str(), self.args) {
            ("full", [value]) => Scalar::of(value)?.cast(dtype)?,
            ("zeros", []) => Scalar::of_f64(dtype, 0.0)?,
            ("ones", []) => Scalar::of_f64(dtype, 1.0)?,
            _ => return None,
        };
        let mut element = Vec::new();
        value.push_bytes(&mut element);
        NDArray::from_bytes(&shape, dtype, &element.repeat(element_count(&shape)?)).ok()
    }

    fn shape_of(&self, data: &NDArray) -> Option<NDArray> {
        let dtype = self.attrs?.as_node::<ShapeOfAttrsNode>()?.dtype;
        integers(&[data.shape().len() as i64], dtype, data.shape().iter().map(|extent| i128::from(*extent)))
    }

    fn ndarray_size(&self, data: &NDArray) -> Option<NDArray> {
        let dtype = self.attrs?.as_node::<NdarraySizeAttrsNode>()?.dtype;
        integers(&[], dtype, [element_count(data.shape())? as i128])
    }
}

/// Returns a tensor of integers. Returns `None` if a number does not fit the data type.
pub(crate) fn integers(
    shape: &[i64],
    dtype: DataType,
    numbers: impl IntoIterator<Item = i128>,
) -> Option<NDArray> {
    let dtype = if dtype == DataType::VOID { DataType::int(32) } else { dtype };
    if !(dtype.is_int() || dtype.is_uint()) || !dtype.is_scalar() {
        return None;
    }
    let mut bytes = Vec::new();
    for number in numbers {
        let scalar = Scalar::wrapped(dtype, number);
        if scalar.number != scalar::Number::Int(number) {
            return None;
        }
        scalar.push_bytes(&mut bytes);
    }
    NDArray::from_bytes(shape, dtype, &bytes).ok()
}

/// Returns the number of elements of a tensor.
pub(crate) fn element_count(shape: &[i64]) -> Option<usize> {
    shape.iter().try_fold(1_usize, |count, extent| count.checked_mul(usize::try_from(*extent).ok()?))
}
