//! Servers whose sessions are processes of the Python interpreter.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use objet::rpc::host::{Limits, Server, ServerOptions, SessionProgram, refuse_session, run_session_with};
use objet::rpc::serve::AllowList;
use objet::rpc::tls;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::{raised, seconds, token};
use crate::{lock, number};

/// The options of a server, which the Python part of the package fills.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    host: String,
    port: u16,
    key: String,
    tracker: Option<String>,
    proxy: Option<String>,
    token: Option<PathBuf>,
    insecure: bool,
    tls: Option<(PathBuf, PathBuf)>,
    allow: Vec<String>,
    work_dir: Option<PathBuf>,
    /// The program of a session, and its arguments.
    program: Vec<OsString>,
    sessions: Option<i64>,
    memory: Option<u64>,
    disk: Option<u64>,
    files: Option<u64>,
    processes: Option<u64>,
    cpu: Option<f64>,
    idle: Option<f64>,
    call: Option<f64>,
}

impl Options {
    fn for_server(self, py: Python<'_>) -> PyResult<ServerOptions> {
        let default = ServerOptions::default();
        let host = self.host.as_str();
        let host = if host == "localhost" { "127.0.0.1" } else { host }.parse().map_err(|_| {
            PyValueError::new_err(format!("expected the address of an interface, found {host:?}"))
        })?;
        let time = |name: &str, time: Option<f64>| time.map(|time| seconds(name, time)).transpose();
        let mut allow = AllowList::default();
        for pattern in self.allow {
            allow.add(pattern);
        }
        let tls = self.tls.map(|(certificate, key)| tls::server_config(&certificate, &key));
        let mut words = self.program.into_iter();
        let program =
            SessionProgram { program: words.next().unwrap_or_default().into(), arguments: words.collect() };
        Ok(ServerOptions {
            host,
            port: self.port,
            key: self.key,
            tracker: self.tracker,
            proxy: self.proxy,
            token: token(py, self.token)?,
            insecure: self.insecure,
            tls: tls.transpose().map_err(|failed| raised(py, failed))?,
            allow,
            work_dir: self.work_dir,
            program,
            sessions: match self.sessions {
                Some(sessions) => number::count("sessions", sessions)?,
                None => default.sessions,
            },
            limits: Limits {
                memory_bytes: self.memory,
                disk_bytes: self.disk,
                open_files: self.files,
                processes: self.processes,
                cpu: time("cpu", self.cpu)?,
                idle: time("idle", self.idle)?,
                call: time("call", self.call)?,
                ..Limits::default()
            },
            ..default
        })
    }
}

/// A running server.
#[pyclass(frozen, module = "objet._objet")]
pub(crate) struct ServerService {
    service: Mutex<Option<Server>>,
    address: Option<String>,
}

#[pymethods]
impl ServerService {
    #[new]
    fn new(py: Python<'_>, options: Options) -> PyResult<Self> {
        let options = options.for_server(py)?;
        let service = lock::detach(py, || Server::bind(options)).map_err(|failed| raised(py, failed))?;
        let address = service.address().map(|address| address.to_string());
        Ok(Self { service: Mutex::new(Some(service)), address })
    }

    /// The address, unless the server is connected to a proxy.
    #[getter]
    fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    fn close(&self, py: Python<'_>) {
        lock::detach(py, || drop(self.service.lock().unwrap_or_else(PoisonError::into_inner).take()));
    }
}

/// Serves the session that a server has started this process for. `offered` are functions that the
/// client may call besides those that the server allows. Returns whether the session ended without
/// an error, which is printed otherwise.
#[pyfunction]
pub(crate) fn rpc_run_session(py: Python<'_>, offered: Vec<String>) -> bool {
    lock::detach(py, || run_session_with(offered)) == ExitCode::SUCCESS
}

/// Answers the client of the session that a server has started this process for with an error.
#[pyfunction]
pub(crate) fn rpc_refuse_session(py: Python<'_>, reason: &str) {
    lock::detach(py, || _ = refuse_session(reason));
}

impl Drop for ServerService {
    fn drop(&mut self) {
        Python::attach(|py| self.close(py));
    }
}
