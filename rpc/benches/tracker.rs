//! The time of a request to a tracker with 1,000 servers and 10,000 waiting clients, and the memory
//! of the tracker.
//!
//! `cargo bench -p objet-rpc --bench tracker`. The tracker has a process of its own: this program
//! again, with the argument `serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use objet_rpc::handshake::TRACKER_MAGIC;
use objet_rpc::tracker::{Tracker, TrackerClient, TrackerOptions};

const SERVERS: usize = 1_000;
const CLIENTS: usize = 10_000;
const ROUNDS: usize = 2_000;
const LIMIT: Duration = Duration::from_secs(60);

fn main() {
    #[cfg(unix)]
    objet_rpc::raise_file_limit().expect("a limit of files");
    if std::env::args().nth(1).as_deref() == Some("serve") {
        return serve();
    }
    let (mut tracker, address) = start();
    let mut servers = Vec::new();
    for number in 0..SERVERS {
        let mut server = TrackerClient::connect(&address, LIMIT).expect("a tracker");
        server.update_info("board", None, 9091).expect("a reply");
        server.put("free", 9091, &format!("free:{number}"), None).expect("a reply");
        servers.push(server);
    }
    let mut waiting: Vec<_> = (0..CLIENTS).map(|_| wait(&address)).collect();

    // A request with a free server, while all others wait for a key without servers.
    let mut client = TrackerClient::connect(&address, LIMIT).expect("a tracker");
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        let start = Instant::now();
        client.request("free", 1, Some(LIMIT)).expect("a server");
        times.push(start.elapsed());
        let server = &mut servers[round % SERVERS];
        server.put("free", 9091, &format!("free:again{round}"), None).expect("a reply");
    }
    row("request with a free server", times, rss(&tracker));

    // From the offer of a server to the reply for the client that has waited longest.
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        let start = Instant::now();
        let server = &mut servers[round % SERVERS];
        server.put("busy", 9091, &format!("busy:{round}"), None).expect("a reply");
        read_message(&mut waiting[round]);
        times.push(start.elapsed());
        send(&mut waiting[round], b"[4,\"last\",\"\",1]");
    }
    row("offer to a waiting client", times, rss(&tracker));

    let mut times = Vec::new();
    for _ in 0..50 {
        let start = Instant::now();
        client.summary().expect("a summary");
        times.push(start.elapsed());
    }
    row("summary", times, rss(&tracker));
    tracker.kill().expect("a tracker that runs");
    tracker.wait().expect("a tracker that ended");
}

fn serve() {
    let options = TrackerOptions { port: 0, ..TrackerOptions::default() };
    let tracker = Tracker::bind(options).expect("a free port");
    println!("{}", tracker.address());
    tracker.wait();
}

fn start() -> (Child, String) {
    let mut command = Command::new(std::env::current_exe().expect("the path of this program"));
    let mut tracker = command.arg("serve").stdout(Stdio::piped()).spawn().expect("a process");
    let mut address = String::new();
    let out = tracker.stdout.take().expect("its standard output");
    BufReader::new(out).read_line(&mut address).expect("an address");
    (tracker, address.trim().to_owned())
}

/// Returns a client that waits for a server.
fn wait(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a tracker");
    stream.set_nodelay(true).expect("a socket");
    stream.write_all(&TRACKER_MAGIC.to_le_bytes()).expect("a tracker");
    stream.read_exact(&mut [0; 4]).expect("a magic number");
    send(&mut stream, b"[4,\"busy\",\"\",1]");
    stream
}

fn send(stream: &mut TcpStream, message: &[u8]) {
    let bytes = [&(message.len() as i32).to_le_bytes(), message].concat();
    stream.write_all(&bytes).expect("a tracker");
}

fn read_message(stream: &mut TcpStream) {
    let mut length = [0; 4];
    stream.read_exact(&mut length).expect("a length");
    let mut message = vec![0; i32::from_le_bytes(length) as usize];
    stream.read_exact(&mut message).expect("a message");
}

fn row(name: &str, mut times: Vec<Duration>, rss: f64) {
    times.sort_unstable();
    let at = |part: usize| times[times.len() * part / 100].as_secs_f64() * 1e3;
    println!(
        "tracker {name}: {CLIENTS} waiting clients, {SERVERS} servers, median {:.3} ms, 99 % {:.3} ms, rss {rss:.1} MB",
        at(50),
        at(99),
    );
}

/// Returns the resident memory of a process in megabytes. It is 0 where the system has no `/proc`.
fn rss(process: &Child) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kilobytes.unwrap_or_default() * 1024.0 / 1e6
}
