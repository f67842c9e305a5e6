//! Ends sessions that exceed limits which the system does not enforce.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use super::Limits;
use super::kinds_of_end::End;
use super::process_table::{self, Processes};
use super::state::Host;
use super::working_directory;

/// The time between two checks.
const PERIOD: Duration = Duration::from_millis(200);

/// The sessions that are checked.
#[derive(Default)]
pub(super) struct Monitor {
    sessions: Mutex<HashMap<u32, Watched>>,
}

struct Watched {
    directory: PathBuf,
    end: oneshot::Sender<End>,
}

impl Monitor {
    /// Adds a session by the number of its process. The receiver gets the limit that the session
    /// exceeds.
    pub(super) fn watch(&self, leader: u32, directory: PathBuf) -> oneshot::Receiver<End> {
        let (end, ended) = oneshot::channel();
        self.lock().insert(leader, Watched { directory, end });
        ended
    }

    /// Removes a session.
    pub(super) fn forget(&self, leader: u32) {
        self.lock().remove(&leader);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u32, Watched>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, limits: &Limits) {
        let sessions: Vec<(u32, PathBuf)> =
            self.lock().iter().map(|(leader, watched)| (*leader, watched.directory.clone())).collect();
        if sessions.is_empty() {
            return;
        }
        let leaders: Vec<u32> = sessions.iter().map(|(leader, _)| *leader).collect();
        let processes = process_table::processes(&leaders);
        for (leader, directory) in sessions {
            let of_session = processes.get(&leader).cloned().unwrap_or_default();
            if let Some(end) = exceeded(limits, &of_session, &directory)
                && let Some(watched) = self.lock().remove(&leader)
            {
                // The receiver is gone if the session has just ended.
                let _ = watched.end.send(end);
            }
        }
    }
}

/// Returns the limit that a session exceeds.
fn exceeded(limits: &Limits, processes: &Processes, directory: &std::path::Path) -> Option<End> {
    let over = |limit: Option<u64>, found: u64| limit.filter(|limit| found > *limit);
    over(limits.processes, processes.ids.len() as u64)
        .map(End::Processes)
        .or_else(|| over(limits.memory_bytes, processes.memory_bytes).map(End::Memory))
        .or_else(|| {
            limits.disk_bytes.filter(|limit| working_directory::exceeds(directory, *limit)).map(End::Disk)
        })
}

/// Checks the sessions until the server shuts down.
pub(super) async fn run(host: Arc<Host>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = host.stopped() => return,
        }
        let checked = host.clone();
        // A failed check is repeated after the next period.
        let _ = tokio::task::spawn_blocking(move || checked.monitor.check(&checked.options.limits)).await;
    }
}
