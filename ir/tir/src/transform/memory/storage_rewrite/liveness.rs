//! The statements between which buffers are alive, in the order of execution.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;

use super::StorageError;
use super::in_place::{StepUses, StmtUses};
use crate::arith::deep_equal;
use crate::effort::Repeats;
use crate::expr::Var;
use crate::functor::is_foreign;
use crate::stmt::{
    Allocate, AssertStmtNode, AttrStmtNode, EvaluateNode, ForNode, IfThenElseNode, Stmt, StoreNode, WhileNode,
};
use crate::transform::inner_stmts::parts_of;

/// A statement that uses buffers, or one around other statements.
pub(super) struct Step {
    pub(super) stmt: Stmt,
    /// The position of the statement among all statements of the function, each before its parts.
    pub(super) number: usize,
    /// The buffers that are allocated directly around the statement and that it uses.
    touched: Vec<Var>,
    uses: StepUses,
    /// The buffers that no step before this one uses.
    pub(super) first_used: Vec<Var>,
    /// The buffers that no step after this one uses.
    pub(super) last_used: Vec<Var>,
}

impl Step {
    /// Whether the step can write a buffer in place of another, which it reads only there.
    pub(super) fn can_replace(&self, read: &Var, written: &Var) -> bool {
        let is_call_or_assertion =
            self.stmt.is_instance::<EvaluateNode>() || self.stmt.is_instance::<AssertStmtNode>();
        !is_call_or_assertion && self.uses.can_replace(read, written)
    }
}

/// The begin or the end of a step. A step without statements inside has only one event.
#[derive(Clone, Copy)]
pub(super) struct Event {
    pub(super) step: usize,
    pub(super) is_begin: bool,
    pub(super) is_end: bool,
}

/// The steps of a function, and the buffers that it allocates.
#[derive(Default)]
pub(super) struct Liveness {
    pub(super) steps: Vec<Step>,
    pub(super) events: Vec<Event>,
    pub(super) allocations: HashMap<Var, Allocate>,
}

impl Liveness {
    /// Returns the steps of a function. Its plain statements are parts of steps.
    pub(super) fn of(body: &Stmt, plain: &HashMap<Stmt, bool>) -> Result<Self, StorageError> {
        let mut finder = Finder::default();
        finder.find(body, plain)?;
        let mut order = finder.order;
        let Self { steps, events, .. } = &mut order;
        let mut seen = HashSet::new();
        for event in events.iter().rev().filter(|event| event.is_end) {
            let Some(step) = steps.get_mut(event.step) else { continue };
            step.last_used = step.touched.iter().filter(|var| seen.insert((*var).clone())).cloned().collect();
        }
        seen.clear();
        for event in events.iter().filter(|event| event.is_begin) {
            let Some(step) = steps.get_mut(event.step) else { continue };
            step.first_used =
                step.touched.iter().filter(|var| seen.insert((*var).clone())).cloned().collect();
        }
        Ok(order)
    }
}

#[derive(Default)]
struct Finder {
    order: Liveness,
    /// The number of steps around each allocation.
    levels: HashMap<Var, usize>,
    /// The steps around the current statement.
    open: Vec<usize>,
    is_in_thread: bool,
    count: usize,
    repeats: Repeats,
}

enum Visit {
    Enter(Stmt),
    /// The end of the innermost step. The value is whether it binds a thread.
    Leave(bool),
}

impl Finder {
    fn find(&mut self, body: &Stmt, plain: &HashMap<Stmt, bool>) -> Result<(), StorageError> {
        let mut pending = vec![Visit::Enter(body.clone())];
        while let Some(visit) = pending.pop() {
            match visit {
                Visit::Enter(stmt) if plain.contains_key(&stmt) => {
                    self.count += 1;
                    self.note_opaque(plain.get(&stmt) == Some(&true));
                }
                Visit::Enter(stmt) => {
                    self.repeats.count(stmt.as_object_ref())?;
                    let is_thread = self.enter(&stmt)?;
                    pending.extend(is_thread.map(Visit::Leave));
                    pending.extend(parts_of(&stmt).into_iter().rev().map(Visit::Enter));
                }
                Visit::Leave(is_thread) => {
                    self.is_in_thread &= !is_thread;
                    if let Some(step) = self.leave() {
                        self.order.events.push(Event { step, is_begin: false, is_end: true });
                    }
                }
            }
        }
        Ok(())
    }

    /// Enters a statement. Returns whether it binds a thread if it is a step around others.
    fn enter(&mut self, stmt: &Stmt) -> Result<Option<bool>, StorageError> {
        let number = self.count;
        self.count += 1;
        if let Some(allocate) = stmt.downcast_ref::<Allocate>() {
            self.declare(allocate)?;
        }
        let is_thread = self.scope_of(stmt);
        let is_leaf = stmt.is_instance::<StoreNode>() || stmt.is_instance::<EvaluateNode>();
        let step = self.order.steps.len();
        if is_thread.is_some() || is_leaf {
            self.order.steps.push(Step {
                stmt: stmt.clone(),
                number,
                touched: Vec::new(),
                uses: StepUses::default(),
                first_used: Vec::new(),
                last_used: Vec::new(),
            });
            self.order.events.push(Event { step, is_begin: true, is_end: is_leaf });
            self.open.push(step);
        }
        self.is_in_thread |= is_thread == Some(true);
        self.touch_parts(stmt)?;
        if is_leaf {
            self.leave();
        }
        Ok(is_thread)
    }

    /// Returns whether a statement binds a thread if it is a step around others.
    fn scope_of(&self, stmt: &Stmt) -> Option<bool> {
        if let Some(attr) = stmt.as_node::<AttrStmtNode>() {
            return match attr.attr_key.as_str() {
                "thread_extent" if !self.is_in_thread => Some(true),
                "extern_scope" | "virtual_thread" => Some(false),
                _ => None,
            };
        }
        let is_step = stmt.is_instance::<IfThenElseNode>()
            || stmt.is_instance::<ForNode>()
            || stmt.is_instance::<WhileNode>()
            || stmt.is_instance::<AssertStmtNode>()
            || is_foreign(stmt.as_object_ref());
        is_step.then_some(false)
    }

    fn declare(&mut self, allocate: &Allocate) -> Result<(), StorageError> {
        let var = &allocate.buffer_var;
        self.levels.insert(var.clone(), self.open.len());
        if let Some(other) = self.order.allocations.insert(var.clone(), allocate.clone()) {
            let (these, others) = (&allocate.extents, &other.extents);
            let is_same = these.len() == others.len()
                && these.iter().zip(others).all(|(this, other)| deep_equal(this, other));
            if !is_same {
                return Err(StorageError::Allocations(var.name_hint.clone()));
            }
        }
        Ok(())
    }

    fn note_opaque(&mut self, is_opaque: bool) {
        if is_opaque && let Some(step) = self.open.last().and_then(|step| self.order.steps.get_mut(*step)) {
            step.uses.is_opaque = true;
        }
    }

    /// Records the buffers that a statement uses in the steps directly inside their allocations.
    fn touch_parts(&mut self, stmt: &Stmt) -> Result<(), StorageError> {
        let found = StmtUses::of(stmt);
        self.note_opaque(found.is_opaque);
        for (var, found) in found.uses {
            let Some(level) = self.levels.get(&var) else { continue };
            let step = self.open.get(*level).and_then(|step| self.order.steps.get_mut(*step));
            let Some(step) = step else { return Err(StorageError::Place(var.name_hint.clone())) };
            step.uses.add(&var, found);
            step.touched.push(var);
        }
        Ok(())
    }

    /// Leaves the innermost step.
    fn leave(&mut self) -> Option<usize> {
        let index = self.open.pop()?;
        let is_opaque = self.order.steps.get(index).is_some_and(|step| step.uses.is_opaque);
        let around = self.open.last().and_then(|step| self.order.steps.get_mut(*step));
        if let Some(around) = around.filter(|_| is_opaque) {
            around.uses.is_opaque = true;
        }
        Some(index)
    }
}
