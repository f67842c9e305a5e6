//! What a container is known to hold, so that it is not looked through again and again.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cast::CastError;
use crate::header::Object;

/// How many elements are looked through faster than it is noted that they were.
const FEW: usize = 8;

/// A check of all that a container holds.
type Check = fn(&Object) -> Result<(), CastError>;

/// The last check that accepted a container. Whoever changes the container forgets it.
///
/// What a container holds does not change otherwise: an object in it is shared with whoever could change it. Two checks
/// that have the same address have the same code, so they accept the same.
#[derive(Default)]
pub(crate) struct Checked(AtomicUsize);

impl Checked {
    /// Whether `check` accepts a container of that length, which `look_through` tells if it is not known.
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

    /// The container is about to change.
    pub(crate) fn forget(&mut self) {
        *self.0.get_mut() = 0;
    }
}

/// A copy of a container holds the same.
impl Clone for Checked {
    fn clone(&self) -> Self {
        Self(AtomicUsize::new(self.0.load(Ordering::Relaxed)))
    }
}
