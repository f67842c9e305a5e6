//! Parallel loops of compiled code.

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{c_int, c_void};
use std::ptr;

/// What the tasks of a launch share.
#[derive(Debug)]
#[repr(C)]
pub struct TVMParallelGroupEnv {
    /// What the barrier works on.
    pub sync_handle: *mut c_void,
    /// How many tasks there are.
    pub num_task: i32,
}

/// A task: its number, what it shares with the others, and the data of the launch.
pub type FTVMParallelLambda =
    unsafe extern "C" fn(task_id: c_int, penv: *mut TVMParallelGroupEnv, cdata: *mut c_void) -> c_int;

/// Runs a task.
///
/// # Safety
/// `flambda` may be called with `cdata`.
pub unsafe extern "C" fn backend_parallel_launch(
    flambda: FTVMParallelLambda,
    cdata: *mut c_void,
    _num_task: c_int,
) -> c_int {
    let mut env = TVMParallelGroupEnv { sync_handle: ptr::null_mut(), num_task: 1 };
    // SAFETY: as the caller promised.
    unsafe { flambda(0, &mut env, cdata) };
    0
}

/// Waits for the other tasks.
///
/// # Safety
/// `penv` is what the task was given.
pub unsafe extern "C" fn backend_parallel_barrier(_task_id: c_int, _penv: *mut TVMParallelGroupEnv) -> c_int {
    0
}
