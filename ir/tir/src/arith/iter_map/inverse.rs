//! The inverse of a map of iterators.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{IterMapExpr, IterSplitExpr, IterSplitExprNode, IterSumExpr, IterSumExprNode};
use crate::arith::Analyzer;
use crate::expr::Var;
use crate::op;

/// The error of inverting a map.
#[derive(Debug, thiserror::Error)]
pub enum InverseError {
    /// The numbers of sums and of results differ.
    #[error("the map has {sums} indices, but there are {outputs} outputs: pass one output for each index")]
    Count {
        /// The number of sums.
        sums: usize,
        /// The number of results.
        outputs: usize,
    },
    /// The terms of a sum are not the digits of a number.
    #[error("the terms of {sum} are not the digits of a number, so the sum has no inverse")]
    NotFused {
        /// The sum.
        sum: String,
    },
    /// An iterator is not a variable.
    #[error("the iterator {source_expr} is not a variable, so the map has no inverse")]
    NotAVariable {
        /// The source of the iterator.
        source_expr: String,
    },
    /// The data types of the outputs do not fit those of the map.
    #[error(transparent)]
    Construct(#[from] ConstructError),
}

/// Returns the values of the iterators of a bijective map for the values of its sums.
///
/// # Errors
/// Returns an error if the map is not bijective, or if there is not one output for each sum.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_tir::arith::{Analyzer, detect_iter_map, inverse_affine_iter_map};
/// use objet_tir::expr::{Range, Var};
/// use objet_tir::op;
///
/// let var = |name: &str| Var::new(name, DataType::int(32), None);
/// let (i, p, q) = (var("i"), var("p"), var("q"));
/// let iters = Map::from_iter([(i.clone(), Range::from_min_extent(0, 64))]);
/// let indices = [op::floordiv(&i, 16, None)?, op::floormod(&i, 16, None)?];
/// let mut analyzer = Analyzer::new();
/// let map = detect_iter_map(&indices, &iters, &op::const_true(1, None)?, true, &mut analyzer);
/// let outputs = [p.clone().into(), q.clone().into()];
/// let inverse = inverse_affine_iter_map(&map.unwrap(), &outputs, &mut analyzer)?;
/// assert!(objet::structural_equal(&inverse[&i], &(&p * 16 + &q).expr()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "InverseAffineIterMap")]
pub fn inverse_affine_iter_map(
    map: &[IterSumExpr],
    outputs: &[PrimExpr],
    analyzer: &mut Analyzer,
) -> Result<Map<Var, PrimExpr>, InverseError> {
    if map.len() != outputs.len() {
        return Err(InverseError::Count { sums: map.len(), outputs: outputs.len() });
    }
    let mut values: HashMap<IterMapExpr, PrimExpr> = HashMap::new();
    for (sum, output) in map.iter().zip(outputs) {
        values.insert(sum.clone().upcast(), output.clone());
    }
    let mut inverse: Map<Var, PrimExpr> = Map::new();
    for part in from_outputs(map) {
        let value = match values.remove(&part) {
            Some(value) => value,
            None => 0.into(),
        };
        let mut add = |to: IterMapExpr, term: PrimExpr| -> Result<(), ConstructError> {
            let total = op::add(values.remove(&to).unwrap_or_else(|| 0.into()), term, None)?;
            values.insert(to, total);
            Ok(())
        };
        match_node!(match part {
            sum @ IterSumExprNode => {
                let value = op::sub(value, &sum.base, None)?;
                if let [arg] = sum.args.as_slice() {
                    add(arg.clone().upcast(), value)?;
                    continue;
                }
                check_digits(sum, analyzer)?;
                for arg in sum.args.iter().rev() {
                    let quotient = op::floordiv(&value, &arg.scale, None);
                    add(arg.clone().upcast(), op::floormod(quotient, &arg.extent, None)?)?;
                }
            }
            split @ IterSplitExprNode => {
                let value = op::mul(value, &split.lower_factor, None)?;
                let source = &split.source.source;
                if let Some(sum) = source.downcast_ref::<IterSumExpr>() {
                    add(sum.clone().upcast(), value)?;
                    continue;
                }
                let Some(var) = source.downcast_ref::<Var>() else {
                    return Err(InverseError::NotAVariable {
                        source_expr: objet::text::as_repr(Some(source)),
                    });
                };
                let total = match inverse.get(var) {
                    Some(known) => op::add(known, value, None)?,
                    None => value,
                };
                inverse.insert(var.clone(), total);
            }
            _ => {}
        });
    }
    Ok(inverse)
}

/// Returns the sums and splits of a map, each after those that use it.
fn from_outputs(map: &[IterSumExpr]) -> Vec<IterMapExpr> {
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    for sum in map {
        let mut pending: Vec<(IterMapExpr, bool)> = vec![(sum.clone().upcast(), false)];
        while let Some((part, is_entered)) = pending.pop() {
            if is_entered {
                order.push(part);
                continue;
            }
            if !seen.insert(part.clone()) {
                continue;
            }
            pending.push((part.clone(), true));
            match_node!(match part {
                sum @ IterSumExprNode => {
                    pending.extend(sum.args.iter().rev().map(|arg| (arg.clone().upcast(), false)));
                }
                split @ IterSplitExprNode => {
                    if let Some(sum) = split.source.source.downcast_ref::<IterSumExpr>() {
                        pending.push((sum.clone().upcast(), false));
                    }
                }
                _ => {}
            });
        }
    }
    order.reverse();
    order
}

/// Checks that the scale of each term is the product of the scale and the extent of the next term.
fn check_digits(sum: &IterSumExprNode, analyzer: &mut Analyzer) -> Result<(), InverseError> {
    let mut expected: Option<PrimExpr> = None;
    for arg in sum.args.iter().rev() {
        let scale = expected.take().unwrap_or_else(|| arg.scale.clone());
        if !analyzer.can_prove_equal(&arg.scale, &scale) {
            return Err(not_fused(sum));
        }
        expected = Some(op::mul(scale, &arg.extent, None)?);
    }
    match expected {
        Some(_) => Ok(()),
        None => Err(not_fused(sum)),
    }
}

fn not_fused(sum: &IterSumExprNode) -> InverseError {
    let args: Vec<IterSplitExpr> = sum.args.to_vec();
    let args = Array::from_iter(args);
    let sum = IterSumExpr::new(args, &sum.base);
    InverseError::NotFused { sum: objet::text::as_repr(Some(&sum)) }
}
