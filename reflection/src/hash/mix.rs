//! How numbers and texts go into a hash: arithmetic on 64 bits, and XXH3 for bytes.

use xxhash_rust::xxh3::xxh3_64;

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of what had `state`, with `value` behind it.
#[inline]
pub(super) fn mix(state: u64, value: u64) -> u64 {
    let product = u128::from(state.rotate_left(25) ^ value) * u128::from(FACTOR);
    (product as u64) ^ ((product >> 64) as u64)
}

/// The hash of a text.
#[inline]
pub(crate) fn of_text(text: &str) -> u64 {
    of_bytes(text.as_bytes())
}

/// The hash of bytes.
#[inline]
pub(super) fn of_bytes(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// The hash of a float: one for both zeros, and one for all that is no number.
#[inline]
pub(super) fn of_float(number: f64) -> u64 {
    if number.is_nan() {
        f64::NAN.to_bits()
    } else {
        // The sum with zero takes the sign from a zero, and nothing from any other number.
        (number + 0.0).to_bits()
    }
}
