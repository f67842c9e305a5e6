//! Analysis of the constant bounds of integers.

use std::collections::HashMap;

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::functor::downcast_known;

use super::Analyzer;
use super::bottom_up::BottomUp;
use super::bound::{Bound, EVERYTHING, NEG_INF, POS_INF, sum};
use crate::builtin;
use crate::expr::{
    Add, AndNode, Call, Cast, Div, FloorDiv, FloorMod, LENode, LTNode, Let, Max, Min, Mod, Mul, Ramp, Select,
    SizeVarNode, Sub, Var, VarNode,
};
use crate::functor::Class;
use crate::integer::floor_quotient;
use crate::op;

/// Constant bounds of an integer, both inclusive. [`POS_INF`] and [`NEG_INF`] mean that there is no
/// bound.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.ConstIntBound", is_final, new)]
#[reflect(repr = show_bound)]
pub struct ConstIntBoundNode {
    base: Object,
    /// The least value.
    pub min_value: i64,
    /// The greatest value.
    pub max_value: i64,
}

impl ConstIntBoundNode {
    pub(super) fn bound(&self) -> Bound {
        Bound::new(self.min_value, self.max_value)
    }
}

impl From<Bound> for ConstIntBound {
    fn from(bound: Bound) -> Self {
        Self::new(bound.min, bound.max)
    }
}

/// The analysis of constant bounds.
struct Bounds;

impl BottomUp for Bounds {
    type Value = Bound;

    fn follows_operands(class: Class, expr: &PrimExpr) -> bool {
        use Class::{Add, Cast, Div, FloorDiv, FloorMod, Let, Max, Min, Mod, Mul, Ramp, Select, Sub};
        match class {
            Add | Sub | Mul | Div | Mod | FloorDiv | FloorMod | Min | Max | Select | Cast | Ramp | Let => {
                true
            }
            Class::Call => bitwise(downcast_known(expr.as_object_ref())).is_some(),
            _ => false,
        }
    }

    fn known(analyzer: &Analyzer, expr: &PrimExpr) -> Option<Bound> {
        analyzer.known_bound(expr)
    }

    fn computed(analyzer: &mut Analyzer, expr: &PrimExpr, class: Class) -> Bound {
        analyzer.computed_bound(expr, class)
    }

    fn of_leaf(analyzer: &Analyzer, expr: &PrimExpr) -> Bound {
        analyzer.leaf_bound(expr)
    }

    fn remember(analyzer: &mut Analyzer, expr: PrimExpr, bound: Bound) {
        analyzer.set_bound(expr, bound);
    }

    fn of_variables(analyzer: &mut Analyzer) -> &mut HashMap<Var, Bound> {
        &mut analyzer.bounds
    }
}

impl Analyzer {
    /// Returns the bounds of an expression.
    pub(super) fn bound_of(&mut self, root: &PrimExpr) -> Bound {
        self.visit_operands_first::<Bounds>(root);
        self.operand_bound(root)
    }

    fn computed_bound(&self, expr: &PrimExpr, class: Class) -> Bound {
        let object = expr.as_object_ref();
        let dtype = expr.dtype;
        macro_rules! pair {
            ($type:ident: $a:ident, $b:ident) => {{
                let node: &$type = downcast_known(object);
                (self.operand_bound(&node.$a), self.operand_bound(&node.$b))
            }};
        }
        macro_rules! binary {
            ($type:ident, |$a:ident, $b:ident| $bound:expr) => {{
                let ($a, $b) = pair!($type: a, b);
                $bound
            }};
        }
        match class {
            Class::Add => binary!(Add, |a, b| a.sum(b)),
            Class::Sub => binary!(Sub, |a, b| a.difference(b)),
            Class::Mul => binary!(Mul, |a, b| a.product(b)),
            Class::Div => binary!(Div, |a, b| a.quotient(b, dtype, |a, b| a / b)),
            Class::FloorDiv => binary!(FloorDiv, |a, b| a.quotient(b, dtype, floor_quotient)),
            Class::Mod => binary!(Mod, |a, b| a.truncated_remainder(b, dtype)),
            Class::FloorMod => binary!(FloorMod, |a, b| a.floored_remainder(b, dtype)),
            Class::Min => binary!(Min, |a, b| Bound { min: a.min.min(b.min), max: a.max.min(b.max) }),
            Class::Max => binary!(Max, |a, b| Bound { min: a.min.max(b.min), max: a.max.max(b.max) }),
            Class::Select => {
                let (a, b) = pair!(Select: true_value, false_value);
                a.union(b)
            }
            Class::Cast => {
                self.operand_bound(&downcast_known::<Cast>(object).value).intersection(Bound::of(dtype))
            }
            Class::Ramp => {
                let (base, stride) = pair!(Ramp: base, stride);
                let steps = i64::from(downcast_known::<Ramp>(object).lanes) - 1;
                base.union(base.sum(stride.product(Bound::point(steps))))
            }
            Class::Let => self.operand_bound(&downcast_known::<Let>(object).body),
            Class::Call => {
                let call: &Call = downcast_known(object);
                match (bitwise(call), &call.args[..]) {
                    (Some(bound), [a, b]) => bound(self.operand_bound(a), self.operand_bound(b), dtype),
                    _ => Bound::of(dtype),
                }
            }
            _ => Bound::of(dtype),
        }
    }

    /// Returns the bounds of a constant or variable, or those that the type allows.
    fn leaf_bound(&self, expr: &PrimExpr) -> Bound {
        match_node!(match expr {
            int @ IntImmNode => Bound::point(int.value),
            VarNode => {
                let known = expr.downcast_ref::<Var>().and_then(|var| self.bounds.get(var));
                let is_size = expr.is_instance::<SizeVarNode>();
                let of_type = if is_size { Bound::new(0, POS_INF) } else { Bound::of(expr.dtype) };
                known.copied().unwrap_or(of_type)
            }
            _ => Bound::of(expr.dtype),
        })
    }

    fn known_bound(&self, expr: &PrimExpr) -> Option<Bound> {
        match expr.as_node::<IntImmNode>() {
            Some(int) => Some(Bound::point(int.value)),
            None => self.memo().bounds.get(expr).copied(),
        }
    }

    fn operand_bound(&self, expr: &PrimExpr) -> Bound {
        self.known_bound(expr).unwrap_or(EVERYTHING)
    }

    fn set_bound(&mut self, expr: PrimExpr, bound: Bound) {
        let bound = if expr.is_instance::<VarNode>() {
            let fact = self.var_facts.get(&expr).and_then(|bounds| bounds.last());
            fact.map_or(bound, |fact| bound.intersection(*fact))
        } else {
            self.facts.get(&expr).map_or(bound, |fact| bound.intersection(*fact))
        };
        self.memo_mut().bounds.insert(expr, bound);
    }
}

/// Returns the function for the bounds of a call of a bitwise operator.
fn bitwise(call: &Call) -> Option<fn(Bound, Bound, DataType) -> Bound> {
    if call.args.len() != 2 {
        return None;
    }
    match () {
        () if call.calls(&builtin::shift_right()) => Some(|a, b, dtype| {
            let is_valid = b.min >= 0 && b.max < 64;
            let shifted = |a: i64, b: i64| if a.abs() == POS_INF { a } else { a >> b };
            if is_valid { a.by_ends(b, shifted) } else { Bound::of(dtype) }
        }),
        () if call.calls(&builtin::bitwise_and()) => Some(|a, b, dtype| match (a.min >= 0, b.min >= 0) {
            (true, true) => Bound { min: 0, max: a.max.min(b.max) },
            (true, false) => Bound { min: 0, max: a.max },
            (false, true) => Bound { min: 0, max: b.max },
            (false, false) => Bound::of(dtype),
        }),
        () => None,
    }
}

/// Returns the bounds of expressions that follow from a condition. As in TVM, `>` and `>=` add no
/// bounds.
pub(super) fn facts_of(condition: &PrimExpr) -> Vec<(PrimExpr, Bound)> {
    let mut facts = Vec::new();
    let mut pending = vec![condition];
    while let Some(condition) = pending.pop() {
        let mut compare =
            |a: &PrimExpr, b: &PrimExpr, gap: i64| match (op::as_const_int(a), op::as_const_int(b)) {
                (Some(least), _) => facts.push((b.clone(), Bound { min: sum(least, gap), max: POS_INF })),
                (_, Some(most)) => facts.push((a.clone(), Bound { min: NEG_INF, max: sum(most, -gap) })),
                _ => {}
            };
        match_node!(match condition {
            node @ LENode => compare(&node.a, &node.b, 0),
            node @ LTNode => compare(&node.a, &node.b, 1),
            node @ AndNode => pending.extend([&node.b, &node.a]),
            _ => {}
        });
    }
    facts
}

fn show_bound<'a>(bound: &'a ConstIntBoundNode, printer: &mut ReprPrinter<'a>) {
    let text = |value: i64| match value {
        POS_INF => "pos_inf".to_owned(),
        NEG_INF => "neg_inf".to_owned(),
        value => value.to_string(),
    };
    printer.text(format!("ConstIntBound[{},{}]", text(bound.min_value), text(bound.max_value)));
}
