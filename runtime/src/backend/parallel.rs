//! Parallel loops of compiled code.

use std::ffi::c_int;

use crate::backend::PendingException;
use crate::backend::c_function::ParallelLambda;
use crate::backend::last_error::{guarded, set_text};
use crate::error::{Error, Result};
use crate::threading::{Groups, ParallelError, parallel_launch};

/// Runs a parallel loop; see [`backend_parallel_launch`](super::backend_parallel_launch).
pub(super) fn launch(lambda: Option<ParallelLambda>, num_task: c_int) -> c_int {
    let launch = || {
        let lambda = lambda.as_ref().ok_or("TVMBackendParallelLaunch: the task function is null")?;
        let wanted = usize::try_from(num_task)
            .map_err(|_| format!("TVMBackendParallelLaunch: {num_task} is not a valid number of tasks"))?;
        let outcome = parallel_launch(wanted, &|task, env| lambda.run(task, env.to_raw()));
        match outcome {
            // The front end has the exception, so no message is set.
            Err(ParallelError::Tasks(failures)) if failures.iter().all(|(_, error)| error.is_pending()) => {
                Err(PendingException.into())
            }
            // Callers expect these messages without an error kind in front.
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

/// Waits at the barrier of a launch; see
/// [`backend_parallel_barrier`](super::backend_parallel_barrier).
pub(super) fn wait(task_id: c_int, groups: Result<Groups<'_>, &'static str>) -> Result<()> {
    let groups = groups.map_err(|reason| format!("TVMBackendParallelBarrier: {reason}"))?;
    let task = usize::try_from(task_id).ok().filter(|&task| task < groups.len());
    let task = task.ok_or_else(|| {
        format!(
            "TVMBackendParallelBarrier: task {task_id} does not exist, the launch has {} tasks",
            groups.len()
        )
    })?;
    Ok(groups.wait(task).map_err(ParallelError::from)?)
}
