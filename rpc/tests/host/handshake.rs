//! Connections as bytes: the handshake, authentication and TLS.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use objet_rpc::RpcError;
use objet_rpc::auth::{ClientLogin, Token};
use objet_rpc::handshake::{Key, MAGIC, MISMATCH, Role};
use objet_rpc::tls::{self, ClientTls};
use rustls::{ServerConfig, ServerConnection};

use crate::{Host, SOON};

pub(crate) fn greet(host: &Host, key: &[u8]) -> TcpStream {
    let mut stream = host.raw();
    send_bytes(&mut stream, key);
    stream
}

fn send_key(stream: &mut impl Write, key: &str) {
    send_bytes(stream, key.as_bytes());
}

fn send_bytes(stream: &mut impl Write, key: &[u8]) {
    let mut bytes = MAGIC.to_le_bytes().to_vec();
    bytes.extend_from_slice(&(key.len() as i32).to_le_bytes());
    bytes.extend_from_slice(key);
    stream.write_all(&bytes).expect("it is sent");
}

/// Reads an answer and a key.
fn read_key(stream: &mut TcpStream) -> (i32, String) {
    let mut number = [0; 4];
    stream.read_exact(&mut number).expect("an answer");
    let answer = i32::from_le_bytes(number);
    stream.read_exact(&mut number).expect("a length");
    let mut key = vec![0; u32::from_le_bytes(number) as usize];
    stream.read_exact(&mut key).expect("a key");
    (answer, String::from_utf8(key).expect("a text"))
}

/// Reads until the server closes the connection.
fn answer(mut stream: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A connection that is reset has no more bytes.
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

#[test]
fn the_handshake_has_the_bytes_of_tvm() {
    let host = Host::start(|_| {});
    let mut stream = greet(&host, b"client:test");
    let mut answered = [0; 19];
    stream.read_exact(&mut answered).expect("an answer");
    assert_eq!(&answered, b"\x71\xf2\x0f\x00\x0b\0\0\0server:test");
    // A shutdown packet ends the session.
    stream.write_all(b"\x04\0\0\0\0\0\0\0\x01\0\0\0").expect("it is sent");
    assert_eq!(answer(stream), b"");

    assert_eq!(answer(greet(&host, b"client:other")), MISMATCH.to_le_bytes());
    for key in [&b"server:test"[..], b"test", b"", b"\xff\xff"] {
        assert_eq!(answer(greet(&host, key)), b"", "{key:?}");
    }
}

#[test]
fn connections_with_other_protocols_are_closed() {
    let host = Host::start(|_| {});
    for bytes in
        [&b"GET / HTTP/1.1\r\n\r\n"[..], b"\x71\xf2\x0f\0\xff\xff\xff\x7f", b"\x71\xf2\x0f\0\xff\xff\xff\xff"]
    {
        let mut stream = host.raw();
        stream.write_all(bytes).expect("it is sent");
        assert_eq!(answer(stream), b"");
    }
    assert!(host.serves());
}

#[test]
fn half_a_packet_ends_one_session() {
    let host = Host::start(|_| {});
    for packet in
        [&b"\x15\0\0\0\0\0\0\0\x02\0\0\0\x05"[..], b"\xff\xff\xff\xff\xff\xff\xff\x7f\x02\0\0\0", b"\x01"]
    {
        let mut stream = greet(&host, b"client:test");
        stream.write_all(packet).expect("it is sent");
        stream.shutdown(Shutdown::Write).expect("it is open");
        answer(stream);
    }
    assert!(host.all_ended() && host.serves());
}

#[test]
fn silent_connections_hold_nobody_back() {
    let host = Host::start(|_| {});
    let silent: Vec<TcpStream> = (0..400).map(|_| host.raw()).collect();
    assert!(host.serves());
    drop(silent);
}

#[test]
fn ten_thousand_silent_connections_hold_nobody_back() {
    let host = Host::start(|_| {});
    let mut silent = std::collections::VecDeque::new();
    for count in 0..10_000 {
        silent.push_back(host.raw());
        if silent.len() > 600 {
            silent.pop_front();
        }
        if count % 1000 == 0 {
            assert!(host.serves());
        }
    }
    assert!(host.serves());
}

#[test]
fn a_client_with_the_token_is_served() {
    let token = Token::generate();
    let host = Host::start(|options| {
        options.token = Some(token.clone());
        options.host = [0, 0, 0, 0].into();
    });
    let port = host.address().port();
    let connect = |key: &Key| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        stream.set_read_timeout(Some(SOON)).expect("a timeout");
        send_key(&mut stream, &key.to_string());
        stream
    };
    let mut login = ClientLogin::new(&token, Key::new(Role::Client, "test"));
    let mut stream = connect(&login.first_key());
    let (_, challenge) = read_key(&mut stream);
    let second = login.second_key(&challenge.parse().expect("a key")).expect("a challenge");
    send_key(&mut stream, &second.to_string());
    let (_, proof) = read_key(&mut stream);
    login.check_proof(&proof.parse().expect("a key")).expect("the server has the token");

    let mut other = ClientLogin::new(&Token::generate(), Key::new(Role::Client, "test"));
    let mut stream = connect(&other.first_key());
    let (_, challenge) = read_key(&mut stream);
    let second = other.second_key(&challenge.parse().expect("a key")).expect("a challenge");
    send_key(&mut stream, &second.to_string());
    assert_eq!(answer(stream), MISMATCH.to_le_bytes());

    assert_eq!(answer(connect(&Key::new(Role::Client, "test"))), MISMATCH.to_le_bytes());
    let ticket = |token: &Token| {
        let ticket = token.ticket("test", Duration::from_secs(3600));
        Key::new(Role::Client, "test").with_option("ticket", ticket)
    };
    assert_eq!(answer(connect(&ticket(&Token::generate()))), MISMATCH.to_le_bytes());
    assert_eq!(read_key(&mut connect(&ticket(&token))), (MAGIC, "server:test".into()));
}

#[test]
fn a_server_serves_the_clients_of_a_proxy() {
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = proxy.local_addr().expect("its address").to_string();
    let host = Host::start(|options| options.proxy = Some(address));
    assert_eq!(host.server.address(), None);
    for _ in 0..2 {
        let (mut stream, _) = proxy.accept().expect("the server");
        stream.set_read_timeout(Some(SOON)).expect("a timeout");
        assert_eq!(read_key(&mut stream), (MAGIC, "server:test -objet=1".into()));
        send_key(&mut stream, "client:test");
        begin_session(&mut stream);
    }
    assert!(host.all_ended());
}

#[test]
fn clients_without_a_ticket_keep_no_server_from_its_proxy() {
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = proxy.local_addr().expect("its address").to_string();
    let _host = Host::start(|options| {
        options.proxy = Some(address);
        options.token = Some(Token::generate());
    });
    let start = Instant::now();
    for _ in 0..9 {
        let (mut stream, _) = proxy.accept().expect("the server");
        read_key(&mut stream);
        send_key(&mut stream, "client:test");
        assert_eq!(answer(stream), b"");
    }
    // With growing pauses, the attempts would take more than 20 seconds.
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Sends the first request of a session, and checks its answer.
fn begin_session(stream: &mut (impl Read + Write)) {
    let request = b"\x15\0\0\0\0\0\0\0\x02\0\0\0\x05\0\0\0\0\0\0\x000.8.0\0\0\0\0";
    stream.write_all(request).expect("it is sent");
    let mut returned = [0; 20];
    stream.read_exact(&mut returned).expect("an answer");
    assert_eq!(&returned, b"\x0c\0\0\0\0\0\0\0\x04\0\0\0\x01\0\0\0\x04\0\0\0");
}

#[test]
fn a_session_is_encrypted_by_tls() {
    let host = Host::start(|_| {});
    assert!(host.serves());
    let made = rcgen::generate_simple_self_signed(["localhost".into()]).expect("a certificate");
    let (certificate, key) = (host.directory.path().join("c.pem"), host.directory.path().join("k.pem"));
    fs::write(&certificate, made.cert.pem()).expect("it is written");
    fs::write(&key, made.signing_key.serialize_pem()).expect("it is written");
    let config = tls::server_config(&certificate, &key).expect("they belong together");
    let secret = Host::start(|options| options.tls = Some(config));
    let pinned = tls::fingerprint(&certificate).expect("it has a certificate");
    let trusts = [ClientTls::with_roots(&certificate), ClientTls::with_fingerprint(&pinned)];
    for trust in trusts.map(|trust| trust.expect("it is valid")) {
        let mut stream = trust.connect(secret.raw(), "localhost", SOON).expect("it is trusted");
        send_key(&mut stream, "client:test");
        let mut answered = [0; 19];
        stream.read_exact(&mut answered).expect("an answer");
        assert!(answered.ends_with(b"server:test"));
        begin_session(&mut stream);
    }
    let other = ClientTls::with_fingerprint(&"00".repeat(32)).expect("it is valid");
    let error = other.connect(secret.raw(), "localhost", SOON).expect_err("another certificate");
    let expected = format!("has the fingerprint {pinned}, which is not the trusted one");
    assert!(error.to_string().contains(&expected), "{error}");
    let error = Host::options().connect(&secret.address().to_string()).expect_err("it is not encrypted");
    assert!(error.to_string().ends_with("its answer is encrypted: connect by TLS"), "{error}");
    assert!(secret.all_ended());
}

/// Accepts a client, sends the start of a record of TLS slowly, and never the whole record. With a
/// configuration, the server finishes the handshake of TLS first.
fn slow_server(config: Option<Arc<ServerConfig>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        if let Some(config) = config {
            let mut tls = ServerConnection::new(config).expect("it is valid");
            while tls.is_handshaking() {
                tls.complete_io(&mut stream).expect("a handshake");
            }
        }
        // The header says that the record has 16,384 bytes.
        let bytes = b"\x17\x03\x03\x40\0".iter().copied().chain(std::iter::repeat(0));
        for byte in bytes.take(4000) {
            if stream.write_all(&[byte]).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    });
    address
}

#[test]
fn a_slow_record_of_tls_does_not_evade_the_time_for_connecting() {
    let place = tempfile::tempdir().expect("a directory");
    let made = rcgen::generate_simple_self_signed(["localhost".into()]).expect("a certificate");
    let (certificate, key) = (place.path().join("c.pem"), place.path().join("k.pem"));
    fs::write(&certificate, made.cert.pem()).expect("it is written");
    fs::write(&key, made.signing_key.serialize_pem()).expect("it is written");
    let config = tls::server_config(&certificate, &key).expect("they belong together");
    let pinned = tls::fingerprint(&certificate).expect("it has a certificate");
    for config in [None, Some(config)] {
        let trust = ClientTls::with_fingerprint(&pinned).expect("it is valid");
        let options = Host::options().tls(trust).connect_timeout(Duration::from_millis(200));
        let error = options.connect(&slow_server(config)).expect_err("half a record");
        assert!(matches!(error, RpcError::NoAnswer { .. }), "{error}");
    }
}
