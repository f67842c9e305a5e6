//! A piece of work, and who does it.

use std::any::Any;
use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::plan::OBJECTS;

/// One competitor's way to do the work of a case.
pub struct Side {
    /// Who it is.
    pub name: &'static str,
    /// How many objects it goes through.
    pub objects: usize,
    work: Work,
}

/// What is done.
enum Work {
    /// All of it counts. The number must be that of the other sides.
    Counts(Box<dyn Fn() -> u64>),
    /// Something is made, whose end does not count.
    Makes(Box<dyn Fn() -> Box<dyn Any>>),
}

impl Side {
    /// `run` goes through an array of objects once. Its result must be that of the other sides.
    pub(crate) fn new(name: &'static str, run: impl Fn() -> u64 + 'static) -> Self {
        Self::over(name, OBJECTS, run)
    }

    /// `run` goes through so many objects once. Its result must be that of the other sides.
    pub(crate) fn over(name: &'static str, objects: usize, run: impl Fn() -> u64 + 'static) -> Self {
        Self { name, objects, work: Work::Counts(Box::new(run)) }
    }

    /// `make` goes through so many objects once, and makes something. Its end is no part of the work.
    pub(crate) fn making<T: 'static>(
        name: &'static str,
        objects: usize,
        make: impl Fn() -> T + 'static,
    ) -> Self {
        Self { name, objects, work: Work::Makes(Box::new(move || Box::new(make()))) }
    }

    /// Goes through all the objects once. What makes something has no result.
    pub fn run(&self) -> u64 {
        match &self.work {
            Work::Counts(run) => run(),
            Work::Makes(make) => {
                black_box(make());
                0
            }
        }
    }

    /// How long it takes to go through all the objects so many times.
    pub fn time(&self, calls: u64) -> Duration {
        match &self.work {
            Work::Counts(run) => {
                let start = Instant::now();
                for _ in 0..calls {
                    black_box(run());
                }
                start.elapsed()
            }
            Work::Makes(make) => (0..calls)
                .map(|_| {
                    let start = Instant::now();
                    let made = black_box(make());
                    let took = start.elapsed();
                    drop(made);
                    settle();
                    took
                })
                .sum(),
        }
    }
}

/// Has the allocator do now what it puts off when small pieces of memory are freed: glibc joins them when a larger one is
/// asked for.
fn settle() {
    drop(black_box(Vec::<u8>::with_capacity(64 * 1024)));
}

/// What a case is to reach.
#[derive(Clone, Copy)]
pub enum Goal {
    /// At most so many times what this peer takes for each object.
    Times(&'static str, f64),
    /// At most so many nanoseconds for each object.
    Nanoseconds(f64),
}

/// One piece of work, done by Objet and by others.
pub struct Case {
    /// What is done.
    pub what: String,
    /// What is to be reached.
    pub goals: Vec<Goal>,
    /// Objet first, then its peers.
    pub sides: Vec<Side>,
}

impl Case {
    /// Objet does `what`, so do `peers`, and they agree on the result.
    pub(crate) fn new(what: impl Into<String>, goals: &[Goal], ours: Side, peers: Vec<Side>) -> Self {
        let what = what.into();
        for peer in &peers {
            assert_eq!(ours.run(), peer.run(), "{} does other work in `{what}`", peer.name);
        }
        Self { what, goals: goals.to_vec(), sides: std::iter::once(ours).chain(peers).collect() }
    }
}
