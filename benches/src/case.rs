//! Cases of the benchmarks, and the contestants that compete in them.

use std::any::Any;
use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::plan::OBJECTS;

/// An implementation of the work of a case.
pub struct Contestant {
    /// The name in tables.
    pub name: &'static str,
    /// The number of objects in one run.
    pub objects: usize,
    work: Work,
}

/// The work of a contestant.
enum Work {
    /// A function whose whole time counts. Its result must equal those of the other contestants.
    Counts(Box<dyn Fn() -> u64>),
    /// A function that returns a value, whose drop does not count.
    Makes(Box<dyn Fn() -> Box<dyn Any>>),
    /// A function that converts a value. Neither the making of the value nor the drop of the result
    /// counts.
    Converts(Prepare, Convert),
}

type Prepare = Box<dyn Fn() -> Box<dyn Any>>;
type Convert = Box<dyn Fn(Box<dyn Any>) -> Box<dyn Any>>;

impl Contestant {
    /// Returns a contestant that processes an array of `OBJECTS` objects in `run`. The result of
    /// `run` must equal those of the other contestants.
    pub(crate) fn new(name: &'static str, run: impl Fn() -> u64 + 'static) -> Self {
        Self::over(name, OBJECTS, run)
    }

    /// Returns a contestant that processes `objects` objects in `run`. The result of `run` must
    /// equal those of the other contestants.
    pub(crate) fn over(name: &'static str, objects: usize, run: impl Fn() -> u64 + 'static) -> Self {
        Self { name, objects, work: Work::Counts(Box::new(run)) }
    }

    /// Returns a contestant that processes `objects` objects in `make`. The drop of the returned
    /// value does not count.
    pub(crate) fn making<T: 'static>(
        name: &'static str,
        objects: usize,
        make: impl Fn() -> T + 'static,
    ) -> Self {
        Self { name, objects, work: Work::Makes(Box::new(move || Box::new(make()))) }
    }

    /// Returns a contestant that processes `objects` objects in `convert`. Neither `prepare` nor
    /// the drop of the returned value counts.
    pub(crate) fn converting<T: 'static, R: 'static>(
        name: &'static str,
        objects: usize,
        prepare: impl Fn() -> T + 'static,
        convert: impl Fn(T) -> R + 'static,
    ) -> Self {
        let convert = move |value: Box<dyn Any>| -> Box<dyn Any> {
            let value = value.downcast::<T>().expect("`prepare` makes this type");
            Box::new(convert(*value))
        };
        let prepare = move || -> Box<dyn Any> { Box::new(prepare()) };
        Self { name, objects, work: Work::Converts(Box::new(prepare), Box::new(convert)) }
    }

    /// Processes all objects once. Returns 0 for a contestant that makes a value.
    pub fn run(&self) -> u64 {
        match &self.work {
            Work::Counts(run) => run(),
            Work::Makes(make) => {
                black_box(make());
                0
            }
            Work::Converts(prepare, convert) => {
                black_box(convert(prepare()));
                0
            }
        }
    }

    /// Returns the time of `calls` runs.
    pub fn time(&self, calls: u64) -> Duration {
        match &self.work {
            Work::Counts(run) => {
                let start = Instant::now();
                for _ in 0..calls {
                    black_box(run());
                }
                start.elapsed()
            }
            Work::Makes(make) => (0..calls).map(|_| time_once(make)).sum(),
            Work::Converts(prepare, convert) => (0..calls)
                .map(|_| {
                    let value = black_box(prepare());
                    time_once(|| convert(value))
                })
                .sum(),
        }
    }
}

/// Returns the time of a call. The drop of the returned value does not count.
fn time_once(make: impl FnOnce() -> Box<dyn Any>) -> Duration {
    let start = Instant::now();
    let made = black_box(make());
    let took = start.elapsed();
    drop(made);
    settle();
    took
}

/// Makes the allocator finish deferred work before the next measurement: glibc merges small free
/// blocks when a larger block is requested.
fn settle() {
    drop(black_box(Vec::<u8>::with_capacity(64 * 1024)));
}

/// A target of a case.
#[derive(Clone, Copy)]
pub enum Goal {
    /// The maximum ratio to the time of this peer, for each object.
    Times(&'static str, f64),
    /// The maximum time for each object, in nanoseconds.
    Nanoseconds(f64),
}

/// Some work that is implemented by Objet and by its peers.
pub struct Case {
    /// The name of the work in tables.
    pub what: String,
    /// The targets.
    pub goals: Vec<Goal>,
    /// Objet first, then its peers.
    pub contestants: Vec<Contestant>,
}

impl Case {
    /// Returns a case, after a check that all contestants return the same result.
    pub(crate) fn new(
        what: impl Into<String>,
        goals: &[Goal],
        ours: Contestant,
        peers: Vec<Contestant>,
    ) -> Self {
        let what = what.into();
        for peer in &peers {
            assert_eq!(ours.run(), peer.run(), "{} does other work in `{what}`", peer.name);
        }
        Self { what, goals: goals.to_vec(), contestants: std::iter::once(ours).chain(peers).collect() }
    }
}
