//! Division of a map into an outer and an inner part.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::splits::Splits;
use super::{
    IterMapExpr, IterMark, IterSplitExpr, IterSplitExprNode, IterSumExpr, IterSumExprNode, constant,
    detect_iter_map, is_one, is_zero, normalize_iter_map_to_expr,
};
use crate::arith::Analyzer;
use crate::arith::term::{Operator, apply};
use crate::expr::{Range, Var};
use crate::op;

/// The division of indices, see [`subspace_divide`].
#[derive(Clone, Debug)]
pub struct SubspaceDivision {
    /// The outer and the inner part of each index.
    pub indices: Vec<[IterMark; 2]>,
    /// The conditions on the outer and on the inner iterators.
    pub predicates: [PrimExpr; 2],
}

/// Divides indices into `outer * extent + inner`, where `inner` depends only on the iterators in
/// `inner_iters`, `outer` depends only on the others, and `extent` is the extent of `inner`.
/// Returns `None` if there is no such division.
///
/// The predicate and `require_bijective` are those of [`detect_iter_map`].
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_tir::arith::{Analyzer, subspace_divide};
/// use objet_tir::expr::{Range, Var};
/// use objet_tir::op::{as_const_int, const_true};
///
/// let (i, j) = (Var::new("i", DataType::int(32), None), Var::new("j", DataType::int(32), None));
/// let iters = Map::from_iter([
///     (i.clone(), Range::from_min_extent(0, 8)),
///     (j.clone(), Range::from_min_extent(0, 4)),
/// ]);
/// let index = (&i * 4 + &j).expr()?;
/// let truth = const_true(1, None)?;
/// let division = subspace_divide(&[index], &iters, &[j], &truth, true, &mut Analyzer::new());
/// let [outer, inner] = &division.unwrap().indices[0];
/// assert_eq!([&outer.extent, &inner.extent].map(as_const_int), [Some(8), Some(4)]);
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "SubspaceDivide")]
pub fn subspace_divide(
    indices: &[PrimExpr],
    iters: &Map<Var, Range>,
    inner_iters: &[Var],
    predicate: &PrimExpr,
    require_bijective: bool,
    analyzer: &mut Analyzer,
) -> Option<SubspaceDivision> {
    let map = detect_iter_map(indices, iters, predicate, require_bijective, analyzer)?;
    if map.is_empty() {
        return None;
    }
    let truth = op::const_true(1, None).ok()?;
    let mut divider = Divider {
        analyzer,
        inner_iters: inner_iters.iter().collect(),
        splits: Splits::new(&map),
        known: HashMap::new(),
        predicates: [truth.clone(), truth],
    };
    let mut divided = Vec::new();
    for sum in &map {
        for arg in &sum.args {
            divider.divide_marks(&arg.source)?;
        }
        let part = divider.sum(sum, None)?;
        divided.push([IterMark::new(part.outer, part.extents.0), IterMark::new(part.inner, part.extents.1)]);
    }
    Some(SubspaceDivision { indices: divided, predicates: divider.predicates })
}

/// The value `outer * extents.1 + inner`.
#[derive(Clone)]
struct Part {
    outer: IterMapExpr,
    inner: IterMapExpr,
    /// The extents of the outer and of the inner expression.
    extents: (PrimExpr, PrimExpr),
}

impl Part {
    fn outer(expr: impl Into<IterMapExpr>, extent: &PrimExpr) -> Self {
        let none = IterSumExpr::new([], 0);
        Self { outer: expr.into(), inner: none.upcast(), extents: (extent.clone(), 1.into()) }
    }

    fn inner(expr: impl Into<IterMapExpr>, extent: &PrimExpr) -> Self {
        let Self { outer, inner, extents } = Self::outer(expr, extent);
        Self { outer: inner, inner: outer, extents: (extents.1, extents.0) }
    }

    fn is_outer(&self) -> bool {
        is_one(&self.extents.1)
    }

    fn is_inner(&self) -> bool {
        is_one(&self.extents.0)
    }
}

struct Divider<'a> {
    analyzer: &'a mut Analyzer,
    inner_iters: HashSet<&'a Var>,
    splits: Splits,
    /// The parts of the splits of the marks that are divided already.
    known: HashMap<IterSplitExpr, Part>,
    /// The conditions on the outer and on the inner iterators.
    predicates: [PrimExpr; 2],
}

impl Divider<'_> {
    /// Divides the splits of a mark, and of the marks in its source.
    fn divide_marks(&mut self, mark: &IterMark) -> Option<()> {
        let mut pending = vec![(mark.clone(), false)];
        while let Some((mark, is_entered)) = pending.pop() {
            let splits = self.splits.of_mark.get(&mark)?;
            if splits.iter().all(|split| self.known.contains_key(split)) {
                continue;
            }
            let Some(source) = mark.source.downcast_ref::<IterSumExpr>().cloned() else {
                let is_inner = self.inner_iters.contains(mark.source.downcast_ref::<Var>()?);
                for split in splits {
                    let part = match is_inner {
                        true => Part::inner(split.clone(), &split.extent),
                        false => Part::outer(split.clone(), &split.extent),
                    };
                    self.known.insert(split.clone(), part);
                }
                continue;
            };
            if !is_entered {
                pending.push((mark, true));
                // The innermost term comes first.
                pending.extend(source.args.iter().map(|arg| (arg.source.clone(), false)));
                continue;
            }
            let splits = splits.clone();
            let part = self.sum(&source, Some(&mark.extent))?;
            match splits.as_slice() {
                [split] => _ = self.known.insert(split.clone(), part),
                _ => self.divide_splits(&splits, &part)?,
            }
        }
        Some(())
    }

    /// Divides the splits of a mark that has a division. Each split must be in one of the parts.
    fn divide_splits(&mut self, splits: &[IterSplitExpr], part: &Part) -> Option<()> {
        let outer = IterMark::new(part.outer.clone(), &part.extents.0);
        let inner = IterMark::new(part.inner.clone(), &part.extents.1);
        let mut is_inner = !part.is_outer();
        let mut is_used = vec![false; splits.len()];
        let mut expected = constant(1, splits.first()?)?;
        let mut first_outer: Option<PrimExpr> = None;
        for _ in splits {
            let next = (0..splits.len()).find(|&index| {
                !is_used[index] && self.analyzer.can_prove_equal(&splits[index].lower_factor, &expected)
            })?;
            is_used[next] = true;
            let split = &splits[next];
            let IterSplitExprNode { lower_factor, extent, scale, .. } = &**split;
            let divided = match is_inner {
                true => Part::inner(IterSplitExpr::new(inner.clone(), lower_factor, extent, scale), extent),
                false => {
                    let first = first_outer.get_or_insert_with(|| lower_factor.clone()).clone();
                    let factor = apply(Operator::FloorDiv, lower_factor.clone(), first)?;
                    Part::outer(IterSplitExpr::new(outer.clone(), factor, extent, scale), extent)
                }
            };
            self.known.insert(split.clone(), divided);
            expected = apply(Operator::Mul, expected, extent.clone())?;
            if self.analyzer.can_prove_equal(&expected, &part.extents.1) {
                is_inner = false;
            }
        }
        (!is_inner).then_some(())
    }

    /// Divides a sum of splits whose marks are divided. `extent` is the extent of the mark with the
    /// sum, if there is one.
    fn sum(&mut self, sum: &IterSumExprNode, extent: Option<&PrimExpr>) -> Option<Part> {
        let arg = match sum.args.as_slice() {
            [] => {
                return Some(Part::inner(IterSumExpr::new([], &sum.base), &1.into()));
            }
            [arg] => arg,
            args => return self.fused(args, &sum.base, extent?),
        };
        if !is_one(&arg.scale) {
            return None;
        }
        let mut part = self.known.get(arg)?.clone();
        if let Some(extent) = extent.filter(|extent| !self.analyzer.can_prove_equal(&arg.extent, extent)) {
            part = self.limited(&part, extent)?;
        }
        if !is_zero(&sum.base) {
            part.inner = with_base(&part.inner, &sum.base)?.upcast();
        }
        Some(part)
    }

    /// Divides a sum of several terms: outer terms, followed by inner terms.
    fn fused(&mut self, args: &[IterSplitExpr], base: &PrimExpr, mark_extent: &PrimExpr) -> Option<Part> {
        let (mut outer, mut inner) = (Terms::new(), Terms::new());
        let mut extent = PrimExpr::from(1);
        let mut is_scaled = true;
        for arg in args.iter().rev() {
            is_scaled &= !is_one(&arg.scale);
            let part = self.known.get(arg)?;
            let split = if part.is_inner() {
                if !outer.args.is_empty() {
                    return None;
                }
                inner.push(as_split(&part.inner, &part.extents.1)?)?
            } else if part.is_outer() {
                outer.push(as_split(&part.outer, &part.extents.0)?)?
            } else {
                return None;
            };
            extent = apply(Operator::Mul, extent, split)?;
        }
        if is_scaled {
            return None;
        }
        let (outer, outer_extent) = outer.into_sum(0.into());
        let (inner, inner_extent) = inner.into_sum(base.clone());
        let extents = (outer_extent, inner_extent);
        let part = Part { outer: outer.upcast(), inner: inner.upcast(), extents };
        if self.analyzer.can_prove_equal(&extent, mark_extent) {
            Some(part)
        } else {
            self.limited(&part, mark_extent)
        }
    }

    /// Returns a part that is less than an extent, and adds this condition. The part is all outer
    /// or all inner.
    fn limited(&mut self, part: &Part, extent: &PrimExpr) -> Option<Part> {
        let sum_of = |expr: &IterMapExpr| match expr.downcast_ref::<IterSplitExpr>() {
            Some(split) => Some(IterSumExpr::new([split.clone()], 0)),
            None => expr.downcast_ref::<IterSumExpr>().cloned(),
        };
        if part.is_outer() {
            let sum = sum_of(&part.outer)?;
            self.limit(0, &sum, extent)?;
            Some(Part::outer(sum, extent))
        } else if part.is_inner() {
            let sum = sum_of(&part.inner)?;
            self.limit(1, &sum, extent)?;
            Some(Part::inner(sum, extent))
        } else {
            None
        }
    }

    /// Adds the condition that a sum is less than an extent.
    fn limit(&mut self, side: usize, sum: &IterSumExpr, extent: &PrimExpr) -> Option<()> {
        let value = normalize_iter_map_to_expr(&sum.clone().upcast(), self.analyzer).ok()?;
        let condition = op::less(value, extent, None).ok()?;
        self.predicates[side] = op::logical_and(&self.predicates[side], condition, None).ok()?;
        Some(())
    }
}

/// Terms of a sum, from the innermost to the outermost, whose scales are those of their extents.
struct Terms {
    args: Vec<IterSplitExpr>,
    extent: PrimExpr,
}

impl Terms {
    fn new() -> Self {
        Self { args: Vec::new(), extent: 1.into() }
    }

    /// Adds a term, and returns its extent.
    fn push(&mut self, mut split: IterSplitExpr) -> Option<PrimExpr> {
        let extent = apply(Operator::Mul, self.extent.clone(), split.extent.clone())?;
        *split.make_mut().scale = std::mem::replace(&mut self.extent, extent);
        let extent = split.extent.clone();
        self.args.push(split);
        Some(extent)
    }

    /// Returns the sum and its extent.
    fn into_sum(mut self, base: PrimExpr) -> (IterSumExpr, PrimExpr) {
        self.args.reverse();
        (IterSumExpr::new(Array::from_iter(self.args), base), self.extent)
    }
}

/// Returns a map as a split.
fn as_split(expr: &IterMapExpr, extent: &PrimExpr) -> Option<IterSplitExpr> {
    match expr.downcast_ref::<IterSplitExpr>() {
        Some(split) => Some(split.clone()),
        None => {
            let mark = IterMark::new(expr.clone(), extent);
            IterSplitExpr::whole(&mark, constant(1, expr)?)
        }
    }
}

/// Returns the sum of a map and an expression without iterators.
fn with_base(expr: &IterMapExpr, base: &PrimExpr) -> Option<IterSumExpr> {
    if let Some(split) = expr.downcast_ref::<IterSplitExpr>() {
        return Some(IterSumExpr::new([split.clone()], base));
    }
    let mut sum = expr.downcast_ref::<IterSumExpr>()?.clone();
    let base = apply(Operator::Add, sum.base.clone(), base.clone())?;
    *sum.make_mut().base = base;
    Some(sum)
}
