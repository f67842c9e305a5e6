//! Sessions of a server, each in a process of its own.

#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "a descriptor that child processes inherit")]

mod handshake;
mod hostile;
mod modules;
mod tokens;

use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use objet_object::FromValue;
use objet_rpc::host::{HostError, Limits, Server, ServerOptions};
use objet_rpc::serve::AllowList;
use objet_rpc::tracker::{Tracker, TrackerClient, TrackerOptions};
use objet_rpc::{ConnectOptions, RpcError, Session};
use objet_runtime::PackedArgs;

/// The greatest wait for something that happens soon. A failing test waits this long.
const SOON: Duration = Duration::from_secs(20);

/// A server, and the directory in which its sessions work.
struct Host {
    server: Server,
    directory: tempfile::TempDir,
}

impl Host {
    fn start(change: impl FnOnce(&mut ServerOptions)) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let mut options = ServerOptions {
            key: "test".into(),
            program: hostile::program(),
            work_dir: Some(directory.path().into()),
            sessions: 2,
            ..ServerOptions::default()
        };
        options.allow.add("test.*");
        change(&mut options);
        Self { server: Server::bind(options).expect("a free port"), directory }
    }

    fn address(&self) -> SocketAddr {
        self.server.address().expect("it listens")
    }

    fn options() -> ConnectOptions {
        ConnectOptions::new().key("test").deadline(Some(SOON)).connect_timeout(SOON)
    }

    fn connect(&self) -> Session {
        Self::options().connect(&self.address().to_string()).expect("a session")
    }

    fn raw(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address()).expect("a connection");
        stream.set_read_timeout(Some(SOON)).expect("a timeout");
        stream
    }

    /// Waits until no session has a directory, so all have ended.
    fn all_ended(&self) -> bool {
        soon(|| fs::read_dir(self.directory.path()).is_ok_and(|entries| entries.count() == 0))
    }

    /// Whether the server still serves.
    fn serves(&self) -> bool {
        call::<i64>(&self.connect(), "rpc.test.addone", (1,)) == Ok(2)
    }
}

fn soon(condition: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !condition() {
        if start.elapsed() > SOON {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    true
}

fn call<'a, T>(session: &Session, name: &str, args: impl PackedArgs<'a>) -> Result<T, String>
where
    T: for<'r> FromValue<'r>,
{
    let result = session.get_function(name).and_then(|function| function.call_as(args));
    result.map_err(|error| error.to_string())
}

/// Returns whether a process runs.
fn runs(process: i64) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z"))
}

#[test]
fn a_session_calls_functions_of_its_own_process() {
    let host = Host::start(|_| {});
    let session = host.connect();
    assert_eq!(call::<i64>(&session, "rpc.test.addone", (41,)), Ok(42));
    let text = call::<String>(&session, "rpc.test.strcat", ("abc", 11)).expect("a string");
    assert_eq!(text, "abc:11");
    let error = call::<i64>(&session, "rpc.test.except", ("on purpose",)).expect_err("an error");
    assert!(error.contains("on purpose"), "{error}");
    let process: i64 = call(&session, "test.pid", ()).expect("its number");
    assert!(process != i64::from(std::process::id()) && runs(process));
    drop(session);
    assert!(host.all_ended() && !runs(process));
}

#[test]
fn a_session_inherits_no_descriptors() {
    // SAFETY: the call takes no pointers. Child processes inherit the new descriptor.
    assert!(unsafe { libc::dup(1) } > 0);
    let host = Host::start(|_| {});
    let session = host.connect();
    // The three standard streams, the connection, the watchdog's copy of it, and the directory that
    // is read.
    assert_eq!(call(&session, "test.descriptors", ()), Ok(6_i64));
}

#[test]
fn a_crash_ends_one_session() {
    let host = Host::start(|_| {});
    let (crashing, other) = (host.connect(), host.connect());
    call::<i64>(&crashing, "test.abort", ()).expect_err("the process aborts");
    assert_eq!(call(&other, "rpc.test.addone", (1,)), Ok(2_i64));
    drop((crashing, other));
    assert!(host.all_ended() && host.serves());
}

#[test]
fn a_call_beyond_the_deadline_ends_the_session_with_the_name_of_the_function() {
    let host = Host::start(|options| options.limits.call = Some(Duration::from_millis(100)));
    let session = host.connect();
    let error = call::<i64>(&session, "test.forever", ()).expect_err("the deadline passes");
    assert!(error.contains("test.forever") && error.contains("100ms"), "{error}");
    assert!(host.all_ended() && host.serves());
}

#[test]
fn a_client_that_leaves_during_a_call_ends_its_session() {
    let host = Host::start(|options| options.sessions = 1);
    let options = Host::options().deadline(Some(Duration::from_secs(1)));
    let session = options.connect(&host.address().to_string()).expect("a session");
    let error = call::<i64>(&session, "test.forever", ()).expect_err("the client gives up");
    assert!(error.contains("no answer within 1s"), "{error}");
    drop(session);
    assert!(host.all_ended() && host.serves());
}

#[test]
fn a_session_that_blocks_its_exit_ends() {
    let host = Host::start(|options| options.limits.call = Some(Duration::from_millis(100)));
    let session = host.connect();
    call::<()>(&session, "test.block_exit", ()).expect("it returns");
    call::<i64>(&session, "test.forever", ()).expect_err("the deadline passes");
    assert!(host.all_ended() && host.serves());
}

#[test]
fn an_idle_session_ends() {
    let host = Host::start(|options| options.limits.idle = Some(Duration::from_millis(100)));
    let session = host.connect();
    assert!(host.all_ended());
    call::<i64>(&session, "rpc.test.addone", (1,)).expect_err("the session has ended");
}

#[test]
fn a_session_ends_after_the_timeout_of_the_client() {
    let host = Host::start(|_| {});
    let options = Host::options().session_timeout(Duration::from_millis(100));
    let session = options.connect(&host.address().to_string()).expect("a session");
    call::<i64>(&session, "test.forever", ()).expect_err("the session ends");
    assert!(host.all_ended());
}

#[test]
fn a_session_that_fills_its_directory_ends() {
    let host = Host::start(|options| options.limits.disk_bytes = Some(8 << 20));
    call::<i64>(&host.connect(), "test.fill", ()).expect_err("the session ends");
    assert!(host.all_ended() && host.serves());
}

#[test]
fn deep_directories_end_a_session_and_are_removed() {
    let host = Host::start(|_| {});
    let session = host.connect();
    // The monitor may end the session before the call returns.
    let _ = call::<i64>(&session, "test.nest", (5000,));
    assert!(host.all_ended() && host.serves());
}

#[test]
fn a_session_that_takes_all_memory_ends() {
    let host = Host::start(|options| options.limits.memory_bytes = Some(512 << 20));
    call::<i64>(&host.connect(), "test.hog", ()).expect_err("the session ends");
    assert!(host.all_ended() && host.serves());
}

#[test]
fn a_session_with_too_many_processes_ends_with_all_of_them() {
    let host = Host::start(|options| options.limits.processes = Some(4));
    let session = host.connect();
    // The monitor may end the session before the call returns.
    let _ = call::<i64>(&session, "test.spawn", (12,));
    assert!(host.all_ended() && host.serves());
}

#[test]
fn the_end_of_a_session_ends_its_processes() {
    let host = Host::start(|_| {});
    let session = host.connect();
    let leader: i64 = call(&session, "test.pid", ()).expect("its number");
    assert_eq!(call(&session, "test.spawn", (2,)), Ok(2_i64));
    let threads = fs::read_dir(format!("/proc/{leader}/task")).expect("its threads").flatten();
    let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<i64> =
        children.flat_map(|ids| ids.split_whitespace().flat_map(str::parse).collect::<Vec<_>>()).collect();
    assert_eq!(children.len(), 2);
    drop(session);
    assert!(host.all_ended());
    assert!(!children.into_iter().any(runs));
}

#[test]
fn files_have_plain_names_and_lie_in_the_directory_of_the_session() {
    let host = Host::start(|_| {});
    let session = host.connect();
    session.upload("data.bin", b"first").expect("a plain name");
    session.upload("data.bin", b"second").expect("the file is replaced");
    assert_eq!(session.download("data.bin").expect("the file"), b"second");
    let entries = fs::read_dir(host.directory.path()).expect("the directories").flatten();
    let found: Vec<PathBuf> = entries.map(|entry| entry.path().join("data.bin")).collect();
    assert_eq!(fs::read(&found[0]).expect("the file"), b"second");

    for name in ["", "..", "../x", "/tmp/x", "a/b", ".hidden"] {
        let error = session.upload(name, b"x").expect_err(name).to_string();
        assert!(error.contains("is not plain"), "{error}");
        session.download(name).expect_err(name);
        session.remove(name).expect_err(name);
        session.load_module(name).expect_err(name);
    }
    assert_eq!(call(&session, "test.link", ("link", "/etc/passwd")), Ok(true));
    session.download("link").expect_err("a link");
    session.load_module("link").expect_err("a link");
    session.upload("link", b"x").expect("the link is replaced");
    assert_eq!(session.download("link").expect("the file"), b"x");

    session.remove("data.bin").expect("the file exists");
    session.remove("data.bin").expect_err("the file is removed");
    session.download("data.bin").expect_err("the file is removed");
}

#[test]
fn a_file_beyond_the_limit_is_refused() {
    let host = Host::start(|options| options.limits.disk_bytes = Some(1 << 20));
    let session = host.connect();
    let error = session.upload("large", &vec![0; 2 << 20]).expect_err("too large").to_string();
    assert!(error.contains("the server's limit is 1048576"), "{error}");
    session.upload("small", &[1; 100]).expect("the session goes on");
}

#[test]
fn functions_beyond_the_allow_list_are_refused() {
    let host = Host::start(|_| {});
    let error = call::<i64>(&host.connect(), "secret", ()).expect_err("it is not allowed");
    assert!(error.contains("--allow secret"), "{error}");
    let open = Host::start(|options| options.allow = AllowList::all());
    assert_eq!(call(&open.connect(), "secret", ()), Ok(42_i64));
}

#[test]
fn output_of_any_length_does_not_block_a_session() {
    let host = Host::start(|_| {});
    assert_eq!(call(&host.connect(), "test.shout", (1_000_000,)), Ok(1_000_000_i64));
}

#[test]
fn further_clients_wait_for_a_free_session() {
    let host = Host::start(|options| options.sessions = 1);
    let first = host.connect();
    let address = host.address().to_string();
    let second = std::thread::spawn(move || {
        let session = Host::options().connect(&address).expect("a session");
        call::<i64>(&session, "rpc.test.addone", (1,))
    });
    // A client that leaves while it waits takes no session.
    drop(handshake::greet(&host, b"client:test"));
    assert_eq!(call(&first, "rpc.test.addone", (2,)), Ok(3_i64));
    drop(first);
    assert_eq!(second.join().expect("no panic"), Ok(2));
}

#[test]
fn a_server_without_a_free_session_gives_no_answer_and_no_other_server_is_tried() {
    let tracker = Tracker::bind(TrackerOptions { port: 0, ..TrackerOptions::default() }).expect("a port");
    let host = Host::start(|options| options.sessions = 1);
    let _first = host.connect();
    let port = host.address().port();
    let mut client = TrackerClient::connect(&tracker.address().to_string(), SOON).expect("the tracker");
    for _ in 0..2 {
        client.put("test", port, "test", None).expect("an offer");
    }
    let options = Host::options().connect_timeout(Duration::from_millis(50));
    let error = options.request(&mut client, "test", 1, Some(SOON)).expect_err("no free session");
    assert!(matches!(error, RpcError::NoAnswer { .. }), "{error}");
    assert_eq!(client.summary().expect("a summary").queues["test"].free, 1);
}

#[test]
fn a_program_that_refuses_a_session_tells_the_client_why() {
    let host = Host::start(|options| options.program = hostile::refusing_program());
    for _ in 0..2 {
        let error = Host::options().connect(&host.address().to_string()).expect_err("it is refused");
        assert!(error.to_string().contains("cannot import 'nope': no such module"), "{error}");
        assert!(error.to_string().contains(&host.address().to_string()), "{error}");
    }
}

#[test]
fn an_address_for_other_machines_needs_authentication() {
    let options =
        ServerOptions { host: [0, 0, 0, 0].into(), program: hostile::program(), ..ServerOptions::default() };
    let error = Server::bind(options.clone()).expect_err("it is open");
    assert!(matches!(error, HostError::Open { .. }));
    assert!(error.to_string().contains("--token-file"), "{error}");
    let insecure = ServerOptions { insecure: true, ..options };
    assert!(Server::bind(insecure).expect("a free port").address().is_some());
}

#[test]
fn a_server_is_offered_at_a_tracker_again_after_each_session() {
    let tracker = Tracker::bind(TrackerOptions { port: 0, ..TrackerOptions::default() }).expect("a port");
    let address = tracker.address().to_string();
    let host = Host::start(|options| options.tracker = Some(address.clone()));
    let mut client = TrackerClient::connect(&address, SOON).expect("the tracker");
    for _ in 0..3 {
        let offer = client.request("test", 1, Some(SOON)).expect("an offer");
        let options = Host::options().key(offer.match_key.clone());
        let session = options.connect(&host.address().to_string()).expect("a session");
        assert_eq!(call(&session, "rpc.test.addone", (1,)), Ok(2_i64));
    }
    Host::options().connect(&host.address().to_string()).expect_err("it has no match key");
}

#[test]
fn a_shutdown_ends_all_sessions_within_a_second() {
    let host = Host::start(|_| {});
    let sessions = [host.connect(), host.connect()];
    let processes: Vec<i64> =
        sessions.iter().map(|session| call(session, "test.pid", ()).expect("its number")).collect();
    let start = Instant::now();
    host.server.shutdown();
    assert!(start.elapsed() < Duration::from_secs(1));
    assert!(host.all_ended() && !processes.into_iter().any(runs));
    TcpStream::connect(host.address()).expect_err("nothing listens");
}

#[test]
fn many_sessions_at_once_leave_no_files() {
    let host = Host::start(|options| {
        options.sessions = 4;
        options.limits = Limits { cpu: None, ..Limits::default() };
    });
    assert!(host.serves() && host.all_ended());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    let session = host.connect();
                    session.upload("data", b"x").expect("a file");
                    assert_eq!(call(&session, "rpc.test.addone", (1,)), Ok(2_i64));
                }
            });
        }
    });
    assert!(host.all_ended());
}
