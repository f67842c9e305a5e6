//! The regions of allocated buffers that a function accesses.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;

use super::error::BlockPassError;
use crate::analysis::{covering, evaluated_parts};
use crate::arith::{Analyzer, Domains, IntervalSet, union};
use crate::buffer::Buffer;
use crate::expr::{BufferLoadNode, Range, Var};
use crate::stmt::{Block, BlockNode, BufferRegion, BufferStoreNode, For, ForKind, ForNode, Stmt};

/// Returns the region of each allocated buffer that the block which allocates the buffer accesses.
///
/// - An access of a nested block is what the block declares.
/// - The pointer of a buffer stands for the whole buffer.
/// - Loops in the block have all their values, and so have the loops around the block over threads
///   that share the memory of the buffer. The variables of other loops around the block stay.
pub(super) fn accessed_regions(body: &Stmt) -> Result<HashMap<Buffer, Array<Range>>, BlockPassError> {
    let mut collector = Collector {
        steps: vec![Step::Visit(body.as_object_ref().clone())],
        blocks: vec![OpenBlock::default()],
        block_count: 1,
        visited: HashSet::new(),
        finished_loops: Domains::new(),
        threads: Default::default(),
        analyzer: Analyzer::new(),
        regions: HashMap::new(),
    };
    while let Some(step) = collector.steps.pop() {
        collector.step(step)?;
    }
    Ok(collector.regions)
}

enum Step {
    Visit(ObjectRef),
    LeaveLoop(For),
    LeaveBlock(Block),
}

/// A block whose body is visited.
#[derive(Default)]
struct OpenBlock {
    number: usize,
    /// The buffers that the block allocates, by their pointers.
    allocated: HashMap<Var, Buffer>,
    /// The accesses to these buffers.
    accesses: HashMap<Buffer, Vec<Vec<IntervalSet>>>,
}

/// The threads that share a kind of memory.
#[derive(Clone, Copy)]
enum Sharing {
    AllThreads = 0,
    /// The threads of a block.
    Block = 1,
    /// The threads of a warp: those of `threadIdx.x`.
    Warp = 2,
}

impl Sharing {
    const ALL: [Self; 3] = [Self::AllThreads, Self::Block, Self::Warp];

    /// Returns the threads that share the memory of a buffer, or `None` if each has its own.
    fn of(buffer: &Buffer) -> Option<Self> {
        let scope = buffer.scope();
        match () {
            () if scope.starts_with("global") => Some(Self::AllThreads),
            () if scope.starts_with("shared") => Some(Self::Block),
            () if scope.starts_with("warp") => Some(Self::Warp),
            () => None,
        }
    }

    fn has(self, tag: &str) -> bool {
        match self {
            Self::AllThreads => true,
            Self::Block => !tag.starts_with("blockIdx."),
            Self::Warp => tag == "threadIdx.x",
        }
    }
}

struct Collector {
    steps: Vec<Step>,
    blocks: Vec<OpenBlock>,
    block_count: usize,
    /// The visited objects by the numbers of the blocks.
    visited: HashSet<(ObjectRef, usize)>,
    /// The values of the variables of loops whose bodies have been visited.
    finished_loops: Domains,
    /// The values of the variables of open loops over threads that share memory.
    threads: [Domains; 3],
    analyzer: Analyzer,
    regions: HashMap<Buffer, Array<Range>>,
}

impl Collector {
    fn step(&mut self, step: Step) -> Result<(), BlockPassError> {
        match step {
            Step::Visit(object) => {
                let block = self.blocks.last().map_or(0, |block| block.number);
                match self.visited.insert((object.clone(), block)) {
                    true => self.visit(&object),
                    false => Ok(()),
                }
            }
            Step::LeaveLoop(times) => {
                for sharing in Sharing::ALL.into_iter().filter(|sharing| is_shared(&times, *sharing)) {
                    self.threads[sharing as usize].remove(&times.loop_var);
                }
                self.finished_loops.insert(times.loop_var.clone(), domain(&times));
                Ok(())
            }
            Step::LeaveBlock(block) => self.leave_block(&block),
        }
    }

    fn visit(&mut self, object: &ObjectRef) -> Result<(), BlockPassError> {
        let mut last = None;
        match_node!(match object {
            ForNode => {
                if let Some(times) = object.downcast_ref::<For>() {
                    for sharing in Sharing::ALL.into_iter().filter(|sharing| is_shared(times, *sharing)) {
                        self.threads[sharing as usize].insert(times.loop_var.clone(), domain(times));
                    }
                    last = Some(Step::LeaveLoop(times.clone()));
                }
            }
            block @ BlockNode => {
                if block.init.is_some() {
                    return Err(BlockPassError::Init { block: block.name_hint.clone() });
                }
                for region in block.reads.iter().chain(&block.writes) {
                    self.access(region);
                }
                let buffers = block.alloc_buffers.iter();
                let allocated = buffers.map(|buffer| (buffer.data.clone(), buffer.clone())).collect();
                let number = self.block_count;
                self.block_count += 1;
                self.blocks.push(OpenBlock { number, allocated, accesses: HashMap::new() });
                last = object.clone().downcast().ok().map(Step::LeaveBlock);
            }
            load @ BufferLoadNode =>
                self.access(&BufferRegion::from_point(load.buffer.clone(), load.indices.clone())?),
            store @ BufferStoreNode =>
                self.access(&BufferRegion::from_point(store.buffer.clone(), store.indices.clone())?),
            _ => {
                let pointed = object.downcast_ref::<Var>().and_then(|var| self.allocated(var));
                if let Some(buffer) = pointed {
                    self.access(&BufferRegion::full(buffer)?);
                }
            }
        });
        self.steps.extend(last);
        self.steps.extend(evaluated_parts(object).into_iter().rev().map(Step::Visit));
        Ok(())
    }

    /// Returns the buffer of a pointer that the innermost block allocates.
    fn allocated(&self, pointer: &Var) -> Option<Buffer> {
        self.blocks.last()?.allocated.get(pointer).cloned()
    }

    fn access(&mut self, region: &BufferRegion) {
        let Some(buffer) = self.allocated(&region.buffer.data) else { return };
        let set = |range| IntervalSet::from_range(range).unwrap_or_else(|_| IntervalSet::everything());
        let sets = region.region.iter().map(set).collect();
        if let Some(block) = self.blocks.last_mut() {
            block.accesses.entry(buffer).or_default().push(sets);
        }
    }

    fn leave_block(&mut self, block: &Block) -> Result<(), BlockPassError> {
        let Some(mut open) = self.blocks.pop() else { return Ok(()) };
        for buffer in &block.alloc_buffers {
            let accesses = open.accesses.remove(buffer).unwrap_or_default();
            let mut joined: Option<Vec<IntervalSet>> = None;
            // The last access comes first, as in TVM, which fixes the order of operands.
            for access in accesses.into_iter().rev() {
                let domains = &self.finished_loops;
                let access = access.iter().map(|set| relaxed(&mut self.analyzer, set, domains));
                joined = Some(match joined {
                    None => access.collect(),
                    Some(others) => {
                        let pairs: Vec<_> = others.into_iter().zip(access.collect::<Vec<_>>()).collect();
                        pairs.into_iter().map(|(a, b)| simplified(&mut self.analyzer, &union(&a, &b))).collect()
                    }
                });
            }
            let Some(sets) = joined else {
                let (buffer, block) = (buffer.name.clone(), block.name_hint.clone());
                return Err(BlockPassError::NotAccessed { buffer, block });
            };
            let none = Domains::new();
            let threads = Sharing::of(buffer).map_or(&none, |sharing| &self.threads[sharing as usize]);
            let mut ranges = Vec::new();
            for (set, length) in sets.iter().zip(&buffer.shape) {
                let set = relaxed(&mut self.analyzer, set, threads);
                ranges.push(covering(&mut self.analyzer, &set, length)?);
            }
            self.regions.insert(buffer.clone(), ranges.into());
        }
        Ok(())
    }
}

fn is_shared(times: &For, sharing: Sharing) -> bool {
    let axis = times.thread_binding.as_ref().filter(|_| times.kind == ForKind::ThreadBinding);
    axis.is_some_and(|axis| sharing.has(axis.thread_tag.as_str()))
}

fn domain(times: &For) -> IntervalSet {
    let range = Range::from_min_extent(&times.min, &times.extent);
    IntervalSet::from_range(&range).unwrap_or_else(|_| IntervalSet::everything())
}

/// Returns a set for all values of variables in their domains.
fn relaxed(analyzer: &mut Analyzer, set: &IntervalSet, domains: &Domains) -> IntervalSet {
    let min = set.lower().map(|min| analyzer.int_set(min, domains).min_value.clone());
    let max = set.upper().map(|max| analyzer.int_set(max, domains).max_value.clone());
    IntervalSet::new(min.unwrap_or_else(|| set.min_value.clone()), max.unwrap_or_else(|| set.max_value.clone()))
}

fn simplified(analyzer: &mut Analyzer, set: &IntervalSet) -> IntervalSet {
    let min = set.lower().map(|min| analyzer.simplify(min, 2));
    let max = set.upper().map(|max| analyzer.simplify(max, 2));
    IntervalSet::new(min.unwrap_or_else(|| set.min_value.clone()), max.unwrap_or_else(|| set.max_value.clone()))
}
