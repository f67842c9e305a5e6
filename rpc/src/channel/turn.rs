//! The lock that orders exchanges.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// A lock that its owner may take again, because exchanges nest. The standard library's
/// `ReentrantLock` is not stable.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    owner: Mutex<Option<(ThreadId, usize)>>,
    given_back: Condvar,
}

impl Turn {
    /// Waits until no other thread has the lock, and takes it.
    pub(crate) fn take(&self) -> Taken<'_> {
        let mut owner = self.owner.lock().unwrap_or_else(PoisonError::into_inner);
        while !take_if_free(&mut owner) {
            owner = self.given_back.wait(owner).unwrap_or_else(PoisonError::into_inner);
        }
        Taken(self)
    }

    /// Waits like [`Turn::take`], at most this long.
    pub(crate) fn take_within(&self, longest: Duration) -> Option<Taken<'_>> {
        let owner = self.owner.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut owner, _) = self
            .given_back
            .wait_timeout_while(owner, longest, |owner| !is_free(owner))
            .unwrap_or_else(PoisonError::into_inner);
        take_if_free(&mut owner).then(|| Taken(self))
    }

    /// Takes the lock if no other thread has it.
    pub(crate) fn try_take(&self) -> Option<Taken<'_>> {
        let mut owner = self.owner.lock().unwrap_or_else(PoisonError::into_inner);
        take_if_free(&mut owner).then(|| Taken(self))
    }
}

fn is_free(owner: &Option<(ThreadId, usize)>) -> bool {
    owner.is_none_or(|(thread, _)| thread == thread::current().id())
}

fn take_if_free(owner: &mut Option<(ThreadId, usize)>) -> bool {
    let this = thread::current().id();
    match owner {
        None => *owner = Some((this, 1)),
        Some((thread, depth)) if *thread == this => *depth += 1,
        Some(_) => return false,
    }
    true
}

/// A lock that is held.
#[derive(Debug)]
pub(crate) struct Taken<'a>(&'a Turn);

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut owner = self.0.owner.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *owner {
            Some((_, depth)) if *depth > 1 => *depth -= 1,
            _ => {
                *owner = None;
                self.0.given_back.notify_one();
            }
        }
    }
}
