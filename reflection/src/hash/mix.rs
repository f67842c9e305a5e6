//! The hash functions: 64-bit arithmetic for numbers, and XXH3 for bytes.

use xxhash_rust::xxh3::xxh3_64;

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Extends the hash `state` by `value`.
#[inline]
pub(crate) fn mix(state: u64, value: u64) -> u64 {
    let product = u128::from(state.rotate_left(25) ^ value) * u128::from(FACTOR);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Returns the hash of a string.
#[inline]
pub(crate) fn of_text(text: &str) -> u64 {
    of_bytes(text.as_bytes())
}

/// Returns the hash of bytes.
#[inline]
pub(super) fn of_bytes(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// Returns the hash of a float. Both zeros have the same hash, and so do all NaNs.
#[inline]
pub(crate) fn of_float(number: f64) -> u64 {
    if number.is_nan() {
        f64::NAN.to_bits()
    } else {
        // Adding zero turns -0 into 0, and does not change any other number.
        (number + 0.0).to_bits()
    }
}
