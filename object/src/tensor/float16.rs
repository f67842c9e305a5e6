//! 16-bit floats: the types of the crate `half`, and the rounding of numbers to them.

pub use half::{bf16, f16};

/// Returns the `f16` nearest to a number. Of two equally near values, returns the one with an even
/// significand.
///
/// A number that is too large becomes infinity. NaN becomes the quiet NaN of the same sign, without
/// a payload.
///
/// [`half::f16::from_f64`] may return a neighbour instead, because it rounds to `f32` first or
/// ignores low bits of the number.
///
/// ```
/// use objet_object::{f16, nearest_f16};
///
/// let above_middle = 1.0 + f64::powi(2.0, -11) + f64::powi(2.0, -50);
/// assert_eq!(nearest_f16(above_middle), f16::from_bits(f16::ONE.to_bits() + 1));
/// ```
pub fn nearest_f16(number: f64) -> f16 {
    match number.is_nan() {
        true if number.is_sign_negative() => -f16::NAN,
        true => f16::NAN,
        false => f16::from_f32(rounded_to_odd(number)),
    }
}

/// Returns the `bf16` nearest to a number. Of two equally near values, returns the one with an even
/// significand.
///
/// A number that is too large becomes infinity. NaN becomes the quiet NaN of the same sign, without
/// a payload.
///
/// [`half::bf16::from_f64`] may return a neighbour instead, because it ignores low bits of the
/// number.
pub fn nearest_bf16(number: f64) -> bf16 {
    match number.is_nan() {
        true if number.is_sign_negative() => -bf16::NAN,
        true => bf16::NAN,
        false => bf16::from_f32(rounded_to_odd(number)),
    }
}

/// Rounds a number to `f32`. If the number is not an exact `f32`, returns the neighbour with an odd
/// significand (round to odd).
///
/// An odd `f32` is never halfway between two 16-bit floats, so rounding it again gives the same
/// result as rounding the number directly.
fn rounded_to_odd(number: f64) -> f32 {
    let nearest = number as f32;
    if f64::from(nearest) == number {
        return nearest;
    }
    let is_away_from_zero = f64::from(nearest).abs() > number.abs();
    let toward_zero = nearest.to_bits() - u32::from(is_away_from_zero);
    f32::from_bits(toward_zero | 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::value::{ArgValue, FromValue, ValueError};

    /// Returns the bits of the nearest float, or `None` if the conversion is rejected.
    fn f16_bits(number: f64) -> Option<u16> {
        bits(f16::from_value(ArgValue::Float(number)).map(f16::to_bits), nearest_f16(number).to_bits())
    }

    fn bf16_bits(number: f64) -> Option<u16> {
        bits(bf16::from_value(ArgValue::Float(number)).map(bf16::to_bits), nearest_bf16(number).to_bits())
    }

    fn bits(of_value: Result<u16, ValueError>, nearest: u16) -> Option<u16> {
        let found = of_value.ok()?;
        assert_eq!(found, nearest);
        Some(found)
    }

    fn of_half(bits: u16) -> f64 {
        let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
        let magnitude = match exponent {
            0 => fraction * 2_f64.powi(-24),
            _ => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
        };
        if bits >> 15 == 1 { -magnitude } else { magnitude }
    }

    #[test]
    fn known_numbers() {
        for (number, bits) in [
            (0.0, 0),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (65519.9, 0x7bff),
            (1.0 / 3.0, 0x3555),
            (2_f64.powi(-24), 1),
            (2_f64.powi(-25), 0),
            (1.5 * 2_f64.powi(-25), 1),
            (f64::MIN_POSITIVE / 2.0, 0),
            (f64::NEG_INFINITY, 0xfc00),
        ] {
            assert_eq!(f16_bits(number), Some(bits), "{number}");
        }
        assert_eq!((f16_bits(65520.0), nearest_f16(65520.0)), (None, f16::INFINITY));
        assert_eq!((f16_bits(-f64::MAX), nearest_f16(-f64::MAX)), (None, f16::NEG_INFINITY));
        assert_eq!(f16_bits(f64::NAN).map(|bits| bits & 0x7fff), Some(0x7e00));
        assert_eq!(bf16_bits(1.0), Some(0x3f80));
        assert_eq!((bf16_bits(f64::MAX), nearest_bf16(f64::MAX)), (None, bf16::INFINITY));
    }

    #[test]
    fn nan_has_a_sign_and_no_payload() {
        for payload in [0x7ff8_0000_0000_0001, 0x7ff0_0000_0000_0001, 0x7fff_ffff_ffff_ffff] {
            let (plus, minus) = (f64::from_bits(payload), f64::from_bits(payload | 1 << 63));
            assert_eq!((f16_bits(plus), f16_bits(minus)), (Some(0x7e00), Some(0xfe00)));
            assert_eq!((bf16_bits(plus), bf16_bits(minus)), (Some(0x7fc0), Some(0xffc0)));
        }
    }

    #[test]
    fn every_half_converts_to_itself() {
        for bits in (0..0x7c00).chain(0x8000..0xfc00) {
            assert_eq!(f16_bits(of_half(bits)), Some(bits));
            assert_eq!(f16::from_bits(bits).to_f64(), of_half(bits));
        }
    }

    #[test]
    fn every_bfloat_converts_to_itself() {
        for bits in (0..0x7f80).chain(0x8000..0xff80) {
            let number = f32::from_bits(u32::from(bits) << 16).into();
            assert_eq!(bf16_bits(number), Some(bits));
            assert_eq!(bf16::from_bits(bits).to_f64(), number);
        }
    }

    /// Checks both sides of the midpoint between any two neighbours, as close to it as `f64`
    /// allows.
    #[test]
    fn numbers_around_every_midpoint_round_to_the_nearer_neighbour() {
        fn check(lower: u16, to_f64: fn(u16) -> f64, nearest: fn(f64) -> Option<u16>) {
            let middle = f64::midpoint(to_f64(lower), to_f64(lower + 1));
            assert_eq!(nearest(middle), Some(lower + (lower & 1)), "{middle}");
            assert_eq!(nearest(middle.next_down()), Some(lower), "below {middle}");
            assert_eq!(nearest(middle.next_up()), Some(lower + 1), "above {middle}");
            assert_eq!(nearest(-middle), Some(0x8000 | (lower + (lower & 1))), "-{middle}");
            assert_eq!(nearest(-middle.next_down()), Some(0x8000 | lower), "above -{middle}");
            assert_eq!(nearest(-middle.next_up()), Some(0x8000 | (lower + 1)), "below -{middle}");
        }
        (0..0x7bff).for_each(|lower| check(lower, of_half, f16_bits));
        let of_bfloat = |bits| f32::from_bits(u32::from(bits) << 16).into();
        (0..0x7f7f).for_each(|lower| check(lower, of_bfloat, bf16_bits));

        // The neighbour above the largest number would have the bits of infinity.
        let (half, bfloat) = (65520.0_f64, of_bfloat(0x7f7f) + 2_f64.powi(119));
        assert_eq!((f16_bits(half.next_down()), f16_bits(half)), (Some(0x7bff), None));
        assert_eq!((bf16_bits(bfloat.next_down()), bf16_bits(bfloat)), (Some(0x7f7f), None));
    }

    proptest! {
        #[test]
        fn the_nearest_half_is_returned(number in -65504.0..65504.0) {
            let bits = f16_bits(number).unwrap();
            let distance = (of_half(bits) - number).abs();
            for other in [bits.wrapping_sub(1), bits.wrapping_add(1)] {
                if other & 0x7c00 != 0x7c00 {
                    prop_assert!(distance <= (of_half(other) - number).abs());
                }
            }
        }

        #[test]
        fn the_nearest_bfloat_of_a_float_is_its_upper_half_rounded(number in any::<f32>()) {
            let bits = number.to_bits();
            let rounded = bits + 0x7fff + (bits >> 16 & 1);
            let expected = Some((rounded >> 16) as u16).filter(|bits| bits & 0x7f80 != 0x7f80);
            prop_assert_eq!(bf16_bits(number.into()), expected);
        }
    }
}
