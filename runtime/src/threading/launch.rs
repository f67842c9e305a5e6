//! Launches.

use std::cell::Cell;
use std::marker::PhantomData;

use crate::error::Result;

use super::barrier::{Groups, TVMParallelGroupEnv};
use super::config::num_threads;
use super::error::ParallelError;
use super::pool::{Pool, run_alone};

thread_local! {
    /// Whether this thread is in the middle of a task.
    static IN_TASK: Cell<bool> = const { Cell::new(false) };
    /// The workers of this thread, unless a launch is under way.
    static POOL: Cell<Option<Pool>> = const { Cell::new(None) };
}

/// What a task knows of its launch.
pub struct ParallelEnv<'a> {
    task: usize,
    groups: Groups<'a>,
    /// It counts how often this one task comes to the barrier, so it stays on the task's thread.
    of_one_thread: PhantomData<*const ()>,
}

impl<'a> ParallelEnv<'a> {
    #[inline]
    pub(super) fn new(task: usize, groups: Groups<'a>) -> Self {
        Self { task, groups, of_one_thread: PhantomData }
    }

    /// How many tasks there are: what was asked for, or 1.
    #[inline]
    pub fn num_task(&self) -> usize {
        self.groups.len()
    }

    /// Waits until all tasks have come here. Those that have ended are not waited for.
    ///
    /// # Errors
    /// If one of the others has failed: it does not come any more.
    pub fn barrier(&self) -> Result<(), ParallelError> {
        Ok(self.groups.wait(self.task)?)
    }

    /// What compiled code is told.
    pub(crate) fn to_raw(&self) -> TVMParallelGroupEnv {
        self.groups.env()
    }
}

/// What the tasks of a launch do: a closure that all of them refer to, called with the number of each.
pub type Task<'a> = &'a (dyn Fn(usize, &ParallelEnv<'_>) -> Result<()> + Sync);

/// Runs `task` several times at once, with the numbers from 0: the first one on the calling thread, each of the others on a worker
/// of its own, unless the calling thread is done with the first one before a worker has begun its task, and does that too. Workers
/// belong to the calling thread, are started with its first launch, and sleep when there is nothing to do. Ends when all
/// tasks have ended. With `num_task` 0 there are as many as [`num_threads`] says.
///
/// Tasks share the work out by [`ParallelEnv::num_task`], which is 1 whatever was asked for
/// - where one thread is all that is used, and
/// - within another task, which runs this one inline: all threads are at work then.
///
/// So no task ever waits at a barrier for one that has not begun.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// use objet_runtime::{config_threadpool, parallel_launch};
///
/// config_threadpool(2);
/// let sum = AtomicUsize::new(0);
/// parallel_launch(0, &|task, env| {
///     for number in (task..100).step_by(env.num_task()) {
///         sum.fetch_add(number, Ordering::Relaxed);
///     }
///     Ok(())
/// })?;
/// assert_eq!(sum.into_inner(), 4950);
///
/// let error = parallel_launch(2, &|task, env| if task == 0 { Ok(env.barrier()?) } else { Err("no".into()) });
/// assert!(error.unwrap_err().to_string().contains("Task 1 error: TVMError: no"));
/// # Ok::<(), objet_runtime::Error>(())
/// ```
///
/// # Errors
/// If tasks failed or panicked, which ones and why; if there are to be more tasks than threads; if no thread can be started.
pub fn parallel_launch(num_task: usize, task: Task<'_>) -> Result<(), ParallelError> {
    let threads = num_threads();
    // A thread that is ending has no workers any more.
    if threads == 1 || IN_TASK.try_with(Cell::get).unwrap_or(true) {
        return run_alone(task);
    }
    match num_task {
        1 => run_alone(task),
        asked if asked > threads => Err(ParallelError::TooManyTasks { asked, threads }),
        0 => on_workers(threads, threads, task),
        some => on_workers(some, threads, task),
    }
}

#[inline]
fn on_workers(num_task: usize, threads: usize, task: Task<'_>) -> Result<(), ParallelError> {
    // It lies here while the launch is under way, and is out of reach of tasks, and of what ends with the process.
    let mut pool = match POOL.try_with(Cell::take) {
        Ok(Some(pool)) if pool.threads() >= num_task && pool.is_of_this_process() => pool,
        Ok(other) => {
            // What it shares with workers that are not there is nobody's.
            std::mem::forget(other.filter(|pool| !pool.is_of_this_process()));
            Pool::start(threads)?
        }
        Err(_) => return run_alone(task),
    };
    IN_TASK.set(true);
    let outcome = pool.run(num_task, task);
    IN_TASK.set(false);
    POOL.set(Some(pool));
    outcome
}

/// All that this thread ever does is part of some task.
pub(super) fn mark_as_worker() {
    IN_TASK.set(true);
}
