//! Connections to servers.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use objet_object::ArgValue;
use objet_runtime::{Args, Error};

use super::peer::Inner;
use super::{RpcError, Session};
#[cfg(feature = "secure")]
use crate::auth::{AuthError, ClientLogin, Token};
use crate::channel::{Channel, Limits};
use crate::deadline;
use crate::handshake::blocking::{read_array, read_key, send_key};
use crate::handshake::{DUPLICATE, Key, MAGIC, MISMATCH, Role};
use crate::stream::Stream;
#[cfg(feature = "secure")]
use crate::tls::{ClientTls, TlsError};
use crate::wire::Value;

/// The settings of a connection to a server.
///
/// ```no_run
/// use std::time::Duration;
///
/// use objet_rpc::ConnectOptions;
///
/// let session = ConnectOptions::new()
///     .key("board")
///     .deadline(Some(Duration::from_secs(60)))
///     .connect("board.local:9090")?;
/// # Ok::<(), objet_rpc::RpcError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    key: String,
    session_timeout: Option<Duration>,
    connect_timeout: Duration,
    deadline: Option<Duration>,
    constructor: Vec<ConstructorArg>,
    /// Whether the key announces that this side is one of Objet.
    announces: bool,
    #[cfg(feature = "secure")]
    token: Option<Token>,
    #[cfg(feature = "secure")]
    tls: Option<ClientTls>,
}

/// An argument of a session's constructor.
#[derive(Clone, Debug)]
enum ConstructorArg {
    Int(i64),
    Str(String),
}

/// The maximum length of a packet that a client accepts.
const MAX_PACKET_BYTES: u64 = 1 << 32;

/// The first two bytes of an answer of a server that expects TLS.
const TLS_ALERT: i32 = 0x0315;

impl Default for ConnectOptions {
    fn default() -> Self {
        Self {
            key: String::new(),
            session_timeout: None,
            connect_timeout: Duration::from_secs(10),
            deadline: Some(Duration::from_secs(600)),
            constructor: Vec::new(),
            announces: true,
            #[cfg(feature = "secure")]
            token: None,
            #[cfg(feature = "secure")]
            tls: None,
        }
    }
}

impl ConnectOptions {
    /// Creates the default settings: an empty key, 10 seconds to connect, and a deadline of 10
    /// minutes for each answer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the match key, which must be the server's. Options of the protocol may follow it.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }

    /// Sets the token that both sides must have.
    #[cfg(feature = "secure")]
    #[must_use]
    pub fn token(mut self, token: Token) -> Self {
        self.token = Some(token);
        self
    }

    /// Encrypts the connection. `tls` says which servers are trusted.
    #[cfg(feature = "secure")]
    #[must_use]
    pub fn tls(mut self, tls: ClientTls) -> Self {
        self.tls = Some(tls);
        self
    }

    /// Sets the time after which the server ends the session.
    #[must_use]
    pub fn session_timeout(mut self, timeout: Duration) -> Self {
        self.session_timeout = Some(timeout);
        self
    }

    /// Sets the longest time that connecting may take, handshake included.
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Sets the longest time that an answer may take. `None` waits without limit.
    #[must_use]
    pub fn deadline(mut self, deadline: Option<Duration>) -> Self {
        self.deadline = deadline;
        self
    }

    /// Makes the server connect to another server, so that the session works there.
    #[must_use]
    pub fn through_to(mut self, host: &str, port: u16, key: &str) -> Self {
        // The first server sends the text behind `client:` as it is.
        let key = Key::new(Role::Client, key).with_extensions();
        self.constructor = vec![
            ConstructorArg::Str("rpc.Connect".into()),
            ConstructorArg::Str(host.into()),
            ConstructorArg::Int(port.into()),
            ConstructorArg::Str(key.text().into()),
        ];
        self
    }

    /// Sends the key as it is, like TVM's client.
    pub(crate) fn unannounced(mut self) -> Self {
        self.announces = false;
        self
    }

    /// Sets the name and the arguments of the session's constructor: strings and integers.
    pub(crate) fn constructor(mut self, args: Args<'_>) -> objet_runtime::Result<Self> {
        let arg = |arg: objet_runtime::Result<ArgValue<'_>>| -> objet_runtime::Result<ConstructorArg> {
            Ok(match arg? {
                ArgValue::Int(number) => ConstructorArg::Int(number),
                arg => ConstructorArg::Str(arg.get()?),
            })
        };
        self.constructor = args.iter().map(arg).collect::<objet_runtime::Result<_>>()?;
        Ok(self)
    }

    /// Connects to a server: `host:port`.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses the connection, or if the process has too many
    /// sessions.
    pub fn connect(&self, address: &str) -> Result<Session, RpcError> {
        let attempt = Attempt::new(address, self.connect_timeout);
        let stream = attempt.tcp_stream().map_err(|source| attempt.failed(source))?;
        #[cfg(feature = "secure")]
        if let Some(tls) = &self.tls {
            let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
            let host = host.trim_start_matches('[').trim_end_matches(']');
            let stream = tls.connect(stream, host, attempt.left()).map_err(|error| match error {
                TlsError::Io(error) if error.kind() == io::ErrorKind::TimedOut || is_interrupt(&error) => {
                    attempt.no_answer(error)
                }
                error => attempt.failed(io::Error::other(error)),
            })?;
            return self.over(Box::new(stream), &attempt);
        }
        self.over(Box::new(stream), &attempt)
    }

    /// Begins a session over a stream that is connected to a server. `address` names the server in
    /// messages.
    ///
    /// # Errors
    /// As for [`ConnectOptions::connect`].
    pub fn connect_over(&self, stream: impl Stream + 'static, address: &str) -> Result<Session, RpcError> {
        self.over(Box::new(stream), &Attempt::new(address, self.connect_timeout))
    }

    fn over(&self, mut stream: Box<dyn Stream>, attempt: &Attempt<'_>) -> Result<Session, RpcError> {
        let mut key = Key::new(Role::Client, &*self.key);
        if self.announces {
            key = key.with_extensions();
        }
        if let Some(timeout) = self.session_timeout {
            key = key.with_option("timeout", timeout.as_secs_f64());
        }
        let server = self.log_in(&mut *stream, key, attempt)?;
        let extensions = server.has_extensions();
        stream.set_timeout(None).map_err(|source| attempt.failed(source))?;
        self.begin(stream, attempt.address, extensions)
    }

    /// Performs the client's side of the handshake, and returns the server's key.
    fn log_in(&self, stream: &mut dyn Stream, key: Key, attempt: &Attempt<'_>) -> Result<Key, RpcError> {
        #[cfg(feature = "secure")]
        if let Some(token) = &self.token {
            let refused = |error: AuthError| attempt.refused(error.to_string());
            let mut login = ClientLogin::new(token, key);
            let challenge = attempt.shake_hands(stream, &login.first_key())?;
            let response = login.second_key(&challenge).map_err(refused)?;
            let proof = attempt.shake_hands(stream, &response).map_err(|error| match error {
                RpcError::KeyMismatch { .. } => refused(AuthError::Wrong("token")),
                error => error,
            })?;
            login.check_proof(&proof).map_err(refused)?;
            return Ok(proof);
        }
        let server = attempt.shake_hands(stream, &key)?;
        match server.option("challenge") {
            None => Ok(server),
            Some(_) => Err(attempt.refused("the server requires a token".into())),
        }
    }

    /// Begins a session over a stream behind the handshake.
    pub(crate) fn begin(
        &self,
        stream: Box<dyn Stream>,
        address: &str,
        extensions: bool,
    ) -> Result<Session, RpcError> {
        // A channel without a deadline would not look for signals.
        let deadline = Some(self.deadline.unwrap_or(Duration::MAX));
        let limits = Limits { deadline, packet_bytes: MAX_PACKET_BYTES };
        let channel = Channel::new(stream, limits).map_err(|source| connect_error(address, source))?;
        let constructor = self.constructor.iter().map(|arg| match arg {
            ConstructorArg::Int(number) => Value::Int(*number),
            ConstructorArg::Str(text) => Value::Str(text),
        });
        let constructor: Vec<_> = constructor.collect();
        Ok(Session::of(Inner::begin(channel, address.into(), extensions, &constructor)?))
    }
}

/// Returns whether the user interrupted the program.
#[cfg(feature = "secure")]
fn is_interrupt(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Error>())
}

fn connect_error(address: &str, source: io::Error) -> RpcError {
    RpcError::Connect { address: address.into(), source }
}

/// An attempt to connect to an address.
struct Attempt<'a> {
    address: &'a str,
    within: Duration,
    until: Instant,
}

impl<'a> Attempt<'a> {
    fn new(address: &'a str, within: Duration) -> Self {
        Self { address, within, until: deadline::after(within) }
    }

    fn refused(&self, reason: String) -> RpcError {
        RpcError::Refused { address: self.address.into(), reason }
    }

    fn failed(&self, source: io::Error) -> RpcError {
        connect_error(self.address, source)
    }

    fn no_server(&self, reason: impl ToString) -> RpcError {
        RpcError::NoServer { address: self.address.into(), reason: reason.to_string() }
    }

    fn no_answer(&self, error: io::Error) -> RpcError {
        let address = || self.address.into();
        match error.downcast::<Error>() {
            Ok(source) => RpcError::Interrupted { address: address(), source },
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                RpcError::NoAnswer { address: address(), within: self.within }
            }
            Err(error) => self.no_server(error),
        }
    }

    /// Returns the time that is left, which is not zero, because timeouts must not be.
    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
    }

    /// Connects to the first address of the host that answers.
    fn tcp_stream(&self) -> io::Result<TcpStream> {
        let mut failed = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
        for address in self.address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, self.left()) {
                Ok(stream) => {
                    crate::socket::prepare(&stream)?;
                    return Ok(stream);
                }
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    /// Sends a key, and returns the server's key.
    fn shake_hands(&self, stream: &mut dyn Stream, key: &Key) -> Result<Key, RpcError> {
        let (address, name) = (|| self.address.into(), || key.name().into());
        send_key(stream, MAGIC, key).map_err(|source| self.failed(source))?;
        let answer = read_array(stream, self.until).map_err(|error| self.no_answer(error))?;
        match i32::from_le_bytes(answer) {
            MAGIC => {}
            MISMATCH => return Err(RpcError::KeyMismatch { address: address(), key: name() }),
            DUPLICATE => return Err(RpcError::DuplicateKey { address: address(), key: name() }),
            other if other & 0xffff == TLS_ALERT => {
                return Err(self.no_server("its answer is encrypted: connect by TLS"));
            }
            other => return Err(self.no_server(format!("its answer is {other:#x}"))),
        }
        let text = read_key(stream, self.until).map_err(|error| self.no_answer(error))?;
        text.parse().map_err(|error: crate::handshake::KeyError| self.no_server(error))
    }
}
