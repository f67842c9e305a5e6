//! Indices as sums of products, in which quotients and remainders that belong together become one again.

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr};

use super::{Checked, make_const};
use crate::expr::{AddNode, FloorDivNode, FloorModNode, MulNode, SubNode};

/// How many terms a sum may have, and how many steps it may take to find them: beyond that, comparing each with each costs too much.
const MAX_TERMS: usize = 64;
const MAX_STEPS: usize = 1024;

/// The index as a sum: constants are added up, and `x / y * y + x % y` is `x`, with quotients rounded down. What is no sum of few terms stays
/// as it is.
#[doc(alias = "MergeMulMod")]
pub(crate) fn simplified_index(index: PrimExpr) -> PrimExpr {
    if !index.dtype.is_int() || !index.dtype.is_scalar() {
        return index;
    }
    let sum = Sum::of(&index, true).and_then(Sum::merged).or_else(|| Sum::of(&index, false));
    sum.and_then(|sum| sum.expr(index.dtype).ok()).unwrap_or(index)
}

/// A product: what is known of its factors, and those that are to be looked at.
#[derive(Clone)]
struct Product {
    coefficient: i64,
    factors: Vec<PrimExpr>,
    rest: Vec<PrimExpr>,
}

/// Products without a rest; that without factors is the constant.
#[derive(Default)]
struct Sum(Vec<Product>);

impl Sum {
    /// `None` if there are too many terms, or numbers too large. Products of sums are multiplied out if `distribute`.
    fn of(index: &PrimExpr, distribute: bool) -> Option<Self> {
        let mut sum = Self::default();
        sum.add(Product { coefficient: 1, factors: Vec::new(), rest: vec![index.clone()] }, distribute)?;
        Some(sum)
    }

    fn add(&mut self, product: Product, distribute: bool) -> Option<()> {
        let mut products = vec![product];
        for _ in 0..MAX_STEPS {
            let Some(mut product) = products.pop() else { return Some(()) };
            let Some(factor) = product.rest.pop() else {
                self.add_term(product)?;
                continue;
            };
            let may_split = distribute || product.factors.is_empty() && product.rest.iter().all(is_constant);
            let with = |factor: &PrimExpr, sign: i64| {
                let mut product = product.clone();
                product.coefficient = product.coefficient.wrapping_mul(sign);
                product.rest.push(factor.clone());
                product
            };
            match_node!(factor, {
                int: IntImmNode => {
                    product.coefficient = product.coefficient.checked_mul(int.value)?;
                    products.push(product);
                },
                add: AddNode if may_split => products.extend([with(&add.b, 1), with(&add.a, 1)]),
                sub: SubNode if may_split => products.extend([with(&sub.b, -1), with(&sub.a, 1)]),
                mul: MulNode => {
                    product.rest.extend([mul.b.clone(), mul.a.clone()]);
                    products.push(product);
                },
                _ => {
                    product.factors.push(factor);
                    products.push(product);
                },
            });
        }
        None
    }

    fn add_term(&mut self, term: Product) -> Option<()> {
        let known = self
            .0
            .iter_mut()
            .find(|known| without(&known.factors, &term.factors).is_some_and(|rest| rest.is_empty()));
        match known {
            Some(known) => known.coefficient = known.coefficient.checked_add(term.coefficient)?,
            None => self.0.push(term),
        }
        self.0.retain(|term| term.coefficient != 0);
        (self.0.len() <= MAX_TERMS).then_some(())
    }

    /// The sum with quotients and remainders made one; `None` if there are no such.
    fn merged(mut self) -> Option<Self> {
        let mut found = false;
        while let Some((quotient, remainder, whole)) = self.pair() {
            found = true;
            self.0.remove(quotient.max(remainder));
            self.0.remove(quotient.min(remainder));
            self.add(whole, true)?;
        }
        found.then_some(self)
    }

    /// Two terms that are a quotient, times what it was divided by, and the remainder; and what they are together.
    fn pair(&self) -> Option<(usize, usize, Product)> {
        for (remainder, low) in self.0.iter().enumerate() {
            for (place, factor) in low.factors.iter().enumerate() {
                let Some(modulo) = factor.as_node::<FloorModNode>() else { continue };
                let mut common = low.factors.clone();
                common.remove(place);
                // What the term with the quotient has to be, but for the quotient.
                let Some(Self(divisor)) = Self::of(&modulo.b, true) else { continue };
                let [divisor] = &divisor[..] else { continue };
                let Some(coefficient) = divisor.coefficient.checked_mul(low.coefficient) else { continue };
                let expected = [&common[..], &divisor.factors[..]].concat();
                let quotient = self.0.iter().position(|high| {
                    let rest = without(&high.factors, &expected);
                    high.coefficient == coefficient
                        && rest.is_some_and(|rest| matches!(&rest[..], [rest] if is_quotient(rest, modulo)))
                });
                if let Some(quotient) = quotient {
                    let rest = vec![modulo.a.clone()];
                    let whole = Product { coefficient: low.coefficient, factors: common, rest };
                    return Some((quotient, remainder, whole));
                }
            }
        }
        None
    }

    /// The sum as an expression: what is added first, then the constant, then what is taken away.
    fn expr(&self, dtype: DataType) -> Result<PrimExpr, ConstructError> {
        let constant = |value: i64| Checked::from(make_const(dtype, value, None));
        let product = |term: &Product| {
            let mut factors = term.factors.iter().map(Checked::from);
            let first = factors.next().unwrap_or_else(|| constant(1));
            factors.fold(first, |product, factor| product * factor)
        };
        // A negative number wraps around where its positive is none; so does the difference, back to what it should be.
        let (added, taken): (Vec<_>, Vec<_>) = self.0.iter().partition(|term| term.coefficient > 0);
        let (constants, terms): (Vec<_>, Vec<_>) =
            added.into_iter().partition(|term| term.factors.is_empty());
        let sum = terms
            .into_iter()
            .chain(constants)
            .fold(constant(0), |sum, term| sum + product(term) * constant(term.coefficient));
        let (constants, terms): (Vec<_>, Vec<_>) =
            taken.into_iter().partition(|term| term.factors.is_empty());
        let sum = terms
            .into_iter()
            .chain(constants)
            .fold(sum, |sum, term| sum - product(term) * constant(term.coefficient.wrapping_neg()));
        sum.expr()
    }
}

fn is_constant(expr: &PrimExpr) -> bool {
    expr.is_instance::<IntImmNode>()
}

/// The factors but for some of them; `None` if they do not have these.
fn without(factors: &[PrimExpr], some: &[PrimExpr]) -> Option<Vec<PrimExpr>> {
    let mut rest = factors.to_vec();
    for factor in some {
        let place = rest.iter().position(|own| own.same_as(factor) || structural_equal(own, factor))?;
        rest.remove(place);
    }
    Some(rest)
}

/// Whether the expression is the quotient that belongs to the remainder.
fn is_quotient(expr: &PrimExpr, modulo: &FloorModNode) -> bool {
    expr.as_node::<FloorDivNode>().is_some_and(|quotient| {
        structural_equal(&quotient.a, &modulo.a) && structural_equal(&quotient.b, &modulo.b)
    })
}
