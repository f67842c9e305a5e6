//! Fresh variables for all that an expression binds.

use foldhash::HashMap;
use objet::prelude::*;
use objet::rewrite;
use objet::walk::{Mutator, RewriteError, rewrite_with};
use objet_ir::adt::ConstructorNode;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::types::{FuncType, TypeVar};

use crate::analysis::{WellFormedError, bound_vars, well_formed};
use crate::expr::{FunctionNode, Id};
use crate::functor::post_order;

/// The reason why an expression cannot be copied with fresh variables.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DedupError {
    /// The variables of the expression are ambiguous.
    #[error(transparent)]
    WellFormed(#[from] WellFormedError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Returns a copy of an expression with fresh variables in the place of all that it binds.
///
/// Parameters, the variables of `let`s and patterns, and the type parameters of functions are
/// replaced by new ones of the same name. Free variables stay. The copy and the original can be
/// parts of one program, because no variable is bound in both.
///
/// # Errors
/// Fails if the expression is not [well formed](well_formed).
///
/// ```
/// use objet_relay::analysis::{alpha_equal, bound_vars};
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::transform::dedup;
/// # use objet::prelude::*;
///
/// let x = Var::new("x", None, None);
/// let identity = Function::new([x.clone()], x.clone(), None, [], None, None).upcast();
/// let copy = dedup(&identity)?;
/// assert!(alpha_equal(&copy, &identity, false));
/// assert!(bound_vars(&copy)[0].vid != x.vid);
/// # Ok::<(), objet_relay::transform::DedupError>(())
/// ```
#[doc(alias = "DeDup")]
pub fn dedup(expr: &RelayExpr) -> Result<RelayExpr, DedupError> {
    well_formed(expr)?;
    let fresh = |id: &Id| Id::new(id.name_hint.clone());
    let ids: HashMap<Id, Id> =
        bound_vars(expr).iter().map(|var| (var.vid.clone(), fresh(&var.vid))).collect();
    let mut types = HashMap::<TypeVar, TypeVar>::default();
    for part in post_order(expr) {
        let Some(function) = part.as_node::<FunctionNode>() else { continue };
        for var in &function.type_params {
            types.insert(var.clone(), TypeVar::new(var.name_hint.clone(), var.kind, None));
        }
    }
    rewrite_binders(expr.clone(), |object| {
        if let Some(new) = object.downcast_ref::<Id>().and_then(|id| ids.get(id)) {
            return Ok(new.clone().into_object_ref());
        }
        if let Some(new) = object.downcast_ref::<TypeVar>().and_then(|var| types.get(var)) {
            return Ok(new.clone().into_object_ref());
        }
        match object.downcast_ref::<FuncType>() {
            Some(ty) if !ty.type_params.is_empty() => Ok(with_fresh_params(ty)?.into_object_ref()),
            _ => Ok(object),
        }
    })
    .map_err(DedupError::Rewrite)
}

/// Rewrites all objects of an expression, with its types, except for global variables and
/// constructors, which are compared by identity.
pub(super) fn rewrite_binders<R: IsObjectRef>(
    root: R,
    leave: impl FnMut(ObjectRef) -> Result<ObjectRef, RewriteError>,
) -> Result<R, RewriteError> {
    rewrite_with(root, &mut Binders(leave))
}

struct Binders<F>(F);

impl<F: FnMut(ObjectRef) -> Result<ObjectRef, RewriteError>> Mutator for Binders<F> {
    type Error = RewriteError;

    fn visits(&self, object: &ObjectRef) -> bool {
        !object.is_instance::<GlobalVarNode>() && !object.is_instance::<ConstructorNode>()
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        (self.0)(object)
    }
}

/// Returns a function type with type parameters of its own. The variables that it binds are not
/// those of the function with the type.
fn with_fresh_params(ty: &FuncType) -> Result<FuncType, RewriteError> {
    let fresh = |var: &TypeVar| (var.clone(), TypeVar::new(var.name_hint.clone(), var.kind, None));
    let fresh: HashMap<TypeVar, TypeVar> = ty.type_params.iter().map(fresh).collect();
    rewrite(ty.clone(), |object: ObjectRef| {
        let new = object.downcast_ref::<TypeVar>().and_then(|var| fresh.get(var));
        new.map_or(object.clone(), |var| var.clone().into_object_ref())
    })
}
