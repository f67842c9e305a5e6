//! Global functions through which front ends use maps of iterators.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, PrimExpr};

use super::{
    InverseError, IterMapExpr, IterMark, IterSplitExpr, IterSumExpr, detect_iter_map,
    inverse_affine_iter_map, normalize_iter_map_to_expr, subspace_divide,
};
use crate::arith::Analyzer;
use crate::expr::{Range, Var};

/// Creates an iterator from an expression with a value from 0 up to `extent`.
#[register_global("arith.IterMark", short)]
fn iter_mark(source: ExprArg, extent: ExprArg) -> IterMark {
    IterMark::new(source.0, extent.0)
}

/// Creates a split of an iterator.
#[register_global("arith.IterSplitExpr", short)]
fn iter_split_expr(
    source: IterMark,
    lower_factor: ExprArg,
    extent: ExprArg,
    scale: ExprArg,
) -> IterSplitExpr {
    IterSplitExpr::new(source, lower_factor.0, extent.0, scale.0)
}

/// Creates a sum of splits.
#[register_global("arith.IterSumExpr", short)]
fn iter_sum_expr(args: Array<IterSplitExpr>, base: ExprArg) -> IterSumExpr {
    IterSumExpr::new(args, base.0)
}

/// Returns the map from iterators to indices, or an empty array if there is none.
#[register_global("arith.DetectIterMap")]
fn detect(
    indices: Array<PrimExpr>,
    input_iters: Map<Var, Range>,
    input_pred: ExprArg,
    is_bijective: bool,
) -> Array<IterSumExpr> {
    let map = detect_iter_map(&indices, &input_iters, &input_pred.0, is_bijective, &mut Analyzer::new());
    Array::from_iter(map.unwrap_or_default())
}

/// Returns an expression with the value of a map.
#[register_global("arith.NormalizeIterMapToExpr")]
fn normalize(expr: IterMapExpr) -> Result<PrimExpr, ConstructError> {
    normalize_iter_map_to_expr(&expr, &mut Analyzer::new())
}

/// Divides indices into an outer and an inner part. The elements are pairs of the parts of each
/// index, followed by the pair of the predicates of both. The array is empty if there is no
/// division.
#[register_global("arith.SubspaceDivide")]
fn divide(
    bindings: Array<PrimExpr>,
    root_iters: Map<Var, Range>,
    sub_iters: Array<Var>,
    predicate: ExprArg,
    require_bijective: bool,
) -> Array<Array<IterMark>> {
    let analyzer = &mut Analyzer::new();
    let division =
        subspace_divide(&bindings, &root_iters, &sub_iters, &predicate.0, require_bijective, analyzer);
    let Some(division) = division else { return Array::new() };
    let predicates = division.predicates.map(|predicate| IterMark::new(IterSumExpr::new([], 0), predicate));
    division.indices.into_iter().chain([predicates]).map(Array::from_iter).collect()
}

/// Returns the values of the iterators of a bijective map for values of its sums.
#[register_global("arith.InverseAffineIterMap")]
fn inverse(
    iter_map: Array<IterSumExpr>,
    outputs: Array<PrimExpr>,
) -> Result<Map<Var, PrimExpr>, InverseError> {
    inverse_affine_iter_map(&iter_map, &outputs, &mut Analyzer::new())
}
