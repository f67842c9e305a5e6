//! Modules of a session.

use objet_object::RetValue;
use objet_runtime::{Error, Module, ModuleKind, PackedArgs, PackedFunc, Result};

use super::RpcError;
use super::arguments::RemoteFunction;
use super::peer::{Inner, Peer};
use crate::wire::{Code, Value};

/// The type key of a session and of its modules.
pub(crate) const TYPE_KEY: &str = "rpc";

/// A session as a module, or a module of a session.
pub(crate) struct RpcModule {
    peer: Peer,
    /// The server's handle. The session itself has none.
    handle: Option<u64>,
}

impl RpcModule {
    /// Creates the module of a session.
    pub(super) fn session(peer: Peer) -> Module {
        Module::new(Self { peer, handle: None })
    }

    /// Returns whether this is the session itself.
    pub(crate) fn is_session(&self) -> bool {
        self.handle.is_none()
    }

    /// Returns the server's handle, if this is a module of that session.
    pub(super) fn handle_in(&self, session: &Inner) -> Option<u64> {
        self.handle.filter(|_| std::ptr::eq(&*self.peer, session))
    }
}

/// Returns the session of a module.
///
/// # Errors
/// If the module does not belong to a session.
pub(crate) fn peer_of(module: &Module) -> Result<Peer, RpcError> {
    let found = module.as_kind::<RpcModule>().map(|module| module.peer.clone());
    found.ok_or_else(|| RpcError::NoRpcModule { found: module.type_key().into() })
}

impl Inner {
    /// Returns a module for one of the server, which it owns.
    pub(super) fn module(&self, handle: u64) -> Result<Module> {
        let peer = self.this.upgrade().ok_or_else(|| Error::from("the RPC session has ended"))?;
        Ok(Module::new(RpcModule { peer, handle: Some(handle) }))
    }

    /// Returns a global function of the server.
    pub(super) fn global(&self, name: &str) -> Result<Option<RemoteFunction>> {
        match self.handle_call(Code::GET_GLOBAL_FUNC, &[Value::Str(name)])? {
            0 => Ok(None),
            handle => self.function(name, handle).map(Some),
        }
    }

    /// Returns a global function of the server.
    ///
    /// # Errors
    /// If the server has none of that name.
    pub(super) fn expect_global(&self, name: &str) -> Result<RemoteFunction> {
        let missing = || RpcError::NoFunction { address: self.address.clone(), name: name.into() };
        Ok(self.global(name)?.ok_or_else(missing)?)
    }
}

impl ModuleKind for RpcModule {
    fn type_key(&self) -> &str {
        TYPE_KEY
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        if self.is_session() {
            return Ok(self.peer.global(name)?.map(RemoteFunction::into_packed));
        }
        let find = self.peer.expect_global("tvm.rpc.server.ModuleGetFunction")?;
        match (module, name, false).lend(|args| find.call(args, name))? {
            RetValue::Null => Ok(None),
            function => Ok(Some(function.get()?)),
        }
    }

    fn source(&self, _format: &str) -> Result<String> {
        Err(RpcError::NoSource { address: self.peer.address.clone() }.into())
    }
}

impl Drop for RpcModule {
    fn drop(&mut self) {
        if let Some(handle) = self.handle {
            self.peer.free_handle(handle, 9);
        }
    }
}
