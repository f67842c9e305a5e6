//! The reasons for which sessions end.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// The exit code of a session that was idle for too long.
pub(super) const IDLE: u8 = 70;

/// The exit code of a session whose call took too long.
pub(super) const CALL: u8 = 71;

/// The exit code of a session whose client left during a call.
pub(super) const LEFT: u8 = 72;

/// The reason for which a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The client closed the session.
    Closed,
    /// The session reported an error, which its output explains.
    Failed(String),
    /// The session was idle for too long.
    Idle,
    /// A call took too long.
    Call,
    /// The client left during a call.
    Left,
    /// A signal ended the process.
    Signal(i32),
    /// The time that the client asked for is over.
    Timeout(Duration),
    /// The working directory grew too large.
    Disk(u64),
    /// The session had too many processes.
    Processes(u64),
    /// The processes occupied too much memory.
    Memory(u64),
    /// The server shuts down.
    Shutdown,
    /// The process did not start.
    NotStarted(String),
}

impl End {
    /// Returns the reason for the end of a process that no other reason ended.
    pub(super) fn of(status: ExitStatus) -> Self {
        match (status.code().map(u8::try_from), status.signal()) {
            (Some(Ok(0)), _) => Self::Closed,
            (Some(Ok(IDLE)), _) => Self::Idle,
            (Some(Ok(CALL)), _) => Self::Call,
            (Some(Ok(LEFT)), _) => Self::Left,
            (_, Some(signal)) => Self::Signal(signal),
            _ => Self::Failed(status.to_string()),
        }
    }

    /// Returns whether the client ended the session, or the server as a whole ends.
    pub(super) fn is_regular(&self) -> bool {
        matches!(self, Self::Closed | Self::Left | Self::Shutdown)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("closed by the client"),
            Self::Failed(status) => write!(f, "failed: {status}"),
            Self::Idle => f.write_str("idle for too long"),
            Self::Call => f.write_str("a call took too long"),
            Self::Left => f.write_str("the client left during a call"),
            Self::Signal(libc::SIGXCPU) => f.write_str("used too much CPU time"),
            Self::Signal(signal) => write!(f, "crashed by signal {signal}{}", name_of(*signal)),
            Self::Timeout(time) => write!(f, "open for longer than the client's timeout of {time:?}"),
            Self::Disk(limit) => write!(f, "its files exceed {limit} bytes"),
            Self::Processes(limit) => write!(f, "it has more than {limit} processes"),
            Self::Memory(limit) => write!(f, "its processes occupy more than {limit} bytes of memory"),
            Self::Shutdown => f.write_str("the server shuts down"),
            Self::NotStarted(reason) => write!(f, "its process did not start: {reason}"),
        }
    }
}

fn name_of(signal: i32) -> &'static str {
    match signal {
        libc::SIGABRT => " (abort)",
        libc::SIGSEGV => " (invalid memory access)",
        libc::SIGBUS => " (invalid memory access)",
        libc::SIGILL => " (invalid instruction)",
        libc::SIGFPE => " (arithmetic error)",
        libc::SIGKILL => " (killed)",
        _ => "",
    }
}
