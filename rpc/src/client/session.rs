//! Sessions.

use std::fmt;

use objet_object::{Device, DeviceType};
use objet_runtime::{Module, PackedFunc, Result};

use super::module::RpcModule;
use super::peer::Peer;
use super::table::masked;
use super::timer::{RemoteTimer, TimerOptions, remote_timer};
use super::{ConnectOptions, RpcError};
use crate::serve::SharedTensors;
use crate::serve::local::Local;
use crate::serve::{AllowList, ServeOptions};

/// A session: the functions, modules and devices of a server.
///
/// A clone refers to the same session. The session ends with the last reference to it, to one of
/// its functions, modules or tensors. Requests of several threads are sent one after another.
///
/// ```
/// use objet_object::{DeviceType, NDArray};
/// use objet_rpc::Session;
/// use objet_runtime::{NDArrayExt, Registry, TypedPackedFunc};
///
/// Registry::register("doc.sum", TypedPackedFunc::new(|x: NDArray| {
///     x.to_vec::<f32>().map(|x| x.iter().sum::<f32>())
/// }))?;
///
/// // A session in this process. `Session::connect("board:9090")` begins one on another machine.
/// let session = Session::local()?;
/// let x = NDArray::from_slice_on(&[3], &[1.0_f32, 2.0, 3.0], session.device(DeviceType::CPU, 0))?;
/// assert_eq!(session.get_function("doc.sum")?.call((&x,))?.get::<f32>()?, 6.0);
/// assert_eq!(x.to_host()?.to_vec::<f32>()?, [1.0, 2.0, 3.0]);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct Session {
    peer: Peer,
}

impl Session {
    pub(crate) fn of(peer: Peer) -> Self {
        Self { peer }
    }

    /// Connects to a server: `host:port`. [`ConnectOptions`] has further settings.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses the connection, or if the process has too many
    /// sessions.
    pub fn connect(address: &str) -> Result<Self, RpcError> {
        ConnectOptions::new().connect(address)
    }

    /// Begins a session in this process, which offers all functions.
    ///
    /// # Errors
    /// If the process has too many sessions.
    pub fn local() -> Result<Self, RpcError> {
        let options =
            ServeOptions { name: "local".into(), allow: AllowList::all(), ..ServeOptions::default() };
        let local = Local::new(&options, SharedTensors::Refuse);
        Ok(Self { peer: super::peer::Inner::local(local)? })
    }

    /// Returns the session of a module, which is the session itself or one of its modules.
    ///
    /// # Errors
    /// If the module does not belong to a session.
    pub fn of_module(module: &Module) -> Result<Self, RpcError> {
        Ok(Self { peer: super::peer_of(module)? })
    }

    /// Returns the session as a module, for other front ends.
    pub fn module(&self) -> Module {
        RpcModule::session(self.peer.clone())
    }

    /// Returns the address of the server.
    pub fn address(&self) -> &str {
        &self.peer.address
    }

    /// Returns the index of the session in this process, from 0.
    pub fn index(&self) -> usize {
        self.peer.index
    }

    /// Returns a device of the server, for tensors of this process. `kind` is the server's type of
    /// device.
    pub fn device(&self, kind: DeviceType, id: i32) -> Device {
        Device::new(masked(self.peer.index, kind), id)
    }

    /// Returns a global function of the server.
    ///
    /// # Errors
    /// If the server has no such function or does not offer it, or if the connection fails.
    pub fn get_function(&self, name: &str) -> Result<PackedFunc> {
        Ok(self.peer.expect_global(name)?.into_packed())
    }

    /// Stores a file in the session's directory on the server. `name` is a plain file name.
    ///
    /// # Errors
    /// If the server refuses the name or the size, or if the connection fails.
    pub fn upload(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.get_function("tvm.rpc.server.upload")?.call((name, bytes)).map(drop)
    }

    /// Returns the content of a file in the session's directory on the server.
    ///
    /// # Errors
    /// If there is no such file, or if the connection fails.
    pub fn download(&self, name: &str) -> Result<Vec<u8>> {
        self.get_function("tvm.rpc.server.download")?.call_as((name,))
    }

    /// Removes a file from the session's directory on the server.
    ///
    /// # Errors
    /// If the server refuses, or if the connection fails.
    pub fn remove(&self, name: &str) -> Result<()> {
        self.get_function("tvm.rpc.server.remove")?.call((name,)).map(drop)
    }

    /// Loads a module on the server from a file in the session's directory.
    ///
    /// # Errors
    /// If the server cannot load the file, or if the connection fails.
    pub fn load_module(&self, name: &str) -> Result<Module> {
        self.get_function("tvm.rpc.server.load_module")?.call_as((name,))
    }

    /// Returns the module of the functions that are linked into the server.
    ///
    /// # Errors
    /// If the server has none, or if the connection fails.
    pub fn system_lib(&self) -> Result<Module> {
        self.get_function("runtime.SystemLib")?.call_as(())
    }

    /// Returns a timer of a function of the server, which measures on the server. `module` has the
    /// function; without it, the function is a global one. `device` is a device of the session.
    ///
    /// # Errors
    /// If the server has no such function, or if the connection fails.
    pub fn time_evaluator(
        &self,
        module: Option<&Module>,
        name: &str,
        device: Device,
        options: &TimerOptions,
    ) -> Result<RemoteTimer> {
        remote_timer(&self.peer, module, name, device, options)
    }

    /// Ends the session. Later requests of its functions, modules and tensors are errors.
    pub fn close(&self) {
        self.peer.close();
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Session({} at {})", self.peer.index, self.peer.address)
    }
}
