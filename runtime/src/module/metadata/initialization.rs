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
pub(super) struct Guard(Arc<Initialized>);

/// The reason why a thread cannot wait for another thread's initialization.
#[derive(Debug, PartialEq)]
pub(super) enum WaitError {
    /// The initializing thread waits for this thread, directly or through other threads.
    Deadlock,
    /// The initialization takes too long.
    Timeout,
}

/// The initializations in progress, by the key of the value.
#[derive(Default)]
struct Guards {
    owners: HashMap<usize, ThreadId>,
    /// For each waiting thread: the key of the value that it waits for.
    waits: HashMap<ThreadId, usize>,
}

static GUARDS: LazyLock<Mutex<Guards>> = LazyLock::new(Mutex::default);
static DONE: Condvar = Condvar::new();

fn guards() -> MutexGuard<'static, Guards> {
    GUARDS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guards {
    /// Returns whether the owner of a guard waits for that thread.
    fn waits_for(&self, mut key: usize, thread: ThreadId) -> bool {
        while let Some(owner) = self.owners.get(&key) {
            if *owner == thread {
                return true;
            }
            match self.waits.get(owner) {
                Some(next) => key = *next,
                None => return false,
            }
        }
        false
    }
}

impl Initialized {
    /// Returns a guard if this thread should initialize the value. Returns `None` if the value is
    /// initialized, or if this thread is already initializing it. If another thread is initializing
    /// it, waits for at most `timeout`.
    pub(super) fn guard(self: &Arc<Self>, timeout: Duration) -> Result<Option<Guard>, WaitError> {
        if self.is_done() {
            return Ok(None);
        }
        let (key, thread) = (self.key(), thread::current().id());
        let mut guards = guards();
        match guards.owners.get(&key) {
            None if self.is_done() => Ok(None),
            None => {
                guards.owners.insert(key, thread);
                Ok(Some(Guard(Arc::clone(self))))
            }
            Some(owner) if *owner == thread => Ok(None),
            Some(_) if guards.waits_for(key, thread) => Err(WaitError::Deadlock),
            Some(_) => {
                guards.waits.insert(thread, key);
                let waited = DONE.wait_timeout_while(guards, timeout, |_| !self.is_done());
                let (mut guards, _) = waited.unwrap_or_else(PoisonError::into_inner);
                guards.waits.remove(&thread);
                if self.is_done() { Ok(None) } else { Err(WaitError::Timeout) }
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

impl Drop for Guard {
    fn drop(&mut self) {
        let mut guards = guards();
        guards.owners.remove(&self.0.key());
        self.0.0.store(true, Ordering::Release);
        DONE.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_times_out_and_may_be_repeated() {
        let initialized = Arc::<Initialized>::default();
        let on_another_thread = |timeout| {
            let initialized = Arc::clone(&initialized);
            thread::spawn(move || initialized.guard(timeout).map(|guard| guard.is_some())).join().unwrap()
        };
        let guard = initialized.guard(Duration::ZERO).unwrap().unwrap();
        assert!(initialized.guard(Duration::MAX).unwrap().is_none());
        assert_eq!(on_another_thread(Duration::from_millis(10)), Err(WaitError::Timeout));
        drop(guard);
        assert_eq!(on_another_thread(Duration::MAX), Ok(false));
    }

    #[test]
    fn a_deadlock_is_reported_at_once() {
        let both = [Arc::<Initialized>::default(), Arc::default()];
        let mine = both[0].guard(Duration::ZERO).unwrap().unwrap();
        let (begun, is_begun) = std::sync::mpsc::channel();
        let other = {
            let both = both.clone();
            thread::spawn(move || {
                let _guard = both[1].guard(Duration::ZERO).unwrap().unwrap();
                begun.send(thread::current().id()).unwrap();
                both[0].guard(Duration::MAX).map(|guard| guard.is_some())
            })
        };
        let waiter = is_begun.recv().unwrap();
        while !guards().waits.contains_key(&waiter) {
            thread::yield_now();
        }
        assert_eq!(both[1].guard(Duration::MAX).err(), Some(WaitError::Deadlock));
        drop(mine);
        assert_eq!(other.join().unwrap(), Ok(false));
        assert!(both[1].guard(Duration::MAX).unwrap().is_none());
    }
}
