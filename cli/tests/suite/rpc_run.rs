//! `objet rpc run` and `objet rpc bench`, and the hint of a server, with real servers.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use crate::command::{Run, command, objet, scratch};

/// A service that ends with the value.
struct Service {
    process: Child,
    log: BufReader<std::process::ChildStderr>,
    /// The first line of its log.
    first: String,
}

impl Service {
    fn start(args: &[&str]) -> Self {
        let mut process = command(args).stderr(Stdio::piped()).spawn().expect("the command");
        let log = BufReader::new(process.stderr.take().expect("its log"));
        let mut service = Self { process, log, first: String::new() };
        service.first = service.line("");
        service
    }

    /// Starts a server with the key `board`.
    fn server(args: &[&str]) -> Self {
        Self::start(&[&["rpc", "server", "--port", "0", "--key", "board"], args].concat())
    }

    /// Returns the next line of the log that has a text.
    fn line(&mut self, part: &str) -> String {
        let mut line = String::new();
        while self.log.read_line(&mut line).expect("a line") > 0 {
            if line.contains(part) {
                return line.trim_end().into();
            }
            line.clear();
        }
        panic!("the log has no {part:?}");
    }

    fn address(&self) -> String {
        let first = self.first.split(';').next().expect("the start of the line");
        first.rsplit_once(" on ").expect("an address").1.into()
    }

    /// Runs the command of the hint, with a call instead of a measurement.
    fn follow_hint(&mut self) -> Run {
        let hint = self.line("connect by `");
        let line = hint.split('`').nth(1).expect("a command");
        let line = line.replace("objet rpc bench", "objet rpc run") + " - rpc.test.addone --arg 1";
        let folder = Path::new(env!("CARGO_BIN_EXE_objet")).parent().expect("a folder");
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
        Command::new("sh").args(["-c", &line]).env("PATH", path).output().expect("a shell").into()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // A server that is killed cannot remove the directories of its sessions.
        let _ = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        let _ = self.process.wait();
    }
}

/// Returns a compiled library.
fn library() -> &'static str {
    static LIBRARY: OnceLock<String> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let path = scratch("rpc_run.so");
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut cc = Command::new("cc");
        cc.args(["-shared", "-fPIC", "-O1", "-o", &path]);
        cc.arg("-I").arg(manifest.join("../runtime/tests/c"));
        cc.arg(manifest.join("../rpc/tests/host/module.c"));
        assert!(cc.status().expect("a C compiler named `cc`").success());
        path
    })
}

/// Runs `objet rpc run` with a server of the key `board`.
fn run(server: &Service, args: &[&str]) -> Run {
    objet(&[&["rpc", "run", &server.address(), "--key", "board"], args].concat())
}

#[test]
fn functions_of_the_server_and_of_a_module_are_called() {
    let server = Service::server(&[]);
    assert_eq!(run(&server, &["-", "rpc.test.addone", "--arg", "-3"]).ok(), "-2\n");
    assert_eq!(run(&server, &["-", "rpc.test.strcat", "--arg", "a b", "--arg", "7"]).ok(), "a b:7\n");
    assert_eq!(run(&server, &[library(), "add", "--arg", "40", "--arg", "2"]).ok(), "42\n");
}

#[test]
fn a_tensor_argument_is_written_printed_and_measured() {
    let server = Service::server(&[]);
    let fill = [library(), "fill", "--arg", "zeros:float32[2,3]", "--arg", "1.5"];
    let printed = run(&server, &[&fill[..], &["--print"]].concat()).ok();
    assert_eq!(printed.lines().last(), Some("float32[2, 3] [1.5, 1.5, 1.5, 1.5, 1.5, 1.5]"));
    let measured = run(&server, &[&fill[..], &["--time", "5"]].concat()).ok();
    assert!(measured.ends_with(" µs for each of 5 runs\n"), "{measured}");
}

#[test]
fn wrong_arguments_are_errors() {
    let server = Service::server(&[]);
    let missing = scratch("missing.so");
    for (args, expected) in [
        (&["-", "missing"][..], "missing"),
        (&[library(), "missing"], "missing"),
        (&[&missing, "add"], "missing.so"),
        (&[library(), "add", "--arg", "1"], "num_args should be 2"),
        (&[library(), "fill", "--arg", "zeros:float32"], "expected a type and a shape"),
        (&[library(), "fill", "--arg", "zeros:float32[x]"], "expected a type and a shape"),
        (&[library(), "fill", "--arg", "zeros:flat32[1]"], "flat32"),
        (&[library(), "fill", "--arg", "zeros:float32[-1]"], "-1"),
        (&[library(), "fill", "--arg", "zeros:float32[99999999999,99999999999]"], "99999999999"),
        (&[library(), "crash"], &server.address()),
    ] {
        let run = run(&server, args);
        assert_ne!(run.code, 0, "{args:?}");
        assert!(run.err.contains(expected) && !run.err.contains("panicked"), "{args:?}: {}", run.err);
    }
    for (args, expected) in [
        (&["-", "rpc.test.addone", "--time", "0"][..], "--time"),
        (&["-", "rpc.test.addone", "--device", "toaster"], "toaster"),
    ] {
        let run = run(&server, args);
        assert!(run.code == 2 && run.err.contains(expected), "{args:?}: {}", run.err);
    }
    let other = objet(&["rpc", "run", &server.address(), "--key", "other", "-", "rpc.test.addone"]);
    assert!(other.code != 0 && other.err.contains("other"), "{}", other.err);
    let nobody = objet(&["rpc", "run", "127.0.0.1:1", "-", "rpc.test.addone"]);
    assert!(nobody.code != 0 && nobody.err.contains("127.0.0.1:1"), "{}", nobody.err);
}

#[test]
fn a_server_is_measured() {
    let server = Service::server(&[]);
    let address = server.address();
    let table = objet(&["rpc", "bench", &address, "--key", "board", "--megabytes", "1"]).ok();
    let rows: Vec<_> = table.lines().collect();
    assert_eq!(rows.len(), 4, "{table}");
    for (row, (what, unit)) in rows.iter().zip([
        ("begin a session", "ms"),
        ("call a function", "µs"),
        ("copy to the server", "MB/s"),
        ("copy from the server", "MB/s"),
    ]) {
        let words: Vec<_> = row.strip_prefix(what).expect(row).split_whitespace().collect();
        assert!(words[0].parse::<f64>().is_ok_and(|number| number > 0.0) && words[1] == unit, "{row}");
    }
}

#[test]
fn the_hint_of_a_server_connects() {
    assert_eq!(Service::server(&[]).follow_hint().ok(), "2\n");
    let file = scratch("hint token");
    let _ = fs::remove_file(&file);
    objet(&["rpc", "token", "--file", &file]).ok();
    assert_eq!(Service::server(&["--token-file", &file]).follow_hint().ok(), "2\n");

    for token in [&[][..], &["--token-file", &file]] {
        let tracker = Service::start(&[&["rpc", "tracker", "--port", "0"], token].concat());
        let mut server = Service::server(&[&["--tracker", &tracker.address()], token].concat());
        assert_eq!(server.follow_hint().ok(), "2\n");
        let proxy = Service::start(&[&["rpc", "proxy", "--port", "0"], token].concat());
        let args = ["rpc", "server", "--key", "board", "--proxy", &proxy.address()];
        let mut server = Service::start(&[&args[..], token].concat());
        assert_eq!(server.follow_hint().ok(), "2\n");
    }
}
