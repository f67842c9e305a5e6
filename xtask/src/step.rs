//! The definition of a step.

use std::fmt;

use anyhow::Result;

use crate::shell::{Shell, command};
use crate::tool::Tool;

/// One check, which can run on its own.
pub(crate) struct Step {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The subject of the check.
    pub(crate) about: &'static str,
    /// The command that includes the step. `ci` runs all steps.
    pub(crate) group: Group,
    /// Tools without which the step is skipped.
    pub(crate) needs: &'static [Tool],
    /// Tools without which a part of the step is skipped.
    pub(crate) partly_needs: &'static [Tool],
    /// The folder of the builds.
    pub(crate) folder: Folder,
    /// Whether the step runs concurrently with others.
    pub(crate) is_concurrent: bool,
    /// The commands of the step.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Folder {
    /// Cargo's folder of debug builds, where only one command builds at a time.
    Shared,
    /// The folders of the profiles of wheels, and the virtual environment with the wheels.
    Wheels,
    /// A separate folder of the step.
    Own,
}

/// The work of a step.
pub(crate) enum Work {
    /// Commands, as lines of words that are separated by spaces.
    Commands(&'static [&'static str]),
    /// A function, with a line that describes it.
    Function(fn(&Shell) -> Result<()>, &'static str),
}

impl Step {
    /// Returns a step without needs that builds in the shared folder.
    pub(crate) const fn new(name: &'static str, group: Group, about: &'static str, work: Work) -> Self {
        let is_concurrent = matches!(group, Group::Extra);
        Self {
            name,
            about,
            group,
            needs: &[],
            partly_needs: &[],
            folder: Folder::Shared,
            is_concurrent,
            work,
        }
    }

    /// Adds tools without which the step is skipped.
    pub(crate) const fn needs(mut self, needs: &'static [Tool]) -> Self {
        self.needs = needs;
        self
    }

    /// Adds tools without which a part of the step is skipped.
    pub(crate) const fn partly_needs(mut self, needs: &'static [Tool]) -> Self {
        self.partly_needs = needs;
        self
    }

    /// Makes the step build in this folder, so that it can run concurrently with steps of others.
    pub(crate) const fn in_folder(mut self, folder: Folder) -> Self {
        self.folder = folder;
        self
    }

    /// Makes the step run concurrently with others, although it is one of `lint` or `test`. For a
    /// step that seldom uses several cores, such as one that waits for large crates.
    pub(crate) const fn concurrent(mut self) -> Self {
        self.is_concurrent = true;
        self
    }

    /// Runs the commands of the step.
    pub(crate) fn run(&self, shell: &Shell) -> Result<()> {
        match self.work {
            Work::Commands(lines) => lines.iter().try_for_each(|line| shell.run(&mut command(line))),
            Work::Function(function, _) => function(shell),
        }
    }
}
