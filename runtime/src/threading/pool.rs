//! The workers of one launching thread.
//!
//! Invariants:
//! - The address in a slot is that of a job which lives until its worker has put it back.
//! - A launch does not end before all its workers have put its job back.

#![expect(unsafe_code, reason = "workers are given the address of a job on the launching thread's stack")]

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};

use crate::callable::guard;
use crate::error::{Error, Result};

use super::barrier::{Group, Groups};
use super::config::looks;
use super::error::{ParallelError, TaskFailures};
use super::launch::ParallelEnv;
use super::slot::{PutBack, Slot};

/// What the tasks of a launch do.
pub(super) type Task<'a> = &'a (dyn Fn(&ParallelEnv<'_>) -> Result<()> + Sync);

/// A launch under way.
pub(super) struct Job<'a> {
    task: Task<'a>,
    groups: Groups<'a>,
    failures: Mutex<Vec<(usize, Error)>>,
}

impl<'a> Job<'a> {
    pub(super) fn new(task: Task<'a>, groups: Groups<'a>) -> Self {
        Self { task, groups, failures: Mutex::new(Vec::new()) }
    }

    /// Runs the task of that number to its end, be it a panic.
    #[inline]
    pub(super) fn run(&self, task: usize) {
        let env = ParallelEnv::new(task, self.groups);
        let outcome = guard(|| (self.task)(&env)).and_then(|outcome| outcome);
        let well = outcome.is_ok();
        if let Err(error) = outcome {
            self.failures.lock().unwrap_or_else(PoisonError::into_inner).push((task, error));
        }
        self.groups.end(task, well);
    }

    /// How the launch went, once all tasks have ended.
    #[inline]
    pub(super) fn outcome(self) -> Result<(), ParallelError> {
        let failures = self.failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        TaskFailures::new(failures).map_or(Ok(()), |failures| Err(failures.into()))
    }
}

/// What the launching thread and its workers share: it outlives both, since a process may end in the middle of a launch.
struct Crew {
    launcher: Thread,
    /// One for each worker, which has the task behind the slot's place.
    slots: Box<[Slot<Job<'static>>]>,
    /// One for each task.
    groups: Box<[Group]>,
}

/// Threads that wait for work of one launching thread. When it is dropped, they end by themselves.
pub(super) struct Pool {
    crew: Arc<Crew>,
    workers: Vec<Thread>,
    /// The number of the last launch.
    launch: i32,
}

impl Pool {
    /// A pool for launches of so many tasks by this thread, which has the first task itself.
    ///
    /// # Errors
    /// If the system refuses a thread.
    #[cold]
    pub(super) fn start(threads: usize) -> Result<Self, ParallelError> {
        let crew = Arc::new(Crew {
            launcher: thread::current(),
            slots: (1..threads).map(|_| Slot::new()).collect(),
            groups: (0..threads.max(1)).map(|_| Group::default()).collect(),
        });
        // Dropped on error, it ends those that were started.
        let mut pool = Self { crew, workers: Vec::with_capacity(threads), launch: 0 };
        for nth in 0..pool.crew.slots.len() {
            let crew = Arc::clone(&pool.crew);
            let worker = thread::Builder::new().name(format!("objet-worker-{}", nth + 1));
            let started = worker.spawn(move || crew.work(nth));
            let started = started.map_err(|source| ParallelError::Start { task: nth + 1, source })?;
            pool.workers.push(started.thread().clone());
        }
        Ok(pool)
    }

    /// How many tasks there can be at once.
    pub(super) fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Runs so many tasks at once, as many as there are threads or fewer, and waits for their ends.
    #[inline]
    pub(super) fn run(&mut self, num_task: usize, task: Task<'_>) -> Result<(), ParallelError> {
        self.launch = self.launch.checked_add(1).unwrap_or(1);
        let crew = &*self.crew;
        let job = Job::new(task, Groups::begin(&crew.groups, num_task, self.launch));
        let address = std::ptr::from_ref(&job).cast_mut().cast::<Job<'static>>();
        // Nothing from here to the last wait can panic: tasks are guarded.
        let busy = &crew.slots[..num_task - 1];
        for (slot, worker) in busy.iter().zip(&self.workers) {
            if slot.give(address) {
                worker.unpark();
            }
        }
        job.run(0);
        busy.iter().for_each(|slot| slot.wait(address, looks(), thread::park));
        job.outcome()
    }
}

impl Crew {
    /// What a worker does all its life.
    fn work(&self, nth: usize) {
        super::launch::mark_as_worker();
        let slot = &self.slots[nth];
        while let Some(job) = slot.next(looks(), thread::park) {
            // SAFETY: the file's invariant.
            unsafe { &*job }.run(nth + 1);
            if slot.put_back(job) == PutBack::Wake {
                self.launcher.unpark();
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for (slot, worker) in self.crew.slots.iter().zip(&self.workers) {
            if slot.close() {
                worker.unpark();
            }
        }
    }
}
