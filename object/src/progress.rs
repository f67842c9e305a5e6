//! Progress of long work over graphs, which a front end shows or stops.
//!
//! Loading, saving, comparison, hashing, text, traversals and rewriting report their progress.
//! [`watch`] gets the reports of work on its thread, and [`watch_threads`] those of other threads.

use std::any::Any;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;

/// Number of steps between two reports. A step takes less than a microsecond.
const INTERVAL: usize = 1 << 14;

/// A report of work in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The name of the work, such as `"read"`.
    pub work: &'static str,
    /// The number of steps that are done. A step handles about one object.
    pub done: usize,
    /// The number of all steps, if it is known.
    pub total: Option<usize>,
}

/// The watcher stopped the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work was stopped")]
pub struct Stopped;

type Watcher = Box<dyn Fn(Progress) -> ControlFlow<()>>;

/// The watcher of the work that no watcher of its thread watches.
static OTHERS: OnceLock<fn(Progress) -> ControlFlow<()>> = OnceLock::new();

thread_local! {
    static WATCHER: RefCell<Option<Watcher>> = const { RefCell::new(None) };
}

/// Sets a watcher again when it is dropped, also after a panic.
struct Restore(Option<Watcher>);

impl Drop for Restore {
    fn drop(&mut self) {
        drop(WATCHER.replace(self.0.take()));
    }
}

/// Runs work, and calls `watcher` during long operations on this thread, after some thousand steps
/// each. The watcher replaces an outer one until the work ends. It does not get reports of the work
/// that it does itself.
///
/// A watcher that breaks stops the work: the operation unwinds without a message of the panic hook,
/// and drops what it has made. Graphs are not changed. Without unwinding (`panic = "abort"`,
/// WebAssembly) this ends the process.
///
/// ```
/// use std::ops::ControlFlow;
/// use objet_object::progress::{Progress, Steps, Stopped, watch};
///
/// let count = |limit: usize| {
///     let watcher = move |progress: Progress| match progress.done < limit {
///         true => ControlFlow::Continue(()),
///         false => ControlFlow::Break(()),
///     };
///     watch(watcher, || {
///         let mut steps = Steps::new("count", None);
///         (0..100_000).inspect(|_| steps.next()).count()
///     })
/// };
/// assert_eq!(count(1_000_000), Ok(100_000));
/// assert_eq!(count(50_000), Err(Stopped));
/// ```
///
/// # Errors
/// [`Stopped`], if the watcher stopped the work.
///
/// # Panics
/// If the work panics.
pub fn watch<R>(
    watcher: impl Fn(Progress) -> ControlFlow<()> + 'static,
    work: impl FnOnce() -> R,
) -> Result<R, Stopped> {
    let restore = Restore(WATCHER.replace(Some(Box::new(watcher))));
    // The work was stopped where code of a node could panic too.
    let done = catch_unwind(AssertUnwindSafe(work));
    drop(restore);
    done.map_err(|payload: Box<dyn Any + Send>| match payload.downcast::<Stopped>() {
        Ok(stopped) => *stopped,
        Err(payload) => resume_unwind(payload),
    })
}

/// Sets the watcher of the work that runs without [`watch`], on any thread, permanently. Returns
/// whether this is the first call; later ones have no effect.
///
/// If the watcher breaks, the operation unwinds with a payload of the type [`Stopped`], up to the
/// code that catches panics: a call of a function returns an error.
pub fn watch_threads(watcher: fn(Progress) -> ControlFlow<()>) -> bool {
    OTHERS.set(watcher).is_ok()
}

/// Counts the steps of an operation, and reports them to the [watcher](watch) of the thread.
#[derive(Debug)]
pub struct Steps {
    work: &'static str,
    total: Option<usize>,
    reported: usize,
    /// The number of steps until the next report.
    left: usize,
}

impl Steps {
    /// Starts an operation of this name, with this number of steps.
    pub fn new(work: &'static str, total: Option<usize>) -> Self {
        Self { work, total, reported: 0, left: INTERVAL }
    }

    /// Notes that a step begins. Unwinds if the watcher stops the work: no invariant may be broken
    /// here.
    #[inline]
    pub fn next(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.report();
        }
    }

    /// Notes that a step begins that takes as long as `count` others. Unwinds as [`Steps::next`]
    /// does.
    #[inline]
    pub fn advance(&mut self, count: usize) {
        if count < self.left {
            self.left -= count;
        } else {
            self.reported += count - self.left;
            self.report();
        }
    }

    #[cold]
    #[inline(never)]
    fn report(&mut self) {
        self.reported += INTERVAL;
        self.left = INTERVAL;
        let progress = Progress { work: self.work, done: self.reported, total: self.total };
        let watcher = Restore(WATCHER.take());
        let asked = match (&watcher.0, OTHERS.get()) {
            (Some(watcher), _) => watcher(progress),
            (None, Some(others)) => others(progress),
            (None, None) => ControlFlow::Continue(()),
        };
        drop(watcher);
        if asked.is_break() {
            resume_unwind(Box::new(Stopped));
        }
    }
}
