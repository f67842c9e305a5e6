//! The paths that a comparison has taken, for the differences that it finds.

use std::sync::Arc;

use super::difference::{Difference, Link, Path, PathStep};

/// A tree of paths, and the differences found so far.
pub(super) struct Trail {
    /// For each path, its last step and the path before this step.
    links: Vec<Link>,
    found: Vec<Found>,
    limit: usize,
}

/// A difference: its path, and descriptions of both values.
struct Found {
    path: PathId,
    lhs: String,
    rhs: String,
}

/// A path of the trail, as an index into its steps.
pub(super) type PathId = u32;

impl Trail {
    /// The path of the roots.
    pub(super) const ROOT: PathId = Path::NO_STEP;

    /// Creates a trail for at most `limit` differences.
    pub(super) fn new(limit: usize) -> Self {
        Self { links: Vec::new(), found: Vec::new(), limit }
    }

    /// Returns the differences, whose paths share the steps that lead to differences.
    pub(super) fn into_differences(self) -> Vec<Difference> {
        let mut is_used = vec![false; self.links.len()];
        for found in &self.found {
            let mut path = found.path;
            while let Some(is_used) = is_used.get_mut(path as usize).filter(|is_used| !**is_used) {
                *is_used = true;
                path = self.links[path as usize].before;
            }
        }
        // A step has a greater index than the step before it.
        let mut numbers = vec![Self::ROOT; self.links.len()];
        let number =
            |numbers: &[PathId], path: PathId| numbers.get(path as usize).copied().unwrap_or(Self::ROOT);
        let mut links: Vec<Link> = Vec::new();
        for (index, Link { before, step }) in
            self.links.into_iter().enumerate().filter(|(index, _)| is_used[*index])
        {
            numbers[index] = links.len() as PathId;
            links.push(Link { before: number(&numbers, before), step });
        }
        let links: Arc<[Link]> = links.into();
        let difference = |Found { path, lhs, rhs }| {
            let path = Path::new(links.clone(), number(&numbers, path));
            Difference { path, lhs, rhs }
        };
        self.found.into_iter().map(difference).collect()
    }

    /// Returns the path `from`, extended by `step`.
    pub(super) fn step(&mut self, from: PathId, step: PathStep) -> PathId {
        let path = self.links.len() as PathId;
        self.links.push(Link { before: from, step });
        path
    }

    /// Returns the path `from`, extended by a field.
    pub(super) fn field(&mut self, from: PathId, name: &str) -> PathId {
        self.step(from, PathStep::Field(name.into()))
    }

    /// Records a difference, unless the limit is reached.
    pub(super) fn note(&mut self, path: PathId, lhs: String, rhs: String) {
        if !self.is_full() {
            self.found.push(Found { path, lhs, rhs });
        }
    }

    /// Whether the limit of differences is reached.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= self.limit
    }

    /// Whether there are no differences.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}
