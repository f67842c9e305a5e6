//! The function of a global name. Reading a function that is kept forever takes no lock.
//!
//! Invariant: `kept` is null, or points to a leaked function.

#![expect(unsafe_code, reason = "reads a leaked function through a pointer")]

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockWriteGuard};

use objet_object::types::Declared;

use crate::packed_func::PackedFunc;

/// A function and the source location of its registration.
pub(super) type Registered = (PackedFunc, Declared);

/// The slot of a name.
#[derive(Default)]
pub(super) struct Slot {
    current: RwLock<Option<Registered>>,
    /// The function in `current`, if it is kept forever.
    kept: AtomicPtr<PackedFunc>,
    /// All functions that were ever kept. This keeps replaced functions reachable for leak
    /// checkers.
    leaked: Mutex<Vec<&'static PackedFunc>>,
}

impl Slot {
    /// Returns the function and keeps it forever.
    #[inline]
    pub(super) fn get(&self) -> Option<&'static PackedFunc> {
        self.kept().or_else(|| self.keep(&self.write()))
    }

    /// Returns a counted reference to the function.
    pub(super) fn find(&self) -> Option<PackedFunc> {
        if let Some(kept) = self.kept() {
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
    pub(super) fn replace(&self, new: Option<Registered>, stays: bool) -> Option<Registered> {
        let mut current = self.write();
        let former = std::mem::replace(&mut *current, new);
        self.kept.store(ptr::null_mut(), Ordering::Release);
        if stays {
            self.keep(&current);
        }
        former
    }

    #[inline]
    fn kept(&self) -> Option<&'static PackedFunc> {
        // SAFETY: null or a leaked function, by the file's invariant.
        unsafe { self.kept.load(Ordering::Acquire).as_ref() }
    }

    /// Leaks a reference to the function, unless it is already kept.
    #[cold]
    fn keep(&self, current: &Option<Registered>) -> Option<&'static PackedFunc> {
        self.kept().or_else(|| {
            let (function, _) = current.as_ref()?;
            let kept: &'static PackedFunc = Box::leak(Box::new(function.clone()));
            self.leaked.lock().unwrap_or_else(PoisonError::into_inner).push(kept);
            self.kept.store(ptr::from_ref(kept).cast_mut(), Ordering::Release);
            Some(kept)
        })
    }

    fn write(&self) -> RwLockWriteGuard<'_, Option<Registered>> {
        self.current.write().unwrap_or_else(PoisonError::into_inner)
    }
}
