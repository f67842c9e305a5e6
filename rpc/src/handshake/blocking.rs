//! The handshake over a blocking stream.

use std::io;
use std::time::{Duration, Instant};

use objet_runtime::check_signals;

use super::{Key, MAGIC, MAX_KEY_BYTES, MISMATCH, Role};
use crate::deadline::{self, TICK};
use crate::stream::Stream;

/// Performs the server's side of the handshake, and returns the client's key. `key` is the match
/// key: a client of another key is refused.
///
/// ```
/// use std::net::{TcpListener, TcpStream};
/// use std::thread;
/// use std::time::Duration;
///
/// use objet_rpc::serve::{ServeOptions, serve};
/// use objet_rpc::{Session, handshake};
///
/// let listener = TcpListener::bind("127.0.0.1:0")?;
/// let address = listener.local_addr()?.to_string();
/// let server = thread::spawn(move || -> std::io::Result<()> {
///     let (mut stream, _) = listener.accept()?;
///     let client = handshake::accept(&mut stream, "", Duration::from_secs(10))?;
///     let extensions = client.has_extensions();
///     let options = ServeOptions { extensions, ..ServeOptions::default() };
///     serve(stream, &options).map_err(std::io::Error::other)
/// });
/// Session::connect(&address)?.close();
/// server.join().unwrap()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the stream fails, if the client takes longer than `timeout`, if it does not keep to the
/// protocol, or if its key does not match.
pub fn accept(stream: &mut dyn Stream, key: &str, timeout: Duration) -> io::Result<Key> {
    let until = deadline::after(timeout);
    let magic = i32::from_le_bytes(read_array(stream, until)?);
    if magic != MAGIC {
        return Err(io::Error::other(format!("the client is no RPC client: its magic number is {magic:#x}")));
    }
    let client: Key = read_key(stream, until)?.parse().map_err(io::Error::other)?;
    if client.role() != Role::Client || client.name() != key {
        stream.write_all(&MISMATCH.to_le_bytes())?;
        return Err(io::Error::other(format!("the client's key is {:?}, expected {key:?}", client.name())));
    }
    let mut server = Key::new(Role::Server, key);
    if client.has_extensions() {
        server = server.with_extensions();
    }
    send_key(stream, MAGIC, &server)?;
    stream.set_timeout(None)?;
    Ok(client)
}

/// Sends a magic number or an answer, and a key.
pub(crate) fn send_key(stream: &mut dyn Stream, magic: i32, key: &Key) -> io::Result<()> {
    let key = key.to_string();
    let length = i32::try_from(key.len()).map_err(io::Error::other)?;
    stream.write_all(&[&magic.to_le_bytes(), &length.to_le_bytes(), key.as_bytes()].concat())?;
    stream.flush()
}

/// Reads the length and the bytes of a key.
pub(crate) fn read_key(stream: &mut dyn Stream, until: Instant) -> io::Result<String> {
    let length = i32::from_le_bytes(read_array(stream, until)?);
    let length = usize::try_from(length).ok().filter(|length| *length <= MAX_KEY_BYTES);
    let length = length.ok_or_else(|| io::Error::other("the key is too long"))?;
    let mut key = vec![0; length];
    read_until(stream, &mut key, until)?;
    String::from_utf8(key).map_err(|_| io::Error::other("the key is not UTF-8"))
}

/// Reads a number.
pub(crate) fn read_array(stream: &mut dyn Stream, until: Instant) -> io::Result<[u8; 4]> {
    let mut bytes = [0; 4];
    read_until(stream, &mut bytes, until)?;
    Ok(bytes)
}

/// Fills a buffer before a point in time. The error of an interrupt is in the returned one.
fn read_until(stream: &mut dyn Stream, mut into: &mut [u8], until: Instant) -> io::Result<()> {
    let late = || io::Error::new(io::ErrorKind::TimedOut, "there is no answer in time");
    while !into.is_empty() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(late());
        }
        stream.set_timeout(Some(left.min(TICK)))?;
        match stream.read(into) {
            Ok(0) => return Err(io::Error::other("the connection is closed")),
            Ok(read) => into = &mut into[read..],
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                    check_signals().map_err(io::Error::other)?;
                }
                _ => return Err(error),
            },
        }
    }
    Ok(())
}
