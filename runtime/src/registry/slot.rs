//! The function of a global name. Reading a function that is kept forever takes no lock.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};

use objet_object::types::Declared;

use crate::packed_func::PackedFunc;

/// A function and the source location of its registration.
pub(super) type Registered = (PackedFunc, Declared);

/// All functions of a name table that are kept forever.
pub(super) type Kept = boxcar::Vec<&'static PackedFunc>;

/// The slot of a name. All calls pass the kept functions of the same table.
#[derive(Default)]
pub(super) struct Slot {
    current: RwLock<Option<Registered>>,
    /// The position of the function of `current` in [`Kept`], plus 1. 0 if the function is not
    /// kept.
    position: AtomicUsize,
}

impl Slot {
    /// Returns the function and keeps it forever.
    #[inline]
    pub(super) fn get(&self, all: &Kept) -> Option<&'static PackedFunc> {
        self.kept(all).or_else(|| self.keep(&self.write(), all))
    }

    /// Returns a counted reference to the function.
    pub(super) fn find(&self, all: &Kept) -> Option<PackedFunc> {
        if let Some(kept) = self.kept(all) {
            return Some(kept.clone());
        }
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        current.as_ref().map(|(function, _)| function.clone())
    }

    /// Returns the source location of the registration, if there is a function.
    pub(super) fn declared(&self) -> Option<Declared> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        current.as_ref().map(|(_, declared)| *declared)
    }

    /// Replaces the function. If `stays` is true, the new function is kept forever. Returns the old
    /// function, which the caller drops where user code may run.
    #[must_use]
    pub(super) fn replace(&self, new: Option<Registered>, stays: bool, all: &Kept) -> Option<Registered> {
        let mut current = self.write();
        let former = std::mem::replace(&mut *current, new);
        self.position.store(0, Ordering::Release);
        if stays {
            self.keep(&current, all);
        }
        former
    }

    #[inline]
    fn kept(&self, all: &Kept) -> Option<&'static PackedFunc> {
        let position = self.position.load(Ordering::Acquire).checked_sub(1)?;
        all.get(position).copied()
    }

    /// Leaks a reference to the function, unless it is already kept.
    #[cold]
    fn keep(&self, current: &Option<Registered>, all: &Kept) -> Option<&'static PackedFunc> {
        self.kept(all).or_else(|| {
            let (function, _) = current.as_ref()?;
            let kept: &'static PackedFunc = Box::leak(Box::new(function.clone()));
            self.position.store(all.push(kept) + 1, Ordering::Release);
            Some(kept)
        })
    }

    fn write(&self) -> RwLockWriteGuard<'_, Option<Registered>> {
        self.current.write().unwrap_or_else(PoisonError::into_inner)
    }
}
