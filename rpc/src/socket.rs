//! The options of sockets.

use std::io;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};

/// Sets up a connection: small messages leave at once, and a vanished peer is noticed after about a
/// minute.
///
/// # Errors
/// If the system refuses an option.
pub(crate) fn prepare<'a>(stream: impl Into<SockRef<'a>>) -> io::Result<()> {
    let keepalive =
        TcpKeepalive::new().with_time(Duration::from_secs(30)).with_interval(Duration::from_secs(10));
    #[cfg(unix)]
    let keepalive = keepalive.with_retries(3);
    let socket = stream.into();
    socket.set_tcp_nodelay(true)?;
    socket.set_tcp_keepalive(&keepalive)
}
