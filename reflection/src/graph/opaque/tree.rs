//! The tree of a depth-first numbering.
//!
//! The parent of each node is the latest node that the traversal may still be in and that may refer
//! to the node. The true parent is never later, so no node is left too early: as long as no true
//! reference is missing, the reconstructed traversal stays in each node at least as long as the
//! true one.

use super::edges::{KNOWN, Use, Uses};

/// A tree of nodes that are numbered depth-first. Node 0 is not part of the tree, and node 1 is the
/// root.
pub(super) struct Tree {
    /// The use that led to each node. The entry of the root has no meaning.
    pub(super) parents: Vec<Use>,
    /// For each node, the first number after the nodes below it.
    pub(super) ends: Vec<u32>,
}

impl Tree {
    /// Builds the tree from the uses that `counts` accepts. Among several uses by one node, the one
    /// with the smallest `prefers` is taken. Returns `None` if no use leads to a node, so that the
    /// numbering is not that of a traversal.
    pub(super) fn of(
        uses: &Uses,
        counts: impl Fn(u32) -> bool,
        prefers: impl Fn(u32) -> u32,
    ) -> Option<Self> {
        let count = uses.targets();
        let mut parents = vec![Use { node: 0, class: KNOWN }; count];
        // The end of a node that the traversal is still in.
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
        // No node is below null.
        if let Some(end) = ends.first_mut() {
            *end = 1;
        }
        Some(Self { parents, ends })
    }

    /// Whether `above` is `node` or an ancestor of `node`.
    pub(super) fn leads(&self, above: u32, node: u32) -> bool {
        above <= node && node < self.ends[above as usize]
    }

    /// Whether the traversal can have reached `to` at a reference in `from`: `to` is below `from`,
    /// or was visited before.
    pub(super) fn in_order(&self, from: u32, to: u32) -> bool {
        to < self.ends[from as usize]
    }

    /// Returns for each node the nearest uncertain edge on the path to it, and for each uncertain
    /// edge the next one above of another class. 0 stands for no edge.
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

/// The uncertain edges of a tree, each represented by the node that it leads to.
pub(super) struct Steps {
    last: Vec<u32>,
    other: Vec<u32>,
}

impl Steps {
    /// Returns the last uncertain edge on the path from `above` to `node`, and the last one of
    /// another class.
    pub(super) fn between(&self, above: u32, node: u32) -> (Option<u32>, Option<u32>) {
        let below = |step: u32| (step > above).then_some(step);
        let last = below(self.last[node as usize]);
        (last, last.and_then(|last| below(self.other[last as usize])))
    }
}
