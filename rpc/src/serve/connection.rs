//! Serves one connection.

use std::sync::{Arc, Weak};

use objet_runtime::{Error, Registry};

use super::SharedTensors;
use super::callback::CallScope;
use super::local::{NoCallbacks, Reply, exception, returned};
use super::target::Target;
use super::{Activity, AllowList, ServeError, State};
use crate::channel::{Channel, ChannelError, Destination, Header, Limits, Respond};
use crate::stream::Stream;
use crate::wire::{Code, Decoder, Encoder, RemoteTensor, Value, exception_packet};

/// The settings of [`serve`].
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The name of the server, for messages.
    pub name: String,
    /// The global functions that the client may call.
    pub allow: AllowList,
    /// Whether the server may call functions of the client: what
    /// [`Key::has_extensions`](crate::handshake::Key::has_extensions) returns for the client's key.
    pub extensions: bool,
    /// The activity that `serve` keeps up to date.
    pub activity: Option<Arc<Activity>>,
    /// The maximum length of a packet in bytes. Copies to tensors of this process do not count,
    /// unless the server is driven by events.
    pub max_packet_bytes: u64,
    /// The maximum size in bytes of the memory that the client allocates for its tensors.
    pub max_tensor_bytes: u64,
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self {
            name: "server".into(),
            allow: AllowList::default(),
            extensions: false,
            activity: None,
            max_packet_bytes: 1 << 30,
            max_tensor_bytes: u64::MAX,
        }
    }
}

/// Serves a connection until the client ends it. The handshake has taken place.
///
/// # Errors
/// If the stream fails, or if the client does not keep to the protocol. An error of a request is
/// sent to the client, and the connection goes on.
pub fn serve(stream: impl Stream + 'static, options: &ServeOptions) -> Result<(), ServeError> {
    serve_with(stream, options, SharedTensors::Refuse)
}

/// Serves a connection like [`serve`], with a rule for writes to shared tensors.
pub(crate) fn serve_with(
    stream: impl Stream + 'static,
    options: &ServeOptions,
    shared: SharedTensors,
) -> Result<(), ServeError> {
    let limits = Limits { deadline: None, packet_bytes: options.max_packet_bytes };
    let channel = Channel::new(Box::new(stream), limits).map_err(ChannelError::from)?;
    let connection = Arc::new_cyclic(|this| Connection {
        channel,
        target: Target::new(options, shared),
        this: if options.extensions { this.clone() } else { Weak::new() },
    });
    let hook = |name| Registry::find(name).map(|hook| hook.call(()));
    // The results of the hooks are not used: a hook cannot refuse a connection.
    let _ = hook("tvm.rpc.server.start");
    let result = connection.run();
    if let Err(error @ (ServeError::Wire(_) | ServeError::Channel(_))) = &result {
        // The position in the stream may be lost, so this is the last packet. The client may be
        // gone already.
        let _ = connection.channel.send(&[&exception_packet(&error.to_string())]);
    }
    connection.channel.close("the server has ended the session");
    let _ = hook("tvm.rpc.server.shutdown");
    result
}

/// Answers the first request of a connection with an error, and ends the connection.
///
/// # Errors
/// If the stream fails.
#[cfg(feature = "host")]
pub(crate) fn refuse(stream: impl Stream + 'static, reason: &str) -> Result<(), ServeError> {
    let limits = Limits { deadline: None, packet_bytes: u64::MAX };
    let channel = Channel::new(Box::new(stream), limits).map_err(ChannelError::from)?;
    if let Some(header) = channel.next()? {
        channel.skip(header.len)?;
        channel.send(&[&exception_packet(reason)])?;
    }
    channel.close("the server refuses the session");
    Ok(())
}

/// A connection that is served.
pub(super) struct Connection {
    pub(super) channel: Channel,
    pub(super) target: Target,
    this: Weak<Self>,
}

impl Connection {
    fn run(&self) -> Result<(), ServeError> {
        while let Some(header) = self.channel.next()? {
            match header.code {
                Code::SHUTDOWN => break,
                Code::COPY_TO_REMOTE if self.target.is_local() => self.receive(header)?,
                _ => {
                    let content = self.channel.rest(header)?;
                    let reply = self.reply(header.code, &content);
                    self.send(&reply)?;
                }
            }
        }
        Ok(())
    }

    /// Sends an answer, once the functions of the client have returned.
    fn send(&self, reply: &Reply) -> Result<(), ServeError> {
        let _turn = self.channel.turn().take();
        self.target.set(State::Idle);
        match reply {
            Reply::Packet(packet) => self.channel.send(&[packet])?,
            Reply::Bytes(copied) => match copied.bytes() {
                Ok(bytes) => self.channel.send(&[&copied.start(), bytes])?,
                Err(error) => self.channel.send(&[&exception(&error)])?,
            },
        }
        Ok(())
    }

    fn reply(&self, code: Code, content: &[u8]) -> Reply {
        if self.this.strong_count() == 0 {
            return self.target.reply(code, content, &NoCallbacks, &Relay(self));
        }
        let scope = CallScope::new(&self.this);
        let reply = self.target.reply(code, content, &scope, &Relay(self));
        // The functions of the client end before the answer is sent.
        let _turn = self.channel.turn().take();
        drop(scope);
        reply
    }

    /// Receives the elements of a tensor, directly in its memory.
    fn receive(&self, header: Header) -> Result<(), ServeError> {
        let (tensor, bytes, left) = self.copy_header(header)?;
        let mut is_read = false;
        let mut failed = None;
        let result = self.target.local.copy_to(&tensor, bytes, |into| {
            is_read = true;
            self.channel.read(into).map_err(|error| {
                failed = Some(error);
                Error::from("the elements of a tensor are cut")
            })
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        if !is_read {
            self.channel.skip(left)?;
        }
        let packet = match result {
            Ok(()) => returned(&[Value::Null]),
            Err(error) => exception(&error),
        };
        self.send(&Reply::Packet(packet))
    }

    /// Reads a `CopyToRemote` packet up to the elements. Returns the tensor, the number of bytes to
    /// copy, and the number of bytes that the packet still has.
    fn copy_header(&self, header: Header) -> Result<(RemoteTensor, u64, u64), ServeError> {
        /// The bytes of a tensor up to its shape, and those up to the number of dimensions.
        const START: usize = 24;
        const NDIM: usize = 16;
        const MAX_DIMENSIONS: u64 = 1024;
        let mut start = [0; START];
        let cut = || ChannelError::Short { found: header.len };
        let left = header.len.checked_sub(START as u64 + 16).ok_or_else(cut)?;
        self.channel.read(&mut start)?;
        let ndim = u32::from_le_bytes([start[NDIM], start[NDIM + 1], start[NDIM + 2], start[NDIM + 3]]);
        let ndim = u64::from(ndim);
        let left = left.checked_sub(8 * ndim).filter(|_| ndim <= MAX_DIMENSIONS).ok_or_else(cut)?;
        let mut content = start.to_vec();
        content.resize(START + 8 * ndim as usize + 16, 0);
        self.channel.read(&mut content[START..])?;
        let mut decoder = Decoder::new(&content);
        let tensor = decoder.tensor()?;
        let bytes = decoder.u64("the number of bytes")?;
        if bytes != left {
            return Err(ChannelError::CopyLength { expected: bytes, found: left }.into());
        }
        Ok((tensor, bytes, left))
    }
}

/// Answers the requests that the client sends while it runs a function for the server.
impl Respond for Connection {
    fn respond(&self, header: Header, content: &[u8]) -> Vec<u8> {
        self.reply(header.code, content).into_packet()
    }
}

/// Passes the calls of another session on to the client of this one.
struct Relay<'a>(&'a Connection);

impl Respond for Relay<'_> {
    fn respond(&self, header: Header, content: &[u8]) -> Vec<u8> {
        let start = Encoder::new(header.code).finish_before(content.len());
        match self.0.channel.exchange(&[&start, content], Destination::None, self.0) {
            Ok(answer) => answer.into_packet(),
            Err(error) => exception(&ServeError::from(error).into()),
        }
    }
}
