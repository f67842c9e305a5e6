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
    #[inline(never)]
    pub(super) fn error(place: String, problem: String) -> crate::Error {
        Self { place, problem }.into()
    }

    /// Creates an error about the element of that index. `{}` in the problem stands for the number.
    // This function alone makes strings, which keeps the code that checks graphs small.
    #[cold]
    #[inline(never)]
    pub(super) fn at(what: &'static str, index: usize, problem: &'static str, found: i64) -> crate::Error {
        Self::error(format!("{what} {index}"), Self::filled(problem, found))
    }

    /// Returns a problem with the number in the place of `{}`.
    #[cold]
    #[inline(never)]
    pub(super) fn filled(problem: &str, found: i64) -> String {
        match problem.split_once("{}") {
            Some((before, after)) => format!("{before}{found}{after}"),
            None => problem.into(),
        }
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
