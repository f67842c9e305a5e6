//! The canonical forms of `qnn.conv2d` and `qnn.conv2d_transpose`.
//!
//! A convolution is a sum of [four terms](super::product). The sums of the data under a window are
//! an average pool of the data times the size of the window, because integers have no other pool.
//! Grouped convolutions, and dilated ones of weights with a zero point, subtract the zero points
//! from integers of 16 bits instead.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, PrimExpr, RelayExpr};
use objet_ir::op::Op;
use objet_tir::op::as_const_int;

use super::product::{Terms, constant_points, sum_over};
use super::{CanonicalError, QuantizedCall, Result, as_type, extent, int32, point, scalar};
use crate::attrs::{Conv2DAttrs, Conv2DAttrsNode, Conv2DTransposeAttrs};
use crate::op::relation::required;
use crate::op::{self, OpExt, multiply, nn, repeat, reshape, subtract};
use crate::transform::canonicalize_ops::expanded;

/// The sizes of a convolution, and its layouts.
struct Window<'a> {
    attrs: &'a Conv2DAttrs,
    is_depthwise: bool,
    /// The number of elements of the kernel along both spatial axes.
    area: i32,
    in_channels: i32,
    out_channels: i32,
    /// The number of output channels for each channel of a depthwise convolution.
    multiplier: i32,
    /// The axis of the channels of the data.
    channel_axis: usize,
}

impl<'a> Window<'a> {
    fn of(call: &'a QuantizedCall) -> Result<Self> {
        let attrs: &Conv2DAttrs = call.attrs()?;
        let unsupported = |name, expected, found: &str| {
            Err(CanonicalError::Attribute { name, expected, found: found.into() })
        };
        if !matches!(attrs.data_layout.as_str(), "NCHW" | "NHWC") {
            return unsupported("data_layout", "NCHW or NHWC", &attrs.data_layout);
        }
        if !matches!(attrs.kernel_layout.as_str(), "OIHW" | "HWIO" | "HWOI") {
            return unsupported("kernel_layout", "OIHW, HWIO or HWOI", &attrs.kernel_layout);
        }
        let (data, weight) = (&call.tensor(0)?.shape, &call.tensor(1)?.shape);
        let of_weight = |letter| {
            let size = weight.get(position(&attrs.kernel_layout, letter)).ok_or(CanonicalError::Call)?;
            extent("the weights", size)
        };
        let channel_axis = position(&attrs.data_layout, 'C');
        let channels = data.get(channel_axis).ok_or(CanonicalError::Call)?;
        let as_many = attrs.channels.as_ref().and_then(as_const_int);
        Ok(Self {
            attrs,
            is_depthwise: attrs.groups != 1 && as_many == Some(attrs.groups.into()),
            area: of_weight('H')?.wrapping_mul(of_weight('W')?),
            in_channels: extent("the data", channels)?,
            out_channels: of_weight('O')?,
            multiplier: of_weight('I')?,
            channel_axis,
        })
    }

    fn is_pixel(&self) -> bool {
        self.area == 1 && self.attrs.strides.iter().all(|stride| as_const_int(stride) == Some(1))
    }

    fn is_dilated(&self) -> bool {
        !self.attrs.dilation.iter().all(|dilation| as_const_int(dilation) == Some(1))
    }

    fn has_other_layout_of_result(&self) -> bool {
        !self.attrs.out_layout.is_empty() && self.attrs.out_layout != self.attrs.data_layout
    }

    /// Returns the sums of the data under each window. The sums of a convolution that is not
    /// depthwise are over all channels too.
    fn sums(&self, data: &RelayExpr) -> Result {
        let mut sums = match self.is_depthwise {
            true => as_type(data, DataType::int(32))?,
            false => sum_over(data, [Integer::from(self.channel_axis as i32)].into(), true)?,
        };
        if self.area != 1 {
            sums = multiply(sums, int32(self.area)?)?.upcast();
        }
        if !self.is_pixel() {
            let Conv2DAttrsNode { kernel_size, strides, dilation, data_layout, .. } = &**self.attrs;
            let pool = attrs! {
                pool_size: required("kernel_size", kernel_size)?.clone(), strides: strides.clone(),
                dilation: dilation.clone(), layout: data_layout.clone(),
            };
            sums = nn::avg_pool2d(sums, pool)?.upcast();
        }
        if self.is_depthwise && self.multiplier > 1 {
            let axis = self.channel_axis as i32;
            sums = repeat(sums, attrs! { repeats: self.multiplier, axis: axis })?.upcast();
        }
        Ok(sums)
    }

    /// Returns the sums of the weights of each output channel.
    fn sums_of_weights(&self, weight: &RelayExpr) -> Result {
        let layout = &self.attrs.kernel_layout;
        let summed: &[char] = if self.is_depthwise { &['H', 'W'] } else { &['I', 'H', 'W'] };
        let mut axes: Vec<usize> = summed.iter().map(|letter| position(layout, *letter)).collect();
        axes.sort_unstable();
        let axes = axes.into_iter().map(|axis| Integer::from(axis as i32)).collect();
        let channels = match self.is_depthwise {
            true => self.out_channels.wrapping_mul(self.multiplier),
            false => self.out_channels,
        };
        let mut shape = [1; 4];
        shape[self.channel_axis] = channels;
        Ok(reshape(sum_over(weight, axes, false)?, attrs! { newshape: shape })?.upcast())
    }
}

/// Returns the position of an axis in a layout that has it.
fn position(layout: &str, letter: char) -> usize {
    layout.chars().position(|axis| axis == letter).unwrap_or_default()
}

pub(in super::super) fn conv2d(call: &QuantizedCall) -> Result {
    let [data, weight, data_point, weight_point, _, _] = call.args()?;
    let window = Window::of(call)?;
    let points = constant_points(data_point, weight_point);
    let has_terms = points != [Some(0), Some(0)];
    let is_supported = (window.attrs.groups == 1 || window.is_depthwise)
        && (points[1] == Some(0) || !window.is_dilated())
        && !(has_terms && window.has_other_layout_of_result());
    let weight_point = match points {
        [Some(_), Some(_)] => weight_point.clone(),
        _ => {
            let vector = reshape(weight_point.clone(), attrs! { newshape: [-1] })?.upcast();
            let axis = match is_supported {
                true => window.channel_axis,
                false => position(&window.attrs.kernel_layout, 'O'),
            };
            expanded(vector, axis, 4)?
        }
    };
    if !is_supported {
        return shifted_conv2d(window.attrs, [data, weight], [data_point, &weight_point]);
    }
    let padded = padded(data, data_point, window.attrs)?;
    let mut sums = window.sums(&padded)?;
    let is_scalar = scalar(&weight_point).is_some();
    let mut factor = weight_point.clone();
    if !is_scalar && window.is_depthwise {
        factor = repeat(factor, attrs! { repeats: window.multiplier, axis: 0 })?.upcast();
    } else if !is_scalar {
        let axis = window.channel_axis as i32;
        sums = repeat(sums, attrs! { repeats: window.out_channels, axis: axis })?.upcast();
    }
    let count = match window.is_depthwise {
        true => window.area,
        false => window.area.wrapping_mul(window.in_channels),
    };
    let constant = match points {
        [Some(a), Some(b)] => int32(a.wrapping_mul(b).wrapping_mul(count))?.upcast(),
        _ => multiply(int32(count)?, multiply(data_point.clone(), weight_point)?)?.upcast(),
    };
    let mut attrs = window.attrs.clone();
    *attrs.make_mut().padding = [0, 0, 0, 0].map(PrimExpr::from).into();
    let terms = Terms {
        product: convolved(attrs, padded, weight.clone())?,
        of_data: multiply(factor, sums)?.upcast(),
        of_weights: multiply(data_point.clone(), window.sums_of_weights(weight)?)?.upcast(),
        constant,
    };
    terms.sum(points[0], points[1])
}

fn convolved(attrs: Conv2DAttrs, data: RelayExpr, weight: RelayExpr) -> Result {
    Ok(Op::get("nn.conv2d")?.call([data, weight], Some(attrs.upcast()))?.upcast())
}

/// Returns the data with zero points around the images, if the convolution pads them.
fn padded(data: &RelayExpr, zero_point: &RelayExpr, attrs: &Conv2DAttrs) -> Result {
    let width = |width: &PrimExpr| i32::try_from(as_const_int(width)?).ok();
    let widths: Option<Vec<i32>> = attrs.padding.iter().map(width).collect();
    let [top, left, bottom, right] = match widths.as_deref() {
        Some([all]) => [*all; 4],
        Some([height, width]) => [*height, *width, *height, *width],
        Some([top, left, bottom, right]) => [*top, *left, *bottom, *right],
        _ => {
            return Err(CanonicalError::Attribute {
                name: "padding",
                expected: "1, 2 or 4 constants",
                found: format!("{} entries", attrs.padding.len()),
            });
        }
    };
    if [top, left, bottom, right] == [0; 4] {
        return Ok(data.clone());
    }
    let spatial = [[top, bottom], [left, right]];
    let widths = match attrs.data_layout.as_str() {
        "NCHW" => [[0, 0], [0, 0], spatial[0], spatial[1]],
        _ => [[0, 0], spatial[0], spatial[1], [0, 0]],
    };
    let widths = widths.map(|width| Array::from(width.map(Integer::from)));
    Ok(nn::pad(data.clone(), zero_point.clone(), attrs! { pad_width: widths })?.upcast())
}

/// Returns the convolution of the data and the weights minus their zero points.
fn shifted_conv2d(attrs: &Conv2DAttrs, operands: [&RelayExpr; 2], points: [&RelayExpr; 2]) -> Result {
    let int16 = DataType::int(16);
    let shifted = |index: usize| {
        let operand = as_type(operands[index], int16)?;
        match point(points[index]) {
            Some(0) => Ok(operand),
            _ => Ok::<RelayExpr, CanonicalError>(subtract(operand, as_type(points[index], int16)?)?.upcast()),
        }
    };
    convolved(attrs.clone(), shifted(0)?, shifted(1)?)
}

pub(in super::super) fn conv2d_transpose(call: &QuantizedCall) -> Result {
    let [data, weight, data_point, weight_point, _, _] = call.args()?;
    let attrs: &Conv2DTransposeAttrs = call.attrs()?;
    let int16 = DataType::int(16);
    let data = op::subtract(as_type(data, int16)?, as_type(data_point, int16)?)?;
    let weight = op::subtract(as_type(weight, int16)?, as_type(weight_point, int16)?)?;
    let transposed = Op::get("nn.conv2d_transpose")?;
    Ok(transposed.call([data.upcast(), weight.upcast()], Some(attrs.clone().upcast()))?.upcast())
}
