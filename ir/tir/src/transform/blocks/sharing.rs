//! The threads that share memory.

/// Whether the threads of an axis share the memory of a storage scope.
///
/// All threads share global memory, the threads of a block share its shared memory, and the threads
/// of `threadIdx.x` share the memory of their warp. Each thread has its own memory of other scopes.
pub(crate) fn shares_memory(scope: &str, thread_tag: &str) -> bool {
    match () {
        () if scope.starts_with("global") => true,
        () if scope.starts_with("shared") => !thread_tag.starts_with("blockIdx."),
        () if scope.starts_with("warp") => thread_tag == "threadIdx.x",
        () => false,
    }
}
