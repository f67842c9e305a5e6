//! The queue of type relations: runs each relation until it is solved.
//!
//! A relation that is not solved waits for the incomplete types among its arguments. It runs again
//! once one of them is known.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet::function::RuntimeError;
use objet::prelude::*;
use objet::walk::ObjectHashMap;
use objet_ir::attrs::Attrs;
use objet_ir::diagnostic::{Diagnostic, DiagnosticLevel};
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::span::Span;
use objet_ir::types::{RelationStatus, Type, TypeMismatch, TypeRelationNode, TypeReporter, Unifier};

use super::place;
use super::type_table::{RelationId, TypeTable};
use super::unify::{Keep, Mismatch};
use crate::expr::CallNode;

/// Unifies types and runs type relations.
pub(super) struct Solver {
    shared: Arc<Shared>,
    reporter: TypeReporter,
    /// The relations that are neither solved nor violated. Others do not run when they are woken.
    relations: Vec<Option<Relation>>,
    /// The number of relations that are not solved, violated ones included.
    unsolved: usize,
    queue: VecDeque<RelationId>,
    /// The functions of relations, by the objects that name them.
    functions: ObjectHashMap<EnvFunc, PackedFunc>,
}

/// A relation between the types of a call.
pub(super) struct Relation {
    pub(super) func: EnvFunc,
    pub(super) types: Array<Type>,
    pub(super) num_inputs: i32,
    pub(super) attrs: Option<Attrs>,
    pub(super) span: Option<Span>,
    /// The call, for messages.
    pub(super) call: Option<RelayExpr>,
}

impl Relation {
    /// Returns the relation of a type constraint, unless the constraint has no function.
    pub(super) fn of(constraint: &TypeRelationNode) -> Option<Self> {
        Some(Self {
            func: constraint.func.clone()?,
            types: constraint.args.clone(),
            num_inputs: constraint.num_inputs,
            attrs: constraint.attrs.clone(),
            span: constraint.span.clone(),
            call: None,
        })
    }
}

/// The state that relations reach through the reporter.
struct Shared {
    module: Option<IRModule>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    types: TypeTable,
    /// The source range of the relation that runs.
    span: Option<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A relation that panics leaves the state valid: each of its methods completes.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the types of a relation that runs next.
    fn resolved(&self, relation: &Relation) -> Array<Type> {
        let mut state = self.lock();
        state.span = relation.span.clone();
        relation.types.iter().map(|ty| state.types.resolve(ty)).collect()
    }
}

impl Unifier for Shared {
    fn unify(&self, ty: &Type, expected: &Type) -> Result<(), TypeMismatch> {
        let mut mismatches = Vec::new();
        let mut state = self.lock();
        state.types.unify(ty, expected, Keep::None, &mut mismatches);
        if mismatches.is_empty() {
            return Ok(());
        }
        let (ty, expected) = (state.types.resolve(ty), state.types.resolve(expected));
        Err(TypeMismatch::new(&ty, &expected))
    }

    fn resolve(&self, ty: &Type) -> Type {
        self.lock().types.resolve(ty)
    }

    fn span(&self) -> Option<Span> {
        self.lock().span.clone()
    }

    fn module(&self) -> Option<IRModule> {
        self.module.clone()
    }

    fn emit(&self, diagnostic: Diagnostic) {
        self.lock().diagnostics.push(diagnostic);
    }
}

impl Solver {
    pub(super) fn new(module: Option<IRModule>) -> Self {
        let shared = Arc::new(Shared { module, state: Mutex::default() });
        Self {
            reporter: TypeReporter::new(shared.clone()),
            shared,
            relations: Vec::new(),
            unsolved: 0,
            queue: VecDeque::new(),
            functions: ObjectHashMap::default(),
        }
    }

    /// Unifies two types. Each mismatch becomes an error at `span`.
    pub(super) fn unify(&mut self, lhs: &Type, rhs: &Type, keep: Keep, span: Option<&Span>) -> Type {
        let mut mismatches = Vec::new();
        let mut state = self.shared.lock();
        let ty = state.types.unify(lhs, rhs, keep, &mut mismatches);
        for Mismatch { lhs, rhs, detail } in mismatches {
            let texts = detail.into_iter().chain([super::error::types_do_not_match(&lhs, &rhs)]);
            state.diagnostics.extend(texts.map(|text| error_at(span, text)));
        }
        ty
    }

    /// Returns the type as far as it is known.
    pub(super) fn resolve(&self, ty: &Type) -> Type {
        self.shared.lock().types.resolve(ty)
    }

    /// Adds a relation, which runs at the next [`solve`](Self::solve).
    pub(super) fn add(&mut self, relation: Relation) {
        self.queue.push_back(self.relations.len());
        self.relations.push(Some(relation));
        self.unsolved += 1;
    }

    /// Runs the relations whose types have changed.
    pub(super) fn solve(&mut self) {
        loop {
            let woken = self.shared.lock().types.take_woken();
            self.queue.extend(woken);
            match self.queue.pop_front() {
                Some(id) => self.run(id),
                None => break,
            }
        }
    }

    /// Whether all relations are solved.
    pub(super) fn is_solved(&self) -> bool {
        self.unsolved == 0
    }

    /// Runs a relation and returns whether it is solved.
    pub(super) fn run_once(&mut self, relation: Relation) -> Result<bool, RuntimeError> {
        let types = self.shared.resolved(&relation);
        let status = call(&mut self.functions, &relation, &types, &self.reporter)?;
        Ok(status == RelationStatus::Solved)
    }

    fn run(&mut self, id: RelationId) {
        let Some(relation) = &self.relations[id] else { return };
        let types = self.shared.resolved(relation);
        let (before, expr) = (self.diagnostic_count(), relation.call.clone());
        match call(&mut self.functions, relation, &types, &self.reporter) {
            Ok(RelationStatus::Solved) => {
                self.relations[id] = None;
                self.unsolved -= 1;
            }
            Ok(RelationStatus::NotYet) => {
                let mut state = self.shared.lock();
                for ty in &types {
                    let ty = state.types.resolve(ty);
                    state.types.wait(id, &ty);
                }
            }
            Err(error) => {
                let call = relation.call.as_ref().and_then(|call| call.as_node::<CallNode>());
                let text = match call.and_then(CallNode::as_op) {
                    Some(operator) => format!("the operator `{}`: {}", operator.name, error.message()),
                    None => error.message().to_string(),
                };
                self.emit(error_at(relation.span.as_ref(), text));
                self.relations[id] = None;
            }
        }
        if let Some(call) = expr {
            self.add_call(before, &call);
        }
    }

    /// Returns the number of diagnostics.
    pub(super) fn diagnostic_count(&self) -> usize {
        self.shared.lock().diagnostics.len()
    }

    /// Adds a call to the diagnostics from the one of this number on.
    pub(super) fn add_call(&self, first: usize, call: &RelayExpr) {
        place::add_call(&mut self.shared.lock().diagnostics[first..], call);
    }

    /// Adds a diagnostic.
    pub(super) fn emit(&self, diagnostic: Diagnostic) {
        self.shared.lock().diagnostics.push(diagnostic);
    }

    /// Whether an error was reported.
    pub(super) fn has_errors(&self) -> bool {
        self.shared.lock().diagnostics.iter().any(|found| found.level == DiagnosticLevel::Error)
    }

    /// Returns all diagnostics and removes them.
    pub(super) fn take_diagnostics(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.shared.lock().diagnostics)
    }
}

fn call(
    functions: &mut ObjectHashMap<EnvFunc, PackedFunc>,
    relation: &Relation,
    types: &Array<Type>,
    reporter: &TypeReporter,
) -> Result<RelationStatus, RuntimeError> {
    let function = match functions.get(&relation.func) {
        Some(function) => function,
        None => {
            let function = relation.func.func().map_err(RuntimeError::from)?;
            functions.entry(relation.func.clone()).or_insert(function)
        }
    };
    let status = function.call((types, relation.num_inputs, relation.attrs.as_ref(), reporter))?;
    Ok(status.get()?)
}

/// Creates an error.
pub(super) fn error_at(span: Option<&Span>, text: impl Into<objet::String>) -> Diagnostic {
    Diagnostic::new(DiagnosticLevel::Error, span.cloned(), text)
}
