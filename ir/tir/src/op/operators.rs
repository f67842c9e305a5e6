//! Rust's operators on expressions, implemented by the functions of this module.

use objet_ir::ConstructError;
use objet_ir::expr::{Arithmetic, BinaryOperator, PrimExpr, UnaryOperator};

use super::{
    add, bitwise_and, bitwise_neg, bitwise_or, bitwise_xor, div, left_shift, logical_not, mul, neg,
    right_shift, sub, truncmod,
};
use crate::expr::{SizeVar, Var};

inventory::submit! { Arithmetic { unary, binary } }

fn binary(operator: BinaryOperator, a: PrimExpr, b: PrimExpr) -> Result<PrimExpr, ConstructError> {
    match operator {
        BinaryOperator::Add => add(a, b, None),
        BinaryOperator::Sub => sub(a, b, None),
        BinaryOperator::Mul => mul(a, b, None),
        BinaryOperator::Div => div(a, b, None),
        BinaryOperator::Rem => truncmod(a, b, None),
        BinaryOperator::Shl => left_shift(a, b, None),
        BinaryOperator::Shr => right_shift(a, b, None),
        BinaryOperator::BitAnd => bitwise_and(a, b, None),
        BinaryOperator::BitOr => bitwise_or(a, b, None),
        BinaryOperator::BitXor => bitwise_xor(a, b, None),
    }
}

/// `!` is logical for booleans and bitwise for other integers.
fn unary(operator: UnaryOperator, operand: PrimExpr) -> Result<PrimExpr, ConstructError> {
    match operator {
        UnaryOperator::Neg => neg(operand, None),
        UnaryOperator::Not if operand.dtype.is_bool() => logical_not(operand, None),
        UnaryOperator::Not => bitwise_neg(operand, None),
    }
}

impl From<&Var> for PrimExpr {
    fn from(var: &Var) -> Self {
        var.clone().into()
    }
}

impl From<&SizeVar> for PrimExpr {
    fn from(var: &SizeVar) -> Self {
        var.clone().into()
    }
}

objet_ir::expr_operators! {
    binary [Var, &Var, SizeVar, &SizeVar];
    numbers [Var, &Var, SizeVar, &SizeVar];
    unary [Var, &Var, SizeVar, &SizeVar];
}
