//! Which attribute first uses each tensor.
//!
//! The writer numbers a tensor when it first meets it, on its walk over the nodes. Of a use in some node we know that
//! the walk was in that node then, with any number of the nodes below it numbered. So every first use has an earliest
//! and a latest *moment*, which is the last node that was numbered before. Moments do not descend from one tensor to the next.

use std::cmp::Reverse;

use super::edges::{Gathered, KNOWN, Use, Uses};
use super::tree::Tree;

/// When each tensor can have been met first.
pub(super) struct Moments {
    earliest: Vec<u32>,
    latest: Vec<u32>,
}

impl Moments {
    /// The moments that follow from the uses which `counts` accepts. `None` if some tensor has no use that can be the first,
    /// so that the numbers are not those of the writer.
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

    /// Whether a use of a tensor is not before the first one can be.
    pub(super) fn in_order(&self, tree: &Tree, from: Use, tensor: usize) -> bool {
        tree.ends[from.node as usize] > self.earliest[tensor]
    }

    /// Whether a use of a tensor can be the first.
    pub(super) fn may_be_first(&self, tree: &Tree, from: Use, tensor: usize) -> bool {
        from.node <= self.latest[tensor] && self.in_order(tree, from, tensor)
    }
}

/// For each tensor a use and a moment such that a walk along `tree` meets all tensors in order. Of several uses in the
/// same node, that which `prefers` gives the least number is taken. `None` if no such walk is found, or if a use that is
/// `certain` would come too early on it.
pub(super) fn first_uses(
    uses: &Uses,
    tree: &Tree,
    counts: impl Fn(u32) -> bool,
    prefers: impl Fn(u32) -> u32,
    certain: impl Fn(u32) -> bool,
) -> Option<Vec<(Use, u32)>> {
    let walk = Walk::along(tree);
    let mut place = Place { moment: 1, node: Reverse(1) };
    let mut chosen = Vec::with_capacity(uses.targets());
    for tensor in 0..uses.targets() {
        let counted = uses.of(tensor).iter().filter(|from| counts(from.class));
        let possible = counted.filter_map(|from| Some((walk.next(place, *from)?, *from)));
        let (next, from) = possible.min_by_key(|(next, from)| (*next, prefers(from.class)))?;
        place = next;
        if uses.of(tensor).iter().any(|from| certain(from.class) && walk.next(place, *from).is_none()) {
            return None;
        }
        chosen.push((from, place.moment));
    }
    Some(chosen)
}

/// A place on a walk. At one moment the walk comes back from below to above.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    moment: u32,
    node: Reverse<u32>,
}

struct Walk<'a> {
    tree: &'a Tree,
    children: Uses,
}

impl<'a> Walk<'a> {
    fn along(tree: &'a Tree) -> Self {
        let mut children = Gathered::default();
        for node in 2..tree.parents.len() as u32 {
            children.push(node, KNOWN, tree.parents[node as usize].node);
        }
        Self { tree, children: children.by_target(tree.parents.len(), |_| true) }
    }

    /// The first place, from `place` on, at which a use can be met. Known types are taken to use tensors first.
    fn next(&self, place: Place, from: Use) -> Option<Place> {
        let Use { node, class } = from;
        let first = Place { moment: node, node: Reverse(node) };
        if first >= place {
            return Some(first);
        }
        if class == KNOWN || node > place.node.0 || self.tree.ends[node as usize] <= place.moment {
            return None;
        }
        // The walk is below a child, and comes back to this node when that is done.
        let children = self.children.of(node as usize);
        let met = children.partition_point(|child| child.node <= place.moment);
        let below = children[met.checked_sub(1)?].node;
        Some(Place { moment: self.tree.ends[below as usize] - 1, node: Reverse(node) })
    }
}
