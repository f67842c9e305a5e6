//! The number of threads, and the time that a thread polls before it sleeps.

use std::cell::Cell;
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// Maximum number of threads of a pool.
pub const MAX_THREADS: usize = 1024;

/// Default number of polls before a thread sleeps, about 10 ms.
const DEFAULT_SPIN_COUNT: u32 = 300_000;

thread_local! {
    /// Number of threads for launches of this thread, or 0 for the default.
    static THREADS: Cell<usize> = const { Cell::new(0) };
}

/// Returns the number of threads for launches of the calling thread, including that thread.
/// [`config_threadpool`] sets the number. The default is the value of the environment variable
/// `TVM_NUM_THREADS` or `OMP_NUM_THREADS`, or else the parallelism of the machine.
#[inline]
pub fn num_threads() -> usize {
    match THREADS.try_with(Cell::get) {
        Ok(0) | Err(_) => default_threads(),
        Ok(threads) => threads,
    }
}

/// Sets the number of threads for launches of the calling thread, including that thread. The
/// maximum is [`MAX_THREADS`]; 0 selects the default.
pub fn config_threadpool(threads: usize) {
    // A thread that is shutting down launches nothing any more.
    let _ = THREADS.try_with(|here| here.set(threads.min(MAX_THREADS)));
}

/// Sets the number of threads for launches of the calling thread. The first argument, the kind of
/// cores, is ignored.
#[objet_object_derive::register_global("runtime.config_threadpool", crate = objet_runtime)]
pub(crate) fn config_threadpool_global(_mode: i64, #[default(0)] threads: i64) {
    config_threadpool(usize::try_from(threads).unwrap_or(0));
}

fn default_threads() -> usize {
    static DEFAULT: OnceLock<usize> = OnceLock::new();
    *DEFAULT.get_or_init(|| {
        let wanted = from_environment("TVM_NUM_THREADS").or_else(|| from_environment("OMP_NUM_THREADS"));
        let threads = wanted.or_else(|| available_parallelism().ok().map(usize::from));
        threads.unwrap_or(1).clamp(1, MAX_THREADS)
    })
}

/// Returns the number of polls before a thread sleeps. The environment variable
/// `TVM_THREAD_POOL_SPIN_COUNT` overrides the default.
pub(super) fn spin_count() -> u32 {
    static SPIN_COUNT: OnceLock<u32> = OnceLock::new();
    *SPIN_COUNT.get_or_init(|| from_environment("TVM_THREAD_POOL_SPIN_COUNT").unwrap_or(DEFAULT_SPIN_COUNT))
}

/// Returns the number in an environment variable, or `None` if it is missing or invalid.
fn from_environment<N: std::str::FromStr>(name: &str) -> Option<N> {
    std::env::var(name).ok()?.trim().parse().ok()
}
