//! The present activity of a served connection.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The state of a served connection, which a watchdog thread reads.
#[derive(Debug)]
pub struct Activity {
    state: Mutex<(State, Instant)>,
}

/// The work of a served connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The server waits for a request.
    Idle,
    /// The server answers a request: the name of the function that runs, or of the request.
    Busy(String),
    /// The watchdog has ended the session.
    Ended,
}

impl Default for Activity {
    fn default() -> Self {
        Self { state: Mutex::new((State::Idle, Instant::now())) }
    }
}

impl Activity {
    /// Returns the state and the time since which it lasts.
    pub fn now(&self) -> (State, Instant) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the state, unless the session has ended.
    pub(crate) fn set(&self, state: State) {
        let mut now = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if now.0 != State::Ended {
            *now = (state, Instant::now());
        }
    }

    /// Ends the session if `condition` holds for the state: calls `work` while the server cannot
    /// change the state, and therefore sends no answer.
    pub fn end_if(&self, condition: impl FnOnce(&State, Instant) -> bool, work: impl FnOnce(&State)) -> bool {
        let mut now = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = condition(&now.0, now.1);
        if ends {
            work(&now.0);
            now.0 = State::Ended;
        }
        ends
    }
}
