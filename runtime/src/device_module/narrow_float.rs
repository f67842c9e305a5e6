//! Floats of 16 bits.

/// The nearest float of 16 bits with so many bits of exponent, ties to even, or `None` if the number is too large for it.
/// The rest of the 16 bits is a sign and the fraction: 5 bits of exponent make IEEE 754's half precision, 8 make
/// bfloat16.
pub(crate) fn to_16_bits(number: f64, exponent_bits: u32) -> Option<u16> {
    let fraction_bits = 15 - exponent_bits;
    let sign = ((number.to_bits() >> 63) as u16) << 15;
    let infinity = ((1_u16 << exponent_bits) - 1) << fraction_bits;
    if number.is_nan() {
        return Some(sign | infinity | 1 << (fraction_bits - 1));
    }
    if number.is_infinite() {
        return Some(sign | infinity);
    }
    let exponent = (number.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    let least = 2 - (1_i32 << (exponent_bits - 1));
    // Below the least exponent, the distance of neighbours stays the same.
    let exponent = exponent.max(least);
    let neighbours = power_of_two(exponent - fraction_bits as i32);
    let steps = (number.abs() / neighbours).round_ties_even() as u64;
    // With the leading bit of the fraction, which carries into the exponent, as does a fraction that is rounded up.
    let bits = ((exponent - least) as u64) << fraction_bits;
    let bits = u16::try_from(bits + steps).ok().filter(|bits| *bits < infinity)?;
    Some(sign | bits)
}

/// For exponents of numbers that are not subnormal.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
            assert_eq!(to_16_bits(number, 5), Some(bits), "{number}");
        }
        assert_eq!(to_16_bits(65520.0, 5), None);
        assert_eq!(to_16_bits(f64::NAN, 5).map(|bits| bits & 0x7fff), Some(0x7e00));
        assert_eq!(to_16_bits(1.0, 8), Some(0x3f80));
        assert_eq!(to_16_bits(f64::MAX, 8), None);
    }

    #[test]
    fn every_half_is_itself() {
        for bits in (0..0x7c00).chain(0x8000..0xfc00) {
            assert_eq!(to_16_bits(of_half(bits), 5), Some(bits));
        }
    }

    proptest! {
        #[test]
        fn the_nearest_half_is_given(number in -65504.0..65504.0) {
            let bits = to_16_bits(number, 5).unwrap();
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
            prop_assert_eq!(to_16_bits(number.into(), 8), expected);
        }
    }
}
