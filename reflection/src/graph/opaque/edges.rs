//! Potential references from nodes and attributes to nodes and tensors.

/// Replaces the class in a use by a node of a known type.
pub(in crate::graph) const KNOWN: u32 = u32::MAX;

/// A use of a node or a tensor by `node`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::graph) struct Use {
    pub(in crate::graph) node: u32,
    /// The class of the attribute, or [`KNOWN`].
    pub(in crate::graph) class: u32,
}

/// An unsorted collection of uses.
#[derive(Default)]
pub(in crate::graph) struct Gathered(Vec<(Use, u32)>);

impl Gathered {
    pub(in crate::graph) fn push(&mut self, node: u32, class: u32, target: u32) {
        self.0.push((Use { node, class }, target));
    }

    /// Sorts the uses by target, without those that `keep` rejects. The sort is stable.
    pub(in crate::graph) fn by_target(self, targets: usize, keep: impl Fn(Use) -> bool) -> Uses {
        let kept = || self.0.iter().filter(|(from, _)| keep(*from));
        let mut ends = vec![0; targets + 1];
        kept().for_each(|(_, target)| ends[*target as usize + 1] += 1);
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        // `ends[target]` is the start of the target's uses. The copy in `next` advances with each
        // use.
        let mut uses = vec![Use { node: 0, class: KNOWN }; total];
        let mut next = ends.clone();
        for (from, target) in kept() {
            let slot = &mut next[*target as usize];
            uses[*slot] = *from;
            *slot += 1;
        }
        Uses { ends, uses }
    }
}

/// Uses sorted by target. The uses of each target are in ascending order of the nodes.
pub(in crate::graph) struct Uses {
    ends: Vec<usize>,
    uses: Vec<Use>,
}

impl Uses {
    /// Returns the uses of a target.
    pub(in crate::graph) fn of(&self, target: usize) -> &[Use] {
        &self.uses[self.ends[target]..self.ends[target + 1]]
    }

    /// Returns the number of targets.
    pub(in crate::graph) fn targets(&self) -> usize {
        self.ends.len() - 1
    }
}
