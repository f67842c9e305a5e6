//! `objet rpc tracker`, `proxy`, `ls`, `token` and `ticket`, as processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use crate::command::{command, objet, scratch};

struct Service {
    process: Child,
    log: BufReader<ChildStderr>,
    address: String,
    line: String,
}

impl Service {
    fn start(args: &[&str]) -> Self {
        let mut process = command(args).stderr(Stdio::piped()).spawn().expect("the command");
        let mut log = BufReader::new(process.stderr.take().expect("its standard error"));
        let mut line = String::new();
        log.read_line(&mut line).expect("a line");
        let address = line.split_once("listens on ").expect(&line).1.split(';').next().expect("an address");
        Self { process, log, address: address.into(), line: line.clone() }
    }

    /// Ends the process like Ctrl-C or a service manager, and returns the rest of the log.
    fn stop(mut self, signal: &str) -> String {
        let start = Instant::now();
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
        assert_eq!(self.process.wait().expect("an exit code").code(), Some(0));
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        let mut rest = String::new();
        self.log.read_to_string(&mut rest).expect("text");
        rest
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A connection that speaks TVM's protocol of trackers.
struct Peer(TcpStream);

impl Peer {
    fn connect(address: &str) -> Self {
        let mut stream = TcpStream::connect(address).expect("a tracker");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        stream.write_all(&0x2f271_i32.to_le_bytes()).expect("a tracker");
        stream.read_exact(&mut [0; 4]).expect("a magic number");
        Self(stream)
    }

    fn ask(&mut self, message: &str) -> String {
        let bytes = [&(message.len() as i32).to_le_bytes(), message.as_bytes()].concat();
        self.0.write_all(&bytes).expect("a tracker");
        let mut length = [0; 4];
        self.0.read_exact(&mut length).expect("a length");
        let mut reply = vec![0; i32::from_le_bytes(length) as usize];
        self.0.read_exact(&mut reply).expect("a reply");
        String::from_utf8(reply).expect("text")
    }
}

#[test]
fn ls_shows_free_and_busy_servers_of_a_tracker() {
    let tracker = Service::start(&["rpc", "tracker", "--port", "0"]);
    assert!(tracker.line.contains("connect with"), "{}", tracker.line);
    let mut peers: Vec<_> = (0..2).map(|_| Peer::connect(&tracker.address)).collect();
    for (index, peer) in peers.iter_mut().enumerate() {
        let info = format!(r#"[5, {{"key": "server:board", "addr": [null, {}]}}]"#, 9091 + index);
        assert_eq!(peer.ask(&info), "0");
    }
    assert_eq!(peers[0].ask(r#"[3, "board", [9091, "board:1"], null]"#), "0");
    assert_eq!(
        objet(&["rpc", "ls", "--tracker", &tracker.address]).ok(),
        "key    free  busy  queue  servers\n\
         board     1     1      0  127.0.0.1:9091 127.0.0.1:9092\n"
    );
    assert_eq!(
        objet(&["rpc", "ls", "--tracker", &tracker.address, "--json"]).ok(),
        "{\"board\":{\"busy\":1,\"free\":1,\"queue\":0,\
         \"servers\":[\"127.0.0.1:9091\",\"127.0.0.1:9092\"]}}\n"
    );
    assert!(tracker.stop("-TERM").contains("stopped"));
}

#[test]
fn a_token_file_guards_a_tracker_and_makes_tickets() {
    let file = scratch("tracker_token");
    let _ = std::fs::remove_file(&file);
    objet(&["rpc", "token", "--file", &file]).ok();
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let again = objet(&["rpc", "token", "--file", &file]);
    assert!(again.code == 2 && again.err.contains("cannot write the token file"), "{}", again.err);

    let tracker = Service::start(&["rpc", "tracker", "--port", "0", "--token-file", &file]);
    let open = objet(&["rpc", "ls", "--tracker", &tracker.address]);
    assert!(open.code == 2 && open.err.contains("authentication is required"), "{}", open.err);
    objet(&["rpc", "ls", "--tracker", &tracker.address, "--token-file", &file]).ok();
    let key = objet(&["rpc", "ticket", "--token-file", &file, "--key", "board", "--lifetime", "1m"]).ok();
    let mut peer = Peer::connect(&tracker.address);
    assert_eq!(peer.ask(&format!("[3, {:?}, [9091, \"board:1\"], null]", key.trim())), "0");
    assert_eq!(peer.ask(r#"[3, "board", [9091, "board:2"], null]"#), "-1");
    tracker.stop("-INT");
}

#[test]
fn a_proxy_stops_by_a_signal() {
    let proxy = Service::start(&["rpc", "proxy", "--port", "0"]);
    assert!(proxy.line.contains("connect with"), "{}", proxy.line);
    let _waiting = TcpStream::connect(&proxy.address).unwrap();
    proxy.stop("-INT");
}

#[test]
fn a_tracker_for_other_machines_needs_a_token() {
    for service in ["tracker", "proxy"] {
        let run = objet(&["rpc", service, "--host", "0.0.0.0", "--port", "0"]);
        assert!(run.code == 2 && run.err.contains("--insecure"), "{}", run.err);
    }
    let run = objet(&["rpc", "ls", "--tracker", "127.0.0.1:1"]);
    assert!(run.code == 2 && run.err.contains("cannot connect to the tracker 127.0.0.1:1"), "{}", run.err);
}
