//! Fields that change in place while several references share their node.

use std::fmt;
use std::mem;
use std::sync::{PoisonError, RwLock};

/// A field that changes in place: all references to the node see the change, on any thread.
///
/// A reader gets a copy of the value, which later changes do not affect. Values are references or
/// small, so a copy is cheap.
///
/// ```
/// use objet_object::FieldCell;
///
/// let text = FieldCell::new(String::from("a"));
/// let before = text.load();
/// text.update(|text| text.push('b'));
/// assert_eq!((before.as_str(), text.load().as_str()), ("a", "ab"));
/// ```
pub struct FieldCell<T>(RwLock<T>);

impl<T> FieldCell<T> {
    /// Creates a field with this value.
    pub const fn new(value: T) -> Self {
        Self(RwLock::new(value))
    }

    /// Returns a copy of the current value.
    pub fn load(&self) -> T
    where
        T: Clone,
    {
        // A panic during `update` leaves a valid value, because `update` hands out a plain `&mut`.
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the value.
    pub fn store(&self, value: T) {
        let old = self.update(|present| mem::replace(present, value));
        // The drop can run arbitrary code, so it happens after the lock is released.
        drop(old);
    }

    /// Changes the value, and returns the result of `change`. The call holds the field's lock, so
    /// other threads wait.
    /// `change` must not use this field: that deadlocks. It should return the values that it
    /// replaces, so that they drop after the lock is released.
    pub fn update<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the value, without a lock. The caller has exclusive access to the node.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Creates an independent field with the same value.
impl<T: Clone> Clone for FieldCell<T> {
    fn clone(&self) -> Self {
        Self::new(self.load())
    }
}

impl<T> From<T> for FieldCell<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T: Default> Default for FieldCell<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Clone + fmt::Debug> fmt::Debug for FieldCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.load().fmt(f)
    }
}
