//! Arithmetic of integers as constants of programs have it. Numbers are `i128`, wide enough for all of 64 bits and for what becomes of two of them.

use objet::DataType;

/// What is left of an integer in a scalar integer type, which has from 1 to 64 bits.
pub fn wrapped(dtype: DataType, int: i128) -> i128 {
    let unused = 128 - u32::from(dtype.bits);
    match dtype.is_int() {
        true => int << unused >> unused,
        false => ((int as u128) << unused >> unused) as i128,
    }
}

/// The quotient of two numbers rounded down; the divisor is not 0.
pub fn floor_quotient(a: i128, b: i128) -> i128 {
    a / b - i128::from(a % b != 0 && (a < 0) != (b < 0))
}

/// What is left of `a` after [`floor_quotient`]; the divisor is not 0.
pub fn floor_remainder(a: i128, b: i128) -> i128 {
    let remainder = a % b;
    if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder }
}
