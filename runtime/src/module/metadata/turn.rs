//! Turns to initialize: one thread does it, once, and others wait. None waits for itself, by way of others, and none for ever.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// Whether something was initialized, however it went.
#[derive(Debug, Default)]
pub(super) struct Initialized(AtomicBool);

/// The turn of a thread to initialize something. With its end that is done, be it by an error or a panic.
pub(super) struct Turn(Arc<Initialized>);

/// Why there is no waiting for another thread's turn to end.
#[derive(Debug, PartialEq)]
pub(super) enum NoWait {
    /// That thread waits for this one, maybe by way of others.
    Circle,
    /// It takes longer than was to be waited.
    TooLong,
}

/// The turns that there are, by what they are for.
#[derive(Default)]
struct Turns {
    owners: HashMap<usize, ThreadId>,
    /// The turn whose end a thread waits for.
    waits: HashMap<ThreadId, usize>,
}

static TURNS: LazyLock<Mutex<Turns>> = LazyLock::new(Mutex::default);
static ENDED: Condvar = Condvar::new();

fn turns() -> MutexGuard<'static, Turns> {
    TURNS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Turns {
    /// Whether the owner of a turn waits for that thread.
    fn waits_for(&self, mut turn: usize, thread: ThreadId) -> bool {
        while let Some(owner) = self.owners.get(&turn) {
            if *owner == thread {
                return true;
            }
            match self.waits.get(owner) {
                Some(next) => turn = *next,
                None => return false,
            }
        }
        false
    }
}

impl Initialized {
    /// This thread's turn; `None` if nothing is left to do, or if this thread is doing it. While another one does it, it is
    /// waited for, but not longer than `patience`.
    pub(super) fn turn(self: &Arc<Self>, patience: Duration) -> Result<Option<Turn>, NoWait> {
        if self.is_done() {
            return Ok(None);
        }
        let (key, thread) = (self.key(), thread::current().id());
        let mut turns = turns();
        match turns.owners.get(&key) {
            None if self.is_done() => Ok(None),
            None => {
                turns.owners.insert(key, thread);
                Ok(Some(Turn(Arc::clone(self))))
            }
            Some(owner) if *owner == thread => Ok(None),
            Some(_) if turns.waits_for(key, thread) => Err(NoWait::Circle),
            Some(_) => {
                turns.waits.insert(thread, key);
                let waited = ENDED.wait_timeout_while(turns, patience, |_| !self.is_done());
                let (mut turns, _) = waited.unwrap_or_else(PoisonError::into_inner);
                turns.waits.remove(&thread);
                if self.is_done() { Ok(None) } else { Err(NoWait::TooLong) }
            }
        }
    }

    fn is_done(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// What it is known by, for as long as there is a turn, which keeps it.
    fn key(self: &Arc<Self>) -> usize {
        Arc::as_ptr(self).addr()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut turns = turns();
        turns.owners.remove(&self.0.key());
        self.0.0.store(true, Ordering::Release);
        ENDED.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_gives_up_and_may_come_again() {
        let initialized = Arc::<Initialized>::default();
        let elsewhere = |patience| {
            let initialized = Arc::clone(&initialized);
            thread::spawn(move || initialized.turn(patience).map(|turn| turn.is_some())).join().unwrap()
        };
        let turn = initialized.turn(Duration::ZERO).unwrap().unwrap();
        assert!(initialized.turn(Duration::MAX).unwrap().is_none());
        assert_eq!(elsewhere(Duration::from_millis(10)), Err(NoWait::TooLong));
        drop(turn);
        assert_eq!(elsewhere(Duration::MAX), Ok(false));
    }

    #[test]
    fn who_waits_in_a_circle_is_told_at_once() {
        let both = [Arc::<Initialized>::default(), Arc::default()];
        let mine = both[0].turn(Duration::ZERO).unwrap().unwrap();
        let (begun, is_begun) = std::sync::mpsc::channel();
        let other = {
            let both = both.clone();
            thread::spawn(move || {
                let _turn = both[1].turn(Duration::ZERO).unwrap().unwrap();
                begun.send(thread::current().id()).unwrap();
                both[0].turn(Duration::MAX).map(|turn| turn.is_some())
            })
        };
        let waiter = is_begun.recv().unwrap();
        while !turns().waits.contains_key(&waiter) {
            thread::yield_now();
        }
        assert_eq!(both[1].turn(Duration::MAX).err(), Some(NoWait::Circle));
        drop(mine);
        assert_eq!(other.join().unwrap(), Ok(false));
        assert!(both[1].turn(Duration::MAX).unwrap().is_none());
    }
}
