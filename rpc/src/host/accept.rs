//! Accepts connections.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio_rustls::TlsAcceptor;

use super::admission::{Admitted, Refused, admit, welcome};
use super::session::{self, Connection};
use super::state::Host;

/// The longest time of a handshake.
const DEADLINE: Duration = Duration::from_secs(10);

/// The maximum number of handshakes at once. One more closes the oldest, so connections that send
/// nothing do not hold others back.
const MAX_OPEN: usize = 256;

/// The handshakes that take place now, by their number.
#[derive(Default)]
pub(super) struct OpenHandshakes {
    open: Mutex<BTreeMap<u64, AbortHandle>>,
}

impl OpenHandshakes {
    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, AbortHandle>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, number: u64, start: impl FnOnce() -> AbortHandle) {
        let mut open = self.lock();
        // The task finishes no sooner, because it needs the lock.
        open.insert(number, start());
        if open.len() > MAX_OPEN {
            Self::abort_oldest(&mut open);
        }
    }

    fn abort_oldest(open: &mut BTreeMap<u64, AbortHandle>) {
        if let Some((_, oldest)) = open.pop_first() {
            oldest.abort();
        }
    }

    fn finish(&self, number: u64) {
        self.lock().remove(&number);
    }
}

/// Accepts connections until the server shuts down.
pub(super) async fn run(host: Arc<Host>, listener: TcpListener) {
    let mut number = 0_u64;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = host.stopped() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                number += 1;
                let (task_host, number) = (host.clone(), number);
                host.handshakes
                    .add(number, || tokio::spawn(serve(task_host, number, stream, peer)).abort_handle());
            }
            Err(error) => {
                // Without free descriptors, `accept` fails again at once.
                tracing::warn!("cannot accept a connection: {error}");
                OpenHandshakes::abort_oldest(&mut host.handshakes.lock());
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

async fn serve(host: Arc<Host>, number: u64, stream: TcpStream, peer: SocketAddr) {
    crate::service::prepare(&stream);
    let handshake = async {
        Ok::<_, Refused>(match &host.options.tls {
            None => {
                let mut stream = stream;
                let admitted = admit(&host, &mut stream).await?;
                (Connection::Plain(stream), admitted)
            }
            Some(tls) => {
                let mut stream = TlsAcceptor::from(tls.clone()).accept(stream).await?;
                let admitted = admit(&host, &mut stream).await?;
                (Connection::Tls(Box::new(stream)), admitted)
            }
        })
    };
    let result = tokio::time::timeout(DEADLINE, handshake).await;
    host.handshakes.finish(number);
    match result {
        Ok(Ok((connection, admitted))) => wait_and_serve(&host, connection, &admitted, peer).await,
        Ok(Err(refused)) => tracing::info!("refused {peer}: {refused}"),
        Err(_) => tracing::info!("refused {peer}: no handshake within {DEADLINE:?}"),
    }
}

async fn wait_and_serve(host: &Arc<Host>, mut connection: Connection, admitted: &Admitted, peer: SocketAddr) {
    let permit = tokio::select! {
        permit = host.permit() => permit,
        // A client sends nothing before the answer, unless it closes the connection.
        () = any_byte(&mut connection) => return tracing::info!("{peer} left while it waited"),
        () = host.stopped() => return,
    };
    let Some(permit) = permit else {
        return tracing::warn!("refused {peer}: too many clients wait");
    };
    let answered = match &mut connection {
        Connection::Plain(stream) => welcome(stream, admitted).await,
        Connection::Tls(stream) => welcome(stream, admitted).await,
    };
    match answered {
        Ok(()) => {
            if let Some(registration) = &host.registration {
                registration.session_started(admitted.client.name());
            }
            session::run(host, connection, &admitted.client, &peer.to_string(), permit).await;
            if let Some(registration) = &host.registration {
                registration.session_ended();
            }
        }
        Err(error) => tracing::info!("{peer} left: {error}"),
    }
}

async fn any_byte(connection: &mut Connection) {
    async fn read(stream: &mut (impl AsyncRead + AsyncWrite + Unpin)) {
        let _ = stream.read(&mut [0]).await;
    }
    match connection {
        Connection::Plain(stream) => read(stream).await,
        Connection::Tls(stream) => read(stream.as_mut()).await,
    }
}
