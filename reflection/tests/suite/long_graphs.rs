//! Graphs that are deeper than a small stack allows, if anything recurses over them.

use std::thread;

/// The length of a long chain. Without optimization and under sanitizers, a small stack has at most
/// twenty bytes for each node, so any recursion overflows it. Miri is slow and gets a short chain.
pub(crate) const LONG: usize = if cfg!(miri) {
    100
} else if cfg!(sanitized) {
    100_000
} else if cfg!(debug_assertions) {
    200_000
} else {
    1_000_000
};

/// Runs `run` on a thread with 2 MB of stack.
pub(crate) fn on_a_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap()
}
