//! The state of a tracker, without I/O.
//!
//! Invariants:
//! - A key has free servers or waiting clients, never both.
//! - A connection refers to each of its offers and requests, and these refer to open connections.
//! - A key without offers and requests takes no memory.

mod queue;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
#[cfg(feature = "secure")]
use std::time::SystemTime;

use serde_json::{Map, Value, json};

use self::queue::{OfferedServer, Place, Queue};
pub use super::message::Progress;
use super::message::{Decoder, Frame, MessageError, Request, code, write_message};
#[cfg(feature = "secure")]
use crate::auth::{AuthError, Token};
use crate::handshake::{Key, Role, TRACKER_MAGIC};

/// The number of a connection. A number is used once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// An effect of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Bytes for a connection.
    Send(ConnectionId, Vec<u8>),
    /// A connection must be closed after its bytes are sent, for a reason.
    Close(ConnectionId, String),
    /// The tracker must stop after the bytes are sent.
    Stop,
}

/// Limits for each connection, and one for all connections.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Servers that wait for a client.
    pub offers: usize,
    /// Requests that wait for a server.
    pub requests: usize,
    /// Bytes of the information about a server.
    pub info_bytes: usize,
    /// Bytes of the keys in a summary, and of the information about servers. Further keys and
    /// servers are left out.
    pub summary_bytes: usize,
    /// Refused requests, until the connection is closed.
    pub refusals: u32,
    /// Offers and waiting requests of all connections.
    pub entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            offers: 64,
            requests: 16,
            info_bytes: 1 << 10,
            summary_bytes: 1 << 20,
            refusals: 3,
            entries: 100_000,
        }
    }
}

/// The state of a tracker: connections, free servers and waiting clients.
///
/// The owner reports new connections, received bytes and closed connections, and does the returned
/// [`Event`]s.
pub struct State {
    limits: Limits,
    stop_key: String,
    #[cfg(feature = "secure")]
    token: Option<Token>,
    connections: BTreeMap<ConnectionId, Connection>,
    queues: HashMap<String, Queue>,
    /// The number of the last offer or request.
    count: u64,
    /// The number of offers and requests that wait.
    entries: usize,
}

struct Connection {
    peer: IpAddr,
    decoder: Decoder,
    info: Map<String, Value>,
    /// The keys of the queues, by the numbers of offers.
    offers: BTreeMap<u64, String>,
    requests: BTreeMap<Place, String>,
    refusals: u32,
    /// Whether the peer has the token, or a ticket for any key.
    trusted: Trust,
    /// The nonce of the client and the challenge of the tracker.
    #[cfg(feature = "secure")]
    login: Option<(String, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Trust {
    Unknown,
    /// Showed a ticket.
    Ticket,
    /// Has the token, or no token is necessary.
    Token,
}

/// The reply to a request, or no reply yet.
enum Reply {
    Value(Value),
    Later,
    /// A refusal, as a number.
    Refused(String),
    /// A refusal, as a list with the reason, for requests whose reply is a list.
    RefusedList(String),
}

impl State {
    /// Creates the state of a tracker without authentication.
    pub fn new(stop_key: impl Into<String>, limits: Limits) -> Self {
        Self {
            limits,
            stop_key: stop_key.into(),
            #[cfg(feature = "secure")]
            token: None,
            connections: BTreeMap::new(),
            queues: HashMap::new(),
            count: 0,
            entries: 0,
        }
    }

    /// Requires authentication by a token.
    #[cfg(feature = "secure")]
    #[must_use]
    pub fn with_token(mut self, token: Option<Token>) -> Self {
        self.token = token;
        self
    }

    /// Adds a connection. A number must not be used twice.
    pub fn connected(&mut self, id: ConnectionId, peer: IpAddr) {
        #[cfg(feature = "secure")]
        let is_open = self.token.is_none();
        #[cfg(not(feature = "secure"))]
        let is_open = true;
        self.connections.insert(
            id,
            Connection {
                peer: peer.to_canonical(),
                decoder: Decoder::new(),
                info: Map::new(),
                offers: BTreeMap::new(),
                requests: BTreeMap::new(),
                refusals: 0,
                trusted: if is_open { Trust::Token } else { Trust::Unknown },
                #[cfg(feature = "secure")]
                login: None,
            },
        );
    }

    /// Returns the number of connections.
    pub fn connections(&self) -> usize {
        self.connections.len()
    }

    /// Whether no connection is open, and no offer and no request waits.
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty() && self.queues.is_empty() && self.entries == 0
    }

    /// Removes a connection with its offers and requests.
    pub fn closed(&mut self, id: ConnectionId) {
        let Some(connection) = self.connections.remove(&id) else { return };
        self.entries -= connection.offers.len() + connection.requests.len();
        for (number, key) in connection.offers {
            self.change(&key, |queue| queue.offers.remove(&number).is_some());
        }
        for (place, key) in connection.requests {
            self.change(&key, |queue| queue.requests.remove(&place).is_some());
        }
    }

    /// Adds bytes that a connection received. [`State::step`] handles them.
    pub fn received(&mut self, id: ConnectionId, bytes: &[u8]) {
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.decoder.feed(bytes);
        }
    }

    /// Handles one message of a connection, and appends the effects to `events`. Returns `None` if
    /// it handled one, and the progress of the connection if more bytes are necessary.
    ///
    /// The owner sends the reply before the next step, so that replies do not accumulate. A
    /// connection with an [`Event::Close`] is removed already.
    pub fn step(&mut self, id: ConnectionId, events: &mut Vec<Event>) -> Option<Progress> {
        let Some(connection) = self.connections.get_mut(&id) else { return Some(Progress::Idle) };
        match connection.decoder.next() {
            Ok(None) => return Some(connection.decoder.progress()),
            Ok(Some(Frame::Magic)) => events.push(Event::Send(id, TRACKER_MAGIC.to_le_bytes().into())),
            Ok(Some(Frame::Request(request))) => self.handle(id, request, events),
            Err(error) => self.close(id, error.to_string(), events),
        }
        None
    }

    fn close(&mut self, id: ConnectionId, reason: String, events: &mut Vec<Event>) {
        self.closed(id);
        events.push(Event::Close(id, reason));
    }

    fn handle(&mut self, id: ConnectionId, request: Request, events: &mut Vec<Event>) {
        let reply = match request {
            Request::Ping => Ok(Reply::Value(code::SUCCESS.into())),
            Request::Stop { key } => return self.stop(id, &key, events),
            Request::Put { key, port, match_key, host } => {
                return self.put(id, &key, (host, port, match_key), events);
            }
            Request::Server { key, priority } => return self.request(id, &key, priority, events),
            Request::UpdateInfo { info } => self.update_info(id, info),
            Request::Summary => Ok(self.summary(id)),
            Request::PendingMatchKeys => Ok(Reply::Value(self.pending_match_keys(id))),
            Request::Challenge { nonce } => Ok(self.challenge(id, nonce)),
            Request::Response { response } => Ok(self.response(id, &response)),
        };
        match reply {
            Ok(reply) => self.reply(id, reply, events),
            Err(error) => self.close(id, error.to_string(), events),
        }
    }

    fn reply(&mut self, id: ConnectionId, reply: Reply, events: &mut Vec<Event>) {
        let (value, reason) = match reply {
            Reply::Later => return,
            Reply::Value(value) => (value, None),
            Reply::Refused(reason) => (code::FAIL.into(), Some(reason)),
            Reply::RefusedList(reason) => (json!([code::FAIL, reason]), Some(reason)),
        };
        events.push(Event::Send(id, message(&value)));
        let (Some(connection), Some(reason)) = (self.connections.get_mut(&id), reason) else { return };
        connection.refusals += 1;
        if connection.refusals >= self.limits.refusals {
            self.close(id, reason, events);
        }
    }

    fn stop(&mut self, id: ConnectionId, key: &str, events: &mut Vec<Event>) {
        if is_same_text(key, &self.stop_key) {
            self.reply(id, Reply::Value(code::SUCCESS.into()), events);
            events.push(Event::Stop);
            return;
        }
        let is_near = self.connections.get(&id).is_some_and(|connection| connection.peer.is_loopback());
        self.reply(id, Reply::Refused("wrong stop key".into()), events);
        if !is_near && self.connections.contains_key(&id) {
            self.close(id, "wrong stop key".into(), events);
        }
    }

    fn put(
        &mut self,
        id: ConnectionId,
        key: &str,
        (host, port, match_key): (Option<String>, u16, String),
        events: &mut Vec<Event>,
    ) {
        let name = match self.permit(id, key) {
            Ok(name) => name,
            Err(reason) => return self.reply(id, Reply::Refused(reason), events),
        };
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if connection.offers.len() >= self.limits.offers || self.entries >= self.limits.entries {
            return self.reply(id, Reply::Refused("too many offers".into()), events);
        }
        let host = host.unwrap_or_else(|| connection.peer.to_string());
        self.count += 1;
        self.entries += 1;
        connection.offers.insert(self.count, name.clone());
        let server = OfferedServer { connection: id, host, port, match_key };
        self.queues.entry(name.clone()).or_default().offers.insert(self.count, server);
        self.reply(id, Reply::Value(code::SUCCESS.into()), events);
        self.pair(&name, events);
    }

    fn request(&mut self, id: ConnectionId, key: &str, priority: i64, events: &mut Vec<Event>) {
        let name = match self.permit(id, key) {
            Ok(name) => name,
            Err(reason) => return self.reply(id, Reply::RefusedList(reason), events),
        };
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if connection.requests.len() >= self.limits.requests || self.entries >= self.limits.entries {
            let reason = "too many waiting requests".into();
            return self.reply(id, Reply::RefusedList(reason), events);
        }
        self.count += 1;
        self.entries += 1;
        let place = (std::cmp::Reverse(priority), self.count);
        connection.requests.insert(place, name.clone());
        self.queues.entry(name.clone()).or_default().requests.insert(place, id);
        self.pair(&name, events);
    }

    /// Gives free servers of a key to waiting clients.
    fn pair(&mut self, name: &str, events: &mut Vec<Event>) {
        while let Some(pair) = self.queues.get_mut(name).and_then(Queue::pair) {
            let ((number, server), (place, client)) = pair;
            self.entries -= 2;
            if let Some(connection) = self.connections.get_mut(&server.connection) {
                connection.offers.remove(&number);
            }
            if let Some(connection) = self.connections.get_mut(&client) {
                connection.requests.remove(&place);
            }
            let reply = json!([code::SUCCESS, [server.host, server.port, server.match_key]]);
            events.push(Event::Send(client, message(&reply)));
        }
        self.change(name, |_| true);
    }

    /// Changes a queue, and removes it if it is empty then.
    fn change(&mut self, name: &str, change: impl FnOnce(&mut Queue) -> bool) {
        let Some(queue) = self.queues.get_mut(name) else { return };
        let is_present = change(queue);
        debug_assert!(is_present, "a connection refers to its entries of queues");
        if queue.is_empty() {
            self.queues.remove(name);
        }
    }

    fn update_info(&mut self, id: ConnectionId, mut info: Map<String, Value>) -> Result<Reply, MessageError> {
        let malformed = |part| MessageError::Part { request: "UPDATE_INFO", part };
        let key = info.get("key").map(|key| key.as_str().ok_or(malformed("the key is not a string")));
        if let Some(key) = key.transpose()? {
            let key = key.parse::<Key>().unwrap_or_else(|_| Key::new(Role::Client, key));
            match self.permit_key(id, &key) {
                Ok(()) if key.role() == Role::Server => {
                    info.insert("key".into(), format!("server:{}", without_ticket(&key)).into());
                }
                Ok(()) => {}
                Err(reason) => return Ok(Reply::Refused(reason)),
            }
        } else if self.connections.get(&id).is_some_and(|connection| connection.trusted < Trust::Ticket) {
            return Ok(Reply::Refused("authentication is required".into()));
        }
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(Reply::Later) };
        if let Some(address) = info.get_mut("addr") {
            let address = address.as_array_mut().filter(|address| address.len() == 2);
            let address = address.ok_or(malformed("the address is not a pair"))?;
            if address[0].is_null() {
                address[0] = connection.peer.to_string().into();
            }
        }
        let mut whole = connection.info.clone();
        whole.extend(info);
        if message(&Value::Object(whole.clone())).len() > self.limits.info_bytes {
            return Ok(Reply::Refused("too much information about a server".into()));
        }
        connection.info = whole;
        Ok(Reply::Value(code::SUCCESS.into()))
    }

    fn summary(&self, id: ConnectionId) -> Reply {
        if self.connections.get(&id).is_none_or(|connection| connection.trusted < Trust::Ticket) {
            return Reply::RefusedList("authentication is required".into());
        }
        let infos = self.connections.values().map(|connection| &connection.info);
        let key = |info: &Map<String, Value>| {
            let key = info.get("key").and_then(Value::as_str)?;
            key.starts_with("server").then(|| key.strip_prefix("server:").unwrap_or_default().to_owned())
        };
        let length = |value: Value| message(&value).len();
        let (mut queues, mut bytes) = (BTreeMap::new(), 0);
        for (name, queue) in &self.queues {
            let (free, pending) = (queue.offers.len(), queue.requests.len());
            bytes += length(json!({ name: {"free": free, "pending": pending} }));
            if bytes > self.limits.summary_bytes {
                break;
            }
            queues.insert(name.clone(), json!({"free": free, "pending": pending}));
        }
        let (mut servers, mut bytes) = (Vec::new(), 0);
        for info in infos {
            let Some(name) = key(info) else { continue };
            bytes += length(Value::Object(info.clone()));
            if bytes > self.limits.summary_bytes {
                break;
            }
            queues.entry(name).or_insert_with(|| json!({"free": 0, "pending": 0}));
            servers.push(Value::Object(info.clone()));
        }
        Reply::Value(json!([code::SUCCESS, {"queue_info": queues, "server_info": servers}]))
    }

    fn pending_match_keys(&self, id: ConnectionId) -> Value {
        let Some(connection) = self.connections.get(&id) else { return json!([]) };
        let offer = |(number, key): (&u64, &String)| self.queues.get(key)?.offers.get(number);
        let keys: BTreeSet<_> =
            connection.offers.iter().filter_map(offer).map(|server| &server.match_key).collect();
        json!(keys)
    }

    /// Returns the match key of a key with options, if the connection may use it.
    fn permit(&mut self, id: ConnectionId, text: &str) -> Result<String, String> {
        let key = Key::new(Role::Client, text);
        self.permit_key(id, &key)?;
        Ok(without_ticket(&key))
    }

    #[cfg(not(feature = "secure"))]
    fn permit_key(&mut self, _: ConnectionId, _: &Key) -> Result<(), String> {
        Ok(())
    }
}

#[cfg(feature = "secure")]
impl State {
    fn permit_key(&mut self, id: ConnectionId, key: &Key) -> Result<(), String> {
        let Some(connection) = self.connections.get_mut(&id) else { return Ok(()) };
        let Some(token) = self.token.as_ref().filter(|_| connection.trusted < Trust::Token) else {
            return Ok(());
        };
        token.check_ticket(key, SystemTime::now()).map_err(|error| error.to_string())?;
        connection.trusted = Trust::Ticket;
        Ok(())
    }

    fn challenge(&mut self, id: ConnectionId, nonce: String) -> Reply {
        use crate::auth::{is_nonce, random_nonce};
        let Some(connection) = self.connections.get_mut(&id) else { return Reply::Later };
        if self.token.is_none() {
            return Reply::RefusedList("this tracker has no token: connect without one".into());
        }
        if !is_nonce(&nonce) {
            return Reply::RefusedList(AuthError::Malformed("nonce").to_string());
        }
        let challenge = random_nonce();
        connection.login = Some((nonce, challenge.clone()));
        Reply::Value(json!([code::SUCCESS, challenge]))
    }

    fn response(&mut self, id: ConnectionId, response: &str) -> Reply {
        let Some(connection) = self.connections.get_mut(&id) else { return Reply::Later };
        let login = connection.login.take().zip(self.token.as_ref());
        let Some(((nonce, challenge), token)) = login else {
            return Reply::RefusedList("a response without a challenge".into());
        };
        match token.check_response(response, &nonce, &challenge, LOGIN_NAME) {
            Ok(()) => {
                connection.trusted = Trust::Token;
                Reply::Value(json!([code::SUCCESS, token.proof(&nonce, &challenge, LOGIN_NAME)]))
            }
            Err(error) => Reply::RefusedList(error.to_string()),
        }
    }
}

#[cfg(not(feature = "secure"))]
impl State {
    fn challenge(&mut self, _: ConnectionId, _: String) -> Reply {
        Reply::RefusedList("this tracker has no token: connect without one".into())
    }

    fn response(&mut self, _: ConnectionId, _: &str) -> Reply {
        Reply::RefusedList("this tracker has no token: connect without one".into())
    }
}

/// The name in the codes of a login at a tracker. No match key has this form.
#[cfg(feature = "secure")]
pub(super) const LOGIN_NAME: &str = " tracker";

/// Returns the match key of a key with a ticket. Without a ticket, blanks are a part of a match
/// key, as in TVM.
fn without_ticket(key: &Key) -> String {
    if key.option("ticket").is_none() { key.text().into() } else { key.name().into() }
}

fn message(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_message(&mut bytes, value);
    bytes
}

/// Compares secrets in a time that depends on their lengths only.
fn is_same_text(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differences == 0
}
