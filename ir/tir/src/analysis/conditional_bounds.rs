//! Bounds that conditions set for variables with domains.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::all_vars;
use crate::arith::{Analyzer, Domains, IntervalSet, detect_linear_equation};
use crate::builtin;
use crate::expr::{AndNode, CallNode, EQNode, GENode, GTNode, LENode, LTNode, Var};
use crate::integer::floor_quotient;
use crate::op::{self, as_const_int};

/// The most variables in a comparison that narrows domains. The time for a comparison grows with
/// the square of this number.
const MAX_VARS: usize = 16;

/// Returns narrower domains of variables for a condition that holds or does not hold.
///
/// Only comparisons of sums that constants bound are considered. Other parts of a conjunction do
/// not change the domains.
pub(crate) fn bounds_by_condition(
    analyzer: &mut Analyzer,
    condition: &PrimExpr,
    holds: bool,
    domains: &Domains,
) -> Vec<(Var, IntervalSet)> {
    let condition = match holds {
        true => condition.clone(),
        false => match op::logical_not(condition, None) {
            Ok(negated) => analyzer.simplify(&negated, 2),
            Err(_) => return Vec::new(),
        },
    };
    let mut narrowed = HashMap::new();
    let mut seen = HashSet::new();
    let mut pending = vec![condition];
    while let Some(part) = pending.pop() {
        if !seen.insert(part.clone()) {
            continue;
        }
        match_node!(match &part {
            and @ AndNode => pending.extend([and.b.clone(), and.a.clone()]),
            call @ CallNode if call.op.same_as(&builtin::likely()) =>
                pending.extend(call.args.first().cloned()),
            _ => {
                for difference in not_negative(&part) {
                    narrow(analyzer, &difference, domains, &mut narrowed);
                }
            }
        });
    }
    narrowed.into_iter().collect()
}

/// Returns the expressions that are not negative if a comparison of integers holds.
fn not_negative(comparison: &PrimExpr) -> Vec<PrimExpr> {
    let less = |a: &PrimExpr, b: &PrimExpr, distance: i32| {
        let difference = a.dtype.is_int().then(|| op::sub(op::sub(b, a, None), distance, None).ok());
        difference.flatten().into_iter().collect::<Vec<_>>()
    };
    match_node!(match comparison {
        node @ LTNode => less(&node.a, &node.b, 1),
        node @ LENode => less(&node.a, &node.b, 0),
        node @ GTNode => less(&node.b, &node.a, 1),
        node @ GENode => less(&node.b, &node.a, 0),
        node @ EQNode => [less(&node.a, &node.b, 0), less(&node.b, &node.a, 0)].concat(),
        _ => Vec::new(),
    })
}

/// Narrows the domains of the variables in a sum that is not negative.
fn narrow(
    analyzer: &mut Analyzer,
    difference: &PrimExpr,
    domains: &Domains,
    narrowed: &mut HashMap<Var, IntervalSet>,
) {
    let mut vars = all_vars(difference);
    vars.retain(|var| domains.contains_key(var));
    if vars.len() > MAX_VARS {
        return;
    }
    for var in vars {
        let Some(known) = narrowed.get(&var).or_else(|| domains.get(&var)).cloned() else { continue };
        let Some(parts) = detect_linear_equation(difference, std::slice::from_ref(&var)) else { continue };
        let [coeff, rest] = &parts[..] else { continue };
        let Some(coeff) = as_const_int(&analyzer.simplify(coeff, 2)) else { continue };
        let rest = analyzer.int_set(rest, domains);
        let Some(rest) = rest.upper().map(|rest| analyzer.simplify(rest, 2)) else { continue };
        let Some(rest) = as_const_int(&rest).map(i128::from) else { continue };
        let bound = |value: i128| op::make_const(var.dtype, i64::try_from(value).ok()?, None).ok();
        let set = match coeff {
            0 => continue,
            1.. => {
                let Some(least) = bound(-floor_quotient(rest, coeff.into())) else { continue };
                let min = known.lower().map_or(Ok(least.clone()), |min| op::max(min, least, None));
                min.map(|min| IntervalSet::new(min, &known.max_value))
            }
            _ => {
                let Some(greatest) = bound(floor_quotient(rest, -i128::from(coeff))) else { continue };
                let max = known.upper().map_or(Ok(greatest.clone()), |max| op::min(max, greatest, None));
                max.map(|max| IntervalSet::new(&known.min_value, max))
            }
        };
        if let Ok(set) = set {
            narrowed.insert(var, set);
        }
    }
}
