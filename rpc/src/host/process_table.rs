//! The processes of sessions, as the system lists them.

use std::collections::HashMap;

#[cfg(target_os = "linux")]
use super::process_limits::page_bytes;

/// The processes of one session.
#[derive(Clone, Debug, Default)]
pub(super) struct Processes {
    /// The process numbers.
    pub(super) ids: Vec<u32>,
    /// The memory that all of them occupy, in bytes.
    pub(super) memory_bytes: u64,
}

/// Returns the processes of each session, by the process number of the leader. A process belongs to
/// the session that it, or one of its ancestors, was started in.
#[cfg(target_os = "linux")]
pub(super) fn processes(leaders: &[u32]) -> HashMap<u32, Processes> {
    let all: HashMap<u32, Process> = running().map(|process| (process.id, process)).collect();
    let mut found = HashMap::<u32, Processes>::new();
    for process in all.values() {
        let mut ancestor = Some(process);
        // The parents of a changing table could form a cycle.
        for _ in 0..64 {
            let Some(now) = ancestor else { break };
            if leaders.contains(&now.session) {
                let session = found.entry(now.session).or_default();
                session.ids.push(process.id);
                session.memory_bytes += process.memory_bytes;
                break;
            }
            ancestor = all.get(&now.parent);
        }
    }
    found
}

#[cfg(not(target_os = "linux"))]
pub(super) fn processes(_leaders: &[u32]) -> HashMap<u32, Processes> {
    HashMap::new()
}

/// Returns the number of threads that the user has.
#[cfg(target_os = "linux")]
pub(super) fn tasks_of_user() -> u64 {
    use std::os::unix::fs::MetadataExt;

    let user = super::process_limits::user();
    let of_user = |process: &Process| {
        std::fs::metadata(format!("/proc/{}", process.id)).is_ok_and(|meta| meta.uid() == user)
    };
    running().filter(of_user).map(|process| process.threads).sum()
}

#[cfg(target_os = "linux")]
struct Process {
    id: u32,
    parent: u32,
    session: u32,
    threads: u64,
    memory_bytes: u64,
}

/// Lists the processes that run.
#[cfg(target_os = "linux")]
fn running() -> impl Iterator<Item = Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        parse(id, &std::fs::read_to_string(entry.path().join("stat")).ok()?)
    })
}

/// Parses `/proc/<id>/stat`. Returns `None` for a process that has ended and waits to be reaped.
#[cfg(target_os = "linux")]
fn parse(id: u32, stat: &str) -> Option<Process> {
    // The name of the program is in parentheses and may contain any character.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    if matches!(*fields.first()?, "Z" | "X") {
        return None;
    }
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Process {
        id,
        parent: number(1)?.try_into().ok()?,
        session: number(3)?.try_into().ok()?,
        threads: number(17)?,
        memory_bytes: number(21)?.saturating_mul(page_bytes()),
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_is_skipped() {
        let stat = "7 (a) b (c)) S 3 7 5 0 -1 0 0 0 0 0 0 0 0 0 20 0 4 0 99 1000 25 0 0";
        let process = parse(7, stat).expect("it runs");
        assert_eq!((process.parent, process.session), (3, 5));
        assert_eq!((process.threads, process.memory_bytes), (4, 25 * page_bytes()));
        assert!(page_bytes() >= 4096 && page_bytes().is_power_of_two());
        assert!(parse(7, &stat.replace(") S", ") Z")).is_none());
    }
}
