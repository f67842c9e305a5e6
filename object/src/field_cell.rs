//! Fields that change in place while several references share their node.

use std::fmt;
use std::mem;
use std::sync::{PoisonError, RwLock};

/// A field that changes in place: every reference to the node sees the change, on any thread.
///
/// A reader gets a value of its own, which later changes leave as it is. Values are references or
/// small, so a copy costs little.
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
    /// Returns a field with that value.
    pub const fn new(value: T) -> Self {
        Self(RwLock::new(value))
    }

    /// Returns a copy of the present value.
    pub fn load(&self) -> T
    where
        T: Clone,
    {
        // A value that a panic left half changed is valid: `update` gives out a plain `&mut`.
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the value.
    pub fn store(&self, value: T) {
        let old = self.update(|present| mem::replace(present, value));
        // The drop may run any code, so it comes after the lock is released.
        drop(old);
    }

    /// Changes the value. One thread at a time does; readers wait. `change` must not use this very
    /// field: that deadlocks. It returns the values that it takes out, so that they drop later.
    pub fn update<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the value for the only holder of the node.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes an independent field of the same value.
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
