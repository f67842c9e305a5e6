//! Errors of parallel launches.

use std::error::Error as StdError;
use std::fmt;

use crate::error::Error;

use super::barrier::BrokenBarrier;

/// A launch failed, or a barrier was broken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParallelError {
    /// There are more tasks than threads.
    #[error(
        "Request parallel sync task larger than number of threads used: {requested} tasks, {threads} threads"
    )]
    TooManyTasks {
        /// The requested number of tasks.
        requested: usize,
        /// The number of threads of the launching thread.
        threads: usize,
    },
    /// A thread cannot be started.
    #[error("cannot start a thread for task {task}: {source}")]
    Start {
        /// The number of the task.
        task: usize,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Tasks failed or panicked.
    #[error(transparent)]
    Tasks(#[from] TaskFailures),
    /// A task failed, so the barrier cannot be reached by all tasks.
    #[error("task {task} failed before it reached the barrier")]
    Barrier {
        /// The number of the failed task.
        task: usize,
    },
}

impl From<BrokenBarrier> for ParallelError {
    #[cold]
    fn from(broken: BrokenBarrier) -> Self {
        Self::Barrier { task: broken.task }
    }
}

/// The failed tasks of a launch, at least one, sorted by number. An [`Error`] made from this value
/// has the kind and traceback of the first task that did not fail because of a broken barrier.
#[derive(Debug)]
pub struct TaskFailures(Vec<(usize, Error)>);

impl TaskFailures {
    /// Creates an empty list.
    pub(super) const fn none() -> Self {
        Self(Vec::new())
    }

    /// Adds a failed task.
    #[cold]
    pub(super) fn insert(&mut self, task: usize, error: Error) {
        let index = self.0.partition_point(|(before, _)| *before < task);
        self.0.insert(index, (task, error));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the task numbers and their errors.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Error)> {
        self.0.iter().map(|(task, error)| (*task, error))
    }

    /// Returns the first error that is not a broken barrier, or else the first error.
    fn first(&self) -> Option<&Error> {
        let by_itself = self.0.iter().find(|(_, error)| !left_barrier(error));
        by_itself.or(self.0.first()).map(|(_, error)| error)
    }
}

/// Returns whether the task failed because another task broke the barrier.
fn left_barrier(error: &Error) -> bool {
    let source = error.source().and_then(|source| source.downcast_ref());
    matches!(source, Some(ParallelError::Barrier { .. }))
}

/// Writes one or more lines for each task. The alternate form includes the tracebacks.
impl fmt::Display for TaskFailures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, (task, error)) in self.iter().enumerate() {
            if nth > 0 && !f.alternate() {
                f.write_str("\n")?;
            }
            write!(f, "Task {task} error: ")?;
            fmt::Display::fmt(error, f)?;
        }
        Ok(())
    }
}

impl StdError for TaskFailures {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.first().map(|error| error as _)
    }
}
