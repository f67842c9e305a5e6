//! The options of sockets.

use std::io;

/// Sets up a connection: small messages leave at once, and a vanished peer is noticed after about a
/// minute.
///
/// # Errors
/// If the system refuses an option.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn prepare<'a>(stream: impl Into<socket2::SockRef<'a>>) -> io::Result<()> {
    use std::time::Duration;

    let keepalive = socket2::TcpKeepalive::new();
    let keepalive = keepalive.with_time(Duration::from_secs(30)).with_interval(Duration::from_secs(10));
    #[cfg(unix)]
    let keepalive = keepalive.with_retries(3);
    let socket = stream.into();
    socket.set_tcp_nodelay(true)?;
    socket.set_tcp_keepalive(&keepalive)
}

/// Sets up a connection. WebAssembly has no further options.
#[cfg(target_family = "wasm")]
pub(crate) fn prepare(stream: &std::net::TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)
}
