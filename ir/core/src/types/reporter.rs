//! The interface through which type relations read and report types.

use std::sync::Arc;

use objet::prelude::*;
use objet::{print, structural_equal};

use super::{TensorTypeNode, Type};
use crate::diagnostic::Diagnostic;
use crate::expr::{IntImmNode, PrimExpr};
use crate::module::IRModule;
use crate::span::Span;

/// Receives the results of a type relation.
///
/// A type checker makes a reporter of its [`Unifier`] and passes it to the relations of operators.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TypeReporter", is_final)]
#[reflect(fields())]
pub struct TypeReporterNode {
    base: Object,
    #[reflect(skip)]
    unifier: Option<Arc<dyn Unifier>>,
}

/// The side of a type checker that type relations see.
pub trait Unifier: Send + Sync {
    /// Makes two types equal. Incomplete types in both of them resolve to their counterparts from
    /// now on.
    ///
    /// # Errors
    /// Fails if no types for the incomplete parts make both types equal.
    fn unify(&self, ty: &Type, expected: &Type) -> Result<(), TypeMismatch>;

    /// Returns the type with its incomplete parts replaced, as far as they are known.
    fn resolve(&self, ty: &Type) -> Type;

    /// Returns the source range of the call whose types are related.
    fn span(&self) -> Option<Span> {
        None
    }

    /// Returns the module that the call belongs to.
    fn module(&self) -> Option<IRModule> {
        None
    }

    /// Takes a diagnostic about the call.
    fn emit(&self, diagnostic: Diagnostic);
}

/// The error of a type relation whose expected type differs from the actual type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct TypeMismatch {
    /// The type that the relation requires.
    pub expected: String,
    /// The actual type.
    pub found: String,
}

impl TypeMismatch {
    /// Creates the error for a type and the type that was expected instead.
    pub fn new(ty: &Type, expected: &Type) -> Self {
        Self { expected: type_text(expected), found: type_text(ty) }
    }
}

impl TypeReporter {
    /// Creates a reporter for the relations of a type checker.
    pub fn new(unifier: Arc<dyn Unifier>) -> Self {
        make_object(TypeReporterNode { base: Object::new(), unifier: Some(unifier) }).into()
    }
}

impl TypeReporterNode {
    /// Unifies `ty` with `expected`. Incomplete types in one of them resolve to their counterparts
    /// in the other from now on.
    ///
    /// # Errors
    /// Fails if both types are known and differ.
    pub fn assign(&self, ty: &Type, expected: &Type) -> Result<(), TypeMismatch> {
        match &self.unifier {
            Some(unifier) => unifier.unify(ty, expected),
            None if structural_equal(ty, expected) => Ok(()),
            None => Err(TypeMismatch::new(ty, expected)),
        }
    }

    /// Returns whether a condition on extents may hold: false if it is the constant 0.
    #[doc(alias = "Assert")]
    pub fn assert(&self, condition: &PrimExpr) -> bool {
        condition.as_node::<IntImmNode>().is_none_or(|constant| constant.value != 0)
    }

    /// Returns whether two extents may be equal: false if their difference is a constant other than
    /// 0.
    #[doc(alias = "AssertEQ")]
    pub fn assert_eq(&self, lhs: &PrimExpr, rhs: &PrimExpr) -> bool {
        let difference = (lhs - rhs).expr();
        let constant = difference.ok().and_then(|difference| Some(difference.as_node::<IntImmNode>()?.value));
        constant.is_none_or(|difference| difference == 0)
    }

    /// Returns the type that `ty` resolves to, as far as inferred. The types that a relation is
    /// called with are resolved already.
    pub fn resolve(&self, ty: &Type) -> Type {
        self.unifier.as_ref().map_or_else(|| ty.clone(), |unifier| unifier.resolve(ty))
    }

    /// Returns the source range of the call whose types are related.
    pub fn span(&self) -> Option<Span> {
        self.unifier.as_ref()?.span()
    }

    /// Returns the module that the call belongs to, if there is one.
    pub fn module(&self) -> Option<IRModule> {
        self.unifier.as_ref()?.module()
    }

    /// Reports a diagnostic about the call. A relation that fails returns an error instead.
    pub fn emit(&self, diagnostic: Diagnostic) {
        if let Some(unifier) = &self.unifier {
            unifier.emit(diagnostic);
        }
    }
}

/// Formats a type for messages. A tensor type has the form `Tensor[(1, 3), float32]`.
pub fn type_text(ty: &Type) -> String {
    let Some(tensor) = ty.as_node::<TensorTypeNode>() else { return print(ty).to_string() };
    let dims: Vec<String> = tensor
        .shape
        .iter()
        .map(|dim| match dim.as_node::<IntImmNode>() {
            Some(number) => number.value.to_string(),
            None => print(dim).to_string(),
        })
        .collect();
    format!("Tensor[({}), {}]", dims.join(", "), tensor.dtype)
}
