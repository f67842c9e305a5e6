//! What is current on a thread for a while, as a pass context or a target is.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::thread::LocalKey;

/// The values that were entered on a thread and not left yet, the latest last. Their numbers ascend.
pub(crate) type Entered<T> = RefCell<Vec<(u64, T)>>;

/// Keeps a value current on this thread until it is dropped. Scopes may be left in any order: current is what was entered last of
/// those that were not left.
///
/// It stays on its thread:
///
/// ```compile_fail
/// let scope = objet_ir::target::Target::new("llvm").unwrap().enter();
/// std::thread::spawn(move || drop(scope));
/// ```
#[must_use = "the scope is left as soon as this is dropped"]
pub struct Scope<T: 'static> {
    entered: &'static LocalKey<Entered<T>>,
    number: u64,
    // It belongs to its thread.
    not_send: PhantomData<*const ()>,
}

/// Makes a value current.
pub(crate) fn enter<T>(entered: &'static LocalKey<Entered<T>>, value: T) -> Scope<T> {
    let number = entered.with_borrow_mut(|values| {
        let number = values.last().map_or(0, |(number, _)| number + 1);
        values.push((number, value));
        number
    });
    Scope { entered, number, not_send: PhantomData }
}

/// Makes a value current until [`leave`] says otherwise: for those who cannot keep a [`Scope`].
pub(crate) fn enter_open<T>(entered: &'static LocalKey<Entered<T>>, value: T) {
    std::mem::forget(enter(entered, value));
}

/// Leaves the value that was entered last, if it is the one that is meant. Whether it was.
pub(crate) fn leave<T>(entered: &'static LocalKey<Entered<T>>, is_meant: impl FnOnce(&T) -> bool) -> bool {
    // The value ends after the borrow.
    entered.with_borrow_mut(|values| values.pop_if(|(_, value)| is_meant(value))).is_some()
}

/// The value that is current, if one was entered.
pub(crate) fn current<T: Clone>(entered: &'static LocalKey<Entered<T>>) -> Option<T> {
    entered.with_borrow(|values| values.last().map(|(_, value)| value.clone()))
}

impl<T> Drop for Scope<T> {
    fn drop(&mut self) {
        let left = self.entered.try_with(|values| {
            let mut values = values.borrow_mut();
            let position = values.iter().rposition(|(number, _)| *number == self.number);
            position.map(|position| values.remove(position))
        });
        // The value ends here, while others can be entered and left; at the end of a thread there is nothing to leave any more.
        drop(left);
    }
}

impl<T> fmt::Debug for Scope<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scope({})", self.number)
    }
}
