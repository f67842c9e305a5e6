//! Bounds of the regions that blocks access in loops.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{Bool, PrimExpr};

use super::sref::StmtSRef;
use crate::arith::{Analyzer, Domains, IntervalSet, detect_iter_map};
use crate::buffer::Buffer;
use crate::expr::{Range, Var};
use crate::op::{self, as_const_int};
use crate::stmt::{BufferRegion, ForKind};
use crate::transform::shares_memory;

/// Returns the ranges of the loops around a block, up to a loop or block. The ranges of loops
/// further outside are included if the loops are over threads that share the memory of a scope
/// other than global memory.
pub(super) fn loop_domain(block: &StmtSRef, outermost: Option<&StmtSRef>, scope: &str) -> Map<Var, Range> {
    let mut domain = Map::new();
    let is_inside = |sref: &&StmtSRef| outermost.is_none_or(|outermost| !sref.same_as(outermost));
    for sref in block.loops().take_while(is_inside) {
        if let Some(times) = sref.as_loop() {
            domain.insert(times.loop_var.clone(), Range::from_min_extent(&times.min, &times.extent));
        }
    }
    if scope == "global" {
        return domain;
    }
    let mut outer = outermost;
    while let Some(sref) = outer {
        if let Some(times) = sref.as_loop().filter(|times| times.kind == ForKind::ThreadBinding)
            && let Some(axis) = &times.thread_binding
            && shares_memory(scope, &axis.thread_tag)
        {
            domain.insert(times.loop_var.clone(), Range::from_min_extent(&times.min, &times.extent));
        }
        outer = sref.parent();
    }
    domain
}

/// Returns sets of indices that are all accessed, or `None` if none are known.
pub(super) fn lower_bound(
    region: &BufferRegion,
    domain: &Map<Var, Range>,
    predicate: Option<&PrimExpr>,
    analyzer: &mut Analyzer,
) -> Option<Vec<IntervalSet>> {
    if region.region.iter().any(|range| as_const_int(&range.extent).is_none()) {
        return None;
    }
    let mins: Vec<PrimExpr> = region.region.iter().map(|range| range.min.clone()).collect();
    let always = Bool::from(true).upcast();
    let map = detect_iter_map(&mins, domain, predicate.unwrap_or(&always), false, analyzer)?;
    let mut sets = Vec::new();
    for (sum, range) in map.iter().zip(&region.region) {
        let extent = match &sum.args[..] {
            [] => range.extent.clone(),
            [split] => {
                let fits = op::greater_equal(&range.extent, &split.scale, None).ok()?;
                if !analyzer.can_prove(&fits) {
                    return None;
                }
                (op::sub(&split.extent, 1, None).ok()? * &split.scale + &range.extent).expr().ok()?
            }
            _ => return None,
        };
        sets.push(IntervalSet::from_range(&Range::from_min_extent(&sum.base, extent)).ok()?);
    }
    (sets.len() == region.region.len()).then_some(sets)
}

/// Returns sets of indices that have all accessed indices.
pub(super) fn upper_bound(
    region: &BufferRegion,
    domain: &Map<Var, Range>,
    predicate: Option<&PrimExpr>,
    analyzer: &mut Analyzer,
) -> Vec<IntervalSet> {
    if let Some(exact) = lower_bound(region, domain, predicate, analyzer) {
        return exact;
    }
    let set = |range: &Range| IntervalSet::from_range(range).unwrap_or_else(|_| IntervalSet::everything());
    let domains: Domains = domain.iter().map(|(var, range)| (var.clone(), set(range))).collect();
    let mut relaxed = |range: &Range| {
        let set = set(range);
        let min = analyzer.int_set(&set.min_value, &domains);
        let max = analyzer.int_set(&set.max_value, &domains);
        IntervalSet::new(&min.min_value, &max.max_value)
    };
    region.region.iter().map(&mut relaxed).collect()
}

/// Whether produced indices into a buffer have all consumed indices.
pub(super) fn covers(
    buffer: &Buffer,
    produced: &[IntervalSet],
    consumed: &[IntervalSet],
    analyzer: &mut Analyzer,
) -> bool {
    let mut axis_covers = |length: &PrimExpr, produced: &IntervalSet, consumed: &IntervalSet| {
        let is_covered = within(length, produced, analyzer)?.zip(within(length, consumed, analyzer)?);
        let Some(((first, last), (min, max))) = is_covered else { return Ok(false) };
        let condition =
            op::logical_and(op::less_equal(first, min, None)?, op::less_equal(max, last, None)?, None)?;
        Ok::<_, ConstructError>(analyzer.can_prove(&condition))
    };
    let axes = buffer.shape.iter().zip(produced.iter().zip(consumed));
    axes.into_iter()
        .all(|(length, (produced, consumed))| axis_covers(length, produced, consumed).unwrap_or(false))
}

/// Returns the least and the greatest index of a set along an axis of a buffer.
fn within(
    length: &PrimExpr,
    set: &IntervalSet,
    analyzer: &mut Analyzer,
) -> Result<Option<(PrimExpr, PrimExpr)>, ConstructError> {
    if set.is_nothing() {
        return Ok(None);
    }
    let zero = op::make_zero(length.dtype, None)?;
    let last = op::sub(length, 1, None)?;
    let min = set.lower().map_or(Ok(zero.clone()), |min| op::max(min, zero, None))?;
    let max = set.upper().map_or(Ok(last.clone()), |max| op::min(max, last, None))?;
    Ok(Some((analyzer.simplify(&min, 2), analyzer.simplify(&max, 2))))
}
