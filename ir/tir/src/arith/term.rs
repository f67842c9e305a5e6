//! Terms of rewrite rules: patterns that match expressions, and templates that build them.

use objet::prelude::*;
use objet_ir::expr::{IntImmNode, PrimExpr};

use super::deep_equal::is_same;
use super::operands::operands;
use crate::expr::{Broadcast, Ramp};
use crate::functor::Class;
use crate::integer::{floor_quotient, floor_remainder};
use crate::op;

/// The number of variables of a rule for expressions, and for integer constants.
pub(super) const EXPRS: usize = 8;
pub(super) const CONSTANTS: usize = 3;

/// A pattern or a template.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    /// A variable for an expression.
    Expr(u8),
    /// A variable for an integer constant.
    Constant(u8),
    /// An integer.
    Number(i64),
    /// A boolean in each lane.
    Truth(bool),
    /// An operator. Its class is that of the node.
    Node(Operator, Vec<Term>),
}

/// The operators of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    FloorDiv,
    FloorMod,
    Min,
    Max,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    And,
    Or,
    Not,
    Select,
    Ramp,
    Broadcast,
}

/// The number of operators.
pub(super) const OPERATORS: usize = Operator::Broadcast as usize + 1;

impl Operator {
    /// Returns the operator of a class of nodes.
    pub(super) fn of(class: Class) -> Option<Self> {
        macro_rules! of {
            ($($name:ident)*) => {
                match class {
                    $(Class::$name => Some(Self::$name),)*
                    _ => None,
                }
            };
        }
        of!(Add Sub Mul Div Mod FloorDiv FloorMod Min Max EQ NE LT LE GT GE And Or Not Select Ramp Broadcast)
    }
}

/// The values of the variables of a rule.
#[derive(Default)]
pub(super) struct Bindings<'e> {
    exprs: [Option<&'e PrimExpr>; EXPRS],
    constants: [Option<&'e PrimExpr>; CONSTANTS],
}

impl<'e> Bindings<'e> {
    /// Matches an expression, and binds the variables of the pattern.
    pub(super) fn matches(&mut self, pattern: &Term, expr: &'e PrimExpr) -> bool {
        match pattern {
            Term::Expr(slot) => match &mut self.exprs[usize::from(*slot)] {
                Some(bound) => is_same(bound, expr),
                free => {
                    *free = Some(expr);
                    true
                }
            },
            Term::Constant(slot) => {
                let Some(int) = expr.as_node::<IntImmNode>() else { return false };
                match &mut self.constants[usize::from(*slot)] {
                    Some(bound) => op::as_const_int(bound) == Some(int.value),
                    free => {
                        *free = Some(expr);
                        true
                    }
                }
            }
            Term::Number(number) => op::as_const_int(expr) == Some(*number),
            Term::Truth(truth) => op::is_const_int(expr, i64::from(*truth)),
            Term::Node(operator, terms) => match operands(expr) {
                Some((found, operands)) if found == *operator => {
                    terms.iter().zip(operands).all(|(term, operand)| match operand {
                        Some(operand) => self.matches(term, operand),
                        None => false,
                    })
                }
                _ => false,
            },
        }
    }

    /// Returns the value of a term of constants. Returns `None` if a variable for an expression
    /// occurs, if a divisor is 0, or if the value needs more than 64 bits.
    pub(super) fn number(&self, term: &Term) -> Option<i64> {
        let value = match term {
            Term::Number(number) => i128::from(*number),
            Term::Constant(slot) => op::as_const_int(self.constants[usize::from(*slot)]?)?.into(),
            Term::Node(operator, terms) => {
                let [a, b] = &terms[..] else { return None };
                let (a, b) = (i128::from(self.number(a)?), i128::from(self.number(b)?));
                match operator {
                    Operator::Add => a + b,
                    Operator::Sub => a - b,
                    Operator::Mul => a * b,
                    Operator::Div if b != 0 => a / b,
                    Operator::Mod if b != 0 => a % b,
                    Operator::FloorDiv if b != 0 => floor_quotient(a, b),
                    Operator::FloorMod if b != 0 => floor_remainder(a, b),
                    _ => return None,
                }
            }
            Term::Expr(_) | Term::Truth(_) => return None,
        };
        i64::try_from(value).ok()
    }

    /// Builds the expression of a template. A number has the data type of the operand beside it, or
    /// `dtype` where there is none. Returns `None` if the expression is not valid.
    pub(super) fn build(&self, term: &Term, dtype: DataType) -> Option<PrimExpr> {
        match term {
            Term::Expr(slot) => self.exprs[usize::from(*slot)].cloned(),
            Term::Constant(slot) => self.constants[usize::from(*slot)].cloned(),
            Term::Number(number) => op::make_const(dtype, *number, None).ok(),
            Term::Truth(truth) => op::make_const(dtype, *truth, None).ok(),
            Term::Node(operator, terms) => {
                let element = dtype.element();
                match (operator, &terms[..]) {
                    (Operator::Ramp, [base, stride]) => {
                        let (base, stride) = self.pair(base, stride, element)?;
                        Some(Ramp::new(base, stride, dtype.lanes.into(), None).ok()?.upcast())
                    }
                    (Operator::Broadcast, [value]) => {
                        let value = self.build(value, element)?;
                        Some(Broadcast::new(value, dtype.lanes.into(), None).ok()?.upcast())
                    }
                    (Operator::Not, [operand]) => op::logical_not(self.build(operand, dtype)?, None).ok(),
                    (Operator::Select, [condition, a, b]) => {
                        let (a, b) = self.pair(a, b, dtype)?;
                        op::select(self.build(condition, dtype)?, a, b, None).ok()
                    }
                    (_, [a, b]) => {
                        let (a, b) = self.pair(a, b, dtype)?;
                        apply(*operator, a, b)
                    }
                    _ => None,
                }
            }
        }
    }

    /// Builds two operands of one data type.
    fn pair(&self, a: &Term, b: &Term, dtype: DataType) -> Option<(PrimExpr, PrimExpr)> {
        match (a, b) {
            (Term::Number(_), Term::Number(_)) => Some((self.build(a, dtype)?, self.build(b, dtype)?)),
            (Term::Number(_), _) => {
                let b = self.build(b, dtype)?;
                Some((self.build(a, b.dtype)?, b))
            }
            _ => {
                let a = self.build(a, dtype)?;
                let b = self.build(b, a.dtype)?;
                Some((a, b))
            }
        }
    }
}

/// Applies a binary operator with constant folding. Returns `None` if the operands do not fit, or
/// if the divisor is a constant 0.
pub(super) fn apply(operator: Operator, a: PrimExpr, b: PrimExpr) -> Option<PrimExpr> {
    let result = match operator {
        Operator::Add => op::add(a, b, None),
        Operator::Sub => op::sub(a, b, None),
        Operator::Mul => op::mul(a, b, None),
        Operator::Div => op::div(a, b, None),
        Operator::Mod => op::truncmod(a, b, None),
        Operator::FloorDiv => op::floordiv(a, b, None),
        Operator::FloorMod => op::floormod(a, b, None),
        Operator::Min => op::min(a, b, None),
        Operator::Max => op::max(a, b, None),
        Operator::EQ => op::equal(a, b, None),
        Operator::NE => op::not_equal(a, b, None),
        Operator::LT => op::less(a, b, None),
        Operator::LE => op::less_equal(a, b, None),
        Operator::GT => op::greater(a, b, None),
        Operator::GE => op::greater_equal(a, b, None),
        Operator::And => op::logical_and(a, b, None),
        Operator::Or => op::logical_or(a, b, None),
        Operator::Not | Operator::Select | Operator::Ramp | Operator::Broadcast => return None,
    };
    result.ok()
}
