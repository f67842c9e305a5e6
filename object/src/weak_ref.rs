//! References that do not keep their object alive.
//!
//! Invariant: a [`WeakRef`] holds one weak count of an object that its wrapper's `check` accepted.

#![expect(unsafe_code, reason = "weak references are pointers")]

use std::fmt;
use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::header::Object;
use crate::object_ptr::{ObjectPtr, release_weak};
use crate::object_ref::IsObjectRef;

/// A reference to an object that may have ended. One word, also as `Option<WeakRef<R>>`.
///
/// ```
/// use objet_object::{IsObjectRef, String};
///
/// let text = String::from("x");
/// let weak = text.downgrade();
/// assert_eq!(weak.upgrade(), Some(text.clone()));
/// drop(text);
/// assert_eq!(weak.upgrade(), None);
/// ```
pub struct WeakRef<R: IsObjectRef> {
    object: NonNull<Object>,
    _refers_to: PhantomData<R>,
}

// SAFETY: references are `Send + Sync`, and the counts are atomic.
unsafe impl<R: IsObjectRef> Send for WeakRef<R> {}
// SAFETY: as above.
unsafe impl<R: IsObjectRef> Sync for WeakRef<R> {}

impl<R: IsObjectRef> WeakRef<R> {
    pub(crate) fn new(reference: &R) -> Self {
        let object = reference.as_ptr().header();
        object.counts().retain_weak();
        Self { object: reference.as_ptr().as_raw(), _refers_to: PhantomData }
    }

    /// A strong reference, unless the last one is gone.
    pub fn upgrade(&self) -> Option<R> {
        if self.header().counts().try_retain_strong() {
            // SAFETY: the strong count was added just now. The file's invariant says that `R` accepts the object; while it
            // is shared, weakly too, its content does not change.
            Some(unsafe { R::from_ptr(ObjectPtr::from_raw(self.object.cast())) })
        } else {
            None
        }
    }

    /// How many strong references there are. Others may change it any time.
    pub fn strong_count(&self) -> usize {
        self.header().strong_count()
    }

    fn header(&self) -> &Object {
        // SAFETY: the weak count keeps the memory, and nothing writes to a header but its own counts.
        unsafe { self.object.as_ref() }
    }
}

impl<R: IsObjectRef> Clone for WeakRef<R> {
    fn clone(&self) -> Self {
        self.header().counts().retain_weak();
        Self { object: self.object, _refers_to: PhantomData }
    }
}

impl<R: IsObjectRef> Drop for WeakRef<R> {
    fn drop(&mut self) {
        // SAFETY: the count is given up, and the reference is gone after this.
        unsafe { release_weak(self.object) };
    }
}

/// By identity, also after the object has ended.
impl<R: IsObjectRef> PartialEq for WeakRef<R> {
    fn eq(&self, other: &Self) -> bool {
        self.object == other.object
    }
}

impl<R: IsObjectRef> Eq for WeakRef<R> {}

impl<R: IsObjectRef> fmt::Debug for WeakRef<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.upgrade() {
            Some(reference) => write!(f, "weak {reference:?}"),
            // The content has ended, and must not be looked at.
            None => write!(f, "weak {}@{:p}", self.header().type_key(), self.object),
        }
    }
}
