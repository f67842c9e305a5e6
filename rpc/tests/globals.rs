//! The global functions that front ends in other languages call.

#![cfg(unix)]
#![expect(unsafe_code, reason = "calls a function that owns a descriptor")]

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::fd::IntoRawFd;
use std::os::unix::net::UnixStream;
use std::sync::{Mutex, Once};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use objet_object::{ArgValue, DataType, DeviceType, NDArray, OpaqueHandle};
use objet_rpc::serve::{AllowList, ServeOptions, serve};
use objet_rpc::wire::{Code, Encoder};
use objet_rpc::{ConnectOptions, Halves, Session, handshake};
use objet_runtime::{
    Module, ModuleKind, NDArrayExt, PackedArgs, PackedFunc, Registry, Result, Timing, TypedPackedFunc,
};

const LIMIT: Duration = Duration::from_secs(20);

/// A module whose functions add a number.
struct Adders;

impl ModuleKind for Adders {
    fn type_key(&self) -> &str {
        "adders"
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        let Some(number) = name.strip_prefix("add_") else { return Ok(None) };
        let number: i64 = number.parse().map_err(|_| format!("expected a number in {name:?}"))?;
        Ok(Some(TypedPackedFunc::new(move |x: i64| x + number).into()))
    }
}

/// Registers the functions of the server.
fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        Registry::register_override("test.add", TypedPackedFunc::new(|a: i64, b: i64| a + b));
        Registry::register_override("test.pid", TypedPackedFunc::new(|| i64::from(std::process::id())));
        let load = |_: &str| Module::new(Adders);
        Registry::register_override("tvm.rpc.server.load_module", TypedPackedFunc::new(load));
    });
}

/// Calls a global function, as front ends do.
fn global<'a>(name: &str, args: impl PackedArgs<'a>) -> Result<objet_object::RetValue> {
    register();
    // SAFETY: the tests hand descriptors over to `rpc.ServerLoop`, and call safe functions.
    let found = unsafe { Registry::find_unchecked(name) };
    found.unwrap_or_else(|| panic!("{name}")).call(args)
}

fn module<'a>(name: &str, args: impl PackedArgs<'a>) -> Result<Module> {
    Ok(global(name, args)?.get()?)
}

#[track_caller]
fn assert_adds(session: &Module) {
    let add = session.expect_function("test.add").unwrap();
    assert_eq!(add.call_as::<i64>((40, 2)).unwrap(), 42);
}

/// Copies a large tensor to the server and back.
fn assert_copies(session: &Module) {
    let device = Session::of_module(session).unwrap().device(DeviceType::CPU, 0);
    let numbers: Vec<i64> = (0..200_000).collect();
    let x = NDArray::from_slice_on(&[200_000], &numbers, device).unwrap();
    assert_eq!(x.to_host().unwrap().to_vec::<i64>().unwrap(), numbers);
}

/// Returns the command line that serves the pipes whose numbers follow it.
fn piped() -> Vec<String> {
    let program = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let quiet = ["sh", "-c", "exec \"$@\" > /dev/null", "sh", &program].map(String::from);
    let filter = ["--exact", "serves_pipes", "--ignored", "--nocapture"].map(String::from);
    [&quiet[..], &filter].concat()
}

fn pipe_client(words: &[String]) -> Result<Module> {
    let words: Vec<_> = words.iter().map(ArgValue::from).collect();
    module("rpc.CreatePipeClient", words.as_slice())
}

#[test]
#[ignore = "runs in the process of a pipe session"]
fn serves_pipes() {
    let args: Vec<_> = std::env::args().collect();
    let [.., reader, writer] = args.as_slice() else { return };
    if reader.parse::<u32>().is_err() || writer.parse::<u32>().is_err() {
        return;
    }
    register();
    let reader = File::open(format!("/dev/fd/{reader}")).unwrap();
    let writer = OpenOptions::new().write(true).open(format!("/dev/fd/{writer}")).unwrap();
    let options = ServeOptions { allow: AllowList::all(), ..ServeOptions::default() };
    serve(Halves { reader, writer }, &options).unwrap();
}

#[test]
fn a_session_over_pipes_ends_its_process() {
    let session = pipe_client(&piped()).unwrap();
    assert_adds(&session);
    assert_copies(&session);
    let process: i64 = session.expect_function("test.pid").unwrap().call_as(()).unwrap();
    assert_ne!(process, i64::from(std::process::id()));
    let runs = || {
        let mut ps = std::process::Command::new("ps");
        ps.args(["-p", &process.to_string()]).stdout(std::process::Stdio::null()).status().unwrap().success()
    };
    assert!(runs());
    drop(session);
    assert!(!runs());
}

#[test]
fn a_program_that_does_not_start_or_serve_is_an_error() {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let error = pipe_client(&words(&["/no/such/program"])).unwrap_err();
    assert!(error.message().starts_with("cannot start /no/such/program"), "{error}");
    for exits in [&["true"][..], &["sh", "-c", "exit 3"]] {
        let error = pipe_client(&words(exits)).unwrap_err();
        assert!(error.message().contains(exits[0]), "{error}");
    }
    // The program closes its output, but reads on.
    let error = pipe_client(&words(&["sh", "-c", "eval \"exec $1>&-\"; cat <&$0 > /dev/null"])).unwrap_err();
    assert!(error.message().contains("sh"), "{error}");
    let error = pipe_client(&[]).unwrap_err();
    assert!(error.message().contains("no program"), "{error}");
    global("rpc.CreatePipeClient", (1,)).unwrap_err();
}

/// Serves one client by a function behind the handshake, and returns the session.
fn served(by: impl FnOnce(UnixStream) + Send + 'static) -> (Session, JoinHandle<()>) {
    register();
    let (client, mut server) = UnixStream::pair().unwrap();
    let thread = thread::spawn(move || {
        handshake::accept(&mut server, "test", LIMIT).unwrap();
        server.set_read_timeout(None).unwrap();
        server.set_write_timeout(None).unwrap();
        by(server);
    });
    let options = ConnectOptions::new().key("test").deadline(Some(LIMIT));
    (options.connect_over(client, "the test").unwrap(), thread)
}

fn sender(stream: &UnixStream) -> PackedFunc {
    let stream = Mutex::new(stream.try_clone().unwrap());
    let send = move |bytes: &[u8]| -> Result<i64> { Ok(stream.lock().unwrap().write(bytes)? as i64) };
    TypedPackedFunc::new(send).into()
}

fn receiver(stream: &UnixStream) -> PackedFunc {
    let stream = Mutex::new(stream.try_clone().unwrap());
    let receive = move |size: i64| -> Result<Vec<u8>> {
        let mut bytes = vec![0; size as usize];
        let read = stream.lock().unwrap().read(&mut bytes)?;
        bytes.truncate(read);
        Ok(bytes)
    };
    TypedPackedFunc::new(receive).into()
}

#[test]
fn a_loop_serves_functions_that_send_and_receive() {
    let (session, thread) = served(|stream| {
        global("rpc.ServerLoop", (&sender(&stream), &receiver(&stream))).unwrap();
    });
    assert_adds(&session.module());
    assert_copies(&session.module());
    drop(session);
    thread.join().unwrap();
}

#[test]
fn a_loop_serves_a_descriptor_and_closes_it() {
    let (session, thread) = served(|stream| {
        global("rpc.ServerLoop", (stream.into_raw_fd(),)).unwrap();
    });
    assert_adds(&session.module());
    assert_copies(&session.module());
    drop(session);
    thread.join().unwrap();
    for invalid in [-1, i64::MAX] {
        global("rpc.ServerLoop", (invalid,)).unwrap_err();
    }
}

#[test]
fn a_loop_ends_with_the_error_of_its_functions() {
    register();
    let fail = |_: &[u8]| -> Result<i64> { Err("the line is cut".into()) };
    let send: PackedFunc = TypedPackedFunc::new(fail).into();
    let hear = |_: i64| -> Result<Vec<u8>> { Err("the line is cut".into()) };
    let receive: PackedFunc = TypedPackedFunc::new(hear).into();
    let error = global("rpc.ServerLoop", (&send, &receive)).unwrap_err();
    assert!(format!("{error:#}").contains("the line is cut"), "{error:#}");
}

/// Reads the bytes of a client for a server that is driven by events, until the session ends.
fn pump(mut stream: UnixStream) {
    let name = "test";
    let server = global("rpc.CreateEventDrivenServer", (&sender(&stream), name, "server:test")).unwrap();
    let server: PackedFunc = server.get().unwrap();
    let mut bytes = [0; 1000];
    loop {
        let read = stream.read(&mut bytes).unwrap();
        let mut state: i64 = server.call_as((&bytes[..read], 3)).unwrap();
        while state == 2 {
            state = server.call_as((&b""[..], 2)).unwrap();
        }
        if state == 0 {
            return;
        }
        assert_eq!(state, 1);
    }
}

#[test]
fn a_server_is_driven_by_events() {
    let (session, thread) = served(pump);
    assert_adds(&session.module());
    assert_copies(&session.module());
    let error = session.get_function("test.missing").unwrap_err();
    assert!(error.message().contains("test.missing"), "{error}");
    drop(session);
    thread.join().unwrap();
}

#[test]
fn a_server_that_is_driven_by_events_may_await_the_key() {
    let send: PackedFunc = TypedPackedFunc::new(|bytes: &[u8]| bytes.len() as i64).into();
    let server = global("rpc.CreateEventDrivenServer", (&send, "test", "%toinit")).unwrap();
    let server: PackedFunc = server.get().unwrap();
    let receive = |bytes: &[u8]| server.call_as::<i64>((bytes, 3)).unwrap();
    assert_eq!(receive(b"\x0b\0\0\0client"), 1);
    assert_eq!(receive(b":test"), 1);
    assert_eq!(receive(&Encoder::new(Code::SHUTDOWN).finish()), 0);
}

#[test]
fn a_client_of_a_front_end_sends_the_bytes_of_tvm() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        let mut greeting = [0; 17];
        stream.read_exact(&mut greeting).unwrap();
        stream.write_all(b"\x71\xf2\x0f\0\x09\0\0\0server:k1").unwrap();
        let mut first = [0; 29];
        stream.read_exact(&mut first).unwrap();
        stream.write_all(b"\x0c\0\0\0\0\0\0\0\x04\0\0\0\x01\0\0\0\x04\0\0\0").unwrap();
        (greeting, first)
    });
    module("rpc.Connect", ("127.0.0.1", i64::from(port), "client:k1")).unwrap();
    let (greeting, first) = server.join().unwrap();
    assert_eq!(&greeting, b"\x71\xf2\x0f\0\x09\0\0\0client:k1");
    assert_eq!(&first, b"\x15\0\0\0\0\0\0\0\x02\0\0\0\x05\0\0\0\0\0\0\x000.8.0\0\0\0\0");
}

#[test]
fn a_session_in_this_process_has_an_index() {
    let (session, other) = (module("rpc.LocalSession", ()).unwrap(), module("rpc.LocalSession", ()).unwrap());
    assert_adds(&session);
    assert_copies(&session);
    let index = |session: &Module| global("rpc.SessTableIndex", (session,)).unwrap().get::<i64>().unwrap();
    assert_ne!(index(&session), index(&other));
    assert_eq!(index(&session), Session::of_module(&session).unwrap().index() as i64);
    let error = global("rpc.SessTableIndex", (&Module::new(Adders),)).unwrap_err();
    assert!(error.message().contains("adders"), "{error}");
}

#[test]
fn modules_of_a_server_are_loaded_and_imported() {
    let (session, thread) = served(|stream| {
        global("rpc.ServerLoop", (stream.into_raw_fd(),)).unwrap();
    });
    let load = |name: &str| module("rpc.LoadRemoteModule", (&session.module(), name)).unwrap();
    let (parent, child) = (load("parent.so"), load("child.so"));
    assert_eq!(parent.expect_function("add_5").unwrap().call_as::<i64>((1,)).unwrap(), 6);
    global("rpc.ImportRemoteModule", (&parent, &child)).unwrap();
    let error = global("rpc.ImportRemoteModule", (&child, &parent)).unwrap_err();
    assert!(error.message().contains("Cyclic dependency"), "{error}");
    let local = Module::new(Adders);
    global("rpc.LoadRemoteModule", (&local, "parent.so")).unwrap_err();
    global("rpc.ImportRemoteModule", (&parent, &local)).unwrap_err();
    drop((session, parent, child));
    thread.join().unwrap();
}

#[test]
fn clients_that_answer_for_their_code_find_executors() {
    let (session, thread) = served(|stream| {
        global("rpc.ServerLoop", (stream.into_raw_fd(),)).unwrap();
    });
    let module = session.module();
    let create = module.function("tvm.graph_executor.create").unwrap().unwrap();
    assert!(create.call(("{", &module, 1, 0)).is_err());
    assert!(module.function("runtime.TVMSetStream").unwrap().is_none());
    drop((session, module, create));
    thread.join().unwrap();
    // Safe code in this process may hold slices of the tensors of this session.
    let local = Session::local().unwrap().module();
    assert!(local.function("tvm.graph_executor.create").unwrap().is_none());
}

#[test]
fn functions_of_modules_and_of_sessions_are_measured() {
    let session = module("rpc.LocalSession", ()).unwrap();
    let remote = module("rpc.LoadRemoteModule", (&session, "adders.so")).unwrap();
    // Front ends give the device type with the mask of the session.
    let device = Session::of_module(&session).unwrap().device(DeviceType::CPU, 0);
    let kind = device.device_type.0;
    let time = |module: &Module, name: &str, args: (i64, i64), count: usize| {
        let timer = global("runtime.RPCTimeEvaluator", (module, name, kind, 0, 2, 3, 0, "")).unwrap();
        let timer: PackedFunc = timer.get().unwrap();
        let args = [ArgValue::from(args.0), ArgValue::from(args.1)];
        let bytes: Vec<u8> = timer.call_as(&args[..count]).unwrap();
        Timing::from_bytes(&bytes).unwrap()
    };
    assert_eq!(time(&remote, "add_5", (1, 0), 1).results().len(), 3);
    assert_eq!(time(&session, "test.add", (1, 2), 2).results().len(), 3);
    let missing = global("runtime.RPCTimeEvaluator", (&session, "test.missing", kind, 0, 2, 3, 0, ""));
    assert!(missing.unwrap_err().message().contains("test.missing"));
}

#[test]
fn a_tensor_is_made_for_memory_of_a_server() {
    let session = module("rpc.LocalSession", ()).unwrap();
    let device = Session::of_module(&session).unwrap().device(DeviceType::CPU, 0);
    let template = NDArray::zeros(&[2, 3], DataType::float(32)).unwrap();
    let unknown = OpaqueHandle(std::ptr::without_provenance_mut(0xdead_beef));
    let make = |data: OpaqueHandle, owner: OpaqueHandle| -> NDArray {
        let args = (&session, data, template.dl_tensor(), device, owner);
        global("tvm.rpc.NDArrayFromRemoteOpaqueHandle", args).unwrap().get().unwrap()
    };
    let tensor = make(unknown, OpaqueHandle::NULL);
    assert_eq!((tensor.device(), tensor.dtype(), tensor.shape()), (device, DataType::float(32), &[2, 3][..]));
    // The server has no such memory, and no such tensor to free.
    tensor.to_host().unwrap_err();
    drop((tensor, make(unknown, unknown)));
    assert_adds(&session);
}
