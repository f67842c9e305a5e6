//! The regions of allocated buffers that a function accesses.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::error::BlockPassError;
use super::sharing::shares_memory;
use crate::analysis::{all_vars, bounds_by_condition, covering, evaluated_parts};
use crate::arith::{Analyzer, Domains, IntervalSet, union};
use crate::buffer::Buffer;
use crate::builtin;
use crate::effort::Repeats;
use crate::expr::{BufferLoadNode, CallNode, Range, Var};
use crate::functor::post_order;
use crate::stmt::{
    Block, BlockNode, BufferRegion, BufferStoreNode, For, ForKind, ForNode, IfThenElseNode, Stmt,
};

/// Returns the region of each allocated buffer that is accessed in the block which allocates it.
///
/// - Accesses are loads, stores, and uses of pointers. A pointer stands for the regions that the
///   innermost block with regions of the buffer declares, or for the whole buffer.
/// - Loops in the block have all their values, and so have the loops around the block over threads
///   that share the memory of the buffer. The variables of other loops around the block stay.
/// - A condition narrows the accesses in its branches if it bounds variables by constants.
/// - A region with large bounds is the whole buffer.
pub(super) fn accessed_regions(body: &Stmt) -> Result<HashMap<Buffer, Array<Range>>, BlockPassError> {
    let mut collector = Collector::default();
    collector.steps.push(Step::Visit(body.as_object_ref().clone()));
    while let Some(step) = collector.steps.pop() {
        collector.step(step)?;
    }
    Ok(collector.regions)
}

enum Step {
    Visit(ObjectRef),
    /// Narrows domains by a condition that holds or does not hold until the next `LeaveCondition`.
    Assume(PrimExpr, bool),
    LeaveCondition,
    LeaveLoop(For),
    LeaveBlock(Block),
}

/// A loop whose body is visited.
struct OpenLoop {
    /// The number of loops around the loop.
    depth: usize,
    /// The thread axis of the loop.
    thread: Option<objet::String>,
}

/// The domains before a condition, and the number of the scope before it.
struct Condition {
    earlier: Vec<(Var, Option<IntervalSet>)>,
    scope: usize,
}

#[derive(Default)]
struct Collector {
    steps: Vec<Step>,
    /// The visited objects by the numbers of the scopes.
    visited: HashSet<(ObjectRef, usize)>,
    repeats: Repeats,
    /// The number of the current scope, and of all scopes.
    scope: usize,
    scope_count: usize,
    /// The numbers of the scopes around the open loops and blocks.
    outer_scopes: Vec<usize>,
    conditions: Vec<Condition>,
    loops: HashMap<Var, Vec<OpenLoop>>,
    loop_count: usize,
    domains: Domains,
    /// The allocated buffers by their pointers, and the number of loops around the allocations.
    allocated: HashMap<Var, (Buffer, usize)>,
    /// The regions that the open blocks declare. The last regions of a buffer count.
    declared: HashMap<Buffer, Vec<Vec<BufferRegion>>>,
    /// The accessed parts of the buffers.
    accesses: HashMap<Buffer, Vec<IntervalSet>>,
    /// The analyzer of single expressions, and the one that knows the ranges of loops.
    analyzer: Analyzer,
    loop_analyzer: Analyzer,
    regions: HashMap<Buffer, Array<Range>>,
}

impl Collector {
    fn step(&mut self, step: Step) -> Result<(), BlockPassError> {
        match step {
            Step::Visit(object) => {
                if self.visited.insert((object.clone(), self.scope)) {
                    self.repeats.count(&object)?;
                    self.visit(&object)?;
                }
            }
            Step::Assume(condition, holds) => {
                let bounds = bounds_by_condition(&mut self.analyzer, &condition, holds, &self.domains);
                let is_narrower = !bounds.is_empty();
                let set = |(var, set): (Var, IntervalSet)| (var.clone(), self.domains.insert(var, set));
                let earlier = bounds.into_iter().map(set).collect();
                self.conditions.push(Condition { earlier, scope: self.scope });
                if is_narrower {
                    self.open_scope();
                }
            }
            Step::LeaveCondition => {
                let Some(condition) = self.conditions.pop() else { return Ok(()) };
                self.scope = condition.scope;
                condition.earlier.into_iter().rev().for_each(|(var, set)| self.set_domain(var, set));
            }
            Step::LeaveLoop(times) => {
                self.scope = self.outer_scopes.pop().unwrap_or_default();
                self.loop_count -= 1;
                if let Some(loops) = self.loops.get_mut(&times.loop_var) {
                    loops.pop();
                }
                self.domains.remove(&times.loop_var);
            }
            Step::LeaveBlock(block) => self.leave_block(&block)?,
        }
        Ok(())
    }

    fn open_scope(&mut self) {
        self.scope_count += 1;
        self.scope = self.scope_count;
    }

    fn set_domain(&mut self, var: Var, set: Option<IntervalSet>) {
        match set {
            Some(set) => self.domains.insert(var, set),
            None => self.domains.remove(&var),
        };
    }

    fn visit(&mut self, object: &ObjectRef) -> Result<(), BlockPassError> {
        let visit = |part: &ObjectRef| Step::Visit(part.clone());
        let branches = |condition: &PrimExpr, cases: &[&ObjectRef]| -> Vec<Step> {
            let mut steps = vec![visit(condition.as_object_ref())];
            for (case, holds) in cases.iter().zip([true, false]) {
                steps.push(Step::Assume(condition.clone(), holds));
                steps.extend([visit(case), Step::LeaveCondition]);
            }
            steps
        };
        let mut next: Option<Vec<Step>> = None;
        let mut last = None;
        match_node!(match object {
            ForNode => {
                if let Some(times) = object.downcast_ref::<For>() {
                    self.open_loop(times);
                    last = Some(Step::LeaveLoop(times.clone()));
                }
            }
            block @ BlockNode => {
                self.open_block(block)?;
                last = object.clone().downcast().ok().map(Step::LeaveBlock);
            }
            load @ BufferLoadNode =>
                self.access(&BufferRegion::from_point(load.buffer.clone(), load.indices.clone())?),
            store @ BufferStoreNode =>
                self.access(&BufferRegion::from_point(store.buffer.clone(), store.indices.clone())?),
            branch @ IfThenElseNode => {
                let mut cases = vec![branch.then_case.as_object_ref()];
                cases.extend(branch.else_case.iter().map(|case| case.as_object_ref()));
                next = Some(branches(&branch.condition, &cases));
            }
            call @ CallNode if call.op.same_as(&builtin::if_then_else()) => {
                if let [condition, then_case, else_case] = &call.args[..] {
                    let cases = [then_case.as_object_ref(), else_case.as_object_ref()];
                    next = Some(branches(condition, &cases));
                }
            }
            _ => {
                if let Some(pointer) = object.downcast_ref::<Var>() {
                    self.access_pointer(pointer)?;
                }
            }
        });
        self.steps.extend(last);
        let next = next.unwrap_or_else(|| evaluated_parts(object).into_iter().map(Step::Visit).collect());
        self.steps.extend(next.into_iter().rev());
        Ok(())
    }

    fn open_loop(&mut self, times: &For) {
        let range = Range::from_min_extent(&times.min, &times.extent);
        let domain = IntervalSet::from_range(&range).unwrap_or_else(|_| IntervalSet::everything());
        // An override is always possible.
        let _ = self.loop_analyzer.bind_range(&times.loop_var, &range, true);
        self.domains.insert(times.loop_var.clone(), domain);
        let axis = times.thread_binding.as_ref().filter(|_| times.kind == ForKind::ThreadBinding);
        let thread = axis.map(|axis| axis.thread_tag.clone());
        let open = OpenLoop { depth: self.loop_count, thread };
        self.loops.entry(times.loop_var.clone()).or_default().push(open);
        self.loop_count += 1;
        self.outer_scopes.push(self.scope);
        self.open_scope();
    }

    fn open_block(&mut self, block: &BlockNode) -> Result<(), BlockPassError> {
        if block.init.is_some() {
            return Err(BlockPassError::Init { block: block.name_hint.clone() });
        }
        for (buffer, regions) in declared_by(block) {
            self.declared.entry(buffer).or_default().push(regions);
        }
        for buffer in &block.alloc_buffers {
            self.allocated.insert(buffer.data.clone(), (buffer.clone(), self.loop_count));
        }
        self.outer_scopes.push(self.scope);
        self.open_scope();
        for region in &block.match_buffers {
            self.access(&region.source);
        }
        Ok(())
    }

    fn leave_block(&mut self, block: &Block) -> Result<(), BlockPassError> {
        self.scope = self.outer_scopes.pop().unwrap_or_default();
        for (buffer, _) in declared_by(block) {
            if let Some(declared) = self.declared.get_mut(&buffer) {
                declared.pop();
            }
        }
        for buffer in &block.alloc_buffers {
            let Some(sets) = self.accesses.get(buffer) else {
                let (buffer, block) = (buffer.name.clone(), block.name_hint.clone());
                return Err(BlockPassError::NotAccessed { buffer, block });
            };
            let mut ranges = Vec::new();
            for (set, length) in sets.iter().zip(&buffer.shape) {
                let range = covering(&mut self.analyzer, set, length)?;
                let min = self.loop_analyzer.simplify(&range.min, 2);
                ranges.push(Range::from_min_extent(min, self.loop_analyzer.simplify(&range.extent, 2)));
            }
            self.regions.insert(buffer.clone(), ranges.into());
        }
        Ok(())
    }

    fn access_pointer(&mut self, pointer: &Var) -> Result<(), BlockPassError> {
        let Some((buffer, _)) = self.allocated.get(pointer).cloned() else { return Ok(()) };
        match self.declared.get(&buffer).and_then(|declared| declared.last()).cloned() {
            Some(regions) => regions.iter().for_each(|region| self.access(region)),
            None => self.access(&BufferRegion::full(buffer)?),
        }
        Ok(())
    }

    fn access(&mut self, region: &BufferRegion) {
        let Some((buffer, depth)) = self.allocated.get(&region.buffer.data).cloned() else { return };
        let mut sets = Vec::new();
        for range in &region.region {
            let set = IntervalSet::from_range(range).unwrap_or_else(|_| IntervalSet::everything());
            let domains = self.relaxed_domains(range, &buffer, depth);
            sets.push(relaxed(&mut self.analyzer, &set, &domains));
        }
        let analyzer = &mut self.analyzer;
        let known = self.accesses.entry(buffer).or_insert_with(|| sets.clone());
        for (known, set) in known.iter_mut().zip(&sets) {
            if !(known.min_value.same_as(&set.min_value) && known.max_value.same_as(&set.max_value)) {
                *known = limited(simplified(analyzer, &union(known, set)));
            }
        }
    }

    /// Returns the domains of the variables in a range that have all their values for a buffer,
    /// which is allocated in `depth` loops.
    fn relaxed_domains(&self, range: &Range, buffer: &Buffer, depth: usize) -> Domains {
        let is_relaxed = |open: &OpenLoop| {
            let thread = open.thread.as_ref();
            open.depth >= depth || thread.is_some_and(|tag| shares_memory(buffer.scope(), tag))
        };
        let mut domains = Domains::new();
        let mut pending = all_vars(range);
        while let Some(var) = pending.pop() {
            let open = self.loops.get(&var).and_then(|loops| loops.last());
            if domains.contains_key(&var) || !open.is_some_and(is_relaxed) {
                continue;
            }
            if let Some(set) = self.domains.get(&var) {
                pending.extend(all_vars(set.lower().unwrap_or(&set.min_value)));
                pending.extend(all_vars(set.upper().unwrap_or(&set.max_value)));
                domains.insert(var, set.clone());
            }
        }
        domains
    }
}

/// Returns the regions of each buffer that a block declares.
fn declared_by(block: &BlockNode) -> HashMap<Buffer, Vec<BufferRegion>> {
    let mut declared: HashMap<_, Vec<_>> = HashMap::new();
    for region in block.reads.iter().chain(&block.writes) {
        declared.entry(region.buffer.clone()).or_default().push(region.clone());
    }
    declared
}

/// Returns a set for all values of variables in their domains.
fn relaxed(analyzer: &mut Analyzer, set: &IntervalSet, domains: &Domains) -> IntervalSet {
    let min = set.lower().map(|min| analyzer.int_set(min, domains).min_value.clone());
    let max = set.upper().map(|max| analyzer.int_set(max, domains).max_value.clone());
    IntervalSet::new(
        min.unwrap_or_else(|| set.min_value.clone()),
        max.unwrap_or_else(|| set.max_value.clone()),
    )
}

/// The maximum number of parts of a bound of a region.
const MAX_PARTS: usize = 128;

/// Returns a set, or that of all integers if the set has a large bound.
fn limited(set: IntervalSet) -> IntervalSet {
    let is_large = |bound: &PrimExpr| post_order(bound).nth(MAX_PARTS).is_some();
    match is_large(&set.min_value) || is_large(&set.max_value) {
        true => IntervalSet::everything(),
        false => set,
    }
}

fn simplified(analyzer: &mut Analyzer, set: &IntervalSet) -> IntervalSet {
    let min = set.lower().map(|min| analyzer.simplify(min, 2));
    let max = set.upper().map(|max| analyzer.simplify(max, 2));
    IntervalSet::new(
        min.unwrap_or_else(|| set.min_value.clone()),
        max.unwrap_or_else(|| set.max_value.clone()),
    )
}
