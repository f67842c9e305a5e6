//! Global functions through which front ends compute tensors.

use objet::function::{BoxError, RetValue};
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, Integer, PrimExpr, exprs};

use super::{PadMode, ReduceAxes, SliceRange, TakeMode};
use crate::op::as_const_int;
use crate::te::Tensor;

/// Expressions, also as numbers.
type Exprs = Array<Option<ObjectRef>>;

/// Returns the values of an integer or of an array of integers, or `None` for null.
fn integers(value: &RetValue) -> Result<Option<Vec<i64>>, BoxError> {
    if matches!(value, RetValue::Null) {
        return Ok(None);
    }
    if let Ok(number) = value.get::<i64>() {
        return Ok(Some(vec![number]));
    }
    if let Ok(number) = value.get::<Integer>() {
        return Ok(Some(vec![number.value]));
    }
    constants(value.get()?).map(Some)
}

/// Returns the values of an array of integers.
fn constants(list: Exprs) -> Result<Vec<i64>, BoxError> {
    let value = |number: &PrimExpr| as_const_int(number).ok_or("expected integers that are constants");
    Ok(exprs(list)?.iter().map(value).collect::<Result<_, _>>()?)
}

macro_rules! of_one_tensor {
    ($($name:literal $function:ident;)*) => {
        $(
            /// Applies the function to each element.
            #[register_global($name, short)]
            fn $function(x: Tensor) -> Result<Tensor, ConstructError> {
                super::$function(&x)
            }
        )*
    };
}

of_one_tensor! {
    "topi.acos" acos;
    "topi.acosh" acosh;
    "topi.asin" asin;
    "topi.asinh" asinh;
    "topi.atan" atan;
    "topi.atanh" atanh;
    "topi.bitwise_not" bitwise_not;
    "topi.cos" cos;
    "topi.cosh" cosh;
    "topi.erf" erf;
    "topi.exp" exp;
    "topi.identity" identity;
    "topi.log" log;
    "topi.log10" log10;
    "topi.log2" log2;
    "topi.logical_not" logical_not;
    "topi.negative" negative;
    "topi.nn.flatten" flatten;
    "topi.rsqrt" rsqrt;
    "topi.sigmoid" sigmoid;
    "topi.sign" sign;
    "topi.sin" sin;
    "topi.sinh" sinh;
    "topi.sqrt" sqrt;
    "topi.tan" tan;
    "topi.tanh" tanh;
}

macro_rules! approximations {
    ($($name:literal $function:ident;)*) => {
        $(
            /// Applies the approximation to each element. The type and the tag are those of the
            /// tensor and of the function.
            #[register_global($name, short)]
            fn $function(
                x: Tensor,
                #[default(DataType::VOID)] _dtype: DataType,
                #[default("")] _tag: &str,
            ) -> Result<Tensor, ConstructError> {
                super::$function(&x)
            }
        )*
    };
}

approximations! {
    "topi.fast_erf" fast_erf;
    "topi.fast_exp" fast_exp;
    "topi.fast_tanh" fast_tanh;
}

/// Returns the axes of a reduction: one axis, several axes, or all axes for null.
fn reduce_axes(axes: &RetValue, keepdims: bool) -> Result<ReduceAxes, BoxError> {
    Ok(ReduceAxes { axes: integers(axes)?.unwrap_or_default(), keepdims, at_least_1d: false })
}

macro_rules! reductions {
    ($($name:literal $function:ident;)*) => {
        $(
            /// Reduces the elements along axes.
            #[register_global($name, short)]
            fn $function(x: Tensor, axis: RetValue, keepdims: bool) -> Result<Tensor, BoxError> {
                Ok(super::$function(&x, &reduce_axes(&axis, keepdims)?)?)
            }
        )*
    };
}

reductions! {
    "topi.all" all;
    "topi.any" any;
    "topi.max" max;
    "topi.min" min;
    "topi.prod" prod;
    "topi.sum" sum;
}

/// Returns the positions of the greatest elements along axes.
#[register_global("topi.argmax", short)]
fn argmax(
    x: Tensor,
    axis: RetValue,
    keepdims: bool,
    #[default(false)] select_last_index: bool,
) -> Result<Tensor, BoxError> {
    Ok(super::argmax(&x, &reduce_axes(&axis, keepdims)?, select_last_index)?)
}

/// Returns the positions of the least elements along axes.
#[register_global("topi.argmin", short)]
fn argmin(
    x: Tensor,
    axis: RetValue,
    keepdims: bool,
    #[default(false)] select_last_index: bool,
) -> Result<Tensor, BoxError> {
    Ok(super::argmin(&x, &reduce_axes(&axis, keepdims)?, select_last_index)?)
}

/// Converts each element to a data type.
#[register_global("topi.cast", short)]
fn cast(x: Tensor, dtype: DataType) -> Result<Tensor, ConstructError> {
    super::cast(&x, dtype)
}

/// Returns the bits of each element as a value of another data type.
#[register_global("topi.reinterpret", short)]
fn reinterpret(x: Tensor, dtype: DataType) -> Result<Tensor, ConstructError> {
    super::reinterpret(&x, dtype)
}

/// Returns a tensor in which each element is the same value.
#[register_global("topi.full", short)]
fn full(shape: Exprs, dtype: DataType, value: ExprArg) -> Result<Tensor, BoxError> {
    Ok(super::full(&exprs(shape)?, dtype, &value.0)?)
}

/// Returns a tensor of the type of another tensor in which each element is the same value.
#[register_global("topi.full_like", short)]
fn full_like(x: Tensor, value: ExprArg) -> Result<Tensor, ConstructError> {
    super::full_like(&x, &value.0)
}

/// Multiplies negative elements by a number.
#[register_global("topi.nn.leaky_relu", short)]
fn leaky_relu(x: Tensor, alpha: f64) -> Result<Tensor, ConstructError> {
    super::leaky_relu(&x, alpha)
}

/// Multiplies negative elements by the slope of their position along an axis.
#[register_global("topi.nn.prelu", short)]
fn prelu(x: Tensor, slope: Tensor, axis: i64) -> Result<Tensor, ConstructError> {
    super::prelu(&x, &slope, axis)
}

/// Stretches a tensor to a shape.
#[register_global("topi.broadcast_to", short)]
fn broadcast_to(x: Tensor, shape: Exprs) -> Result<Tensor, BoxError> {
    Ok(super::broadcast_to(&x, &exprs(shape)?)?)
}

/// Selects elements by a condition.
#[register_global("topi.where", short)]
fn where_(condition: Tensor, x: Tensor, y: Tensor) -> Result<Tensor, ConstructError> {
    super::where_(&condition, &x, &y)
}

/// Inserts axes of length 1.
#[register_global("topi.expand_dims", short)]
fn expand_dims(x: Tensor, axis: i64, #[default(1)] num_newaxis: usize) -> Result<Tensor, ConstructError> {
    super::expand_dims(&x, axis, num_newaxis)
}

/// Permutes the axes of a tensor.
#[register_global("topi.transpose", short)]
fn transpose(x: Tensor, axes: RetValue) -> Result<Tensor, BoxError> {
    Ok(super::transpose(&x, integers(&axes)?.as_deref())?)
}

/// Reverses the elements along one axis.
#[register_global("topi.flip", short)]
fn flip(x: Tensor, axis: i64) -> Result<Tensor, ConstructError> {
    super::flip(&x, axis)
}

/// Reverses the leading elements of each sequence.
#[register_global("topi.reverse_sequence", short)]
fn reverse_sequence(
    x: Tensor,
    seq_lengths: Tensor,
    seq_axis: i64,
    batch_axis: i64,
) -> Result<Tensor, ConstructError> {
    super::reverse_sequence(&x, &seq_lengths, seq_axis, batch_axis)
}

/// Changes the shape of a tensor.
#[register_global("topi.reshape", short)]
fn reshape(x: Tensor, shape: Exprs) -> Result<Tensor, BoxError> {
    Ok(super::reshape(&x, &exprs(shape)?)?)
}

/// Removes axes of length 1: the given axes, or all for null.
#[register_global("topi.squeeze", short)]
fn squeeze(x: Tensor, axis: RetValue) -> Result<Tensor, BoxError> {
    Ok(super::squeeze(&x, integers(&axis)?.as_deref())?)
}

/// Joins tensors along an axis.
#[register_global("topi.concatenate", short)]
fn concatenate(inputs: Array<Tensor>, axis: i64) -> Result<Tensor, ConstructError> {
    super::concatenate(&inputs, axis)
}

/// Joins tensors along a new axis.
#[register_global("topi.stack", short)]
fn stack(inputs: Array<Tensor>, axis: i64) -> Result<Tensor, ConstructError> {
    super::stack(&inputs, axis)
}

/// Splits a tensor into a number of equal parts, or at positions.
#[register_global("topi.split", short)]
fn split(x: Tensor, indices_or_sections: RetValue, axis: i64) -> Result<Array<Tensor>, BoxError> {
    if let Ok(sections) = indices_or_sections.get::<i32>() {
        return Ok(super::split_sections(&x, sections, axis)?.into());
    }
    if let Ok(sections) = indices_or_sections.get::<Integer>() {
        return Ok(super::split_sections(&x, i32::try_from(sections.value)?, axis)?.into());
    }
    Ok(super::split(&x, &exprs(indices_or_sections.get()?)?, axis)?.into())
}

/// Takes elements at positions, or slices at positions of an axis. The arguments are the mode, or
/// the number of batch axes and the mode, or the number of batch axes, the axis and the mode.
#[register_global("topi.take", short)]
fn take(
    x: Tensor,
    indices: Tensor,
    first: RetValue,
    #[default(RetValue::Null)] second: RetValue,
    #[default(RetValue::Null)] third: RetValue,
) -> Result<Tensor, BoxError> {
    let mode = |name: &str| TakeMode::of(name).ok_or_else(|| format!("unknown mode {name:?}"));
    Ok(match (&first, &second, &third) {
        (name, RetValue::Null, _) => super::take(&x, &indices, mode(name.get::<&str>()?)?)?,
        (_, name, RetValue::Null) => super::take(&x, &indices, mode(name.get::<&str>()?)?)?,
        (batch_dims, axis, name) => {
            let mode = mode(name.get::<&str>()?)?;
            super::take_along(&x, &indices, batch_dims.get()?, axis.get()?, mode)?
        }
    })
}

/// Takes elements by their index along one axis.
#[register_global("topi.gather", short)]
fn gather(x: Tensor, axis: i64, indices: Tensor) -> Result<Tensor, ConstructError> {
    super::gather(&x, axis, &indices)
}

/// Takes elements or slices at coordinates.
#[register_global("topi.gather_nd", short)]
fn gather_nd(x: Tensor, indices: Tensor, #[default(0)] batch_dims: usize) -> Result<Tensor, ConstructError> {
    super::gather_nd(&x, &indices, batch_dims)
}

/// Takes elements at the positions in index tensors.
#[register_global("topi.adv_index", short)]
fn adv_index(x: Tensor, indices: Array<Tensor>) -> Result<Tensor, ConstructError> {
    super::adv_index(&x, &indices)
}

/// Repeats each element along one axis.
#[register_global("topi.repeat", short)]
fn repeat(x: Tensor, repeats: i32, axis: i64) -> Result<Tensor, ConstructError> {
    super::repeat(&x, repeats, axis)
}

/// Repeats the whole tensor along its axes.
#[register_global("topi.tile", short)]
fn tile(x: Tensor, reps: Exprs) -> Result<Tensor, BoxError> {
    Ok(super::tile(&x, &exprs(reps)?)?)
}

/// Returns the coordinate grids of vectors. The indexing is `xy` or `ij`.
#[register_global("topi.meshgrid", short)]
fn meshgrid(inputs: Array<Tensor>, indexing: &str) -> Result<Array<Tensor>, ConstructError> {
    Ok(super::meshgrid(&inputs, indexing == "xy")?.into())
}

/// Converts a tensor from one layout to another.
#[register_global("topi.layout_transform", short)]
fn layout_transform(x: Tensor, src_layout: &str, dst_layout: &str) -> Result<Tensor, BoxError> {
    super::layout_transform(&x, src_layout, dst_layout)
}

/// Returns the shape of a tensor as a vector.
#[register_global("topi.shape", short)]
fn shape(x: Tensor, dtype: DataType) -> Result<Tensor, ConstructError> {
    super::shape(&x, dtype)
}

/// Returns the number of elements of a tensor.
#[register_global("topi.ndarray_size", short)]
fn ndarray_size(x: Tensor, dtype: DataType) -> Result<Tensor, ConstructError> {
    super::ndarray_size(&x, dtype)
}

/// Replaces the elements after the end of each sequence.
#[register_global("topi.sequence_mask", short)]
fn sequence_mask(
    x: Tensor,
    valid_length: Tensor,
    mask_value: f64,
    axis: i64,
) -> Result<Tensor, ConstructError> {
    super::sequence_mask(&x, &valid_length, mask_value, axis)
}

/// Converts positions to coordinates.
#[register_global("topi.unravel_index", short)]
fn unravel_index(x: Tensor, shape: Tensor) -> Result<Tensor, ConstructError> {
    super::unravel_index(&x, &shape)
}

/// Converts a sparse tensor to a dense tensor.
#[register_global("topi.sparse_to_dense", short)]
fn sparse_to_dense(
    indices: Tensor,
    shape: Exprs,
    values: Tensor,
    default_value: ExprArg,
) -> Result<Tensor, BoxError> {
    Ok(super::sparse_to_dense(&indices, &exprs(shape)?, &values, &default_value.0)?)
}

/// Replaces the values on some diagonals of matrices.
#[register_global("topi.matrix_set_diag", short)]
fn matrix_set_diag(
    x: Tensor,
    diagonal: Tensor,
    k1: i32,
    k2: i32,
    super_diag_right_align: bool,
    sub_diag_right_align: bool,
) -> Result<Tensor, ConstructError> {
    super::matrix_set_diag(&x, &diagonal, k1, k2, super_diag_right_align, sub_diag_right_align)
}

/// Takes the elements in ranges of the axes, or of the given axes.
#[register_global("topi.strided_slice", short)]
fn strided_slice(
    x: Tensor,
    begin: Exprs,
    end: Exprs,
    strides: Exprs,
    axes: RetValue,
    slice_mode: &str,
) -> Result<Tensor, BoxError> {
    let (begin, end, strides) = (constants(begin)?, constants(end)?, exprs(strides)?);
    let is_end = slice_mode == "end";
    let mut ranges = Vec::new();
    for (index, begin) in begin.iter().copied().enumerate() {
        let (stride, dtype) = match strides.get(index) {
            Some(stride) => (as_const_int(stride).ok_or("strides: expected constants")?, stride.dtype),
            None => (1, DataType::int(64)),
        };
        let stride = if is_end { stride } else { 1 };
        let end = match end.get(index) {
            Some(end) if is_end => *end,
            Some(size) if *size >= 0 => begin.saturating_add(*size),
            _ => i64::MAX,
        };
        ranges.push(SliceRange { begin, end, stride, dtype });
    }
    Ok(match integers(&axes)?.filter(|axes| !axes.is_empty()) {
        Some(axes) => super::strided_slice_with_axes(&x, &ranges, &axes)?,
        None => super::strided_slice(&x, &ranges)?,
    })
}

/// Pads the ends of the leading axes with a value, or with elements. Without amounts after the
/// axes, those before the axes apply on both sides.
#[register_global("topi.nn.pad", short)]
fn pad(
    x: Tensor,
    before: Exprs,
    after: Exprs,
    #[default(RetValue::Null)] value: RetValue,
) -> Result<Tensor, BoxError> {
    let (before, after) = (exprs(before)?, exprs(after)?);
    let after = if after.is_empty() { &before } else { &after };
    let value = match value {
        RetValue::Null => crate::op::make_zero(x.dtype, None)?,
        value => value.get::<ExprArg>()?.0,
    };
    Ok(super::pad(&x, &before, after, "T_pad", &PadMode::Constant(value))?)
}

/// Moves blocks of pixels into channels, in the order of YOLO.
#[register_global("topi.vision.reorg", short)]
fn reorg(x: Tensor, stride: i32) -> Result<Tensor, ConstructError> {
    super::reorg(&x, stride)
}

/// Takes the elements in ranges of the leading axes, whose begins and strides are in tensors.
#[register_global("topi.dynamic_strided_slice", short)]
fn dynamic_strided_slice(
    x: Tensor,
    begin: Tensor,
    end: Tensor,
    strides: Tensor,
) -> Result<Tensor, ConstructError> {
    super::dynamic_strided_slice(&x, &begin, &end, &strides)
}

/// Creates one vector for each index, along a new axis.
#[register_global("topi.one_hot", short)]
fn one_hot(
    indices: Tensor,
    on_value: ExprArg,
    off_value: ExprArg,
    depth: i32,
    axis: i64,
    dtype: DataType,
) -> Result<Tensor, ConstructError> {
    let position = super::compute::axis_at("topi.one_hot", axis, indices.shape.len() + 1)?;
    let (outer, inner) = indices.shape.split_at(position);
    let shape = outer.iter().cloned().chain([depth.into()]).chain(inner.iter().cloned()).collect();
    super::one_hot(&indices, &on_value.0, &off_value.0, axis, &shape, dtype)
}

/// Returns whether a tensor of this shape certainly has no elements.
#[register_global("topi.utils.is_empty_shape")]
fn has_no_elements(shape: Exprs) -> Result<bool, BoxError> {
    Ok(super::is_empty_shape(&exprs(shape)?))
}

/// Returns evenly spaced numbers.
#[register_global("topi.arange", short)]
fn arange(start: ExprArg, stop: ExprArg, step: ExprArg, dtype: DataType) -> Result<Tensor, ConstructError> {
    super::arange(&start.0, &stop.0, &step.0, dtype)
}

/// Adds tensors of one shape.
#[register_global("topi.elemwise_sum", short)]
fn elemwise_sum(inputs: Array<Tensor>) -> Result<Tensor, ConstructError> {
    super::elemwise_sum(&inputs)
}
