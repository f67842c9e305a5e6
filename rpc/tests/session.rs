//! Sessions over real sockets, between two threads of one process.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Once;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use objet_object::{DataType, Device, DeviceType, NDArray, OpaqueHandle, RetValue};
use objet_rpc::serve::{AllowList, ServeError, ServeOptions, serve};
use objet_rpc::wire::{Code, Encoder, Value};
use objet_rpc::{ConnectOptions, Session, Stream, TimerOptions, handshake};
use objet_runtime::{Module, ModuleKind, NDArrayExt, PackedFunc, Registry, Result, TypedPackedFunc};

/// A module whose functions add a number.
struct Adders;

impl ModuleKind for Adders {
    fn type_key(&self) -> &str {
        "adders"
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        if name == "sleep" {
            return Ok(Registry::find("test.sleep"));
        }
        let Some(number) = name.strip_prefix("add_") else { return Ok(None) };
        let number: i64 = number.parse().map_err(|_| format!("expected a number in {name:?}"))?;
        Ok(Some(TypedPackedFunc::new(move |x: i64| x + number).into()))
    }
}

fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        Registry::register("test.add", TypedPackedFunc::new(|a: i64, b: i64| a + b)).unwrap();
        let echo = PackedFunc::from_fn(|args, result| {
            *result = args.get(0)?;
            Ok(())
        });
        Registry::register("test.echo", echo).unwrap();
        let fail = TypedPackedFunc::new(|| -> Result<()> { Err("the server is out of paper".into()) });
        Registry::register("test.fail", fail).unwrap();
        let sum = |x: NDArray| x.to_vec::<f32>().map(|x| x.iter().sum::<f32>());
        Registry::register("test.sum", TypedPackedFunc::new(sum)).unwrap();
        let range = |n: i64| NDArray::from_vec(&[n], (0..n).collect());
        Registry::register("test.range", TypedPackedFunc::new(range)).unwrap();
        Registry::register("test.module", TypedPackedFunc::new(|| Module::new(Adders))).unwrap();
        let apply = |f: PackedFunc, x: i64| f.call((x,));
        Registry::register("test.apply", TypedPackedFunc::new(apply)).unwrap();
        Registry::register(
            "test.adder",
            TypedPackedFunc::new(|n: i64| -> PackedFunc { TypedPackedFunc::new(move |x: i64| x + n).into() }),
        )
        .unwrap();
        let pass = |f: PackedFunc, x: NDArray| f.call((&x,));
        Registry::register("test.pass", TypedPackedFunc::new(pass)).unwrap();
        let call = |f: PackedFunc| f.call(());
        Registry::register("test.call", TypedPackedFunc::new(call)).unwrap();
        let sleep = |seconds: u64| thread::sleep(Duration::from_secs(seconds));
        Registry::register("test.sleep", TypedPackedFunc::new(sleep)).unwrap();
        Registry::register("test.panic", TypedPackedFunc::new(|| -> i64 { panic!("on purpose") })).unwrap();
    });
}

/// Serves one client, and returns the address.
fn server(allow: AllowList) -> (String, JoinHandle<Result<(), ServeError>>) {
    register();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let thread = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let client = handshake::accept(&mut stream, "test", Duration::from_secs(10)).unwrap();
        stream.set_nodelay(true).unwrap();
        let extensions = client.has_extensions();
        let options = ServeOptions { name: "test".into(), allow, extensions, ..ServeOptions::default() };
        serve(stream, &options)
    });
    (address, thread)
}

fn session() -> Session {
    let (address, _) = server(AllowList::all());
    connect(&address)
}

fn connect(address: &str) -> Session {
    ConnectOptions::new().key("test").deadline(Some(Duration::from_secs(20))).connect(address).unwrap()
}

#[test]
fn values_of_all_kinds_cross_both_ways() {
    let session = session();
    let echo = session.get_function("test.echo").unwrap();
    assert_eq!(session.get_function("test.add").unwrap().call((2, 3)).unwrap().get::<i64>().unwrap(), 5);
    assert!(matches!(echo.call(((),)).unwrap(), RetValue::Null));
    assert_eq!(echo.call((-1.5,)).unwrap().get::<f64>().unwrap(), -1.5);
    assert_eq!(echo.call(("grüß dich",)).unwrap().get::<String>().unwrap(), "grüß dich");
    assert_eq!(echo.call((&objet_object::String::from("s"),)).unwrap().get::<String>().unwrap(), "s");
    assert_eq!(echo.call((&b"a\0b"[..],)).unwrap().get::<Vec<u8>>().unwrap(), b"a\0b");
    assert_eq!(echo.call((DataType::bfloat16(),)).unwrap().get::<DataType>().unwrap(), DataType::bfloat16());
    let device = session.device(DeviceType::CPU, 3);
    assert_eq!(echo.call((device,)).unwrap().get::<Device>().unwrap(), device);
    let null = OpaqueHandle::NULL;
    assert_eq!(echo.call((null,)).unwrap().get::<OpaqueHandle>().unwrap(), null);
}

#[test]
fn tensors_are_copied_passed_and_returned() {
    let session = session();
    let device = session.device(DeviceType::CPU, 0);
    let x = NDArray::from_slice_on(&[2, 2], &[1.0_f32, 2.0, 3.0, 4.0], device).unwrap();
    assert_eq!(x.device(), device);
    assert_eq!(session.get_function("test.sum").unwrap().call((&x,)).unwrap().get::<f32>().unwrap(), 10.0);

    let range: NDArray = session.get_function("test.range").unwrap().call_as((100_000,)).unwrap();
    assert_eq!(range.device(), device);
    let host = range.to_host().unwrap().to_vec::<i64>().unwrap();
    assert!(host.len() == 100_000 && host[99_999] == 99_999);

    let mut copy = NDArray::empty(&[2, 2], DataType::float(32), device).unwrap();
    copy.copy_from(&x).unwrap();
    assert_eq!(copy.to_host().unwrap().to_vec::<f32>().unwrap(), [1.0, 2.0, 3.0, 4.0]);
    let echoed: NDArray = session.get_function("test.echo").unwrap().call_as((&x,)).unwrap();
    assert_eq!(echoed.to_host().unwrap().to_vec::<f32>().unwrap(), [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn modules_and_functions_live_on_the_server() {
    let session = session();
    let module: Module = session.get_function("test.module").unwrap().call_as(()).unwrap();
    assert_eq!(module.type_key(), "rpc");
    let add = module.expect_function("add_5").unwrap();
    assert_eq!(add.call((1,)).unwrap().get::<i64>().unwrap(), 6);
    assert!(module.function("other").unwrap().is_none());

    let other: Module = session.get_function("test.module").unwrap().call_as(()).unwrap();
    module.import(other).unwrap();
    let cycle = module.import(module.clone()).unwrap_err();
    assert!(cycle.message().contains("Cyclic dependency"), "{cycle}");

    let adder: PackedFunc = session.get_function("test.adder").unwrap().call_as((7,)).unwrap();
    assert_eq!(adder.call((1,)).unwrap().get::<i64>().unwrap(), 8);
}

#[test]
fn the_server_calls_functions_of_the_client() {
    let session = session();
    let apply = session.get_function("test.apply").unwrap();
    let calls = std::sync::Arc::new(AtomicI64::new(0));
    let counted = calls.clone();
    let double: PackedFunc = TypedPackedFunc::new(move |x: i64| {
        counted.fetch_add(1, Ordering::Relaxed);
        2 * x
    })
    .into();
    assert_eq!(apply.call((&double, 21)).unwrap().get::<i64>().unwrap(), 42);
    assert_eq!(calls.load(Ordering::Relaxed), 1);

    // The function may use the session itself.
    let add = session.get_function("test.add").unwrap();
    let nested: PackedFunc = TypedPackedFunc::new(move |x: i64| add.call((x, 1))).into();
    assert_eq!(apply.call((&nested, 1)).unwrap().get::<i64>().unwrap(), 2);

    // A remote function stays on the server.
    let adder: PackedFunc = session.get_function("test.adder").unwrap().call_as((7,)).unwrap();
    assert_eq!(apply.call((&adder, 1)).unwrap().get::<i64>().unwrap(), 8);

    let fail: PackedFunc = TypedPackedFunc::new(|_: i64| -> Result<()> { Err("not today".into()) }).into();
    let error = apply.call((&fail, 1)).unwrap_err();
    assert!(error.message().contains("not today"), "{error}");

    // The server keeps the function beyond the call.
    let kept: PackedFunc = session.get_function("test.echo").unwrap().call_as((&double,)).unwrap();
    let error = kept.call((1,)).unwrap_err();
    assert!(error.message().contains("the call that passed it has returned"), "{error}");
}

#[test]
fn functions_of_the_client_return_objects_of_the_server() {
    let session = session();
    let pass = session.get_function("test.pass").unwrap();
    let device = session.device(DeviceType::CPU, 0);
    let x = NDArray::from_slice_on(&[2], &[1.0_f32, 2.0], device).unwrap();
    let same: PackedFunc = TypedPackedFunc::new(|x: NDArray| x).into();
    let y: NDArray = pass.call_as((&same, &x)).unwrap();
    assert_eq!(y.to_host().unwrap().to_vec::<f32>().unwrap(), [1.0, 2.0]);

    // A tensor that only the function of the client has.
    let make: PackedFunc =
        TypedPackedFunc::new(move |_: NDArray| NDArray::from_slice_on(&[1], &[7.0_f32], device)).into();
    let y: NDArray = pass.call_as((&make, &x)).unwrap();
    assert_eq!(y.to_host().unwrap().to_vec::<f32>().unwrap(), [7.0]);

    let adder = session.get_function("test.adder").unwrap();
    let make: PackedFunc = TypedPackedFunc::new(move || adder.call((3,))).into();
    let add: PackedFunc = session.get_function("test.call").unwrap().call_as((&make,)).unwrap();
    assert_eq!(add.call((1,)).unwrap().get::<i64>().unwrap(), 4);
}

#[test]
fn a_session_that_is_closed_by_a_function_of_the_client_ends_on_both_sides() {
    let (address, server) = server(AllowList::all());
    let session = connect(&address);
    let call = session.get_function("test.call").unwrap();
    let closed = session.clone();
    let close: PackedFunc = TypedPackedFunc::new(move || closed.close()).into();
    call.call((&close,)).unwrap_err();
    server.join().unwrap().unwrap();
}

#[test]
fn another_thread_closes_a_session_that_waits() {
    let session = session();
    let sleep = session.get_function("test.sleep").unwrap();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| sleep.call((3600,)).unwrap_err());
        thread::sleep(Duration::from_millis(50));
        session.close();
        let error = waiting.join().unwrap();
        assert!(error.message().contains("the session has ended"), "{error}");
    });
}

#[test]
fn a_thread_of_a_function_of_the_client_waits_at_most_until_the_deadline() {
    let (address, _) = server(AllowList::all());
    let options = ConnectOptions::new().key("test").deadline(Some(Duration::from_millis(300)));
    let session = options.connect(&address).unwrap();
    let call = session.get_function("test.call").unwrap();
    let add = session.get_function("test.add").unwrap();
    let nested: PackedFunc = TypedPackedFunc::new(move || -> Result<()> {
        let add = add.clone();
        thread::spawn(move || add.call((1, 2)).map(drop)).join().unwrap()
    })
    .into();
    let error = call.call((&nested,)).unwrap_err();
    assert!(error.message().contains("no answer within 300ms"), "{error}");
}

#[test]
fn a_closed_local_session_refuses_requests() {
    register();
    let session = Session::local().unwrap();
    let add = session.get_function("test.add").unwrap();
    session.close();
    assert!(add.call((1, 2)).unwrap_err().message().contains("the session has ended"));
}

#[test]
fn errors_of_the_server_are_errors_of_the_call() {
    let session = session();
    let error = session.get_function("test.fail").unwrap().call(()).unwrap_err();
    assert_eq!(error.kind().name(), "RPCError");
    assert!(error.message().starts_with("Error caught from RPC call:\n"), "{error}");
    assert!(error.message().contains("the server is out of paper"), "{error}");
    assert!(format!("{error:#}").contains("in test.fail at 127.0.0.1:"), "{error:#}");
    let error = session.get_function("test.panic").unwrap().call(()).unwrap_err();
    assert!(error.message().contains("panicked: on purpose"), "{error}");
    let error = session.get_function("test.nothing").unwrap_err();
    assert!(error.message().contains("has no function \"test.nothing\""), "{error}");
    // The session goes on.
    assert_eq!(session.get_function("test.add").unwrap().call((2, 3)).unwrap().get::<i64>().unwrap(), 5);
}

#[test]
fn arguments_that_cannot_be_sent_are_errors() {
    let (session, other) = (session(), session());
    let echo = session.get_function("test.echo").unwrap();
    let text = |args: &NDArray| echo.call((args,)).unwrap_err().message().to_owned();
    let local = NDArray::zeros(&[2], DataType::float(32)).unwrap();
    assert!(text(&local).contains("Can not pass in local device"), "{}", text(&local));
    let elsewhere = local.copy_to(other.device(DeviceType::CPU, 0)).unwrap();
    assert!(text(&elsewhere).contains("different remote session"), "{}", text(&elsewhere));
    let error = echo.call((&Module::new(Adders),)).unwrap_err();
    assert!(error.message().contains("Cannot pass a non-RPC module to remote"), "{error}");
    let error = echo.call((&objet_object::ShapeTuple::from([1, 2]),)).unwrap_err();
    assert!(error.message().contains("type runtime.ShapeTuple is not supported by RPC"), "{error}");
}

#[test]
fn functions_that_are_not_allowed_are_refused() {
    let (address, _) = server(AllowList::new(["test.a*"]));
    let session = connect(&address);
    assert!(session.get_function("test.add").is_ok());
    let error = session.get_function("test.echo").unwrap_err();
    assert!(error.message().contains("start the server with `--allow test.echo`"), "{error}");
}

#[test]
fn times_are_measured_on_the_server() {
    let session = session();
    let device = session.device(DeviceType::CPU, 0);
    let options = TimerOptions { number: 3, repeat: 4, ..TimerOptions::default() };
    let timer = session.time_evaluator(None, "test.add", device, &options).unwrap();
    let timing = timer.run((1, 2)).unwrap();
    assert!(timing.results().len() == 4 && timing.min() >= 0.0);

    let module: Module = session.get_function("test.module").unwrap().call_as(()).unwrap();
    let timer = session.time_evaluator(Some(&module), "add_1", device, &options).unwrap();
    assert_eq!(timer.run((1,)).unwrap().results().len(), 4);
}

#[test]
fn a_session_works_through_another_server() {
    let (far, _) = server(AllowList::all());
    let (near, _) = server(AllowList::all());
    let port = far.rsplit_once(':').unwrap().1.parse().unwrap();
    let session =
        ConnectOptions::new().key("test").through_to("127.0.0.1", port, "test").connect(&near).unwrap();
    assert_eq!(session.get_function("test.add").unwrap().call((2, 3)).unwrap().get::<i64>().unwrap(), 5);
    let device = session.device(DeviceType::CPU, 0);
    let x = NDArray::from_slice_on(&[3], &[1.0_f32, 2.0, 4.0], device).unwrap();
    assert_eq!(session.get_function("test.sum").unwrap().call((&x,)).unwrap().get::<f32>().unwrap(), 7.0);
    assert_eq!(x.to_host().unwrap().to_vec::<f32>().unwrap(), [1.0, 2.0, 4.0]);
    // Functions of the client are called through both servers.
    let double: PackedFunc = TypedPackedFunc::new(|x: i64| 2 * x).into();
    let apply = session.get_function("test.apply").unwrap();
    assert_eq!(apply.call((&double, 4)).unwrap().get::<i64>().unwrap(), 8);
}

#[test]
fn threads_share_a_session() {
    let session = session();
    let add = session.get_function("test.add").unwrap();
    thread::scope(|scope| {
        for thread in 0..4 {
            let add = &add;
            scope.spawn(move || {
                for number in 0..100 {
                    assert_eq!(add.call((thread, number)).unwrap().get::<i64>().unwrap(), thread + number);
                }
            });
        }
    });
}

#[test]
fn a_session_ends_with_its_last_reference() {
    let (address, thread) = server(AllowList::all());
    let session = connect(&address);
    let x = NDArray::zeros(&[2], DataType::float(32))
        .unwrap()
        .copy_to(session.device(DeviceType::CPU, 0))
        .unwrap();
    drop(session);
    assert_eq!(x.to_host().unwrap().to_vec::<f32>().unwrap(), [0.0, 0.0]);
    drop(x);
    thread.join().unwrap().unwrap();
}

#[test]
fn a_closed_session_refuses_requests() {
    let session = session();
    let add = session.get_function("test.add").unwrap();
    session.close();
    let error = add.call((1, 2)).unwrap_err();
    assert!(error.message().contains("the session has ended"), "{error}");
}

#[test]
fn a_server_that_does_not_answer_is_an_error_within_the_deadline() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let options = ConnectOptions::new().connect_timeout(Duration::from_millis(50));
    let error = options.connect(&address).unwrap_err().to_string();
    assert!(error.starts_with(&format!("no answer of {address} within 50ms: ")), "{error}");

    let thread = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        drop(stream);
        (stream, _) = listener.accept().unwrap();
        handshake::accept(&mut stream, "", Duration::MAX).unwrap();
        stream
    });
    let endless = ConnectOptions::new().connect_timeout(Duration::MAX);
    let options = endless.deadline(Some(Duration::from_millis(150)));
    let error = options.connect(&address).unwrap_err().to_string();
    assert!(error.contains(&format!("InitServer at {address}: no answer within 150ms")), "{error}");
    drop(thread.join().unwrap());
}

#[test]
fn a_call_without_an_answer_is_an_error_that_names_the_function() {
    type Call = fn(&Session) -> Result<RetValue>;
    let calls: [(&str, Call); 3] = [
        ("test.sleep", |session| session.get_function("test.sleep")?.call((3,))),
        ("sleep", |session| {
            let module: Module = session.get_function("test.module")?.call_as(())?;
            module.expect_function("sleep")?.call((3,))
        }),
        ("the timer of test.sleep", |session| {
            let device = session.device(DeviceType::CPU, 0);
            let timer = session.time_evaluator(None, "test.sleep", device, &TimerOptions::default())?;
            timer.run((3,)).map(|_| RetValue::Null)
        }),
    ];
    for (name, call) in calls {
        let (address, _) = server(AllowList::all());
        let options = ConnectOptions::new().key("test").deadline(Some(Duration::from_secs(1)));
        let error = call(&options.connect(&address).unwrap()).unwrap_err();
        let expected = format!("{name} at {address}: no answer within 1s");
        assert!(error.message().starts_with(&expected), "{error}");
    }
}

/// A connection to a server that answers the first request only.
struct Reluctant {
    /// The bytes that the client reads at first.
    start: io::Cursor<Vec<u8>>,
    /// The packet that the client reads again and again then.
    endless: Vec<u8>,
    begin: Instant,
}

impl Reluctant {
    /// The time after which the connection ends, so that a client without a deadline fails.
    const END: Duration = Duration::from_secs(10);

    fn new(endless: Vec<u8>) -> Self {
        let key = b"server: -objet=1";
        let mut answer = Encoder::new(Code::RETURN);
        answer.values(&[Value::Null]);
        let magic = handshake::MAGIC.to_le_bytes();
        let start = [&magic, &(key.len() as i32).to_le_bytes(), &key[..], &answer.finish()].concat();
        Self { start: io::Cursor::new(start), endless, begin: Instant::now() }
    }

    fn has_ended(&self) -> bool {
        thread::sleep(Duration::from_millis(1));
        self.begin.elapsed() > Self::END
    }
}

impl Read for Reluctant {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.start.read(buffer)? {
            0 if self.has_ended() => Ok(0),
            0 => (&self.endless[..]).read(buffer),
            read => Ok(read),
        }
    }
}

impl Write for Reluctant {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.has_ended() { Ok(0) } else { Ok(bytes.len().min(100)) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Reluctant {
    fn set_timeout(&self, _timeout: Option<Duration>) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_server_that_never_pauses_does_not_evade_the_deadline() {
    let mut call = Encoder::new(Code::CALL_FUNC);
    call.u64(7);
    call.values(&[]);
    let (no_packet, requests) = (vec![0; 8], call.finish());
    let slowly_taken = "f".repeat(1 << 22);
    for (endless, name) in [(no_packet.clone(), "f"), (requests, "f"), (no_packet, &*slowly_taken)] {
        let options = ConnectOptions::new().deadline(Some(Duration::from_millis(300)));
        let session = options.connect_over(Reluctant::new(endless), "reluctant").unwrap();
        let error = session.get_function(name).unwrap_err();
        assert!(error.message().contains("no answer within 300ms"), "{error}");
    }
}

#[test]
fn another_key_or_another_protocol_is_refused() {
    let (address, thread) = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let accept = move || {
            let (mut stream, _): (TcpStream, _) = listener.accept().unwrap();
            handshake::accept(&mut stream, "board", Duration::from_secs(10)).unwrap_err();
            let (stream, _) = listener.accept().unwrap();
            (&stream).write_all(b"HTTP/1.1 400 Bad Request\r\n").unwrap();
        };
        (address, thread::spawn(accept))
    };
    let error = ConnectOptions::new().key("other").connect(&address).unwrap_err().to_string();
    let expected = format!("URL {address} cannot find server that matches key=other: ");
    assert!(error.starts_with(&expected) && error.contains("needs a token"), "{error}");
    let error = Session::connect(&address).unwrap_err().to_string();
    assert!(error.starts_with(&format!("URL {address} is not TVM RPC server")), "{error}");
    thread.join().unwrap();
}
