//! Assigns a type to each expression of a function, with unknown parts that relations determine.
//!
//! - The checker goes through each expression once, operands first, with an explicit stack.
//! - A call of an operator adds the operator's relation to the solver. Other calls unify the types
//!   of parameters and arguments.
//! - Errors become diagnostics, and the checker continues with the types that are likely meant.

use foldhash::HashMap;

use objet::prelude::*;
use objet_ir::adt::{Constructor, ConstructorNode};
use objet_ir::diagnostic::Diagnostic;
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::{GlobalVarNode, IntImm, PrimExpr, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::OpNode;
use objet_ir::span::Span;
use objet_ir::types::{
    FuncType, FuncTypeNode, IncompleteType, RelayRefType, TensorType, TupleType, TupleTypeNode, Type,
    TypeCall, TypeCallNode, TypeKind, TypeRelationNode, TypeVar,
};

use super::error;
use super::relations::{Relation, Solver, error_at};
use super::unify::Keep;
use crate::adt::{Match, MatchNode, Pattern, PatternConstructorNode, PatternTupleNode, PatternVarNode};
use crate::attrs::TupleGetItemAttrs;
use crate::expr::{
    CallNode, ConstantNode, FunctionNode, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode,
    TupleGetItemNode, TupleNode, VarNode,
};
use crate::transform::bind_types;

/// An expression with its type, which may contain incomplete parts until relations are solved.
pub(super) struct Typed {
    pub(super) expr: RelayExpr,
    pub(super) ty: Type,
    /// The type arguments, if the expression is a call.
    pub(super) type_args: Option<Array<Type>>,
}

/// Finds the types of the expressions of a function or an expression.
pub(super) struct Checker<'m> {
    pub(super) solver: Solver,
    /// The expressions, operands first.
    pub(super) typed: Vec<Typed>,
    /// The positions of expressions in `typed`.
    index: HashMap<RelayExpr, usize>,
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
            index: HashMap::default(),
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
        while let Some(step) = steps.pop() {
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
        self.finish_call(expr, ty, None);
    }

    fn finish_call(&mut self, expr: RelayExpr, ty: Type, type_args: Option<Array<Type>>) {
        self.index.insert(expr.clone(), self.typed.len());
        self.typed.push(Typed { expr, ty, type_args });
    }

    /// Returns the type of an expression that is typed.
    fn ty(&self, expr: &RelayExpr) -> Type {
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
                let ty = expr.checked_type.clone().unwrap_or_else(|| {
                    self.emit(span, format!("the type of a {} cannot be inferred", expr.type_key()));
                    unknown()
                });
                self.finish(expr.clone(), ty);
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
                    operator: None,
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
            _ => unreachable!("only expressions with operands have this step"),
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

    fn constructor(&self, constructor: &ConstructorNode, span: Option<&Span>) -> Type {
        let definition = self.module.map(|module| module.lookup_type_def(&constructor.belong_to));
        let type_vars = match definition {
            Some(Ok(definition)) => definition.type_vars.clone(),
            Some(Err(error)) => {
                self.emit(span, format!("the constructor `{}`: {error}", constructor.name_hint));
                return unknown();
            }
            None => {
                let name = &constructor.name_hint;
                self.emit(span, format!("the type of the constructor `{name}` is unknown without a module"));
                return unknown();
            }
        };
        let args: Array<Type> = type_vars.iter().cloned().map(TypeVar::upcast).collect();
        let result = TypeCall::new(constructor.belong_to.clone(), args, None);
        FuncType::new(constructor.inputs.clone(), result, type_vars, [], None).upcast()
    }

    fn function(&mut self, function: &FunctionNode, span: Option<&Span>) -> Type {
        let params: Array<Type> = function.params.iter().map(|param| self.ty(param.upcast_ref())).collect();
        let mut result = self.ty(&function.body);
        if let Some(inner) = result.as_node::<FuncTypeNode>() {
            result = instantiate(inner, &[]).upcast();
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

    /// Unifies the values of clauses, one after the other.
    fn clauses(&mut self, expr: RelayExpr, done: usize, mut ty: Type, steps: &mut Vec<Step>) {
        let Some(node) = expr.downcast_ref::<Match>() else { return };
        if done == 0 {
            let data = self.ty(&node.data);
            for clause in &node.clauses {
                self.pattern(&clause.lhs, &data);
            }
        } else {
            let value = self.ty(&node.clauses[done - 1].rhs);
            ty = self.unify(&ty, &value, expr.span.as_ref());
        }
        match node.clauses.get(done) {
            Some(clause) => {
                let value = clause.rhs.clone();
                steps.push(Step::Clauses(expr, done + 1, ty));
                steps.push(Step::Enter(value));
            }
            None => self.finish(expr, ty),
        }
    }

    /// Types the variables of a pattern that values of type `ty` match.
    fn pattern(&mut self, pattern: &Pattern, ty: &Type) {
        let mut waiting = vec![(pattern.clone(), ty.clone())];
        while let Some((pattern, ty)) = waiting.pop() {
            let span = pattern.span.as_ref();
            match_node!(match &pattern {
                PatternVarNode { var, .. } => {
                    let own = self.variable(var.upcast_ref());
                    self.unify(&own, &ty, span);
                }
                tuple @ PatternTupleNode => {
                    let fields: Array<Type> = tuple.patterns.iter().map(|_| unknown()).collect();
                    let expected = TupleType::new(fields.clone(), None).upcast();
                    let unified = self.unify(&ty, &expected, span);
                    let fields = unified.as_node::<TupleTypeNode>().map_or(fields, |ty| ty.fields.clone());
                    waiting.extend(tuple.patterns.iter().cloned().zip(fields).rev());
                }
                constructor @ PatternConstructorNode => {
                    let inputs = self.constructor_inputs(constructor, &ty, span);
                    let patterns = constructor.patterns.iter().cloned();
                    let patterns: Vec<_> = patterns.zip(inputs).collect();
                    waiting.extend(patterns.into_iter().rev());
                }
                _ => {}
            });
        }
    }

    /// Returns the types of the arguments of a constructor in a pattern.
    fn constructor_inputs(
        &mut self,
        pattern: &PatternConstructorNode,
        ty: &Type,
        span: Option<&Span>,
    ) -> Vec<Type> {
        let constructor: &Constructor = &pattern.constructor;
        let Some(func) = self.constructor(constructor, span).downcast::<FuncType>().ok() else {
            return pattern.patterns.iter().map(|_| unknown()).collect();
        };
        let args: Vec<Type> = func.type_params.iter().map(|_| unknown()).collect();
        let expected = TypeCall::new(constructor.belong_to.clone(), args.as_slice(), None).upcast();
        let unified = self.unify(ty, &expected, span);
        let args = unified.as_node::<TypeCallNode>().map_or(args, |call| call.args.to_vec());
        let (expected, found) = (func.arg_types.len(), pattern.patterns.len());
        if expected != found {
            self.emit(span, error::pattern_count(&constructor.name_hint, expected, found));
        }
        let func = instantiate(&func, &args);
        let missing = std::iter::repeat_with(unknown);
        func.arg_types.iter().cloned().chain(missing).take(found).collect()
    }

    /// Types a call of an operator by its relation, or continues with the callee.
    fn arguments(&mut self, expr: RelayExpr, steps: &mut Vec<Step>) {
        let Some(call) = expr.as_node::<CallNode>() else { return };
        if let Some(ty) = self.operator_call(call, expr.span.as_ref()) {
            let types: Array<Type> = call.args.iter().map(|arg| self.ty(arg)).collect();
            self.finish_call(expr, ty, Some(types));
        } else if self.index.contains_key(&call.op) {
            self.solver.solve();
            self.general_call(expr);
        } else {
            self.solver.solve();
            let op = call.op.clone();
            // This step is entered again, with the callee typed.
            steps.push(Step::Arguments(expr));
            steps.push(Step::Enter(op));
        }
    }

    /// Adds the relation of an operator whose type is just that relation.
    fn operator_call(&mut self, call: &CallNode, span: Option<&Span>) -> Option<Type> {
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
            span: span.cloned(),
            operator: Some(op.name.clone()),
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
            objet_ir::types::IncompleteTypeNode => {
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
                operator: call.as_op().map(|op| op.name.clone()),
                ..relation
            });
        }
        let ty = func.ret_type.clone();
        self.finish_call(expr.clone(), ty, Some(type_args.into()));
    }

    /// Returns all diagnostics.
    pub(super) fn take_diagnostics(&self) -> Vec<Diagnostic> {
        self.solver.take_diagnostics()
    }
}

/// Returns a function type with types in place of its type parameters.
fn instantiate(func: &FuncTypeNode, args: &[Type]) -> FuncType {
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

/// Returns the type of a constant.
fn constant_type(constant: &ConstantNode) -> Type {
    let extent = |extent: &i64| -> PrimExpr {
        match i32::try_from(*extent) {
            Ok(extent) => IntImm::from(extent).upcast(),
            Err(_) => IntImm::from(*extent).upcast(),
        }
    };
    let shape: Array<PrimExpr> = constant.data.shape().iter().map(extent).collect();
    TensorType::new(shape, constant.data.dtype()).upcast()
}
