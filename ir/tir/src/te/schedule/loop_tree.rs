//! The loops of a statement as a tree, whose loops change without a visit of the statements inside.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;

use super::graph::{Output, output_of};
use super::replace::Tensors;
use super::{Result, ScheduleError, Stage};
use crate::buffer::Buffer;
use crate::expr::{IterVar, ProducerLoad, Var};
use crate::functor::{StmtExprMutator, substitute};
use crate::stmt::{AttrStmt, Evaluate, For, ForNode, ProducerStore, Stmt};
use crate::te::Tensor;

/// A loop in which the loops inside are replaced by markers: empty loops over new variables.
pub(super) struct Loop {
    pub(super) head: Head,
    /// The loop, whose body has markers.
    pub(super) node: ForNode,
    /// The markers of the loops directly inside, from the first to the last.
    pub(super) inside: Vec<Var>,
}

/// The statement that a loop becomes.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Head {
    Loop,
    Thread(IterVar),
    /// The body alone: another loop has the iterations.
    Fused,
}

/// The loops of a statement.
pub(super) struct LoopTree {
    /// The statement with markers.
    body: Stmt,
    /// The markers of the outermost loops.
    outermost: Vec<Var>,
    loops: HashMap<Var, Loop>,
    /// The marker of the loop over each variable.
    markers: HashMap<Var, Var>,
    /// The values of the variables of former loops. A value may have variables of later elements.
    values: Vec<(Var, PrimExpr)>,
}

impl Loop {
    pub(super) fn new(node: ForNode, inside: Vec<Var>) -> Self {
        Self { head: Head::Loop, node, inside }
    }
}

/// Returns the statement of a marker.
fn marker_stmt(marker: Var) -> Result<Stmt> {
    Ok(For::serial(marker, 0, Evaluate::new(0, None))?.upcast())
}

pub(super) fn missing(stage: &Stage, axis: &IterVar) -> ScheduleError {
    stage.axis_error(axis, "iter var should be found exactly once: the statement has no such loop")
}

impl LoopTree {
    /// Returns the loops of a statement.
    ///
    /// # Errors
    /// Returns an error if two loops have the same variable.
    pub(super) fn new(stage: &Stage, body: &Stmt) -> Result<Self> {
        let tree = Self {
            body: body.clone(),
            outermost: Vec::new(),
            loops: HashMap::new(),
            markers: HashMap::new(),
            values: Vec::new(),
        };
        let mut extraction = Extraction { stage, tree, ended: Vec::new(), starts: Vec::new() };
        let body = extraction.mutate(body.clone())?;
        let Extraction { tree, ended: outermost, .. } = extraction;
        Ok(Self { body, outermost, ..tree })
    }

    /// Returns the loop over a variable.
    pub(super) fn get_mut(&mut self, var: &Var) -> Option<&mut Loop> {
        self.loops.get_mut(self.markers.get(var)?)
    }

    /// Returns the loop that a marker stands for.
    pub(super) fn at_mut(&mut self, marker: &Var) -> Option<&mut Loop> {
        self.loops.get_mut(marker)
    }

    /// Adds a loop, and returns its marker and the statement of the marker.
    pub(super) fn insert(&mut self, node: Loop) -> Result<(Var, Stmt)> {
        let var = node.node.loop_var.clone();
        let marker = Var::new(var.name_hint.clone(), DataType::int(32), None);
        self.markers.insert(var, marker.clone());
        self.loops.insert(marker.clone(), node);
        Ok((marker.clone(), marker_stmt(marker)?))
    }

    /// Returns the marker of the loop over a variable.
    pub(super) fn marker_of(&self, var: &Var) -> Option<Var> {
        self.markers.get(var).cloned()
    }

    /// Notes the variables that the loops are over.
    pub(super) fn index(&mut self) {
        let loops = self.loops.iter().filter(|(_, node)| node.head == Head::Loop);
        self.markers = loops.map(|(marker, node)| (node.node.loop_var.clone(), marker.clone())).collect();
    }

    /// Sets the value of the variable of a former loop. The loop that takes its place, if any, is
    /// over another variable.
    pub(super) fn replace_var(&mut self, var: &Var, value: PrimExpr, new: Option<&Var>) {
        let marker = self.markers.remove(var);
        if let (Some(marker), Some(new)) = (marker, new) {
            self.markers.insert(new.clone(), marker);
        }
        self.values.push((var.clone(), value));
    }

    /// Returns the markers of all loops. Each loop comes after the loops inside and after the loops
    /// before it.
    pub(super) fn post_order(&self) -> Vec<Var> {
        let mut order = Vec::new();
        // Each loop comes before its last inner loop, and so on: the reverse of the result.
        let mut pending: Vec<&Var> = self.outermost.iter().collect();
        while let Some(marker) = pending.pop() {
            order.push(marker.clone());
            pending.extend(self.loops.get(marker).into_iter().flat_map(|node| &node.inside));
        }
        order.reverse();
        order
    }

    /// Returns the statement, which accesses other tensors.
    pub(super) fn into_stmt(self, tensors: &Tensors) -> Result<Stmt> {
        let mut values: HashMap<Var, PrimExpr> = HashMap::new();
        for (var, value) in self.values.into_iter().rev() {
            let value = substitute(value, |var| values.get(var).cloned())?;
            values.insert(var, value);
        }
        Assembly { loops: self.loops, values, tensors }.mutate(self.body)
    }
}

/// Replaces loops by markers.
struct Extraction<'a> {
    stage: &'a Stage,
    tree: LoopTree,
    /// The markers of the loops that are not inside of another loop yet.
    ended: Vec<Var>,
    /// For each loop around the statement, the number of loops that ended before.
    starts: Vec<usize>,
}

impl StmtExprMutator for Extraction<'_> {
    type Error = ScheduleError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter> {
        if stmt.is_instance::<ForNode>() {
            self.starts.push(self.ended.len());
        }
        Ok(Enter::Inside)
    }

    fn visit_for(&mut self, node: For) -> Result<Stmt> {
        let inside = self.ended.split_off(self.starts.pop().unwrap_or_default());
        if self.tree.marker_of(&node.loop_var).is_some() {
            return Err(ScheduleError::Value {
                stage: self.stage.label(),
                problem: "iter var should be found exactly once: two loops have the same variable",
                found: node.loop_var.name_hint.to_string(),
            });
        }
        let (marker, stmt) = self.tree.insert(Loop::new(ForNode::clone(&node), inside))?;
        self.ended.push(marker);
        Ok(stmt)
    }
}

/// Replaces markers by loops, variables by their values, and tensors.
struct Assembly<'a> {
    loops: HashMap<Var, Loop>,
    values: HashMap<Var, PrimExpr>,
    tensors: &'a Tensors,
}

impl Assembly<'_> {
    fn tensor(&self, producer: &impl IsObjectRef) -> Option<&Tensor> {
        let tensor: Output = output_of(producer.as_object_ref().downcast_ref::<Tensor>()?);
        self.tensors.get(&tensor)
    }
}

impl StmtExprMutator for Assembly<'_> {
    type Error = ScheduleError;

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter> {
        let marker = stmt.as_node::<ForNode>();
        let Some(found) = marker.and_then(|marker| self.loops.remove(&marker.loop_var)) else {
            return Ok(Enter::Inside);
        };
        let Loop { head, node, .. } = found;
        Ok(Enter::Instead(match head {
            Head::Loop => For::from(make_object(node)).upcast(),
            Head::Thread(thread) => {
                AttrStmt::new(Some(thread.upcast()), "thread_extent", node.extent, node.body, None).upcast()
            }
            Head::Fused => node.body.upcast(),
        }))
    }

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr> {
        Ok(self.values.get(&var).cloned().unwrap_or_else(|| var.upcast()))
    }

    fn visit_producer_load(&mut self, load: ProducerLoad) -> Result<PrimExpr> {
        Ok(match self.tensor(&load.producer) {
            Some(tensor) => ProducerLoad::of_tensor(tensor.clone(), load.indices.clone(), None)?.upcast(),
            None => load.upcast(),
        })
    }

    fn visit_producer_store(&mut self, store: ProducerStore) -> Result<Stmt> {
        Ok(match self.tensor(&store.producer) {
            Some(tensor) => {
                let (value, indices) = (store.value.clone(), store.indices.clone());
                ProducerStore::new(tensor.clone(), value, indices, None).upcast()
            }
            None => store.upcast(),
        })
    }
}
