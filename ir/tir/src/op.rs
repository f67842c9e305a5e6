//! Operators on expressions, with TVM's rules for operands of different types and for constants.
//!
//! There are functions, which take a span too, and Rust's own operators. Both take expressions, references to them, variables, Rust numbers, and
//! what other operators give:
//!
//! ```
//! use objet::DataType;
//! use objet_tir::expr::Var;
//! use objet_tir::op;
//!
//! let (i, n) = (Var::new("i", DataType::int(32), None), Var::new("n", DataType::int(64), None));
//! let index = ((&n * 4 + &i) * 2 + 1).expr()?; // `i` is cast to int64
//! let inside = op::less(&index, &n * 8, None)?;
//! let clamped = op::if_then_else(inside, index, op::max(&i, 0, None), None)?;
//! assert_eq!(clamped.dtype, DataType::int(64));
//! # Ok::<(), objet_ir::ConstructError>(())
//! ```
//!
//! An operator can go wrong: types may not match, a divisor may be zero. It would be no service to panic then, and a `?` behind every `+` makes
//! formulas hard to read. So Rust's operators give a [`Checked`], an expression or the first error, which goes through all further operators;
//! [`Checked::expr`] at the end tells. Rust has its own idea of `==` and `<`, so comparisons are functions alone.
//!
//! Operands of different types are brought to one:
//! - a scalar beside a vector is broadcast;
//! - of two floating-point types, or two integer types, it is the one of more bits; of a signed and an unsigned one of as many bits, the unsigned one;
//! - an integer beside floating point becomes that, and beside bfloat16 that; bfloat16 beside floating point becomes the latter.
//!
//! Constants are folded, as are operations on 0 and 1 that change nothing. Integers wrap around at the bits of their type. Remainders and shifts are
//! folded for signed integers of 32 and 64 bits alone, as TVM does it, and numbers of floating point if they have 32 or 64 bits.

mod arithmetic;
mod bits;
mod constant;
mod fold;
mod globals;
mod limits;
mod logic;
mod operators;
mod rounding;
mod sum;
mod types;

pub use arithmetic::{
    abs, add, ceildiv, div, floordiv, floormod, max, min, mul, neg, pow, sub, truncdiv, truncmod,
};
pub use bits::{bitwise_and, bitwise_neg, bitwise_or, bitwise_xor, left_shift, right_shift};
pub use constant::{Number, as_const_int, const_true, is_const_int, make_const, make_zero};
pub(super) use fold::Folding;
pub use limits::{infinity, max_value, min_value};
pub use logic::{
    equal, greater, greater_equal, if_then_else, less, less_equal, likely, logical_and, logical_not,
    logical_or, not_equal, select,
};
pub use objet_ir::expr::Checked;
pub use rounding::{ceil, floor, isfinite, isinf, isnan, nearbyint, round, trunc};
pub(super) use sum::simplified_index;
pub use types::{cast, reinterpret};
