//! System calls that confine the process of a session.
//!
//! Invariants:
//! - The closure that runs between `fork` and `exec` only makes system calls that are
//!   async-signal-safe. It allocates nothing and takes no lock.
//! - A process group is only killed while its leader has not been reaped, so the number belongs to
//!   the session.

#![expect(unsafe_code, reason = "the standard library has no limits and no process groups")]

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::options::Limits;

/// The limits of the system for one process.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemLimits {
    memory: libc::rlim_t,
    cpu: libc::rlim_t,
    files: libc::rlim_t,
    file_bytes: libc::rlim_t,
    tasks: libc::rlim_t,
}

#[cfg(target_os = "linux")]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(target_os = "linux"))]
type Resource = libc::c_int;

impl SystemLimits {
    /// Returns the limits of a session. `tasks` is the number of threads that the user may have.
    pub(super) fn new(limits: &Limits, tasks: Option<u64>) -> Self {
        let of = |limit: Option<u64>| limit.unwrap_or(libc::RLIM_INFINITY);
        Self {
            memory: of(limits.memory_bytes),
            cpu: of(limits.cpu.map(|time| time.as_secs().max(1))),
            files: of(limits.open_files),
            file_bytes: of(limits.disk_bytes),
            tasks: of(tasks),
        }
    }

    fn apply(&self) -> io::Result<()> {
        lower(libc::RLIMIT_CORE, 0, 0)?;
        #[cfg(not(target_os = "macos"))]
        lower(libc::RLIMIT_AS, self.memory, self.memory)?;
        // The soft limit sends SIGXCPU, which tells the reason. The hard limit kills.
        lower(libc::RLIMIT_CPU, self.cpu, self.cpu.saturating_add(1))?;
        lower(libc::RLIMIT_NOFILE, self.files, self.files)?;
        lower(libc::RLIMIT_FSIZE, self.file_bytes, self.file_bytes)?;
        lower(libc::RLIMIT_NPROC, self.tasks, self.tasks)
    }
}

/// Lowers a limit. A limit that is lower already stays.
fn lower(resource: Resource, soft: libc::rlim_t, hard: libc::rlim_t) -> io::Result<()> {
    let mut now = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `now` is a valid place for the answer.
    check(unsafe { libc::getrlimit(resource, &raw mut now) })?;
    now.rlim_max = now.rlim_max.min(hard);
    now.rlim_cur = now.rlim_cur.min(soft).min(now.rlim_max);
    // SAFETY: `now` is initialized.
    check(unsafe { libc::setrlimit(resource, &raw const now) })
}

fn check(status: libc::c_int) -> io::Result<()> {
    if status == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Makes the process that the command starts the leader of a session of the system, which dies with
/// the calling thread, inherits only its three standard streams, and has these limits.
pub(super) fn confine(command: &mut Command, limits: SystemLimits) {
    let parent = std::process::id();
    let confine = move || {
        // SAFETY: the calls take no pointers and are async-signal-safe.
        unsafe {
            if libc::setsid() < 0 {
                return Err(io::Error::last_os_error());
            }
            libc::umask(0o077);
            // A file that is too large gives an error instead of a signal.
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        }
        die_with(parent)?;
        close_on_exec()?;
        limits.apply()
    };
    // SAFETY: the closure makes system calls that are async-signal-safe and nothing else.
    unsafe { command.pre_exec(confine) };
}

#[cfg(target_os = "linux")]
fn die_with(parent: u32) -> io::Result<()> {
    // SAFETY: the calls take no pointers and are async-signal-safe.
    let (status, now) = unsafe { (libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL), libc::getppid()) };
    check(status)?;
    if u32::try_from(now) == Ok(parent) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
}

#[cfg(not(target_os = "linux"))]
fn die_with(_parent: u32) -> io::Result<()> {
    Ok(())
}

/// Closes all descriptors at `exec`, except for the standard streams.
#[cfg(target_os = "linux")]
fn close_on_exec() -> io::Result<()> {
    /// The first descriptor behind the standard streams.
    const FIRST: libc::c_uint = 3;
    let flag = libc::CLOSE_RANGE_CLOEXEC;
    // SAFETY: the call takes no pointers and is async-signal-safe.
    let status = unsafe { libc::syscall(libc::SYS_close_range, FIRST, libc::c_uint::MAX, flag) };
    if status == 0 {
        return Ok(());
    }
    each_descriptor()
}

#[cfg(not(target_os = "linux"))]
fn close_on_exec() -> io::Result<()> {
    each_descriptor()
}

/// Closes descriptors at `exec` one by one, for systems without `close_range`.
fn each_descriptor() -> io::Result<()> {
    for descriptor in 3..65536 {
        // SAFETY: the call takes no pointers, is async-signal-safe, and fails for closed
        // descriptors.
        unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
    Ok(())
}

/// Waits until a child process has ended. The child stays in the process table, so its number
/// belongs to it until it is reaped.
pub(super) fn wait_for_end(child: u32) {
    loop {
        // SAFETY: all zeros are a valid value.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // SAFETY: `info` is a valid place for the answer.
        let status = unsafe {
            libc::waitid(libc::P_PID, child as libc::id_t, &raw mut info, libc::WEXITED | libc::WNOWAIT)
        };
        if status == 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return;
        }
    }
}

/// Kills the process group of a session, if it still has processes.
pub(super) fn kill_group(leader: u32) {
    if let Ok(group) = libc::pid_t::try_from(leader)
        && group > 1
    {
        // SAFETY: the call takes no pointers.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

/// Kills a process of a session that left the group.
pub(super) fn kill_process(process: u32) {
    if let Ok(process) = libc::pid_t::try_from(process)
        && process > 1
    {
        // SAFETY: the call takes no pointers.
        unsafe { libc::kill(process, libc::SIGKILL) };
    }
}

/// Returns the user that the process runs as.
#[cfg(target_os = "linux")]
pub(super) fn user() -> u32 {
    // SAFETY: the call takes no pointers and cannot fail.
    unsafe { libc::getuid() }
}

/// Returns the size of a page of memory.
#[cfg(target_os = "linux")]
pub(super) fn page_bytes() -> u64 {
    // SAFETY: the call takes no pointers.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(bytes).unwrap_or(4096)
}

/// Returns whether the other side has closed a connection, or at least its half of it.
pub(super) fn has_left(connection: &impl AsRawFd) -> bool {
    #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
    const CLOSED: libc::c_short = libc::POLLRDHUP;
    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
    const CLOSED: libc::c_short = libc::POLLHUP;
    let mut asked = libc::pollfd { fd: connection.as_raw_fd(), events: CLOSED, revents: 0 };
    // SAFETY: `asked` is a valid place for one descriptor. A time of 0 does not wait.
    let found = unsafe { libc::poll(&raw mut asked, 1, 0) };
    found == 1 && asked.revents & (CLOSED | libc::POLLHUP | libc::POLLERR) != 0
}

/// Exits the process without handlers.
pub(super) fn exit_now(code: u8) -> ! {
    // SAFETY: the call takes no pointers and does not return.
    unsafe { libc::_exit(code.into()) }
}

/// Takes the connection from standard input, which then is empty. So no function of the session
/// reads packets by accident.
///
/// # Errors
/// If standard input is closed.
pub(super) fn take_connection() -> io::Result<OwnedFd> {
    // SAFETY: the call takes no pointers.
    let copy = unsafe { libc::fcntl(0, libc::F_DUPFD_CLOEXEC, 3) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is new, so nothing else owns it.
    let connection = unsafe { OwnedFd::from_raw_fd(copy) };
    let null = File::open("/dev/null")?;
    // SAFETY: both descriptors are open, and nothing owns descriptor 0.
    if unsafe { libc::dup2(null.as_raw_fd(), 0) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(connection)
}
