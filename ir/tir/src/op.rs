//! Operators on expressions, with TVM's rules for operands of different types and for constants.
//!
//! There are functions, which also take a span, and Rust's operators. Both take expressions,
//! references to expressions, variables, Rust numbers, and the results of other operators:
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
//! An operator can fail, for example because of a type mismatch or a zero divisor. Rust's operators
//! return a [`Checked`]: an expression or the first error, which further operators pass on.
//! [`Checked::expr`] returns the result. Comparisons are only functions, because Rust's comparison
//! operators return `bool`.
//!
//! Operands of different types are converted to one type:
//!
//! - A scalar is broadcast to the lanes of a vector.
//! - Two floats, or two integers, are converted to the type with more bits. For a signed and an
//!   unsigned integer with equal bits, this is the unsigned type.
//! - An integer is converted to the type of a float or bfloat16 operand, and a bfloat16 to the type
//!   of a float operand.
//!
//! Constants are folded, and so are operations with 0 or 1 whose result does not need an operator.
//! Integers wrap around at the bits of their type. As in TVM, remainders, shifts and bitwise
//! operators are folded only for signed integers of 32 and 64 bits, and floats only if they have 32
//! or 64 bits.

mod arithmetic;
mod bits;
mod constant;
mod fold;
mod globals;
mod limits;
mod logic;
mod operators;
mod rounding;
mod simplify;
mod sum;
mod types;

pub(super) use arithmetic::is_index;
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
pub use simplify::simplified;
pub(super) use sum::is_provably_equal;
pub use types::{cast, reinterpret};
