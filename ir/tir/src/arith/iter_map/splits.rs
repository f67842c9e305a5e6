//! The splits of marks in a map, and whether they cover the marks.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;

use super::factors::is_multiple;
use super::{IterMark, IterSplitExpr, IterSumExpr, IterSumExprNode, constant};
use crate::arith::Analyzer;
use crate::arith::term::{Operator, apply};

/// The splits of each mark of a map.
pub(super) struct Splits {
    /// The marks, each after the marks in its source.
    pub(super) marks: Vec<IterMark>,
    pub(super) of_mark: HashMap<IterMark, Vec<IterSplitExpr>>,
}

impl Splits {
    pub(super) fn new(map: &[IterSumExpr]) -> Self {
        enum Step {
            Enter(IterMark),
            Add(IterSplitExpr),
        }
        let steps = |sum: &IterSumExprNode| -> Vec<Step> {
            let steps =
                sum.args.iter().flat_map(|arg| [Step::Enter(arg.source.clone()), Step::Add(arg.clone())]);
            steps.rev().collect()
        };
        let mut this = Self { marks: Vec::new(), of_mark: HashMap::new() };
        let mut seen = HashSet::new();
        for sum in map {
            let mut pending = steps(sum);
            while let Some(step) = pending.pop() {
                match step {
                    Step::Enter(mark) => {
                        if seen.insert(mark.clone()) {
                            if let Some(source) = mark.source.as_node::<IterSumExprNode>() {
                                pending.extend(steps(source));
                            }
                            this.marks.push(mark);
                        }
                    }
                    Step::Add(split) => this.of_mark.entry(split.source.clone()).or_default().push(split),
                }
            }
        }
        this
    }

    /// Whether the splits of each mark do not overlap, and the last split ends with the mark. With
    /// `is_bijective`, the splits also have all digits of the mark.
    pub(super) fn cover_marks(&self, is_bijective: bool, analyzer: &mut Analyzer) -> bool {
        self.marks.iter().all(|mark| {
            self.of_mark
                .get(mark)
                .is_some_and(|splits| covers(mark, splits, is_bijective, analyzer).is_some())
        })
    }
}

fn covers(
    mark: &IterMark,
    splits: &[IterSplitExpr],
    is_bijective: bool,
    analyzer: &mut Analyzer,
) -> Option<()> {
    let mut is_used = vec![false; splits.len()];
    let mut lower_factor = constant(1, &mark.source)?;
    for _ in splits {
        let unused = |index: &usize| !is_used[*index];
        let next = (0..splits.len())
            .filter(unused)
            .find(|&index| analyzer.can_prove_equal(&splits[index].lower_factor, &lower_factor));
        let next = match next {
            None if is_bijective => return None,
            None => {
                // Skip digits: the next split is the one whose lower factor divides all others.
                let mut best: Option<usize> = None;
                for index in (0..splits.len()).filter(unused) {
                    let factor = &splits[index].lower_factor;
                    if is_multiple(factor, &lower_factor, analyzer)
                        && best.is_none_or(|best| is_multiple(&splits[best].lower_factor, factor, analyzer))
                    {
                        best = Some(index);
                    }
                }
                best?
            }
            Some(next) => next,
        };
        is_used[next] = true;
        let split = &splits[next];
        lower_factor = apply(Operator::Mul, split.lower_factor.clone(), split.extent.clone())?;
    }
    let is_whole = match is_bijective {
        true => analyzer.can_prove_equal(&lower_factor, &mark.extent),
        false => is_multiple(&mark.extent, &lower_factor, analyzer),
    };
    is_whole.then_some(())
}
