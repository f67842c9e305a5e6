//! Who was met from whom: the tree of a depth-first numbering.
//!
//! As parent of each node in turn we take the latest node that the walk may still be in and that may refer to it. The
//! true parent is never later than that, so we never leave a node too early: as long as no true reference is missing, the
//! walk that we reconstruct is in every node at least as long as the true one was.

use super::edges::{KNOWN, Use, Uses};

/// A tree over nodes that are numbered depth first. Node 0 is not part of it, node 1 is its root.
pub(super) struct Tree {
    /// For each node what led to it. That of the root means nothing.
    pub(super) parents: Vec<Use>,
    /// For each node the first number behind those below it.
    pub(super) ends: Vec<u32>,
}

impl Tree {
    /// The tree that follows from the uses which `counts` accepts. Of several uses in one node, that which `prefers` gives the
    /// least number leads. `None` if nothing leads to some node, so that the numbers are not those of a walk.
    pub(super) fn of(
        uses: &Uses,
        counts: impl Fn(u32) -> bool,
        prefers: impl Fn(u32) -> u32,
    ) -> Option<Self> {
        let count = uses.targets();
        let mut parents = vec![Use { node: 0, class: KNOWN }; count];
        // While the walk is in a node, its end is this.
        let mut ends = vec![u32::MAX; count];
        let mut open = vec![1_u32];
        for node in 2..count as u32 {
            let candidates = uses.of(node as usize);
            let candidates = &candidates[..candidates.partition_point(|from| from.node < node)];
            let mut parent: Option<Use> = None;
            for from in candidates.iter().rev() {
                if parent.is_some_and(|parent| parent.node != from.node) {
                    break;
                }
                let better = parent.is_none_or(|parent| prefers(from.class) <= prefers(parent.class));
                if from.node > 0 && ends[from.node as usize] == u32::MAX && counts(from.class) && better {
                    parent = Some(*from);
                }
            }
            let parent = parent?;
            while let Some(closed) = open.pop_if(|last| *last > parent.node) {
                ends[closed as usize] = node;
            }
            open.push(node);
            parents[node as usize] = parent;
        }
        for end in &mut ends {
            *end = (*end).min(count as u32);
        }
        // Nothing is below null.
        if let Some(end) = ends.first_mut() {
            *end = 1;
        }
        Some(Self { parents, ends })
    }

    /// Whether `above` is `node` or leads to it.
    pub(super) fn leads(&self, above: u32, node: u32) -> bool {
        above <= node && node < self.ends[above as usize]
    }

    /// Whether the walk can have met `to` at a reference in `from`: it is below, or it was met before.
    pub(super) fn in_order(&self, from: u32, to: u32) -> bool {
        to < self.ends[from as usize]
    }

    /// What leads to each node, nearest first: for each node the last step to it that is `unsure`, and for such a step the
    /// next one up of another class. 0 stands for none.
    pub(super) fn unsure_steps(&self, unsure: impl Fn(u32) -> bool) -> Steps {
        let mut steps = Steps { last: vec![0; self.parents.len()], other: vec![0; self.parents.len()] };
        for node in 2..self.parents.len() {
            let Use { node: parent, class } = self.parents[node];
            let above = steps.last[parent as usize];
            steps.last[node] = above;
            if unsure(class) {
                let same = above != 0 && self.parents[above as usize].class == class;
                steps.last[node] = node as u32;
                steps.other[node] = if same { steps.other[above as usize] } else { above };
            }
        }
        steps
    }
}

/// The steps of a tree that may be wrong, each named by the node it leads to.
pub(super) struct Steps {
    last: Vec<u32>,
    other: Vec<u32>,
}

impl Steps {
    /// The last step on the way from `above` to `node` that may be wrong, and the last of another class than that.
    pub(super) fn between(&self, above: u32, node: u32) -> (Option<u32>, Option<u32>) {
        let below = |step: u32| (step > above).then_some(step);
        let last = below(self.last[node as usize]);
        (last, last.and_then(|last| below(self.other[last as usize])))
    }
}
