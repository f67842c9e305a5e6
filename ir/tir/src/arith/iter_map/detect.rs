//! Detection of the map that expressions of iterators are.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::rewrite::Rewriter;
use super::splits::Splits;
use super::{IterSumExpr, constraints, is_one};
use crate::analysis::uses_var;
use crate::arith::Analyzer;
use crate::expr::{Range, Var};

/// Returns the map from iterators to indices, or `None` if the indices are not independent sums of
/// splits and fusions of the iterators.
///
/// - `predicate` is a conjunction of comparisons `a < b`, or the constant true.
/// - With `require_bijective`, each value of the iterators for which the predicate holds gives
///   different indices, and all iterators are used.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_tir::arith::{Analyzer, detect_iter_map, normalize_iter_map_to_expr};
/// use objet_tir::expr::{Range, Var};
/// use objet_tir::op;
///
/// let (i, j) = (Var::new("i", DataType::int(32), None), Var::new("j", DataType::int(32), None));
/// let iters = Map::from_iter([
///     (i.clone(), Range::from_min_extent(0, 8)),
///     (j.clone(), Range::from_min_extent(0, 4)),
/// ]);
/// let fused = (&i * 4 + &j).expr()?;
/// let indices = [op::floordiv(&fused, 16, None)?, op::floormod(&fused, 16, None)?];
/// let mut analyzer = Analyzer::new();
/// let truth = op::const_true(1, None)?;
/// let map = detect_iter_map(&indices, &iters, &truth, true, &mut analyzer).unwrap();
/// let quotient = normalize_iter_map_to_expr(&map[0].clone().upcast(), &mut analyzer)?;
/// assert!(objet::structural_equal(&quotient, &indices[0]));
///
/// let overlapping = [fused, i.into()];
/// assert!(detect_iter_map(&overlapping, &iters, &truth, false, &mut analyzer).is_none());
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "DetectIterMap")]
pub fn detect_iter_map(
    indices: &[PrimExpr],
    iters: &Map<Var, Range>,
    predicate: &PrimExpr,
    require_bijective: bool,
    analyzer: &mut Analyzer,
) -> Option<Vec<IterSumExpr>> {
    if !are_independent(iters) {
        return None;
    }
    let limits = match is_one(predicate) {
        true => Vec::new(),
        false => constraints::limits(predicate)?,
    };
    let mut rewriter = Rewriter::new(iters)?;
    for limit in &limits {
        rewriter.constrain(&limit.expr, &limit.bound, analyzer)?;
    }
    if !rewriter.fusions.are_nested() {
        return None;
    }
    let map = indices.iter().map(|index| rewriter.index(index, analyzer)).collect::<Option<Vec<_>>>()?;
    let splits = Splits::new(&map);
    let is_covered = splits.cover_marks(require_bijective, analyzer);
    let uses_all = || rewriter.inputs.iter().all(|mark| splits.of_mark.contains_key(mark));
    (is_covered && (!require_bijective || uses_all())).then_some(map)
}

/// Whether no range depends on an iterator.
fn are_independent(iters: &Map<Var, Range>) -> bool {
    let vars: HashSet<_> = iters.keys().collect();
    iters.values().all(|range| {
        [&range.min, &range.extent].into_iter().all(|expr| !uses_var(expr, |var| vars.contains(var)))
    })
}
