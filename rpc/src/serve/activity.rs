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

    /// Sets the state, unless the session has ended. A request that the client sends while it runs
    /// a function for the server is a part of the request that is answered, and changes nothing.
    pub(crate) fn set(&self, state: State) {
        let mut now = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match (&now.0, &state) {
            (State::Ended, _) | (State::Busy(_), State::Busy(_)) => {}
            _ => *now = (state, Instant::now()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_within_a_call_leave_its_name_and_start() {
        let activity = Activity::default();
        let call = State::Busy("call".into());
        activity.set(call.clone());
        let start = activity.now();
        assert_eq!(start.0, call);
        activity.set(State::Busy("FreeHandle".into()));
        assert_eq!(activity.now(), start);
        activity.set(State::Idle);
        activity.set(State::Busy("next".into()));
        assert_eq!(activity.now().0, State::Busy("next".into()));
    }
}
