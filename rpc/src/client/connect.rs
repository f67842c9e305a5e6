//! Connections to servers.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use objet_object::ArgValue;
use objet_runtime::Args;

use super::peer::Inner;
use super::{RpcError, Session};
#[cfg(feature = "secure")]
use crate::auth::{AuthError, ClientLogin, Token};
use crate::channel::{Channel, Limits};
use crate::handshake::blocking::{read_array, read_key, send_key};
use crate::handshake::{DUPLICATE, Key, MAGIC, MISMATCH, Role};
use crate::stream::Stream;
#[cfg(feature = "secure")]
use crate::tls::ClientTls;
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

impl Default for ConnectOptions {
    fn default() -> Self {
        Self {
            key: String::new(),
            session_timeout: None,
            connect_timeout: Duration::from_secs(10),
            deadline: Some(Duration::from_secs(600)),
            constructor: Vec::new(),
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
        self.constructor = vec![
            ConstructorArg::Str("rpc.Connect".into()),
            ConstructorArg::Str(host.into()),
            ConstructorArg::Int(port.into()),
            ConstructorArg::Str(key.into()),
        ];
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
        let until = Instant::now() + self.connect_timeout;
        let stream = tcp_stream(address, until).map_err(|source| connect_error(address, source))?;
        #[cfg(feature = "secure")]
        if let Some(tls) = &self.tls {
            let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
            let host = host.trim_start_matches('[').trim_end_matches(']');
            stream.set_timeout(Some(left(until))).map_err(|source| connect_error(address, source))?;
            let stream = tls
                .connect(stream, host)
                .map_err(|source| connect_error(address, io::Error::other(source)))?;
            return self.over(Box::new(stream), address, until);
        }
        self.over(Box::new(stream), address, until)
    }

    /// Begins a session over a stream that is connected to a server. `address` names the server in
    /// messages.
    ///
    /// # Errors
    /// As for [`ConnectOptions::connect`].
    pub fn connect_over(&self, stream: impl Stream + 'static, address: &str) -> Result<Session, RpcError> {
        self.over(Box::new(stream), address, Instant::now() + self.connect_timeout)
    }

    fn over(&self, mut stream: Box<dyn Stream>, address: &str, until: Instant) -> Result<Session, RpcError> {
        let mut key = Key::new(Role::Client, &*self.key).with_extensions();
        if let Some(timeout) = self.session_timeout {
            key = key.with_option("timeout", timeout.as_secs_f64());
        }
        let server = self.log_in(&mut *stream, key, address, until)?;
        let extensions = server.has_extensions();
        stream.set_timeout(None).map_err(|source| connect_error(address, source))?;
        self.begin(stream, address, extensions)
    }

    /// Performs the client's side of the handshake, and returns the server's key.
    fn log_in(
        &self,
        stream: &mut dyn Stream,
        key: Key,
        address: &str,
        until: Instant,
    ) -> Result<Key, RpcError> {
        #[cfg(feature = "secure")]
        if let Some(token) = &self.token {
            let refused = |error: AuthError| refused(address, error.to_string());
            let mut login = ClientLogin::new(token, key);
            let challenge = shake_hands(stream, &login.first_key(), address, until)?;
            let response = login.second_key(&challenge).map_err(refused)?;
            let proof = shake_hands(stream, &response, address, until).map_err(|error| match error {
                RpcError::KeyMismatch { .. } => refused(AuthError::Wrong("token")),
                error => error,
            })?;
            login.check_proof(&proof).map_err(refused)?;
            return Ok(proof);
        }
        let server = shake_hands(stream, &key, address, until)?;
        match server.option("challenge") {
            None => Ok(server),
            Some(_) => Err(refused(address, "the server requires a token".into())),
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

fn refused(address: &str, reason: String) -> RpcError {
    RpcError::Refused { address: address.into(), reason }
}

fn connect_error(address: &str, source: io::Error) -> RpcError {
    RpcError::Connect { address: address.into(), source }
}

/// Returns the time that is left, which is not zero, because timeouts must not be.
fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
}

/// Connects to the first address of a host that answers.
fn tcp_stream(address: &str, until: Instant) -> io::Result<TcpStream> {
    let mut failed = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, left(until)) {
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
fn shake_hands(stream: &mut dyn Stream, key: &Key, address: &str, until: Instant) -> Result<Key, RpcError> {
    let failed = |source| connect_error(address, source);
    let no_server = |reason: String| RpcError::NoServer { address: address.into(), reason };
    send_key(stream, MAGIC, key).map_err(failed)?;
    let answer = i32::from_le_bytes(read_array(stream, until).map_err(|error| no_server(error.to_string()))?);
    match answer {
        MAGIC => {}
        MISMATCH => return Err(RpcError::KeyMismatch { address: address.into(), key: key.name().into() }),
        DUPLICATE => return Err(RpcError::DuplicateKey { address: address.into(), key: key.name().into() }),
        other => return Err(no_server(format!("its answer is {other:#x}"))),
    }
    let text = read_key(stream, until).map_err(|error| no_server(error.to_string()))?;
    text.parse().map_err(|error: crate::handshake::KeyError| no_server(error.to_string()))
}
