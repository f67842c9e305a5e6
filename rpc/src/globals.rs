//! The global functions of remote sessions, for front ends in other languages.

use std::sync::{Mutex, PoisonError};

use objet_object::{DLTensor, OpaqueHandle, RetValue};
use objet_runtime::{Args, Module, PackedFunc, RegistryError, Result, register_global, register_globals};

use crate::client::{ConnectOptions, RpcModule, Session, array_of_handle, peer_of};
use crate::serve::{AllowList, EventDrivenServer, Progress, ServeOptions};

/// Registers the global functions of this crate, in programs without registration at link time.
///
/// # Errors
/// If another function has one of the names.
pub fn register_front_end() -> Result<(), RegistryError> {
    crate::files::register()?;
    #[cfg(unix)]
    crate::pipe::register()?;
    register_globals!(
        connect,
        local_session,
        session_index,
        load_remote_module,
        import_remote_module,
        import_module,
        module_get_function,
        remote_time_evaluator,
        array_from_handle,
        create_event_driven_server,
        device_api
    )
}

/// Returns an address that stands for the APIs of remote devices. It shows front ends that remote
/// sessions are available.
#[register_global("device_api.rpc", crate = objet_runtime)]
fn device_api() -> OpaqueHandle {
    static API: u8 = 0;
    OpaqueHandle(std::ptr::from_ref(&API).cast_mut().cast())
}

/// Connects to a server, and returns its session as a module. The arguments are the host, the
/// port, the key, and those of the session's constructor. A key with the option `-objet=1` allows
/// functions of this process as arguments.
#[register_global("rpc.Connect", crate = objet_runtime)]
fn connect(args: Args<'_>) -> Result<RetValue> {
    let (host, port, key): (&str, u16, &str) = (args.get(0)?, args.get(1)?, args.get(2)?);
    let options = ConnectOptions::new().key(key.strip_prefix("client:").unwrap_or(key)).unannounced();
    let options = options.deadline(None).constructor(args.tail(3))?;
    Ok(options.connect(&format!("{host}:{port}"))?.module().into())
}

/// Begins a session in this process.
#[register_global("rpc.LocalSession", crate = objet_runtime)]
fn local_session() -> Result<Module> {
    Ok(Session::local()?.module())
}

/// Returns the index of a session, which determines its device types.
#[register_global("rpc.SessTableIndex", crate = objet_runtime)]
fn session_index(module: Module) -> Result<i64> {
    Ok(Session::of_module(&module)?.index() as i64)
}

/// Loads a module on the server from a file in the session's directory.
#[register_global("rpc.LoadRemoteModule", crate = objet_runtime)]
fn load_remote_module(session: Module, name: &str) -> Result<Module> {
    Session::of_module(&session)?.load_module(name)
}

/// Makes a module of a server import another one.
#[register_global("rpc.ImportRemoteModule", crate = objet_runtime)]
fn import_remote_module(parent: Module, child: Module) -> Result<()> {
    let session = Session::of_module(&parent)?;
    session.get_function("tvm.rpc.server.ImportModule")?.call((&parent, &child)).map(drop)
}

/// Makes a module import another one, for clients.
#[register_global("tvm.rpc.server.ImportModule", crate = objet_runtime)]
fn import_module(parent: Module, child: Module) -> Result<()> {
    parent.import(child)
}

/// Returns a function of a module, for clients.
#[register_global("tvm.rpc.server.ModuleGetFunction", crate = objet_runtime)]
fn module_get_function(parent: Module, name: &str, query_imports: bool) -> Result<Option<PackedFunc>> {
    if query_imports { parent.function_with_imports(name) } else { parent.function(name) }
}

/// Returns a timer of a function of a server; see `runtime.RPCTimeEvaluator`.
#[register_global("rpc.RemoteTimeEvaluator", crate = objet_runtime)]
fn remote_time_evaluator(args: Args<'_>) -> Result<RetValue> {
    let module: Module = args.get(0)?;
    let session = Session::of_module(&module)?;
    let timer = session.get_function("runtime.RPCTimeEvaluator")?;
    let is_session = module.as_kind::<RpcModule>().is_some_and(RpcModule::is_session);
    let device_type = args.get::<i32>(2)? % 128;
    let mut forwarded = args.iter().collect::<Result<Vec<_>>>()?;
    if is_session {
        forwarded[0] = ().into();
    }
    forwarded[2] = device_type.into();
    timer.call(forwarded.as_slice())
}

/// Creates a tensor for memory of a server. The arguments are the session, the handle of the
/// memory, a tensor with the shape and the type, the device, and the handle of the server's tensor
/// or null.
#[register_global("tvm.rpc.NDArrayFromRemoteOpaqueHandle", crate = objet_runtime)]
fn array_from_handle(args: Args<'_>) -> Result<RetValue> {
    let peer = peer_of(&args.get::<Module>(0)?)?;
    let handle = |position| -> Result<u64> {
        let handle: Option<OpaqueHandle> = args.get(position)?;
        Ok(handle.map_or(0, |OpaqueHandle(pointer)| pointer.addr() as u64))
    };
    let template: &DLTensor = args.get(2)?;
    Ok(array_of_handle(&peer, handle(1)?, template, args.get(3)?, handle(4)?)?.into())
}

/// Creates a server that is driven by events: a function of bytes and flags. The flag 2 makes it
/// send by the function `send`. Its result is 0 at the end of the session, 1 if it waits for bytes,
/// and 2 if it has bytes to send.
#[register_global("rpc.CreateEventDrivenServer", crate = objet_runtime)]
fn create_event_driven_server(send: PackedFunc, name: &str, remote_key: &str) -> PackedFunc {
    const WRITES: i64 = 2;
    let options = ServeOptions { name: name.into(), allow: AllowList::all(), ..ServeOptions::default() };
    let server = if remote_key == "%toinit" {
        EventDrivenServer::awaiting_key(&options)
    } else {
        EventDrivenServer::new(&options)
    };
    let server = Mutex::new(server);
    PackedFunc::from_fn(move |args, result| {
        let mut server = server.lock().unwrap_or_else(PoisonError::into_inner);
        server.receive(args.get(0)?)?;
        if args.get::<i64>(1)? & WRITES != 0 {
            server.send(|bytes| -> Result<usize> {
                Ok(usize::try_from(send.call_as::<i64>((bytes,))?).unwrap_or(0))
            })?;
        }
        *result = match server.progress() {
            Progress::Ended => 0,
            Progress::NeedsInput => 1,
            Progress::HasOutput => 2,
        }
        .into();
        Ok(())
    })
}
