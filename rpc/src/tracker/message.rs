//! Messages of the tracker: a length and JSON.

use std::fmt;

use serde_json::Value;

use crate::handshake::TRACKER_MAGIC;

/// Maximum length of a request in bytes. TVM has no limit.
pub const MAX_REQUEST_BYTES: usize = 64 << 10;

/// Maximum length of a string in a request in bytes: a key with a ticket, for example.
const MAX_STRING_BYTES: usize = 512;

/// The numbers of requests. The last two are Objet's.
pub(super) mod code {
    pub(in crate::tracker) const FAIL: i64 = -1;
    pub(in crate::tracker) const SUCCESS: i64 = 0;
    pub(in crate::tracker) const PING: i64 = 1;
    pub(in crate::tracker) const STOP: i64 = 2;
    pub(in crate::tracker) const PUT: i64 = 3;
    pub(in crate::tracker) const REQUEST: i64 = 4;
    pub(in crate::tracker) const UPDATE_INFO: i64 = 5;
    pub(in crate::tracker) const SUMMARY: i64 = 6;
    pub(in crate::tracker) const GET_PENDING_MATCHKEYS: i64 = 7;
    pub(in crate::tracker) const CHALLENGE: i64 = 8;
    pub(in crate::tracker) const RESPONSE: i64 = 9;
}

/// A peer sent bytes that are no request.
#[derive(Debug, thiserror::Error)]
pub(super) enum MessageError {
    /// The connection does not begin with the magic number of trackers.
    #[error("wrong magic number {found:#x}: the peer does not speak the protocol of trackers")]
    Magic {
        /// The number.
        found: i32,
    },
    /// The length of a message is negative, zero or above the limit.
    #[error("message of {found} bytes: the limit is {MAX_REQUEST_BYTES}")]
    Length {
        /// The length in bytes.
        found: i32,
    },
    /// A message is not JSON.
    #[error("malformed JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A message has an unknown number.
    #[error("unknown code {0}")]
    Code(i64),
    /// A part of a message has a wrong type or value.
    #[error("malformed {request}: {part}")]
    Part {
        /// The name of the request.
        request: &'static str,
        /// The wrong part.
        part: &'static str,
    },
}

/// A request of a client or a server.
#[derive(Debug, PartialEq)]
pub(super) enum Request {
    Ping,
    Stop { key: String },
    Put { key: String, port: u16, match_key: String, host: Option<String> },
    Server { key: String, priority: i64 },
    UpdateInfo { info: serde_json::Map<String, Value> },
    Summary,
    PendingMatchKeys,
    Challenge { nonce: String },
    Response { response: String },
}

impl Request {
    pub(super) fn parse(text: &[u8]) -> Result<Self, MessageError> {
        let Value::Array(parts) = serde_json::from_slice(text)? else {
            return Err(MessageError::Part { request: "message", part: "it is not a list" });
        };
        let Some(code) = parts.first().and_then(Value::as_i64) else {
            return Err(MessageError::Part { request: "message", part: "it has no code" });
        };
        let text = |request, index: usize| string(request, parts.get(index));
        Ok(match code {
            code::PING => Self::Ping,
            code::STOP => Self::Stop { key: text("STOP", 1)? },
            code::PUT => put(&parts)?,
            code::REQUEST => Self::Server {
                key: text("REQUEST", 1)?,
                priority: number(parts.get(3))
                    .ok_or(MessageError::Part { request: "REQUEST", part: "the priority is not a number" })?,
            },
            code::UPDATE_INFO => {
                let malformed = MessageError::Part { request: "UPDATE_INFO", part: "it is not a map" };
                let info = parts.into_iter().nth(1).ok_or(malformed)?;
                let Value::Object(info) = info else {
                    return Err(MessageError::Part { request: "UPDATE_INFO", part: "it is not a map" });
                };
                Self::UpdateInfo { info }
            }
            code::SUMMARY => Self::Summary,
            code::GET_PENDING_MATCHKEYS => Self::PendingMatchKeys,
            code::CHALLENGE => Self::Challenge { nonce: text("login", 1)? },
            code::RESPONSE => Self::Response { response: text("login", 1)? },
            other => return Err(MessageError::Code(other)),
        })
    }
}

fn put(parts: &[Value]) -> Result<Request, MessageError> {
    let malformed = |part| MessageError::Part { request: "PUT", part };
    let address = parts.get(2).and_then(Value::as_array).map(Vec::as_slice);
    let Some([port, match_key]) = address else { return Err(malformed("the server is not a pair")) };
    let port = port.as_u64().and_then(|port| u16::try_from(port).ok()).filter(|port| *port != 0);
    Ok(Request::Put {
        key: string("PUT", parts.get(1))?,
        port: port.ok_or(malformed("the port is not a port number"))?,
        match_key: string("PUT", Some(match_key))?,
        host: match parts.get(3) {
            None | Some(Value::Null) => None,
            host => Some(string("PUT", host)?),
        },
    })
}

fn string(request: &'static str, value: Option<&Value>) -> Result<String, MessageError> {
    let Some(text) = value.and_then(Value::as_str) else {
        return Err(MessageError::Part { request, part: "a string is missing" });
    };
    if text.len() > MAX_STRING_BYTES {
        return Err(MessageError::Part { request, part: "a string is longer than 512 bytes" });
    }
    Ok(text.into())
}

/// Python's clients may send a priority with a fraction.
fn number(value: Option<&Value>) -> Option<i64> {
    let value = value?;
    value.as_i64().or_else(|| value.as_f64().map(|number| number as i64))
}

/// Appends a message to `out`: its length and its JSON.
pub(super) fn write_message(out: &mut Vec<u8>, value: &impl serde::Serialize) {
    let start = out.len();
    out.extend([0; 4]);
    serde_json::to_writer(&mut *out, value).expect("a message has string keys and a vector accepts it");
    let length = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

/// Splits the bytes of a connection to a tracker into messages.
///
/// Holds at most one message that is not complete.
#[derive(Default)]
pub(super) struct Decoder {
    bytes: Vec<u8>,
    /// The start of the bytes that are not yet consumed.
    start: usize,
    greeted: bool,
}

/// The bytes that a connection must send next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The magic number.
    Greeting,
    /// The rest of a message.
    Message,
    /// Nothing, until the peer sends a message.
    Idle,
}

/// A step in a connection to a tracker.
pub(super) enum Frame {
    /// The magic number, which the tracker sends back.
    Magic,
    Request(Request),
}

impl Decoder {
    /// Creates a decoder for a new connection.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Returns the progress between two messages.
    pub(super) fn progress(&self) -> Progress {
        match (self.greeted, self.bytes.len() == self.start) {
            (true, true) => Progress::Idle,
            (true, false) => Progress::Message,
            (false, _) => Progress::Greeting,
        }
    }

    /// Adds bytes that the peer sent.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns the next step, or `None` if more bytes are necessary. After an error, the connection
    /// is of no use.
    pub(super) fn next(&mut self) -> Result<Option<Frame>, MessageError> {
        let rest = &self.bytes[self.start..];
        let Some((head, rest)) = rest.split_first_chunk() else {
            self.release();
            return Ok(None);
        };
        let number = i32::from_le_bytes(*head);
        if !self.greeted {
            if number != TRACKER_MAGIC {
                return Err(MessageError::Magic { found: number });
            }
            self.greeted = true;
            self.start += 4;
            return Ok(Some(Frame::Magic));
        }
        let length = match usize::try_from(number) {
            Ok(length @ 1..=MAX_REQUEST_BYTES) => length,
            _ => return Err(MessageError::Length { found: number }),
        };
        let Some(text) = rest.get(..length) else { return Ok(None) };
        let request = Request::parse(text)?;
        self.start += 4 + length;
        Ok(Some(Frame::Request(request)))
    }

    /// Frees the memory of a decoder without bytes: most connections wait.
    fn release(&mut self) {
        if self.start == self.bytes.len() {
            self.bytes = Vec::new();
            self.start = 0;
        }
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decoder({} bytes)", self.bytes.len() - self.start)
    }
}
