//! Parallel launches.

use std::cell::Cell;
use std::marker::PhantomData;

use crate::error::Result;

use super::barrier::{Groups, TVMParallelGroupEnv};
use super::config::num_threads;
use super::error::ParallelError;
use super::pool::{Pool, run_alone};

thread_local! {
    /// Whether this thread is running a task.
    static IN_TASK: Cell<bool> = const { Cell::new(false) };
    /// The workers of this thread, except during a launch.
    static POOL: Cell<Option<Pool>> = const { Cell::new(None) };
}

/// The environment of a task in a parallel launch.
pub struct ParallelEnv<'a> {
    task: usize,
    groups: Groups<'a>,
    /// Makes the type neither `Send` nor `Sync`: each task must count its own arrivals at the
    /// barrier.
    of_one_thread: PhantomData<*const ()>,
}

impl<'a> ParallelEnv<'a> {
    #[inline]
    pub(super) fn new(task: usize, groups: Groups<'a>) -> Self {
        Self { task, groups, of_one_thread: PhantomData }
    }

    /// Returns the number of tasks: the requested number, or 1.
    #[inline]
    pub fn num_task(&self) -> usize {
        self.groups.len()
    }

    /// Waits until all tasks have arrived at the barrier. Tasks that have ended are not waited for.
    ///
    /// # Errors
    /// If another task has failed.
    pub fn barrier(&self) -> Result<(), ParallelError> {
        Ok(self.groups.wait(self.task)?)
    }

    /// Returns the environment for compiled code.
    pub(crate) fn to_raw(&self) -> TVMParallelGroupEnv {
        self.groups.env()
    }
}

/// The function of a launch. All tasks call it, each with its number and environment.
pub type Task<'a> = &'a (dyn Fn(usize, &ParallelEnv<'_>) -> Result<()> + Sync);

/// Runs `task` as `num_task` parallel tasks, numbered from 0, and returns when all tasks have
/// ended. If `num_task` is 0, the number of tasks is [`num_threads`].
///
/// Task 0 runs on the calling thread. Every other task has its own worker. If the calling thread
/// finishes task 0 before a worker has begun its task, the calling thread runs that task, too.
/// Workers belong to the calling thread, are started by its first launch, and sleep while they are
/// idle.
///
/// Tasks divide the work by [`ParallelEnv::num_task`]. The number of tasks is 1, whatever was
/// requested,
/// - if launches of the calling thread use one thread, and
/// - within another task, where the launch runs inline because all threads are busy.
///
/// So no task waits at a barrier for a task that cannot begin.
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
/// let error = parallel_launch(2, &|task, env| match task {
///     0 => Ok(env.barrier()?),
///     _ => Err("no".into()),
/// });
/// assert!(error.unwrap_err().to_string().contains("Task 1 error: TVMError: no"));
/// # Ok::<(), objet_runtime::Error>(())
/// ```
///
/// # Errors
/// If tasks failed or panicked; the error lists them. If there are more tasks than threads, or if a
/// thread cannot be started.
pub fn parallel_launch(num_task: usize, task: Task<'_>) -> Result<(), ParallelError> {
    let threads = num_threads();
    // A thread that is shutting down has no workers any more.
    if threads == 1 || IN_TASK.try_with(Cell::get).unwrap_or(true) {
        return run_alone(task);
    }
    match num_task {
        1 => run_alone(task),
        requested if requested > threads => Err(ParallelError::TooManyTasks { requested, threads }),
        0 => on_workers(threads, threads, task),
        some => on_workers(some, threads, task),
    }
}

#[inline]
fn on_workers(num_task: usize, threads: usize, task: Task<'_>) -> Result<(), ParallelError> {
    // The pool is not in the thread-local during the launch, so tasks and destructors at process
    // exit cannot reach it.
    let mut pool = match POOL.try_with(Cell::take) {
        Ok(Some(pool)) if pool.threads() >= num_task && pool.is_of_this_process() => pool,
        Ok(other) => {
            // After a fork, the pool of the parent process is leaked: its workers do not exist
            // here, so the state shared with them cannot be used.
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

/// Marks this thread as a worker, on which all code is part of a task.
pub(super) fn mark_as_worker() {
    IN_TASK.set(true);
}
