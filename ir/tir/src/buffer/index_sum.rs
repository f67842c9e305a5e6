//! Simplification of indices. Matching quotients and remainders in sums are merged.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use crate::arith::{Analyzer, deep_equal};
use crate::expr::{AddNode, FloorDivNode, FloorModNode, MulNode};
use crate::op;

/// The maximum number of remainders and products that are compared with each other.
const MAX_TERMS: usize = 64;

/// Simplifies an index, and replaces `(a + x / y) * y + x % y` by `a * y + x`, where quotients are
/// rounded down.
#[doc(alias = "MergeMulMod")]
pub(crate) fn merged_index(analyzer: &mut Analyzer, index: &PrimExpr) -> Result<PrimExpr, ConstructError> {
    let simple = analyzer.simplify(index, 2);
    let mut sum = Sum::default();
    sum.add(&simple)?;
    let mut is_merged = false;
    let mut next = 0;
    while next < sum.remainders.len() && sum.remainders.len().max(sum.products.len()) <= MAX_TERMS {
        let (value, divisor) = sum.remainders[next].clone();
        let mut found = None;
        for (index, product) in sum.products.iter().enumerate() {
            if let Some(merged) = merged(product, &value, &divisor)? {
                found = Some((index, merged));
                break;
            }
        }
        let Some((index, merged)) = found else {
            next += 1;
            continue;
        };
        is_merged = true;
        sum.remainders.remove(next);
        sum.products.remove(index);
        let (has_product, has_remainder) = sum.add(&merged)?;
        if has_product {
            next = 0;
        } else if has_remainder && next == sum.remainders.len() {
            next -= 1;
        }
    }
    if !is_merged {
        return Ok(simple);
    }
    let mut total = sum.rest;
    for product in sum.products {
        total = Some(joined(total, &product)?);
    }
    for (value, divisor) in sum.remainders {
        total = Some(joined(total, &op::floormod(value, divisor, None)?)?);
    }
    Ok(total.unwrap_or(simple))
}

fn joined(sum: Option<PrimExpr>, term: &PrimExpr) -> Result<PrimExpr, ConstructError> {
    match sum {
        None => Ok(term.clone()),
        Some(sum) => op::add(sum, term, None),
    }
}

/// The terms of a sum.
#[derive(Default)]
struct Sum {
    products: Vec<PrimExpr>,
    /// The operands of remainders.
    remainders: Vec<(PrimExpr, PrimExpr)>,
    /// The sum of the other terms.
    rest: Option<PrimExpr>,
}

impl Sum {
    /// Adds the terms of an expression. Returns whether there are products, and remainders.
    fn add(&mut self, expr: &PrimExpr) -> Result<(bool, bool), ConstructError> {
        let (mut has_product, mut has_remainder) = (false, false);
        let mut pending = vec![expr.clone()];
        while let Some(term) = pending.pop() {
            if let Some(sum) = term.as_node::<AddNode>() {
                pending.extend([sum.b.clone(), sum.a.clone()]);
            } else if let Some(remainder) = term.as_node::<FloorModNode>() {
                has_remainder = true;
                self.remainders.push((remainder.a.clone(), remainder.b.clone()));
            } else if term.is_instance::<MulNode>() {
                has_product = true;
                self.products.push(term);
            } else {
                self.rest = Some(joined(self.rest.take(), &term)?);
            }
        }
        Ok((has_product, has_remainder))
    }
}

/// Merges a product with the remainder of `value` by `divisor`. Returns `None` if the product does
/// not have the matching quotient.
fn merged(
    product: &PrimExpr,
    value: &PrimExpr,
    divisor: &PrimExpr,
) -> Result<Option<PrimExpr>, ConstructError> {
    let times = |factor: &PrimExpr, others: Option<PrimExpr>| match others {
        None => Ok(factor.clone()),
        Some(others) => op::mul(factor, others, None),
    };
    let mut outer = None;
    let mut inside = product.clone();
    while let Some(product) = inside.clone().as_node::<MulNode>() {
        outer = Some(times(&product.b, outer)?);
        inside = product.a.clone();
    }
    let Some(outer) = outer else { return Ok(None) };
    let mut inner = None;
    let mut rest = None;
    loop {
        let next = match_node!(match inside {
            quotient @ FloorDivNode => {
                let factor = match inner {
                    None => outer.clone(),
                    Some(inner) => op::mul(inner, &outer, None)?,
                };
                let matches = deep_equal(&factor, &quotient.b)
                    && deep_equal(&factor, divisor)
                    && deep_equal(&quotient.a, value);
                return Ok(match (matches, rest) {
                    (false, _) => None,
                    (true, None) => Some(value.clone()),
                    (true, Some(rest)) => Some(op::add(op::mul(rest, outer, None)?, value, None)?),
                });
            }
            product @ MulNode => {
                inner = Some(times(&product.b, inner)?);
                product.a.clone()
            }
            sum @ AddNode if inner.is_none() => {
                rest = Some(joined(rest, &sum.a)?);
                sum.b.clone()
            }
            _ => return Ok(None),
        });
        inside = next;
    }
}
