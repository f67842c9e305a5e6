//! The workers of one launching thread.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};

use crate::callable::guard;
use crate::error::Result;
use crate::system;

use super::barrier::{Group, Groups};
use super::config::looks;
use super::error::{ParallelError, TaskFailures};
use super::launch::{ParallelEnv, Task};
use super::slot::{self, Giver, Jobs, Taker};

struct Launches;

impl Jobs for Launches {
    type Job<'a> = Job<'a>;
}

/// A launch under way, in what a worker needs of it: no more than fits beside the word of a slot.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    task: Task<'a>,
    num_task: usize,
    launch: i32,
    failures: &'a Mutex<TaskFailures>,
}

impl Job<'_> {
    /// Runs the task of that number to its end, be it a panic.
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

/// How a launch went, once all tasks have ended.
#[inline]
fn outcome(failures: Mutex<TaskFailures>) -> Result<(), ParallelError> {
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// Runs one task, here.
pub(super) fn run_alone(task: Task<'_>) -> Result<(), ParallelError> {
    let (group, failures) = ([Group::default()], Mutex::new(TaskFailures::none()));
    let job = Job { task, num_task: 1, launch: 1, failures: &failures };
    job.run(0, Groups::begin(&group, job.num_task, job.launch));
    outcome(failures)
}

/// State that the launching thread and its workers share: it outlives both, since a process may end
/// in the middle of a launch.
struct Crew {
    launcher: Thread,
    /// One for each task.
    groups: Box<[Group]>,
}

/// Threads that wait for work of one launching thread. When it is dropped, they end by themselves.
pub(super) struct Pool {
    crew: Arc<Crew>,
    workers: Vec<Thread>,
    /// One for each worker, which has the task behind the slot's position.
    slots: Vec<Giver<Launches>>,
    /// The number of the last launch.
    launch: i32,
    /// The number of [`system::generation`] when it was started.
    generation: usize,
}

impl Pool {
    /// A pool for launches of `threads` tasks by this thread, which has the first task itself.
    ///
    /// # Errors
    /// If the system refuses a thread.
    #[cold]
    pub(super) fn start(threads: usize) -> Result<Self, ParallelError> {
        let crew = Arc::new(Crew {
            launcher: thread::current(),
            groups: (0..threads.max(1)).map(|_| Group::default()).collect(),
        });
        let generation = system::generation();
        // Dropped on error, it ends those that were started.
        let mut pool = Self { crew, workers: Vec::new(), slots: Vec::new(), launch: 0, generation };
        for task in 1..threads {
            let crew = Arc::clone(&pool.crew);
            let (giver, taker) = slot::slot();
            let worker = thread::Builder::new().name(format!("objet-worker-{task}"));
            let started = worker.spawn(move || crew.work(task, taker));
            let started = started.map_err(|source| ParallelError::Start { task, source })?;
            pool.workers.push(started.thread().clone());
            pool.slots.push(giver);
        }
        Ok(pool)
    }

    /// Whether its workers are there: a process that comes of another one by `fork` has none of the
    /// other's threads but one.
    #[inline]
    pub(super) fn is_of_this_process(&self) -> bool {
        self.generation == system::generation()
    }

    /// How many tasks there can be at once.
    pub(super) fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Runs `num_task` tasks at once, as many as there are threads or fewer, and waits for their
    /// ends.
    #[inline]
    pub(super) fn run(&mut self, num_task: usize, task: Task<'_>) -> Result<(), ParallelError> {
        self.launch = self.launch.checked_add(1).unwrap_or(1);
        let crew = &*self.crew;
        let failures = Mutex::new(TaskFailures::none());
        let job = Job { task, num_task, launch: self.launch, failures: &failures };
        let groups = Groups::begin(&crew.groups, num_task, job.launch);
        // What a task waits for has begun, or has a worker of its own.
        slot::launch(
            &mut self.slots[..num_task - 1],
            job,
            |nth| self.workers[nth].unpark(),
            |task| job.run(task, groups),
            looks(),
            thread::park,
        );
        outcome(failures)
    }
}

impl Crew {
    /// Does the jobs of a worker, until there are no more.
    fn work(&self, task: usize, jobs: Taker<Launches>) {
        super::launch::mark_as_worker();
        let work = |job: Job<'_>| job.run(task, Groups::begun(&self.groups, job.num_task, job.launch));
        jobs.work(work, || self.launcher.unpark(), looks(), thread::park);
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
