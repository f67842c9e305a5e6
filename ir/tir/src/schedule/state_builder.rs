//! Creation of the state of a module.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::block_scope::{BlockScope, DepKind};
use super::error::ScheduleError;
use super::regions::{covers, loop_domain, lower_bound, upper_bound};
use super::sref::StmtSRef;
use super::state::{BlockInfo, CachedFlags, Content};
use crate::analysis::evaluated_parts;
use crate::arith::{Analyzer, IntervalSet, detect_iter_map, union_lower_bound};
use crate::buffer::Buffer;
use crate::expr::Var;
use crate::functor::substitute;
use crate::op::is_const_int;
use crate::stmt::{Block, BlockRealize, BufferRegion, For, SeqStmtNode, Stmt};

enum Step {
    /// Visits a statement, which may be an element of a sequence.
    Visit(Stmt, i64),
    LeaveLoop,
    LeaveBlock(BlockRealize),
}

/// Collects the references of a module and the facts about its blocks.
#[derive(Default)]
pub(super) struct StateBuilder {
    pub(super) content: Content,
    /// The references to the open blocks and loops.
    open: Vec<StmtSRef>,
    /// The blocks directly inside of the open blocks.
    children: Vec<Vec<StmtSRef>>,
    realizes: HashMap<StmtSRef, BlockRealize>,
    analyzer: Analyzer,
}

impl StateBuilder {
    /// Adds the body of a function.
    pub(super) fn add(&mut self, body: &Stmt) -> Result<(), ScheduleError> {
        let mut steps = vec![Step::Visit(body.clone(), -1)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Visit(stmt, seq_index) => self.visit(&stmt, seq_index, &mut steps)?,
                Step::LeaveLoop => {
                    self.open.pop();
                }
                Step::LeaveBlock(realize) => self.leave_block(&realize)?,
            }
        }
        Ok(())
    }

    fn visit(&mut self, stmt: &Stmt, seq_index: i64, steps: &mut Vec<Step>) -> Result<(), ScheduleError> {
        if let Some(times) = stmt.downcast_ref::<For>() {
            self.open(stmt.clone(), seq_index, "loop", &times.loop_var.name_hint)?;
            steps.extend([Step::LeaveLoop, Step::Visit(times.body.clone(), -1)]);
        } else if let Some(realize) = stmt.downcast_ref::<BlockRealize>() {
            let block = &realize.block;
            let sref = self.open(block.clone().upcast(), seq_index, "block", &block.name_hint)?;
            self.realizes.insert(sref, realize.clone());
            self.children.push(Vec::new());
            steps.extend([Step::LeaveBlock(realize.clone()), Step::Visit(block.body.clone(), -1)]);
        } else if let Some(all) = stmt.as_node::<SeqStmtNode>() {
            let elements = all.seq.iter().enumerate().rev();
            steps.extend(elements.map(|(index, stmt)| Step::Visit(stmt.clone(), index as i64)));
        } else {
            let parts = evaluated_parts(stmt.as_object_ref()).into_iter().rev();
            let stmts = parts.filter_map(|part| part.downcast().ok());
            steps.extend(stmts.map(|stmt| Step::Visit(stmt, -1)));
        }
        Ok(())
    }

    fn open(
        &mut self,
        stmt: Stmt,
        seq_index: i64,
        kind: &'static str,
        name: &objet::String,
    ) -> Result<StmtSRef, ScheduleError> {
        let sref = StmtSRef::new(Some(stmt.clone()), self.open.last().cloned(), seq_index);
        if self.content.srefs.insert(stmt, sref.clone()).is_some() {
            return Err(ScheduleError::Repeated { kind, name: name.clone() });
        }
        self.open.push(sref.clone());
        Ok(sref)
    }

    fn leave_block(&mut self, realize: &BlockRealize) -> Result<(), ScheduleError> {
        let (Some(sref), Some(children)) = (self.open.pop(), self.children.pop()) else { return Ok(()) };
        let affine_binding = match self.open.last() {
            None => realize.block.iter_vars.is_empty(),
            Some(_) => self.is_affine(realize, &sref),
        };
        let scope = BlockScope::of(&children);
        let stage_pipeline = self.is_pipeline(&scope, &sref, &children)?;
        let flags = CachedFlags { affine_binding, region_cover: true, stage_pipeline };
        self.content.blocks.insert(sref.clone(), BlockInfo { scope, flags });
        if let Some(siblings) = self.children.last_mut() {
            siblings.push(sref);
        }
        Ok(())
    }

    /// Whether the values of the variables of a block are independent sums of splits and fusions
    /// of the loops around the block.
    fn is_affine(&mut self, realize: &BlockRealize, sref: &StmtSRef) -> bool {
        let domain = loop_domain(sref, None, "global");
        if domain.is_empty() {
            return true;
        }
        let (values, predicate) = (&realize.iter_values, &realize.predicate);
        let Some(map) = detect_iter_map(values, &domain, predicate, false, &mut self.analyzer) else {
            return false;
        };
        !map.is_empty()
            && map.iter().all(|sum| sum.args.first().is_none_or(|arg| is_const_int(&arg.scale, 1)))
    }

    /// Sets the flags `region_cover` of the blocks directly inside a block, and returns the flag
    /// `stage_pipeline` of the block.
    fn is_pipeline(
        &mut self,
        scope: &BlockScope,
        root: &StmtSRef,
        children: &[StmtSRef],
    ) -> Result<bool, ScheduleError> {
        let mut is_pipeline = true;
        for consumer in children {
            let mut producers: HashMap<StmtSRef, Vec<StmtSRef>> = HashMap::new();
            let around: Vec<StmtSRef> = consumer.loops().chain([root]).cloned().collect();
            let is_around: HashSet<&StmtSRef> = around.iter().collect();
            for dependency in scope.by_dst(consumer) {
                is_pipeline &= !matches!(dependency.kind, DepKind::War | DepKind::Opaque);
                let Some(src) = dependency.src.as_ref().filter(|_| dependency.kind == DepKind::Raw) else {
                    continue;
                };
                let common = src.loops().chain([root]).find(|sref| is_around.contains(sref));
                if let Some(common) = common {
                    producers.entry(common.clone()).or_default().push(src.clone());
                }
            }
            let mut is_covered = true;
            for common in &around {
                if let Some(producers) = producers.get(common).filter(|_| is_covered) {
                    is_covered = self.is_covered(consumer, producers, common)?;
                }
            }
            if let Some(info) = self.content.blocks.get_mut(consumer) {
                info.flags.region_cover = is_covered;
            }
            is_pipeline &= is_covered;
        }
        Ok(is_pipeline)
    }

    /// Whether blocks produce all that another block reads of the buffers that they write, in one
    /// execution of the body of a loop or block around all of them.
    fn is_covered(
        &mut self,
        consumer: &StmtSRef,
        producers: &[StmtSRef],
        common: &StmtSRef,
    ) -> Result<bool, ScheduleError> {
        let mut produced: HashMap<Buffer, Vec<Vec<IntervalSet>>> = HashMap::new();
        let reads = self.regions(consumer, |block| &block.reads)?;
        for producer in producers {
            let predicate = self.predicate(producer);
            for region in self.regions(producer, |block| &block.writes)? {
                if !reads.iter().any(|read| read.buffer.same_as(&region.buffer)) {
                    continue;
                }
                let domain = loop_domain(producer, Some(common), region.buffer.scope());
                let sets = lower_bound(&region, &domain, predicate.as_ref(), &mut self.analyzer);
                let sets = sets.unwrap_or_else(|| vec![IntervalSet::nothing(); region.region.len()]);
                produced.entry(region.buffer.clone()).or_default().push(sets);
            }
        }
        let predicate = self.predicate(consumer);
        for read in &reads {
            let Some(written) = produced.get(&read.buffer) else { continue };
            let axes = 0..read.region.len();
            let along = |axis: usize| written.iter().map(|sets| sets[axis].clone()).collect::<Vec<_>>();
            let written: Vec<_> = axes.map(|axis| union_lower_bound(&along(axis))).collect();
            let domain = loop_domain(consumer, Some(common), read.buffer.scope());
            let consumed = upper_bound(read, &domain, predicate.as_ref(), &mut self.analyzer);
            if !covers(&read.buffer, &written, &consumed, &mut self.analyzer) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn predicate(&self, sref: &StmtSRef) -> Option<PrimExpr> {
        self.realizes.get(sref).map(|realize| realize.predicate.clone())
    }

    /// Returns regions that a block declares, with the values of its variables.
    fn regions(
        &self,
        sref: &StmtSRef,
        of: impl FnOnce(&Block) -> &Array<BufferRegion>,
    ) -> Result<Vec<BufferRegion>, ScheduleError> {
        let Some(realize) = self.realizes.get(sref) else { return Ok(Vec::new()) };
        let vars = realize.block.iter_vars.iter().map(|axis| axis.var.clone());
        let values: HashMap<Var, PrimExpr> = vars.zip(realize.iter_values.iter().cloned()).collect();
        let regions = of(&realize.block).iter().map(|region| {
            let ranges = substitute(region.region.clone(), |var| values.get(var).cloned())?;
            Ok(BufferRegion::new(region.buffer.clone(), ranges)?)
        });
        regions.collect()
    }
}
