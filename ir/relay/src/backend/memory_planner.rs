//! Static memory planning: values of a function that are not needed at the same time share memory.

mod storages;
mod tokens;

use std::rc::Rc;

use foldhash::HashMap;
use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::{Integer, RelayExpr};

use super::memory_plan::{StaticMemoryPlan, StorageInfo};
use crate::expr::{CallNode, ConstantNode, Function, FunctionNode, Id, LetNode};
use crate::functor::parts;
use crate::transform::plan_devices::annotations::on_device;
use crate::transform::plan_devices::scopes::Scopes;
use storages::{Storages, TokenId};
use tokens::Tokens;

/// The reason why the memory of a function cannot be planned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanMemoryError {
    /// The function has an expression that static plans do not support.
    #[error("memory cannot be planned for {found}: a static plan has calls, tuples and lets only")]
    Expr {
        /// The expression, in words.
        found: &'static str,
    },
    /// A value is neither a tensor nor a tuple of tensors, or its type is unknown.
    #[error(
        "memory cannot be planned for a value of type {found}: infer the types, and use tensors and \
         tuples of tensors"
    )]
    Type {
        /// The type as text.
        found: String,
    },
    /// The shape of a tensor is not constant, or its size exceeds 64 bits.
    #[error(
        "memory cannot be planned for a tensor of type {found}: its size must be constant, and fit \
         64 bits"
    )]
    Size {
        /// The type as text.
        found: String,
    },
    /// A variable is not bound in the function.
    #[error("the variable %{var} is not bound in the function")]
    Free {
        /// The name of the variable.
        var: String,
    },
    /// Tuples in tuples have too many fields in all.
    #[error("the tuples of the function have more than {limit} fields in all")]
    TooManyFields {
        /// The maximum number of fields.
        limit: usize,
    },
}

/// Assigns storage to the values of a function, whose types are inferred.
///
/// - Parameters, constants and the result keep their storage.
/// - The result of a call gets the storage of values that are not needed any more, on the same
///   device, and of 1/16 to 16 times the size. The storage grows if it is smaller.
/// - A fused function that only reshapes returns its argument.
/// - The device of a value is that of device planning, or -1 without it.
///
/// The time is `O(n log n)` in the size of the function.
///
/// # Errors
/// Fails if the function has branches, matches, references, calls of other functions than fused
/// ones, or values other than tensors of constant shape and tuples of them.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::TensorType;
/// use objet_relay::backend::graph_plan_memory;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::infer::infer_function;
/// use objet_relay::op::{exp, negative};
///
/// let ty = TensorType::new([3.into()], DataType::float(32));
/// let x = Var::new("x", Some(ty.upcast()), None);
/// let body = exp(negative(exp(x.clone())?)?)?;
/// let function = infer_function(Function::new([x], body, None, [], None, None), None)?;
/// let plan = graph_plan_memory(&function)?;
/// let storage = |expr| plan.expr_to_storage_info.get(expr).unwrap().storage_ids[0].value;
/// assert_eq!((storage(function.params[0].upcast_ref()), storage(&function.body)), (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "GraphPlanMemory")]
pub fn graph_plan_memory(function: &Function) -> Result<StaticMemoryPlan, PlanMemoryError> {
    let root: &RelayExpr = function.upcast_ref();
    let (scopes, order) = (Scopes::of(root), order(root));
    let lets = order.iter().filter_map(|expr| expr.as_node::<LetNode>());
    let lets: HashMap<Id, RelayExpr> = lets.map(|node| (node.var.vid.clone(), node.value.clone())).collect();
    let mut storages = Storages::default();

    // The first pass creates a token for each value and counts its uses.
    let mut created = Tokens::new(&lets);
    for param in &function.params {
        let tokens = storages.create(param.upcast_ref(), scopes.of_part(param.upcast_ref(), root))?;
        created.bind(param, tokens);
    }
    for expr in &order {
        let tokens: Rc<[TokenId]> = match_node!(match expr {
            ConstantNode => storages.create(expr, scopes.at(expr))?,
            call @ CallNode => {
                let tokens = storages.create(expr, scopes.at(expr))?;
                for arg in &call.args {
                    created.get(arg)?.iter().for_each(|token| storages.add_use(*token));
                }
                tokens
            }
            _ => match created.of_parts(expr)? {
                Some(tokens) => tokens,
                None => continue,
            },
        });
        created.insert(expr, tokens);
    }
    created.get(&function.body)?.iter().for_each(|token| storages.add_use(*token));

    // The second pass assigns storage, in the order of evaluation.
    let mut planned = Tokens::new(&lets);
    let keep = |tokens: Rc<[TokenId]>, storages: &mut Storages| {
        tokens.iter().for_each(|token| storages.keep(*token));
        tokens
    };
    for param in &function.params {
        planned.bind(param, keep(created.get(param.upcast_ref())?, &mut storages));
    }
    for expr in &order {
        let tokens: Rc<[TokenId]> = match_node!(match expr {
            ConstantNode => keep(created.get(expr)?, &mut storages),
            call @ CallNode => {
                let args = call.args.iter().map(|arg| planned.get(arg)).collect::<Result<Vec<_>, _>>()?;
                let new = created.get(expr)?;
                let tokens: Rc<[TokenId]> = match (only_reshapes(call), &args[..], &new[..]) {
                    (true, [arg], [new]) if arg.len() == 1 => {
                        storages.share(arg[0], *new);
                        arg.clone()
                    }
                    _ => new.iter().map(|token| storages.request(*token)).collect(),
                };
                tokens.iter().for_each(|token| storages.release_unused(*token));
                args.iter().flat_map(|tokens| tokens.iter()).for_each(|token| storages.remove_use(*token));
                tokens
            }
            _ => match planned.of_parts(expr)? {
                Some(tokens) => tokens,
                None => continue,
            },
        });
        planned.insert(expr, tokens);
    }
    let mut plan: Map<RelayExpr, StorageInfo> = Map::new();
    for expr in function.params.iter().map(IsObjectRef::upcast_ref).chain(&order) {
        // Names of functions have no storage.
        if let Ok(tokens) = planned.get(expr) {
            plan.insert(expr.clone(), storages.info(&tokens));
        }
    }
    Ok(StaticMemoryPlan::new(plan))
}

/// Returns the expressions in the body of a function in the order of evaluation, without those in
/// inner functions and fixed annotations.
fn order(root: &RelayExpr) -> Vec<RelayExpr> {
    let mut order = Vec::new();
    let mut walk = parts(root);
    while let Some(event) = walk.next() {
        match event {
            WalkEvent::Enter(object) if object.is_instance::<FunctionNode>() && !object.same_as(root) => {
                walk.skip_subtree();
            }
            WalkEvent::Enter(_) => {}
            WalkEvent::Leave(object) => {
                let expr = object.downcast::<RelayExpr>().ok().filter(|expr| !expr.same_as(root));
                let is_fixed = |expr: &RelayExpr| on_device(expr).is_some_and(|found| found.is_fixed);
                order.extend(expr.filter(|expr| !is_fixed(expr)));
            }
        }
    }
    order
}

/// Returns whether a call is that of a fused function that only reshapes.
fn only_reshapes(call: &CallNode) -> bool {
    let attrs = call.op.as_node::<FunctionNode>().and_then(|function| function.attrs.as_ref());
    attrs.and_then(|attrs| attrs.get::<Integer>("relay.reshape_only")).is_some_and(|flag| flag.value != 0)
}

/// Returns the static memory plan of a function.
#[register_global("relay.backend.GraphPlanMemory")]
fn plan_memory(func: &Function) -> Result<StaticMemoryPlan, PlanMemoryError> {
    graph_plan_memory(func)
}
