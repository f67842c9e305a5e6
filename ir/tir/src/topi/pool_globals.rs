//! Global functions through which front ends pool tensors.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{PrimExpr, exprs};

use super::{PoolKind, Windows, spatial_axes};
use crate::te::Tensor;

/// Expressions, also as numbers.
type Exprs = Array<Option<ObjectRef>>;

/// The letters of the axes of images.
const IMAGE: &str = "HW";

/// Returns the kind of a code: 0 for averages, 1 for maxima.
fn kind(code: i32, count_include_pad: bool) -> Result<PoolKind, BoxError> {
    match code {
        0 => Ok(PoolKind::Average { count_include_pad }),
        1 => Ok(PoolKind::Max),
        other => Err(format!("pool_type: expected 0 (average) or 1 (maximum), found {other}").into()),
    }
}

/// Whether a code is that of maxima.
fn is_max(code: i32) -> Result<bool, BoxError> {
    Ok(kind(code, false)? == PoolKind::Max)
}

/// Creates windows along axes. The padding has the numbers before the axes, then those after them.
fn windows(
    axes: Vec<usize>,
    [sizes, strides, dilation, padding]: [Array<PrimExpr>; 4],
    ceil_mode: bool,
) -> Result<Windows, BoxError> {
    if padding.len() != 2 * axes.len() {
        let (expected, found) = (2 * axes.len(), padding.len());
        return Err(ConstructError::Count {
            node: "topi.nn.pool",
            what: "numbers of padding",
            expected,
            found,
        }
        .into());
    }
    let (before, after) = padding.split_at(axes.len());
    let (before, after) = (before.to_vec(), after.to_vec());
    let (sizes, strides, dilation) = (sizes.to_vec(), strides.to_vec(), dilation.to_vec());
    Ok(Windows { axes, sizes, strides, dilation, before, after, ceil_mode })
}

macro_rules! pools {
    ($($name:literal $function:ident $letters:expr;)*) => {
        $(
            /// Pools over windows along the spatial axes of the layout.
            #[register_global($name, short)]
            #[expect(clippy::too_many_arguments, reason = "the parameters of TVM's function")]
            fn $function(
                x: Tensor,
                kernel: Exprs,
                stride: Exprs,
                dilation: Exprs,
                padding: Exprs,
                pool_type: i32,
                ceil_mode: bool,
                layout: &str,
                count_include_pad: bool,
            ) -> Result<Tensor, BoxError> {
                let lists = [exprs(kernel)?, exprs(stride)?, exprs(dilation)?, exprs(padding)?];
                let windows = windows(spatial_axes(layout, $letters)?, lists, ceil_mode)?;
                Ok(super::pool(&x, &windows, kind(pool_type, count_include_pad)?)?)
            }
        )*
    };
}

pools! {
    "topi.nn.pool1d" pool1d "W";
    "topi.nn.pool2d" pool2d IMAGE;
    "topi.nn.pool3d" pool3d "DHW";
}

/// Returns the gradient of a pooling of images with respect to its input.
#[register_global("topi.nn.pool_grad", short)]
#[expect(clippy::too_many_arguments, reason = "the parameters of TVM's function")]
fn pool_grad(
    grads: Tensor,
    x: Tensor,
    kernel: Exprs,
    stride: Exprs,
    padding: Exprs,
    pool_type: i32,
    ceil_mode: bool,
    layout: &str,
    count_include_pad: bool,
) -> Result<Tensor, BoxError> {
    let axes = spatial_axes(layout, IMAGE)?;
    let dilation = axes.iter().map(|_| 1.into()).collect();
    let windows = windows(axes, [exprs(kernel)?, exprs(stride)?, dilation, exprs(padding)?], ceil_mode)?;
    Ok(super::pool_grad(&grads, &x, &windows, kind(pool_type, count_include_pad)?)?)
}

/// Pools the images to one value for each channel.
#[register_global("topi.nn.global_pool", short)]
fn global_pool(x: Tensor, pool_type: i32, layout: &str) -> Result<Tensor, BoxError> {
    Ok(super::global_pool(&x, &spatial_axes(layout, IMAGE)?, is_max(pool_type)?)?)
}

/// Pools the images to a given size.
#[register_global("topi.nn.adaptive_pool", short)]
fn adaptive_pool(x: Tensor, output_size: Exprs, pool_type: i32, layout: &str) -> Result<Tensor, BoxError> {
    let axes = spatial_axes(layout, IMAGE)?;
    Ok(super::adaptive_pool(&x, &exprs(output_size)?, &axes, is_max(pool_type)?)?)
}

/// Pools the volumes to a given size.
#[register_global("topi.nn.adaptive_pool3d", short)]
fn adaptive_pool3d(x: Tensor, output_size: Exprs, pool_type: i32, layout: &str) -> Result<Tensor, BoxError> {
    let axes = spatial_axes(layout, "DHW")?;
    Ok(super::adaptive_pool(&x, &exprs(output_size)?, &axes, is_max(pool_type)?)?)
}
