//! Inlining of bound functions that fusion created.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use super::by_function::mutate_by_function;
use super::dead_code_elimination;
use crate::expr::{Call, FunctionNode, Id, Let, VarNode};
use crate::functor::{ExprMutator, post_order};
use crate::scope::is_primitive;

/// Replaces variables that are called by the functions that they stand for, in an expression or a
/// module, and then removes unused `let`s.
///
/// A variable stands for a function with the attribute `Primitive`, or for a global function, if
/// `let`s bind it to one, directly or through other variables.
///
/// # Errors
/// Fails if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs::DictAttrs;
/// use objet_ir::expr::{Integer, RelayExpr};
/// use objet_relay::expr::{Call, CallNode, Function, Let, Var};
/// use objet_relay::transform::inline_primitives;
///
/// let [f, x, y] = ["f", "x", "y"].map(|name| Var::new(name, None, None));
/// let attrs = DictAttrs::new([("Primitive", Integer::from(1))]);
/// let fused = Function::new([x.clone()], x, None, [], Some(attrs), None);
/// let call = Call::new(f.clone(), [y.into()], None, [], None);
/// let root = inline_primitives(RelayExpr::from(Let::new(f, fused.clone(), call, None)))?;
/// assert!(root.as_node::<CallNode>().unwrap().op.same_as(&fused));
/// # Ok::<(), objet::walk::RewriteError>(())
/// ```
#[doc(alias = "InlinePrimitives")]
pub fn inline_primitives<R: IsObjectRef>(root: R) -> Result<R, RewriteError> {
    let inlined = mutate_by_function(root, |root| {
        let lets = post_order(root).filter_map(|expr| expr.downcast::<Let>().ok());
        let mut values: HashMap<Id, RelayExpr> =
            lets.map(|node| (node.var.vid.clone(), node.value.clone())).collect();
        // The value of a variable that is bound to another variable is that of the other one.
        let aliases: Vec<Id> = values.keys().cloned().collect();
        for start in aliases {
            let (mut chain, mut var) = (Vec::new(), start);
            let end = loop {
                let Some(value) = values.get(&var).cloned() else { break None };
                match value.as_node::<VarNode>() {
                    Some(next) if chain.len() < values.len() => {
                        chain.push(std::mem::replace(&mut var, next.vid.clone()));
                    }
                    Some(_) => break None,
                    None => break Some(value),
                }
            };
            // Each alias is resolved once, so that long chains take linear time.
            for alias in chain {
                match &end {
                    Some(end) => drop(values.insert(alias, end.clone())),
                    None => drop(values.remove(&alias)),
                }
            }
        }
        values.retain(|_, value| {
            value.is_instance::<GlobalVarNode>() || value.as_node::<FunctionNode>().is_some_and(is_primitive)
        });
        (!values.is_empty()).then_some(Inliner(values))
    })?;
    dead_code_elimination(inlined, false)
}

struct Inliner(HashMap<Id, RelayExpr>);

impl ExprMutator for Inliner {
    type Error = RewriteError;

    fn visit_call(&mut self, mut call: Call) -> Result<RelayExpr, RewriteError> {
        if let Some(function) = call.op.as_node::<VarNode>().and_then(|var| self.0.get(&var.vid)) {
            *call.make_mut().op = function.clone();
        }
        Ok(call.upcast())
    }
}

/// Creates the pass for [`inline_primitives`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(1, "InlinePrimitives", []);
    ModulePass::new(info, |module, _| Ok(inline_primitives(module)?)).into()
}

objet_ir::register_pass!("relay._transform.InlinePrimitives", pass);
