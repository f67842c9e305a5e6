//! Remote sessions, their servers and trackers, for the module `objet.rpc`.
//!
//! All work that waits for another process releases the interpreter lock.

mod client;
#[cfg(unix)]
mod host;
mod log;
mod tracker;

use std::error::Error as StdError;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use objet::function::{ErrorKind, RuntimeError};
use objet::rpc::auth::Token;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::{error, lock};

/// Whether this process has had a session.
static IN_USE: AtomicBool = AtomicBool::new(false);

/// Whether objects of this process may belong to another process.
pub(crate) fn is_in_use() -> bool {
    IN_USE.load(Ordering::Relaxed)
}

/// Notes that a session begins.
fn use_sessions() {
    IN_USE.store(true, Ordering::Relaxed);
}

/// Adds the classes and functions to the extension module.
pub(crate) fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
    log::init();
    objet::rpc::run_waits_of_drops_by(lock::detached_in_drop);
    module.add_class::<client::RemoteSession>()?;
    module.add_class::<client::RemoteTimer>()?;
    module.add_class::<tracker::RemoteTracker>()?;
    module.add_class::<tracker::TrackerService>()?;
    module.add_function(wrap_pyfunction!(client::rpc_connect, module)?)?;
    module.add_function(wrap_pyfunction!(client::rpc_local, module)?)?;
    module.add_function(wrap_pyfunction!(client::rpc_session_of, module)?)?;
    module.add_function(wrap_pyfunction!(make_token, module)?)?;
    #[cfg(unix)]
    {
        module.add_class::<host::ServerService>()?;
        module.add_function(wrap_pyfunction!(host::rpc_run_session, module)?)?;
        module.add_function(wrap_pyfunction!(host::rpc_refuse_session, module)?)?;
    }
    Ok(())
}

/// Makes a file with a new token, which only its owner can read.
#[pyfunction]
fn make_token(py: Python<'_>, path: PathBuf) -> PyResult<()> {
    Token::generate().create_file(path).map_err(|failed| raised(py, failed))
}

/// Returns the exception for an error.
#[cold]
fn raised(py: Python<'_>, failed: impl StdError + Send + Sync + 'static) -> PyErr {
    error::to_python(py, RuntimeError::with_source(ErrorKind::new("RPCError"), failed))
}

/// Reads a token from its file.
fn token(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Option<Token>> {
    path.map(|path| Token::from_file(path).map_err(|failed| raised(py, failed))).transpose()
}

/// Returns a time in seconds for the option with a name.
fn seconds(name: &str, seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{name}: expected seconds of 0 or more, found {seconds}")))
}
