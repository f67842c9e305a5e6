//! Errors of graph executors.

use std::fmt;

/// A graph, an input or an output is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphError {
    place: String,
    problem: String,
}

impl GraphError {
    #[cold]
    pub(super) fn new(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { place: place.into(), problem: problem.into() }
    }

    /// Returns the place in the graph, such as `node 3 ("conv")`.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Returns the description of the problem.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "graph, {}: {}", self.place, self.problem)
    }
}

impl std::error::Error for GraphError {}
