//! Inlining of global functions.

use foldhash::{HashMap, HashSet};
use objet::String;
use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::{GlobalVar, GlobalVarNode, Integer, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use super::bind::{BindError, substitute};
use super::growth::{Growth, GrowthError};
use crate::analysis::{CallGraph, CallGraphError};
use crate::expr::{Call, Function};
use crate::functor::{ExprMutator, post_order};

/// The reason why functions cannot be inlined.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InlineError {
    /// A call has another number of arguments than the function has parameters.
    #[error("call of @{function}: expected {expected} arguments, found {found}")]
    Arguments {
        /// The name of the function.
        function: String,
        /// The number of parameters.
        expected: usize,
        /// The number of arguments.
        found: usize,
    },
    /// The calls of the module are not known.
    #[error(transparent)]
    CallGraph(#[from] CallGraphError),
    /// The arguments of a call cannot be inserted.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The result would be too large.
    #[error(transparent)]
    Growth(#[from] GrowthError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
    /// The module refuses a new function.
    #[error(transparent)]
    Module(#[from] ModuleError),
}

/// Replaces calls of global functions with the attribute `Inline` by their bodies.
///
/// - A function that calls other global functions that stay is not inlined, nor is a recursive one.
/// - The call of a function for an external compiler (attribute `Compiler`) becomes the call of a
///   function expression.
/// - An inlined function is removed from the module, unless another reference to it is left.
///
/// A function is copied for each call, so the result can be larger than the module.
///
/// # Errors
/// Fails if a call has another number of arguments than the function has parameters, if the module
/// lacks a function, or if the copies are many times larger than the module.
///
/// ```
/// use objet_ir::attrs::DictAttrs;
/// use objet_ir::expr::{GlobalVar, Integer};
/// use objet_ir::module::IRModule;
/// use objet_relay::expr::{Call, Function, Var};
/// use objet_relay::op::tanh;
/// use objet_relay::transform::inline;
///
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
/// let f = GlobalVar::new("f");
/// let attrs = DictAttrs::new([("Inline", Integer::from(1))]);
/// let call = Call::new(f.clone(), [y.clone().into()], None, [], None);
/// let mut module = IRModule::new();
/// module.add(f, Function::new([x.clone()], tanh(x)?, None, [], Some(attrs), None), false)?;
/// module.add(GlobalVar::new("main"), Function::new([y], call, None, [], None, None), false)?;
/// assert_eq!(inline(module)?.functions.load().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "Inline")]
pub fn inline(module: IRModule) -> Result<IRModule, InlineError> {
    let graph = CallGraph::new(module.clone())?;
    let order = graph.topological_order()?;
    let mut inliner = Inliner { callees: HashMap::default(), growth: Growth::limit_of(&module) };
    let mut result = module;
    let mut entries = HashSet::default();
    for var in order.iter().rev() {
        if graph.ref_count(var)? == 0 {
            entries.insert(var.clone());
        }
        let function = result.lookup(var)?;
        let Some(function) = function.downcast_ref::<Function>() else { continue };
        let new = inliner.mutate(function.clone())?;
        if !new.same_as(function) {
            result.add_unchecked(var.clone(), new.clone(), true)?;
        }
        let is_leaf = !post_order(&new).any(|expr| expr.is_instance::<GlobalVarNode>());
        if is_leaf && is_inlined(&new) && !graph.is_recursive(var)? {
            inliner.callees.insert(var.name_hint.clone(), new);
        }
    }
    let functions = result.functions.load();
    let uses = functions.values().flat_map(post_order).filter_map(|expr| expr.downcast::<GlobalVar>().ok());
    let used: HashSet<String> = uses.map(|var| var.name_hint.clone()).collect();
    for var in order.iter().filter(|var| !entries.contains(*var)) {
        if inliner.callees.contains_key(&var.name_hint) && !used.contains(&var.name_hint) {
            result.remove(var)?;
        }
    }
    Ok(result)
}

fn is_inlined(function: &Function) -> bool {
    let inline = function.attrs.as_ref().and_then(|attrs| attrs.get::<Integer>("Inline"));
    inline.is_some_and(|inline| inline.value != 0)
}

/// Creates the pass for [`inline`].
pub(super) fn pass() -> Pass {
    ModulePass::new(PassInfo::new(1, "InlineGlobals", []), |module, _| Ok(inline(module)?)).into()
}

objet_ir::register_pass!("relay._transform.Inline", pass);

struct Inliner {
    /// The functions to inline, by name.
    callees: HashMap<String, Function>,
    growth: Growth,
}

impl ExprMutator for Inliner {
    type Error = InlineError;

    fn visit_call(&mut self, mut call: Call) -> Result<RelayExpr, InlineError> {
        let callee = call.op.as_node::<GlobalVarNode>();
        let Some(function) = callee.and_then(|var| self.callees.get(&var.name_hint)) else {
            return Ok(call.upcast());
        };
        if function.attrs.as_ref().is_some_and(|attrs| attrs.get::<String>("Compiler").is_some()) {
            *call.make_mut().op = function.clone().upcast();
            return Ok(call.upcast());
        }
        let (expected, found) = (function.params.len(), call.args.len());
        if expected != found {
            let function = callee.map(|var| var.name_hint.clone()).unwrap_or_default();
            return Err(InlineError::Arguments { function, expected, found });
        }
        let args = function.params.iter().cloned().zip(call.args.iter().cloned());
        self.growth.copy(&function.body)?;
        Ok(substitute(function.body.clone(), args)?)
    }
}
