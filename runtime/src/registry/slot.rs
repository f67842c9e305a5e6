//! The function of a global name. Reading a function that is kept forever takes no lock, unless the
//! name was registered again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use objet_object::types::Declared;

use crate::packed_func::PackedFunc;

/// A function and the source location of its registration.
pub(super) type Registered = (PackedFunc, Declared);

/// The slot of a name.
#[derive(Default)]
pub(super) struct Slot {
    current: RwLock<Current>,
    /// The first function that was kept forever.
    first: OnceLock<&'static PackedFunc>,
    /// Whether the function in `first` was replaced. Never reset.
    is_replaced: AtomicBool,
}

#[derive(Default)]
struct Current {
    registered: Option<Registered>,
    /// Whether the last element of `kept` is the registered function.
    is_kept: bool,
    /// All functions that were kept forever.
    kept: Vec<&'static PackedFunc>,
}

impl Slot {
    /// Returns the function and keeps it forever.
    #[inline]
    pub(super) fn get(&self) -> Option<&'static PackedFunc> {
        self.kept().or_else(|| self.keep(&mut self.write()))
    }

    /// Returns a counted reference to the function.
    pub(super) fn find(&self) -> Option<PackedFunc> {
        if let Some(kept) = self.kept() {
            return Some(kept.clone());
        }
        self.read().registered.as_ref().map(|(function, _)| function.clone())
    }

    /// Returns the source location of the registration, if there is a function.
    pub(super) fn declared(&self) -> Option<Declared> {
        self.read().registered.as_ref().map(|(_, declared)| *declared)
    }

    /// Replaces the function. If `stays` is true, the new function is kept forever. Returns the old
    /// function, which the caller drops where user code may run.
    #[must_use]
    pub(super) fn replace(&self, new: Option<Registered>, stays: bool) -> Option<Registered> {
        let mut current = self.write();
        let former = std::mem::replace(&mut current.registered, new);
        if std::mem::take(&mut current.is_kept) {
            self.is_replaced.store(true, Ordering::Release);
        }
        if stays {
            self.keep(&mut current);
        }
        former
    }

    #[inline]
    fn kept(&self) -> Option<&'static PackedFunc> {
        if self.is_replaced.load(Ordering::Acquire) {
            return self.kept_later();
        }
        self.first.get().copied()
    }

    #[cold]
    fn kept_later(&self) -> Option<&'static PackedFunc> {
        let current = self.read();
        if current.is_kept { current.kept.last().copied() } else { None }
    }

    /// Leaks a reference to the function, unless it is already kept.
    #[cold]
    fn keep(&self, current: &mut Current) -> Option<&'static PackedFunc> {
        let (function, _) = current.registered.as_ref()?;
        if !current.is_kept {
            let kept: &'static PackedFunc = Box::leak(Box::new(function.clone()));
            current.kept.push(kept);
            current.is_kept = true;
            self.first.get_or_init(|| kept);
        }
        current.kept.last().copied()
    }

    fn read(&self) -> RwLockReadGuard<'_, Current> {
        self.current.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Current> {
        self.current.write().unwrap_or_else(PoisonError::into_inner)
    }
}
