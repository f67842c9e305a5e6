//! Replacement of single expressions by others of the same type.

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::RelayExpr;
use objet_ir::transform::BoxError;

use crate::expr::{Call, TupleGetItem};
use crate::functor::ExprMutator;

/// Replaces calls and projections in an expression with inferred types. `replace` gets each of them
/// with rewritten operands, and returns the replacement, which gets the type of the original.
pub(super) fn replace_exprs<R: IsObjectRef>(
    root: R,
    replace: impl FnMut(&RelayExpr) -> Result<Option<RelayExpr>, BoxError>,
) -> Result<R, BoxError> {
    Ok(Replace(replace).mutate(root)?)
}

/// Returns the expression with a type, unless it has one.
pub(super) fn with_type_of(mut expr: RelayExpr, original: &RelayExpr) -> RelayExpr {
    if expr.checked_type.is_none() {
        *expr.make_mut().checked_type = original.checked_type.clone();
    }
    expr
}

struct Replace<F>(F);

impl<F: FnMut(&RelayExpr) -> Result<Option<RelayExpr>, BoxError>> Replace<F> {
    fn replace(&mut self, expr: RelayExpr) -> Result<RelayExpr, ReplaceError> {
        Ok(match (self.0)(&expr).map_err(ReplaceError::Replace)? {
            Some(new) => with_type_of(new, &expr),
            None => expr,
        })
    }
}

#[derive(Debug, thiserror::Error)]
enum ReplaceError {
    #[error(transparent)]
    Replace(BoxError),
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl<F: FnMut(&RelayExpr) -> Result<Option<RelayExpr>, BoxError>> ExprMutator for Replace<F> {
    type Error = ReplaceError;

    fn visit_call(&mut self, call: Call) -> Result<RelayExpr, ReplaceError> {
        self.replace(call.upcast())
    }

    fn visit_tuple_get_item(&mut self, item: TupleGetItem) -> Result<RelayExpr, ReplaceError> {
        self.replace(item.upcast())
    }
}
