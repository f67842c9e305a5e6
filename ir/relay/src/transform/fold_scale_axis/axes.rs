//! Axes of scales, and their operands along these axes.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{IntImmNode, Integer, PrimExpr, RelayExpr};
use objet_ir::op::OpError;
use objet_ir::types::TensorTypeNode;
use objet_tir::data_layout::Layout;

use crate::attrs::Conv2DAttrsNode;
use crate::expr::{CallNode, ConstantNode};
use crate::op::{expand_dims, reshape, squeeze};
use crate::transform::typed_exprs::known_tensor;

/// A scale that an expression can take.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Message {
    /// The axes of the expression that the scale varies along, in order.
    pub(super) axes: Vec<usize>,
    /// Whether the scale must not be negative.
    pub(super) is_unsigned: bool,
}

impl Message {
    pub(super) fn unsigned(&self) -> Self {
        Self { is_unsigned: true, ..self.clone() }
    }

    /// Returns the scales that both users of an expression can take.
    pub(super) fn common(&self, other: &Self) -> Self {
        let axes = self.axes.iter().copied().filter(|axis| other.axes.contains(axis));
        Self { axes: axes.collect(), is_unsigned: self.is_unsigned || other.is_unsigned }
    }

    /// Returns whether a scale fits.
    pub(super) fn accepts(&self, scale: &RelayExpr) -> bool {
        !self.axes.is_empty() && (!self.is_unsigned || is_unsigned_constant(scale))
    }
}

/// The operators that scales pass through.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Sum,
    Product,
    Activation,
    Convolution,
}

impl Kind {
    /// Returns the kind of a call with the right number of arguments.
    pub(super) fn of(call: &CallNode) -> Option<Self> {
        let (kind, arguments) = match call.as_op()?.name.as_str() {
            "add" | "subtract" => (Self::Sum, 2),
            "multiply" => (Self::Product, 2),
            "nn.relu" | "nn.leaky_relu" => (Self::Activation, 1),
            "nn.conv2d" => (Self::Convolution, 2),
            _ => return None,
        };
        (call.args.len() == arguments).then_some(kind)
    }
}

/// Returns whether an operand broadcasts along the axes of the other one only: it has their
/// extents, and length 1 elsewhere.
pub(super) fn varies_along(operand: &RelayExpr, other: &RelayExpr, axes: &[usize]) -> bool {
    match (known_tensor(operand), known_tensor(other)) {
        (Some(operand), Some(other)) => removed_axes(other, operand, axes).is_some(),
        _ => false,
    }
}

/// Returns the scale in the place of an operand of a product: the operand with only the axes that
/// it varies along.
pub(super) fn scale_of(
    operand: &RelayExpr,
    value: &RelayExpr,
    new_operand: RelayExpr,
    axes: &[usize],
) -> Result<Option<RelayExpr>, OpError> {
    let (Some(ty), Some(value)) = (known_tensor(operand), known_tensor(value)) else { return Ok(None) };
    Ok(match removed_axes(value, ty, axes) {
        None => None,
        Some(removed) if removed.is_empty() => Some(new_operand),
        Some(removed) => {
            let removed: Array<Integer> = removed.into_iter().map(Integer::from).collect();
            Some(squeeze(new_operand, attrs! { axis: removed })?.upcast())
        }
    })
}

/// Returns the axes of `operand` with length 1 that are not among the `axes` of `value`.
fn removed_axes(value: &TensorTypeNode, operand: &TensorTypeNode, axes: &[usize]) -> Option<Vec<i32>> {
    let base = value.shape.len().checked_sub(operand.shape.len())?;
    let mut removed = Vec::new();
    for (axis, extent) in value.shape.iter().enumerate() {
        let own = axis.checked_sub(base).map(|axis| (axis, &operand.shape[axis]));
        match own {
            Some((_, own)) if axes.contains(&axis) && objet::structural_equal(own, extent) => {}
            Some(_) if axes.contains(&axis) => return None,
            None if axes.contains(&axis) => return None,
            Some((axis, own)) if number(own) == Some(1) => removed.push(axis as i32),
            Some(_) => return None,
            None => {}
        }
    }
    Some(removed)
}

fn number(extent: &PrimExpr) -> Option<i64> {
    Some(extent.as_node::<IntImmNode>()?.value)
}

/// Returns a scale with axes of length 1, so that it varies along `axes` of a tensor. Returns
/// `None` for several axes with unknown extents.
pub(super) fn along_axes(
    scale: RelayExpr,
    shape: &[PrimExpr],
    axes: &[usize],
) -> Result<Option<RelayExpr>, OpError> {
    if let [axis] = axes {
        return Ok(Some(match shape.len() - axis - 1 {
            0 => scale,
            after => expand_dims(scale, attrs! { axis: 1, num_newaxis: after as i32 })?.upcast(),
        }));
    }
    let extents = shape.iter().enumerate().map(|(axis, extent)| {
        let extent = if axes.contains(&axis) { number(extent)? } else { 1 };
        Some(Integer::from(i32::try_from(extent).ok()?))
    });
    let Some(extents) = extents.collect::<Option<Array<Integer>>>() else { return Ok(None) };
    Ok(Some(reshape(scale, attrs! { newshape: extents })?.upcast()))
}

/// The channels of a convolution.
pub(super) struct Channels {
    /// The axes of the channels in the input, and those in the result.
    pub(super) data: Vec<usize>,
    pub(super) out: Vec<usize>,
    /// The axes of the weights for the channels of the input, and for those of the result.
    pub(super) weight_in: Vec<usize>,
    pub(super) weight_out: Vec<usize>,
}

impl Channels {
    /// Returns the channels of a convolution that can take scales.
    pub(super) fn of(conv: &CallNode) -> Option<Self> {
        let attrs = conv.attrs.as_ref()?.as_node::<Conv2DAttrsNode>()?;
        let data = Layout::new(attrs.data_layout.clone()).ok()?;
        let kernel = Layout::new(attrs.kernel_layout.clone()).ok()?;
        let out = if attrs.out_layout.is_empty() { &attrs.data_layout } else { &attrs.out_layout };
        let out = Layout::new(out.clone()).ok()?;
        let weight = known_tensor(&conv.args[1])?;
        if weight.shape.len() != kernel.ndim() {
            return None;
        }
        let axes = |layout: &Layout, big, small| {
            let axes = [layout.index_of(big), layout.index_of(small)].into_iter().flatten();
            Some(axes.collect::<Vec<_>>()).filter(|_| layout.index_of(big).is_some())
        };
        let (weight_in, weight_out) = (axes(&kernel, 'I', 'i')?, axes(&kernel, 'O', 'o')?);
        // The number of channels along an axis and its blocks.
        let channels = |axes: &[usize]| {
            axes.iter().map(|axis| number(&weight.shape[*axis])).try_fold(1, |all, axis| Some(all * axis?))
        };
        let groups = i64::from(attrs.groups);
        let is_depthwise =
            groups > 1 && channels(&weight_in) == Some(1) && channels(&weight_out) == Some(groups);
        if groups != 1 && !is_depthwise {
            return None;
        }
        let (data, out) = (axes(&data, 'C', 'c')?, axes(&out, 'C', 'c')?);
        let blocks = [&data, &out, &weight_in, &weight_out].map(|axes| axes.len() > 1);
        let is_static = || weight.shape.iter().all(|extent| number(extent).is_some());
        if blocks.iter().any(|is_blocked| *is_blocked != blocks[0]) || (blocks[0] && !is_static()) {
            return None;
        }
        let weight_in = if is_depthwise { weight_out.clone() } else { weight_in };
        Some(Self { data, out, weight_in, weight_out })
    }
}

/// Returns whether an expression is a constant without negative numbers, possibly with another
/// shape.
fn is_unsigned_constant(mut expr: &RelayExpr) -> bool {
    loop {
        if let Some(constant) = expr.as_node::<ConstantNode>() {
            let data = &constant.data;
            return match (data.as_slice::<f32>(), data.as_slice::<f64>()) {
                (Ok(values), _) => values.iter().all(|value| *value >= 0.0),
                (_, Ok(values)) => values.iter().all(|value| *value >= 0.0),
                _ => false,
            };
        }
        let Some(call) = expr.as_node::<CallNode>() else { return false };
        let name = call.as_op().map(|op| op.name.as_str());
        let reshapes = ["expand_dims", "reshape", "squeeze", "transpose", "repeat"];
        match (name, call.args.first()) {
            (Some(name), Some(arg)) if reshapes.contains(&name) => expr = arg,
            _ => return false,
        }
    }
}
