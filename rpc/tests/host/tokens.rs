//! Tokens and TLS at a tracker and at its servers, by real sessions.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use objet_rpc::auth::Token;
use objet_rpc::host::ServerOptions;
use objet_rpc::proxy::{Proxy, ProxyOptions};
use objet_rpc::tls::{self, ClientTls};
use objet_rpc::tracker::{Tracker, TrackerClient, TrackerError, TrackerOptions};
use objet_rpc::{ConnectOptions, RpcError};

use crate::{Host, SOON, call};

/// A tracker with a token.
struct Guarded {
    tracker: Tracker,
    token: Token,
}

impl Guarded {
    fn start() -> Self {
        let token = Token::generate();
        let options = TrackerOptions { port: 0, token: Some(token.clone()), ..TrackerOptions::default() };
        Self { tracker: Tracker::bind(options).expect("a free port"), token }
    }

    fn address(&self) -> String {
        self.tracker.address().to_string()
    }

    /// Starts a server with the token, and offers it.
    fn host(&self, change: impl FnOnce(&mut ServerOptions)) -> Host {
        Host::start(|options| {
            options.token = Some(self.token.clone());
            options.tracker = Some(self.address());
            change(options);
        })
    }

    fn client(&self) -> TrackerClient {
        TrackerClient::connect_with_token(&self.address(), SOON, &self.token).expect("the tracker")
    }
}

fn options() -> ConnectOptions {
    Host::options()
}

#[test]
fn a_client_with_the_token_gets_a_session_by_the_tracker() {
    let guarded = Guarded::start();
    let host = guarded.host(|_| {});
    let mut client = guarded.client();
    for _ in 0..2 {
        let session = options()
            .token(guarded.token.clone())
            .request(&mut client, "test", 1, Some(SOON))
            .expect("a session");
        assert_eq!(call(&session, "rpc.test.addone", (1,)), Ok(2_i64));
    }
    assert!(host.all_ended());
}

#[test]
fn a_client_with_another_token_is_refused_by_the_server() {
    let guarded = Guarded::start();
    let host = guarded.host(|_| {});
    let mut client = guarded.client();
    let wrong = options().token(Token::generate());
    let error = wrong.request(&mut client, "test", 1, Some(SOON)).expect_err("another token");
    assert!(matches!(error, RpcError::Refused { .. }), "{error}");
    assert!(error.to_string().contains(&host.address().to_string()), "{error}");
}

#[test]
fn peers_with_another_token_are_refused_by_the_tracker() {
    let guarded = Guarded::start();
    let error = TrackerClient::connect_with_token(&guarded.address(), SOON, &Token::generate());
    assert!(matches!(error, Err(TrackerError::Refused { .. })), "{error:?}");
    let mut bare = TrackerClient::connect(&guarded.address(), SOON).expect("the tracker answers");
    let error = bare.request("test", 1, Some(SOON)).expect_err("no token");
    assert!(error.to_string().contains("token"), "{error}");

    // A server with another token is never offered.
    let stranger = guarded.host(|options| options.token = Some(Token::generate()));
    let mut client = guarded.client();
    let honest = guarded.host(|_| {});
    let offer = client.request("test", 1, Some(SOON)).expect("an offer");
    assert_eq!(offer.port, honest.address().port());
    assert!(client.summary().expect("a summary").servers.iter().all(|s| s.port != stranger.address().port()));
}

#[test]
fn a_client_without_the_token_gets_a_session_by_tickets() {
    let guarded = Guarded::start();
    let _host = guarded.host(|_| {});
    let ticket = |name: &str| guarded.token.ticket(name, Duration::from_secs(60));
    let mut client = TrackerClient::connect(&guarded.address(), SOON).expect("the tracker");
    let other = format!("test -ticket={}", ticket("other"));
    client.request(&other, 1, Some(SOON)).expect_err("a ticket for another key");
    // The match key of the offer has a ticket for the server.
    let key = format!("test -ticket={}", ticket("test"));
    let session = options().request(&mut client, &key, 1, Some(SOON)).expect("a session");
    assert_eq!(call(&session, "rpc.test.addone", (1,)), Ok(2_i64));
}

#[test]
fn a_server_without_a_tracker_takes_the_token_or_a_ticket() {
    let token = Token::generate();
    let host = Host::start(|options| options.token = Some(token.clone()));
    let address = host.address().to_string();
    let session = options().token(token.clone()).connect(&address).expect("a session");
    assert_eq!(call(&session, "rpc.test.addone", (1,)), Ok(2_i64));
    let key = format!("test -ticket={}", token.ticket("test", Duration::from_secs(60)));
    let session = options().key(key).connect(&address).expect("a session");
    assert_eq!(call(&session, "rpc.test.addone", (1,)), Ok(2_i64));

    for refused in [options(), options().token(Token::generate())] {
        let error = refused.connect(&address).expect_err("no token").to_string();
        assert!(error.contains(&address), "{error}");
    }
    // A server without a token cannot prove that it has one.
    let open = Host::start(|_| {});
    let error = options().token(token).connect(&open.address().to_string()).expect_err("no proof");
    assert!(matches!(error, RpcError::Refused { .. }), "{error}");
}

#[test]
fn a_session_by_a_tracker_with_a_token_is_encrypted() {
    let guarded = Guarded::start();
    let place = tempfile::tempdir().expect("a directory");
    let made = rcgen::generate_simple_self_signed(["localhost".into()]).expect("a certificate");
    let (certificate, key) = (place.path().join("c.pem"), place.path().join("k.pem"));
    fs::write(&certificate, made.cert.pem()).expect("it is written");
    fs::write(&key, made.signing_key.serialize_pem()).expect("it is written");
    let config: Arc<_> = tls::server_config(&certificate, &key).expect("they belong together");
    let host = guarded.host(|options| options.tls = Some(config));

    let pinned = tls::fingerprint(&certificate).expect("it has a certificate");
    let trust = ClientTls::with_fingerprint(&pinned).expect("it is valid");
    let encrypted = options().token(guarded.token.clone()).tls(trust);
    let mut client = guarded.client();
    let session = encrypted.request(&mut client, "test", 1, Some(SOON)).expect("a session");
    let large = vec![7; 3 << 20];
    session.upload("large", &large).expect("a file");
    assert_eq!(session.download("large").expect("the file"), large);
    drop(session);
    assert!(host.all_ended());

    let other = ClientTls::with_fingerprint(&"00".repeat(32)).expect("it is valid");
    let error = options().token(guarded.token.clone()).tls(other).connect(&host.address().to_string());
    assert!(error.expect_err("another certificate").to_string().contains("certificate"));
}

#[test]
fn a_server_with_a_token_serves_the_clients_of_a_proxy_with_the_same_token() {
    let token = Token::generate();
    let ticket = |token: &Token| format!("test -ticket={}", token.ticket("test", Duration::from_secs(60)));
    for guarded in [Some(token.clone()), None] {
        let proxy = Proxy::bind(ProxyOptions { port: 0, token: guarded, ..ProxyOptions::default() });
        let proxy = proxy.expect("a free port");
        let address = proxy.address().to_string();
        let host = Host::start(|options| {
            options.token = Some(token.clone());
            options.proxy = Some(address.clone());
        });
        let session = options().key(ticket(&token)).connect(&address).expect("a session");
        assert_eq!(call(&session, "rpc.test.addone", (1,)), Ok(2_i64));
        options().key(ticket(&Token::generate())).connect(&address).expect_err("another token");
        drop(session);
        assert!(host.all_ended());
    }
}
