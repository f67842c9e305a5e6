//! Rust's operators on expressions, and expressions that may carry an error.
//!
//! The arithmetic belongs to a language. `objet-tir` registers it at link time as an
//! [`Arithmetic`], and also offers it as functions. Rust's orphan rule requires the operators to be
//! implemented in the crate that defines `PrimExpr`.

use std::sync::LazyLock;

use super::{FloatImm, IntImm, PrimExpr};
use crate::error::ConstructError;

/// The operand and result type of operators: an expression, or the error that occurred when it was
/// constructed.
///
/// ```
/// use objet::prelude::*;
/// use objet_tir::expr::Var;
///
/// let x = Var::new("x", DataType::int(32), None);
/// assert!((&x + 0).expr()?.same_as(&x)); // nothing was to be done
/// assert_eq!(
///     (&x / (&x * 0) + 1).expr().unwrap_err().to_string(),
///     "tir.Div: expected b to be nonzero, found 0"
/// );
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "an unused expression has no effect, and its error is lost"]
pub struct Checked(Result<PrimExpr, ConstructError>);

impl Checked {
    /// Returns the expression.
    ///
    /// # Errors
    /// Returns the first error that an operator reported.
    pub fn expr(self) -> Result<PrimExpr, ConstructError> {
        self.0
    }
}

impl<E: Into<PrimExpr>> From<E> for Checked {
    fn from(expr: E) -> Self {
        Self(Ok(expr.into()))
    }
}

impl From<Result<PrimExpr, ConstructError>> for Checked {
    fn from(result: Result<PrimExpr, ConstructError>) -> Self {
        Self(result)
    }
}

macro_rules! by_reference {
    ($($expr:ty),*) => {
        $(
            impl From<&$expr> for PrimExpr {
                fn from(expr: &$expr) -> Self {
                    expr.clone().into()
                }
            }
        )*
    };
}

by_reference!(PrimExpr, IntImm, FloatImm);

/// A binary operator of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`
    Div,
    /// `a % b`
    Rem,
    /// `a << b`
    Shl,
    /// `a >> b`
    Shr,
    /// `a & b`
    BitAnd,
    /// `a | b`
    BitOr,
    /// `a ^ b`
    BitXor,
}

/// A unary operator of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `-a`
    Neg,
    /// `!a`
    Not,
}

/// The implementation of operators on expressions, registered by a language at link time with
/// `inventory::submit!`.
pub struct Arithmetic {
    /// Applies an operator to one operand.
    pub unary: fn(UnaryOperator, PrimExpr) -> Result<PrimExpr, ConstructError>,
    /// Applies an operator to two operands.
    pub binary: fn(BinaryOperator, PrimExpr, PrimExpr) -> Result<PrimExpr, ConstructError>,
}

inventory::collect!(Arithmetic);

impl Arithmetic {
    fn linked() -> Result<&'static Self, ConstructError> {
        static LINKED: LazyLock<Option<&Arithmetic>> =
            LazyLock::new(|| inventory::iter::<Arithmetic>.into_iter().next());
        LINKED.ok_or(ConstructError::NoArithmetic)
    }
}

/// Applies an operator to two operands. If operands carry errors, the result is the first error.
#[doc(hidden)]
pub fn apply_binary(
    operator: BinaryOperator,
    left: impl Into<Checked>,
    right: impl Into<Checked>,
) -> Checked {
    let (left, right) = (left.into(), right.into());
    Checked(left.expr().and_then(|left| (Arithmetic::linked()?.binary)(operator, left, right.expr()?)))
}

/// Applies an operator to one operand. If the operand carries an error, the result is that error.
#[doc(hidden)]
pub fn apply_unary(operator: UnaryOperator, operand: impl Into<Checked>) -> Checked {
    Checked(operand.into().expr().and_then(|operand| (Arithmetic::linked()?.unary)(operator, operand)))
}

/// Implements Rust's operators for types that convert into `PrimExpr`.
///
/// - `binary`: types of the left operand.
/// - `numbers`: types of the right operand where the left operand is a Rust number.
/// - `unary`: types of the operand of `-` and `!`.
#[doc(hidden)]
#[macro_export]
macro_rules! expr_operators {
    (binary $left:tt; numbers $right:tt; unary $operand:tt;) => {
        $crate::expr_operators! { @each $left $right Add add }
        $crate::expr_operators! { @each $left $right Sub sub }
        $crate::expr_operators! { @each $left $right Mul mul }
        $crate::expr_operators! { @each $left $right Div div }
        $crate::expr_operators! { @each $left $right Rem rem }
        $crate::expr_operators! { @each $left $right Shl shl }
        $crate::expr_operators! { @each $left $right Shr shr }
        $crate::expr_operators! { @each $left $right BitAnd bitand }
        $crate::expr_operators! { @each $left $right BitOr bitor }
        $crate::expr_operators! { @each $left $right BitXor bitxor }
        $crate::expr_operators! { @unary $operand Neg neg }
        $crate::expr_operators! { @unary $operand Not not }
    };
    (@each [$($left:ty),*] [$($right:ty),*] $operator:ident $method:ident) => {
        $(
            impl<R: Into<$crate::expr::Checked>> ::std::ops::$operator<R> for $left {
                type Output = $crate::expr::Checked;

                fn $method(self, right: R) -> $crate::expr::Checked {
                    $crate::expr::apply_binary($crate::expr::BinaryOperator::$operator, self, right)
                }
            }
        )*
        $($crate::expr_operators! { @number $right [i32, i64, u8, u32, f32, f64] $operator $method })*
    };
    (@number $right:ty [$($left:ty),*] $operator:ident $method:ident) => {
        $(
            impl ::std::ops::$operator<$right> for $left {
                type Output = $crate::expr::Checked;

                fn $method(self, right: $right) -> $crate::expr::Checked {
                    $crate::expr::apply_binary($crate::expr::BinaryOperator::$operator, self, right)
                }
            }
        )*
    };
    (@unary [$($operand:ty),*] $operator:ident $method:ident) => {
        $(
            impl ::std::ops::$operator for $operand {
                type Output = $crate::expr::Checked;

                fn $method(self) -> $crate::expr::Checked {
                    $crate::expr::apply_unary($crate::expr::UnaryOperator::$operator, self)
                }
            }
        )*
    };
}

expr_operators! {
    binary [PrimExpr, &PrimExpr, IntImm, &IntImm, FloatImm, &FloatImm, Checked];
    numbers [PrimExpr, &PrimExpr, Checked];
    unary [PrimExpr, &PrimExpr, Checked];
}
