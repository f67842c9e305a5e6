//! The barrier of parallel tasks.
//!
//! A [`TVMParallelGroupEnv`] from [`Groups::env`] borrows groups that live as long as the launch.

use std::ffi::c_void;
use std::sync::atomic::{AtomicI32, Ordering};

use super::spin::Spin;

/// The environment of a task of compiled code. Name and layout are those of C.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TVMParallelGroupEnv {
    /// The address of one group of 16 atomic integers per task.
    pub sync_handle: *mut c_void,
    /// Number of tasks.
    pub num_task: i32,
}

/// The state that one task shares with the others, in its own cache line: 16 atomic integers for C.
#[derive(Default)]
#[repr(C, align(64))]
pub(crate) struct Group {
    /// Number of times that the task has arrived at the barrier.
    arrived: AtomicI32,
    /// The number of the last launch that the task has completed, negative if the task failed.
    ended: AtomicI32,
    /// In the first group: the number of the launch, from 1. If 0, launches are not numbered.
    launch: AtomicI32,
    /// In the first group: not 0 if any task has arrived at the barrier.
    used: AtomicI32,
    _others: [AtomicI32; 12],
}

const _: () = assert!(size_of::<Group>() == 16 * size_of::<i32>());
const _: () = assert!(size_of::<TVMParallelGroupEnv>() == 2 * size_of::<usize>());

/// A task failed, so other tasks would wait for it at the barrier forever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BrokenBarrier {
    /// The number of the failed task.
    pub(crate) task: usize,
}

/// The groups of a launch, at least one.
#[derive(Clone, Copy)]
pub(crate) struct Groups<'a> {
    groups: &'a [Group],
    /// The number of the launch.
    launch: i32,
}

impl<'a> Groups<'a> {
    /// Starts a launch of `num_task` tasks. No other launch may be using the groups.
    #[inline]
    pub(super) fn begin(groups: &'a [Group], num_task: usize, launch: i32) -> Self {
        let groups = &groups[..num_task.max(1)];
        // `ended` needs no reset, because it holds a launch number. `arrived` is only reset if the
        // barrier was used, to avoid writes to the workers' cache lines.
        if groups[0].used.load(Ordering::Relaxed) != 0 {
            groups.iter().for_each(|group| group.arrived.store(0, Ordering::Relaxed));
            groups[0].used.store(0, Ordering::Relaxed);
        }
        groups[0].launch.store(launch, Ordering::Relaxed);
        Self { groups, launch }
    }

    /// Returns the groups of a launch that has started.
    #[inline]
    pub(super) fn begun(groups: &'a [Group], num_task: usize, launch: i32) -> Self {
        Self { groups: &groups[..num_task.max(1)], launch }
    }

    /// Returns the groups of a launch in progress, for a task of compiled code.
    pub(crate) fn of(groups: &'a [Group]) -> Self {
        Self { groups, launch: groups.first().map_or(0, |first| first.launch.load(Ordering::Relaxed)) }
    }

    /// Returns the environment for a task of compiled code.
    #[inline]
    pub(crate) fn env(self) -> TVMParallelGroupEnv {
        let sync_handle = self.groups.as_ptr().cast_mut().cast();
        // The number of tasks is at most the number of threads, which is small.
        TVMParallelGroupEnv { sync_handle, num_task: self.len() as i32 }
    }

    /// Returns the number of tasks.
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.groups.len()
    }

    /// Records that a task has ended. `task` must be in bounds.
    #[inline]
    pub(super) fn end(self, task: usize, well: bool) {
        let number = if well { self.launch } else { -self.launch };
        self.groups[task].ended.store(number, Ordering::Release);
    }

    /// Waits until all other tasks have arrived at the barrier as often as `task`, which must be in
    /// bounds. Tasks that have ended are not waited for.
    ///
    /// # Errors
    /// If another task has failed.
    pub(crate) fn wait(self, task: usize) -> Result<(), BrokenBarrier> {
        let [first, ..] = self.groups else { return Ok(()) };
        let launch = self.launch;
        if first.used.load(Ordering::Relaxed) == 0 {
            first.used.store(1, Ordering::Relaxed);
        }
        let before = self.groups[task].arrived.fetch_add(1, Ordering::AcqRel);
        for (other, group) in self.groups.iter().enumerate().filter(|(other, _)| *other != task) {
            let mut spin = Spin::default();
            // Compares by the wrapping difference, because the count may overflow.
            while group.arrived.load(Ordering::Acquire).wrapping_sub(before) <= 0 {
                match group.ended.load(Ordering::Acquire) {
                    // The task may have arrived between the two loads.
                    ended if launch != 0 && ended == launch => break,
                    ended if launch != 0 && ended == -launch => {
                        if group.arrived.load(Ordering::Acquire).wrapping_sub(before) <= 0 {
                            return Err(BrokenBarrier { task: other });
                        }
                    }
                    _ => spin.wait(),
                }
            }
        }
        Ok(())
    }
}
