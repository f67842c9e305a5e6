//! The compute functions of pooling operators.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::te::Tensor;
use objet_tir::topi::{self, PoolKind, Windows};

use crate::attrs::{
    AdaptivePool1DAttrs, AdaptivePool2DAttrs, AdaptivePool3DAttrs, AvgPool1DAttrs, AvgPool2DAttrs,
    AvgPool3DAttrs, GlobalPool2DAttrs, MaxPool1DAttrs, MaxPool2DAttrs, MaxPool3DAttrs,
};
use crate::op::compute::{ComputeResult, Computed};

/// The letters of the spatial axes, by their number.
const SPATIAL: [&str; 4] = ["", "W", "HW", "DHW"];

/// Returns the numbers before and after `count` axes. There is one number for all, one for each
/// axis on both sides, or one for each side.
fn sides(padding: &Array<PrimExpr>, count: usize) -> Result<(Vec<PrimExpr>, Vec<PrimExpr>), BoxError> {
    let padding = padding.to_vec();
    Ok(match padding.len() {
        1 => (vec![padding[0].clone(); count], vec![padding[0].clone(); count]),
        length if length == count => (padding.clone(), padding),
        length if length == 2 * count => (padding[..count].to_vec(), padding[count..].to_vec()),
        length => {
            return Err(
                format!("padding: expected 1, {count} or {} numbers, found {length}", 2 * count).into()
            );
        }
    })
}

macro_rules! windows {
    ($($function:ident $attrs:ident $axes:literal $call:ident $kind:expr;)*) => {
        $(
            pub(super) fn $function(call: &Computed) -> ComputeResult {
                let attrs = call.attrs::<$attrs>()?;
                let (before, after) = sides(&attrs.padding, $axes)?;
                let windows = Windows {
                    axes: topi::spatial_axes(&attrs.layout, SPATIAL[$axes])?,
                    sizes: attrs.pool_size.iter().flatten().cloned().collect(),
                    strides: attrs.strides.to_vec(),
                    dilation: attrs.dilation.to_vec(),
                    before,
                    after,
                    ceil_mode: attrs.ceil_mode,
                };
                let kind: fn(&$attrs) -> PoolKind = $kind;
                $call(call, &windows, kind(&attrs))
            }
        )*
    };
}

windows! {
    max_pool1d MaxPool1DAttrs 1 pooled |_| PoolKind::Max;
    max_pool2d MaxPool2DAttrs 2 pooled |_| PoolKind::Max;
    max_pool3d MaxPool3DAttrs 3 pooled |_| PoolKind::Max;
    avg_pool1d AvgPool1DAttrs 1 pooled |attrs| average(attrs.count_include_pad);
    avg_pool2d AvgPool2DAttrs 2 pooled |attrs| average(attrs.count_include_pad);
    avg_pool3d AvgPool3DAttrs 3 pooled |attrs| average(attrs.count_include_pad);
    max_pool2d_grad MaxPool2DAttrs 2 gradient |_| PoolKind::Max;
    avg_pool2d_grad AvgPool2DAttrs 2 gradient |attrs| average(attrs.count_include_pad);
}

fn average(count_include_pad: bool) -> PoolKind {
    PoolKind::Average { count_include_pad }
}

fn pooled(call: &Computed, windows: &Windows, kind: PoolKind) -> ComputeResult {
    Ok(vec![topi::pool(call.input(0)?, windows, kind)?])
}

fn gradient(call: &Computed, windows: &Windows, kind: PoolKind) -> ComputeResult {
    Ok(vec![topi::pool_grad(call.input(0)?, call.input(1)?, windows, kind)?])
}

macro_rules! adaptive {
    ($($max:ident $avg:ident $attrs:ident $axes:literal;)*) => {
        $(
            pub(super) fn $max(call: &Computed) -> ComputeResult {
                let attrs = call.attrs::<$attrs>()?;
                to_size(call.input(0)?, attrs.output_size.as_ref(), &attrs.layout, $axes, true)
            }

            pub(super) fn $avg(call: &Computed) -> ComputeResult {
                let attrs = call.attrs::<$attrs>()?;
                to_size(call.input(0)?, attrs.output_size.as_ref(), &attrs.layout, $axes, false)
            }
        )*
    };
}

adaptive! {
    adaptive_max_pool1d adaptive_avg_pool1d AdaptivePool1DAttrs 1;
    adaptive_max_pool2d adaptive_avg_pool2d AdaptivePool2DAttrs 2;
    adaptive_max_pool3d adaptive_avg_pool3d AdaptivePool3DAttrs 3;
}

/// Computes windows for a given output size: the size of the data, one size for all axes, or one
/// for each axis.
fn to_size(
    data: &Tensor,
    size: Option<&Array<PrimExpr>>,
    layout: &str,
    count: usize,
    is_max: bool,
) -> ComputeResult {
    let axes = topi::spatial_axes(layout, SPATIAL[count])?;
    let own = |axis: &usize| data.shape.get(*axis).cloned().ok_or("data: too few axes");
    let sizes = match size.map_or(&[][..], |size| size) {
        [] => axes.iter().map(own).collect::<Result<_, _>>()?,
        [size] => vec![size.clone(); count],
        sizes => sizes.to_vec(),
    };
    Ok(vec![topi::adaptive_pool(data, &sizes, &axes, is_max)?])
}

pub(super) fn global_max_pool2d(call: &Computed) -> ComputeResult {
    global(call, true)
}

pub(super) fn global_avg_pool2d(call: &Computed) -> ComputeResult {
    global(call, false)
}

fn global(call: &Computed, is_max: bool) -> ComputeResult {
    let axes = topi::spatial_axes(&call.attrs::<GlobalPool2DAttrs>()?.layout, SPATIAL[2])?;
    Ok(vec![topi::global_pool(call.input(0)?, &axes, is_max)?])
}
