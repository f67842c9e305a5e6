//! Assigns a type to each expression of a function, with unknown parts that relations determine.
//!
//! - The checker goes through each expression once, operands first, with an explicit stack.
//! - A call of an operator adds the operator's relation to the solver. Other calls unify the types
//!   of parameters and arguments.
//! - Errors become diagnostics, and the checker continues with the types that are likely meant.

mod calls;
mod matches;

use std::borrow::Cow;

use foldhash::HashMap;
use objet::prelude::*;
use objet::progress::Steps;
use objet::walk::ObjectHashMap;
use objet_ir::adt::ConstructorNode;
use objet_ir::diagnostic::Diagnostic;
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::{GlobalVarNode, IntImm, PrimExpr, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::OpNode;
use objet_ir::span::Span;
use objet_ir::types::{
    FuncType, FuncTypeNode, IncompleteType, RelayRefType, TensorType, TupleType, Type, TypeKind,
};

use super::relations::{Relation, Solver, error_at};
use super::unify::Keep;
use crate::adt::MatchNode;
use crate::attrs::TupleGetItemAttrs;
use crate::expr::{
    CallNode, ConstantNode, FunctionNode, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode,
    TupleGetItemNode, TupleNode, VarNode,
};
use crate::scope::operands;

/// An expression with its type, which may contain incomplete parts until relations are solved.
pub(super) struct Typed {
    pub(super) expr: RelayExpr,
    pub(super) ty: Type,
    pub(super) type_args: TypeArgs,
}

/// The type arguments of an expression.
pub(super) enum TypeArgs {
    /// The expression is not a call, or keeps those that it has.
    Kept,
    /// The types of the arguments. The expression is a call of an operator.
    OfArguments,
    Given(Array<Type>),
}

/// Finds the types of the expressions of a function or an expression.
pub(super) struct Checker<'m> {
    pub(super) solver: Solver,
    /// The expressions, operands first.
    pub(super) typed: Vec<Typed>,
    /// The positions of expressions in `typed`.
    index: ObjectHashMap<RelayExpr, usize>,
    module: Option<&'m IRModule>,
    /// Whether operands that have a type already keep it.
    trusts_operands: bool,
    tuple_get_item: EnvFunc,
}

/// A step of the checker.
enum Step {
    Enter(RelayExpr),
    /// The operands of an expression are typed.
    Leave(RelayExpr),
    /// The arguments of a call are typed.
    Arguments(RelayExpr),
    /// The value of a `let` is typed. The variable has the type.
    Bound(RelayExpr, Type),
    /// The condition of an `if` is typed.
    Condition(RelayExpr),
    /// The first clauses of a match are typed. Their values have the type.
    Clauses(RelayExpr, usize, Type),
}

fn unknown() -> Type {
    IncompleteType::new(TypeKind::Type, None).upcast()
}

impl<'m> Checker<'m> {
    pub(super) fn new(module: Option<&'m IRModule>, trusts_operands: bool) -> Self {
        Self {
            solver: Solver::new(module.cloned()),
            typed: Vec::new(),
            index: ObjectHashMap::default(),
            module,
            trusts_operands,
            tuple_get_item: EnvFunc::new("tvm.relay.type_relation.TupleGetItem"),
        }
    }

    /// Finds the types of all expressions in `root`, and solves their relations. `globals` has the
    /// types of global functions by name.
    pub(super) fn check(&mut self, root: &RelayExpr, globals: &HashMap<objet::String, Type>) {
        let mut steps = vec![];
        self.enter(root.clone(), globals, &mut steps);
        let mut progress = Steps::new("infer types", None);
        while let Some(step) = steps.pop() {
            progress.next();
            match step {
                Step::Enter(expr) => {
                    if self.index.contains_key(&expr) {
                        continue;
                    }
                    match &expr.checked_type {
                        Some(ty) if self.trusts_operands => self.finish(expr.clone(), ty.clone()),
                        _ => self.enter(expr, globals, &mut steps),
                    }
                }
                Step::Leave(expr) => self.leave(expr),
                Step::Arguments(expr) => self.arguments(expr, &mut steps),
                Step::Bound(expr, ty) => self.bound(expr, ty, &mut steps),
                Step::Condition(expr) => self.condition(&expr),
                Step::Clauses(expr, done, ty) => self.clauses(expr, done, ty, &mut steps),
            }
        }
        self.solver.solve();
    }

    /// Returns the position of an expression in the list of typed expressions.
    pub(super) fn position(&self, expr: &RelayExpr) -> Option<usize> {
        self.index.get(expr).copied()
    }

    /// Returns the type of a checked expression, which is the same object from now on.
    pub(super) fn settled_type(&mut self, expr: &RelayExpr) -> Type {
        let ty = self.solver.resolve(&self.ty(expr));
        if let Some(position) = self.index.get(expr) {
            self.typed[*position].ty = ty.clone();
        }
        ty
    }

    fn finish(&mut self, expr: RelayExpr, ty: Type) {
        self.finish_call(expr, ty, TypeArgs::Kept);
    }

    fn finish_call(&mut self, expr: RelayExpr, ty: Type, type_args: TypeArgs) {
        self.index.insert(expr.clone(), self.typed.len());
        self.typed.push(Typed { expr, ty, type_args });
    }

    /// Returns the type of an expression that is typed.
    pub(super) fn ty(&self, expr: &RelayExpr) -> Type {
        match self.index.get(expr) {
            Some(position) => self.typed[*position].ty.clone(),
            None => unreachable!("the steps of an expression follow those of its operands"),
        }
    }

    fn unify(&mut self, lhs: &Type, rhs: &Type, span: Option<&Span>) -> Type {
        self.solver.unify(lhs, rhs, Keep::None, span)
    }

    fn emit(&self, span: Option<&Span>, text: impl Into<objet::String>) {
        self.solver.emit(error_at(span, text));
    }

    /// Begins an expression: types it if it has no operands, else pushes the steps for them.
    fn enter(&mut self, expr: RelayExpr, globals: &HashMap<objet::String, Type>, steps: &mut Vec<Step>) {
        let span = expr.span.as_ref();
        match_node!(match &expr {
            VarNode => _ = self.variable(&expr),
            constant @ ConstantNode => {
                let ty = constant_type(constant);
                self.finish(expr.clone(), ty);
            }
            var @ GlobalVarNode => {
                let ty = globals.get(&var.name_hint).or(var.checked_type.as_ref()).cloned();
                let ty = ty.unwrap_or_else(|| self.unknown_global(var, span));
                self.finish(expr.clone(), ty);
            }
            op @ OpNode => {
                let ty = op.op_type.load().map(FuncType::upcast).unwrap_or_else(|| {
                    self.emit(span, format!("the operator `{}` has no type", op.name));
                    unknown()
                });
                self.finish(expr.clone(), ty);
            }
            constructor @ ConstructorNode => {
                let ty = self.constructor(constructor, span);
                self.finish(expr.clone(), ty);
            }
            tuple @ TupleNode => {
                steps.push(Step::Leave(expr.clone()));
                steps.extend(tuple.fields.iter().rev().cloned().map(Step::Enter));
            }
            item @ TupleGetItemNode => {
                steps.push(Step::Leave(expr.clone()));
                steps.push(Step::Enter(item.tuple_value.clone()));
            }
            call @ CallNode => {
                steps.push(Step::Arguments(expr.clone()));
                steps.extend(call.args.iter().rev().cloned().map(Step::Enter));
            }
            binding @ LetNode => {
                // A function can call itself by the variable.
                let ty = match binding.value.is_instance::<FunctionNode>() {
                    true => self.variable(binding.var.upcast_ref()),
                    false => unknown(),
                };
                let ty = match &binding.var.type_annotation {
                    Some(annotation) => self.unify(&ty, annotation, span),
                    None => ty,
                };
                steps.push(Step::Bound(expr.clone(), ty));
                steps.push(Step::Enter(binding.value.clone()));
            }
            node @ IfNode => {
                steps.push(Step::Leave(expr.clone()));
                steps.push(Step::Enter(node.false_branch.clone()));
                steps.push(Step::Enter(node.true_branch.clone()));
                steps.push(Step::Condition(expr.clone()));
                steps.push(Step::Enter(node.cond.clone()));
            }
            node @ MatchNode => {
                steps.push(Step::Clauses(expr.clone(), 0, unknown()));
                steps.push(Step::Enter(node.data.clone()));
            }
            function @ FunctionNode => {
                self.solver.solve();
                for param in &function.params {
                    self.variable(param.upcast_ref());
                }
                steps.push(Step::Leave(expr.clone()));
                steps.push(Step::Enter(function.body.clone()));
            }
            create @ RefCreateNode => {
                steps.extend([Step::Leave(expr.clone()), Step::Enter(create.value.clone())]);
            }
            read @ RefReadNode => {
                steps.extend([Step::Leave(expr.clone()), Step::Enter(read.reference.clone())]);
            }
            write @ RefWriteNode => {
                steps.push(Step::Leave(expr.clone()));
                steps.push(Step::Enter(write.value.clone()));
                steps.push(Step::Enter(write.reference.clone()));
            }
            _ => {
                steps.push(Step::Leave(expr.clone()));
                let operands: Vec<_> = operands(&expr).map(Cow::into_owned).collect();
                steps.extend(operands.into_iter().rev().map(Step::Enter));
            }
        });
    }

    /// Types an expression whose operands are typed.
    fn leave(&mut self, expr: RelayExpr) {
        let span = expr.span.as_ref();
        let ty = match_node!(match &expr {
            tuple @ TupleNode => {
                let fields: Array<Type> = tuple.fields.iter().map(|field| self.ty(field)).collect();
                TupleType::new(fields, None).upcast()
            }
            item @ TupleGetItemNode => {
                let result = unknown();
                let types = [self.ty(&item.tuple_value), result.clone()];
                self.solver.add(Relation {
                    func: self.tuple_get_item.clone(),
                    types: types.into(),
                    num_inputs: 1,
                    attrs: Some(TupleGetItemAttrs::new(item.index).upcast()),
                    span: span.cloned(),
                    call: None,
                });
                result
            }
            binding @ LetNode => self.ty(&binding.body),
            node @ IfNode => {
                let (lhs, rhs) = (self.ty(&node.true_branch), self.ty(&node.false_branch));
                self.unify(&lhs, &rhs, span)
            }
            function @ FunctionNode => self.function(function, span),
            create @ RefCreateNode => RelayRefType::new(self.ty(&create.value), None).upcast(),
            read @ RefReadNode => self.referenced(&read.reference, span),
            write @ RefWriteNode => {
                let value = self.referenced(&write.reference, span);
                let new = self.ty(&write.value);
                self.unify(&value, &new, span);
                TupleType::empty().upcast()
            }
            // The type of another crate's expression must be known.
            _ => expr.checked_type.clone().unwrap_or_else(|| {
                self.emit(span, format!("the type of a {} cannot be inferred", expr.type_key()));
                unknown()
            }),
        });
        self.finish(expr, ty);
    }

    /// Types a variable and returns the type.
    fn variable(&mut self, var: &RelayExpr) -> Type {
        if self.index.contains_key(var) {
            return self.ty(var);
        }
        let annotation = var.as_node::<VarNode>().and_then(|var| var.type_annotation.clone());
        let ty = annotation.unwrap_or_else(unknown);
        self.finish(var.clone(), ty.clone());
        ty
    }

    fn unknown_global(&self, var: &GlobalVarNode, span: Option<&Span>) -> Type {
        let name = &var.name_hint;
        let text = match self.module {
            Some(_) => format!("the module has no function `@{name}`"),
            None => format!("the type of `@{name}` is unknown without a module"),
        };
        self.emit(span, text);
        unknown()
    }

    fn function(&mut self, function: &FunctionNode, span: Option<&Span>) -> Type {
        let params: Array<Type> = function.params.iter().map(|param| self.ty(param.upcast_ref())).collect();
        let mut result = self.ty(&function.body);
        if let Some(inner) = result.as_node::<FuncTypeNode>() {
            result = calls::instantiate(inner, &[]).upcast();
        }
        if let Some(declared) = &function.ret_type {
            result = self.unify(declared, &result, span);
        }
        let ty = FuncType::new(params, result, function.type_params.clone(), [], None);
        self.solver.resolve(&ty.upcast())
    }

    /// Returns the type of the value of a reference.
    fn referenced(&mut self, reference: &RelayExpr, span: Option<&Span>) -> Type {
        let value = unknown();
        let ty = self.ty(reference);
        self.unify(&ty, &RelayRefType::new(value.clone(), None).upcast(), span);
        value
    }

    fn condition(&mut self, expr: &RelayExpr) {
        let Some(node) = expr.as_node::<IfNode>() else { return };
        let ty = self.ty(&node.cond);
        self.unify(&ty, &TensorType::scalar(DataType::BOOL).upcast(), node.cond.span.as_ref());
    }

    /// Binds the variable of a `let` and continues with the body.
    fn bound(&mut self, expr: RelayExpr, ty: Type, steps: &mut Vec<Step>) {
        let Some(binding) = expr.as_node::<LetNode>() else { return };
        let value = self.ty(&binding.value);
        let ty = self.unify(&ty, &value, expr.span.as_ref());
        let var: &RelayExpr = binding.var.upcast_ref();
        match self.index.get(var) {
            Some(position) => self.typed[*position].ty = ty,
            None => self.finish(var.clone(), ty),
        }
        let body = binding.body.clone();
        steps.push(Step::Leave(expr));
        steps.push(Step::Enter(body));
    }

    /// Returns all diagnostics.
    pub(super) fn take_diagnostics(&self) -> Vec<Diagnostic> {
        self.solver.take_diagnostics()
    }
}

/// Returns the type of a constant.
pub(crate) fn constant_type(constant: &ConstantNode) -> Type {
    ndarray_type(&constant.data)
}

/// Returns the type of a tensor in memory.
pub(crate) fn ndarray_type(data: &NDArray) -> Type {
    let extent = |extent: &i64| -> PrimExpr {
        match i32::try_from(*extent) {
            Ok(extent) => IntImm::from(extent).upcast(),
            Err(_) => IntImm::from(*extent).upcast(),
        }
    };
    let shape: Array<PrimExpr> = data.shape().iter().map(extent).collect();
    TensorType::new(shape, data.dtype()).upcast()
}
