//! Simplification of indices: an index is rewritten as a sum of products, in which matching
//! quotients and remainders are merged.

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr};

use super::{Checked, is_const_int, make_const, sub};
use crate::expr::{AddNode, FloorDivNode, FloorModNode, MulNode, SubNode};

/// The maximum number of terms of a sum, and of steps to find them. The limits bound the quadratic
/// cost of comparing the terms.
const MAX_TERMS: usize = 64;
const MAX_STEPS: usize = 1024;

/// Rewrites an index as a sum. Constants are added up, and `x / y * y + x % y` becomes `x`, where
/// quotients are rounded down. An index that is not a sum of few terms is returned as is.
#[doc(alias = "MergeMulMod")]
fn simplified_index(index: PrimExpr) -> PrimExpr {
    if !index.dtype.is_int() || !index.dtype.is_scalar() {
        return index;
    }
    let sum = Sum::of(&index, true).and_then(Sum::merged).or_else(|| Sum::of(&index, false));
    sum.and_then(|sum| sum.expr(index.dtype).ok()).unwrap_or(index)
}

/// Whether two integers are equal for all values of their variables, as far as sums of products
/// show it.
pub(crate) fn is_provably_equal(lhs: &PrimExpr, rhs: &PrimExpr) -> bool {
    let is_zero = |difference| is_const_int(&simplified_index(difference), 0);
    structural_equal(lhs, rhs) || sub(lhs, rhs, None).is_ok_and(is_zero)
}

/// A product: its known coefficient and factors, and the factors that remain to be examined.
#[derive(Clone)]
struct Product {
    coefficient: i64,
    factors: Vec<PrimExpr>,
    rest: Vec<PrimExpr>,
}

/// A sum of products without remaining factors. The product without factors is the constant term.
#[derive(Default)]
struct Sum(Vec<Product>);

impl Sum {
    /// Expands an index into a sum. Returns `None` if there are too many terms or a coefficient
    /// overflows. Products of sums are multiplied out if `distribute` is set.
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
            match_node!(match factor {
                int @ IntImmNode => {
                    product.coefficient = product.coefficient.checked_mul(int.value)?;
                    products.push(product);
                }
                add @ AddNode if may_split => products.extend([with(&add.b, 1), with(&add.a, 1)]),
                sub @ SubNode if may_split => products.extend([with(&sub.b, -1), with(&sub.a, 1)]),
                mul @ MulNode => {
                    product.rest.extend([mul.b.clone(), mul.a.clone()]);
                    products.push(product);
                }
                _ => {
                    product.factors.push(factor);
                    products.push(product);
                }
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

    /// Merges quotients and remainders. Returns `None` if there are none to merge.
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

    /// Finds a quotient times its divisor and the matching remainder. Returns the positions of both
    /// terms and the merged product.
    fn pair(&self) -> Option<(usize, usize, Product)> {
        for (remainder, low) in self.0.iter().enumerate() {
            for (index, factor) in low.factors.iter().enumerate() {
                let Some(modulo) = factor.as_node::<FloorModNode>() else { continue };
                let mut common = low.factors.clone();
                common.remove(index);
                // The factors of the matching term, apart from the quotient.
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

    /// Builds the expression of the sum: positive terms, then the positive constant, then negative
    /// terms and constants as subtractions.
    fn expr(&self, dtype: DataType) -> Result<PrimExpr, ConstructError> {
        let constant = |value: i64| Checked::from(make_const(dtype, value, None));
        let product = |term: &Product| {
            let mut factors = term.factors.iter().map(Checked::from);
            let first = factors.next().unwrap_or_else(|| constant(1));
            factors.fold(first, |product, factor| product * factor)
        };
        // If the negation of a coefficient overflows, it wraps around, and the subtraction wraps
        // back to the correct value.
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

/// Removes some factors from a product. Returns `None` if the product lacks one of them.
fn without(factors: &[PrimExpr], some: &[PrimExpr]) -> Option<Vec<PrimExpr>> {
    let mut rest = factors.to_vec();
    for factor in some {
        let index = rest.iter().position(|own| own.same_as(factor) || structural_equal(own, factor))?;
        rest.remove(index);
    }
    Some(rest)
}

/// Whether an expression is the quotient that matches the remainder `modulo`.
fn is_quotient(expr: &PrimExpr, modulo: &FloorModNode) -> bool {
    expr.as_node::<FloorDivNode>().is_some_and(|quotient| {
        structural_equal(&quotient.a, &modulo.a) && structural_equal(&quotient.b, &modulo.b)
    })
}
