//! How many threads there are, and how long they look for work before they sleep.

use std::cell::Cell;
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// No pool has more threads than this.
pub const MAX_THREADS: usize = 1024;

/// How often a thread looks for work before it sleeps, unless the environment says otherwise: a hundredth of a second or so.
const LOOKS: u32 = 300_000;

thread_local! {
    /// How many threads launches of this thread use; 0 for the default.
    static THREADS: Cell<usize> = const { Cell::new(0) };
}

/// How many threads the launches of the calling thread use, itself included: what it asked for by [`config_threadpool`], or
/// else what the environment variable `TVM_NUM_THREADS` says, or `OMP_NUM_THREADS`, or else as many as run at once on
/// this machine.
#[inline]
pub fn num_threads() -> usize {
    match THREADS.try_with(Cell::get) {
        Ok(0) | Err(_) => default_threads(),
        Ok(threads) => threads,
    }
}

/// Has launches of the calling thread use so many threads from now on, itself included, at most [`MAX_THREADS`]; 0 for as
/// many as without this.
pub fn config_threadpool(threads: usize) {
    // A thread that is ending launches nothing any more.
    let _ = THREADS.try_with(|here| here.set(threads.min(MAX_THREADS)));
}

/// The global function: of what kind the cores should be, and how many threads. All cores are taken for equal.
#[objet_object_derive::register_global("runtime.config_threadpool", crate = objet_runtime)]
pub(crate) fn config_threadpool_global(_mode: i64, #[default(0)] threads: i64) {
    config_threadpool(usize::try_from(threads).unwrap_or(0));
}

fn default_threads() -> usize {
    static DEFAULT: OnceLock<usize> = OnceLock::new();
    *DEFAULT.get_or_init(|| {
        let asked = from_environment("TVM_NUM_THREADS").or_else(|| from_environment("OMP_NUM_THREADS"));
        let threads = asked.or_else(|| available_parallelism().ok().map(usize::from));
        threads.unwrap_or(1).clamp(1, MAX_THREADS)
    })
}

/// How often a thread looks for work before it sleeps: what the environment variable `TVM_THREAD_POOL_SPIN_COUNT` says.
pub(super) fn looks() -> u32 {
    static LOOKS_HERE: OnceLock<u32> = OnceLock::new();
    *LOOKS_HERE.get_or_init(|| from_environment("TVM_THREAD_POOL_SPIN_COUNT").unwrap_or(LOOKS))
}

/// A number out of the environment; `None` for what is no number of that type.
fn from_environment<N: std::str::FromStr>(name: &str) -> Option<N> {
    std::env::var(name).ok()?.trim().parse().ok()
}
