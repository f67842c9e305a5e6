//! The simplification of one expression whose operands are simple.

use objet::prelude::*;
use objet_ir::expr::{FloatImmNode, IntImmNode, PrimExpr};
use objet_ir::functor::downcast_known;

use super::Analyzer;
use super::operands::{operands, with_operands};
use super::rewrite::Mode;
use super::rules::{Condition, Domain, rules};
use super::term::{Bindings, Operator, Term, apply};
use crate::builtin;
use crate::expr::{Call, NotNode};
use crate::functor::Class;
use crate::op;

/// The maximum number of results of rules that are simplified inside each other.
const MAX_RECURSIONS: u8 = 5;

/// A relation of an integer to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Unknown,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Analyzer {
    /// Simplifies an expression with simple operands.
    pub(super) fn rewrite_node(
        &mut self,
        expr: &PrimExpr,
        class: Class,
        operands: Vec<PrimExpr>,
        mode: Mode,
    ) -> PrimExpr {
        match (Operator::of(class), &operands[..]) {
            (Some(Operator::Select), [condition, a, b]) => match super::deep_equal::is_same(a, b) {
                true => a.clone(),
                false => {
                    let _ = condition;
                    with_operands(class, expr, operands)
                }
            },
            (Some(Operator::Not), [operand]) => self.rewrite_not(operand, Some(expr), mode),
            (Some(operator), [a, b]) if operator != Operator::Ramp => {
                self.rewrite_binary(operator, a, b, Some((expr, class)), mode)
            }
            _ if class == Class::Cast => match operands.into_iter().next() {
                Some(value) => {
                    let is_same =
                        downcast_known::<crate::expr::Cast>(expr.as_object_ref()).value.same_as(&value);
                    let folds = value.dtype == expr.dtype
                        || op::as_const_int(&value).is_some()
                        || value.is_instance::<FloatImmNode>();
                    match is_same && !folds {
                        true => expr.clone(),
                        false => op::cast(expr.dtype, value, None).unwrap_or_else(|_| expr.clone()),
                    }
                }
                None => expr.clone(),
            },
            _ if class == Class::Call => self.rewrite_call(expr, operands, mode),
            _ => with_operands(class, expr, operands),
        }
    }

    fn rewrite_binary(
        &mut self,
        operator: Operator,
        a: &PrimExpr,
        b: &PrimExpr,
        original: Option<(&PrimExpr, Class)>,
        mode: Mode,
    ) -> PrimExpr {
        let negated = match operator {
            Operator::LE => Some((Operator::LT, b, a)),
            Operator::GE => Some((Operator::LT, a, b)),
            Operator::NE => Some((Operator::EQ, a, b)),
            _ => None,
        };
        if let Some((operator, a, b)) = negated {
            let inner = self.rewrite_binary(operator, a, b, None, mode);
            let result = self.rewrite_not(&inner, None, mode);
            return kept(result, original);
        }
        if operator == Operator::GT {
            return self.rewrite_binary(Operator::LT, b, a, None, mode);
        }
        if let Some(folded) = folded(operator, a, b) {
            return folded;
        }
        if let Some(result) = by_reciprocal(operator, a, b) {
            return result;
        }
        if let Some(result) = self.decided(operator, a, b, mode) {
            return result;
        }
        if let Some(result) = self.rewrite_by_rules(operator, &[a, b], mode) {
            return result;
        }
        if let Some(result) = self.by_residues(operator, a, b) {
            return result;
        }
        match original {
            Some((expr, class)) => with_operands(class, expr, vec![a.clone(), b.clone()]),
            None => apply(operator, a.clone(), b.clone()).unwrap_or_else(|| a.clone()),
        }
    }

    fn rewrite_not(&mut self, operand: &PrimExpr, original: Option<&PrimExpr>, mode: Mode) -> PrimExpr {
        if let Some(value) = op::as_const_int(operand) {
            return op::make_const(operand.dtype, value == 0, None).unwrap_or_else(|_| operand.clone());
        }
        if let Some(result) = self.rewrite_by_rules(Operator::Not, &[operand], mode) {
            return result;
        }
        let original = original.filter(|original| {
            original.as_node::<NotNode>().is_some_and(|original| original.a.same_as(operand))
        });
        match original {
            Some(original) => original.clone(),
            None => op::logical_not(operand, None).unwrap_or_else(|_| operand.clone()),
        }
    }

    fn rewrite_call(&mut self, expr: &PrimExpr, operands: Vec<PrimExpr>, mode: Mode) -> PrimExpr {
        let call: &Call = downcast_known(expr.as_object_ref());
        let folded = match &operands[..] {
            [condition] if call.calls(&builtin::likely()) => match op::as_const_int(condition) {
                Some(_) => Some(condition.clone()),
                None if mode == Mode::Rewrite && self.literals.get(condition).is_some() => {
                    op::make_const(expr.dtype, true, None).ok()
                }
                None => None,
            },
            [a, b] if call.calls(&builtin::shift_right()) => {
                let are_constants = op::as_const_int(a).is_some() && op::as_const_int(b).is_some();
                if are_constants { op::right_shift(a, b, None).ok() } else { None }
            }
            _ => None,
        };
        folded.unwrap_or_else(|| with_operands(Class::Call, expr, operands))
    }

    /// Applies the first rule of the tables that matches.
    fn rewrite_by_rules(
        &mut self,
        operator: Operator,
        operands: &[&PrimExpr],
        mode: Mode,
    ) -> Option<PrimExpr> {
        let dtype = operands.first()?.dtype;
        let heads = [0, 1].map(|index| operands.get(index).and_then(|operand| head(operand)));
        let (is_vector, is_index) = (!dtype.is_scalar(), op::is_index(dtype));
        for rule in rules(operator) {
            let holds = match rule.domain {
                Domain::Vector => is_vector,
                Domain::Index => is_index,
                Domain::Any => true,
            };
            let fits =
                rule.heads.iter().zip(&heads).all(|(needed, found)| needed.is_none() || needed == found);
            if !holds || !fits {
                continue;
            }
            let mut bindings = Bindings::default();
            let matches =
                rule.operands.iter().zip(operands).all(|(term, operand)| bindings.matches(term, operand));
            if !matches
                || !rule.conditions.iter().all(|condition| self.holds(condition, &bindings, dtype, mode))
            {
                continue;
            }
            let Some(result) = build(&bindings, &rule.result, dtype) else { continue };
            return Some(if rule.again { self.simplified_again(result, mode) } else { result });
        }
        None
    }

    fn holds(&mut self, condition: &Condition, bindings: &Bindings<'_>, dtype: DataType, mode: Mode) -> bool {
        match condition {
            Condition::Holds(comparison, a, b) => match (bindings.number(a), bindings.number(b)) {
                (Some(a), Some(b)) => comparison.holds(a, b),
                _ => false,
            },
            Condition::AtLeast(term, bound) => {
                match (bindings.build(term, dtype.element()), bindings.number(bound)) {
                    (Some(expr), Some(bound)) => self.is_at_least(&expr, bound),
                    _ => false,
                }
            }
            Condition::Equals(term, number) => {
                match (bindings.build(term, dtype.element()), bindings.number(number)) {
                    (Some(expr), Some(number)) => self.relation(&expr, number, mode) == Relation::Equal,
                    _ => false,
                }
            }
        }
    }

    fn simplified_again(&mut self, expr: PrimExpr, mode: Mode) -> PrimExpr {
        if self.effort.recursions[mode as usize] >= MAX_RECURSIONS {
            return expr;
        }
        self.effort.recursions[mode as usize] += 1;
        let result = self.visit(&expr, mode).into_expr();
        self.effort.recursions[mode as usize] -= 1;
        result
    }

    /// Compares an expression with a number.
    #[doc(alias = "TryCompare")]
    pub(super) fn relation(&mut self, expr: &PrimExpr, number: i64, mode: Mode) -> Relation {
        let expr = self.visit(expr, mode).into_expr();
        self.bounded_relation(&expr, number)
    }

    /// Compares a simple expression with a number.
    pub(super) fn bounded_relation(&mut self, expr: &PrimExpr, number: i64) -> Relation {
        if let Some(value) = op::as_const_int(expr) {
            return match value.cmp(&number) {
                std::cmp::Ordering::Equal => Relation::Equal,
                std::cmp::Ordering::Greater => Relation::Greater,
                std::cmp::Ordering::Less => Relation::Less,
            };
        }
        let bound = self.bound_of(expr);
        match () {
            () if bound.min > number => Relation::Greater,
            () if bound.max < number => Relation::Less,
            () if bound.min >= number => Relation::GreaterOrEqual,
            () if bound.max <= number => Relation::LessOrEqual,
            () if number == 0 && self.residue_of(expr).base != 0 => Relation::NotEqual,
            () => Relation::Unknown,
        }
    }

    /// Returns the result of an operator on indices that the bounds of the operands decide.
    fn decided(&mut self, operator: Operator, a: &PrimExpr, b: &PrimExpr, mode: Mode) -> Option<PrimExpr> {
        if !op::is_index(a.dtype) {
            return None;
        }
        match operator {
            Operator::Min | Operator::Max => {
                let (left, right) = (self.bound_of(a), self.bound_of(b));
                let (less, greater) = match operator {
                    Operator::Min => (left, right),
                    _ => (right, left),
                };
                match () {
                    () if less.max <= greater.min => Some(a.clone()),
                    () if greater.max <= less.min => Some(b.clone()),
                    () => None,
                }
            }
            Operator::EQ | Operator::LT => {
                let difference = op::sub(a, b, None).ok()?;
                let relation = self.relation(&difference, 0, mode);
                let truth = match (operator, relation) {
                    (Operator::EQ, Relation::Equal) | (Operator::LT, Relation::Less) => true,
                    (Operator::EQ, Relation::NotEqual | Relation::Less | Relation::Greater) => false,
                    (Operator::LT, Relation::Equal | Relation::Greater | Relation::GreaterOrEqual) => false,
                    _ => return None,
                };
                op::const_true(1, None).ok().map(|yes| if truth { yes } else { no() })
            }
            _ => None,
        }
    }

    /// Returns the remainder of an index that its residues decide.
    fn by_residues(&mut self, operator: Operator, a: &PrimExpr, b: &PrimExpr) -> Option<PrimExpr> {
        if !a.dtype.is_scalar() {
            return self.lanes_by_residues(operator, a, b);
        }
        let is_remainder = matches!(operator, Operator::Mod | Operator::FloorMod);
        let divisor = op::as_const_int(b).filter(|divisor| *divisor > 0)?;
        if !is_remainder || !op::is_index(a.dtype) {
            return None;
        }
        let residue = self.residue_of(a);
        if residue.coeff % divisor != 0 || operator == Operator::Mod && !self.is_at_least(a, 0) {
            return None;
        }
        op::make_const(a.dtype, residue.base.rem_euclid(divisor), None).ok()
    }
}

fn no() -> PrimExpr {
    objet_ir::expr::Bool::from(false).upcast()
}

/// Returns the operator of an operand.
fn head(expr: &PrimExpr) -> Option<Operator> {
    Operator::of(super::operands::class(expr)?)
}

/// Builds the result of a rule on operands of a type.
fn build(bindings: &Bindings<'_>, result: &Term, dtype: DataType) -> Option<PrimExpr> {
    let dtype = if matches!(result, Term::Truth(_)) { DataType::BOOL.with_lanes(dtype.lanes) } else { dtype };
    bindings.build(result, dtype)
}

/// Returns the quotient by a floating-point number as the product with its reciprocal.
fn by_reciprocal(operator: Operator, a: &PrimExpr, b: &PrimExpr) -> Option<PrimExpr> {
    let divisor = b.as_node::<FloatImmNode>().filter(|_| operator == Operator::Div)?;
    let reciprocal = op::make_const(b.dtype, 1.0 / divisor.value, None).ok()?;
    apply(Operator::Mul, a.clone(), reciprocal)
}

/// Returns the result of an operator on constants, or on special operands such as 0 and 1.
fn folded(operator: Operator, a: &PrimExpr, b: &PrimExpr) -> Option<PrimExpr> {
    let is_number = |expr: &PrimExpr| expr.is_instance::<IntImmNode>() || expr.is_instance::<FloatImmNode>();
    if !is_number(a) && !is_number(b) && !a.same_as(b) {
        return None;
    }
    let result = apply(operator, a.clone(), b.clone())?;
    match operands(&result) {
        Some((found, [Some(left), Some(right), _]))
            if found == operator && left.same_as(a) && right.same_as(b) =>
        {
            None
        }
        _ => Some(result),
    }
}

/// Returns the original object instead of an equal result.
fn kept(result: PrimExpr, original: Option<(&PrimExpr, Class)>) -> PrimExpr {
    match original {
        Some((original, _)) => match (operands(&result), operands(original)) {
            (Some((found, left)), Some((expected, right)))
                if found == expected
                    && left
                        .into_iter()
                        .flatten()
                        .zip(right.into_iter().flatten())
                        .all(|(a, b)| a.same_as(b)) =>
            {
                original.clone()
            }
            _ => result,
        },
        None => result,
    }
}
