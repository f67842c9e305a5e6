//! Conversion to graph normal form: bound values become shared parts of a graph.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModuleNode;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use super::by_function::mutate_by_function;
use super::dead_code::Eliminate;
use super::function_pass::is_skipped;
use crate::analysis::{Effects, WellFormedError, recursive_lets, well_formed};
use crate::expr::{Function, Let};
use crate::functor::post_order;

/// The reason why an expression has no graph normal form.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphNormalFormError {
    /// The expression is not well formed.
    #[error(transparent)]
    WellFormed(#[from] WellFormedError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Replaces the variables that `let`s bind by their values, and removes the `let`s.
///
/// The root is an expression or a module. A value that several expressions use becomes a shared
/// expression.
///
/// A `let` stays if its value refers to the variable, or if the value may have side effects, whose
/// number and order matter. In an expression, the call of an unknown function may have side
/// effects. Functions for external compilers (attribute `Compiler`) are unchanged.
///
/// # Errors
/// Fails if an expression is not well formed.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::expr::{Let, Tuple, TupleNode, Var};
/// use objet_relay::op::sqrt;
/// use objet_relay::transform::to_graph_normal_form;
///
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
/// let root = sqrt(y)?;
/// let pair = Tuple::new([x.clone().into(), x.clone().into()], None);
/// let graph = to_graph_normal_form(RelayExpr::from(Let::new(x, root.clone(), pair, None)))?;
/// let fields = &graph.as_node::<TupleNode>().unwrap().fields;
/// assert!(fields[0].same_as(&root) && fields[1].same_as(&root));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ToGraphNormalForm")]
pub fn to_graph_normal_form<R: IsObjectRef>(root: R) -> Result<R, GraphNormalFormError> {
    let effects = Effects::in_graph(&root);
    match root.as_node::<IRModuleNode>() {
        Some(module) => {
            let functions = module.functions.load();
            functions.values().try_for_each(|function| well_formed(function.upcast_ref()))?;
        }
        None => root.downcast_ref::<RelayExpr>().map_or(Ok(()), well_formed)?,
    }
    Ok(mutate_by_function(root, |root| {
        let root = root.downcast_ref::<RelayExpr>()?;
        let is_kept = root.downcast_ref::<Function>().is_some_and(is_skipped);
        (!is_kept).then(|| plan(root, &effects))
    })?)
}

/// Selects the `let`s to remove.
fn plan(root: &RelayExpr, effects: &Effects) -> Eliminate {
    let recursive = recursive_lets(root);
    let mut eliminate = Eliminate { removed: HashSet::new(), inlined: HashMap::new() };
    for node in post_order(root).filter_map(|expr| expr.downcast::<Let>().ok()) {
        let var = &node.var.vid;
        if !effects.has(&node.value) && !recursive.contains(var) {
            eliminate.removed.insert(var.clone());
            eliminate.inlined.insert(var.clone(), node.value.clone());
        }
    }
    eliminate
}

/// Creates the pass for [`to_graph_normal_form`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(1, "ToGraphNormalForm", []);
    ModulePass::new(info, |module, _| Ok(to_graph_normal_form(module)?)).into()
}

objet_ir::register_pass!("relay._transform.ToGraphNormalForm", pass);
