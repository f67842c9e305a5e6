//! Regions that an access certainly covers.

use objet::prelude::*;
use objet_ir::expr::{ExprArg, PrimExpr};

use super::iter_map::detect_iter_map;
use super::{Analyzer, IntervalSet};
use crate::expr::{Range, Var};
use crate::op;

/// Returns a set for each dimension of a region: the elements that the region has for some values
/// of the variables in `domains`, which satisfy `predicate`. Returns `None` if the dimensions are
/// not independent, or if a dimension has gaps.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_tir::arith::{Analyzer, estimate_region_lower_bound};
/// use objet_tir::expr::{Range, Var};
/// use objet_tir::op::{as_const_int, const_true};
///
/// let i = Var::new("i", DataType::int(32), None);
/// let domains = Map::from_iter([(i.clone(), Range::from_min_extent(0, 8))]);
/// let region = [Range::from_min_extent((&i * 4).expr()?, 4)];
/// let truth = const_true(1, None)?;
/// let analyzer = &mut Analyzer::new();
/// let sets = estimate_region_lower_bound(&region, &domains, &truth, analyzer).unwrap();
/// assert_eq!(as_const_int(&sets[0].max_value), Some(31));
///
/// let gaps = [Range::from_min_extent((&i * 4).expr()?, 3)];
/// assert!(estimate_region_lower_bound(&gaps, &domains, &truth, analyzer).is_none());
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "EstimateRegionLowerBound")]
pub fn estimate_region_lower_bound(
    region: &[Range],
    domains: &Map<Var, Range>,
    predicate: &PrimExpr,
    analyzer: &mut Analyzer,
) -> Option<Vec<IntervalSet>> {
    let indices: Vec<PrimExpr> = region.iter().map(|range| range.min.clone()).collect();
    let map = detect_iter_map(&indices, domains, predicate, false, analyzer)?;
    if map.is_empty() {
        return None;
    }
    let sets = map.iter().zip(region).map(|(sum, range)| {
        let extent = match sum.args.as_slice() {
            [] => range.extent.clone(),
            [split] => {
                let is_dense = op::greater_equal(&range.extent, &split.scale, None).ok()?;
                if !analyzer.can_prove(&is_dense) {
                    return None;
                }
                let steps = op::mul(&split.extent, &split.scale, None);
                op::add(steps, op::sub(&range.extent, &split.scale, None), None).ok()?
            }
            _ => return None,
        };
        IntervalSet::from_range(&Range::from_min_extent(&sum.base, extent)).ok()
    });
    sets.collect()
}

/// Returns the sets of the elements that a region has for some values of variables, or null if they
/// are not known.
#[register_global("arith.EstimateRegionLowerBound")]
fn estimate_region_lower_bound_of(
    region: Array<Range>,
    var_dom: Map<Var, Range>,
    predicate: ExprArg,
) -> Option<Array<IntervalSet>> {
    let sets = estimate_region_lower_bound(&region, &var_dom, &predicate.0, &mut Analyzer::new());
    sets.map(Array::from_iter)
}
