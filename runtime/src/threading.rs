//! Parallel tasks on a fixed pool of threads for each launching thread. There is no work stealing:
//! tasks that wait for each other at a barrier must all run at once.

mod barrier;
mod config;
mod error;
mod job_slot;
mod launch;
mod pool;
mod spin;
mod sync;

pub use barrier::TVMParallelGroupEnv;
pub(crate) use barrier::{Group, Groups};
pub(crate) use config::config_threadpool_global;
pub use config::{MAX_THREADS, config_threadpool, num_threads};
pub use error::{ParallelError, TaskFailures};
pub use launch::{ParallelEnv, Task, parallel_launch};
