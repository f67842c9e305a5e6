//! The evaluation of expressions.

use std::rc::Rc;

use foldhash::HashMap;
use objet::String as Text;
use objet::prelude::*;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::types::{Type, TypeVar};

use super::activations::{ActivationId, Activations};
use super::calls::boolean;
use super::expressions::Visit;
use super::fuel::{Fuel, FuelState};
use super::residual::{BlockId, Closure, ClosureId, Code, Residual, Rest};
use super::store::{Mark, Store};
use super::values::{Known, ValueId, Values};
use super::{PartialEvaluationError, atom};
use crate::adt::{Match, Pattern};
use crate::analysis::{Effects, OpEffects, bound_vars, free_vars};
use crate::expr::{Call, Function, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var};
use crate::functor::{ExprFunctor, ExprMutator, post_order};
use crate::scope::is_primitive;
use crate::transform::bind::{Substitute, bind_types};
use crate::transform::dedup::{dedup, rewrite_binders};

pub(super) type Result<T> = std::result::Result<T, PartialEvaluationError>;

/// The next step of the evaluation.
pub(super) enum Step {
    Evaluate(RelayExpr, ActivationId),
    /// A value goes to the innermost continuation.
    Value(ValueId),
}

/// The rest of an evaluation, which gets a value.
pub(super) enum Continuation {
    Let(Let, ActivationId),
    Tuple(Tuple, ActivationId, Vec<ValueId>),
    Project(i32),
    If(If, ActivationId),
    RefCreate,
    RefRead,
    RefWrite(RefWrite, ActivationId, Option<ValueId>),
    /// A call, and its known operands. The callee is the first one.
    Call(Call, ActivationId, Vec<ValueId>),
    /// The end of the body of a function that was called.
    Return(FuelState),
    Match(Match, ActivationId),
    /// A branch of an unknown condition, and the finished branches.
    Branch {
        node: If,
        activation: ActivationId,
        cond: RelayExpr,
        mark: Mark,
        done: Vec<BlockId>,
    },
    /// A clause of an unknown value, with the pattern of the clause, and the finished clauses.
    Clause {
        node: Match,
        activation: ActivationId,
        data: RelayExpr,
        mark: Mark,
        pattern: Pattern,
        done: Vec<(Pattern, BlockId)>,
    },
}

/// The state of the partial evaluation of a module.
pub(super) struct Evaluator<'a> {
    pub(super) module: &'a IRModule,
    pub(super) values: Values,
    pub(super) activations: Activations,
    pub(super) fuel: Fuel,
    pub(super) store: Store,
    pub(super) residual: Residual,
    pub(super) effects: OpEffects,
    globals: HashMap<Text, ValueId>,
    roots: Vec<(GlobalVar, ClosureId)>,
    pub(super) rest: Vec<Continuation>,
    blocks: Vec<BlockId>,
    /// The number of evaluated expressions.
    steps: usize,
    /// After this number of steps, calls are not expanded.
    limit: usize,
    /// The number of elements that new constants may still have.
    pub(super) elements_left: usize,
    /// The functions that fusion created, by their names in the rest of the program.
    pub(super) fused: HashMap<RelayExpr, Function>,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(module: &'a IRModule) -> Self {
        let mut activations = Activations::new();
        for function in module.functions.load().values() {
            activations.count_depths(function);
        }
        Self {
            module,
            values: Values::default(),
            activations,
            fuel: Fuel::new(),
            store: Store::default(),
            residual: Residual::default(),
            effects: OpEffects::new(),
            globals: HashMap::default(),
            roots: Vec::new(),
            rest: Vec::new(),
            blocks: Vec::new(),
            steps: 0,
            limit: (1 << 20) + 16 * post_order(module).count(),
            elements_left: 1 << 26,
            fused: HashMap::default(),
        }
    }

    /// Returns whether calls are still expanded.
    pub(super) fn expands(&self) -> bool {
        self.steps < self.limit
    }

    /// Evaluates a global function.
    pub(super) fn evaluate_global(&mut self, var: &GlobalVar) -> Result<()> {
        self.fuel.move_to(Fuel::START);
        let value = self.global(var);
        match *self.values.known(value) {
            Known::Closure(closure) if self.residual.closure(closure).rest.is_none() => {
                self.evaluate_closure(closure)
            }
            _ => Ok(()),
        }
    }

    /// Evaluates the closures that the evaluated functions need.
    pub(super) fn evaluate_closures(&mut self) -> Result<()> {
        while let Some(closure) = self.residual.next_closure() {
            self.evaluate_closure(closure)?;
        }
        Ok(())
    }

    /// Returns the rest of the global functions.
    pub(super) fn into_globals(self) -> Result<impl Iterator<Item = (GlobalVar, Function)>> {
        let (vars, closures): (Vec<GlobalVar>, Vec<ClosureId>) = self.roots.into_iter().unzip();
        Ok(vars.into_iter().zip(self.residual.into_functions(closures)?))
    }

    /// Evaluates the body of a closure for unknown arguments.
    fn evaluate_closure(&mut self, id: ClosureId) -> Result<()> {
        let Closure { function, parent, types, fuel, .. } = self.residual.closure(id);
        let (function, types, fuel) = (function.clone(), types.clone(), *fuel);
        let activation = self.activations.open(*parent, types);
        self.store = Store::default();
        self.fuel.move_to(fuel);
        let params = function.params.iter().map(|param| {
            let new = self.fresh(param, activation)?;
            let value = self.values.push(Known::Nothing, atom(&new));
            self.activations.insert(activation, param, value);
            Ok((new, value))
        });
        let params: Vec<(Var, ValueId)> = params.collect::<Result<_>>()?;
        let args: Vec<ValueId> = params.iter().map(|(_, value)| *value).collect();
        let (sizes, _) = self.fuel.meet(function.upcast_ref(), &self.sizes(&args));
        self.fuel.enter(function.clone().upcast(), sizes);
        let result = function.ret_type.clone();
        let result = result.map(|ty| self.with_type_args(ty, activation)).transpose()?;

        let body = self.open();
        let value = self.run(Step::Evaluate(function.body.clone(), activation))?;
        self.close(value);
        let params = params.into_iter().map(|(param, _)| param).collect();
        self.residual.set_rest(id, Rest { params, result, body });
        Ok(())
    }

    /// Evaluates until all continuations have their values.
    fn run(&mut self, mut step: Step) -> Result<ValueId> {
        loop {
            step = match step {
                Step::Evaluate(expr, activation) => {
                    self.steps += 1;
                    if self.steps > 4 * self.limit {
                        return Err(PartialEvaluationError::Steps { limit: 4 * self.limit });
                    }
                    Visit { evaluator: self, activation }.visit_expr(&expr)?
                }
                Step::Value(value) => match self.rest.pop() {
                    Some(continuation) => self.resume(continuation, value)?,
                    None => return Ok(value),
                },
            };
        }
    }

    pub(super) fn open(&mut self) -> BlockId {
        let block = self.residual.open();
        self.blocks.push(block);
        block
    }

    pub(super) fn close(&mut self, value: ValueId) -> Option<BlockId> {
        let block = self.blocks.pop()?;
        self.residual.close(block, self.values.atom(value));
        Some(block)
    }

    fn bind_to(&mut self, var: Var, code: Code, known: Known, has_effect: bool) -> ValueId {
        let atom = match self.blocks.last() {
            Some(block) => self.residual.bind(*block, var, code, has_effect),
            None => unreachable!("expressions are evaluated in blocks"),
        };
        self.values.push(known, atom)
    }

    /// Binds code to a new variable of the current block, and returns its value.
    pub(super) fn bind(&mut self, code: Code, known: Known, has_effect: bool) -> ValueId {
        self.bind_to(Var::new("x", None, None), code, known, has_effect)
    }

    pub(super) fn push(&mut self, expr: impl Into<RelayExpr>, known: Known, has_effect: bool) -> Step {
        Step::Value(self.bind(Code::Expr(expr.into()), known, has_effect))
    }

    /// Returns a type with the types that the type variables of functions stand for.
    pub(super) fn with_type_args(&self, ty: Type, activation: ActivationId) -> Result<Type> {
        Ok(match self.activations.types(activation) {
            None => ty,
            Some(types) => bind_types(ty, types.iter().map(|(var, ty)| (var.clone(), ty.clone())))?,
        })
    }

    /// Returns a new variable for one that is bound in an activation.
    pub(super) fn fresh(&self, var: &Var, activation: ActivationId) -> Result<Var> {
        let ty = var.type_annotation.clone();
        let ty = ty.map(|ty| self.with_type_args(ty, activation)).transpose()?;
        Ok(Var::new(var.name_hint().clone(), ty, None))
    }

    pub(super) fn global(&mut self, var: &GlobalVar) -> ValueId {
        if let Some(known) = self.globals.get(&var.name_hint) {
            return *known;
        }
        let function = self.module.lookup_by_name(&var.name_hint).ok();
        let function = function.and_then(|function| function.downcast::<Function>().ok());
        let atom: RelayExpr = var.clone().upcast();
        let known = match function {
            Some(function) if is_primitive(&function) => Known::Kernel(atom.clone()),
            Some(function) => {
                let closure = self.residual.add_closure(Closure {
                    function,
                    parent: Activations::ROOT,
                    types: None,
                    fuel: self.fuel.state(),
                    rest: None,
                });
                self.roots.push((var.clone(), closure));
                Known::Closure(closure)
            }
            None => Known::Nothing,
        };
        let value = self.values.push(known, atom);
        self.globals.insert(var.name_hint.clone(), value);
        value
    }

    /// Evaluates the variables in an expression of another crate, which may evaluate its operands
    /// several times or never. A copy of the expression binds variables of its own.
    pub(super) fn foreign(&mut self, expr: &RelayExpr, activation: ActivationId) -> Result<Step> {
        let has_effect = Effects::in_graph(expr).has(expr);
        let mut new = if bound_vars(expr).is_empty() { expr.clone() } else { dedup(expr)? };
        if let Some(types) = self.activations.types(activation).clone() {
            new = rewrite_binders(new, |object| {
                let ty = object.downcast_ref::<TypeVar>().and_then(|var| types.get(var));
                Ok(ty.map_or_else(|| object.clone(), |ty| ty.clone().into_object_ref()))
            })?;
        }
        let mut atoms = std::collections::HashMap::new();
        for var in free_vars(&new) {
            if let Some(value) = self.activations.get(activation, &var.vid) {
                atoms.insert(var.vid.clone(), self.values.atom(value));
            }
        }
        let new = Substitute(atoms).mutate(new)?;
        self.store.invalidate();
        Ok(self.push(new, Known::Nothing, has_effect))
    }

    /// Creates the closure of a function. A `let` may give the name.
    pub(super) fn function(&mut self, function: &Function, activation: ActivationId, name: &str) -> Step {
        let var = Var::new(name, None, None);
        if is_primitive(function) {
            let (code, kernel) = (Code::Expr(function.clone().upcast()), atom(&var));
            self.fused.insert(kernel.clone(), function.clone());
            return Step::Value(self.bind_to(var, code, Known::Kernel(kernel), false));
        }
        let closure = self.residual.add_closure(Closure {
            function: function.clone(),
            parent: activation,
            types: self.activations.types(activation).clone(),
            fuel: self.fuel.state(),
            rest: None,
        });
        Step::Value(self.bind_to(var, Code::Closure(closure), Known::Closure(closure), false))
    }

    /// Continues with a value.
    fn resume(&mut self, continuation: Continuation, value: ValueId) -> Result<Step> {
        Ok(match continuation {
            Continuation::Let(node, activation) => {
                self.activations.insert(activation, &node.var, value);
                Step::Evaluate(node.body.clone(), activation)
            }
            Continuation::Tuple(node, activation, mut fields) => {
                fields.push(value);
                self.tuple(node, activation, fields)
            }
            Continuation::Project(index) => {
                let field = match self.values.known(value) {
                    Known::Tuple(fields) => fields.get(index as usize).copied(),
                    _ => None,
                };
                match field {
                    Some(field) => Step::Value(field),
                    None => {
                        let item = TupleGetItem::new(self.values.atom(value), index, None);
                        self.push(item, Known::Nothing, false)
                    }
                }
            }
            Continuation::If(node, activation) => match boolean(self.values.known(value)) {
                Some(true) => Step::Evaluate(node.true_branch.clone(), activation),
                Some(false) => Step::Evaluate(node.false_branch.clone(), activation),
                None => self.branch(node, activation, self.values.atom(value), Vec::new()),
            },
            Continuation::RefCreate => {
                let create = RefCreate::new(self.values.atom(value), None);
                let reference = self.bind(Code::Expr(create.upcast()), Known::Reference, true);
                self.store.write(reference, value);
                Step::Value(reference)
            }
            Continuation::RefRead => {
                let content = match self.values.known(value) {
                    Known::Reference => self.store.read(value),
                    _ => None,
                };
                match content {
                    Some(content) => Step::Value(content),
                    None => self.push(RefRead::new(self.values.atom(value), None), Known::Nothing, true),
                }
            }
            Continuation::RefWrite(node, activation, None) => {
                let content = node.value.clone();
                self.rest.push(Continuation::RefWrite(node, activation, Some(value)));
                Step::Evaluate(content, activation)
            }
            Continuation::RefWrite(_, _, Some(reference)) => {
                match self.values.known(reference) {
                    Known::Reference => self.store.write(reference, value),
                    _ => self.store.invalidate(),
                }
                let write = RefWrite::new(self.values.atom(reference), self.values.atom(value), None);
                self.push(write, Known::Tuple(Rc::new([])), true)
            }
            Continuation::Call(node, activation, mut operands) => {
                operands.push(value);
                self.operands(node, activation, operands)?
            }
            Continuation::Return(state) => {
                self.fuel.move_to(state);
                Step::Value(value)
            }
            Continuation::Match(node, activation) => self.match_value(node, activation, value)?,
            Continuation::Branch { node, activation, cond, mark, mut done } => {
                done.extend(self.close(value));
                self.store.return_to(&mark);
                self.branch(node, activation, cond, done)
            }
            Continuation::Clause { node, activation, data, mark, pattern, mut done } => {
                done.extend(self.close(value).map(|block| (pattern, block)));
                self.store.return_to(&mark);
                self.clause(node, activation, data, done)?
            }
        })
    }

    pub(super) fn tuple(&mut self, node: Tuple, activation: ActivationId, fields: Vec<ValueId>) -> Step {
        if let Some(next) = node.fields.get(fields.len()).cloned() {
            self.rest.push(Continuation::Tuple(node, activation, fields));
            return Step::Evaluate(next, activation);
        }
        let tuple = Tuple::new(self.values.atoms(&fields), None);
        self.push(tuple, Known::Tuple(fields.into()), false)
    }

    /// Evaluates the next branch of an unknown condition, or binds the finished branches.
    fn branch(&mut self, node: If, activation: ActivationId, cond: RelayExpr, done: Vec<BlockId>) -> Step {
        let branch = match &done[..] {
            [] => node.true_branch.clone(),
            [_] => node.false_branch.clone(),
            [yes, no, ..] => {
                self.store.invalidate();
                let branches = [*yes, *no];
                let has_effect = branches.iter().any(|block| self.residual.has_effect(*block));
                return Step::Value(self.bind(Code::If { cond, branches }, Known::Nothing, has_effect));
            }
        };
        let mark = self.store.mark();
        self.rest.push(Continuation::Branch { node, activation, cond, mark, done });
        self.open();
        Step::Evaluate(branch, activation)
    }

    /// Evaluates the next operand of a call, or the call.
    pub(super) fn operands(
        &mut self,
        node: Call,
        activation: ActivationId,
        operands: Vec<ValueId>,
    ) -> Result<Step> {
        let next = match operands.len().checked_sub(1) {
            None => Some(node.op.clone()),
            Some(index) => node.args.get(index).cloned(),
        };
        if let Some(next) = next {
            self.rest.push(Continuation::Call(node, activation, operands));
            return Ok(Step::Evaluate(next, activation));
        }
        let types = node.type_args.iter();
        let types = types.map(|ty| ty.clone().map(|ty| self.with_type_args(ty, activation)).transpose());
        let types: Array<Option<Type>> = types.collect::<Result<_>>()?;
        self.call(&node, operands[0], &operands[1..], types)
    }
}
