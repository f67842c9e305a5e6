//! Integer arithmetic on constants of programs.
//!
//! Values are `i128`, so operations on the values of two `IntImm` nodes do not overflow.

use objet::DataType;

/// Wraps an integer to the bits of a scalar integer type of 1 to 64 bits.
pub fn wrapped(dtype: DataType, int: i128) -> i128 {
    let unused = 128 - u32::from(dtype.bits);
    match dtype.is_int() {
        true => int << unused >> unused,
        false => ((int as u128) << unused >> unused) as i128,
    }
}

/// Returns the quotient rounded down. The divisor must not be 0.
pub fn floor_quotient(a: i128, b: i128) -> i128 {
    a / b - i128::from(a % b != 0 && (a < 0) != (b < 0))
}

/// Returns the remainder of [`floor_quotient`]. The divisor must not be 0.
pub fn floor_remainder(a: i128, b: i128) -> i128 {
    let remainder = a % b;
    if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder }
}
