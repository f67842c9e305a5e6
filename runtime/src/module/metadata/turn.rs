//! Guards for initialization: one thread initializes, once, while other threads wait. Deadlocks are
//! detected, and waiting is limited in time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// Whether a value was initialized, successfully or not.
#[derive(Debug, Default)]
pub(super) struct Initialized(AtomicBool);

/// The guard of a thread that initializes a value. Dropping the guard marks the value as
/// initialized, even after an error or a panic.
pub(super) struct Turn(Arc<Initialized>);

/// The reason why a thread cannot wait for another thread's initialization.
#[derive(Debug, PartialEq)]
pub(super) enum NoWait {
    /// The initializing thread waits for this thread, directly or through other threads.
    Circle,
    /// The initialization takes too long.
    TooLong,
}

/// The initializations in progress, by the key of the value.
#[derive(Default)]
struct Turns {
    owners: HashMap<usize, ThreadId>,
    /// For each waiting thread: the key of the value that it waits for.
    waits: HashMap<ThreadId, usize>,
}

static TURNS: LazyLock<Mutex<Turns>> = LazyLock::new(Mutex::default);
static ENDED: Condvar = Condvar::new();

fn turns() -> MutexGuard<'static, Turns> {
    TURNS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Turns {
    /// Returns whether the owner of a guard waits for that thread.
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
    /// Returns a guard if this thread should initialize the value. Returns `None` if the value is
    /// initialized, or if this thread is already initializing it. If another thread is initializing
    /// it, waits for at most `patience`.
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

    /// Returns the address of the value. It identifies the value while a guard keeps the value
    /// alive.
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
    fn a_wait_times_out_and_may_be_repeated() {
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
    fn a_deadlock_is_reported_at_once() {
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
