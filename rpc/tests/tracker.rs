//! The tracker, its client and the registration of servers, over real sockets.
#![cfg(feature = "host")]

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use objet_rpc::BindError;
use objet_rpc::auth::Token;
use objet_rpc::handshake::{Key, Role};
use objet_rpc::tracker::{
    Limits, Queue, Registration, RegistrationOptions, Tracker, TrackerClient, TrackerError, TrackerOptions,
};

const LIMIT: Duration = Duration::from_secs(20);

fn options() -> TrackerOptions {
    TrackerOptions { port: 0, ..TrackerOptions::default() }
}

fn tracker() -> Tracker {
    Tracker::bind(options()).unwrap()
}

fn client(tracker: &Tracker) -> TrackerClient {
    TrackerClient::connect(&tracker.address().to_string(), LIMIT).unwrap()
}

fn registration(tracker: &Tracker) -> RegistrationOptions {
    let options = RegistrationOptions::new(tracker.address().to_string(), "board", 9091);
    RegistrationOptions { poll: Duration::from_millis(5), retry: Duration::from_millis(20), ..options }
}

/// Waits for a condition that another thread makes true.
#[track_caller]
fn until(mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < LIMIT, "the condition never becomes true");
        thread::yield_now();
    }
}

/// Connects without a client, and greets.
fn raw(tracker: &Tracker) -> TcpStream {
    let mut stream = TcpStream::connect(tracker.address()).unwrap();
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    stream.write_all(&[0x71, 0xf2, 0x02, 0x00]).unwrap();
    let mut magic = [0; 4];
    stream.read_exact(&mut magic).unwrap();
    assert_eq!(magic, [0x71, 0xf2, 0x02, 0x00]);
    stream
}

fn send(stream: &mut TcpStream, text: &str) {
    stream.write_all(&(text.len() as i32).to_le_bytes()).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
}

fn receive(stream: &mut TcpStream) -> String {
    let mut length = [0; 4];
    stream.read_exact(&mut length).unwrap();
    let mut text = vec![0; i32::from_le_bytes(length) as usize];
    stream.read_exact(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[track_caller]
fn assert_closed(stream: &mut TcpStream) {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
    }
}

#[test]
fn each_request_has_the_reply_of_tvm() {
    let tracker = tracker();
    let mut peer = raw(&tracker);
    let mut ask = |text: &str| {
        send(&mut peer, text);
        receive(&mut peer)
    };
    assert_eq!(ask("[1]"), "0");
    assert_eq!(ask(r#"[2, "wrong"]"#), "-1");
    assert_eq!(ask(r#"[5, {"key": "server:board", "addr": [null, 9091]}]"#), "0");
    assert_eq!(ask(r#"[3, "board", [9091, "board:0.25"], null]"#), "0");
    assert_eq!(ask("[7]"), r#"["board:0.25"]"#);
    assert_eq!(
        ask("[6]"),
        r#"[0,{"queue_info":{"board":{"free":1,"pending":0}},"server_info":[{"addr":["127.0.0.1",9091],"key":"server:board"}]}]"#
    );
    assert_eq!(ask(r#"[4, "board", "", 1]"#), r#"[0,["127.0.0.1",9091,"board:0.25"]]"#);
    assert_eq!(ask("[7]"), "[]");
    assert_eq!(ask(r#"[3, "board", [9091, "board:0.5"], "10.0.0.7"]"#), "0");
    assert_eq!(ask(r#"[4, "board", "user", 1]"#), r#"[0,["10.0.0.7",9091,"board:0.5"]]"#);
}

#[test]
fn a_summary_leaves_out_what_exceeds_its_length() {
    let limits = Limits { summary_bytes: 1000, ..Limits::default() };
    let tracker = Tracker::bind(TrackerOptions { limits, ..options() }).unwrap();
    let mut peers: Vec<TrackerClient> = (0..10).map(|_| client(&tracker)).collect();
    for (index, peer) in peers.iter_mut().enumerate() {
        let key = format!("{index}{}", "x".repeat(300));
        peer.update_info(&key, None, 9091).unwrap();
        peer.put(&key, 9091, "board:1", None).unwrap();
    }
    let mut peer = raw(&tracker);
    send(&mut peer, "[6]");
    let summary = receive(&mut peer);
    assert!(summary.len() < 3000 && summary.contains("free") && summary.contains("addr"), "{summary}");
}

#[test]
fn a_waiting_client_gets_the_server_that_comes_later() {
    let tracker = tracker();
    let mut waiting = client(&tracker);
    let offer = thread::spawn(move || waiting.request("board", 1, Some(LIMIT)).unwrap());
    let mut server = client(&tracker);
    until(|| server.summary().unwrap().queues.get("board") == Some(&Queue { free: 0, pending: 1 }));
    server.put("board", 9091, "board:1", None).unwrap();
    let offer = offer.join().unwrap();
    assert_eq!((&*offer.host, offer.port, &*offer.match_key), ("127.0.0.1", 9091, "board:1"));
    assert!(server.pending_match_keys().unwrap().is_empty());
}

#[test]
fn clients_are_served_by_priority_and_then_by_arrival() {
    let tracker = tracker();
    let mut peers: Vec<_> = [1, 5, 5, -2].map(|priority| (raw(&tracker), priority)).into();
    let mut server = client(&tracker);
    for (index, (peer, priority)) in peers.iter_mut().enumerate() {
        send(peer, &format!(r#"[4, "board", "", {priority}]"#));
        let pending = index as u64 + 1;
        until(|| server.summary().unwrap().queues.get("board") == Some(&Queue { free: 0, pending }));
    }
    for (number, index) in [1, 2, 0, 3].into_iter().enumerate() {
        server.put("board", 9091, &format!("board:{number}"), None).unwrap();
        let offer = receive(&mut peers[index].0);
        assert!(offer.contains(&format!("board:{number}")), "{offer}");
    }
}

#[test]
fn a_client_that_goes_away_gives_up_its_place() {
    let tracker = tracker();
    let mut gone = raw(&tracker);
    send(&mut gone, r#"[4, "board", "", 9]"#);
    let mut server = client(&tracker);
    until(|| server.summary().unwrap().queues.contains_key("board"));
    drop(gone);
    until(|| !server.summary().unwrap().queues.contains_key("board"));
    server.put("board", 9091, "board:1", None).unwrap();
    let offer = client(&tracker).request("board", 1, Some(LIMIT)).unwrap();
    assert_eq!(offer.match_key, "board:1");
}

#[test]
fn a_server_that_goes_away_disappears() {
    let tracker = tracker();
    let mut server = client(&tracker);
    server.update_info("board", None, 9091).unwrap();
    server.put("board", 9091, "board:1", None).unwrap();
    let mut watcher = client(&tracker);
    let summary = watcher.summary().unwrap();
    assert_eq!((summary.servers.len(), summary.queues["board"].free), (1, 1));
    assert_eq!((&*summary.servers[0].key, &*summary.servers[0].host), ("board", "127.0.0.1"));
    drop(server);
    until(|| watcher.summary().unwrap() == objet_rpc::tracker::Summary::default());
}

#[test]
fn a_request_without_a_server_ends_at_its_deadline() {
    let tracker = tracker();
    let mut client = client(&tracker);
    let error = client.request("board", 1, Some(Duration::from_millis(20))).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, TrackerError::Timeout { .. }), "{text}");
    assert!(text.contains("\"board\"") && text.contains(&tracker.address().to_string()), "{text}");
    // The next operation connects again, and the place in the queue is lost.
    until(|| client.summary().unwrap().queues.is_empty());
}

#[test]
fn hostile_input_closes_its_own_connection_only() {
    let tracker = tracker();
    let mut witness = client(&tracker);
    for text in ["[99]", "nonsense", "{}", "[]", "[3]", r#"[3,"k",[0,"m"]]"#, r#"[4,"k","",null]"#, "[5,1]"] {
        let mut peer = raw(&tracker);
        send(&mut peer, text);
        assert_closed(&mut peer);
    }
    let deep = "[".repeat(60_000);
    for (length, text) in [(-1, ""), (0, ""), (1 << 30, ""), (65_537, ""), (60_000, &*deep)] {
        let mut peer = raw(&tracker);
        peer.write_all(&i32::to_le_bytes(length)).unwrap();
        peer.write_all(text.as_bytes()).unwrap();
        assert_closed(&mut peer);
    }
    let mut peer = TcpStream::connect(tracker.address()).unwrap();
    peer.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    assert_closed(&mut peer);
    witness.ping().unwrap();
}

#[test]
fn a_connection_that_sends_nothing_or_half_a_message_is_closed() {
    let tracker = Tracker::bind(TrackerOptions { deadline: Duration::from_millis(30), ..options() }).unwrap();
    let mut idle = client(&tracker);
    let mut silent = TcpStream::connect(tracker.address()).unwrap();
    assert_closed(&mut silent);
    let mut half = raw(&tracker);
    half.write_all(&[10, 0, 0, 0, b'[']).unwrap();
    assert_closed(&mut half);
    // A connection between two messages stays open.
    idle.ping().unwrap();
}

#[test]
fn connections_offers_and_requests_are_limited() {
    let tracker = Tracker::bind(TrackerOptions { connections: 2, ..options() }).unwrap();
    let mut server = client(&tracker);
    let mut peer = raw(&tracker);
    assert_closed(&mut TcpStream::connect(tracker.address()).unwrap());
    for number in 0..64 {
        server.put("board", 9091, &format!("board:{number}"), None).unwrap();
    }
    let error = server.put("board", 9091, "board:65", None).unwrap_err();
    assert!(matches!(error, TrackerError::Refused { .. }), "{error}");
    for _ in 0..17 {
        send(&mut peer, r#"[4, "other", "", 1]"#);
    }
    assert_eq!(receive(&mut peer), r#"[-1,"too many waiting requests"]"#);
}

#[test]
fn replies_do_not_accumulate_for_a_peer_that_reads_nothing() {
    let tracker = Tracker::bind(TrackerOptions { deadline: Duration::from_millis(50), ..options() }).unwrap();
    let mut peer = raw(&tracker);
    peer.set_write_timeout(Some(LIMIT)).unwrap();
    // The tracker stops reading, and closes the connection after its deadline.
    let message = [4, 0, 0, 0, b'[', b'1', b']', b' '].repeat(8192);
    while peer.write_all(&message).is_ok() {}
    client(&tracker).ping().unwrap();
}

#[test]
fn the_stop_key_stops_the_tracker() {
    let tracker = Tracker::bind(TrackerOptions { stop_key: Some("secret".into()), ..options() }).unwrap();
    let mut client = client(&tracker);
    assert!(matches!(client.stop("wrong").unwrap_err(), TrackerError::Refused { .. }));
    client.stop("secret").unwrap();
    tracker.wait();
    assert!(client.ping().is_err());
}

#[test]
fn other_machines_need_a_token_or_an_insecure_tracker() {
    let open = TrackerOptions { host: "0.0.0.0".into(), ..options() };
    let error = Tracker::bind(open.clone()).unwrap_err();
    assert!(matches!(error, BindError::Open { .. }) && error.to_string().contains("--insecure"), "{error}");
    Tracker::bind(TrackerOptions { insecure: true, ..open.clone() }).unwrap();
    Tracker::bind(TrackerOptions { token: Some(Token::generate()), ..open }).unwrap();
}

#[test]
fn a_tracker_with_a_token_serves_peers_with_the_token() {
    let token = Token::generate();
    let tracker = Tracker::bind(TrackerOptions { token: Some(token.clone()), ..options() }).unwrap();
    let address = tracker.address().to_string();
    let mut server = TrackerClient::connect_with_token(&address, LIMIT, &token).unwrap();
    server.put("board", 9091, "board:1", None).unwrap();
    assert_eq!(server.summary().unwrap().queues["board"].free, 1);

    let other = TrackerClient::connect_with_token(&address, LIMIT, &Token::generate()).unwrap_err();
    assert!(matches!(other, TrackerError::Refused { .. }), "{other}");
    let mut stranger = client(&tracker);
    for _ in 0..2 {
        let error = stranger.request("board", 1, Some(LIMIT)).unwrap_err();
        assert!(error.to_string().contains("authentication is required"), "{error}");
    }
    assert!(matches!(stranger.summary().unwrap_err(), TrackerError::Refused { .. }));
    // The third refusal closes the connection.
    assert!(matches!(stranger.pending_match_keys(), Err(TrackerError::Lost { .. })));
}

#[test]
fn a_ticket_inside_of_a_key_is_enough_for_tvm() {
    let token = Token::generate();
    let tracker = Tracker::bind(TrackerOptions { token: Some(token.clone()), ..options() }).unwrap();
    let key = |name: &str| format!("{name} -ticket={}", token.ticket(name, LIMIT));
    let mut server = client(&tracker);
    server.update_info(&key("board"), None, 9091).unwrap();
    server.put(&key("board"), 9091, "board:1", None).unwrap();
    let summary = server.summary().unwrap();
    assert_eq!((&*summary.servers[0].key, summary.queues["board"].free), ("board", 1));
    let mut peer = client(&tracker);
    let wrong = key("other").replacen("other", "board", 1);
    assert!(peer.request(&wrong, 1, Some(LIMIT)).unwrap_err().to_string().contains("wrong ticket"));
    assert_eq!(peer.request(&key("board"), 1, Some(LIMIT)).unwrap().match_key, "board:1");
}

#[test]
fn a_server_without_the_token_is_not_trusted_as_a_tracker() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let liar = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut magic = [0; 4];
        stream.read_exact(&mut magic).unwrap();
        stream.write_all(&magic).unwrap();
        for reply in [format!("[0,{:?}]", "0".repeat(32)), format!("[0,{:?}]", "0".repeat(64))] {
            receive(&mut stream);
            send(&mut stream, &reply);
        }
    });
    let error = TrackerClient::connect_with_token(&address, LIMIT, &Token::generate()).unwrap_err();
    assert!(matches!(error, TrackerError::Untrusted { .. }), "{error}");
    liar.join().unwrap();
}

#[test]
fn a_tracker_that_lies_or_stalls_is_an_error_in_time() {
    let replies: [(&[u8], &str); 6] = [
        (b"HTTP", "is not a tracker"),
        (b"", "is not a tracker"),
        (b"\x71\xf2\x02\x00\xff\xff\xff\x7f", "reply of 2147483647 bytes"),
        (b"\x71\xf2\x02\x00\x02\x00\x00\x00{]", "malformed reply"),
        (b"\x71\xf2\x02\x00\x01\x00\x00\x007", "malformed reply"),
        (b"\x71\xf2\x02\x00\x09\x00\x00\x00[", "the tracker closed the connection"),
    ];
    for (bytes, expected) in replies {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let liar = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            stream.write_all(bytes).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
            let _ = stream.read_to_end(&mut Vec::new());
        });
        let result = TrackerClient::connect(&address, LIMIT).and_then(|mut client| client.ping());
        let text = result.unwrap_err().to_string();
        assert!(text.contains(expected) && text.contains(&address), "{text}");
        liar.join().unwrap();
    }
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let error = TrackerClient::connect(&address, Duration::from_millis(20)).unwrap_err();
    assert!(matches!(error, TrackerError::Timeout { .. }), "{error}");
    drop(silent);
    let error = TrackerClient::connect(&address, LIMIT).unwrap_err();
    assert!(matches!(error, TrackerError::Connect { .. }), "{error}");
}

#[test]
fn a_registered_server_is_offered_again_after_each_session() {
    let tracker = tracker();
    let registration = Registration::start(registration(&tracker)).unwrap();
    let mut client = client(&tracker);
    let mut keys = Vec::new();
    for _ in 0..3 {
        let offer = client.request("board", 1, Some(LIMIT)).unwrap();
        assert!(offer.match_key.starts_with("board:") && !keys.contains(&offer.match_key));
        assert!(!registration.accepts("board:0"));
        assert!(registration.accepts(&offer.match_key));
        assert!(!registration.accepts(&offer.match_key), "a match key is valid once");
        registration.session_started(&offer.match_key);
        assert_eq!(client.summary().unwrap().queues["board"].free, 0);
        registration.session_ended();
        keys.push(offer.match_key);
    }
    drop(registration);
    until(|| client.summary().unwrap().servers.is_empty());
}

#[test]
fn a_server_is_offered_again_if_its_client_never_comes() {
    let tracker = tracker();
    let options = RegistrationOptions { unclaimed: Duration::from_millis(10), ..registration(&tracker) };
    let registration = Registration::start(options).unwrap();
    let mut client = client(&tracker);
    let first = client.request("board", 1, Some(LIMIT)).unwrap();
    let second = client.request("board", 1, Some(LIMIT)).unwrap();
    assert_ne!(first.match_key, second.match_key);
    assert!(!registration.accepts(&first.match_key));
}

#[test]
fn a_restarted_tracker_has_its_servers_again() {
    let first = tracker();
    let address = first.address();
    let registration = Registration::start(registration(&first)).unwrap();
    assert!(registration.wait_until_registered(LIMIT));
    // Also a server with a session registers again.
    let offer = client(&first).request("board", 1, Some(LIMIT)).unwrap();
    assert!(registration.accepts(&offer.match_key));
    registration.session_started(&offer.match_key);
    first.shutdown();
    until(|| !registration.is_registered());
    let again = TrackerOptions { port: address.port(), port_end: address.port(), ..options() };
    let second = Tracker::bind(again).unwrap();
    let mut client = client(&second);
    until(|| client.summary().unwrap().servers.len() == 1);
    registration.session_ended();
    client.request("board", 1, Some(LIMIT)).unwrap();
}

#[test]
fn a_match_key_of_a_server_with_a_token_carries_a_ticket() {
    let token = Token::generate();
    let tracker = Tracker::bind(TrackerOptions { token: Some(token.clone()), ..options() }).unwrap();
    let options = RegistrationOptions { token: Some(token.clone()), ..registration(&tracker) };
    let registration = Registration::start(options).unwrap();
    let mut client =
        TrackerClient::connect_with_token(&tracker.address().to_string(), LIMIT, &token).unwrap();
    let offer = client.request("board", 1, Some(LIMIT)).unwrap();
    let key = Key::new(Role::Client, offer.match_key);
    assert_eq!(token.check_ticket(&key, std::time::SystemTime::now()), Ok(()));
    assert!(registration.accepts(key.name()));
}
