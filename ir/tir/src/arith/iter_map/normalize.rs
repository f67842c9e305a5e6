//! Maps as expressions without nodes of maps.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{Checked, PrimExpr};

use super::{IterMapExpr, IterSplitExprNode, IterSumExprNode, is_one};
use crate::arith::Analyzer;
use crate::arith::analyzer::ByExpr;
use crate::op;

/// Returns an expression with the value of a map of iterators. A map is an [`IterSumExpr`] or an
/// [`IterSplitExpr`](super::IterSplitExpr).
///
/// # Errors
/// Returns an error if the parts of the map have data types that do not fit.
///
/// ```
/// use objet::DataType;
/// use objet::structural_equal;
/// use objet_tir::arith::{Analyzer, IterMark, IterSplitExpr, normalize_iter_map_to_expr};
/// use objet_tir::expr::Var;
/// use objet_tir::op;
///
/// let x = Var::new("x", DataType::int(32), None);
/// let digit = IterSplitExpr::new(IterMark::new(x.clone(), 16), 2, 4, 3);
/// let expr = normalize_iter_map_to_expr(&digit.upcast(), &mut Analyzer::new())?;
/// let expected = op::mul(op::floormod(op::floordiv(&x, 2, None), 4, None), 3, None)?;
/// assert!(structural_equal(&expr, &expected));
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "NormalizeIterMapToExpr")]
pub fn normalize_iter_map_to_expr(
    map: &IterMapExpr,
    analyzer: &mut Analyzer,
) -> Result<PrimExpr, ConstructError> {
    let root: PrimExpr = map.clone().upcast();
    let mut known: ByExpr<PrimExpr> = ByExpr::default();
    let mut pending = vec![(root.clone(), false)];
    while let Some((expr, is_entered)) = pending.pop() {
        if known.contains_key(&expr) {
            continue;
        }
        let sources: Vec<PrimExpr> = match_node!(match expr {
            sum @ IterSumExprNode => sum.args.iter().map(|arg| arg.clone().upcast()).collect(),
            split @ IterSplitExprNode => vec![split.source.source.clone()],
            _ => Vec::new(),
        });
        if !is_entered && !sources.is_empty() {
            pending.push((expr, true));
            pending.extend(sources.into_iter().rev().map(|source| (source, false)));
            continue;
        }
        let of = |part: &PrimExpr| known.get(part).unwrap_or(part).clone();
        let value = match_node!(match expr {
            sum @ IterSumExprNode => {
                let mut total = Checked::from(0);
                for source in &sources {
                    total = total + of(source);
                }
                (total + &sum.base).expr()?
            }
            split @ IterSplitExprNode => split_value(split, of(&split.source.source), analyzer)?,
            _ => expr.clone(),
        });
        known.insert(expr, value);
    }
    Ok(known.remove(&root).unwrap_or(root))
}

/// Returns the value of a split of an iterator with a value.
fn split_value(
    split: &IterSplitExprNode,
    source: PrimExpr,
    analyzer: &mut Analyzer,
) -> Result<PrimExpr, ConstructError> {
    let IterSplitExprNode { lower_factor, extent, scale, .. } = split;
    let whole = &split.source.extent;
    let value = if is_one(lower_factor) && analyzer.can_prove(&op::equal(extent, whole, None)?) {
        source
    } else {
        let quotient = op::floordiv(source, lower_factor, None)?;
        let end = op::mul(lower_factor, extent, None)?;
        match analyzer.can_prove(&op::equal(whole, end, None)?) {
            true => quotient,
            false => op::floormod(quotient, extent, None)?,
        }
    };
    op::mul(value, scale, None)
}
