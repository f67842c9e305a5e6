//! Analysis of the residues of integers.

use std::collections::HashMap;

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::functor::downcast_known;

use super::Analyzer;
use super::bottom_up::BottomUp;
use crate::builtin;
use crate::expr::{
    Add, AndNode, Call, Cast, Div, EQNode, FloorDiv, FloorModNode, Let, Max, Min, ModNode, Mul, Select, Sub,
    Var, VarNode,
};
use crate::functor::Class;
use crate::op;

/// A set of integers: `coeff * i + base` for all integers `i`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.ModularSet", is_final, new)]
#[reflect(repr = show_set)]
pub struct ModularSetNode {
    base_object: Object,
    /// The distance of neighboring elements, which is 0 for a single element.
    pub coeff: i64,
    /// The least element that is not negative, or the single element.
    pub base: i64,
}

/// The integers `coeff * i + base`. `coeff` is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Residue {
    pub(super) coeff: i64,
    pub(super) base: i64,
}

const EVERYTHING: Residue = Residue { coeff: 1, base: 0 };

/// Returns the greatest common divisor. The divisor of 0 and a number is the number.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Residue {
    /// Creates a set, or the set of all integers if a number needs more than 64 bits.
    fn new(coeff: i128, base: i128) -> Self {
        let coeff = coeff.abs();
        let base = if coeff == 0 { base } else { base.rem_euclid(coeff) };
        match (i64::try_from(coeff), i64::try_from(base)) {
            (Ok(coeff), Ok(base)) => Self { coeff, base },
            _ => EVERYTHING,
        }
    }

    fn wide(self) -> (i128, i128) {
        (self.coeff.into(), self.base.into())
    }

    fn product(self, other: Self) -> Self {
        let ((p, n), (q, m)) = (self.wide(), other.wide());
        let Some(pq) = p.checked_mul(q) else { return EVERYTHING };
        Self::new(gcd(pq, gcd(p * m, q * n)), n * m)
    }

    fn union(self, other: Self) -> Self {
        let ((p, n), (q, m)) = (self.wide(), other.wide());
        let coeff = gcd(p, q);
        if coeff == 0 {
            return if n == m { self } else { EVERYTHING };
        }
        let (n, m) = (n.rem_euclid(coeff), m.rem_euclid(coeff));
        if n == m { Self::new(coeff, n) } else { Self::new(gcd(gcd(n, m), coeff), n) }
    }

    /// Returns the common elements. If there are none, returns one of the sets.
    fn intersection(self, other: Self) -> Self {
        let ((p, n), (q, m)) = (self.wide(), other.wide());
        let common = gcd(p, q);
        if common == 0 || (m - n) % common != 0 {
            return self;
        }
        // `p * i + n` is an element of the other set if `p * i` is `m - n` modulo `q`.
        let (mut old, mut new) = ((p, 1_i128), (q, 0_i128));
        while new.0 != 0 {
            let quotient = old.0 / new.0;
            (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
        }
        let period = p / common * q;
        let factor = if q == common { 0 } else { (m - n) / common % (q / common) * old.1 % (q / common) };
        Self::new(period, n + p * factor)
    }
}

impl From<Residue> for ModularSet {
    fn from(residue: Residue) -> Self {
        Self::new(residue.coeff, residue.base)
    }
}

/// The analysis of residues.
struct Residues;

impl BottomUp for Residues {
    type Value = Residue;

    fn follows_operands(class: Class, expr: &PrimExpr) -> bool {
        use Class::{Add, Cast, Div, FloorDiv, Let, Max, Min, Mul, Select, Sub};
        match class {
            Add | Sub | Mul | Div | FloorDiv | Min | Max | Select | Cast | Let => true,
            Class::Call => downcast_known::<Call>(expr.as_object_ref()).args.len() == 2,
            _ => false,
        }
    }

    fn known(analyzer: &Analyzer, expr: &PrimExpr) -> Option<Residue> {
        analyzer.known_residue(expr)
    }

    fn computed(analyzer: &mut Analyzer, expr: &PrimExpr, class: Class) -> Residue {
        analyzer.computed_residue(expr, class)
    }

    fn of_leaf(analyzer: &Analyzer, expr: &PrimExpr) -> Residue {
        let var = expr.downcast_ref::<Var>();
        var.and_then(|var| analyzer.residues.get(var)).copied().unwrap_or(EVERYTHING)
    }

    fn remember(analyzer: &mut Analyzer, expr: PrimExpr, residue: Residue) {
        analyzer.memo_mut().residues.insert(expr, residue);
    }

    fn of_variables(analyzer: &mut Analyzer) -> &mut HashMap<Var, Residue> {
        &mut analyzer.residues
    }
}

impl Analyzer {
    /// Returns the residues of an expression.
    pub(super) fn residue_of(&mut self, root: &PrimExpr) -> Residue {
        self.visit_operands_first::<Residues>(root);
        self.operand_residue(root)
    }

    fn computed_residue(&mut self, expr: &PrimExpr, class: Class) -> Residue {
        let object = expr.as_object_ref();
        macro_rules! binary {
            ($type:ident: |$a:ident, $b:ident| $residue:expr) => {{
                let node: &$type = downcast_known(object);
                let ($a, $b) = (self.operand_residue(&node.a), self.operand_residue(&node.b));
                $residue
            }};
        }
        macro_rules! by_constant {
            ($type:ident: $method:ident, $is_floored:literal) => {{
                let node: &$type = downcast_known(object);
                match op::as_const_int(&node.b) {
                    Some(divisor) if divisor != 0 => self.$method(&node.a, divisor, $is_floored),
                    _ => EVERYTHING,
                }
            }};
        }
        match class {
            Class::Add => binary!(Add: |a, b| Residue::new(
                gcd(a.coeff.into(), b.coeff.into()),
                i128::from(a.base) + i128::from(b.base),
            )),
            Class::Sub => binary!(Sub: |a, b| Residue::new(
                gcd(a.coeff.into(), b.coeff.into()),
                i128::from(a.base) - i128::from(b.base),
            )),
            Class::Mul => binary!(Mul: |a, b| a.product(b)),
            Class::Min => binary!(Min: |a, b| a.union(b)),
            Class::Max => binary!(Max: |a, b| a.union(b)),
            Class::Div => by_constant!(Div: residue_of_quotient, false),
            Class::FloorDiv => by_constant!(FloorDiv: residue_of_quotient, true),
            Class::Select => {
                let node: &Select = downcast_known(object);
                self.operand_residue(&node.true_value).union(self.operand_residue(&node.false_value))
            }
            Class::Cast => self.operand_residue(&downcast_known::<Cast>(object).value),
            Class::Let => self.operand_residue(&downcast_known::<Let>(object).body),
            Class::Call => {
                let call: &Call = downcast_known(object);
                let [a, b] = &call.args[..] else { return EVERYTHING };
                let b = self.operand_residue(b);
                if b.coeff != 0 {
                    return EVERYTHING;
                }
                match () {
                    () if call.calls(&builtin::shift_right()) && (0..63).contains(&b.base) => {
                        self.residue_of_quotient(a, 1 << b.base, true)
                    }
                    () => EVERYTHING,
                }
            }
            _ => EVERYTHING,
        }
    }

    fn residue_of_quotient(&mut self, dividend: &PrimExpr, divisor: i64, is_floored: bool) -> Residue {
        let (coeff, base) = self.operand_residue(dividend).wide();
        let divisor = i128::from(divisor);
        if coeff % divisor != 0 {
            return EVERYTHING;
        }
        match () {
            () if base == 0 => Residue::new(coeff / divisor, 0),
            // The direction of rounding is known for a positive divisor.
            () if base > 0 && divisor > 0 && (is_floored || self.is_at_least(dividend, 0)) => {
                Residue::new(coeff / divisor, base / divisor)
            }
            () => EVERYTHING,
        }
    }

    fn known_residue(&self, expr: &PrimExpr) -> Option<Residue> {
        match expr.as_node::<IntImmNode>() {
            Some(int) => Some(Residue { coeff: 0, base: int.value }),
            None => self.memo().residues.get(expr).copied(),
        }
    }

    fn operand_residue(&self, expr: &PrimExpr) -> Residue {
        self.known_residue(expr).unwrap_or(EVERYTHING)
    }

    /// Returns the residues of variables that follow from a condition.
    pub(super) fn residues_of(&self, condition: &PrimExpr) -> Vec<(Var, Residue)> {
        let mut facts: Vec<(Var, Residue)> = Vec::new();
        let mut earlier: HashMap<Var, Residue> = HashMap::new();
        let mut pending = vec![condition];
        while let Some(condition) = pending.pop() {
            if let Some(and) = condition.as_node::<AndNode>() {
                pending.extend([&and.b, &and.a]);
            }
            let Some(equality) = condition.as_node::<EQNode>() else { continue };
            let remainder = match_node!(match equality.a {
                node @ ModNode => Some((&node.a, &node.b)),
                node @ FloorModNode => Some((&node.a, &node.b)),
                _ => None,
            });
            let Some((dividend, divisor)) = remainder.filter(|(a, _)| a.is_instance::<VarNode>()) else {
                continue;
            };
            let Some(var) = dividend.downcast_ref::<Var>() else { continue };
            if let (Some(coeff), Some(base)) = (op::as_const_int(divisor), op::as_const_int(&equality.b)) {
                let known =
                    earlier.get(var).or_else(|| self.residues.get(var)).copied().unwrap_or(EVERYTHING);
                let residue = known.intersection(Residue::new(coeff.into(), base.into()));
                earlier.insert(var.clone(), residue);
                facts.push((var.clone(), residue));
            }
        }
        facts
    }
}

fn show_set<'a>(set: &'a ModularSetNode, printer: &mut ReprPrinter<'a>) {
    printer.text(format!("ModularSet(coeff={}, base={})", set.coeff, set.base));
}
