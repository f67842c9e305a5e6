//! The client of a tracker, which blocks.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use objet_runtime::check_signals;
use serde_json::{Value, json};

use super::message::{code, write_message};
#[cfg(feature = "secure")]
use crate::auth::{AuthError, Token};
use crate::deadline::TICK;
use crate::handshake::TRACKER_MAGIC;

/// Maximum length of a reply in bytes.
const MAX_REPLY_BYTES: usize = 16 << 20;

/// A connection to a tracker, which may be TVM's.
///
/// After an error, the connection is closed, and the next operation connects again. The tracker
/// withdraws the offers of a closed connection.
pub struct TrackerClient {
    address: String,
    timeout: Duration,
    stream: Option<TcpStream>,
    #[cfg(feature = "secure")]
    token: Option<Token>,
}

/// A server that the tracker assigned to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The host of the server.
    pub host: String,
    /// The port of the server.
    pub port: u16,
    /// The key that the client must send to the server, with its options.
    pub match_key: String,
}

/// The counts of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// Servers that wait for a client.
    pub free: u64,
    /// Clients that wait for a server.
    pub pending: u64,
}

/// A server that is connected to the tracker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerInfo {
    /// The key of the server.
    pub key: String,
    /// The host of the server.
    pub host: String,
    /// The port of the server.
    pub port: u16,
}

/// The servers and queues of a tracker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The counts by key.
    pub queues: BTreeMap<String, Queue>,
    /// The servers, free or not.
    pub servers: Vec<ServerInfo>,
}

/// An operation on a tracker failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrackerError {
    /// The tracker cannot be reached.
    #[error("cannot connect to the tracker {address}: {source}: check its address, and that it runs")]
    Connect {
        /// The address of the tracker.
        address: String,
        /// The reason.
        source: io::Error,
    },
    /// The peer answers, but not as a tracker.
    #[error("{address} is not a tracker: check the port (trackers listen on 9190 by default)")]
    NotATracker {
        /// The address of the peer.
        address: String,
    },
    /// No reply arrived in time.
    #[error("no reply of the tracker {address} to {operation} within {limit:?}")]
    Timeout {
        /// The address of the tracker.
        address: String,
        /// The operation.
        operation: String,
        /// The time limit.
        limit: Duration,
    },
    /// The connection broke.
    #[error("lost the tracker {address} during {operation}: {source}")]
    Lost {
        /// The address of the tracker.
        address: String,
        /// The operation.
        operation: String,
        /// The reason.
        source: io::Error,
    },
    /// The tracker refuses an operation.
    #[error("the tracker {address} refuses {operation}: {reason}")]
    Refused {
        /// The address of the tracker.
        address: String,
        /// The operation.
        operation: String,
        /// The reason, if the tracker gives one.
        reason: String,
    },
    /// A reply is malformed.
    #[error("malformed reply of the tracker {address} to {operation}: {reply}")]
    Reply {
        /// The address of the tracker.
        address: String,
        /// The operation.
        operation: String,
        /// The start of the reply.
        reply: String,
    },
    /// The tracker does not have the token.
    #[cfg(feature = "secure")]
    #[error("the tracker {address} failed to prove that it has the token: {source}")]
    Untrusted {
        /// The address of the tracker.
        address: String,
        /// The reason.
        source: AuthError,
    },
}

impl TrackerClient {
    /// Connects to a tracker at `host:port`. `timeout` limits the time for connecting and for each
    /// reply, except for the reply to [`request`](Self::request).
    ///
    /// # Errors
    /// If the tracker cannot be reached in time, or if the peer is not a tracker.
    pub fn connect(address: &str, timeout: Duration) -> Result<Self, TrackerError> {
        let mut client = Self {
            address: address.into(),
            timeout,
            stream: None,
            #[cfg(feature = "secure")]
            token: None,
        };
        client.open()?;
        Ok(client)
    }

    /// Connects to a tracker, and proves on both sides that the other side has the token.
    ///
    /// # Errors
    /// Like [`connect`](Self::connect), and if one of both sides has another token or none.
    #[cfg(feature = "secure")]
    pub fn connect_with_token(address: &str, timeout: Duration, token: &Token) -> Result<Self, TrackerError> {
        let token = Some(token.clone());
        let mut client = Self { address: address.into(), timeout, stream: None, token };
        client.open()?;
        Ok(client)
    }

    /// Checks that the tracker answers.
    ///
    /// # Errors
    /// If it does not.
    pub fn ping(&mut self) -> Result<(), TrackerError> {
        self.done("a ping", &json!([code::PING]))
    }

    /// Stops the tracker.
    ///
    /// # Errors
    /// If the stop key is wrong or the tracker does not reply.
    pub fn stop(&mut self, stop_key: &str) -> Result<(), TrackerError> {
        self.done("stop", &json!([code::STOP, stop_key]))
    }

    /// Offers a server. A client takes it once. `host` is `None` for the host of this connection.
    ///
    /// # Errors
    /// If the tracker refuses or does not reply.
    pub fn put(
        &mut self,
        key: &str,
        port: u16,
        match_key: &str,
        host: Option<&str>,
    ) -> Result<(), TrackerError> {
        let operation = format!("the offer of a server for {key:?}");
        self.done(&operation, &json!([code::PUT, key, [port, match_key], host]))
    }

    /// Tells the tracker which server this connection belongs to. `host` is `None` for the host of
    /// this connection.
    ///
    /// # Errors
    /// If the tracker refuses or does not reply.
    pub fn update_info(&mut self, key: &str, host: Option<&str>, port: u16) -> Result<(), TrackerError> {
        let operation = format!("the information about a server for {key:?}");
        let info = json!({"key": format!("server:{key}"), "addr": [host, port]});
        self.done(&operation, &json!([code::UPDATE_INFO, info]))
    }

    /// Waits for a server. Clients with a higher priority come first. Without a deadline, this
    /// waits as long as the connection is open.
    ///
    /// # Errors
    /// If no server is free before the deadline, or if the tracker refuses or goes away. The place
    /// in the queue is lost then.
    pub fn request(
        &mut self,
        key: &str,
        priority: i64,
        deadline: Option<Duration>,
    ) -> Result<Offer, TrackerError> {
        let operation = format!("the request of a server for {key:?}");
        let request = json!([code::REQUEST, key, "", priority]);
        let reply = self.ask(&operation, &request, deadline)?;
        let value = self.value(&operation, reply)?;
        let offer = || {
            let [host, port, match_key] = value.as_array()?.as_slice() else { return None };
            Some(Offer {
                host: host.as_str()?.into(),
                port: u16::try_from(port.as_u64()?).ok().filter(|port| *port != 0)?,
                match_key: match_key.as_str()?.into(),
            })
        };
        offer().ok_or_else(|| self.malformed(&operation, &value))
    }

    /// Returns the servers and the queues of the tracker.
    ///
    /// # Errors
    /// If the tracker refuses or does not reply.
    pub fn summary(&mut self) -> Result<Summary, TrackerError> {
        let operation = "the request of a summary";
        let reply = self.ask(operation, &json!([code::SUMMARY]), Some(self.timeout))?;
        let value = self.value(operation, reply)?;
        let summary = || {
            let mut summary = Summary::default();
            for (key, queue) in value.get("queue_info")?.as_object()? {
                let count = |name| queue.get(name)?.as_u64();
                let queue = Queue { free: count("free")?, pending: count("pending")? };
                summary.queues.insert(key.clone(), queue);
            }
            for info in value.get("server_info")?.as_array()? {
                let key = info.get("key")?.as_str()?;
                let address = info.get("addr").and_then(Value::as_array);
                let [host, port] = address.map_or(&[][..], Vec::as_slice) else { continue };
                summary.servers.push(ServerInfo {
                    key: key.strip_prefix("server:").unwrap_or(key).into(),
                    host: host.as_str().unwrap_or_default().into(),
                    port: port.as_u64().and_then(|port| port.try_into().ok()).unwrap_or_default(),
                });
            }
            Some(summary)
        };
        summary().ok_or_else(|| self.malformed(operation, &value))
    }

    /// Returns the match keys of the offers of this connection that no client has taken.
    ///
    /// # Errors
    /// If the tracker does not reply.
    pub fn pending_match_keys(&mut self) -> Result<Vec<String>, TrackerError> {
        let operation = "the request of pending match keys";
        let reply = self.ask(operation, &json!([code::GET_PENDING_MATCHKEYS]), Some(self.timeout))?;
        let keys = || reply.as_array()?.iter().map(|key| Some(key.as_str()?.to_owned())).collect();
        let keys: Option<_> = keys();
        keys.ok_or_else(|| self.malformed(operation, &reply))
    }

    /// Returns another handle of the open connection, by which another thread can close it.
    #[cfg(feature = "secure")]
    pub(super) fn handle(&self) -> Option<TcpStream> {
        self.stream.as_ref()?.try_clone().ok()
    }

    fn done(&mut self, operation: &str, request: &Value) -> Result<(), TrackerError> {
        let reply = self.ask(operation, request, Some(self.timeout))?;
        match reply.as_i64() {
            Some(code::SUCCESS) => Ok(()),
            Some(code::FAIL) => Err(self.refused(operation, None)),
            _ => Err(self.malformed(operation, &reply)),
        }
    }

    /// Returns the second part of a reply that is a list.
    fn value(&mut self, operation: &str, reply: Value) -> Result<Value, TrackerError> {
        match reply.as_array().map(Vec::as_slice) {
            Some([code, value]) if code.as_i64() == Some(code::SUCCESS) => Ok(value.clone()),
            Some([code, reason @ ..]) if code.as_i64() == Some(code::FAIL) => {
                Err(self.refused(operation, reason.first().and_then(Value::as_str)))
            }
            _ if reply.as_i64() == Some(code::FAIL) => Err(self.refused(operation, None)),
            _ => Err(self.malformed(operation, &reply)),
        }
    }

    fn refused(&self, operation: &str, reason: Option<&str>) -> TrackerError {
        let reason = reason.map(excerpt).unwrap_or_else(|| "check the token, the keys and the limits".into());
        TrackerError::Refused { address: self.address.clone(), operation: operation.into(), reason }
    }

    fn malformed(&mut self, operation: &str, reply: &Value) -> TrackerError {
        self.stream = None;
        let reply = excerpt(&reply.to_string());
        TrackerError::Reply { address: self.address.clone(), operation: operation.into(), reply }
    }

    fn ask(
        &mut self,
        operation: &str,
        request: &Value,
        limit: Option<Duration>,
    ) -> Result<Value, TrackerError> {
        if self.stream.is_none() {
            self.open()?;
        }
        let mut message = Vec::new();
        write_message(&mut message, request);
        let mut wire = Wire::new(self.stream.take(), limit);
        let reply = wire.write(&message).and_then(|()| wire.read_message());
        let reply = reply.map_err(|error| self.failed(operation, limit, error))?;
        let reply = serde_json::from_slice(&reply).map_err(|_| {
            let text = String::from_utf8_lossy(&reply).into_owned();
            self.malformed(operation, &Value::String(text))
        })?;
        self.stream = wire.stream;
        Ok(reply)
    }

    fn failed(&self, operation: &str, limit: Option<Duration>, source: io::Error) -> TrackerError {
        let (address, operation) = (self.address.clone(), operation.into());
        match limit {
            Some(limit) if is_late(&source) => TrackerError::Timeout { address, operation, limit },
            _ => TrackerError::Lost { address, operation, source },
        }
    }

    fn open(&mut self) -> Result<(), TrackerError> {
        let failed = |source| TrackerError::Connect { address: self.address.clone(), source };
        let start = Instant::now();
        let mut failure = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
        let mut stream = None;
        for address in self.address.to_socket_addrs().map_err(failed)? {
            let rest = self.timeout.saturating_sub(start.elapsed()).max(Duration::from_millis(1));
            match TcpStream::connect_timeout(&address, rest) {
                Ok(connected) => {
                    stream = Some(connected);
                    break;
                }
                Err(error) => failure = error,
            }
        }
        let Some(stream) = stream else { return Err(failed(failure)) };
        crate::socket::prepare(&stream).map_err(failed)?;
        let mut wire = Wire::new(Some(stream), Some(self.timeout));
        let mut magic = [0; 4];
        // TVM's tracker reads the magic number alone, so nothing may follow it yet.
        let greeted = wire.write(&TRACKER_MAGIC.to_le_bytes()).and_then(|()| wire.read(&mut magic));
        match greeted {
            Ok(()) if i32::from_le_bytes(magic) == TRACKER_MAGIC => {}
            Err(error) if is_late(&error) => {
                return Err(self.failed("the greeting", Some(self.timeout), error));
            }
            _ => return Err(TrackerError::NotATracker { address: self.address.clone() }),
        }
        self.stream = wire.stream;
        #[cfg(feature = "secure")]
        if let Some(token) = self.token.clone() {
            self.log_in(&token)?;
        }
        Ok(())
    }

    #[cfg(feature = "secure")]
    fn log_in(&mut self, token: &Token) -> Result<(), TrackerError> {
        use super::state::LOGIN_NAME;
        let operation = "the login";
        let nonce = crate::auth::random_nonce();
        let reply = self.ask(operation, &json!([code::CHALLENGE, nonce]), Some(self.timeout))?;
        let challenge = self.value(operation, reply)?;
        let Some(challenge) = challenge.as_str().filter(|text| crate::auth::is_nonce(text)) else {
            return Err(self.malformed(operation, &challenge));
        };
        let response = token.response(&nonce, challenge, LOGIN_NAME);
        let reply = self.ask(operation, &json!([code::RESPONSE, response]), Some(self.timeout))?;
        let proof = self.value(operation, reply)?;
        let proof = proof.as_str().unwrap_or_default();
        token.check_proof(proof, &nonce, challenge, LOGIN_NAME).map_err(|source| {
            self.stream = None;
            TrackerError::Untrusted { address: self.address.clone(), source }
        })
    }
}

impl fmt::Debug for TrackerClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TrackerClient({:?})", self.address)
    }
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}

/// Returns the start of a text without control characters.
fn excerpt(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).take(200).collect()
}

/// A stream with a deadline for all that is read and written.
struct Wire {
    stream: Option<TcpStream>,
    deadline: Option<Instant>,
}

impl Wire {
    fn new(stream: Option<TcpStream>, limit: Option<Duration>) -> Self {
        Self { stream, deadline: limit.and_then(|limit| Instant::now().checked_add(limit)) }
    }

    /// Returns the stream with the rest of the time as its timeout, or the time until the next look
    /// for signals.
    fn stream(&mut self) -> io::Result<&mut TcpStream> {
        let rest = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if rest.is_some_and(|rest| rest.is_zero()) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let tick = Some(rest.map_or(TICK, |rest| rest.min(TICK)));
        stream.set_read_timeout(tick)?;
        stream.set_write_timeout(tick)?;
        Ok(stream)
    }

    /// Returns whether the operation that failed should be tried again.
    fn again(error: io::Error) -> io::Result<()> {
        if error.kind() == io::ErrorKind::Interrupted || is_late(&error) {
            return check_signals().map_err(io::Error::other);
        }
        Err(error)
    }

    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.stream()?.write(bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) => Self::again(error)?,
            }
        }
        Ok(())
    }

    fn read(&mut self, mut bytes: &mut [u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.stream()?.read(bytes) {
                Ok(0) => {
                    let text = "the tracker closed the connection";
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, text));
                }
                Ok(count) => bytes = &mut bytes[count..],
                Err(error) => Self::again(error)?,
            }
        }
        Ok(())
    }

    fn read_message(&mut self) -> io::Result<Vec<u8>> {
        let mut length = [0; 4];
        self.read(&mut length)?;
        let length = i32::from_le_bytes(length);
        let Some(length) = usize::try_from(length).ok().filter(|length| *length <= MAX_REPLY_BYTES) else {
            let text = format!("reply of {length} bytes, the limit is {MAX_REPLY_BYTES}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        };
        // Memory grows with the bytes that arrive, not with the length that the peer claims.
        let mut message = Vec::new();
        while message.len() < length {
            let start = message.len();
            message.resize(length.min(start + (64 << 10)), 0);
            self.read(&mut message[start..])?;
        }
        Ok(message)
    }
}
