//! The type relations and the compute functions of operators that slice.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::Integer;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{as_const_int, make_const};
use objet_tir::topi::{self, SliceRange};

use crate::attrs::{SliceLikeAttrs, StridedSliceAttrs};
use crate::op::compute::{ComputeResult, Computed, values};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, extent, required, tensor, types_of,
};

/// Sets the sliced axes to the number of elements between their bounds. A sliced axis of unknown
/// length gets any length.
#[register_global("tvm.relay.type_relation.StridedSlice")]
fn strided_slice(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: StridedSliceAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let ndim = data.shape.len();
    let (begin, end) = (required("begin", &attrs.begin)?, required("end", &attrs.end)?);
    let strides = required("strides", &attrs.strides)?;
    let lengths = [("begin", begin.len()), ("end", end.len()), ("strides", strides.len())];
    // Without axes, all axes are sliced, and the bounds and steps at the end may be left out.
    let (axes, is_unsuitable): (Vec<i64>, fn(usize, usize) -> bool) = match &attrs.axes {
        Some(axes) => (axes.iter().map(|axis| axis.value).collect(), |length, axes| length != axes),
        None => ((0..ndim as i64).collect(), |length, axes| length > axes),
    };
    for (name, length) in lengths {
        if is_unsuitable(length, axes.len()) || axes.is_empty() {
            let expected = format!("numbers for {} axes", axes.len().max(1));
            return Err(RelationError::attribute(name, expected, format!("{length} numbers")));
        }
    }
    let mut shape = data.shape.to_vec();
    for (index, position) in axes.iter().enumerate() {
        let position = usize::try_from(*position).ok().filter(|position| *position < ndim);
        let position = position.ok_or(RelationError::Axis { operand: "data", axis: axes[index], ndim })?;
        let slice = Slice::new(
            &attrs.slice_mode,
            begin.get(index),
            end.get(index).and_then(Option::as_ref),
            strides.get(index),
        );
        shape[position] = match extent::constant(&data.shape[position]) {
            // Like in TVM, the type of the length is that of the axis with the index of the slice.
            Some(length) => make_const(shape[index].dtype, slice.count(length)?, None)?,
            None => extent::any(),
        };
    }
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// The range of indices along one axis. Negative bounds count from the end of the axis.
struct Slice {
    begin: i64,
    end: i64,
    step: i64,
}

impl Slice {
    /// Creates a slice. By default, the slice has the whole axis. `slice_mode` decides whether
    /// `end` is a bound or the number of elements, which are then adjacent.
    fn new(slice_mode: &str, begin: Option<&Integer>, end: Option<&Integer>, step: Option<&Integer>) -> Self {
        let step = step.filter(|_| slice_mode == "end").map_or(1, |step| step.value);
        let begin = begin.map_or(if step > 0 { 0 } else { i64::MAX }, |begin| begin.value);
        let to_the_end = if step < 0 { 0 } else { i64::MAX };
        let end = match end.map(|end| end.value) {
            None => to_the_end,
            Some(size) if slice_mode == "size" && size < 0 => to_the_end,
            Some(size) if slice_mode == "size" => begin.saturating_add(size),
            Some(end) => end,
        };
        Self { begin, end, step }
    }

    /// Returns the number of elements on an axis of a length. Bounds outside the axis are moved to
    /// its ends.
    fn count(&self, length: i64) -> Result<i64, RelationError> {
        let (lowest, highest) = if self.step < 0 { (-1, length.saturating_sub(1)) } else { (0, length) };
        let within = |bound: i64| {
            let counted = if bound < 0 { bound.saturating_add(length) } else { bound };
            i128::from(counted.max(lowest).min(highest))
        };
        let step = i128::from(self.step);
        let distance = (within(self.end) - within(self.begin)) * step.signum();
        if distance < 0 || step == 0 {
            let expected = format!("a slice of an axis of length {length}");
            let found = format!("{} to {} by {}", self.begin, self.end, self.step);
            return Err(RelationError::attribute("begin, end, strides", expected, found));
        }
        Ok(i64::try_from((distance + step.abs() - 1) / step.abs()).unwrap_or(i64::MAX))
    }
}

/// Takes the slices of the attributes.
pub(super) fn strided_slice_compute(call: &Computed) -> ComputeResult {
    let (data, attrs) = (call.input(0)?, call.attrs::<StridedSliceAttrs>()?);
    let (begin, end) = (required("begin", &attrs.begin)?, required("end", &attrs.end)?);
    let strides = required("strides", &attrs.strides)?;
    let dtype = |number: Option<&Integer>| number.map_or(DataType::int(64), |number| number.dtype);
    let count = begin.len().max(end.len()).max(strides.len());
    let range = |index: usize| {
        let step = strides.get(index);
        let slice =
            Slice::new(&attrs.slice_mode, begin.get(index), end.get(index).and_then(Option::as_ref), step);
        let dtype = dtype(step);
        SliceRange { begin: slice.begin, end: slice.end, stride: slice.step, dtype }
    };
    let ranges: Vec<SliceRange> = (0..count).map(range).collect();
    Ok(vec![match &attrs.axes {
        Some(axes) => topi::strided_slice_with_axes(data, &ranges, &values(axes))?,
        None => topi::strided_slice(data, &ranges)?,
    }])
}

/// Cuts the axes to the lengths of the other tensor.
pub(super) fn slice_like_compute(call: &Computed) -> ComputeResult {
    let (data, like, attrs) = (call.input(0)?, call.input(1)?, call.attrs::<SliceLikeAttrs>()?);
    let (ndim, dtype) = (data.shape.len(), DataType::int(32));
    let axes: Vec<usize> = match &attrs.axes {
        None => (0..ndim.min(like.shape.len())).collect(),
        Some(axes) => {
            axes.iter().map(|position| axis("data", position.value, ndim)).collect::<Result<_, _>>()?
        }
    };
    let length = |extent| as_const_int(extent).ok_or("expected an extent that is a constant");
    let mut ranges = Vec::new();
    for (axis, extent) in data.shape.iter().enumerate() {
        let extent = if axes.contains(&axis) { like.shape.get(axis).ok_or("no such axis")? } else { extent };
        ranges.push(SliceRange { begin: 0, end: length(extent)?, stride: 1, dtype });
    }
    Ok(vec![topi::strided_slice(data, &ranges)?])
}

/// Sets the axes to the lengths of the other tensor: the given axes, or all that both tensors have.
#[register_global("tvm.relay.type_relation.SliceLike")]
fn slice_like(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SliceLikeAttrs = attrs_of(attrs)?;
    let [data, like, result] = types_of(&types)?;
    let (Some(data), Some(like)) = (tensor("data", data)?, tensor("shape_like", like)?) else {
        return Ok(NotYet);
    };
    let axes: Vec<usize> = match &attrs.axes {
        None => (0..data.shape.len().min(like.shape.len())).collect(),
        Some(axes) if axes.is_empty() => {
            return Err(RelationError::attribute("axes", "null or at least one axis", "no axes"));
        }
        Some(axes) => {
            let position = |position: &Integer| axis("data", position.value, data.shape.len());
            axes.iter().map(position).collect::<Result<_, _>>()?
        }
    };
    let mut shape = data.shape.to_vec();
    for position in axes {
        let Some(length) = like.shape.get(position) else {
            let ndim = like.shape.len();
            return Err(RelationError::Axis { operand: "shape_like", axis: position as i64, ndim });
        };
        let bounds = extent::constant(length).zip(extent::constant(&data.shape[position]));
        if bounds.is_some_and(|(length, limit)| length > limit) {
            let expected = format!("at most {}", extent::text(&data.shape[position]));
            let found = extent::text(length);
            return Err(RelationError::Extent { what: "an axis of shape_like", expected, found });
        }
        shape[position] = length.clone();
    }
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}
