//! `nn.bias_add`, with the functions that say what types it takes and gives, and what it computes.

use objet::prelude::*;
use objet::{NDArrayError, Scalar};
use objet_ir::types::{
    IncompleteTypeNode, TensorType, TensorTypeNode, Type, TypeMismatch, TypeReporter, type_text,
};

use crate::attrs::{BiasAddAttrs, BiasAddAttrsNode};
use crate::operators;

operators! {
    /// Adds a vector to a tensor along one axis.
    pub fn bias_add(
        data: "nD Tensor" = "The tensor.",
        bias: "1D Tensor" = "The vector, as long as the axis.",
    ) with BiasAddAttrsNode = "nn.bias_add" as "relay.op.nn._make.bias_add"
        => |op| op.type_relation("BiasAdd").support_level(1)
            .attr("FTVMCompute", TypedPackedFunc::new(compute));
}

/// Why a bias cannot be added.
#[derive(Debug, thiserror::Error)]
enum BiasAddError {
    #[error("expected {expected} types, found {found}")]
    Types { expected: usize, found: usize },
    #[error("data: expected a tensor, found {0}")]
    NoTensor(String),
    #[error("axis: expected one of the {ndim} of data, from -{ndim} on, found {axis}")]
    Axis { axis: i32, ndim: usize },
    #[error("{0}: {1}")]
    Mismatch(&'static str, TypeMismatch),
    #[error("expected the tensors data and bias, found {0}")]
    Inputs(usize),
    #[error("bias: expected {expected} of shape [{length}], found {found} of shape {shape:?}")]
    Bias { expected: DataType, length: i64, found: DataType, shape: Vec<i64> },
    #[error("data: expected numbers of 8, 16, 32 or 64 bits, found {0}")]
    DataType(DataType),
    #[error(transparent)]
    NDArray(#[from] NDArrayError),
}

/// The position of an axis that may be counted from the end.
fn position(axis: i32, ndim: usize) -> Result<usize, BiasAddError> {
    let counted = if axis < 0 { i64::from(axis) + ndim as i64 } else { i64::from(axis) };
    usize::try_from(counted).ok().filter(|axis| *axis < ndim).ok_or(BiasAddError::Axis { axis, ndim })
}

/// The bias is a vector as long as the axis; the result is what the data are. Whether that could be told.
#[register_global("tvm.relay.type_relation.BiasAdd")]
fn relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: BiasAddAttrs,
    reporter: TypeReporter,
) -> Result<bool, BiasAddError> {
    let [data, bias, result] = &*types else {
        return Err(BiasAddError::Types { expected: 3, found: types.len() });
    };
    let data = reporter.resolve(data);
    let Some(tensor) = data.as_node::<TensorTypeNode>() else {
        let incomplete = data.is_instance::<IncompleteTypeNode>();
        return if incomplete { Ok(false) } else { Err(BiasAddError::NoTensor(type_text(&data))) };
    };
    let axis = position(attrs.axis, tensor.shape.len())?;
    let vector: Type = TensorType::new([tensor.shape[axis].clone()], tensor.dtype).upcast();
    let assign = |what, ty, expected| {
        reporter.assign(ty, expected).map_err(|mismatch| BiasAddError::Mismatch(what, mismatch))
    };
    assign("bias", bias, &vector)?;
    assign("result", result, &data)?;
    Ok(true)
}

/// What is computed, on tensors that are known: TVM's function of this attribute makes tensor expressions of tensor
/// expressions, this one makes tensors of tensors, as a pass that folds constants needs them.
fn compute(
    attrs: BiasAddAttrs,
    inputs: Array<NDArray>,
    _out_type: Option<Type>,
) -> Result<Array<NDArray>, BiasAddError> {
    let [data, bias] = &*inputs else { return Err(BiasAddError::Inputs(inputs.len())) };
    let shape = data.shape();
    let axis = position(attrs.axis, shape.len())?;
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

/// Adds to each element of `data` the one of `bias` that belongs to it: `inner` elements in a row have the same.
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
