//! Fusion of the terms of a sum to one iterator.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::expr::{IntImmNode, PrimExpr};

use super::sum::Sum;
use super::{IterMark, IterSplitExpr, IterSumExpr, constant, is_one, is_zero};
use crate::arith::term::{Operator, apply};
use crate::arith::{Analyzer, deep_equal};
use crate::op;

/// The fused iterators.
#[derive(Default)]
pub(super) struct Fusions {
    fusions: Vec<Fusion>,
    /// The places of the fusions of the same marks.
    by_marks: HashMap<Vec<IterMark>, Vec<usize>>,
    /// The places of constrained fusions by the mark of their last split. A fusion may be in the
    /// list several times.
    constrained: HashMap<IterMark, Vec<usize>>,
    /// The places of constrained fusions, in the order of the conditions.
    order: Vec<usize>,
}

/// A fused iterator.
struct Fusion {
    /// The splits of the inputs, from the outermost to the innermost.
    splits: Vec<IterSplitExpr>,
    /// The iterator, whose source has the iterators of conditions as terms.
    mark: IterMark,
}

impl Fusions {
    /// Fuses the splits of a sum. Returns `None` if the splits are not the digits of one number.
    pub(super) fn fuse(&mut self, sum: &Sum, analyzer: &mut Analyzer) -> Option<IterSplitExpr> {
        let (place, scale) = self.fuse_at(sum, analyzer)?;
        IterSplitExpr::whole(&self.fusions[place].mark, scale)
    }

    /// Limits a sum by an upper bound, which is exclusive.
    pub(super) fn constrain(&mut self, sum: &Sum, bound: &PrimExpr, analyzer: &mut Analyzer) -> Option<()> {
        let (place, scale) = self.fuse_at(sum, analyzer)?;
        if !is_one(&scale) {
            return None;
        }
        let fusion = &mut self.fusions[place];
        let extent = op::min(bound, &fusion.mark.extent, None).ok()?;
        // The new mark differs from marks that are in use already.
        fusion.mark = IterMark::new(&fusion.mark.source, extent);
        let last = fusion.splits.last()?.source.clone();
        self.constrained.entry(last).or_default().push(place);
        self.order.push(place);
        Some(())
    }

    /// Whether each two constrained iterators are disjoint, or one is part of the other.
    pub(super) fn are_nested(&self) -> bool {
        self.order.iter().enumerate().all(|(index, outer)| {
            self.order[index + 1..].iter().all(|inner| {
                let (a, b) = (&self.fusions[*outer].splits, &self.fusions[*inner].splits);
                let mut are_parts = a.iter().map(|split| b.iter().any(|other| is_same_split(split, other)));
                let first = are_parts.next();
                are_parts.all(|is_part| Some(is_part) == first)
            })
        })
    }

    /// Returns the place of the fusion of a sum, and its scale.
    fn fuse_at(&mut self, sum: &Sum, analyzer: &mut Analyzer) -> Option<(usize, PrimExpr)> {
        if !is_zero(&sum.base) {
            return None;
        }
        let scales =
            sum.args.iter().enumerate().filter_map(|(index, arg)| {
                arg.scale.as_node::<IntImmNode>().map(|scale| (scale.value, index))
            });
        let (_, first) = scales.min()?;
        let base_scale = sum.args[first].scale.clone();
        let mut expected_scale = base_scale.clone();
        let mut is_used = vec![false; sum.args.len()];
        // The splits and the iterators from the innermost to the outermost.
        let (mut splits, mut iters) = (Vec::new(), Vec::new());
        while splits.len() < sum.args.len() {
            let start = if splits.is_empty() { first } else { 0 };
            let next = (start..sum.args.len()).find(|&index| {
                !is_used[index] && analyzer.can_prove_equal(&sum.args[index].scale, &expected_scale)
            })?;
            let arg = &sum.args[next];
            let constraint = self.constraint_from(arg);
            let Some(constraint) = constraint else {
                is_used[next] = true;
                splits.push(arg.clone());
                iters.push(arg.clone());
                expected_scale = apply(Operator::Mul, expected_scale, arg.extent.clone())?;
                continue;
            };
            for part in self.fusions[constraint].splits.iter().rev() {
                let scale = apply(Operator::Mul, part.scale.clone(), expected_scale.clone())?;
                let found = (0..sum.args.len()).find(|&index| {
                    let arg = &sum.args[index];
                    !is_used[index] && is_same_part(arg, part) && analyzer.can_prove_equal(&arg.scale, &scale)
                })?;
                is_used[found] = true;
                splits.push(sum.args[found].clone());
            }
            let mark = self.fusions[constraint].mark.clone();
            iters.push(IterSplitExpr::whole(&mark, expected_scale.clone())?);
            expected_scale = apply(Operator::Mul, expected_scale, mark.extent.clone())?;
        }
        splits.reverse();
        iters.reverse();
        let extent = apply(Operator::Div, expected_scale, base_scale.clone())?;
        if let Some(place) = self.place_of(&splits) {
            let is_same = analyzer.can_prove_equal(&extent, &self.fusions[place].mark.extent);
            return is_same.then_some((place, base_scale));
        }
        let source = IterSumExpr::new(Array::from_iter(iters), constant(0, &sum.base)?);
        let mark = IterMark::new(source, extent);
        let marks = splits.iter().map(|split| split.source.clone()).collect();
        self.by_marks.entry(marks).or_default().push(self.fusions.len());
        self.fusions.push(Fusion { splits, mark });
        Some((self.fusions.len() - 1, base_scale))
    }

    /// Returns the place of the largest constrained fusion whose last split is this one.
    fn constraint_from(&self, split: &IterSplitExpr) -> Option<usize> {
        let mut best: Option<usize> = None;
        for &place in self.constrained.get(&split.source)? {
            let splits = &self.fusions[place].splits;
            let is_larger = best.is_none_or(|best| self.fusions[best].splits.len() < splits.len());
            if is_larger && splits.last().is_some_and(|last| is_same_part(split, last)) {
                best = Some(place);
            }
        }
        best
    }

    fn place_of(&self, splits: &[IterSplitExpr]) -> Option<usize> {
        let marks: Vec<_> = splits.iter().map(|split| split.source.clone()).collect();
        let places = self.by_marks.get(&marks)?;
        places.iter().copied().find(|&place| {
            let known = &self.fusions[place].splits;
            known.iter().zip(splits).all(|(known, split)| is_same_split(known, split))
        })
    }
}

/// Whether two splits have the same digits of one mark.
fn is_same_part(a: &IterSplitExpr, b: &IterSplitExpr) -> bool {
    a.source.same_as(&b.source)
        && deep_equal(&a.lower_factor, &b.lower_factor)
        && deep_equal(&a.extent, &b.extent)
}

fn is_same_split(a: &IterSplitExpr, b: &IterSplitExpr) -> bool {
    is_same_part(a, b) && deep_equal(&a.scale, &b.scale)
}
