//! The regions of buffers that a block accesses.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImm, PrimExpr};

use super::conditional_bounds::bounds_by_condition;
use super::parts::evaluated_parts;
use crate::arith::{Analyzer, Domains, IntervalSet, union};
use crate::buffer::Buffer;
use crate::builtin;
use crate::effort::Repeats;
use crate::expr::{BufferLoadNode, CallNode, Range, Var};
use crate::functor::substitute;
use crate::op;
use crate::stmt::{
    Block, BlockNode, BlockRealizeNode, BufferRegion, BufferStoreNode, ForNode, IfThenElseNode,
    MatchBufferRegion,
};

/// The regions of buffers that a block accesses.
#[derive(Clone, Debug)]
pub struct BlockAccess {
    /// The regions that the block loads.
    pub reads: Array<BufferRegion>,
    /// The regions that the block stores.
    pub writes: Array<BufferRegion>,
    /// The regions that the block may load or store through pointers.
    pub opaques: Array<BufferRegion>,
}

/// Returns the regions of the buffers in `buffers` that a block accesses, for all values of the
/// variables of its loops. `buffers` has the buffers by their pointers.
///
/// - An access of a nested block is what the block declares.
/// - The pointer of a buffer stands for the whole buffer.
/// - An access to a buffer that the block declares as a region counts as an access to the source.
/// - A condition narrows the accesses in its branches if it bounds variables by constants.
///
/// # Errors
/// Returns an error if a region is not one of integers, or if too many statements are shared by
/// places where other bounds hold.
///
/// ```
/// use objet::prelude::*;
/// use objet::text::as_repr;
/// use objet_tir::analysis::block_access_region;
/// use objet_tir::buffer::Buffer;
/// use objet_tir::expr::{BufferLoad, Var};
/// use objet_tir::stmt::{Block, BufferStore, For};
///
/// let buffer = |name: &str| Buffer::decl([128.into()], DataType::float(32), name, "", None);
/// let (a, b) = (buffer("A")?, buffer("B")?);
/// let i = Var::new("i", DataType::int(32), None);
/// let load = BufferLoad::new(b.clone(), [i.clone().into()], None)?;
/// let store = BufferStore::new(a.clone(), load, [(&i * 2).expr()?], None)?;
/// let body = For::serial(i, 8, store)?;
/// let block = Block::new([], [], [], "copy", body, None, [], [], Map::new(), None);
/// let buffers: Map<Var, Buffer> = [(a.data.clone(), a), (b.data.clone(), b)].into();
/// let access = block_access_region(&block, &buffers)?;
/// assert_eq!(as_repr(Some(&access.reads)), "[B[0:8]]");
/// assert_eq!(as_repr(Some(&access.writes)), "[A[0:15]]");
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "GetBlockAccessRegion")]
pub fn block_access_region(block: &Block, buffers: &Map<Var, Buffer>) -> Result<BlockAccess, ConstructError> {
    access_of(block, &|var| buffers.get(var).cloned())
}

/// Returns the regions that a block accesses of the buffers that a function returns for pointers.
pub(crate) fn access_of(
    block: &Block,
    buffers: &dyn Fn(&Var) -> Option<Buffer>,
) -> Result<BlockAccess, ConstructError> {
    let mut detector = Detector::new(block, buffers);
    while let Some(step) = detector.steps.pop() {
        detector.step(step)?;
    }
    let Detector { mut analyzer, reads, writes, opaques, .. } = detector;
    Ok(BlockAccess {
        reads: reads.regions(&mut analyzer)?,
        writes: writes.regions(&mut analyzer)?,
        opaques: opaques.regions(&mut analyzer)?,
    })
}

/// Returns the regions of [`block_access_region`] that a block reads and those that it writes.
/// Buffers with accesses through pointers are last in both.
///
/// # Errors
/// Returns an error if a region is not one of integers.
#[doc(alias = "GetBlockReadWriteRegion")]
pub fn block_read_write_region(
    block: &Block,
    buffers: &Map<Var, Buffer>,
) -> Result<[Array<BufferRegion>; 2], ConstructError> {
    Ok(read_write_of(block_access_region(block, buffers)?))
}

/// Returns the regions that are read and those that are written. Both have the regions of accesses
/// through pointers.
pub(crate) fn read_write_of(access: BlockAccess) -> [Array<BufferRegion>; 2] {
    let BlockAccess { reads, writes, opaques } = access;
    let is_opaque: HashSet<Buffer> = opaques.iter().map(|region| region.buffer.clone()).collect();
    let known = |regions: &Array<BufferRegion>| -> Array<BufferRegion> {
        let others = regions.iter().filter(|region| !is_opaque.contains(&region.buffer));
        others.chain(&opaques).cloned().collect()
    };
    [known(&reads), known(&writes)]
}

enum Step {
    Visit(ObjectRef),
    /// Adds the domain of a variable until the next `Leave`.
    Domain(Var, IntervalSet),
    /// Narrows domains by a condition that holds or does not hold until the next `Leave`.
    Assume(PrimExpr, bool),
    Leave,
}

/// The domains before a change, and the number of the scope that the change opened.
struct Scope {
    number: usize,
    earlier: Vec<(Var, Option<IntervalSet>)>,
}

struct Detector<'a> {
    buffers: &'a dyn Fn(&Var) -> Option<Buffer>,
    /// The regions that the block declares, by the pointers of their buffers.
    matched: HashMap<Var, MatchBufferRegion>,
    steps: Vec<Step>,
    scopes: Vec<Scope>,
    scope_count: usize,
    /// The visited objects by the numbers of the scopes.
    visited: HashSet<(ObjectRef, usize)>,
    repeats: Repeats,
    domains: Domains,
    analyzer: Analyzer,
    reads: Regions,
    writes: Regions,
    opaques: Regions,
}

impl<'a> Detector<'a> {
    fn new(block: &Block, buffers: &'a dyn Fn(&Var) -> Option<Buffer>) -> Self {
        let regions = block.match_buffers.iter();
        let matched = regions.map(|region| (region.buffer.data.clone(), region.clone())).collect();
        Self {
            buffers,
            matched,
            steps: vec![Step::Visit(block.as_object_ref().clone())],
            scopes: Vec::new(),
            scope_count: 0,
            visited: HashSet::new(),
            repeats: Repeats::default(),
            domains: Domains::new(),
            analyzer: Analyzer::new(),
            reads: Regions::default(),
            writes: Regions::default(),
            opaques: Regions::default(),
        }
    }

    /// Returns the buffer of a pointer.
    fn buffer(&self, pointer: &Var) -> Option<Buffer> {
        match self.matched.get(pointer) {
            Some(region) => Some(region.buffer.clone()),
            None => (self.buffers)(pointer),
        }
    }

    fn step(&mut self, step: Step) -> Result<(), ConstructError> {
        match step {
            Step::Visit(object) => {
                let scope = self.scopes.last().map_or(0, |scope| scope.number);
                if self.visited.insert((object.clone(), scope)) {
                    self.repeats.count(&object)?;
                    self.visit(&object)?;
                }
            }
            Step::Domain(var, set) => self.enter(vec![(var, set)]),
            Step::Assume(condition, holds) => {
                let bounds = bounds_by_condition(&mut self.analyzer, &condition, holds, &self.domains);
                self.enter(bounds);
            }
            Step::Leave => {
                let earlier = self.scopes.pop().map(|scope| scope.earlier).unwrap_or_default();
                for (var, set) in earlier.into_iter().rev() {
                    match set {
                        Some(set) => self.domains.insert(var, set),
                        None => self.domains.remove(&var),
                    };
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, domains: Vec<(Var, IntervalSet)>) {
        let number = match domains.is_empty() {
            true => self.scopes.last().map_or(0, |scope| scope.number),
            false => {
                self.scope_count += 1;
                self.scope_count
            }
        };
        let change = |(var, set): (Var, IntervalSet)| (var.clone(), self.domains.insert(var, set));
        let earlier = domains.into_iter().map(change).collect();
        self.scopes.push(Scope { number, earlier });
    }

    fn visit(&mut self, object: &ObjectRef) -> Result<(), ConstructError> {
        let mut next: Vec<Step> = Vec::new();
        let visit = |part: &PrimExpr| Step::Visit(part.as_object_ref().clone());
        match_node!(match object {
            // The accesses of a nested block are those that it declares.
            realize @ BlockRealizeNode => return self.nested(realize),
            block @ BlockNode => {
                let lists: [&ObjectRef; 4] = [
                    block.iter_vars.as_object_ref(),
                    block.reads.as_object_ref(),
                    block.writes.as_object_ref(),
                    block.match_buffers.as_object_ref(),
                ];
                let init = block.init.iter().map(|init| init.as_object_ref());
                let parts = lists.into_iter().chain(init).chain([block.body.as_object_ref()]);
                next.extend(parts.cloned().map(Step::Visit));
            }
            times @ ForNode => {
                let range = Range::from_min_extent(&times.min, &times.extent);
                let set = IntervalSet::from_range(&range).unwrap_or_else(|_| IntervalSet::everything());
                next.push(Step::Domain(times.loop_var.clone(), set));
                next.extend(evaluated_parts(object).into_iter().map(Step::Visit));
                next.push(Step::Leave);
            }
            branch @ IfThenElseNode => {
                let condition = &branch.condition;
                let then_case = branch.then_case.as_object_ref().clone();
                next.extend([visit(condition), Step::Assume(condition.clone(), true)]);
                next.extend([Step::Visit(then_case), Step::Leave]);
                if let Some(else_case) = &branch.else_case {
                    next.push(Step::Assume(condition.clone(), false));
                    next.extend([Step::Visit(else_case.as_object_ref().clone()), Step::Leave]);
                }
            }
            call @ CallNode if call.op.same_as(&builtin::if_then_else()) => match &call.args[..] {
                [condition, then_case, else_case] => {
                    next.extend([visit(condition), Step::Assume(condition.clone(), true)]);
                    next.extend([visit(then_case), Step::Leave]);
                    next.push(Step::Assume(condition.clone(), false));
                    next.extend([visit(else_case), Step::Leave]);
                }
                args => next.extend(args.iter().map(visit)),
            },
            _ => {
                match_node!(match object {
                    load @ BufferLoadNode => {
                        let sets = self.sets(&load.indices);
                        self.access(|this| &mut this.reads, &load.buffer, sets)?;
                    }
                    store @ BufferStoreNode => {
                        let sets = self.sets(&store.indices);
                        self.access(|this| &mut this.writes, &store.buffer, sets)?;
                    }
                    _ => {
                        let pointed = object.downcast_ref::<Var>().and_then(|var| self.buffer(var));
                        if let Some(buffer) = pointed {
                            let whole = BufferRegion::full(buffer.clone())?;
                            let sets = whole.region.iter().map(|range| self.range_set(range)).collect();
                            self.access(|this| &mut this.opaques, &buffer, sets)?;
                        }
                    }
                });
                next.extend(evaluated_parts(object).into_iter().map(Step::Visit));
            }
        });
        self.steps.extend(next.into_iter().rev());
        Ok(())
    }

    /// Adds the regions that a nested block declares.
    fn nested(&mut self, realize: &BlockRealizeNode) -> Result<(), ConstructError> {
        let block = &realize.block;
        let vars = block.iter_vars.iter().map(|axis| axis.var.clone());
        let values: HashMap<Var, PrimExpr> = vars.zip(realize.iter_values.iter().cloned()).collect();
        let set = |this: &mut Self, range: &Range| -> Option<IntervalSet> {
            let value = |expr: &PrimExpr| substitute(expr.clone(), |var| values.get(var).cloned()).ok();
            let range = Range::from_min_extent(value(&range.min)?, value(&range.extent)?);
            let set = IntervalSet::from_range(&range).ok()?;
            Some(this.relaxed(&set.min_value, &set.max_value))
        };
        let sets = |this: &mut Self, region: &BufferRegion| -> Vec<IntervalSet> {
            let ranges = region.region.iter();
            ranges.map(|range| set(this, range).unwrap_or_else(IntervalSet::everything)).collect()
        };
        for region in &block.reads {
            let sets = sets(self, region);
            self.access(|this| &mut this.reads, &region.buffer, sets)?;
        }
        for region in &block.writes {
            let sets = sets(self, region);
            self.access(|this| &mut this.writes, &region.buffer, sets)?;
        }
        Ok(())
    }

    fn sets(&mut self, indices: &Array<PrimExpr>) -> Vec<IntervalSet> {
        indices.iter().map(|index| self.analyzer.int_set(index, &self.domains)).collect()
    }

    /// Returns the integers of a range for all values of variables.
    fn range_set(&mut self, range: &Range) -> IntervalSet {
        match op::sub(op::add(&range.min, &range.extent, None), 1, None) {
            Ok(last) => {
                let last = self.analyzer.simplify(&last, 2);
                self.relaxed(&range.min, &last)
            }
            Err(_) => IntervalSet::everything(),
        }
    }

    /// Returns the interval from the least value of `first` to the greatest value of `last`.
    fn relaxed(&mut self, first: &PrimExpr, last: &PrimExpr) -> IntervalSet {
        let first = self.analyzer.int_set(first, &self.domains);
        let last = self.analyzer.int_set(last, &self.domains);
        IntervalSet::new(&first.min_value, &last.max_value)
    }

    /// Adds an access to a buffer.
    fn access(
        &mut self,
        regions: impl FnOnce(&mut Self) -> &mut Regions,
        buffer: &Buffer,
        sets: Vec<IntervalSet>,
    ) -> Result<(), ConstructError> {
        if self.buffer(&buffer.data).is_none() {
            return Ok(());
        }
        let Some(region) = self.matched.get(&buffer.data).cloned() else {
            regions(self).add(buffer, sets);
            return Ok(());
        };
        let source = &region.source;
        if self.buffer(&source.buffer.data).is_none() {
            return Ok(());
        }
        // The axes that the region lacks come first.
        let missing = source.region.len().saturating_sub(sets.len());
        let mut moved = Vec::new();
        for (axis, outer) in source.region.iter().enumerate() {
            let range = match axis.checked_sub(missing) {
                None => Range::from_min_extent(&outer.min, IntImm::new(outer.min.dtype, 1, None)?),
                Some(axis) => {
                    let inner = covering(&mut self.analyzer, &sets[axis], &region.buffer.shape[axis])?;
                    Range::from_min_extent(op::add(&outer.min, &inner.min, None)?, &inner.extent)
                }
            };
            moved.push(self.range_set(&range));
        }
        regions(self).add(&source.buffer, moved);
        Ok(())
    }
}

/// The accessed parts of buffers, in the order of the first accesses.
#[derive(Default)]
struct Regions {
    indices: HashMap<Buffer, usize>,
    parts: Vec<(Buffer, Vec<IntervalSet>)>,
}

impl Regions {
    fn add(&mut self, buffer: &Buffer, sets: Vec<IntervalSet>) {
        match self.indices.get(buffer) {
            Some(index) => {
                for (known, set) in self.parts[*index].1.iter_mut().zip(&sets) {
                    *known = union(known, set);
                }
            }
            None => {
                self.indices.insert(buffer.clone(), self.parts.len());
                self.parts.push((buffer.clone(), sets));
            }
        }
    }

    fn regions(self, analyzer: &mut Analyzer) -> Result<Array<BufferRegion>, ConstructError> {
        let mut regions = Vec::new();
        for (buffer, sets) in self.parts {
            let lengths = sets.iter().zip(&buffer.shape);
            let ranges = lengths.map(|(set, length)| covering(analyzer, set, length));
            let region = ranges.collect::<Result<Array<_>, ConstructError>>()?;
            regions.push(BufferRegion::new(buffer, region)?);
        }
        Ok(regions.into())
    }
}

/// Returns the range of an interval, or the range of all indices below `length` if the interval is
/// not bounded.
pub(crate) fn covering(
    analyzer: &mut Analyzer,
    set: &IntervalSet,
    length: &PrimExpr,
) -> Result<Range, ConstructError> {
    let (Some(min), Some(max)) = (set.lower(), set.upper()) else {
        return Ok(Range::from_min_extent(IntImm::new(length.dtype, 0, None)?, length));
    };
    let (min, max) = (analyzer.simplify(min, 2), analyzer.simplify(max, 2));
    let extent = op::sub(op::add(&max, 1, None), &min, None)?;
    Ok(Range::from_min_extent(min, analyzer.simplify(&extent, 2)))
}
