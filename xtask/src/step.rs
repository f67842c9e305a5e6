//! The parts of a step of the checks.

use std::fmt;

use anyhow::Result;

use crate::shell::{Shell, command};
use crate::tool::Tool;

/// One check, which can be run alone.
pub(crate) struct Step {
    /// The name by which it is run.
    pub(crate) name: &'static str,
    /// The subject of the check.
    pub(crate) about: &'static str,
    /// The command that it is a part of. `ci` runs all steps.
    pub(crate) group: Group,
    /// Tools without which it is skipped.
    pub(crate) needs: &'static [Tool],
    /// Tools without which a part of it is skipped.
    pub(crate) partly_needs: &'static [Tool],
    /// The folder that it builds in.
    pub(crate) folder: Folder,
    /// The commands that it runs.
    pub(crate) work: Work,
}

/// A group of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// `cargo xtask lint`.
    Lint,
    /// `cargo xtask test`.
    Test,
    /// `cargo xtask ci` only.
    Extra,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Lint => "lint",
            Self::Test => "test",
            Self::Extra => "extra",
        })
    }
}

/// The folder that a step builds in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folder {
    /// Cargo's target folder, in which one command builds at a time.
    Shared,
    /// A folder that no other step builds in, so that it may run beside others.
    Own,
}

/// The work of a step.
pub(crate) enum Work {
    /// Commands, each a line of words that spaces separate.
    Commands(&'static [&'static str]),
    /// A function, and a line that says what it does.
    Function(fn(&Shell) -> Result<()>, &'static str),
}

impl Step {
    /// A step without needs that builds in the shared folder.
    pub(crate) const fn new(name: &'static str, group: Group, about: &'static str, work: Work) -> Self {
        Self { name, about, group, needs: &[], partly_needs: &[], folder: Folder::Shared, work }
    }

    /// The same step with tools without which it is skipped.
    pub(crate) const fn needs(mut self, needs: &'static [Tool]) -> Self {
        self.needs = needs;
        self
    }

    /// The same step with tools without which a part of it is skipped.
    pub(crate) const fn partly_needs(mut self, needs: &'static [Tool]) -> Self {
        self.partly_needs = needs;
        self
    }

    /// The same step in a folder of its own.
    pub(crate) const fn in_own_folder(mut self) -> Self {
        self.folder = Folder::Own;
        self
    }

    /// Runs the commands.
    pub(crate) fn run(&self, shell: &Shell) -> Result<()> {
        match self.work {
            Work::Commands(lines) => lines.iter().try_for_each(|line| shell.run(&mut command(line))),
            Work::Function(function, _) => function(shell),
        }
    }
}
