//! Types calls: of operators by their relations, of functions by unification.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{FuncType, FuncTypeNode, IncompleteTypeNode, Type, TypeRelationNode};

use super::super::error;
use super::super::relations::Relation;
use super::super::unify::Keep;
use super::{Checker, Step, TypeArgs, unknown};
use crate::expr::CallNode;
use crate::transform::bind_types;

impl Checker<'_> {
    /// Types a call of an operator by its relation, or continues with the callee.
    pub(super) fn arguments(&mut self, expr: RelayExpr, steps: &mut Vec<Step>) {
        let Some(call) = expr.as_node::<CallNode>() else { return };
        if let Some(ty) = self.operator_call(call, &expr) {
            self.finish_call(expr, ty, TypeArgs::OfArguments);
        } else if self.index.contains_key(&call.op) {
            self.solver.solve();
            let before = self.solver.diagnostic_count();
            self.general_call(expr.clone());
            self.solver.add_call(before, &expr);
        } else {
            self.solver.solve();
            let op = call.op.clone();
            // This step is entered again, with the callee typed.
            steps.push(Step::Arguments(expr));
            steps.push(Step::Enter(op));
        }
    }

    /// Adds the relation of an operator whose type is just that relation.
    fn operator_call(&mut self, call: &CallNode, expr: &RelayExpr) -> Option<Type> {
        let op = call.as_op()?;
        let ty = op.op_type.load()?;
        let (params, constraints) = (&ty.type_params, &ty.type_constraints);
        if params.len() != call.args.len() + 1 || constraints.len() != 1 {
            return None;
        }
        let relation = constraints[0].as_node::<TypeRelationNode>()?;
        if params.iter().zip(&relation.args).any(|(param, arg)| !param.same_as(arg)) {
            return None;
        }
        let result = unknown();
        let types: Array<Type> = call.args.iter().map(|arg| self.ty(arg)).chain([result.clone()]).collect();
        self.solver.add(Relation {
            func: relation.func.clone()?,
            num_inputs: i32::try_from(call.args.len()).unwrap_or(i32::MAX),
            types,
            attrs: call.attrs.clone(),
            span: expr.span.clone(),
            call: Some(expr.clone()),
        });
        Some(result)
    }

    /// Types a call of a function, whose arguments and callee are typed.
    fn general_call(&mut self, expr: RelayExpr) {
        let Some(call) = expr.as_node::<CallNode>() else { return };
        let span = expr.span.as_ref();
        let callee = self.ty(&call.op);
        let callee = self.solver.resolve(&callee);
        let arguments: Vec<Type> = call.args.iter().map(|arg| self.ty(arg)).collect();
        let func = match_node!(match &callee {
            FuncTypeNode => callee.clone(),
            IncompleteTypeNode => {
                let expected = FuncType::new(arguments.as_slice(), unknown(), [], [], None).upcast();
                self.unify(&callee, &expected, call.op.span.as_ref())
            }
            _ => callee.clone(),
        });
        let Some(func) = func.as_node::<FuncTypeNode>() else {
            self.emit(call.op.span.as_ref().or(span), error::not_a_function(&func));
            return self.finish(expr.clone(), unknown());
        };
        if call.type_args.len() > func.type_params.len() {
            let (expected, found) = (func.type_params.len(), call.type_args.len());
            self.emit(span, error::type_argument_count(expected, found));
        }
        let given = call.type_args.iter().map(|ty| ty.clone().unwrap_or_else(unknown));
        let type_args: Vec<Type> =
            given.chain(std::iter::repeat_with(unknown)).take(func.type_params.len()).collect();
        let func = instantiate(func, &type_args);
        if func.arg_types.len() != arguments.len() {
            self.emit(span, error::argument_count(func.arg_types.len(), arguments.len()));
        }
        for ((parameter, argument), expr) in func.arg_types.iter().zip(&arguments).zip(&call.args) {
            let span = expr.span.as_ref().or(span);
            self.solver.unify(parameter, argument, Keep::Rhs, span);
        }
        for constraint in &func.type_constraints {
            let Some(relation) = constraint.as_node::<TypeRelationNode>() else { continue };
            let Some(relation) = Relation::of(relation) else { continue };
            self.solver.add(Relation {
                attrs: call.attrs.clone(),
                span: span.cloned(),
                call: Some(expr.clone()),
                ..relation
            });
        }
        let ty = func.ret_type.clone();
        self.finish_call(expr.clone(), ty, TypeArgs::Given(type_args.into()));
    }
}

/// Returns a function type with types in place of its type parameters.
pub(super) fn instantiate(func: &FuncTypeNode, args: &[Type]) -> FuncType {
    let constraints = func.type_constraints.clone();
    let bare = FuncType::new(func.arg_types.clone(), func.ret_type.clone(), [], constraints, None);
    if func.type_params.is_empty() {
        return bare;
    }
    let missing = std::iter::repeat_with(unknown);
    let args = args.iter().cloned().chain(missing);
    let bound = bind_types(bare.clone().upcast(), func.type_params.iter().cloned().zip(args));
    // Substitution fails only for parameters of a function type, and `bare` has none of them.
    bound.ok().and_then(|ty| ty.downcast().ok()).unwrap_or(bare)
}
