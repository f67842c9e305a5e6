//! A session, as the server sees it: the process, its limits and its end.

use std::io;
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpStream, UnixStream};
use tokio::process::{ChildStderr, ChildStdout};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinHandle;
use tokio_rustls::server::TlsStream;

use super::kinds_of_end::End;
use super::output;
use super::process_limits::{self, SystemLimits};
use super::process_table;
use super::settings::{self, Settings};
use super::state::Host;
use super::working_directory::WorkingDirectory;
use crate::handshake::Key;

/// The connection of a session.
pub(super) enum Connection {
    /// A socket, which the process takes over.
    Plain(TcpStream),
    /// An encrypted socket, between which and the process the server relays.
    Tls(Box<TlsStream<TcpStream>>),
}

/// Runs a session to its end.
pub(super) async fn run(
    host: &Arc<Host>,
    connection: Connection,
    client: &Key,
    peer: &str,
    permit: OwnedSemaphorePermit,
) {
    let number = host.next_session();
    tracing::info!(session = number, "opened for {peer}");
    let end = match WorkingDirectory::create(host.options.work_dir.as_deref()) {
        Ok(directory) => {
            let end = match start(host, number, connection, client, &directory) {
                Ok(process) => process.finish(host, client, &directory).await,
                Err(error) => End::NotStarted(error.to_string()),
            };
            let removed = tokio::task::spawn_blocking(move || directory.remove()).await;
            if let Ok(Err(error)) = removed {
                tracing::warn!(session = number, "cannot remove the working directory: {error}");
            }
            end
        }
        Err(error) => End::NotStarted(format!("cannot make its working directory: {error}")),
    };
    if end.is_regular() {
        tracing::info!(session = number, "ended: {end}");
    } else {
        tracing::warn!(session = number, "ended: {end}");
    }
    drop(permit);
}

/// The process of a session.
struct SessionProcess {
    child: Child,
    tasks: Vec<JoinHandle<()>>,
}

fn start(
    host: &Host,
    number: u64,
    connection: Connection,
    client: &Key,
    directory: &WorkingDirectory,
) -> io::Result<SessionProcess> {
    let options = &host.options;
    let mut tasks = Vec::new();
    let input: OwnedFd = match connection {
        Connection::Plain(stream) => {
            let stream = stream.into_std()?;
            stream.set_nonblocking(false)?;
            stream.into()
        }
        Connection::Tls(mut stream) => {
            let (mut ours, theirs) = UnixStream::pair()?;
            tasks.push(tokio::spawn(async move {
                // The end of either side ends the session.
                let _ = tokio::io::copy_bidirectional(&mut stream, &mut ours).await;
            }));
            let theirs = theirs.into_std()?;
            theirs.set_nonblocking(false)?;
            theirs.into()
        }
    };
    let settings = Settings {
        name: host.server_key(None).name().into(),
        allow: options.allow.patterns().to_vec(),
        extensions: client.has_extensions(),
        packet_bytes: options.limits.packet_bytes,
        file_bytes: options.limits.disk_bytes.unwrap_or(u64::MAX),
        idle: options.limits.idle,
        call: options.limits.call,
        libraries: options.libraries.clone(),
    };
    let mut command = Command::new(&options.program.program);
    command.args(&options.program.arguments);
    command.env(settings::VARIABLE, serde_json::to_string(&settings)?);
    command.env("TMPDIR", directory.path()).current_dir(directory.path());
    command.stdin(Stdio::from(input)).stdout(Stdio::piped()).stderr(Stdio::piped());
    process_limits::confine(&mut command, SystemLimits::new(&options.limits, tasks_limit(host)));
    let mut child = command.spawn()?;
    // A stream that cannot be read is not logged.
    if let Some(Ok(stdout)) = child.stdout.take().map(ChildStdout::from_std) {
        tasks.push(tokio::spawn(output::log(number, stdout)));
    }
    if let Some(Ok(stderr)) = child.stderr.take().map(ChildStderr::from_std) {
        tasks.push(tokio::spawn(output::log(number, stderr)));
    }
    Ok(SessionProcess { child, tasks })
}

/// Returns the number of threads that the user may have. The system counts those of all programs,
/// so this limit stops a flood only; the monitor counts the processes of each session.
#[cfg(target_os = "linux")]
fn tasks_limit(host: &Host) -> Option<u64> {
    const MARGIN: u64 = 256;
    let of_sessions = host.options.limits.processes?.checked_mul(host.options.sessions as u64)?;
    process_table::tasks_of_user().checked_add(of_sessions)?.checked_add(MARGIN)
}

#[cfg(not(target_os = "linux"))]
fn tasks_limit(_host: &Host) -> Option<u64> {
    None
}

impl SessionProcess {
    /// Waits for the end of the process, or for a reason to end it. No process of the session is
    /// left afterwards.
    async fn finish(mut self, host: &Host, client: &Key, directory: &WorkingDirectory) -> End {
        let leader = self.child.id();
        let exceeded = host.monitor.watch(leader, directory.path().into());
        let mut exited = tokio::task::spawn_blocking(move || process_limits::wait_for_end(leader));
        let reason = tokio::select! {
            biased;
            _ = &mut exited => None,
            Ok(end) = exceeded => Some(end),
            end = timeout_of(client) => Some(end),
            () = host.stopped() => Some(End::Shutdown),
        };
        host.monitor.forget(leader);
        let status = tokio::task::spawn_blocking(move || {
            kill_all(leader);
            process_limits::wait_for_end(leader);
            self.child.wait().map(|status| (status, self.tasks))
        });
        let Ok(Ok((status, tasks))) = status.await else {
            return End::Failed("its exit status is unknown".into());
        };
        for mut task in tasks {
            // A process that left the session may keep its output open.
            if tokio::time::timeout(Duration::from_millis(200), &mut task).await.is_err() {
                task.abort();
            }
        }
        reason.unwrap_or_else(|| End::of(status))
    }
}

/// Kills the processes of a session, whose leader has not been reaped.
fn kill_all(leader: u32) {
    const ATTEMPTS: usize = 100;
    for _ in 0..ATTEMPTS {
        // Processes that left the group are only found while their ancestors run.
        let processes = process_table::processes(&[leader]).remove(&leader).unwrap_or_default();
        process_limits::kill_group(leader);
        let mut others = processes.ids.into_iter().filter(|id| *id != leader).peekable();
        if others.peek().is_none() {
            return;
        }
        others.for_each(process_limits::kill_process);
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for the time after which the client wants the session to end.
async fn timeout_of(client: &Key) -> End {
    let seconds = client.option("timeout").and_then(|seconds| seconds.parse().ok());
    match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(time) => {
            tokio::time::sleep(time).await;
            End::Timeout(time)
        }
        None => std::future::pending().await,
    }
}
