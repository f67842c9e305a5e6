//! Samples of images.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, PrimExpr, exprs};

use crate::expr::ProducerLoad;
use crate::op::{add, cast, floor, if_then_else, less_equal, logical_and, make_zero, mul, sub};
use crate::te::Tensor;

/// The order of the axes of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageLayout {
    /// Batch, channel, height, width.
    Nchw,
    /// Batch, height, width, channel.
    Nhwc,
}

/// Returns a value between the pixels of an image: the mean of the four nearest pixels, weighted by
/// their distances. Pixels outside of the image count as 0.
///
/// `indices` are in the order of the layout. The indices of the height and the width may be floats,
/// and `max_y` and `max_x` are the largest indices of pixels.
///
/// # Errors
/// Returns an error if there are not four indices, or if an index is not a number.
///
/// ```
/// use objet::DataType;
/// use objet_tir::expr::Var;
/// use objet_tir::te::Tensor;
/// use objet_tir::topi::{ImageLayout, bilinear_sample};
///
/// let dtype = DataType::float(32);
/// let image = Tensor::placeholder("image", [1.into(), 3.into(), 8.into(), 8.into()], dtype);
/// let [y, x] = ["y", "x"].map(|name| Var::new(name, dtype, None));
/// let indices = [0.into(), 2.into(), y.into(), x.into()];
/// let value = bilinear_sample(&image, ImageLayout::Nchw, &indices, 7, 7)?;
/// assert_eq!(value.dtype, dtype);
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
pub fn bilinear_sample(
    input: &Tensor,
    layout: ImageLayout,
    indices: &[PrimExpr],
    max_y: impl Into<PrimExpr>,
    max_x: impl Into<PrimExpr>,
) -> Result<PrimExpr, ConstructError> {
    let [batch, second, third, fourth] = indices else {
        let (node, what, found) = ("topi.utils", "indices of an image", indices.len());
        return Err(ConstructError::Count { node, what, expected: 4, found });
    };
    let (channel, y, x) = match layout {
        ImageLayout::Nchw => (second, third, fourth),
        ImageLayout::Nhwc => (fourth, second, third),
    };
    let (y, x) = (Neighbors::of(y, max_y.into())?, Neighbors::of(x, max_x.into())?);
    let pixel = |y: &Neighbor, x: &Neighbor| -> Result<PrimExpr, ConstructError> {
        let indices = match layout {
            ImageLayout::Nchw => [batch, channel, &y.index, &x.index],
            ImageLayout::Nhwc => [batch, &y.index, &x.index, channel],
        };
        let indices: Array<PrimExpr> = indices.into_iter().cloned().collect();
        let value = ProducerLoad::of_tensor(input.clone(), indices, None)?;
        let value = mul(mul(&x.weight, &y.weight, None)?, value, None)?;
        let mut is_inside = logical_and(less_equal(0, &y.index, None)?, &y.is_below_end, None)?;
        is_inside = logical_and(is_inside, less_equal(0, &x.index, None)?, None)?;
        is_inside = logical_and(is_inside, &x.is_below_end, None)?;
        let zero = make_zero(value.dtype, None)?;
        if_then_else(is_inside, value, zero, None)
    };
    let low_x = add(pixel(&y.low, &x.low)?, pixel(&y.high, &x.low)?, None)?;
    let with_low_y = add(low_x, pixel(&y.low, &x.high)?, None)?;
    add(with_low_y, pixel(&y.high, &x.high)?, None)
}

/// The two pixels along one axis that are nearest to an index.
struct Neighbors {
    low: Neighbor,
    high: Neighbor,
}

struct Neighbor {
    index: PrimExpr,
    is_below_end: PrimExpr,
    weight: PrimExpr,
}

impl Neighbors {
    fn of(index: &PrimExpr, max: PrimExpr) -> Result<Self, ConstructError> {
        let neighbor = |index: PrimExpr, weight| {
            let is_below_end = less_equal(&index, &max, None)?;
            Ok::<_, ConstructError>(Neighbor { index, is_below_end, weight })
        };
        let low = cast(DataType::int(32), floor(index, None)?, None)?;
        let high = add(&low, 1, None)?;
        let above = sub(index, &low, None)?;
        let below = sub(1, &above, None)?;
        Ok(Self { low: neighbor(low, below)?, high: neighbor(high, above)? })
    }
}

/// Indices, also as numbers.
type Exprs = Array<Option<ObjectRef>>;

/// Returns a value between the pixels of an image with the axes batch, channel, height, width.
#[register_global("topi.utils.bilinear_sample_nchw")]
fn bilinear_sample_nchw(
    input: Tensor,
    indices: Exprs,
    max_y: ExprArg,
    max_x: ExprArg,
) -> Result<PrimExpr, BoxError> {
    let indices: Vec<PrimExpr> = exprs(indices)?.iter().cloned().collect();
    Ok(bilinear_sample(&input, ImageLayout::Nchw, &indices, max_y.0, max_x.0)?)
}

/// Returns a value between the pixels of an image with the axes batch, height, width, channel.
#[register_global("topi.utils.bilinear_sample_nhwc")]
fn bilinear_sample_nhwc(
    input: Tensor,
    indices: Exprs,
    max_y: ExprArg,
    max_x: ExprArg,
) -> Result<PrimExpr, BoxError> {
    let indices: Vec<PrimExpr> = exprs(indices)?.iter().cloned().collect();
    Ok(bilinear_sample(&input, ImageLayout::Nhwc, &indices, max_y.0, max_x.0)?)
}
