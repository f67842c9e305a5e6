//! Devices: memory, streams, timers, and the thread pool of the host.

pub use objet_runtime::device::*;
pub use objet_runtime::{
    ParallelEnv, ParallelError, TimeEvaluator, TimeEvaluatorError, Timing, config_threadpool, num_threads,
    parallel_launch, threading,
};
