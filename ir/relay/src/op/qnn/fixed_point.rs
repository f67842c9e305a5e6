//! Real numbers for integer arithmetic.

/// A real number as `multiplier * 2^(shift - 31)`, where the multiplier has 31 significant bits.
///
/// These are the attributes of [`fixed_point_multiply`](crate::op::fixed_point_multiply), to which
/// the ratio of two scales is lowered. The algorithm is that of TVM 0.8
/// (`GetFixedPointMultiplierShift` in `src/relay/qnn/utils.h`).
///
/// ```
/// use objet_relay::op::qnn::FixedPoint;
///
/// assert_eq!(FixedPoint::nearest(6.0), Some(FixedPoint { multiplier: 3 << 29, shift: 3 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedPoint {
    /// The number scaled to 31 significant bits, with its sign.
    pub multiplier: i32,
    /// The number of bits by which a product is shifted to the left, after it is shifted to the
    /// right by 31 bits.
    pub shift: i32,
}

impl FixedPoint {
    /// Returns the nearest fixed-point number, or `None` for an infinity and for NaN.
    pub fn nearest(number: f64) -> Option<Self> {
        if number == 0.0 {
            return Some(Self { multiplier: 0, shift: 0 });
        }
        if !number.is_finite() {
            return None;
        }
        let (fraction, shift) = fraction_and_exponent(number);
        let multiplier = (fraction * f64::from(1_u32 << 31)).round() as i64;
        Some(match i32::try_from(multiplier) {
            Ok(multiplier) => Self { multiplier, shift },
            // The fraction is rounded to 1.
            Err(_) => Self { multiplier: 1 << 30, shift: shift + 1 },
        })
    }
}

/// Returns a fraction of at least 0.5 and less than 1, and an exponent of 2.
fn fraction_and_exponent(number: f64) -> (f64, i32) {
    const FRACTION_BITS: u32 = 52;
    const EXPONENT: u64 = 0x7ff << FRACTION_BITS;
    let (number, offset) = match number.is_subnormal() {
        true => (number * 2_f64.powi(64), -64),
        false => (number, 0),
    };
    let bits = number.to_bits();
    let exponent = ((bits & EXPONENT) >> FRACTION_BITS) as i32 - 1022;
    (f64::from_bits((bits & !EXPONENT) | (1022 << FRACTION_BITS)), exponent + offset)
}
