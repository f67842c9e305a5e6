//! The places that a comparison has come to, for the paths of the differences that it finds.

use super::difference::{Difference, Path, PathStep};

/// Every place with the way to it, and the differences found so far.
pub(super) struct Trail {
    /// The last step to each place, and the place before.
    steps: Vec<(Place, PathStep)>,
    differences: Vec<Difference>,
    limit: usize,
}

/// A place of a trail, by number.
pub(super) type Place = u32;

impl Trail {
    /// The place of the roots.
    pub(super) const ROOT: Place = Place::MAX;

    /// A trail on which as many differences are wanted as `limit`.
    pub(super) fn new(limit: usize) -> Self {
        Self { steps: Vec::new(), differences: Vec::new(), limit }
    }

    pub(super) fn into_differences(self) -> Vec<Difference> {
        self.differences
    }

    /// The place one step on.
    pub(super) fn step(&mut self, from: Place, step: PathStep) -> Place {
        let place = self.steps.len() as Place;
        self.steps.push((from, step));
        place
    }

    /// The place of a field.
    pub(super) fn field(&mut self, from: Place, name: &str) -> Place {
        self.step(from, PathStep::Field(name.into()))
    }

    /// Notes a difference, if it is still wanted.
    pub(super) fn note(&mut self, mut place: Place, lhs: String, rhs: String) {
        if self.is_full() {
            return;
        }
        let mut path = Vec::new();
        while let Some((from, step)) = self.steps.get(place as usize) {
            path.push(step.clone());
            place = *from;
        }
        path.reverse();
        self.differences.push(Difference { path: Path(path), lhs, rhs });
    }

    /// Whether as many differences were found as are wanted.
    pub(super) fn is_full(&self) -> bool {
        self.differences.len() >= self.limit
    }

    /// Whether no difference was found.
    pub(super) fn is_empty(&self) -> bool {
        self.differences.is_empty()
    }
}
