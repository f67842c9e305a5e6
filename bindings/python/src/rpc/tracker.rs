//! Trackers: the service, and its clients.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use objet::rpc::tracker::{Tracker, TrackerClient, TrackerOptions};
use pyo3::prelude::*;

use super::client::{RemoteSession, Settings};
use super::{raised, seconds, token};
use crate::lock;

/// The counts of a key: its name, the free servers, and the clients that wait.
type Queue = (String, u64, u64);

/// A server: its key, its host and its port.
type ServerInfo = (String, String, u16);

/// A client of a tracker.
#[pyclass(frozen, module = "objet._objet")]
pub(crate) struct RemoteTracker(Mutex<TrackerClient>);

impl RemoteTracker {
    fn client(&self) -> MutexGuard<'_, TrackerClient> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl RemoteTracker {
    #[new]
    fn new(py: Python<'_>, address: &str, token_file: Option<PathBuf>, timeout: f64) -> PyResult<Self> {
        let (token, timeout) = (token(py, token_file)?, seconds("timeout", timeout)?);
        let client = lock::detach(py, || match &token {
            None => TrackerClient::connect(address, timeout),
            Some(token) => TrackerClient::connect_with_token(address, timeout, token),
        });
        client.map(|client| Self(Mutex::new(client))).map_err(|failed| raised(py, failed))
    }

    /// Waits for a server, and begins a session with it.
    fn request(
        &self,
        py: Python<'_>,
        key: &str,
        priority: i64,
        deadline: Option<f64>,
        settings: Settings,
    ) -> PyResult<RemoteSession> {
        let deadline = deadline.map(|deadline| seconds("deadline", deadline)).transpose()?;
        let options = settings.for_client(py)?;
        RemoteSession::begin(py, || options.request(&mut self.client(), key, priority, deadline))
    }

    /// Returns the queues and the servers of the tracker.
    fn summary(&self, py: Python<'_>) -> PyResult<(Vec<Queue>, Vec<ServerInfo>)> {
        let summary = lock::detach(py, || self.client().summary()).map_err(|failed| raised(py, failed))?;
        let queues = summary.queues.into_iter().map(|(key, queue)| (key, queue.free, queue.pending));
        let servers = summary.servers.into_iter().map(|server| (server.key, server.host, server.port));
        Ok((queues.collect(), servers.collect()))
    }
}

/// A running tracker.
#[pyclass(frozen, module = "objet._objet")]
pub(crate) struct TrackerService {
    service: Mutex<Option<Tracker>>,
    address: String,
}

#[pymethods]
impl TrackerService {
    #[new]
    fn new(
        py: Python<'_>,
        host: String,
        port: u16,
        token_file: Option<PathBuf>,
        insecure: bool,
    ) -> PyResult<Self> {
        let token = token(py, token_file)?;
        let options =
            TrackerOptions { host, port, port_end: port, token, insecure, ..TrackerOptions::default() };
        let service = lock::detach(py, || Tracker::bind(options)).map_err(|failed| raised(py, failed))?;
        let address = service.address().to_string();
        Ok(Self { service: Mutex::new(Some(service)), address })
    }

    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    fn close(&self, py: Python<'_>) {
        lock::detach(py, || drop(self.service.lock().unwrap_or_else(PoisonError::into_inner).take()));
    }
}

impl Drop for TrackerService {
    fn drop(&mut self) {
        Python::attach(|py| self.close(py));
    }
}
