//! Groups of expressions that one kernel computes.

use objet::progress::Steps;
use objet_ir::op::OpPatternKind::{
    self, Broadcast, CommReduce, ElemWise, Injective, Opaque, OutEWiseFusable, Tuple,
};

use super::dataflow::Dataflow;
use super::dominators::Dominators;

/// A group, as long as it is not part of another one.
#[derive(Clone, Copy)]
struct Group {
    /// The group that this one is part of, or itself. The number of a group is the position of the
    /// expression that it computes.
    parent: usize,
    pattern: OpPatternKind,
    /// Whether the group has a complex operator such as a convolution.
    has_anchor: bool,
    size: usize,
}

/// The groups of the expressions of a program.
pub(super) struct Groups {
    groups: Vec<Group>,
    /// For each expression, the number of the last search that reached it.
    reached: Vec<usize>,
    searches: usize,
    steps: Steps,
}

impl Groups {
    /// Puts each expression into a group of its own.
    pub(super) fn new(dataflow: &Dataflow) -> Self {
        let groups = dataflow.nodes.iter().enumerate().map(|(parent, node)| Group {
            parent,
            pattern: node.pattern,
            has_anchor: node.pattern == OutEWiseFusable,
            size: 1,
        });
        let (reached, steps) = (vec![0; dataflow.nodes.len()], Steps::new("fuse", None));
        Self { groups: groups.collect(), reached, searches: 0, steps }
    }

    /// Returns the group of an expression: the position of the expression that the group computes.
    pub(super) fn of(&mut self, mut position: usize) -> usize {
        while self.groups[position].parent != position {
            let parent = self.groups[position].parent;
            self.groups[position].parent = self.groups[parent].parent;
            position = self.groups[position].parent;
        }
        position
    }

    /// Joins expressions with their dominators.
    pub(super) fn fuse(&mut self, dataflow: &Dataflow, max_depth: usize) {
        let dominators = Dominators::new(dataflow);
        for phase in 0..3 {
            for position in 0..dataflow.nodes.len() {
                let pattern = self.groups[position].pattern;
                let Some(dominator) = dominators.of(position).filter(|_| pattern != Opaque) else { continue };
                let sink = dominator.position;
                let path_pattern = dominator.pattern;
                if self.exceeds(dataflow, position, sink, max_depth) {
                    continue;
                }
                if phase == 2 {
                    self.fuse_into_tuple(dataflow, position, sink);
                    continue;
                }
                if self.of(position) == self.of(sink) || self.groups[sink].pattern == Tuple {
                    continue;
                }
                let allowed: Option<fn(OpPatternKind, bool) -> bool> = match pattern {
                    OutEWiseFusable => (phase == 0 && path_pattern == ElemWise)
                        .then_some(|pattern: OpPatternKind, _| pattern <= Broadcast),
                    ElemWise | Broadcast => (path_pattern <= CommReduce).then_some(|pattern, is_sink| {
                        pattern <= Injective || (is_sink && matches!(pattern, CommReduce | OutEWiseFusable))
                    }),
                    Injective | Tuple => (phase == 1).then_some(|pattern, _| pattern <= Injective),
                    CommReduce | Opaque => None,
                };
                if let Some(allowed) = allowed
                    && self.paths_are(dataflow, position, sink, allowed)
                {
                    self.join(dataflow, position, sink);
                }
            }
        }
    }

    /// Joins an operator with a tuple that is part of the kernel of an injective operator.
    fn fuse_into_tuple(&mut self, dataflow: &Dataflow, position: usize, sink: usize) {
        let group_of_sink = self.of(sink);
        let of_root = self.groups[group_of_sink].pattern;
        if self.groups[position].pattern <= Injective
            && self.groups[sink].pattern == Tuple
            && of_root <= Injective
            && self.paths_are(dataflow, position, sink, |pattern, _| pattern <= Injective)
        {
            self.join(dataflow, position, sink);
        }
    }

    /// Returns the expressions on all paths from `source` to `sink`, without `sink`. Stops as soon
    /// as `next` returns false.
    fn search(
        &mut self,
        dataflow: &Dataflow,
        source: usize,
        sink: usize,
        mut next: impl FnMut(&mut Self, usize) -> bool,
    ) -> bool {
        self.searches += 1;
        let mut waiting = vec![source];
        self.reached[source] = self.searches;
        while let Some(position) = waiting.pop() {
            self.steps.next();
            if !next(self, position) {
                return false;
            }
            for found in &dataflow.nodes[position].uses {
                if found.user != sink && self.reached[found.user] != self.searches {
                    self.reached[found.user] = self.searches;
                    waiting.push(found.user);
                }
            }
        }
        true
    }

    /// Returns whether the group of `sink` would have too many expressions together with those on
    /// the paths to it. The search ends at the limit, so the time does not depend on the program.
    fn exceeds(&mut self, dataflow: &Dataflow, source: usize, sink: usize, limit: usize) -> bool {
        let group = self.of(sink);
        let mut count = self.groups[group].size;
        let is_within = self.search(dataflow, source, sink, |groups, position| {
            count += groups.groups[position].size;
            count <= limit
        });
        !is_within || count > limit
    }

    /// Returns whether the groups of all expressions on the paths to `sink` have allowed patterns.
    /// The source itself is not tested.
    fn paths_are(
        &mut self,
        dataflow: &Dataflow,
        source: usize,
        sink: usize,
        allowed: impl Fn(OpPatternKind, bool) -> bool,
    ) -> bool {
        let group = self.of(sink);
        allowed(self.groups[group].pattern, true)
            && self.search(dataflow, source, sink, |groups, position| {
                let group = groups.of(position);
                position == source || allowed(groups.groups[group].pattern, false)
            })
    }

    /// Joins the groups of all expressions on the paths to `sink` with that of `sink`.
    fn join(&mut self, dataflow: &Dataflow, source: usize, sink: usize) {
        self.search(dataflow, source, sink, |groups, position| {
            let (child, parent) = (groups.of(position), groups.of(sink));
            if child != parent {
                let joined = groups.groups[child];
                groups.groups[child].parent = parent;
                let into = &mut groups.groups[parent];
                into.size += joined.size;
                if joined.has_anchor {
                    into.has_anchor = true;
                    into.pattern = into.pattern.max(joined.pattern);
                }
            }
            true
        });
    }
}
