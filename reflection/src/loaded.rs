//! Values that a traversal has loaded from fields that change in place.

use std::any::Any;
use std::cell::OnceCell;
use std::fmt;
use std::ptr::NonNull;

/// Owns the loaded values until the traversal ends, so that they can be borrowed like immutable
/// fields. No object below these values is dropped before then, so addresses identify objects.
//
// Few traversals load values, so the list is allocated for the first one.
#[derive(Default)]
pub(crate) struct Loaded(OnceCell<Box<boxcar::Vec<Value>>>);

type Value = Box<dyn Any + Send + Sync>;

impl Loaded {
    /// Stores a value.
    pub(crate) fn keep<T: Any + Send + Sync>(&self, value: T) -> &T {
        match self.push(Box::new(value)).downcast_ref() {
            Some(value) => value,
            None => unreachable!("a `T` was kept"),
        }
    }

    /// Stores a value of any type and returns its address, which is valid while `self` is borrowed.
    pub(crate) fn keep_any(&self, value: Value) -> NonNull<u8> {
        NonNull::from(self.push(value)).cast()
    }

    fn push(&self, value: Value) -> &(dyn Any + Send + Sync) {
        let values = self.0.get_or_init(Box::default);
        let index = values.push(value);
        &*values[index]
    }
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loaded").finish_non_exhaustive()
    }
}
