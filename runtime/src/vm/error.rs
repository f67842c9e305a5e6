//! Errors of the virtual machine.

use std::fmt;

/// An executable is invalid, or its program fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VmError {
    place: String,
    problem: String,
}

impl VmError {
    #[cold]
    pub(super) fn error(place: impl Into<String>, problem: impl Into<String>) -> crate::Error {
        Self { place: place.into(), problem: problem.into() }.into()
    }

    /// Returns the place in the executable, such as `main, instruction 3`.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Returns the description of the problem.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for VmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VM executable, {}: {}", self.place, self.problem)
    }
}

impl std::error::Error for VmError {}
