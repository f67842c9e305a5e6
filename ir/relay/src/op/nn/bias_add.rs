//! The operator `nn.bias_add`, with its type relation and its compute function.

use objet::function::BoxError;
use objet::prelude::*;
use objet::tensor::{NDArrayError, Scalar};
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::te::Tensor;
use objet_tir::topi;

use crate::attrs::{BiasAddAttrs, BiasAddAttrsNode};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, tensor, types_of,
};
use crate::operators;

operators! {
    /// Adds a vector to a tensor along one axis.
    pub fn bias_add(
        data: "nD Tensor" = "The tensor.",
        bias: "1D Tensor" = "The vector, with the length of the axis.",
    ) with BiasAddAttrsNode = "nn.bias_add" as "relay.op.nn._make.bias_add"
        => |op| op.type_relation("BiasAdd").support_level(1)
            .attr("FTVMCompute", TypedPackedFunc::new(compute));
}

/// Requires a bias vector with the length of the axis, and a result of the same type as the data.
#[register_global("tvm.relay.type_relation.BiasAdd")]
fn relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: BiasAddAttrs = attrs_of(attrs)?;
    let [data, bias, result] = types_of(&types)?;
    let Some(tensor) = tensor("data", data)? else { return Ok(NotYet) };
    let axis = axis("data", attrs.axis.into(), tensor.shape.len())?;
    assign(&reporter, "bias", bias, TensorType::new([tensor.shape[axis].clone()], tensor.dtype))?;
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}

/// An error of the compute function of `nn.bias_add`.
#[derive(Debug, thiserror::Error)]
enum BiasAddError {
    #[error("expected 2 inputs (data and bias), found {0}")]
    Inputs(usize),
    #[error(transparent)]
    Axis(#[from] RelationError),
    #[error("bias: expected {expected} of shape [{length}], found {found} of shape {shape:?}")]
    Bias { expected: DataType, length: i64, found: DataType, shape: Vec<i64> },
    #[error("data: unsupported element type {0}")]
    DataType(DataType),
    #[error(transparent)]
    NDArray(#[from] NDArrayError),
}

/// Computes the operator on tensor expressions, or on constant tensors.
fn compute(
    attrs: BiasAddAttrs,
    inputs: Array<ObjectRef>,
    _out_type: Option<Type>,
) -> Result<Array<ObjectRef>, BoxError> {
    let [data, bias] = &*inputs else { return Err(BiasAddError::Inputs(inputs.len()).into()) };
    if let (Some(data), Some(bias)) = (data.downcast_ref::<Tensor>(), bias.downcast_ref::<Tensor>()) {
        return Ok([sum(&attrs, data, bias)?.upcast()].into());
    }
    let inputs =
        inputs.iter().map(|input| input.clone().downcast()).collect::<Result<Array<NDArray>, _>>()?;
    let outputs = evaluate(&attrs, &inputs)?;
    Ok(outputs.iter().map(|output| output.clone().upcast()).collect())
}

/// Adds the vector with new axes behind it.
fn sum(attrs: &BiasAddAttrs, data: &Tensor, bias: &Tensor) -> Result<Tensor, BoxError> {
    let ndim = data.shape.len();
    let axis = axis("data", attrs.axis.into(), ndim)?;
    Ok(match ndim - axis - 1 {
        0 => topi::add(data, bias)?,
        inner => topi::add(data, &topi::expand_dims(bias, 1, inner)?)?,
    })
}

/// Computes the operator on constant tensors.
fn evaluate(attrs: &BiasAddAttrs, inputs: &Array<NDArray>) -> Result<Array<NDArray>, BiasAddError> {
    let [data, bias] = &**inputs else { return Err(BiasAddError::Inputs(inputs.len())) };
    let shape = data.shape();
    let axis = axis("data", attrs.axis.into(), shape.len())?;
    if bias.dtype() != data.dtype() || bias.shape() != [shape[axis]] {
        let (expected, found) = (data.dtype(), bias.dtype());
        return Err(BiasAddError::Bias {
            expected,
            length: shape[axis],
            found,
            shape: bias.shape().to_vec(),
        });
    }
    let inner = shape[axis + 1..].iter().map(|dim| *dim as usize).product();
    macro_rules! sum {
        ($($number:ty: $add:expr),+) => {
            match data.dtype() {
                $(dtype if dtype == <$number>::DTYPE => sum_along::<$number>(data, bias, inner, $add)?,)+
                dtype => return Err(BiasAddError::DataType(dtype)),
            }
        };
    }
    let result = sum!(
        f32: |a, b| a + b, f64: |a, b| a + b,
        i8: i8::wrapping_add, i16: i16::wrapping_add, i32: i32::wrapping_add, i64: i64::wrapping_add,
        u8: u8::wrapping_add, u16: u16::wrapping_add, u32: u32::wrapping_add, u64: u64::wrapping_add
    );
    Ok([result].into())
}

/// Adds each element of `bias` to its elements of `data`. Runs of `inner` consecutive elements
/// share one element of `bias`.
fn sum_along<T: Scalar>(
    data: &NDArray,
    bias: &NDArray,
    inner: usize,
    add: fn(T, T) -> T,
) -> Result<NDArray, NDArrayError> {
    let (elements, bias) = (data.as_slice::<T>()?, bias.as_slice::<T>()?);
    let rows = elements.chunks(inner.max(1)).zip(bias.iter().cycle());
    let sums: Vec<T> = rows.flat_map(|(row, bias)| row.iter().map(|element| add(*element, *bias))).collect();
    NDArray::from_slice(data.shape(), &sums)
}
