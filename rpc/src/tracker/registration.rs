//! The server's side of the protocol: a server that stays offered.

use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::client::{TrackerClient, TrackerError};
use crate::auth::{Token, random_nonce};
use crate::handshake::{Key, Role};

/// Lifetime of the ticket in a match key. The match key itself is valid for one session.
const TICKET_LIFETIME: Duration = Duration::from_secs(365 * 24 * 3600);

/// Settings of a [`Registration`].
#[derive(Clone, Debug)]
pub struct RegistrationOptions {
    /// The address of the tracker: `host:port`.
    pub tracker: String,
    /// The key of the server, such as the name of a kind of device.
    pub key: String,
    /// The host by which clients reach the server. `None` is the host that the tracker sees.
    pub host: Option<String>,
    /// The port that the server listens on.
    pub port: u16,
    /// The token of the tracker and of the server.
    pub token: Option<Token>,
    /// Maximum number of sessions at a time. TVM's server has one.
    pub sessions: usize,
    /// The time between two questions whether the offer is still there.
    pub poll: Duration,
    /// Time for a client that took the offer to connect. The server is offered again after that.
    pub unclaimed: Duration,
    /// Time for connecting and for each reply of the tracker.
    pub timeout: Duration,
    /// Maximum time between two attempts to connect. The first ones follow more closely.
    pub retry: Duration,
}

impl RegistrationOptions {
    /// Returns the settings of TVM's server.
    pub fn new(tracker: impl Into<String>, key: impl Into<String>, port: u16) -> Self {
        Self {
            tracker: tracker.into(),
            key: key.into(),
            host: None,
            port,
            token: None,
            sessions: 1,
            poll: Duration::from_secs(2),
            unclaimed: Duration::from_secs(6),
            timeout: Duration::from_secs(10),
            retry: Duration::from_secs(5),
        }
    }
}

/// Keeps a server offered at a tracker, from a thread of its own. Dropping it withdraws the server.
///
/// The server listens on its port, and for each connection:
/// 1. It reads the key of the client, and calls [`accepts`](Self::accepts) with
///    [`Key::name`](crate::handshake::Key::name). If the result is false, it answers
///    [`MISMATCH`](crate::handshake::MISMATCH).
/// 2. It answers the handshake, and calls [`session_started`](Self::session_started). A server that
///    fails before does nothing: it is offered again after a while.
/// 3. At the end of the session, it calls [`session_ended`](Self::session_ended), and the server is
///    offered with a fresh match key.
///
/// The thread connects again when the tracker goes away, also during a session. A match key is
/// `<key>:<random>`. With a token, a ticket follows, so that TVM's clients get it from the tracker
/// and hand it to the server: [`Token::check_ticket`] accepts the key of such a client.
///
/// ```
/// use std::time::Duration;
/// use objet_rpc::tracker::{Registration, RegistrationOptions};
/// use objet_rpc::tracker::{Tracker, TrackerClient, TrackerOptions};
///
/// let tracker = Tracker::bind(TrackerOptions { port: 0, ..TrackerOptions::default() })?;
/// let address = tracker.address().to_string();
/// // A server that listens on port 9091.
/// let registration = Registration::start(RegistrationOptions::new(&address, "board", 9091))?;
///
/// let mut client = TrackerClient::connect(&address, Duration::from_secs(5))?;
/// let offer = client.request("board", 1, Some(Duration::from_secs(5)))?;
/// // The client connects with this key.
/// assert!(registration.accepts(&offer.match_key));
/// registration.session_started(&offer.match_key);
/// assert!(!registration.accepts(&offer.match_key));
/// registration.session_ended();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Registration {
    shared: Arc<Shared>,
}

struct Shared {
    options: RegistrationOptions,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The match key of the current offer, with its ticket.
    offer: Option<String>,
    /// Whether a client came with the match key.
    is_claimed: bool,
    active: usize,
    is_registered: bool,
    is_stopped: bool,
    /// Counts the changes that the thread reacts to.
    changes: u64,
    /// The connection of the thread, which dropping closes.
    stream: Option<TcpStream>,
}

impl State {
    /// Whether the current offer has this match key.
    fn has(&self, match_key: &str) -> bool {
        self.offer.as_deref().is_some_and(|offer| name_of(offer) == name_of(match_key))
    }
}

impl Registration {
    /// Starts to offer a server. A tracker that cannot be reached yet is no error.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(options: RegistrationOptions) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { options, state: Mutex::default(), changed: Condvar::new() });
        let of_thread = shared.clone();
        thread::Builder::new().name("objet registration".into()).spawn(move || of_thread.run())?;
        Ok(Self { shared })
    }

    /// Whether a client with this match key may have a session: the name of its key. Returns true
    /// at most once for each match key.
    pub fn accepts(&self, match_key: &str) -> bool {
        let mut state = self.shared.state();
        let is_right = !state.is_claimed && state.has(match_key);
        state.is_claimed |= is_right;
        is_right
    }

    /// Notes that a session starts. The match key of its client is used up.
    pub fn session_started(&self, match_key: &str) {
        self.shared.change(|state| {
            state.active += 1;
            // The client may come so late that the server is offered again.
            if state.has(match_key) {
                (state.offer, state.is_claimed) = (None, false);
            }
        });
    }

    /// Notes that a session ended. The server is offered again.
    pub fn session_ended(&self) {
        self.shared.change(|state| state.active = state.active.saturating_sub(1));
    }

    /// Whether the tracker has the server.
    pub fn is_registered(&self) -> bool {
        self.shared.state().is_registered
    }

    /// Waits until the tracker has the server. Returns whether it has it.
    pub fn wait_until_registered(&self, timeout: Duration) -> bool {
        let state = self.shared.state();
        let waited = self.shared.changed.wait_timeout_while(state, timeout, |state| !state.is_registered);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_registered
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.shared.change(|state| {
            state.is_stopped = true;
            if let Some(stream) = state.stream.take() {
                // Wakes the thread, which may wait for a reply.
                let _ = stream.shutdown(Shutdown::Both);
            }
        });
    }
}

fn name_of(match_key: &str) -> &str {
    match_key.split(' ').next().unwrap_or_default()
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        state.changes += 1;
        self.changed.notify_all();
    }

    /// Waits for a change after `seen`. Returns false if the registration is dropped.
    fn wait(&self, seen: u64, timeout: Duration) -> bool {
        let is_idle = |state: &mut State| !state.is_stopped && state.changes == seen;
        let waited = self.changed.wait_timeout_while(self.state(), timeout, is_idle);
        !waited.unwrap_or_else(PoisonError::into_inner).0.is_stopped
    }

    fn run(&self) {
        let first = self.options.retry.min(Duration::from_millis(100));
        let mut pause = first;
        loop {
            let error = match self.stay_registered(&mut pause, first) {
                Ok(()) => return,
                Err(error) => error,
            };
            self.change(|state| {
                (state.offer, state.is_claimed, state.is_registered) = (None, false, false);
                state.stream = None;
            });
            if self.state().is_stopped {
                return;
            }
            warn(&error, pause);
            let end = Instant::now() + pause;
            pause = (pause * 2).min(self.options.retry);
            // Sessions may start and end meanwhile.
            loop {
                let seen = self.state().changes;
                let rest = end.saturating_duration_since(Instant::now());
                if !self.wait(seen, rest) {
                    return;
                }
                if rest.is_zero() {
                    break;
                }
            }
        }
    }

    /// Offers the server until the registration is dropped.
    fn stay_registered(&self, pause: &mut Duration, first: Duration) -> Result<(), TrackerError> {
        let options = &self.options;
        let mut client = match &options.token {
            Some(token) => TrackerClient::connect_with_token(&options.tracker, options.timeout, token)?,
            None => TrackerClient::connect(&options.tracker, options.timeout)?,
        };
        self.state().stream = client.handle();
        client.update_info(&options.key, options.host.as_deref(), options.port)?;
        *pause = first;
        let mut taken = None;
        loop {
            let (seen, must_offer) = {
                let state = self.state();
                if state.is_stopped {
                    return Ok(());
                }
                (state.changes, state.offer.is_none() && state.active < options.sessions.max(1))
            };
            if must_offer {
                self.offer(&mut client)?;
                taken = None;
                continue;
            }
            if !self.wait(seen, options.poll) {
                return Ok(());
            }
            // This notices a tracker that is gone, also during a session.
            let pending = client.pending_match_keys()?;
            let mut state = self.state();
            let is_taken =
                state.offer.as_ref().is_some_and(|offer| state.is_claimed || !pending.contains(offer));
            if !is_taken {
                taken = None;
            } else if taken.get_or_insert_with(Instant::now).elapsed() > options.unclaimed {
                // A client took the server and did not connect.
                (state.offer, state.is_claimed) = (None, false);
                state.changes += 1;
            }
        }
    }

    fn offer(&self, client: &mut TrackerClient) -> Result<(), TrackerError> {
        let options = &self.options;
        let name = format!("{}:{}", options.key, random_nonce());
        let match_key = match &options.token {
            Some(token) => {
                let ticket = token.ticket(&name, TICKET_LIFETIME);
                Key::new(Role::Client, name).with_option("ticket", ticket).text().into()
            }
            None => name,
        };
        // A client may come before the reply to the offer.
        self.change(|state| (state.offer, state.is_claimed) = (Some(match_key.clone()), false));
        client.put(&options.key, options.port, &match_key, options.host.as_deref())?;
        self.change(|state| state.is_registered = true);
        Ok(())
    }
}

#[cfg(feature = "host")]
fn warn(error: &TrackerError, pause: Duration) {
    tracing::warn!("{error}; trying again in {pause:?}");
}

#[cfg(not(feature = "host"))]
fn warn(_: &TrackerError, _: Duration) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_session_leaves_a_newer_offer() {
        let options = RegistrationOptions::new("", "board", 9091);
        let shared = Arc::new(Shared { options, state: Mutex::default(), changed: Condvar::new() });
        let registration = Registration { shared };
        let offer = |key: &str| {
            registration.shared.change(|state| {
                (state.offer, state.is_claimed) = (Some(key.into()), false);
            })
        };
        offer("board:1 -ticket=a");
        assert!(registration.accepts("board:1"));
        offer("board:2 -ticket=b");
        registration.session_started("board:1");
        assert!(registration.accepts("board:2"));
        registration.session_started("board:2");
        assert!(!registration.accepts("board:2"));
    }
}
