//! The evaluation of calls.

use std::rc::Rc;

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::op::Op;
use objet_ir::types::{IncompleteType, Type, TypeKind};

use super::PartialEvaluationError;
use super::activations::TypeArgs;
use super::evaluator::{Continuation, Evaluator, Step};
use super::fuel::Size;
use super::residual::{Closure, ClosureId};
use super::values::{Known, ValueId};
use crate::expr::{Call, CallNode, Constant, ConstantNode, Function, VarNode};
use crate::functor::post_order;
use crate::kernels::scalar::Scalar;
use crate::transform::fold_constant::folded_call;

/// Returns a known condition.
pub(super) fn boolean(known: &Known) -> Option<bool> {
    let Known::Tensor(constant) = known else { return None };
    Scalar::of(&constant.data)?.is_true()
}

impl Evaluator<'_> {
    /// Evaluates a call of a known value, or binds the call.
    pub(super) fn call(
        &mut self,
        node: &Call,
        callee: ValueId,
        args: &[ValueId],
        types: Array<Option<Type>>,
    ) -> Result<Step, PartialEvaluationError> {
        let op = self.values.atom(callee);
        let atoms: Array<RelayExpr> = self.values.atoms(args).into();
        let call = |types| Call::new(op, atoms.clone(), node.attrs.clone(), types, node.span.clone());
        match self.values.known(callee).clone() {
            Known::Closure(closure) => {
                if let Some(step) = self.expand(closure, args, &types)? {
                    return Ok(step);
                }
            }
            Known::Constructor(constructor) => {
                let call = Call::new(constructor.clone(), atoms, None, [], node.span.clone());
                return Ok(self.push(call, Known::Data(constructor, args.into()), false));
            }
            Known::Kernel(kernel) => {
                let has_effect = kernel.downcast_ref::<Op>().is_some_and(|op| self.effects.has(op));
                let call = call(types);
                let result = if has_effect { None } else { self.constant(&call, &kernel, args) };
                return Ok(match result {
                    Some(result) => self.push(result.clone(), Known::Tensor(result), false),
                    None => self.push(call, Known::Nothing, has_effect),
                });
            }
            _ => {}
        }
        // The function may write to any reference.
        self.store.invalidate();
        Ok(self.push(call(types), Known::Nothing, true))
    }

    /// Starts to evaluate the body of a closure, if the call makes progress.
    fn expand(
        &mut self,
        closure: ClosureId,
        args: &[ValueId],
        types: &Array<Option<Type>>,
    ) -> Result<Option<Step>, PartialEvaluationError> {
        let Closure { function, parent, types: outer, .. } = self.residual.closure(closure);
        let (function, parent, outer) = (function.clone(), *parent, outer.clone());
        if function.params.len() != args.len() {
            let (expected, found) = (function.params.len(), args.len());
            return Err(PartialEvaluationError::Arguments { expected, found });
        }
        let (sizes, progress) = self.fuel.meet(function.upcast_ref(), &self.sizes(args));
        if !progress || !self.expands() {
            return Ok(None);
        }
        self.rest.push(Continuation::Return(self.fuel.state()));
        self.fuel.enter(function.clone().upcast(), sizes);
        let activation = self.activations.open(parent, with_types(outer, &function, types));
        for (param, arg) in function.params.iter().zip(args) {
            self.activations.insert(activation, param, *arg);
        }
        Ok(Some(Step::Evaluate(function.body.clone(), activation)))
    }

    /// Returns the sizes of arguments.
    pub(super) fn sizes(&self, args: &[ValueId]) -> Vec<Size> {
        let number = |arg: ValueId| match self.values.known(arg) {
            Known::Tensor(constant) if constant.data.shape().is_empty() => {
                let data = &constant.data;
                let number = match data.to_vec::<i32>() {
                    Ok(numbers) => numbers.first().copied().map(i64::from),
                    Err(_) => data.to_vec::<i64>().ok().and_then(|numbers| numbers.first().copied()),
                };
                number.and_then(|number| u64::try_from(number).ok()).unwrap_or(0)
            }
            _ => 0,
        };
        args.iter().map(|arg| (*arg, number(*arg))).collect()
    }

    /// Evaluates a call of an operator, or of a function that fusion created, on constants.
    fn constant(&mut self, call: &Call, kernel: &RelayExpr, args: &[ValueId]) -> Option<Constant> {
        let constants = args.iter().map(|arg| match self.values.known(*arg) {
            Known::Tensor(constant) => Some(constant.clone()),
            _ => None,
        });
        let constants: Vec<Constant> = constants.collect::<Option<_>>()?;
        let result = if kernel.is_instance::<objet_ir::op::OpNode>() {
            let known: HashMap<&RelayExpr, &Constant> = call.args.iter().zip(&constants).collect();
            folded_call(call, |arg| known.get(arg).map(|constant| (*constant).clone()))?
        } else {
            self.constant_of_fused(kernel, constants)?
        };
        let elements = result.data.shape().iter().map(|extent| (*extent).max(0) as usize);
        self.elements_left = self.elements_left.checked_sub(elements.product())?;
        Some(result)
    }

    /// Evaluates a function that fusion created.
    fn constant_of_fused(&self, kernel: &RelayExpr, args: Vec<Constant>) -> Option<Constant> {
        let function: Function = match kernel.as_node::<GlobalVarNode>() {
            Some(var) => self.module.lookup_by_name(&var.name_hint).ok()?.downcast().ok()?,
            None => self.fused.get(kernel)?.clone(),
        };
        let params = function.params.iter().map(|param| param.vid.clone());
        let params: HashMap<_, _> = params.zip(args).collect();
        let mut known: HashMap<RelayExpr, Constant> = HashMap::default();
        for expr in post_order(&function.body) {
            let result = match_node!(match &expr {
                var @ VarNode => params.get(&var.vid)?.clone(),
                ConstantNode => expr.clone().downcast().ok()?,
                call @ CallNode => folded_call(call, |arg| known.get(arg).cloned())?,
                _ => continue,
            });
            known.insert(expr, result);
        }
        known.get(&function.body).cloned()
    }
}

/// Returns the types of type variables in the body of a called function.
fn with_types(outer: TypeArgs, function: &Function, types: &Array<Option<Type>>) -> TypeArgs {
    if function.type_params.is_empty() {
        return outer;
    }
    let mut all = outer.map(|outer| outer.as_ref().clone()).unwrap_or_default();
    for (index, param) in function.type_params.iter().enumerate() {
        let given = types.get(index).cloned().flatten();
        let unknown = || -> Type { IncompleteType::new(TypeKind::Type, None).upcast() };
        all.insert(param.clone(), given.unwrap_or_else(unknown));
    }
    Some(Rc::new(all))
}
