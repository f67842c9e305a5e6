//! Connections to servers that a tracker hands out.

use std::time::{Duration, Instant};

use super::{ConnectOptions, RpcError, Session};
use crate::tracker::TrackerClient;

/// Maximum number of servers that a request tries, as in TVM. A server may die between its offer
/// and the connection.
const ATTEMPTS: usize = 5;

impl ConnectOptions {
    /// Requests a server from a tracker, and connects to it. Requests with a higher priority come
    /// first. Without a deadline, the request waits as long as the tracker lives.
    ///
    /// ```no_run
    /// use std::time::Duration;
    ///
    /// use objet_rpc::ConnectOptions;
    /// use objet_rpc::tracker::TrackerClient;
    ///
    /// let mut tracker = TrackerClient::connect("127.0.0.1:9190", Duration::from_secs(10))?;
    /// let session = ConnectOptions::new().request(&mut tracker, "board", 1, None)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the tracker has no server in time or goes away, or if none of five servers that it hands
    /// out accepts the connection.
    pub fn request(
        &self,
        tracker: &mut TrackerClient,
        key: &str,
        priority: i64,
        deadline: Option<Duration>,
    ) -> Result<Session, RpcError> {
        let until = deadline.and_then(|deadline| Instant::now().checked_add(deadline));
        let left = || until.map(|until| until.saturating_duration_since(Instant::now()));
        let mut attempts = 1;
        loop {
            let offer = tracker.request(key, priority, left())?;
            let (host, port) = (offer.host, offer.port);
            let address =
                if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") };
            match self.clone().key(offer.match_key).connect(&address) {
                Err(RpcError::Connect { .. } | RpcError::KeyMismatch { .. } | RpcError::NoServer { .. })
                    if attempts < ATTEMPTS =>
                {
                    attempts += 1;
                }
                result => return result,
            }
        }
    }
}
