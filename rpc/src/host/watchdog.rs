//! Ends a session that is idle or busy for too long, or whose client leaves during a call, from
//! within its process.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::kinds_of_end::{CALL, IDLE, LEFT};
use super::process_limits::{exit_now, has_left};
use super::settings::Settings;
use crate::serve::{Activity, State};
use crate::wire::exception_packet;

/// The time that the last packet may take.
const LAST_PACKET: Duration = Duration::from_secs(1);

/// The time that the handlers of the process's exit may take.
const EXIT: Duration = Duration::from_secs(1);

/// The longest time between two checks.
const LONGEST_PERIOD: Duration = Duration::from_millis(500);

/// Starts a thread that watches the activity, and exits the process after a deadline or when the
/// client has left. A client whose call takes too long gets an error that names the function.
///
/// # Errors
/// If the thread cannot be started.
pub(super) fn start(settings: &Settings, activity: Arc<Activity>, client: TcpStream) -> std::io::Result<()> {
    let (idle, call) = (settings.idle, settings.call);
    let shortest = idle.into_iter().chain(call).min().unwrap_or(Duration::MAX);
    let period = (shortest / 8).clamp(Duration::from_millis(10), LONGEST_PERIOD);
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
                let is_late = limit.is_some_and(|limit| since.elapsed() >= limit);
                is_late || (matches!(state, State::Busy(_)) && has_left(&client))
            };
            let end = |state: &State| {
                code.store(report(state, idle, call, &client), Ordering::Relaxed);
            };
            if activity.end_if(late, end) {
                exit(code.into_inner());
            }
        }
    })?;
    Ok(())
}

/// Exits the process, also if code of the client blocks the handlers of its exit.
fn exit(code: u8) -> ! {
    let force = move || {
        thread::sleep(EXIT);
        exit_now(code)
    };
    match thread::Builder::new().spawn(force) {
        Ok(_) => std::process::exit(code.into()),
        Err(_) => exit_now(code),
    }
}

/// Tells the client the reason, and returns the exit code.
fn report(state: &State, idle: Option<Duration>, call: Option<Duration>, mut client: &TcpStream) -> u8 {
    let State::Busy(function) = state else {
        eprintln!("no request within {:?}", idle.unwrap_or_default());
        return IDLE;
    };
    if has_left(client) {
        eprintln!("the client left during {function}");
        return LEFT;
    }
    let text =
        format!("{function} takes longer than the server's deadline of {:?}", call.unwrap_or_default());
    eprintln!("{text}");
    // A client that does not read must not keep the process.
    let _ = client.set_write_timeout(Some(LAST_PACKET));
    let _ = client.write_all(&exception_packet(&text));
    CALL
}
