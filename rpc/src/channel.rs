//! A channel: packets over a stream, in both directions.
//!
//! One side sends a request and reads its answer. While it waits, the other side may send requests
//! of its own, which are answered first. So requests nest like calls, and one stream suffices.

mod error;
mod turn;

use std::io::{self, BufRead, BufReader, ErrorKind, IoSlice, Read, Write};
use std::sync::{Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::{Duration, Instant};

use objet_runtime::check_signals;

pub use error::ChannelError;
pub(crate) use turn::Turn;

use crate::deadline::TICK;
use crate::stream::{Halves, Stream};
use crate::wire::{Code, Decoder, Encoder, Value, WireError, exception_packet};

/// The memory that is reserved for a packet before its bytes arrive.
const RESERVED: u64 = 1 << 20;

/// Packets over a stream.
pub(crate) struct Channel {
    io: Mutex<BufReader<Box<dyn Stream>>>,
    turn: Turn,
    limits: Limits,
    broken: OnceLock<String>,
}

/// The limits of a channel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The longest time that an answer may take.
    pub(crate) deadline: Option<Duration>,
    /// The maximum length of a packet. Copies of tensors do not count.
    pub(crate) packet_bytes: u64,
}

/// The start of a packet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    /// The code.
    pub(crate) code: Code,
    /// The number of bytes behind the code.
    pub(crate) len: u64,
}

/// The place for the bytes of a `CopyAck`.
#[derive(Debug)]
pub(crate) enum Destination<'a> {
    /// The request is not answered by bytes.
    None,
    /// The caller's buffer.
    Buffer(&'a mut [u8]),
    /// New memory for this many bytes, which grows with the bytes that arrive.
    Memory(u64),
}

impl Destination<'_> {
    /// Returns the number of expected bytes.
    fn len(&self) -> u64 {
        match self {
            Self::None => 0,
            Self::Buffer(buffer) => buffer.len() as u64,
            Self::Memory(len) => *len,
        }
    }
}

/// The answer to a request.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The content of a `Return` packet, behind the code.
    Return(Vec<u8>),
    /// The text of an exception.
    Exception(String),
    /// The requested bytes are in the caller's buffer.
    Copied,
    /// The requested bytes, in new memory.
    Bytes(Vec<u8>),
}

impl Answer {
    /// Returns the packet of the answer to a request without a buffer.
    pub(crate) fn into_packet(self) -> Vec<u8> {
        let (code, content) = match self {
            Self::Exception(text) => return exception_packet(&text),
            Self::Return(content) => (Code::RETURN, content),
            Self::Bytes(content) => (Code::COPY_ACK, content),
            Self::Copied => (Code::COPY_ACK, Vec::new()),
        };
        [Encoder::new(code).finish_before(content.len()), content].concat()
    }
}

/// The side of a channel that answers requests of the other one.
pub(crate) trait Respond {
    /// Returns the packet that answers a request.
    fn respond(&self, header: Header, content: &[u8]) -> Vec<u8>;

    /// Is called when the answer has been sent.
    fn responded(&self) {}
}

impl Channel {
    /// Creates a channel.
    ///
    /// # Errors
    /// If the stream refuses timeouts.
    pub(crate) fn new(stream: Box<dyn Stream>, limits: Limits) -> io::Result<Self> {
        if limits.deadline.is_some() {
            stream.set_timeout(Some(TICK))?;
        }
        Ok(Self {
            io: Mutex::new(BufReader::new(stream)),
            turn: Turn::default(),
            limits,
            broken: OnceLock::new(),
        })
    }

    /// Returns the lock that holds requests of other threads back.
    pub(crate) fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Marks the channel as unusable, and closes the stream. A thread that waits for an answer
    /// notices soon, and closes the stream then.
    pub(crate) fn close(&self, reason: &str) {
        self.broken.get_or_init(|| reason.into());
        if let Ok(mut io) = self.io() {
            *io = BufReader::new(Box::new(Halves { reader: io::empty(), writer: io::sink() }));
        }
    }

    /// Sends a last packet, if no exchange is in progress, and closes the channel.
    pub(crate) fn end(&self, packet: &[u8]) {
        if self.broken.get().is_none()
            && let Some(_turn) = self.turn.try_take()
        {
            // The other side may be gone already.
            let _ = self.write(&[packet], &Wait::of(Some(TICK)).without_signals());
        }
        self.close("the session has ended");
    }

    /// Returns whether no packet is being read or written, so that an exchange may begin.
    pub(crate) fn is_between_packets(&self) -> bool {
        self.io().is_ok()
    }

    /// Returns the stream. The lock that orders exchanges keeps other threads away. So the stream
    /// is in use only if this thread reads or writes a packet, and a handler of signals or a
    /// finalizer interrupts it.
    fn io(&self) -> Result<MutexGuard<'_, BufReader<Box<dyn Stream>>>, ChannelError> {
        match self.io.try_lock() {
            Ok(io) => Ok(io),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(ChannelError::WithinPacket),
        }
    }

    /// Sends a request, which consists of parts, and returns the answer. The bytes of a `CopyAck`
    /// are stored in `into`. `responder` answers the requests of the other side.
    ///
    /// # Errors
    /// If the stream fails or ends, if the deadline passes, if the user interrupts the program, or
    /// if the answer is invalid. The channel is unusable afterwards.
    pub(crate) fn exchange(
        &self,
        request: &[&[u8]],
        into: Destination<'_>,
        responder: &dyn Respond,
    ) -> Result<Answer, ChannelError> {
        self.exchange_within(Wait::of(self.limits.deadline), request, into, responder)
    }

    /// Sends a request from a drop, which must not swallow an interrupt, and waits for its answer.
    ///
    /// # Errors
    /// As for [`Channel::exchange`].
    pub(crate) fn exchange_in_drop(
        &self,
        request: &[u8],
        responder: &dyn Respond,
    ) -> Result<Answer, ChannelError> {
        let wait = Wait::of(self.limits.deadline).without_signals();
        self.exchange_within(wait, &[request], Destination::None, responder)
    }

    fn exchange_within(
        &self,
        wait: Wait,
        request: &[&[u8]],
        into: Destination<'_>,
        responder: &dyn Respond,
    ) -> Result<Answer, ChannelError> {
        let _turn = loop {
            match self.turn.take_within(TICK) {
                Some(turn) => break turn,
                None => wait.check()?,
            }
        };
        self.expect_usable()?;
        drop(self.io()?);
        self.attempt(&wait, request, into, responder).inspect_err(|error| self.close(&error.to_string()))
    }

    fn expect_usable(&self) -> Result<(), ChannelError> {
        match self.broken.get() {
            Some(reason) => Err(ChannelError::Broken { reason: reason.clone() }),
            None => Ok(()),
        }
    }

    fn attempt(
        &self,
        wait: &Wait,
        request: &[&[u8]],
        into: Destination<'_>,
        responder: &dyn Respond,
    ) -> Result<Answer, ChannelError> {
        self.write(request, wait)?;
        loop {
            let header = self.header(wait)?.ok_or(ChannelError::Ended)?;
            match header.code {
                Code::RETURN => return Ok(Answer::Return(self.content(header, wait)?)),
                Code::EXCEPTION => return Ok(Answer::Exception(exception(&self.content(header, wait)?)?)),
                Code::COPY_ACK => {
                    let expected = into.len();
                    if header.len != expected {
                        return Err(ChannelError::CopyLength { expected, found: header.len });
                    }
                    return match into {
                        Destination::None => Err(ChannelError::Unexpected { code: header.code }),
                        Destination::Memory(_) => Ok(Answer::Bytes(self.bytes(header.len, wait)?)),
                        Destination::Buffer(into) => {
                            self.read_exact(&mut *self.io()?, into, wait)?;
                            Ok(Answer::Copied)
                        }
                    };
                }
                Code::SHUTDOWN => return Err(ChannelError::Ended),
                code if code.name().is_none() => return Err(ChannelError::Unexpected { code }),
                _ => {
                    let content = self.content(header, wait)?;
                    self.write(&[&responder.respond(header, &content)], wait)?;
                    responder.responded();
                    // Endless requests must not evade the deadline.
                    wait.check()?;
                }
            }
        }
    }

    /// Reads the start of the next packet. Returns `None` if the stream ends before it.
    ///
    /// # Errors
    /// If the stream fails, or ends within the start, or if the packet has no code.
    pub(crate) fn next(&self) -> Result<Option<Header>, ChannelError> {
        self.header(&Wait::FOREVER)
    }

    fn header(&self, wait: &Wait) -> Result<Option<Header>, ChannelError> {
        let mut io = self.io()?;
        loop {
            if self.is_at_end(&mut *io, wait)? {
                return Ok(None);
            }
            let mut length = [0; 8];
            self.read_exact(&mut *io, &mut length, wait)?;
            let length = u64::from_le_bytes(length);
            if length == 0 {
                // Endless empty packets must not evade the deadline.
                wait.check()?;
                continue;
            }
            let len = length.checked_sub(4).ok_or(ChannelError::Short { found: length })?;
            let mut code = [0; 4];
            self.read_exact(&mut *io, &mut code, wait)?;
            return Ok(Some(Header { code: Code(i32::from_le_bytes(code)), len }));
        }
    }

    /// Reads the content of a packet.
    ///
    /// # Errors
    /// If the packet is too long, or if the stream fails or ends.
    pub(crate) fn rest(&self, header: Header) -> Result<Vec<u8>, ChannelError> {
        self.content(header, &Wait::FOREVER)
    }

    fn content(&self, Header { code, len }: Header, wait: &Wait) -> Result<Vec<u8>, ChannelError> {
        let limit = self.limits.packet_bytes;
        if len > limit {
            return Err(ChannelError::TooLong { code, found: len, limit });
        }
        self.bytes(len, wait)
    }

    /// Reads bytes. The memory grows with the bytes that arrive.
    fn bytes(&self, len: u64, wait: &Wait) -> Result<Vec<u8>, ChannelError> {
        let mut io = self.io()?;
        let mut content = Vec::new();
        while (content.len() as u64) < len {
            let start = content.len();
            let more = (len - start as u64).min(RESERVED.max(start as u64)) as usize;
            content.resize(start + more, 0);
            self.read_exact(&mut *io, &mut content[start..], wait)?;
        }
        Ok(content)
    }

    /// Reads bytes of a packet.
    ///
    /// # Errors
    /// If the stream fails or ends.
    pub(crate) fn read(&self, into: &mut [u8]) -> Result<(), ChannelError> {
        self.read_exact(&mut *self.io()?, into, &Wait::FOREVER)
    }

    /// Reads bytes of a packet and discards them.
    ///
    /// # Errors
    /// If the stream fails or ends.
    pub(crate) fn skip(&self, len: u64) -> Result<(), ChannelError> {
        let skipped = io::copy(&mut (&mut *self.io()?).take(len), &mut io::sink())?;
        if skipped == len { Ok(()) } else { Err(ChannelError::Ended) }
    }

    /// Sends a packet, which consists of parts.
    ///
    /// # Errors
    /// If the stream fails.
    pub(crate) fn send(&self, parts: &[&[u8]]) -> Result<(), ChannelError> {
        self.write(parts, &Wait::FOREVER)
    }

    fn write(&self, parts: &[&[u8]], wait: &Wait) -> Result<(), ChannelError> {
        let mut io = self.io()?;
        let stream = io.get_mut();
        let mut slices: Vec<IoSlice<'_>> = parts.iter().map(|part| IoSlice::new(part)).collect();
        let mut left = slices.as_mut_slice();
        IoSlice::advance_slices(&mut left, 0);
        while !left.is_empty() {
            match stream.write_vectored(left) {
                Ok(0) => return Err(ChannelError::Ended),
                Ok(written) => {
                    IoSlice::advance_slices(&mut left, written);
                    if !left.is_empty() {
                        // A peer that takes some bytes now and then must not evade the deadline.
                        wait.check_deadline()?;
                    }
                }
                Err(error) => self.again(error, wait)?,
            }
        }
        loop {
            match stream.flush() {
                Ok(()) => return Ok(()),
                Err(error) => self.again(error, wait)?,
            }
        }
    }

    /// Returns an error unless the operation that failed should be tried again.
    fn again(&self, error: io::Error, wait: &Wait) -> Result<(), ChannelError> {
        match error.kind() {
            ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                // Another thread may have closed the channel.
                self.expect_usable()?;
                wait.check()
            }
            ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::UnexpectedEof => {
                Err(ChannelError::Ended)
            }
            _ => Err(ChannelError::Io(error)),
        }
    }

    fn is_at_end(&self, reader: &mut impl BufRead, wait: &Wait) -> Result<bool, ChannelError> {
        loop {
            match reader.fill_buf() {
                Ok(bytes) => return Ok(bytes.is_empty()),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return Ok(true),
                Err(error) => self.again(error, wait)?,
            }
        }
    }

    fn read_exact(
        &self,
        reader: &mut impl Read,
        mut into: &mut [u8],
        wait: &Wait,
    ) -> Result<(), ChannelError> {
        while !into.is_empty() {
            match reader.read(into) {
                Ok(0) => return Err(ChannelError::Ended),
                Ok(read) => {
                    into = &mut into[read..];
                    if !into.is_empty() {
                        // A peer that sends a byte now and then must not evade the deadline.
                        wait.check_deadline()?;
                    }
                }
                Err(error) => self.again(error, wait)?,
            }
        }
        Ok(())
    }
}

/// The wait for bytes.
struct Wait {
    until: Option<(Instant, Duration)>,
    checks_signals: bool,
}

impl Wait {
    const FOREVER: Self = Self { until: None, checks_signals: true };

    fn of(deadline: Option<Duration>) -> Self {
        let until = deadline.and_then(|deadline| Some((Instant::now().checked_add(deadline)?, deadline)));
        Self { until, checks_signals: true }
    }

    /// Leaves signals to later code.
    fn without_signals(self) -> Self {
        Self { checks_signals: false, ..self }
    }

    /// Returns an error if the user interrupts the program, or if the deadline has passed.
    fn check(&self) -> Result<(), ChannelError> {
        if self.checks_signals {
            check_signals().map_err(ChannelError::Interrupted)?;
        }
        self.check_deadline()
    }

    fn check_deadline(&self) -> Result<(), ChannelError> {
        match self.until {
            Some((until, deadline)) if Instant::now() >= until => Err(ChannelError::Deadline { deadline }),
            _ => Ok(()),
        }
    }
}

/// Returns the text of an exception.
fn exception(content: &[u8]) -> Result<String, ChannelError> {
    match Decoder::new(content).values()?.as_slice() {
        [Value::Str(text)] => Ok((*text).into()),
        values => Err(WireError::Values {
            code: Code::EXCEPTION,
            expected: "one string",
            found: format!("{} values", values.len()),
        }
        .into()),
    }
}
