//! Rewrites the functions of a module independently of each other.

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::functor::downcast_known_owned;
use objet_ir::module::{IRModule, IRModuleNode};

use crate::functor::ExprMutator;

/// Rewrites an expression, or each function of a module, with the mutator from `plan`. Roots
/// without a mutator are unchanged.
///
/// Each function has its own plan, because functions may share variables, which have a different
/// value in each function.
pub(super) fn mutate_by_function<R: IsObjectRef, M: ExprMutator<Error = RewriteError>>(
    root: R,
    plan: impl Fn(&ObjectRef) -> Option<M>,
) -> Result<R, RewriteError> {
    if !root.is_instance::<IRModuleNode>() {
        return match plan(root.as_object_ref()) {
            Some(mut mutator) => mutator.mutate(root),
            None => Ok(root),
        };
    }
    let mut module: IRModule = downcast_known_owned(root.into_object_ref());
    for index in 0..module.functions.load().len() {
        let found = module.functions.load().get_at(index).map(|(_, function)| function.clone());
        let Some(function) = found else { continue };
        let Some(mut mutator) = plan(function.as_object_ref()) else { continue };
        let function = mutator.mutate(function)?;
        module.make_mut().functions.get_mut().set_at(index, function);
    }
    Ok(downcast_known_owned(module.into_object_ref()))
}
