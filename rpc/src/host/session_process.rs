//! A session, from within its process.

use std::net::TcpStream;
use std::process::ExitCode;
use std::sync::Arc;

use super::settings::{self, Settings};
use super::{functions, process_limits, watchdog};
use crate::serve::{self, Activity, AllowList, ServeOptions, SharedTensors, serve_with};

/// Serves the session that a [`Server`](super::Server) started this process for, and returns its
/// exit code.
///
/// A program that offers functions of its own calls this function in its `main`, and is the
/// [`SessionProgram`](super::SessionProgram) of the server. Output of the program becomes lines of
/// the server's log.
///
/// A session loads the libraries that the client uploads, so the client runs any code in this
/// process.
///
/// ```no_run
/// use objet_runtime::{Registry, TypedPackedFunc};
///
/// fn main() -> std::process::ExitCode {
///     let registered = Registry::register("double", TypedPackedFunc::new(|x: i64| 2 * x));
///     registered.expect("the name is new");
///     objet_rpc::host::run_session()
/// }
/// ```
pub fn run_session() -> ExitCode {
    run_session_with([])
}

/// Serves a session like [`run_session`]. The client may also call the global functions with the
/// names in `offered`, besides those that the server allows.
pub fn run_session_with(offered: impl IntoIterator<Item = String>) -> ExitCode {
    match run(offered) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers the client of the session that a [`Server`](super::Server) started this process for with
/// an error that has `reason`, and returns the exit code of a failure. A program that cannot offer
/// its functions calls this function in place of [`run_session`].
pub fn refuse_session(reason: &str) -> ExitCode {
    eprintln!("{reason}");
    if let Err(error) = refuse(reason) {
        eprintln!("{error}");
    }
    ExitCode::FAILURE
}

/// The process cannot serve.
#[derive(Debug, thiserror::Error)]
enum SessionError {
    #[error(
        "this program runs a session of `objet rpc server`, which starts it; OBJET_RPC_SESSION is not set"
    )]
    NoSettings,
    #[error("the settings in OBJET_RPC_SESSION are invalid: {0}")]
    Settings(#[from] serde_json::Error),
    #[error("cannot set the session up: {0}")]
    Io(#[from] std::io::Error),
    #[error("{0:#}")]
    Runtime(#[from] objet_runtime::Error),
    #[error("{0}")]
    Serve(#[from] crate::serve::ServeError),
}

/// Takes the settings and the connection that the server passes to this process.
fn take_session() -> Result<(Settings, TcpStream), SessionError> {
    let settings = std::env::var(settings::VARIABLE).map_err(|_| SessionError::NoSettings)?;
    let settings: Settings = serde_json::from_str(&settings)?;
    Ok((settings, process_limits::take_connection()?.into()))
}

fn refuse(reason: &str) -> Result<(), SessionError> {
    let (settings, connection) = take_session()?;
    // A client that sends nothing is idle.
    watchdog::start(&settings, Arc::default(), connection.try_clone()?)?;
    Ok(serve::refuse(connection, reason)?)
}

fn run(offered: impl IntoIterator<Item = String>) -> Result<(), SessionError> {
    let (settings, connection) = take_session()?;
    functions::register(&std::env::current_dir()?, &settings)?;
    let activity = Arc::new(Activity::default());
    watchdog::start(&settings, activity.clone(), connection.try_clone()?)?;
    let options = ServeOptions {
        name: settings.name,
        allow: AllowList::new(settings.allow.into_iter().chain(offered)),
        extensions: settings.extensions,
        activity: Some(activity),
        max_packet_bytes: settings.packet_bytes,
        ..ServeOptions::default()
    };
    Ok(serve_with(connection, &options, SharedTensors::Write)?)
}
