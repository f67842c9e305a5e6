//! Merging of adjacent regions of the same external compiler.

use foldhash::{HashMap, HashSet};
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpError};
use objet_ir::transform::{Pass, PassInfo};

use super::annotate_target::{Edge, annotation};
use super::function_pass::FunctionPass;
use crate::analysis::{AnnotatedRegion, AnnotatedRegionError, AnnotatedRegionSet};
use crate::dataflow_pattern::PatternError;
use crate::dataflow_pattern::replace::Replaced;
use crate::functor::post_order;

/// The reason why regions cannot be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeRegionsError {
    /// The annotations do not form regions.
    #[error(transparent)]
    Regions(#[from] AnnotatedRegionError),
    /// An operator for annotations is missing.
    #[error(transparent)]
    Op(#[from] OpError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] PatternError),
}

/// Merges each region for an external compiler with the regions of its inputs that have the same
/// target, and removes the annotations between them.
///
/// Two regions stay apart if the input of one depends on the other one through a region of another
/// target, because their union could not be computed at once.
///
/// # Errors
/// Fails if the annotations do not form regions.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::expr::Var;
/// use objet_relay::op::annotation::{compiler_begin, compiler_end};
/// use objet_relay::op::sqrt;
/// use objet_relay::transform::merge_compiler_regions;
///
/// let region = |input: RelayExpr| {
///     let begin = compiler_begin(input, attrs! { compiler: "demo" })?;
///     compiler_end(sqrt(begin)?, attrs! { compiler: "demo" })
/// };
/// let x = Var::new("x", None, None);
/// let merged = merge_compiler_regions(&region(region(x.into())?.into())?.into())?;
/// let text = objet_relay::text::pretty_print(Some(&merged.into()));
/// assert_eq!(text.matches("compiler_begin").count(), 1, "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "MergeCompilerRegions")]
pub fn merge_compiler_regions(expr: &RelayExpr) -> Result<RelayExpr, MergeRegionsError> {
    let [begin, end] = [Op::get("annotation.compiler_begin")?, Op::get("annotation.compiler_end")?];
    let set = AnnotatedRegionSet::new(expr, &begin, &end)?;
    let mut merger = Merger::new(&set.regions);
    for expr in post_order(expr) {
        if let Some((Edge::End, ..)) = annotation(&expr)
            && let Some(region) = merger.region_of(&expr)
        {
            merger.visit(region);
        }
    }
    let mut replaced = Replaced::default();
    for expr in post_order(expr) {
        let inner = match annotation(&expr) {
            Some((Edge::Begin, _, ended)) => match annotation(ended) {
                Some((Edge::End, _, inner)) if merger.region_of(&expr) == merger.region_of(ended) => {
                    Some(replaced.of(inner))
                }
                _ => None,
            },
            _ => None,
        };
        let new = match inner {
            Some(inner) => inner,
            None => replaced.rebuild(&expr)?,
        };
        replaced.insert(&expr, new);
    }
    Ok(replaced.of(expr))
}

/// Creates the pass for [`merge_compiler_regions`].
pub(super) fn pass() -> Pass {
    FunctionPass::typed(PassInfo::new(0, "MergeCompilerRegions", []), |function, _, _| {
        Ok(merge_compiler_regions(function.upcast_ref())?.downcast()?)
    })
    .into()
}

objet_ir::register_pass!("relay._transform.MergeCompilerRegions", pass);

/// Merges regions. Regions are identified by their index in the set.
struct Merger<'r> {
    regions: &'r [AnnotatedRegion],
    /// The original region of each expression.
    of: HashMap<&'r RelayExpr, usize>,
    merged: Vec<Merged>,
    /// The number of regions whose parents are merged.
    visited: usize,
}

/// The state of a region.
#[derive(Clone, Default)]
struct Merged {
    /// The region that this one became a part of.
    into: Option<usize>,
    /// Whether the region was reached.
    is_entered: bool,
    /// The position of the region in the order of merging, once its parents are merged.
    position: Option<usize>,
    /// The lowest position of a region that is part of this one.
    first: usize,
    /// The regions of the inputs, at the time of merging.
    parents: Vec<usize>,
}

impl<'r> Merger<'r> {
    fn new(regions: &'r [AnnotatedRegion]) -> Self {
        let numbered = regions.iter().enumerate();
        let of = numbered.flat_map(|(index, region)| region.nodes.iter().map(move |node| (node, index)));
        Self { regions, of: of.collect(), merged: vec![Merged::default(); regions.len()], visited: 0 }
    }

    /// Returns the region that contains an expression, after merging.
    fn region_of(&mut self, expr: &RelayExpr) -> Option<usize> {
        let region = *self.of.get(expr)?;
        Some(self.find(region))
    }

    fn find(&mut self, mut region: usize) -> usize {
        while let Some(outer) = self.merged[region].into {
            // Each lookup halves the length of its path.
            if let Some(next) = self.merged[outer].into {
                self.merged[region].into = Some(next);
            }
            region = outer;
        }
        region
    }

    /// Merges a region with its parents, after the parents.
    fn visit(&mut self, region: usize) {
        let mut path = vec![region];
        while let Some(&region) = path.last() {
            let state = &mut self.merged[region];
            if state.position.is_some() {
                path.pop();
            } else if state.is_entered {
                path.pop();
                self.merge_parents(region);
            } else {
                state.is_entered = true;
                let parents = self.parents(region);
                let waits = |parent: &usize| !self.merged[*parent].is_entered;
                path.extend(parents.into_iter().rev().filter(waits));
            }
        }
    }

    /// Returns the regions of the inputs of a region, each once.
    fn parents(&mut self, region: usize) -> Vec<usize> {
        let regions = self.regions;
        let mut seen = HashSet::default();
        let inputs = regions[region].args.iter().filter_map(annotation);
        let parents = inputs.filter_map(|(_, _, input)| self.region_of(input));
        parents.filter(|parent| *parent != region && seen.insert(*parent)).collect()
    }

    fn merge_parents(&mut self, region: usize) {
        let parents = self.parents(region);
        let target = &self.regions[region].target;
        let same_target = parents.iter().copied().filter(|parent| self.regions[*parent].target == *target);
        let same_target: Vec<usize> = same_target.collect();
        let restricted = self.restricted(&parents, &same_target);
        let state = &mut self.merged[region];
        state.position = Some(self.visited);
        state.first = self.visited;
        state.parents = parents;
        self.visited += 1;
        for parent in same_target.into_iter().filter(|parent| !restricted.contains(parent)) {
            self.merged[parent].into = Some(region);
            self.merged[region].first = self.merged[region].first.min(self.merged[parent].first);
        }
    }

    /// Returns the regions that a parent depends on through a region of another target.
    ///
    /// The search ends where it cannot reach a candidate.
    fn restricted(&mut self, parents: &[usize], candidates: &[usize]) -> HashSet<usize> {
        let mut restricted = HashSet::default();
        let firsts = candidates.iter().map(|candidate| self.merged[*candidate].first);
        let Some(lowest) = firsts.min().filter(|_| parents.len() > 1) else { return restricted };
        let mut seen: HashSet<usize> = parents.iter().copied().collect();
        let mut waiting = parents.to_vec();
        while let Some(region) = waiting.pop() {
            if self.merged[region].position.is_none_or(|position| position <= lowest) {
                continue;
            }
            for index in 0..self.merged[region].parents.len() {
                let parent = self.merged[region].parents[index];
                if self.regions[parent].target != self.regions[region].target {
                    restricted.insert(self.find(parent));
                }
                if seen.insert(parent) {
                    waiting.push(parent);
                }
            }
        }
        restricted
    }
}
