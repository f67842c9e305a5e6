//! Multiplication of integers by numbers that are constants, in integer arithmetic.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, PrimExpr, RelayExpr};

use super::{CanonicalError, Result, as_type, extent};
use crate::expr::Constant;
use crate::op::qnn::FixedPoint;
use crate::op::{
    add, broadcast_to, fixed_point_multiply, full, greater_equal, left_shift, multiply, right_shift, where_,
    zeros,
};
use crate::transform::canonicalize_ops::expanded;

/// The direction in which halves are rounded.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Rounding {
    /// Towards positive infinity.
    Upward,
    /// Away from zero.
    ToNearest,
}

impl Rounding {
    /// Returns the rounding with the name in an attribute.
    pub(super) fn of(name: &str) -> Result<Self> {
        match name {
            "UPWARD" => Ok(Self::Upward),
            "TONEAREST" => Ok(Self::ToNearest),
            other => Err(CanonicalError::Attribute {
                name: "rounding",
                expected: "UPWARD or TONEAREST",
                found: other.into(),
            }),
        }
    }
}

impl FixedPoint {
    fn left_shift(self) -> i64 {
        self.shift.max(0).into()
    }

    /// Returns the number of bits to shift the product to the right.
    fn right_shift(self) -> Result<i64> {
        match 31 - i64::from(self.shift.min(0)) {
            shift @ 31..=62 => Ok(shift),
            _ => Err(CanonicalError::Ratio { ratio: 2_f64.powi(self.shift) }),
        }
    }

    /// Returns the half that is added before the shift to the right.
    fn half(self) -> Result<i64> {
        Ok(1 << (self.right_shift()? - 1))
    }
}

/// Multiplies integers of 32 bits by a number.
pub(crate) fn multiplied(data: RelayExpr, by: f64, rounding: Rounding, shape: &Array<PrimExpr>) -> Result {
    let by = fixed_point(by)?;
    if rounding == Rounding::Upward {
        let attrs = attrs! { multiplier: by.multiplier, shift: by.shift };
        return Ok(fixed_point_multiply(data, attrs)?.upcast());
    }
    let mut product = as_type(&data, DataType::int(64))?;
    if by.left_shift() != 0 {
        product = left_shift(product, int64(by.left_shift())?)?.upcast();
    }
    product = multiply(product, int64(by.multiplier.into())?)?.upcast();
    let shape = constant_shape(shape)?;
    let filled = |value: i64| full(int64(value)?, of_shape(&shape)).map_err(CanonicalError::from);
    let half = by.half()?;
    let half =
        where_(greater_equal(product.clone(), zeros(of_shape(&shape))?)?, filled(half)?, filled(half - 1)?)?;
    product = right_shift(add(product, half)?, int64(by.right_shift()?)?)?.upcast();
    as_type(&product, DataType::int(32))
}

/// Multiplies integers of 32 bits by a number for each channel along an axis.
pub(super) fn multiplied_by_channel(
    data: RelayExpr,
    by: &[f64],
    rounding: Rounding,
    shape: &Array<PrimExpr>,
    axis: usize,
) -> Result {
    let by = by.iter().map(|number| fixed_point(*number)).collect::<Result<Vec<_>>>()?;
    let channels = |value: &dyn Fn(&FixedPoint) -> Result<i64>| {
        let values = by.iter().map(value).collect::<Result<Vec<_>>>()?;
        let vector = Constant::new(NDArray::from_slice(&[values.len() as i64], &values)?, None);
        Ok::<_, CanonicalError>(expanded(vector.upcast(), axis, shape.len())?)
    };
    let mut product = as_type(&data, DataType::int(64))?;
    if by.iter().any(|by| by.left_shift() != 0) {
        product = left_shift(product, channels(&|by| Ok(by.left_shift()))?)?.upcast();
    }
    product = multiply(product, channels(&|by| Ok(by.multiplier.into()))?)?.upcast();
    let mut half = channels(&|by| by.half())?;
    if rounding == Rounding::ToNearest {
        let shape = constant_shape(shape)?;
        let spread = |vector| broadcast_to(vector, attrs! { shape: shape.clone(), dtype: DataType::VOID });
        let is_positive = greater_equal(product.clone(), zeros(of_shape(&shape))?)?;
        half = where_(is_positive, spread(half)?, spread(channels(&|by| Ok(by.half()? - 1))?)?)?.upcast();
    }
    product = right_shift(add(product, half)?, channels(&|by| by.right_shift())?)?.upcast();
    as_type(&product, DataType::int(32))
}

fn fixed_point(number: f64) -> Result<FixedPoint> {
    FixedPoint::nearest(number).ok_or(CanonicalError::Ratio { ratio: number })
}

fn int64(value: i64) -> Result<Constant> {
    Ok(Constant::new(NDArray::from_slice(&[], &[value])?, None))
}

fn constant_shape(shape: &Array<PrimExpr>) -> Result<Array<Integer>> {
    shape.iter().map(|size| Ok(extent("the data", size)?.into())).collect()
}

/// Returns the attributes of a tensor of 64-bit integers.
fn of_shape(shape: &Array<Integer>) -> [(&'static str, objet_ir::attrs::AttrValue); 2] {
    attrs! { shape: shape.clone(), dtype: DataType::int(64) }
}
