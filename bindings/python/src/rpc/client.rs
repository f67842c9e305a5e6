//! Sessions of this process with servers.

use std::path::{Path, PathBuf};

use objet::function::{RetValue, RuntimeError};
use objet::rpc::tls::ClientTls;
use objet::rpc::{ConnectOptions, RpcError, Session, TimerOptions};
use objet::tensor::DeviceType;
use objet::{IsObjectRef, Module};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use super::{raised, seconds, token, use_sessions};
use crate::device::PyDevice;
use crate::value::{self, Arg};
use crate::{callback, error, instance, lock, number, progress};

/// The settings of a connection, which the Python part of the package fills.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Settings {
    token: Option<PathBuf>,
    /// A file of root certificates, or the fingerprint of the server's certificate.
    tls: Option<String>,
    session_timeout: Option<f64>,
    connect_timeout: f64,
    deadline: Option<f64>,
    /// The host, the port and the key of a server that the first one connects to.
    through: Option<(String, u16, String)>,
}

impl Settings {
    /// Returns the settings for a connection of this process.
    pub(super) fn for_client(self, py: Python<'_>) -> PyResult<ConnectOptions> {
        let mut options = ConnectOptions::new()
            .connect_timeout(seconds("connect_timeout", self.connect_timeout)?)
            .deadline(self.deadline.map(|deadline| seconds("deadline", deadline)).transpose()?);
        if let Some(token) = token(py, self.token)? {
            options = options.token(token);
        }
        if let Some(trusted) = &self.tls {
            let is_fingerprint = trusted.bytes().all(|byte| byte == b':' || byte.is_ascii_hexdigit());
            let tls = match is_fingerprint {
                true => ClientTls::with_fingerprint(trusted),
                false => ClientTls::with_roots(Path::new(trusted)),
            };
            options = options.tls(tls.map_err(|failed| raised(py, failed))?);
        }
        if let Some(timeout) = self.session_timeout {
            options = options.session_timeout(seconds("session_timeout", timeout)?);
        }
        if let Some((host, port, key)) = &self.through {
            options = options.through_to(host, *port, key);
        }
        use_sessions();
        Ok(options)
    }
}

/// Connects to a server.
#[pyfunction]
pub(crate) fn rpc_connect(
    py: Python<'_>,
    address: &str,
    key: &str,
    settings: Settings,
) -> PyResult<RemoteSession> {
    let options = settings.for_client(py)?.key(key);
    RemoteSession::begin(py, || options.connect(address))
}

/// Begins a session in this process.
#[pyfunction]
pub(crate) fn rpc_local(py: Python<'_>) -> PyResult<RemoteSession> {
    use_sessions();
    Session::local().map(RemoteSession).map_err(|failed| error::to_python(py, failed.into()))
}

/// Returns the session of a module of a session.
#[pyfunction]
pub(crate) fn rpc_session_of(object: &Bound<'_, PyAny>) -> PyResult<RemoteSession> {
    let session = Session::of_module(&module(object)?);
    session.map(RemoteSession).map_err(|failed| error::to_python(object.py(), failed.into()))
}

/// Returns the module of a Python object.
fn module(object: &Bound<'_, PyAny>) -> PyResult<Module> {
    let native = instance::native(object).cloned();
    let module = native.and_then(|native| native.downcast::<Module>().ok());
    module.ok_or_else(|| PyTypeError::new_err("the object is not an objet.Module"))
}

/// A session.
#[pyclass(frozen, module = "objet._objet")]
pub(crate) struct RemoteSession(Session);

impl RemoteSession {
    /// Begins a session without the interpreter lock.
    pub(super) fn begin(
        py: Python<'_>,
        connect: impl FnOnce() -> Result<Session, RpcError> + Send,
    ) -> PyResult<Self> {
        let session = progress::stoppable(py, || connect().map_err(Into::into));
        session.map(Self).map_err(|failed| error::to_python(py, failed))
    }

    /// Runs a request without the interpreter lock.
    fn request<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Session) -> Result<T, RuntimeError>,
    ) -> PyResult<T> {
        progress::stoppable(py, || work(&self.0)).map_err(|failed| error::to_python(py, failed))
    }
}

#[pymethods]
impl RemoteSession {
    #[getter]
    fn address(&self) -> &str {
        self.0.address()
    }

    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    fn get_function<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.request(py, |session| session.get_function(name))?.into())
    }

    fn upload(&self, py: Python<'_>, name: &str, data: &[u8]) -> PyResult<()> {
        self.request(py, |session| session.upload(name, data))
    }

    fn download<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.request(py, |session| session.download(name))?))
    }

    fn remove(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.request(py, |session| session.remove(name))
    }

    fn load_module<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.request(py, |session| session.load_module(name))?.into())
    }

    fn system_lib<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.request(py, Session::system_lib)?.into())
    }

    /// Returns the device of this process for a device of the server.
    fn device<'py>(&self, py: Python<'py>, own: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let own = own.cast::<PyDevice>()?.get().device();
        let device = self.0.device(DeviceType(own.device_type.0), own.device_id);
        value::to_python(py, RetValue::Device(device))
    }

    /// Returns a timer of a function of the server.
    #[allow(clippy::too_many_arguments, reason = "the Python part of the package names them")]
    fn timer(
        &self,
        py: Python<'_>,
        of: Option<&Bound<'_, PyAny>>,
        name: &str,
        device: &Bound<'_, PyAny>,
        number: i64,
        repeat: i64,
        min_repeat_ms: i64,
        before_repeat: String,
    ) -> PyResult<RemoteTimer> {
        let device = value::device(device)?;
        let of = of.map(module).transpose()?;
        let options = TimerOptions {
            number: number::count("number", number)?,
            repeat: number::count("repeat", repeat)?,
            min_repeat_ms: number::count("min_repeat_ms", min_repeat_ms)?,
            before_repeat,
        };
        let timer = self.request(py, |session| session.time_evaluator(of.as_ref(), name, device, &options));
        timer.map(RemoteTimer)
    }

    fn close(&self, py: Python<'_>) {
        lock::detach(py, || self.0.close());
    }
}

/// A timer of a function of a server.
#[pyclass(frozen, module = "objet._objet")]
pub(crate) struct RemoteTimer(objet::rpc::RemoteTimer);

#[pymethods]
impl RemoteTimer {
    /// Runs the function on the server, and returns the mean seconds of a run for each measurement.
    fn run(&self, py: Python<'_>, args: &Bound<'_, PyTuple>) -> PyResult<Vec<f64>> {
        let args: Vec<_> = args.iter().collect();
        let converted =
            args.iter().map(|arg| callback::kept(value::convert(arg)?)).collect::<PyResult<Vec<_>>>()?;
        let values: Vec<_> = converted.iter().map(Arg::as_arg).collect();
        let timing = progress::stoppable(py, || self.0.run(values.as_slice()));
        timing.map(|timing| timing.results().to_vec()).map_err(|failed| error::to_python(py, failed))
    }
}
