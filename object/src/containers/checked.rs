//! The cached result of the last element check of a container.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cast::CastError;
use crate::header::Object;

/// The number of elements up to which a check is faster than the cache.
const FEW: usize = 8;

/// A function that checks all elements of a container.
type Check = fn(&Object) -> Result<(), CastError>;

/// The last check that accepted a container. Code that changes the container calls
/// [`Checked::forget`].
///
/// Nothing else invalidates the check. The container holds a reference to each element, so every
/// other holder of an element sees the element as shared and cannot change it in place. Two checks
/// with the same address have the same code, so they accept the same containers.
#[derive(Default)]
pub(crate) struct Checked(AtomicUsize);

impl Checked {
    /// Checks a container with `length` elements. `look_through` runs the check, unless the cache
    /// shows that `check` already accepted the container.
    #[inline]
    pub(crate) fn check(
        &self,
        check: Check,
        length: usize,
        look_through: impl FnOnce() -> Result<(), CastError>,
    ) -> Result<(), CastError> {
        if length <= FEW {
            return look_through();
        }
        let check = check as usize;
        if self.0.load(Ordering::Relaxed) != check {
            look_through()?;
            self.0.store(check, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Forgets the last check. Called before the container changes.
    pub(crate) fn forget(&mut self) {
        *self.0.get_mut() = 0;
    }
}

/// Keeps the cached check, since a copy of a container has the same elements.
impl Clone for Checked {
    fn clone(&self) -> Self {
        Self(AtomicUsize::new(self.0.load(Ordering::Relaxed)))
    }
}
