//! Why work was not done on several threads.

use std::error::Error as StdError;
use std::fmt;

use crate::error::Error;

use super::barrier::BrokenBarrier;

/// Why a launch failed, or a task at the barrier.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParallelError {
    /// More tasks at once than threads.
    #[error(
        "Request parallel sync task larger than number of threads used: {asked} tasks, {threads} threads"
    )]
    TooManyTasks {
        /// How many tasks.
        asked: usize,
        /// How many threads the launching thread uses.
        threads: usize,
    },
    /// No thread could be started.
    #[error("no thread could be started for task {task}: {source}")]
    Start {
        /// The task.
        task: usize,
        /// What the system says.
        source: std::io::Error,
    },
    /// Tasks failed, or panicked.
    #[error(transparent)]
    Tasks(#[from] TaskFailures),
    /// The barrier was left, since a task cannot come there any more.
    #[error("task {task} failed before it came to the barrier")]
    Barrier {
        /// The task.
        task: usize,
    },
}

impl From<BrokenBarrier> for ParallelError {
    #[cold]
    fn from(broken: BrokenBarrier) -> Self {
        Self::Barrier { task: broken.task }
    }
}

/// The tasks of a launch that failed, in order: at least one. The kind and the traceback of the error that this becomes
/// are those of the first which failed by itself.
#[derive(Debug)]
pub struct TaskFailures(Vec<(usize, Error)>);

impl TaskFailures {
    /// None yet.
    pub(super) const fn none() -> Self {
        Self(Vec::new())
    }

    /// The task failed, too.
    #[cold]
    pub(super) fn insert(&mut self, task: usize, error: Error) {
        let place = self.0.partition_point(|(before, _)| *before < task);
        self.0.insert(place, (task, error));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tasks with their errors.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Error)> {
        self.0.iter().map(|(task, error)| (*task, error))
    }

    /// The first that did not fail for another one's sake.
    fn first(&self) -> Option<&Error> {
        let by_itself = self.0.iter().find(|(_, error)| !left_barrier(error));
        by_itself.or(self.0.first()).map(|(_, error)| error)
    }
}

/// Whether the task failed since another one did.
fn left_barrier(error: &Error) -> bool {
    let source = error.source().and_then(|source| source.downcast_ref());
    matches!(source, Some(ParallelError::Barrier { .. }))
}

/// A line or more for each task. In the alternate form with their tracebacks.
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
