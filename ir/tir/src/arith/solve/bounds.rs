//! The best range that the bounds of a variable allow.

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{SolveError, analyzer_of, substituted};
use crate::arith::{Analyzer, Domains, IntGroupBounds, IntervalSet, IntervalSetNode};
use crate::expr::{Range, Var};
use crate::op;

impl IntGroupBounds {
    /// Returns the least range that has all values of the variable, where the other variables have
    /// ranges. Returns `None` if the variable has no lower or no upper bound.
    ///
    /// # Errors
    /// Returns an error if the bounds are not integers of one data type.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_tir::arith::IntGroupBounds;
    /// use objet_tir::op::as_const_int;
    ///
    /// let bounds = IntGroupBounds::new(2, [1.into()], [], [7.into()]);
    /// let range = bounds.find_best_range(&Map::new())?.unwrap();
    /// assert_eq!([&range.min, &range.extent].map(as_const_int), [Some(1), Some(4)]);
    /// # Ok::<(), objet_tir::arith::SolveError>(())
    /// ```
    #[doc(alias = "FindBestRange")]
    pub fn find_best_range(&self, ranges: &Map<Var, Range>) -> Result<Option<Range>, SolveError> {
        let mut analyzer = analyzer_of(ranges)?;
        let mut domains = Domains::default();
        for (var, range) in ranges {
            domains.insert(var.clone(), IntervalSet::from_range(range)?);
        }
        let lowers: Vec<&PrimExpr> = self.equal.iter().chain(&self.lower).collect();
        let uppers: Vec<&PrimExpr> = self.equal.iter().chain(&self.upper).collect();
        if let ([lower], [upper], true) = (&lowers[..], &uppers[..], op::is_const_int(&self.coef, 1)) {
            let end = analyzer.simplify(&op::add(*upper, 1, None)?, 2);
            return Ok(Some(Range::new(analyzer.simplify(lower, 2), end, None)?));
        }
        // The lower bound and the difference of the pair of bounds with the least difference.
        let mut best: Option<(PrimExpr, PrimExpr)> = None;
        for lower in lowers {
            for upper in &uppers {
                let least = op::sub(op::add(lower, &self.coef, None), 1, None);
                let least = op::floordiv(least, &self.coef, None)?;
                // Both differences are at least that of the bounds of the variable itself.
                let together = op::floordiv(op::sub(*upper, lower, None), &self.coef, None)?;
                let apart = op::sub(op::floordiv(*upper, &self.coef, None), &least, None)?;
                let [together, apart] = [together, apart].map(|difference| {
                    let difference = analyzer.simplify(&difference, 3);
                    let set = analyzer.int_set(&difference, &domains);
                    analyzer.simplify(&set.max_value, 3)
                });
                let difference = if is_less(&apart, &together, &mut analyzer) { apart } else { together };
                let least = analyzer.simplify(&least, 3);
                let is_better = match &best {
                    None => true,
                    Some((_, known)) => is_less(&difference, known, &mut analyzer),
                };
                if is_better {
                    best = Some((least, difference));
                }
            }
        }
        let Some((least, difference)) = best else { return Ok(None) };
        let extent = analyzer.simplify(&op::add(difference, 1, None)?, 2);
        Ok(Some(Range::from_min_extent(least, extent)))
    }

    /// Returns the bounds together with those of a range of the variable.
    pub(super) fn within(&self, range: &Range) -> Result<Self, ConstructError> {
        let mut analyzer = Analyzer::new();
        let mut scaled = |bound: Result<PrimExpr, ConstructError>| -> Result<PrimExpr, ConstructError> {
            Ok(analyzer.simplify(&op::mul(bound, &self.coef, None)?, 2))
        };
        let (mut lower, mut equal, mut upper) = (Vec::new(), Vec::new(), Vec::new());
        let min = scaled(Ok(range.min.clone()))?;
        if op::is_const_int(&range.extent, 1) {
            equal.push(min);
        } else {
            lower.push(min);
            upper.push(scaled(op::sub(op::add(&range.min, &range.extent, None), 1, None))?);
        }
        let mut simplified = |bound: &PrimExpr| analyzer.simplify(bound, 2);
        equal.extend(self.equal.iter().map(&mut simplified));
        lower.extend(self.lower.iter().map(&mut simplified));
        upper.extend(self.upper.iter().map(&mut simplified));
        Ok(Self::new(&self.coef, Array::from_iter(lower), Array::from_iter(equal), Array::from_iter(upper)))
    }

    /// Returns the bounds with the values of variables.
    pub(super) fn substituted(&self, values: &Map<Var, PrimExpr>) -> Result<Self, RewriteError> {
        let all = |bounds: &Array<PrimExpr>| -> Result<Array<PrimExpr>, RewriteError> {
            bounds.iter().map(|bound| substituted(bound, values)).collect()
        };
        let coef = substituted(&self.coef, values)?;
        Ok(Self::new(coef, all(&self.lower)?, all(&self.equal)?, all(&self.upper)?))
    }
}

/// Whether `a - b < 0` provably holds.
fn is_less(a: &PrimExpr, b: &PrimExpr, analyzer: &mut Analyzer) -> bool {
    op::less(op::sub(a, b, None), 0, None).is_ok_and(|condition| analyzer.can_prove(&condition))
}

impl IntervalSetNode {
    /// Returns the range with the integers of the set, if both bounds are known.
    ///
    /// # Errors
    /// Returns an error if the bounds are not integers of one data type.
    pub(in crate::arith) fn cover_range(&self) -> Result<Option<Range>, ConstructError> {
        let (Some(lower), Some(upper)) = (self.lower(), self.upper()) else { return Ok(None) };
        let extent = op::sub(op::add(upper, 1, None), lower, None)?;
        Ok(Some(Range::from_min_extent(lower, Analyzer::new().simplify(&extent, 2))))
    }
}
