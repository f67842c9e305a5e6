//! Graphs that are deeper than a small stack allows, if anything recurses over them.

use std::thread;

/// The length of a long chain. It is shorter under sanitizers and Miri, which are slow. Under a
/// sanitizer, recursion overflows the small stack nevertheless.
pub(crate) const LONG: usize = if cfg!(miri) {
    100
} else if cfg!(sanitized) {
    100_000
} else {
    1_000_000
};

/// Runs `run` on a thread with 2 MB of stack.
pub(crate) fn on_a_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap()
}
