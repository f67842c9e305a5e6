//! Calls that are combined by the concatenation of their weights.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{Integer, PrimExpr, RelayExpr};
use objet_ir::types::TensorTypeNode;
use objet_tir::data_layout::Layout;
use objet_tir::op::as_const_int;

use super::CombineError;
use super::branches::{Branch, Combiner, argument_types, is_same, is_similar};
use crate::attrs::{
    BatchMatmulAttrs, BatchMatmulAttrsNode, Conv2DAttrs, Conv2DAttrsNode, DenseAttrs, DenseAttrsNode,
};
use crate::expr::{Call, Tuple};
use crate::op::{concatenate, expand_dims, repeat, strided_slice};
use crate::transform::typed_exprs::known_tensor;

/// The concatenation of weights for one operator.
pub(super) struct Concatenated {
    op: &'static str,
    /// Whether the attributes of a call allow the combination.
    is_supported: fn(&Call) -> bool,
    /// Whether the attributes of two calls allow the combination.
    agree: fn(&Call, &Call) -> bool,
    /// Returns the axis of the weight along which weights are concatenated.
    weight_axis: fn(&Call) -> Option<usize>,
    /// Returns the axis of the result along which results are concatenated.
    result_axis: fn(&Call) -> Option<usize>,
    /// Returns the attributes of the combined call, whose axis has this length.
    attrs: fn(&Call, i32) -> Option<Attrs>,
    /// Whether arguments of length 1 along the axis are repeated to the length of the result.
    repeats: bool,
    /// The number of the last axis of arguments, if `result_axis` is always the last one: TVM
    /// counts it from the end for some operators.
    last_axis: Option<i32>,
}

fn attributes<N: IsObject>(call: &Call) -> Option<&N> {
    call.attrs.as_ref()?.as_node::<N>()
}

fn weight(call: &Call) -> Option<&TensorTypeNode> {
    known_tensor(call.args.get(1)?)
}

impl Concatenated {
    pub(super) const CONV2D: Self = Self {
        op: "nn.conv2d",
        is_supported: |call| attributes::<Conv2DAttrsNode>(call).is_some_and(|attrs| attrs.groups == 1),
        agree: convolutions_agree,
        weight_axis: |call| axis_of(&attributes::<Conv2DAttrsNode>(call)?.kernel_layout, 'O'),
        result_axis: |call| {
            let attrs = attributes::<Conv2DAttrsNode>(call)?;
            let layout = if attrs.out_layout.is_empty() { &attrs.data_layout } else { &attrs.out_layout };
            axis_of(layout, 'C')
        },
        attrs: |call, channels| {
            let mut attrs = call.attrs.as_ref()?.downcast_ref::<Conv2DAttrs>()?.clone();
            *attrs.make_mut().channels = Some(channels.into());
            Some(attrs.upcast())
        },
        repeats: false,
        last_axis: None,
    };

    pub(super) const DENSE: Self = Self {
        op: "nn.dense",
        is_supported: |call| attributes::<DenseAttrsNode>(call).is_some(),
        agree: |a, b| {
            let dtype = |call| Some(attributes::<DenseAttrsNode>(call)?.out_dtype);
            dtype(a) == dtype(b)
        },
        weight_axis: |_| Some(0),
        result_axis: |call| known_tensor(call.upcast_ref())?.shape.len().checked_sub(1),
        attrs: |call, units| {
            let mut attrs = call.attrs.as_ref()?.downcast_ref::<DenseAttrs>()?.clone();
            *attrs.make_mut().units = Some(units.into());
            Some(attrs.upcast())
        },
        repeats: true,
        last_axis: None,
    };

    pub(super) const BATCH_MATMUL: Self = Self {
        op: "nn.batch_matmul",
        is_supported: |call| {
            let attrs = attributes::<BatchMatmulAttrsNode>(call);
            attrs.is_some_and(|attrs| !attrs.transpose_a && attrs.transpose_b)
        },
        agree: |a, b| {
            let dtype = |call| Some(attributes::<BatchMatmulAttrsNode>(call)?.out_dtype);
            dtype(a) == dtype(b)
        },
        weight_axis: |_| Some(1),
        result_axis: |_| Some(2),
        attrs: |call, _| {
            let attrs = call.attrs.as_ref()?.downcast_ref::<BatchMatmulAttrs>()?.clone();
            Some(attrs.upcast())
        },
        repeats: false,
        last_axis: Some(-1),
    };

    /// Returns the lengths of the results along the axis of concatenation.
    fn lengths(&self, branches: &[Branch]) -> Option<Vec<i32>> {
        let lengths = branches.iter().map(|branch| self.length(&branch[0]));
        lengths.collect()
    }

    fn length(&self, call: &Call) -> Option<i32> {
        let axis = (self.weight_axis)(call)?;
        i32::try_from(as_const_int(weight(call)?.shape.get(axis)?)?).ok()
    }
}

/// Returns the position of a primal axis in a layout without blocks.
fn axis_of(layout: &str, letter: char) -> Option<usize> {
    Layout::new(layout).ok()?.index_of(letter)
}

fn convolutions_agree(a: &Call, b: &Call) -> bool {
    let both = || {
        let (a, b) = (attributes::<Conv2DAttrsNode>(a)?, attributes::<Conv2DAttrsNode>(b)?);
        let same = |a: &Array<PrimExpr>, b: &Array<PrimExpr>| a.same_as(b) || objet::structural_equal(a, b);
        Some(
            same(&a.strides, &b.strides)
                && same(&a.padding, &b.padding)
                && same(&a.dilation, &b.dilation)
                && a.data_layout == b.data_layout
                && a.kernel_layout == b.kernel_layout
                && a.out_dtype == b.out_dtype
                && a.out_layout == b.out_layout,
        )
    };
    both().unwrap_or(false)
}

fn concatenated(parts: Vec<RelayExpr>, axis: i32) -> Result<RelayExpr, CombineError> {
    Ok(concatenate(Tuple::new(parts, None), attrs! { axis: axis })?.upcast())
}

/// Returns an argument of a call with as many elements along the last axis as the result.
fn repeated(arg: &RelayExpr, result: &RelayExpr) -> Result<RelayExpr, CombineError> {
    let last = |expr: &RelayExpr| as_const_int(known_tensor(expr)?.shape.last()?);
    let ndim = known_tensor(arg).map_or(0, |tensor| tensor.shape.len());
    let length = last(result).and_then(|length| i32::try_from(length).ok()).unwrap_or(1);
    let (arg, is_one) = match ndim {
        0 => (expand_dims(arg.clone(), attrs! { axis: -1 })?.upcast(), true),
        _ => (arg.clone(), length > 1 && last(arg) == Some(1)),
    };
    if !is_one {
        return Ok(arg);
    }
    Ok(repeat(arg, attrs! { repeats: length, axis: ndim.saturating_sub(1) as i32 })?.upcast())
}

impl Combiner for Concatenated {
    fn op(&self) -> &str {
        self.op
    }

    fn is_supported(&self, call: &Call) -> bool {
        (self.is_supported)(call) && self.length(call).is_some() && (self.result_axis)(call).is_some()
    }

    fn can_combine(&self, a: &Call, b: &Call) -> bool {
        let weights = weight(a).zip(weight(b));
        let are_similar =
            weights.is_some_and(|(a_weight, b_weight)| is_similar(a_weight, b_weight, (self.weight_axis)(a)));
        (self.agree)(a, b) && are_similar
    }

    fn combined(&self, branches: &[Branch]) -> Result<RelayExpr, CombineError> {
        let first = &branches[0][0];
        let weights = branches.iter().filter_map(|branch| branch[0].args.get(1).cloned()).collect();
        let weight = concatenated(weights, (self.weight_axis)(first).unwrap_or(0) as i32)?;
        let total = self.lengths(branches).unwrap_or_default().into_iter().fold(0, i32::saturating_add);
        let attrs = (self.attrs)(first, total);
        Ok(Call::new(first.op.clone(), [first.args[0].clone(), weight], attrs, [], None).upcast())
    }

    fn is_compatible(&self, first: &Call, a: &Call, b: &Call, index: usize) -> bool {
        let compatible = || {
            if self.repeats {
                let (a_type, b_type) = argument_types(a, b, index)?;
                return Some(is_similar(a_type, b_type, a_type.shape.len().checked_sub(1)));
            }
            let axis = (self.result_axis)(first)?;
            let (a_type, b_type) = argument_types(a, b, index)?;
            let (a_result, b_result) = (known_tensor(a.upcast_ref())?, known_tensor(b.upcast_ref())?);
            let of_argument = (axis + a_type.shape.len()).checked_sub(a_result.shape.len())?;
            let is_whole = |ty: &TensorTypeNode, result: &TensorTypeNode| {
                Some(is_same(ty.shape.get(of_argument)?, result.shape.get(axis)?))
            };
            Some(
                is_similar(a_type, b_type, Some(of_argument))
                    && is_whole(a_type, a_result)?
                    && is_whole(b_type, b_result)?,
            )
        };
        compatible().unwrap_or(false)
    }

    fn argument(&self, branches: &[Branch], depth: usize, index: usize) -> Result<RelayExpr, CombineError> {
        let call = &branches[0][depth];
        let part = |branch: &Branch| {
            let call = &branch[depth];
            if self.repeats {
                repeated(&call.args[index], call.upcast_ref())
            } else {
                Ok(call.args[index].clone())
            }
        };
        let parts = branches.iter().map(part).collect::<Result<_, _>>()?;
        let ndim = |expr: &RelayExpr| known_tensor(expr).map_or(0, |tensor| tensor.shape.len());
        let axis = (self.result_axis)(&branches[0][0]).unwrap_or(0);
        let axis = (axis + ndim(&call.args[index])).saturating_sub(ndim(call.upcast_ref()));
        concatenated(parts, self.last_axis.unwrap_or(axis as i32))
    }

    fn results(&self, combined: RelayExpr, branches: &[Branch]) -> Result<Vec<RelayExpr>, CombineError> {
        let axis = (self.result_axis)(&branches[0][0]).unwrap_or(0);
        let along = |before: i32, last: i32| -> Array<Integer> {
            std::iter::repeat_n(before, axis).chain([last]).map(Integer::from).collect()
        };
        let mut begin = 0_i32;
        let lengths = self.lengths(branches).unwrap_or_default();
        let slices = lengths.into_iter().map(|length| {
            let attrs = attrs! {
                begin: along(0, begin),
                end: along(-1, length),
                strides: along(1, 1),
                slice_mode: "size",
                axes: (),
            };
            begin = begin.saturating_add(length);
            Ok(strided_slice(combined.clone(), attrs)?.upcast())
        });
        slices.collect()
    }
}
