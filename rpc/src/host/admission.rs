//! The server's side of the handshake.
//!
//! A client of a server with a token has a ticket in its key, or a nonce. A nonce is answered with
//! a challenge. The client then sends its magic number and key again, with the response, and the
//! last answer has the proof.

use std::io;
use std::time::SystemTime;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::state::Host;
use crate::auth::{AuthError, ServerLogin};
use crate::handshake::{Key, MAGIC, MAX_KEY_BYTES, MISMATCH, Role};

/// A connection is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
    /// The stream failed or ended.
    #[error("the connection ended: {0}")]
    Io(#[from] io::Error),
    /// The first bytes are those of another protocol.
    #[error("the first bytes are {found:#x}, which is not TVM's RPC protocol")]
    Magic {
        /// The bytes as a number.
        found: i32,
    },
    /// The key is longer than a key can be.
    #[error("a key of {found} bytes")]
    KeyLength {
        /// The length.
        found: i32,
    },
    /// The key is not a client's key.
    #[error("the key {found:?} is not a key of a client")]
    NotClient {
        /// The key.
        found: String,
    },
    /// Another server waits at the proxy with the same key.
    #[error("another server waits at the proxy with the key {key:?}")]
    Duplicate {
        /// The match key of the server.
        key: String,
    },
    /// The proxy refuses the server.
    #[error("the proxy refuses the server: check that both have the same token file")]
    ByProxy,
    /// The client is not authenticated.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// The client wants another server.
    #[error("the client wants the key {found:?}")]
    Mismatch {
        /// The match key of the client.
        found: String,
    },
}

/// Reads the magic number and the key of the other side.
pub(super) async fn read_key(stream: &mut (impl AsyncRead + Unpin)) -> Result<Key, Refused> {
    let found = stream.read_i32_le().await?;
    if found != MAGIC {
        return Err(Refused::Magic { found });
    }
    read_text(stream).await
}

/// Reads a key.
pub(super) async fn read_text(stream: &mut (impl AsyncRead + Unpin)) -> Result<Key, Refused> {
    let found = stream.read_i32_le().await?;
    let len = usize::try_from(found).ok().filter(|len| *len <= MAX_KEY_BYTES);
    let mut text = vec![0; len.ok_or(Refused::KeyLength { found })?];
    stream.read_exact(&mut text).await?;
    let text = String::from_utf8_lossy(&text);
    let key = text.parse::<Key>().ok().filter(|key| key.role() == Role::Client);
    key.ok_or_else(|| Refused::NotClient { found: text.chars().take(80).collect() })
}

/// A client that may have a session.
pub(super) struct Admitted {
    /// The key of the client.
    pub(super) client: Key,
    /// The key that answers it.
    answer: Key,
}

/// Reads the key of a client and checks it.
pub(super) async fn admit<S>(host: &Host, stream: &mut S) -> Result<Admitted, Refused>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let admitted = check(host, stream).await;
    if let Err(Refused::Mismatch { .. } | Refused::Auth(_)) = &admitted {
        stream.write_i32_le(MISMATCH).await?;
        stream.flush().await?;
    }
    admitted
}

async fn check<S>(host: &Host, stream: &mut S) -> Result<Admitted, Refused>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let client = read_key(stream).await?;
    if !host.accepts(client.name()) {
        return Err(Refused::Mismatch { found: client.name().chars().take(80).collect() });
    }
    let answer = host.server_key(Some(&client));
    let answer = match &host.options.token {
        Some(token) if client.option("nonce").is_some() => {
            let login = ServerLogin::new(token, answer, &client)?;
            send(stream, &login.challenge_key()).await?;
            login.proof_key(&read_key(stream).await?)?
        }
        _ => {
            check_ticket(host, &client)?;
            answer
        }
    };
    Ok(Admitted { client, answer })
}

/// Checks the ticket of a client, if the server has a token.
pub(super) fn check_ticket(host: &Host, client: &Key) -> Result<(), AuthError> {
    host.options.token.as_ref().map_or(Ok(()), |token| token.check_ticket(client, SystemTime::now()))
}

/// Tells a client that its session begins.
pub(super) async fn welcome<S>(stream: &mut S, admitted: &Admitted) -> io::Result<()>
where
    S: AsyncWrite + Unpin,
{
    send(stream, &admitted.answer).await
}

/// Sends a key behind the magic number.
pub(super) async fn send<S: AsyncWrite + Unpin>(stream: &mut S, key: &Key) -> io::Result<()> {
    let mut message = MAGIC.to_le_bytes().to_vec();
    let text = key.to_string();
    message.extend_from_slice(&(text.len() as u32).to_le_bytes());
    message.extend_from_slice(text.as_bytes());
    stream.write_all(&message).await?;
    stream.flush().await
}
