//! The proxy over real sockets.
#![cfg(feature = "host")]

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use objet_rpc::BindError;
use objet_rpc::auth::Token;
use objet_rpc::handshake::{DUPLICATE, MAGIC, MISMATCH};
use objet_rpc::proxy::{Proxy, ProxyOptions};

const LIMIT: Duration = Duration::from_secs(20);

fn options() -> ProxyOptions {
    ProxyOptions { port: 0, ..ProxyOptions::default() }
}

fn connect(proxy: &Proxy, key: &str) -> TcpStream {
    let mut stream = TcpStream::connect(proxy.address()).unwrap();
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    stream.write_all(&MAGIC.to_le_bytes()).unwrap();
    stream.write_all(&(key.len() as i32).to_le_bytes()).unwrap();
    stream.write_all(key.as_bytes()).unwrap();
    stream
}

fn number(stream: &mut TcpStream) -> i32 {
    let mut bytes = [0; 4];
    stream.read_exact(&mut bytes).unwrap();
    i32::from_le_bytes(bytes)
}

fn peer_key(stream: &mut TcpStream) -> String {
    assert_eq!(number(stream), MAGIC);
    let mut key = vec![0; number(stream) as usize];
    stream.read_exact(&mut key).unwrap();
    String::from_utf8(key).unwrap()
}

/// Connects, and waits until the proxy has the connection: a second one is a duplicate.
fn waiting(proxy: &Proxy, key: &str) -> TcpStream {
    let start = Instant::now();
    loop {
        let stream = connect(proxy, key);
        let mut probe = connect(proxy, key);
        let mut answered = [0; 4];
        probe.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        if probe.read_exact(&mut answered).is_ok() {
            assert_eq!(i32::from_le_bytes(answered), DUPLICATE);
            return stream;
        }
        assert!(start.elapsed() < LIMIT);
    }
}

#[test]
fn a_server_and_a_client_get_the_whole_key_of_each_other() {
    let proxy = Proxy::bind(options()).unwrap();
    for roles in [["server", "client"], ["client", "server"]] {
        let mut first = connect(&proxy, &format!("{}:board -timeout=2.5", roles[0]));
        let mut second = connect(&proxy, &format!("{}:board -x=y", roles[1]));
        assert_eq!(peer_key(&mut first), format!("{}:board -x=y", roles[1]));
        assert_eq!(peer_key(&mut second), format!("{}:board -timeout=2.5", roles[0]));
    }
}

#[test]
fn bytes_are_relayed_in_both_directions_until_both_ends_close() {
    let proxy = Proxy::bind(options()).unwrap();
    let mut server = connect(&proxy, "server:");
    let mut client = connect(&proxy, "client:");
    peer_key(&mut server);
    peer_key(&mut client);
    let large = vec![7; 1 << 20];
    std::thread::scope(|scope| {
        scope.spawn(|| {
            client.write_all(&large).unwrap();
            client.shutdown(Shutdown::Write).unwrap();
        });
        let mut received = Vec::new();
        server.read_to_end(&mut received).unwrap();
        assert!(received == large);
    });
    // The other direction is still open.
    server.write_all(b"answer").unwrap();
    drop(server);
    let mut answer = String::new();
    client.read_to_string(&mut answer).unwrap();
    assert_eq!(answer, "answer");
}

#[test]
fn keys_are_matched_by_their_first_word() {
    let proxy = Proxy::bind(options()).unwrap();
    let mut other = connect(&proxy, "client:other");
    let mut server = connect(&proxy, "server:board");
    let mut client = connect(&proxy, "client:board -timeout=1");
    assert_eq!(peer_key(&mut server), "client:board -timeout=1");
    assert_eq!(peer_key(&mut client), "server:board");
    other.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    assert!(other.read(&mut [0]).is_err(), "it still waits");
}

#[test]
fn a_second_waiting_connection_with_the_same_key_is_a_duplicate() {
    let proxy = Proxy::bind(options()).unwrap();
    let mut first = waiting(&proxy, "server:board");
    assert_eq!(number(&mut connect(&proxy, "server:board -x=y")), DUPLICATE);
    let mut client = connect(&proxy, "client:board");
    assert_eq!(peer_key(&mut client), "server:board");
    assert_eq!(peer_key(&mut first), "client:board");
}

#[test]
fn a_connection_that_nothing_matches_is_a_mismatch_after_a_while() {
    let proxy = Proxy::bind(ProxyOptions { wait: Duration::from_millis(10), ..options() }).unwrap();
    for _ in 0..2 {
        let mut stream = connect(&proxy, "client:board");
        assert_eq!(number(&mut stream), MISMATCH);
        assert_eq!(stream.read(&mut [0]).unwrap(), 0);
    }
}

#[test]
fn a_waiting_connection_that_goes_away_gives_up_its_place() {
    let proxy = Proxy::bind(options()).unwrap();
    drop(waiting(&proxy, "server:board"));
    // The place is free when a new connection is not a duplicate.
    let mut next = waiting_after_gone(&proxy);
    let mut client = connect(&proxy, "client:board");
    assert_eq!(peer_key(&mut client), "server:board");
    peer_key(&mut next);
}

fn waiting_after_gone(proxy: &Proxy) -> TcpStream {
    let start = Instant::now();
    loop {
        let mut stream = connect(proxy, "server:board");
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        if stream.read(&mut [0]).is_err() {
            stream.set_read_timeout(Some(LIMIT)).unwrap();
            return stream;
        }
        assert!(start.elapsed() < LIMIT);
    }
}

#[test]
fn malformed_handshakes_are_closed_without_an_effect_on_others() {
    let options = ProxyOptions { deadline: Duration::from_millis(50), ..options() };
    let proxy = Proxy::bind(options).unwrap();
    let magic = MAGIC.to_le_bytes();
    let long = [&magic[..], &5000_i32.to_le_bytes()].concat();
    let negative = [&magic[..], &(-1_i32).to_le_bytes()].concat();
    let role = [&magic[..], &4_i32.to_le_bytes(), b"peer"].concat();
    let text = [&magic[..], &8_i32.to_le_bytes(), b"client:\xff"].concat();
    for bytes in [b"GET /".to_vec(), long, negative, role, text, magic.to_vec(), Vec::new()] {
        let mut stream = TcpStream::connect(proxy.address()).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        stream.write_all(&bytes).unwrap();
        match stream.read(&mut [0]) {
            Ok(count) => assert_eq!(count, 0),
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
        }
    }
    let mut server = connect(&proxy, "server:board");
    let mut client = connect(&proxy, "client:board");
    peer_key(&mut server);
    peer_key(&mut client);
}

#[test]
fn waiting_connections_are_limited() {
    let proxy = Proxy::bind(ProxyOptions { waiting: 1, ..options() }).unwrap();
    let _first = waiting(&proxy, "server:board");
    assert_eq!(connect(&proxy, "server:other").read(&mut [0]).unwrap(), 0);
}

#[test]
fn a_proxy_with_a_token_requires_tickets_of_both_sides() {
    let token = Token::generate();
    let proxy = Proxy::bind(ProxyOptions { token: Some(token.clone()), ..options() }).unwrap();
    assert_eq!(number(&mut connect(&proxy, "client:board")), MISMATCH);
    let other = Token::generate().ticket("board", LIMIT);
    assert_eq!(number(&mut connect(&proxy, &format!("server:board -ticket={other}"))), MISMATCH);
    let ticket = token.ticket("board", LIMIT);
    let mut server = connect(&proxy, &format!("server:board -ticket={ticket} -objet=1"));
    let mut client = connect(&proxy, &format!("client:board -ticket={ticket}"));
    assert_eq!(peer_key(&mut server), format!("client:board -ticket={ticket}"));
    // The client could pose as the server with its ticket.
    assert_eq!(peer_key(&mut client), "server:board -objet=1");
}

#[test]
fn a_proxy_stops_with_waiting_and_relayed_connections() {
    let proxy = Proxy::bind(options()).unwrap();
    let mut alone = waiting(&proxy, "server:alone");
    let mut server = connect(&proxy, "server:board");
    let mut client = connect(&proxy, "client:board");
    peer_key(&mut server);
    peer_key(&mut client);
    proxy.shutdown();
    for stream in [&mut alone, &mut server, &mut client] {
        assert!(matches!(stream.read(&mut [0]), Ok(0) | Err(_)));
    }
    let open = Proxy::bind(ProxyOptions { host: "0.0.0.0".into(), ..options() }).unwrap_err();
    assert!(matches!(open, BindError::Open { .. }), "{open}");
}
