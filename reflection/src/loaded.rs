//! Values that a traversal has loaded from fields that change in place.

use std::any::Any;
use std::fmt;
use std::ptr::NonNull;

use elsa::FrozenVec;

/// Owns the loaded values until the traversal ends, so that they can be borrowed like immutable
/// fields. No object below these values is dropped before then, so addresses identify objects.
#[derive(Default)]
pub(crate) struct Loaded(FrozenVec<Box<dyn Any + Send + Sync>>);

impl Loaded {
    /// Stores a value.
    pub(crate) fn keep<T: Any + Send + Sync>(&self, value: T) -> &T {
        match self.0.push_get(Box::new(value)).downcast_ref() {
            Some(value) => value,
            None => unreachable!("a `T` was kept"),
        }
    }

    /// Stores a value of any type and returns its address, which is valid while `self` is borrowed.
    pub(crate) fn keep_any(&self, value: Box<dyn Any + Send + Sync>) -> NonNull<u8> {
        NonNull::from(self.0.push_get(value)).cast()
    }
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loaded").finish_non_exhaustive()
    }
}
