//! Which node or attribute refers to what, if an attribute refers to anything.

/// Stands for "of a known type" where a class could stand.
pub(super) const KNOWN: u32 = u32::MAX;

/// A use of a node or a tensor, from within `node`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) node: u32,
    /// The class of the attribute, or [`KNOWN`].
    pub(super) class: u32,
}

/// Uses, while they are gathered.
#[derive(Default)]
pub(super) struct Gathered(Vec<(Use, u32)>);

impl Gathered {
    pub(super) fn push(&mut self, node: u32, class: u32, target: u32) {
        self.0.push((Use { node, class }, target));
    }

    /// Sorts the uses by target, leaving out those that `keep` rejects. Those of one target stay in order.
    pub(super) fn by_target(self, targets: usize, keep: impl Fn(Use) -> bool) -> Uses {
        let kept = || self.0.iter().filter(|(from, _)| keep(*from));
        let mut ends = vec![0; targets + 1];
        kept().for_each(|(_, target)| ends[*target as usize + 1] += 1);
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        // Now each end is where the uses of the target before begin, which moves on as they come.
        let mut uses = vec![Use { node: 0, class: KNOWN }; total];
        let mut next = ends.clone();
        for (from, target) in kept() {
            let place = &mut next[*target as usize];
            uses[*place] = *from;
            *place += 1;
        }
        Uses { ends, uses }
    }
}

/// Uses by target, and of each target in ascending order of the nodes.
pub(super) struct Uses {
    ends: Vec<usize>,
    uses: Vec<Use>,
}

impl Uses {
    /// The uses of one target.
    pub(super) fn of(&self, target: usize) -> &[Use] {
        &self.uses[self.ends[target]..self.ends[target + 1]]
    }

    /// How many targets there are.
    pub(super) fn targets(&self) -> usize {
        self.ends.len() - 1
    }
}
