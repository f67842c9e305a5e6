//! Constant numbers as expressions.

use objet::prelude::*;
use objet::text::ReprPrinter;

use super::{PrimExpr, PrimExprNode};
use crate::error::ConstructError;
use crate::span::Span;

/// An integer constant.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "IntImm", is_final, new(dtype: DataType, value, span: Option<Span>), validate)]
#[reflect(fields(dtype, value, span), repr = show_int_imm)]
pub struct IntImmNode {
    base: PrimExprNode,
    /// The value of the constant.
    pub value: i64,
}

/// A floating-point constant.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "FloatImm", is_final, new(dtype: DataType, value, span: Option<Span>), validate)]
#[reflect(fields(dtype, value, span), repr = show_float_imm)]
pub struct FloatImmNode {
    base: PrimExprNode,
    /// The value, stored in 64 bits even if the data type has fewer.
    pub value: f64,
}

/// An integer in attributes, most often of 32 bits, like `Integer::from(3_i32)`.
pub type Integer = IntImm;

/// A boolean constant: an integer of the data type `bool`, like `Bool::from(true)`.
pub type Bool = IntImm;

/// Checks that the data type is a scalar integer, and that an unsigned value is not negative.
///
/// ```
/// use objet::DataType;
/// use objet_ir::expr::IntImm;
///
/// assert_eq!(IntImm::new(DataType::int(64), 3, None)?.value, 3);
/// assert_eq!(
///     IntImm::new(DataType::float(32), 3, None).unwrap_err().to_string(),
///     "IntImm: expected dtype to be a scalar integer, found float32"
/// );
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
impl Validate for IntImmNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let (node, dtype, value) = (Self::TYPE_KEY, self.dtype, self.value);
        if !dtype.is_scalar() || !(dtype.is_int() || dtype.is_uint()) {
            let expected = "a scalar integer";
            return Err(ConstructError::DataType { node, operand: "dtype", expected, found: dtype });
        }
        if dtype.is_uint() && value < 0 {
            let expected = "at least 0 because dtype is unsigned";
            return Err(ConstructError::Number { node, operand: "value", expected, found: value });
        }
        Ok(())
    }
}

/// Checks that the data type is a scalar.
impl Validate for FloatImmNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let (node, found) = (Self::TYPE_KEY, self.dtype);
        match found.is_scalar() {
            true => Ok(()),
            false => Err(ConstructError::DataType { node, operand: "dtype", expected: "a scalar", found }),
        }
    }
}

/// Implements the conversion of Rust numbers to constants of the same type.
macro_rules! immediates {
    ($($number:ty => $imm:ident, $node:ident: $dtype:expr, $value:expr;)*) => {
        $(
            impl From<$number> for $node {
                fn from(number: $number) -> Self {
                    let value = $value;
                    Self { base: PrimExprNode::new($dtype, None), value: value(number) }
                }
            }

            impl From<$number> for $imm {
                fn from(number: $number) -> Self {
                    make_object($node::from(number)).into()
                }
            }

            impl From<$number> for PrimExpr {
                fn from(number: $number) -> Self {
                    $imm::from(number).upcast()
                }
            }
        )*
    };
}

immediates! {
    i32 => IntImm, IntImmNode: DataType::int(32), i64::from;
    i64 => IntImm, IntImmNode: DataType::int(64), |number| number;
    u8 => IntImm, IntImmNode: DataType::uint(8), i64::from;
    u32 => IntImm, IntImmNode: DataType::uint(32), i64::from;
    bool => IntImm, IntImmNode: DataType::BOOL, i64::from;
    f32 => FloatImm, FloatImmNode: DataType::float(32), f64::from;
    f64 => FloatImm, FloatImmNode: DataType::float(64), |number| number;
}

/// Prints an integer, with its data type unless that is `int32`.
fn show_int_imm(int: &IntImmNode, printer: &mut ReprPrinter<'_>) {
    if int.dtype != DataType::int(32) {
        printer.text(format!("({})", int.dtype));
    }
    printer.text(int.value.to_string());
}

/// Prints a number with a suffix for its width: `h` for 16 bits, `f` for 32 bits.
fn show_float_imm(float: &FloatImmNode, printer: &mut ReprPrinter<'_>) {
    let suffix = match float.dtype.bits {
        16 => "h",
        32 => "f",
        _ => "",
    };
    printer.text(number_text(float.value, 6)).text(suffix);
}

/// Formats a number like C's `%.{digits}g`: with `digits` significant digits, without trailing
/// zeros, and with an exponent if the number is very large or very small.
pub fn number_text(number: f64, digits: usize) -> String {
    if !number.is_finite() {
        let sign = if number.is_sign_negative() { "-" } else { "" };
        return format!("{sign}{}", if number.is_nan() { "nan" } else { "inf" });
    }
    let scientific = format!("{number:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    match digits.checked_add_signed(-1 - exponent as isize) {
        Some(decimals) if exponent >= -4 => without_zeros(&format!("{number:.decimals$}")),
        _ => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.abs())
        }
    }
}
