//! A server that is driven by events: the caller receives the bytes.

use super::SharedTensors;
use super::local::NoCallbacks;
use super::target::Target;
use super::{ServeError, ServeOptions};
use crate::channel::{ChannelError, Header, Respond};
use crate::handshake::MAX_KEY_BYTES;
use crate::wire::{Code, exception_packet};

/// A server without a stream of its own. The caller gives it the bytes that arrive, and sends the
/// bytes that it returns.
///
/// ```
/// use objet_rpc::serve::{EventDrivenServer, Progress, ServeOptions};
/// use objet_rpc::wire::{Code, Encoder};
///
/// let mut server = EventDrivenServer::new(&ServeOptions::default());
/// let shutdown = Encoder::new(Code::SHUTDOWN).finish();
/// assert_eq!(server.receive(&shutdown[..5])?, Progress::NeedsInput);
/// assert_eq!(server.receive(&shutdown[5..])?, Progress::Ended);
/// # Ok::<(), objet_rpc::serve::ServeError>(())
/// ```
pub struct EventDrivenServer {
    target: Target,
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
    max_packet_bytes: u64,
    /// Whether the stream begins with the client's key.
    awaits_key: bool,
    has_ended: bool,
}

/// The state of an [`EventDrivenServer`] after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The client has ended the session.
    Ended,
    /// The server waits for further bytes.
    NeedsInput,
    /// The server has bytes to send.
    HasOutput,
}

/// For a server that cannot wait for the client.
struct NoResponder;

impl Respond for NoResponder {
    fn respond(&self, _header: Header, _content: &[u8]) -> Vec<u8> {
        exception_packet(&ServeError::CallbackEnded.to_string())
    }
}

impl EventDrivenServer {
    /// Creates a server whose stream begins with packets.
    pub fn new(options: &ServeOptions) -> Self {
        Self {
            target: Target::new(options, SharedTensors::Refuse),
            incoming: Vec::new(),
            outgoing: Vec::new(),
            max_packet_bytes: options.max_packet_bytes,
            awaits_key: false,
            has_ended: false,
        }
    }

    /// Creates a server whose stream begins with the client's key: its length and its bytes.
    pub fn awaiting_key(options: &ServeOptions) -> Self {
        Self { awaits_key: true, ..Self::new(options) }
    }

    /// Processes bytes of the client, and answers all whole packets.
    ///
    /// # Errors
    /// If a packet has no code or is too long. The connection cannot go on.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<Progress, ServeError> {
        self.incoming.extend_from_slice(bytes);
        let mut start = 0;
        while !self.has_ended {
            let Some(end) = self.packet(start)? else { break };
            start = end;
        }
        self.incoming.drain(..start);
        Ok(self.progress())
    }

    /// Processes the packet at a position. Returns the position behind it, or `None` if it is not
    /// complete.
    fn packet(&mut self, start: usize) -> Result<Option<usize>, ServeError> {
        let bytes = &self.incoming[start..];
        let length_of = |size: usize| {
            let mut length = [0; 8];
            length[..size].copy_from_slice(bytes.get(..size)?);
            Some(u64::from_le_bytes(length))
        };
        if self.awaits_key {
            let Some(length) = length_of(4) else { return Ok(None) };
            if length > MAX_KEY_BYTES as u64 {
                return Err(ChannelError::TooLong {
                    code: Code(0),
                    found: length,
                    limit: MAX_KEY_BYTES as u64,
                }
                .into());
            }
            let end = 4 + length as usize;
            self.awaits_key = bytes.len() < end;
            return Ok((bytes.len() >= end).then_some(start + end));
        }
        let Some(length) = length_of(8) else { return Ok(None) };
        if length == 0 {
            return Ok(Some(start + 8));
        }
        if length < 4 {
            return Err(ChannelError::Short { found: length }.into());
        }
        if length > self.max_packet_bytes {
            let limit = self.max_packet_bytes;
            return Err(ChannelError::TooLong { code: Code(0), found: length, limit }.into());
        }
        let end = 8 + length as usize;
        let Some(packet) = bytes.get(8..end) else { return Ok(None) };
        let (code, content) = packet.split_at(4);
        let code = Code(i32::from_le_bytes([code[0], code[1], code[2], code[3]]));
        if code == Code::SHUTDOWN {
            self.has_ended = true;
        } else {
            let reply = self.target.reply(code, content, &NoCallbacks, &NoResponder);
            self.outgoing.extend(reply.into_packet());
        }
        Ok(Some(start + end))
    }

    /// Returns the state.
    pub fn progress(&self) -> Progress {
        match self {
            Self { has_ended: true, .. } => Progress::Ended,
            Self { outgoing, .. } if outgoing.is_empty() => Progress::NeedsInput,
            _ => Progress::HasOutput,
        }
    }

    /// Sends bytes by a function that returns how many it has sent, until it sends none.
    ///
    /// # Errors
    /// The error of the function.
    pub fn send<E>(&mut self, mut send: impl FnMut(&[u8]) -> Result<usize, E>) -> Result<(), E> {
        let mut sent = 0;
        while sent < self.outgoing.len() {
            match send(&self.outgoing[sent..])?.min(self.outgoing.len() - sent) {
                0 => break,
                more => sent += more,
            }
        }
        self.outgoing.drain(..sent);
        Ok(())
    }
}
