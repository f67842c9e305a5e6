//! The first use of each tensor.
//!
//! The writer numbers a tensor when its traversal of the nodes first reaches the tensor. At a use
//! by a node, the traversal is inside this node, and has numbered some of the nodes below it. So
//! each first use has an earliest and a latest *moment*: the last node that was numbered before the
//! use. Moments never decrease from one tensor to the next.

use std::cmp::Reverse;

use super::edges::{Gathered, KNOWN, LateUses, Use, Uses};
use super::tree::Tree;

/// The earliest and the latest moment of each tensor's first use.
pub(super) struct Moments {
    earliest: Vec<u32>,
    latest: Vec<u32>,
}

impl Moments {
    /// Computes the moments from the uses that `counts` accepts. Returns `None` if a tensor has no
    /// possible first use, so that the numbering is not that of the writer.
    pub(super) fn of(uses: &Uses, tree: &Tree, counts: impl Fn(u32) -> bool) -> Option<Self> {
        let counted = |tensor| uses.of(tensor).iter().filter(|from| counts(from.class)).map(|from| from.node);
        let mut earliest = Vec::with_capacity(uses.targets());
        let mut moment = 1;
        for tensor in 0..uses.targets() {
            let possible = counted(tensor).filter(|node| tree.ends[*node as usize] > moment);
            moment = possible.map(|node| node.max(moment)).min()?;
            earliest.push(moment);
        }
        let mut latest = vec![u32::MAX; uses.targets()];
        let mut moment = u32::MAX;
        for tensor in (0..uses.targets()).rev() {
            let possible = counted(tensor).filter(|node| *node <= moment);
            moment = possible.map(|node| (tree.ends[node as usize] - 1).min(moment)).max()?;
            latest[tensor] = moment;
        }
        Some(Self { earliest, latest })
    }

    /// Whether a use of a tensor is not before the earliest first use.
    pub(super) fn in_order(&self, tree: &Tree, from: Use, tensor: usize) -> bool {
        tree.ends[from.node as usize] > self.earliest[tensor]
    }

    /// Whether a use of a tensor can be the first one.
    pub(super) fn may_be_first(&self, tree: &Tree, from: Use, tensor: usize) -> bool {
        from.node <= self.latest[tensor] && self.in_order(tree, from, tensor)
    }
}

/// Returns for each tensor a use and a moment, such that a traversal along `tree` reaches all
/// tensors in order. Among several uses by the same node, the one with the smallest `prefers` is
/// taken. Returns `None` if no such traversal is found, or if a `certain` use would come too early.
pub(super) fn first_uses(
    uses: &Uses,
    late: &LateUses,
    tree: &Tree,
    counts: impl Fn(u32) -> bool,
    prefers: impl Fn(u32) -> u32,
    certain: impl Fn(u32) -> bool,
) -> Option<Vec<(Use, u32)>> {
    let walk = Walk::along(tree, late);
    let mut position = Position { moment: 1, node: Reverse(1) };
    let mut chosen = Vec::with_capacity(uses.targets());
    for tensor in 0..uses.targets() {
        let counted = uses.of(tensor).iter().filter(|from| counts(from.class));
        let next = |from: &Use| walk.next(position, *from, tensor as u32);
        let possible = counted.filter_map(|from| Some((next(from)?, *from)));
        let (next, from) = possible.min_by_key(|(next, from)| (*next, prefers(from.class)))?;
        position = next;
        let is_too_early =
            |from: &Use| certain(from.class) && walk.next(position, *from, tensor as u32).is_none();
        if uses.of(tensor).iter().any(is_too_early) {
            return None;
        }
        chosen.push((from, position.moment));
    }
    Some(chosen)
}

/// A position of the traversal. At the same moment, the traversal returns from lower to higher
/// nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    moment: u32,
    node: Reverse<u32>,
}

struct Walk<'a> {
    tree: &'a Tree,
    late: &'a LateUses,
    children: Uses,
}

impl<'a> Walk<'a> {
    fn along(tree: &'a Tree, late: &'a LateUses) -> Self {
        let mut children = Gathered::default();
        for node in 2..tree.parents.len() as u32 {
            children.push(node, KNOWN, tree.parents[node as usize].node);
        }
        Self { tree, late, children: children.by_target(tree.parents.len(), |_| true) }
    }

    /// Returns the first position, `position` or later, at which a use of a tensor is reached.
    fn next(&self, position: Position, from: Use, tensor: u32) -> Option<Position> {
        let Use { node, class } = from;
        let late = if class == KNOWN { self.late.get(&(node, tensor)) } else { None };
        let first = match late {
            Some(highest) => self.after(node, *highest),
            None => Position { moment: node, node: Reverse(node) },
        };
        if first >= position {
            return Some(first);
        }
        if class == KNOWN || node > position.node.0 || self.tree.ends[node as usize] <= position.moment {
            return None;
        }
        Some(self.after(node, position.moment)).filter(|next| *next >= position)
    }

    /// Returns the position at which the traversal returns to a node after the child with or below
    /// which it has numbered the node `last`.
    fn after(&self, node: u32, last: u32) -> Position {
        let children = self.children.of(node as usize);
        let visited = children.partition_point(|child| child.node <= last);
        let moment = match visited.checked_sub(1) {
            Some(child) => self.tree.ends[children[child].node as usize] - 1,
            None => node,
        };
        Position { moment, node: Reverse(node) }
    }
}
