//! Expressions that may have gone wrong, and Rust's operators on them.

use std::ops;

use super::{
    add, bitwise_and, bitwise_neg, bitwise_or, bitwise_xor, div, left_shift, logical_not, mul, neg,
    right_shift, sub, truncmod,
};
use crate::error::ConstructError;
use crate::expr::{FloatImm, IntImm, PrimExpr};
use crate::tir::expr::{SizeVar, Var};

/// An expression, or why it cannot be made: what operators take and give.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::tir::expr::Var;
///
/// let x = Var::new("x", DataType::int(32), None);
/// assert!((&x + 0).expr()?.same_as(&x)); // nothing was to be done
/// assert_eq!(
///     (&x / (&x * 0) + 1).expr().unwrap_err().to_string(),
///     "tir.Div: expected b to be other than 0, found 0"
/// );
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "an expression that is not used, or an error that is not seen"]
pub struct Checked(Result<PrimExpr, ConstructError>);

impl Checked {
    /// The expression.
    ///
    /// # Errors
    /// The first one of the operators that made it.
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

by_reference!(PrimExpr, Var, SizeVar, IntImm, FloatImm);

impl From<SizeVar> for PrimExpr {
    fn from(var: SizeVar) -> Self {
        Var::from(var).into()
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $function:ident;)*) => {
        $(
            operators! {
                @left $trait $method $function
                PrimExpr, &PrimExpr, Var, &Var, SizeVar, &SizeVar, IntImm, &IntImm, FloatImm, &FloatImm, Checked
            }
            operators! { @numbers $trait $method $function PrimExpr, &PrimExpr, Var, &Var, SizeVar, &SizeVar, Checked }
        )*
    };
    (@left $trait:ident $method:ident $function:ident $($left:ty),*) => {
        $(
            impl<R: Into<Checked>> ops::$trait<R> for $left {
                type Output = Checked;

                fn $method(self, right: R) -> Checked {
                    Checked($function(self, right, None))
                }
            }
        )*
    };
    (@numbers $trait:ident $method:ident $function:ident $($right:ty),*) => {
        $(
            operators! { @number $trait $method $function $right; i32, i64, u8, u32, f32, f64 }
        )*
    };
    (@number $trait:ident $method:ident $function:ident $right:ty; $($left:ty),*) => {
        $(
            impl ops::$trait<$right> for $left {
                type Output = Checked;

                fn $method(self, right: $right) -> Checked {
                    Checked($function(self, right, None))
                }
            }
        )*
    };
}

operators! {
    Add add add;
    Sub sub sub;
    Mul mul mul;
    Div div div;
    Rem rem truncmod;
    Shl shl left_shift;
    Shr shr right_shift;
    BitAnd bitand bitwise_and;
    BitOr bitor bitwise_or;
    BitXor bitxor bitwise_xor;
}

/// `!` of truth values is logical, and that of other integers the complement of their bits.
fn not(operand: impl Into<Checked>) -> Checked {
    let not = |expr: PrimExpr| match expr.dtype.is_bool() {
        true => logical_not(expr, None),
        false => bitwise_neg(expr, None),
    };
    Checked(operand.into().expr().and_then(not))
}

macro_rules! unary_operators {
    ($($operand:ty),*) => {
        $(
            impl ops::Neg for $operand {
                type Output = Checked;

                fn neg(self) -> Checked {
                    Checked(neg(self, None))
                }
            }

            impl ops::Not for $operand {
                type Output = Checked;

                fn not(self) -> Checked {
                    not(self)
                }
            }
        )*
    };
}

unary_operators!(PrimExpr, &PrimExpr, Var, &Var, SizeVar, &SizeVar, Checked);
