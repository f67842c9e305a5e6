//! The workers of a launching thread.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};

use crate::callable::guard;
use crate::error::Result;
use crate::system;

use super::barrier::{Group, Groups};
use super::config::spin_count;
use super::error::{ParallelError, TaskFailures};
use super::job_slot::{self, Jobs, Receiver, Sender};
use super::launch::{ParallelEnv, Task};

struct Launches;

impl Jobs for Launches {
    type Job<'a> = Job<'a>;
}

/// The part of a launch that a worker needs. The size must fit into a slot's cache line, beside the
/// state word.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    task: Task<'a>,
    num_task: usize,
    launch: i32,
    failures: &'a Mutex<TaskFailures>,
}

impl Job<'_> {
    /// Runs a task and records its end, even after a panic.
    #[inline]
    fn run(&self, task: usize, groups: Groups<'_>) {
        let env = ParallelEnv::new(task, groups);
        let outcome = guard(|| (self.task)(task, &env)).and_then(|outcome| outcome);
        let well = outcome.is_ok();
        if let Err(error) = outcome {
            self.failures.lock().unwrap_or_else(PoisonError::into_inner).insert(task, error);
        }
        groups.end(task, well);
    }
}

/// Returns the result of a launch after all tasks have ended.
#[inline]
fn outcome(failures: Mutex<TaskFailures>) -> Result<(), ParallelError> {
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// Runs a single task on this thread.
pub(super) fn run_alone(task: Task<'_>) -> Result<(), ParallelError> {
    let (group, failures) = ([Group::default()], Mutex::new(TaskFailures::none()));
    let job = Job { task, num_task: 1, launch: 1, failures: &failures };
    job.run(0, Groups::begin(&group, job.num_task, job.launch));
    outcome(failures)
}

/// The state that a launching thread shares with its workers. It outlives both, because the process
/// may exit during a launch.
struct Crew {
    launcher: Thread,
    /// One group per task.
    groups: Box<[Group]>,
}

/// The worker threads of a launching thread. When the pool is dropped, the workers exit.
pub(super) struct Pool {
    crew: Arc<Crew>,
    workers: Vec<Thread>,
    /// One slot per worker. The worker of slot `i` runs task `i + 1`.
    slots: Vec<Sender<Launches>>,
    /// The number of the last launch.
    launch: i32,
    /// The value of [`system::generation`] when the pool was started.
    generation: usize,
}

impl Pool {
    /// Starts the workers for launches of up to `threads` tasks. The launching thread runs the
    /// first task itself.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    #[cold]
    pub(super) fn start(threads: usize) -> Result<Self, ParallelError> {
        let crew = Arc::new(Crew {
            launcher: thread::current(),
            groups: (0..threads.max(1)).map(|_| Group::default()).collect(),
        });
        let generation = system::generation();
        // On an error, dropping the pool stops the workers started so far.
        let mut pool = Self { crew, workers: Vec::new(), slots: Vec::new(), launch: 0, generation };
        for task in 1..threads {
            let crew = Arc::clone(&pool.crew);
            let (sender, receiver) = job_slot::job_slot();
            let worker = thread::Builder::new().name(format!("objet-worker-{task}"));
            let started = worker.spawn(move || crew.work(task, receiver));
            let started = started.map_err(|source| ParallelError::Start { task, source })?;
            pool.workers.push(started.thread().clone());
            pool.slots.push(sender);
        }
        Ok(pool)
    }

    /// Returns whether the workers exist. In a forked child process, only the forking thread
    /// exists.
    #[inline]
    pub(super) fn is_of_this_process(&self) -> bool {
        self.generation == system::generation()
    }

    /// Returns the maximum number of tasks.
    pub(super) fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Runs `num_task` tasks, at most [`Pool::threads`], and waits until they have ended.
    #[inline]
    pub(super) fn run(&mut self, num_task: usize, task: Task<'_>) -> Result<(), ParallelError> {
        self.launch = self.launch.checked_add(1).unwrap_or(1);
        let crew = &*self.crew;
        let failures = Mutex::new(TaskFailures::none());
        let job = Job { task, num_task, launch: self.launch, failures: &failures };
        let groups = Groups::begin(&crew.groups, num_task, job.launch);
        // A task at the barrier waits only for tasks that have begun or have their own worker.
        job_slot::launch(
            &mut self.slots[..num_task - 1],
            job,
            |nth| self.workers[nth].unpark(),
            |task| job.run(task, groups),
            spin_count(),
            thread::park,
        );
        outcome(failures)
    }
}

impl Crew {
    /// Runs the jobs of a worker until its slot is closed.
    fn work(&self, task: usize, jobs: Receiver<Launches>) {
        super::launch::mark_as_worker();
        let work = |job: Job<'_>| job.run(task, Groups::begun(&self.groups, job.num_task, job.launch));
        jobs.work(work, || self.launcher.unpark(), spin_count(), thread::park);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for (slot, worker) in self.slots.iter_mut().zip(&self.workers) {
            if slot.close() {
                worker.unpark();
            }
        }
    }
}
