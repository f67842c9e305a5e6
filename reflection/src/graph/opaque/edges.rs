//! Potential references from nodes and attributes to nodes and tensors.

use std::collections::HashMap;

/// Replaces the class in a use by a node of a known type.
pub(in crate::graph) const KNOWN: u32 = u32::MAX;

/// Replaces the class in a use by a known field of a node that also has attributes without fields.
/// Only the program that wrote the file knows the order of both.
pub(in crate::graph) const UNORDERED: u32 = KNOWN - 1;

/// Whether the uses of a class are certain.
pub(in crate::graph) fn is_certain(class: u32) -> bool {
    class >= UNORDERED
}

/// A use of a node or a tensor by `node`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::graph) struct Use {
    pub(in crate::graph) node: u32,
    /// The class of the attribute, or [`KNOWN`].
    pub(in crate::graph) class: u32,
}

/// The uses of tensors by known nodes that visit references to later nodes first, as pairs of the
/// node and the tensor, with the highest target of these references.
pub(in crate::graph) type LateUses = HashMap<(u32, u32), u32, foldhash::fast::RandomState>;

/// An unsorted collection of uses.
#[derive(Default)]
pub(in crate::graph) struct Gathered(Vec<(Use, u32)>);

impl Gathered {
    pub(in crate::graph) fn push(&mut self, node: u32, class: u32, target: u32) {
        self.0.push((Use { node, class }, target));
    }

    /// Returns the targets of the uses by a node that were added last.
    pub(in crate::graph) fn of_last(&self, node: u32) -> impl Iterator<Item = u32> {
        let last = self.0.iter().rev().take_while(move |(from, _)| from.node == node);
        last.map(|(_, target)| *target)
    }

    /// Sorts the uses by target, without those that `keep` rejects.
    pub(in crate::graph) fn by_target(self, targets: usize, keep: impl Fn(Use) -> bool) -> Uses {
        Uses::by_target(targets, || self.0.iter().copied().filter(|(from, _)| keep(*from)))
    }
}

/// Uses sorted by target. The uses of each target are in ascending order of the nodes.
pub(in crate::graph) struct Uses {
    ends: Vec<u32>,
    uses: Vec<Use>,
}

impl Uses {
    /// Sorts uses by their targets, which must be less than `targets`. The sort is stable. Each
    /// call of `uses` must return the same uses.
    pub(in crate::graph) fn by_target<I>(targets: usize, uses: impl Fn() -> I) -> Self
    where
        I: Iterator<Item = (Use, u32)>,
    {
        // The start of the uses of each target is that of the next one first, and advances to the
        // end with each use.
        let mut ends = vec![0; targets + 2];
        uses().for_each(|(_, target)| ends[target as usize + 2] += 1);
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        let mut sorted = vec![Use { node: 0, class: KNOWN }; total as usize];
        for (from, target) in uses() {
            let slot = &mut ends[target as usize + 1];
            sorted[*slot as usize] = from;
            *slot += 1;
        }
        ends.truncate(targets + 1);
        Self { ends, uses: sorted }
    }

    /// Returns the uses of a target.
    pub(in crate::graph) fn of(&self, target: usize) -> &[Use] {
        &self.uses[self.ends[target] as usize..self.ends[target + 1] as usize]
    }

    /// Returns the number of targets.
    pub(in crate::graph) fn targets(&self) -> usize {
        self.ends.len() - 1
    }
}
