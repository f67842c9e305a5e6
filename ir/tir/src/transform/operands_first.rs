//! Rewriting of expressions whose data types change.

use std::collections::HashMap;

use objet_ir::expr::PrimExpr;

use crate::arith::{all_operands, class};
use crate::functor::Class;

/// Rewrites an expression by a function that receives each expression with its rewritten operands.
/// In contrast to [`StmtExprMutator`](crate::functor::StmtExprMutator), the operands may have other
/// data types than before.
pub(super) fn rewrite_operands_first<E>(
    root: &PrimExpr,
    mut function: impl FnMut(&PrimExpr, Class, Vec<PrimExpr>) -> Result<PrimExpr, E>,
) -> Result<PrimExpr, E> {
    enum Step {
        Visit(PrimExpr),
        Build(PrimExpr, Class, usize),
    }
    let mut known: HashMap<PrimExpr, PrimExpr> = HashMap::new();
    let mut values: Vec<PrimExpr> = Vec::new();
    let mut steps = vec![Step::Visit(root.clone())];
    while let Some(step) = steps.pop() {
        match step {
            Step::Visit(expr) => match (known.get(&expr), class(&expr)) {
                (Some(value), _) => values.push(value.clone()),
                (None, None) => values.push(expr),
                (None, Some(class)) => {
                    let operands = all_operands(class, &expr);
                    steps.push(Step::Build(expr, class, operands.len()));
                    steps.extend(operands.into_iter().rev().map(Step::Visit));
                }
            },
            Step::Build(expr, class, count) => {
                let operands = values.split_off(values.len().saturating_sub(count));
                let value = function(&expr, class, operands)?;
                known.insert(expr, value.clone());
                values.push(value);
            }
        }
    }
    Ok(values.pop().unwrap_or_else(|| root.clone()))
}

/// Whether the operands of an expression differ from others.
pub(super) fn is_changed(expr: &PrimExpr, class: Class, operands: &[PrimExpr]) -> bool {
    all_operands(class, expr).iter().zip(operands).any(|(old, new)| !old.same_as(new))
}
