//! Serves the clients of a proxy, to which the server connects.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

use super::admission::{Refused, check_ticket, read_text, send};
use super::session::{self, Connection};
use super::state::Host;
use crate::handshake::{DUPLICATE, Key, MAGIC, MISMATCH};

/// The first wait before another attempt to reach the proxy. Each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest wait before the next attempt to reach the proxy.
const MAX_PAUSE: Duration = Duration::from_secs(5);

/// The lifetime of the ticket that the server gives to the proxy. Clocks may differ.
const TICKET_LIFETIME: Duration = Duration::from_secs(3600);

/// A proxy that answers sooner refuses the server. A later answer says that no client came.
const REFUSAL: Duration = Duration::from_secs(1);

/// Connects to the proxy again and again, until the server shuts down.
pub(super) async fn run(host: &Arc<Host>) {
    tokio::select! {
        () = connect_forever(host) => {}
        () = host.stopped() => {}
    }
}

async fn connect_forever(host: &Arc<Host>) {
    let Some(proxy) = &host.options.proxy else { return };
    let mut pause = FIRST_PAUSE;
    loop {
        let Some(permit) = host.permit().await else { return };
        match pair(host, proxy).await {
            Ok(Some((stream, client))) => {
                pause = FIRST_PAUSE;
                let (host, proxy) = (host.clone(), proxy.clone());
                tokio::spawn(async move {
                    session::run(&host, Connection::Plain(stream), &client, &proxy, permit).await;
                });
            }
            Ok(None) => tokio::time::sleep(Duration::from_secs(1)).await,
            // The proxy works, and the next client may have a ticket.
            Err(Refused::Auth(error)) => {
                tracing::info!("refused a client of the proxy {proxy}: {error}");
                pause = FIRST_PAUSE;
            }
            Err(error) => {
                tracing::warn!("proxy {proxy}: {error}; next attempt in {pause:?}");
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
            }
        }
    }
}

/// Waits for a client at the proxy. Returns `None` if the proxy has no client after its own
/// deadline.
async fn pair(host: &Host, proxy: &str) -> Result<Option<(TcpStream, Key)>, Refused> {
    let mut stream = TcpStream::connect(proxy).await?;
    crate::socket::prepare(&stream)?;
    let mut key = host.server_key(None);
    if let Some(token) = &host.options.token {
        key = key.with_option("ticket", token.server_ticket(&host.options.key, TICKET_LIFETIME));
    }
    let start = Instant::now();
    send(&mut stream, &key).await?;
    match stream.read_i32_le().await? {
        MAGIC => {}
        MISMATCH if start.elapsed() < REFUSAL => return Err(Refused::ByProxy),
        MISMATCH => return Ok(None),
        DUPLICATE => return Err(Refused::Duplicate { key: host.options.key.clone() }),
        found => return Err(Refused::Magic { found }),
    }
    let client = read_text(&mut stream).await?;
    check_ticket(host, &client)?;
    Ok(Some((stream, client)))
}
