//! The paths that a comparison has taken, for the differences that it finds.

use super::difference::{Difference, Path, PathStep};

/// A tree of paths, and the differences found so far.
pub(super) struct Trail {
    /// For each path, its last step and the path before this step.
    steps: Vec<(PathId, PathStep)>,
    differences: Vec<Difference>,
    limit: usize,
}

/// A path of the trail, as an index into its steps.
pub(super) type PathId = u32;

impl Trail {
    /// The path of the roots.
    pub(super) const ROOT: PathId = PathId::MAX;

    /// Creates a trail for at most `limit` differences.
    pub(super) fn new(limit: usize) -> Self {
        Self { steps: Vec::new(), differences: Vec::new(), limit }
    }

    pub(super) fn into_differences(self) -> Vec<Difference> {
        self.differences
    }

    /// Returns the path `from`, extended by `step`.
    pub(super) fn step(&mut self, from: PathId, step: PathStep) -> PathId {
        let path = self.steps.len() as PathId;
        self.steps.push((from, step));
        path
    }

    /// Returns the path `from`, extended by a field.
    pub(super) fn field(&mut self, from: PathId, name: &str) -> PathId {
        self.step(from, PathStep::Field(name.into()))
    }

    /// Records a difference, unless the limit is reached.
    pub(super) fn note(&mut self, mut path: PathId, lhs: String, rhs: String) {
        if self.is_full() {
            return;
        }
        let mut steps = Vec::new();
        while let Some((from, step)) = self.steps.get(path as usize) {
            steps.push(step.clone());
            path = *from;
        }
        steps.reverse();
        self.differences.push(Difference { path: Path(steps), lhs, rhs });
    }

    /// Whether the limit of differences is reached.
    pub(super) fn is_full(&self) -> bool {
        self.differences.len() >= self.limit
    }

    /// Whether there are no differences.
    pub(super) fn is_empty(&self) -> bool {
        self.differences.is_empty()
    }
}
