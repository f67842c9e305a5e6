//! Rewriting by functions of a front end.

use objet::function::BoxError;
use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;

use super::StmtExprMutator;
use crate::stmt::Stmt;

/// Rewrites a statement by functions that receive its expressions and statements, including the
/// statement itself.
///
/// - `preorder` runs before the objects inside are rewritten. An object that it returns replaces
///   the original and is not rewritten further.
/// - `postorder` runs after the objects inside are rewritten, unless `preorder` returned an object.
/// - A function that returns null leaves the object unchanged.
/// - If `only` is not empty, the functions run only for objects of these types.
///
/// # Errors
/// Returns the errors of the functions, and an error if an object that a function returns does not
/// fit.
#[doc(alias = "IRTransform")]
pub fn ir_transform(
    stmt: Stmt,
    preorder: Option<PackedFunc>,
    postorder: Option<PackedFunc>,
    only: &[TypeIndex],
) -> Result<Stmt, BoxError> {
    Transform { preorder, postorder, only }.mutate(stmt)
}

struct Transform<'a> {
    preorder: Option<PackedFunc>,
    postorder: Option<PackedFunc>,
    only: &'a [TypeIndex],
}

impl Transform<'_> {
    /// Calls a function with an object, if the type of the object is enabled.
    fn call<R: IsObjectRef>(&self, function: Option<&PackedFunc>, object: &R) -> Result<Option<R>, BoxError> {
        let is_asked_for = self.only.is_empty() || self.only.contains(&object.as_object_ref().type_index());
        match function {
            Some(function) if is_asked_for => {
                Ok(function.call((object.as_object_ref(),))?.get::<Option<R>>()?)
            }
            _ => Ok(None),
        }
    }

    fn enter<R: IsObjectRef>(&self, object: &R) -> Result<Enter, BoxError> {
        let replacement = self.call(self.preorder.as_ref(), object)?;
        Ok(replacement.map_or(Enter::Inside, |replacement| Enter::Replace(replacement.into_object_ref())))
    }

    fn leave<R: IsObjectRef>(&self, object: R) -> Result<R, BoxError> {
        Ok(self.call(self.postorder.as_ref(), &object)?.unwrap_or(object))
    }
}

impl StmtExprMutator for Transform<'_> {
    type Error = BoxError;

    fn enter_expr(&mut self, expr: &PrimExpr) -> Result<Enter, BoxError> {
        self.enter(expr)
    }

    fn visit_expr_default(&mut self, expr: PrimExpr) -> Result<PrimExpr, BoxError> {
        self.leave(expr)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, BoxError> {
        self.enter(stmt)
    }

    fn visit_stmt_default(&mut self, stmt: Stmt) -> Result<Stmt, BoxError> {
        self.leave(stmt)
    }
}
