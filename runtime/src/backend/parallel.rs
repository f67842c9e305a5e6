//! Parallel loops of compiled code.

#![expect(unsafe_code, reason = "C passes everything by pointer")]

use std::ffi::{c_int, c_void};

use crate::backend::last_error::{Watch, guarded, set_text};
use crate::error::Error;
use crate::threading::{Groups, ParallelError, parallel_launch};

pub use crate::threading::TVMParallelGroupEnv;

/// A task: its number, what it shares with the others, and the data of the launch.
pub type FTVMParallelLambda =
    unsafe extern "C" fn(task_id: c_int, penv: *mut TVMParallelGroupEnv, cdata: *mut c_void) -> c_int;

/// The data of a launch, which its tasks share.
struct Shared(*mut c_void);

// SAFETY: the address is a number here. Whoever launches says that the tasks may use it at once.
unsafe impl Sync for Shared {}

/// Runs `flambda` as so many tasks at once, or as many as there are threads if `num_task` is 0, as
/// [`parallel_launch`](crate::parallel_launch) does: a task reads in its environment how many there are. Answers -1 if any task
/// does not answer 0; the last error has those of all such tasks then.
///
/// # Safety
/// `flambda` may be called with `cdata`, on several threads at once, with any number of tasks and each number below it.
pub unsafe extern "C" fn backend_parallel_launch(
    flambda: Option<FTVMParallelLambda>,
    cdata: *mut c_void,
    num_task: c_int,
) -> c_int {
    let shared = Shared(cdata);
    let launch = || {
        let flambda = flambda.ok_or("TVMBackendParallelLaunch: there is no task")?;
        let asked = usize::try_from(num_task)
            .map_err(|_| format!("TVMBackendParallelLaunch: {num_task} is no number of tasks"))?;
        let outcome = parallel_launch(asked, &|task, env| {
            let shared = &shared;
            let mut raw = env.to_raw();
            let watch = Watch::begin();
            // SAFETY: as the caller promised. There are few enough tasks for their numbers.
            watch.outcome(unsafe { flambda(task as c_int, &mut raw, shared.0) })
        });
        match outcome {
            // Callers know these texts as they are, without a kind before them.
            Err(ParallelError::Tasks(failures)) => Ok(Err(format!("{failures:#}"))),
            outcome => outcome.map(Ok).map_err(Error::from),
        }
    };
    let mut failures = None;
    let code = guarded(|| {
        failures = launch()?.err();
        Ok(())
    });
    match failures {
        Some(text) => {
            set_text(text);
            -1
        }
        None => code,
    }
}

/// Waits until all tasks of the launch have come here as often as this one, and answers 0. If one has failed, so that it does
/// not come any more, answers -1: the task should return then.
///
/// # Safety
/// `penv` is what the task was given, and `task_id` the number that it was given.
pub unsafe extern "C" fn backend_parallel_barrier(task_id: c_int, penv: *mut TVMParallelGroupEnv) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let groups = unsafe { Groups::of_env(penv) };
        let groups = groups.map_err(|reason| format!("TVMBackendParallelBarrier: {reason}"))?;
        let task = usize::try_from(task_id).ok().filter(|&task| task < groups.len());
        let task = task.ok_or_else(|| {
            format!("TVMBackendParallelBarrier: {task_id} is none of {} tasks", groups.len())
        })?;
        groups.wait(task).map_err(ParallelError::from)?;
        Ok(())
    })
}
