//! Where tasks wait for each other.
//!
//! A [`TVMParallelGroupEnv`] that [`Groups::env`] made is borrowed of groups that live as long as the launch.

use std::ffi::c_void;
use std::sync::atomic::{AtomicI32, Ordering};

use super::spin::Spin;

/// What a task of compiled code is told of its launch. C-side name and layout: `TVMParallelGroupEnv`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TVMParallelGroupEnv {
    /// So many groups of 16 atomic integers as there are tasks.
    pub sync_handle: *mut c_void,
    /// How many tasks there are.
    pub num_task: i32,
}

/// What one task tells the others, in a cache line of its own: 16 atomic integers to C.
#[derive(Default)]
#[repr(C, align(64))]
pub(crate) struct Group {
    /// How often the task has arrived at the barrier.
    arrived: AtomicI32,
    /// The number of the launch that the task has ended in; less than 0 if it failed.
    ended: AtomicI32,
    /// In the first group: the number of the launch, from 1; 0 where launches have none.
    launch: AtomicI32,
    /// In the first group: not 0 if any task has arrived at the barrier.
    used: AtomicI32,
    _others: [AtomicI32; 12],
}

const _: () = assert!(size_of::<Group>() == 16 * size_of::<i32>());
const _: () = assert!(size_of::<TVMParallelGroupEnv>() == 2 * size_of::<usize>());

/// A task ended with an error, so that those at the barrier would wait for it in vain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BrokenBarrier {
    /// The task.
    pub(crate) task: usize,
}

/// The groups of a launch, of which there is at least one.
#[derive(Clone, Copy)]
pub(crate) struct Groups<'a> {
    groups: &'a [Group],
    /// The number of the launch.
    launch: i32,
}

impl<'a> Groups<'a> {
    /// Begins a launch of so many tasks. Nobody uses these groups.
    #[inline]
    pub(super) fn begin(groups: &'a [Group], num_task: usize, launch: i32) -> Self {
        let groups = &groups[..num_task.max(1)];
        // What ended in earlier launches says so by their numbers. Lines that workers own are left alone if they can be.
        if groups[0].used.load(Ordering::Relaxed) != 0 {
            groups.iter().for_each(|group| group.arrived.store(0, Ordering::Relaxed));
            groups[0].used.store(0, Ordering::Relaxed);
        }
        groups[0].launch.store(launch, Ordering::Relaxed);
        Self { groups, launch }
    }

    /// The groups of a launch of so many tasks that has begun.
    #[inline]
    pub(super) fn begun(groups: &'a [Group], num_task: usize, launch: i32) -> Self {
        Self { groups: &groups[..num_task.max(1)], launch }
    }

    /// The groups of a launch that is under way.
    pub(crate) fn of(groups: &'a [Group]) -> Self {
        Self { groups, launch: groups.first().map_or(0, |first| first.launch.load(Ordering::Relaxed)) }
    }

    /// What compiled code is told.
    #[inline]
    pub(crate) fn env(self) -> TVMParallelGroupEnv {
        let sync_handle = self.groups.as_ptr().cast_mut().cast();
        // As many as threads, of which there are few.
        TVMParallelGroupEnv { sync_handle, num_task: self.len() as i32 }
    }

    /// How many tasks there are.
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.groups.len()
    }

    /// The task, which there is, has ended.
    #[inline]
    pub(super) fn end(self, task: usize, well: bool) {
        let number = if well { self.launch } else { -self.launch };
        self.groups[task].ended.store(number, Ordering::Release);
    }

    /// The task, which there is, waits until all others have come here as often as it has. It does not wait for those that
    /// have ended.
    ///
    /// # Errors
    /// If one of these has failed.
    pub(crate) fn wait(self, task: usize) -> Result<(), BrokenBarrier> {
        let [first, ..] = self.groups else { return Ok(()) };
        let launch = self.launch;
        if first.used.load(Ordering::Relaxed) == 0 {
            first.used.store(1, Ordering::Relaxed);
        }
        let before = self.groups[task].arrived.fetch_add(1, Ordering::AcqRel);
        for (other, group) in self.groups.iter().enumerate().filter(|(other, _)| *other != task) {
            let mut spin = Spin::default();
            // By the difference, since the count may begin anew below 0.
            while group.arrived.load(Ordering::Acquire).wrapping_sub(before) <= 0 {
                match group.ended.load(Ordering::Acquire) {
                    // It may have arrived between the two looks.
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
