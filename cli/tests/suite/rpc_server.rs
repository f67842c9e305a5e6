//! `objet rpc server`.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use objet::rpc::ConnectOptions;

use crate::command::{command, objet};

/// Starts a server, and returns its log and its port.
fn server(args: &[&str]) -> (Child, BufReader<ChildStderr>, String) {
    let mut command = command(&["rpc", "server", "--port", "0"]);
    let mut child = command.args(args).stderr(Stdio::piped()).spawn().expect("the command");
    let mut log = BufReader::new(child.stderr.take().expect("its log"));
    let mut line = String::new();
    log.read_line(&mut line).expect("a line");
    let address = line.trim_end().rsplit_once("listening on ").expect("an address").1.to_owned();
    (child, log, address)
}

#[test]
fn a_server_says_how_to_connect_and_ends_its_sessions_at_a_signal() {
    let (mut child, mut log, address) = server(&["--key", "board", "--memory", "2G", "--idle", "5m"]);
    let mut line = String::new();
    log.read_line(&mut line).expect("a line");
    assert!(line.contains("tvm.rpc.connect(\"127.0.0.1\", ") && line.contains("key=\"board\""), "{line}");

    let session = ConnectOptions::new().key("board").connect(&address).expect("a session");
    let function = session.get_function("rpc.test.addone").expect("a function");
    assert_eq!(function.call_as::<i64>((41,)).expect("a number"), 42);
    session.upload("a", b"x").expect("a file");
    assert_eq!(session.download("a").expect("the file"), b"x");

    let start = Instant::now();
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    assert!(child.wait().expect("its status").success());
    assert!(start.elapsed() < Duration::from_secs(1));
    function.call_as::<i64>((41,)).expect_err("the session has ended");
    let rest: Vec<String> = log.lines().map_while(Result::ok).collect();
    assert!(rest.iter().any(|line| line.contains("ended: the server shuts down")), "{rest:?}");
}

#[test]
fn a_server_for_other_machines_needs_authentication() {
    let run = objet(&["rpc", "server", "--host", "0.0.0.0", "--port", "0"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--token-file") && run.err.contains("--insecure"), "{}", run.err);
}

#[test]
fn a_limit_is_a_number_with_a_unit() {
    for limit in ["--memory=0", "--memory=2X", "--idle=10", "--disk=99999999999T", "--call=-1s"] {
        let run = objet(&["rpc", "server", "--host", "0.0.0.0", limit]);
        let expected = if limit == "--idle=10" { "--insecure" } else { "expected `none` or a number" };
        assert!(run.err.contains(expected), "{limit}: {}", run.err);
    }
}

#[test]
fn a_session_without_a_server_is_an_error() {
    let run = objet(&["rpc", "session"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("objet rpc server"), "{}", run.err);
}
