//! Ends a session that is idle or busy for too long, from within its process.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::kinds_of_end::{CALL, IDLE};
use super::settings::Settings;
use crate::serve::{Activity, State};
use crate::wire::exception_packet;

/// The time that the last packet may take.
const LAST_PACKET: Duration = Duration::from_secs(1);

/// Starts a thread that watches the activity and exits the process after a deadline. A client whose
/// call takes too long gets an error that names the function.
///
/// # Errors
/// If the thread cannot be started.
pub(super) fn start(settings: &Settings, activity: Arc<Activity>, client: TcpStream) -> std::io::Result<()> {
    let (idle, call) = (settings.idle, settings.call);
    let Some(shortest) = idle.into_iter().chain(call).min() else { return Ok(()) };
    let period = (shortest / 8).clamp(Duration::from_millis(10), Duration::from_millis(500));
    thread::Builder::new().name("watchdog".into()).spawn(move || {
        loop {
            thread::sleep(period);
            let code = AtomicU8::new(0);
            let late = |state: &State, since: Instant| {
                let limit = match state {
                    State::Idle => idle,
                    State::Busy(_) => call,
                    State::Ended => None,
                };
                limit.is_some_and(|limit| since.elapsed() >= limit)
            };
            let end = |state: &State| {
                code.store(report(state, idle, call, &client), Ordering::Relaxed);
            };
            if activity.end_if(late, end) {
                std::process::exit(code.into_inner().into());
            }
        }
    })?;
    Ok(())
}

/// Tells the client the reason, and returns the exit code.
fn report(state: &State, idle: Option<Duration>, call: Option<Duration>, mut client: &TcpStream) -> u8 {
    let State::Busy(function) = state else {
        eprintln!("no request within {:?}", idle.unwrap_or_default());
        return IDLE;
    };
    let text =
        format!("{function} takes longer than the server's deadline of {:?}", call.unwrap_or_default());
    eprintln!("{text}");
    // A client that does not read must not keep the process.
    let _ = client.set_write_timeout(Some(LAST_PACKET));
    let _ = client.write_all(&exception_packet(&text));
    CALL
}
