//! The connection of a session.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use objet_object::RetValue;
use objet_runtime::{PackedFunc, Result};

use super::RpcError;
use super::memory::Allocations;
use super::table;
use crate::channel::{Answer, Channel, ChannelError, Destination, Header, Respond};
use crate::serve::ServeError;
use crate::serve::local::{Callbacks, Local, Reply, exception, returned};
use crate::wire::{Code, Decoder, Encoder, LENGTH_BYTES, PROTOCOL_VERSION, Value};

/// A reference to the connection of a session, which ends with its last reference.
pub(crate) type Peer = Arc<Inner>;

/// The connection of a session.
pub(crate) struct Inner {
    pub(super) index: usize,
    pub(super) address: String,
    /// Whether the server is one of Objet.
    pub(super) extensions: bool,
    pub(super) this: Weak<Self>,
    pub(super) memory: Mutex<Allocations>,
    /// The maximum length of a packet that the server accepts.
    pub(super) packet_limit: OnceLock<u64>,
    link: Link,
    functions: Mutex<Functions>,
    /// Requests that free handles. They wait until the connection is not in use.
    waiting: Mutex<Vec<Vec<u8>>>,
    /// The number of requests of the server whose answers are not sent yet.
    answering: AtomicUsize,
    is_closed: AtomicBool,
}

enum Link {
    Remote(Channel),
    Local(Local),
}

/// The functions that calls in progress have as arguments.
#[derive(Default)]
struct Functions {
    next: u64,
    lent: HashMap<u64, PackedFunc>,
}

static WAITS_OF_DROPS: OnceLock<fn(&mut dyn FnMut())> = OnceLock::new();

/// Sets the function that runs the waits of drops. The drop of a remote object waits until the
/// server has freed the object. The function calls its argument once, for example without a lock
/// that other threads need. Returns whether there was no such function before.
pub fn run_waits_of_drops_by(function: fn(&mut dyn FnMut())) -> bool {
    WAITS_OF_DROPS.set(function).is_ok()
}

impl Inner {
    /// Begins a session over a channel. The handshake has taken place. `constructor` has the name
    /// and the arguments of the session's constructor, or nothing.
    pub(crate) fn begin(
        channel: Channel,
        address: String,
        extensions: bool,
        constructor: &[Value<'_>],
    ) -> Result<Peer, RpcError> {
        let peer = Self::insert(Link::Remote(channel), address, extensions)?;
        let mut request = Encoder::new(Code::INIT_SERVER);
        request.bytes(PROTOCOL_VERSION.as_bytes());
        request.values(constructor);
        match peer.expect_null("InitServer", &request.finish()) {
            Ok(()) => Ok(peer),
            Err(RpcError::Remote { text }) => Err(RpcError::NotBegun { address: peer.address.clone(), text }),
            Err(error) => Err(error),
        }
    }

    /// Begins a session in this process.
    pub(crate) fn local(local: Local) -> Result<Peer, RpcError> {
        Self::insert(Link::Local(local), "this process".into(), true)
    }

    fn insert(link: Link, address: String, extensions: bool) -> Result<Peer, RpcError> {
        table::insert(|index| {
            Arc::new_cyclic(|this| Self {
                index,
                address,
                extensions,
                this: this.clone(),
                memory: Mutex::default(),
                packet_limit: OnceLock::new(),
                link,
                functions: Mutex::default(),
                waiting: Mutex::default(),
                answering: AtomicUsize::new(0),
                is_closed: AtomicBool::new(false),
            })
        })
    }

    /// Sends a request, which consists of parts, and returns its answer. `doing` names the request
    /// in messages. Bytes of a tensor are stored in `into`.
    fn exchange(&self, doing: &str, request: &[&[u8]], into: Destination<'_>) -> Result<Answer, RpcError> {
        let answer = match &self.link {
            Link::Remote(channel) => channel.exchange(request, into, self).map_err(|source| {
                RpcError::Exchange { address: self.address.clone(), doing: doing.into(), source }
            }),
            Link::Local(local) => self.local_answer(local, doing, request, into),
        };
        self.free_waiting();
        answer
    }

    fn local_answer(
        &self,
        local: &Local,
        doing: &str,
        request: &[&[u8]],
        into: Destination<'_>,
    ) -> Result<Answer, RpcError> {
        if self.is_closed.load(Ordering::Acquire) {
            let source = ChannelError::Broken { reason: "the session has ended".into() };
            return Err(RpcError::Exchange { address: self.address.clone(), doing: doing.into(), source });
        }
        Ok(self.answer_locally(local, request, into))
    }

    fn answer_locally(&self, local: &Local, request: &[&[u8]], into: Destination<'_>) -> Answer {
        let request = request.concat();
        let content = &request[LENGTH_BYTES + 4..];
        let code = Decoder::new(&request[LENGTH_BYTES..]).code();
        let reply = match code {
            Ok(code) => local.answer(code, content, self),
            Err(error) => Reply::Packet(exception(&error.into())),
        };
        match reply {
            Reply::Packet(packet) => {
                let content = packet[LENGTH_BYTES + 4..].to_vec();
                if packet[LENGTH_BYTES..].starts_with(&Code::RETURN.0.to_le_bytes()) {
                    return Answer::Return(content);
                }
                match Decoder::new(&content).values().as_deref() {
                    Ok([Value::Str(text)]) => Answer::Exception((*text).into()),
                    _ => Answer::Exception("an unknown error".into()),
                }
            }
            Reply::Bytes(copied) => match (copied.bytes(), into) {
                (Ok(bytes), Destination::Buffer(into)) if bytes.len() == into.len() => {
                    into.copy_from_slice(bytes);
                    Answer::Copied
                }
                (Ok(bytes), _) => Answer::Bytes(bytes.to_vec()),
                (Err(error), _) => Answer::Exception(format!("{error:#}")),
            },
        }
    }

    /// Sends a request and returns the content of its answer.
    pub(super) fn request(&self, doing: &str, request: &[&[u8]]) -> Result<Vec<u8>, RpcError> {
        match self.exchange(doing, request, Destination::None)? {
            Answer::Return(content) => Ok(content),
            Answer::Exception(text) => Err(RpcError::Remote { text }),
            Answer::Copied | Answer::Bytes(_) => Err(self.bad_answer(doing, "values", "bytes")),
        }
    }

    /// Sends a request whose answer is bytes of a tensor.
    pub(super) fn request_bytes(&self, doing: &str, request: &[u8], into: &mut [u8]) -> Result<(), RpcError> {
        match self.exchange(doing, &[request], Destination::Buffer(into))? {
            Answer::Copied => Ok(()),
            Answer::Exception(text) => Err(RpcError::Remote { text }),
            Answer::Return(_) | Answer::Bytes(_) => Err(self.bad_answer(doing, "bytes", "Return")),
        }
    }

    /// Sends a request whose answer is null.
    pub(super) fn expect_null(&self, doing: &str, request: &[u8]) -> Result<(), RpcError> {
        self.request(doing, &[request]).map(drop)
    }

    /// Sends a system call, whose answer is one value.
    pub(super) fn system_call(&self, code: Code, values: &[Value<'_>]) -> Result<RetValue, RpcError> {
        let mut request = Encoder::new(code);
        request.values(values);
        let doing = code.name().unwrap_or("a request");
        let content = self.request(doing, &[&request.finish()])?;
        let values = Decoder::new(&content).values().map_err(|source| self.undecodable(doing, source))?;
        match values.as_slice() {
            [value] => Ok(plain(value)),
            values => Err(self.bad_answer(doing, "one value", &format!("{} values", values.len()))),
        }
    }

    /// Sends a system call, whose answer is a handle.
    pub(super) fn handle_call(&self, code: Code, values: &[Value<'_>]) -> Result<u64, RpcError> {
        match self.system_call(code, values)? {
            RetValue::Int(handle) => Ok(handle as u64),
            other => {
                let doing = code.name().unwrap_or("a request");
                Err(self.bad_answer(doing, "a handle", &format!("{other:?}")))
            }
        }
    }

    pub(super) fn undecodable(&self, doing: &str, source: crate::wire::WireError) -> RpcError {
        RpcError::Answer { address: self.address.clone(), doing: doing.into(), source }
    }

    pub(super) fn bad_answer(&self, doing: &str, expected: &'static str, found: &str) -> RpcError {
        let source = crate::wire::WireError::Values { code: Code::RETURN, expected, found: found.into() };
        self.undecodable(doing, source)
    }

    /// Sends a request for another connection, and returns the packet of the answer.
    pub(crate) fn forward(&self, code: Code, content: &[u8], responder: &dyn Respond) -> Result<Vec<u8>> {
        let doing = code.name().unwrap_or("a request");
        let start = Encoder::new(code).finish_before(content.len());
        let into = match (code, content.last_chunk()) {
            // The request ends with the number of bytes.
            (Code::COPY_FROM_REMOTE, Some(bytes)) => Destination::Memory(u64::from_le_bytes(*bytes)),
            _ => Destination::None,
        };
        let answer =
            match &self.link {
                Link::Remote(channel) => {
                    channel.exchange(&[&start, content], into, responder).map_err(|source| {
                        RpcError::Exchange { address: self.address.clone(), doing: doing.into(), source }
                    })
                }
                Link::Local(local) => self.local_answer(local, doing, &[&start, content], into),
            };
        self.free_waiting();
        Ok(answer?.into_packet())
    }

    /// Frees a handle of the server. If the connection is in use, the request waits until its user
    /// has its answer. Errors are ignored: the session may have ended.
    pub(super) fn free(&self, request: Encoder) {
        self.waiting().push(request.finish());
        match WAITS_OF_DROPS.get() {
            Some(run) => run(&mut || self.free_waiting()),
            None => self.free_waiting(),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn free_waiting(&self) {
        // An answer to the server that is not sent yet may name the handles.
        while self.answering.load(Ordering::Acquire) == 0 && !self.waiting().is_empty() {
            match &self.link {
                Link::Remote(channel) => {
                    // The thread that holds the lock frees the handles after its exchange.
                    let Some(_turn) = channel.turn().try_take() else { return };
                    if !channel.is_between_packets() {
                        return;
                    }
                    while let Some(request) = { self.waiting().pop() } {
                        let _ = channel.exchange_in_drop(&request, self);
                    }
                }
                Link::Local(local) => {
                    while let Some(request) = { self.waiting().pop() } {
                        self.answer_locally(local, &[&request], Destination::None);
                    }
                }
            }
        }
    }

    fn functions(&self) -> MutexGuard<'_, Functions> {
        self.functions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends a function to the server until the returned value is dropped.
    pub(super) fn lend(&self, function: PackedFunc) -> Lent<'_> {
        let mut functions = self.functions();
        functions.next += 1;
        let number = functions.next;
        functions.lent.insert(number, function);
        Lent { peer: self, number }
    }

    pub(super) fn lent(&self, number: u64) -> Result<PackedFunc, ServeError> {
        self.functions().lent.get(&number).cloned().ok_or(ServeError::CallbackEnded)
    }

    /// Answers a call of the server.
    fn called(&self, content: &[u8]) -> Result<Vec<u8>> {
        let mut decoder = Decoder::new(content);
        let number = decoder.u64("the number of a function")?;
        let values = decoder.values()?;
        // Decoded first, so that handles that come with the call are freed if it fails.
        let owned = values.iter().map(|value| self.decode(value)).collect::<Result<Vec<_>>>()?;
        let function = self.lent(number)?;
        let args: Vec<_> = owned.iter().map(RetValue::as_arg).collect();
        let result = function.call(args.as_slice())?;
        let encoded = self.encode_one(&result)?;
        Ok(returned(&[encoded]))
    }

    /// Ends the session: later requests fail.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        if let Link::Remote(channel) = &self.link {
            channel.end(&Encoder::new(Code::SHUTDOWN).finish());
        }
    }
}

/// Returns a value of a system call. A handle is an integer.
fn plain(value: &Value<'_>) -> RetValue {
    match value {
        Value::Int(number) => RetValue::Int(*number),
        Value::Float(number) => RetValue::Float(*number),
        Value::Handle(handle) => RetValue::Int(*handle as i64),
        Value::DataType(dtype) => RetValue::DataType(*dtype),
        Value::Device(device) => RetValue::Device(*device),
        Value::Str(text) => (*text).into(),
        Value::Bytes(bytes) => (*bytes).into(),
        _ => RetValue::Null,
    }
}

/// Answers the server's calls of functions that it received as arguments.
impl Respond for Inner {
    fn respond(&self, header: Header, content: &[u8]) -> Vec<u8> {
        self.answering.fetch_add(1, Ordering::AcqRel);
        match header.code {
            Code::CALL_FUNC => self.called(content).unwrap_or_else(|error| exception(&error)),
            code => exception(&ServeError::UnknownCode { code }.into()),
        }
    }

    fn responded(&self) {
        self.answering.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Finds the functions that a session in this process received as arguments.
impl Callbacks for Inner {
    fn callback(&self, number: u64) -> Result<PackedFunc, ServeError> {
        self.lent(number)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.close();
    }
}

/// A function that the server may call.
pub(super) struct Lent<'a> {
    peer: &'a Inner,
    number: u64,
}

impl Lent<'_> {
    pub(super) fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let function = self.peer.functions().lent.remove(&self.number);
        drop(function);
    }
}
