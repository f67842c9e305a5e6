//! Values that are current on a thread for a limited time, for example pass contexts and targets.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::thread::LocalKey;

/// The values entered on a thread and not left yet, in the order of entry. The numbers ascend.
pub type Entered<T> = RefCell<Vec<(u64, T)>>;

/// A guard that keeps a value current on this thread until it is dropped.
///
/// Scopes can be left in any order. The current value is the most recently entered one that has not
/// been left.
///
/// The guard cannot move to another thread:
///
/// ```compile_fail
/// let scope = objet_ir::target::Target::new("llvm").unwrap().enter();
/// std::thread::spawn(move || drop(scope));
/// ```
#[must_use = "the scope is left as soon as this is dropped"]
pub struct Scope<T: 'static> {
    entered: &'static LocalKey<Entered<T>>,
    number: u64,
    // Makes the type `!Send`, because the guard refers to a thread-local stack.
    not_send: PhantomData<*const ()>,
}

/// Makes a value current until the returned guard is dropped.
pub fn enter<T>(entered: &'static LocalKey<Entered<T>>, value: T) -> Scope<T> {
    let number = entered.with_borrow_mut(|values| {
        let number = values.last().map_or(0, |(number, _)| number + 1);
        values.push((number, value));
        number
    });
    Scope { entered, number, not_send: PhantomData }
}

/// Makes a value current until [`leave`] is called, for callers that cannot keep a [`Scope`].
pub fn enter_open<T>(entered: &'static LocalKey<Entered<T>>, value: T) {
    std::mem::forget(enter(entered, value));
}

/// The reason why [`leave`] fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LeaveError {
    /// The value was not entered on this thread, or was left already.
    #[error("it was not entered on this thread, or was left already")]
    NotEntered,
    /// The value was left, but another one was current instead.
    #[error(
        "another one, which was entered later on this thread, is still current (exit in the reverse \
         order of entry, also in coroutines)"
    )]
    NotCurrent,
}

/// Leaves the most recently entered value that `is_meant` accepts.
///
/// # Errors
/// Fails if there is no such value. Also fails if the value was not current, but leaves it.
pub fn leave<T>(
    entered: &'static LocalKey<Entered<T>>,
    is_meant: impl Fn(&T) -> bool,
) -> Result<(), LeaveError> {
    let (left, was_current) = entered.with_borrow_mut(|values| {
        let position = values.iter().rposition(|(_, value)| is_meant(value));
        let position = position.ok_or(LeaveError::NotEntered)?;
        Ok((values.remove(position), position == values.len()))
    })?;
    // The value is dropped after the borrow ends, because its destructor may use `entered`.
    drop(left);
    if was_current { Ok(()) } else { Err(LeaveError::NotCurrent) }
}

/// Returns the current value, if a value was entered.
pub fn current<T: Clone>(entered: &'static LocalKey<Entered<T>>) -> Option<T> {
    entered.with_borrow(|values| values.last().map(|(_, value)| value.clone()))
}

impl<T> Drop for Scope<T> {
    fn drop(&mut self) {
        let left = self.entered.try_with(|values| {
            let mut values = values.borrow_mut();
            let position = values.iter().rposition(|(number, _)| *number == self.number);
            position.map(|position| values.remove(position))
        });
        // The value is dropped after the borrow ends, because its destructor may enter and leave
        // values. During thread shutdown the stack may be gone already.
        drop(left);
    }
}

impl<T> fmt::Debug for Scope<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scope({})", self.number)
    }
}
