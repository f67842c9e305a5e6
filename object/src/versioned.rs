//! Fields that are changed in place, while others refer to their node.
//!
//! Invariants:
//! - `newest` is a version that this cell owns, and so are those that its `older` leads to. None ends before the cell does, but by
//!   way of `&mut`.
//! - Where `newest` carries [`LENT`], its value has been lent, and never changes again but by way of `&mut`. Where it does not, nobody
//!   refers to its value but who has the turn.
//! - `newest` is written by who has the turn, or by way of `&mut`.

#![expect(unsafe_code, reason = "what is lent outlasts its replacement")]

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::PoisonError;

use crate::sync::{AtomicPtr, Mutex, MutexGuard, Ordering};

/// A field that is changed in place: all who refer to the node see the change, whatever thread they are on.
///
/// What was borrowed of it stays as it was: each change after a loan makes a new version, and the older ones are kept until the node
/// ends, or is changed by somebody who has it alone. So who changes a field often reads it by [`now`](Self::now), which borrows nothing.
///
/// ```
/// use objet_object::Versioned;
///
/// let text = Versioned::new(String::from("a"));
/// let before: &str = &text;
/// text.change(|text| text.push('b'));
/// assert_eq!((before, text.as_str()), ("a", "ab"));
/// ```
#[repr(transparent)]
pub struct Versioned<T> {
    head: Head,
    _owns: PhantomData<T>,
}

/// What there is of a cell, whatever it holds.
struct Head {
    newest: AtomicPtr<u8>,
    turn: Mutex<()>,
}

#[repr(C)]
struct Version<T> {
    value: T,
    older: *mut Version<T>,
}

/// The bit of an address that says that the version has been lent. No version has an odd address, since it holds a pointer.
const LENT: usize = 1;

fn is_lent(newest: *mut u8) -> bool {
    newest.addr() & LENT != 0
}

fn version<T>(newest: *mut u8) -> *mut Version<T> {
    newest.map_addr(|address| address & !LENT).cast()
}

impl Head {
    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address of the newest value, which does not change any more.
    #[inline]
    fn lend(&self) -> NonNull<u8> {
        let newest = self.newest.load(Ordering::Acquire);
        let newest = if is_lent(newest) { newest } else { self.lend_first() };
        // SAFETY: versions are in boxes, so their addresses are not null.
        unsafe { NonNull::new_unchecked(version::<()>(newest).cast()) }
    }

    #[cold]
    fn lend_first(&self) -> *mut u8 {
        let _turn = self.turn();
        let newest = self.newest.load(Ordering::Relaxed).map_addr(|address| address | LENT);
        self.newest.store(newest, Ordering::Release);
        newest
    }
}

/// The address of the value in the cell at that address, whatever its type. The value does not change any more, but by way of `&mut`.
///
/// # Safety
/// A `Versioned` lies there.
#[inline]
pub unsafe fn lent_value(cell: NonNull<u8>) -> NonNull<u8> {
    // SAFETY: cells are transparent over their heads.
    unsafe { cell.cast::<Head>().as_ref() }.lend()
}

impl<T: Clone + Send + Sync> Versioned<T> {
    /// A field of that value.
    pub fn new(value: T) -> Self {
        let newest = Box::into_raw(Box::new(Version { value, older: std::ptr::null_mut() }));
        Self {
            head: Head { newest: AtomicPtr::new(newest.cast()), turn: Mutex::new(()) },
            _owns: PhantomData,
        }
    }

    /// The value, as it is now.
    pub fn now(&self) -> T {
        let newest = self.head.newest.load(Ordering::Acquire);
        if is_lent(newest) {
            // SAFETY: the version has been lent, so it stays as it is for as long as the cell.
            return unsafe { &(*version::<T>(newest)).value }.clone();
        }
        let _turn = self.head.turn();
        let newest = self.head.newest.load(Ordering::Relaxed);
        // SAFETY: nobody changes the version while this thread has the turn.
        unsafe { &(*version::<T>(newest)).value }.clone()
    }

    /// Changes the value, of which others see nothing before it is done. One thread at a time does; in `change`, nothing may be asked
    /// of this very field. What the value no longer needs is best given back, as its end may run any code.
    pub fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let _turn = self.head.turn();
        let newest = self.head.newest.load(Ordering::Relaxed);
        let older = version::<T>(newest);
        if !is_lent(newest) {
            // SAFETY: nobody refers to the version but this thread, which has the turn.
            return change(unsafe { &mut (*older).value });
        }
        // SAFETY: the version has been lent, so it stays as it is.
        let mut value = unsafe { &(*older).value }.clone();
        let result = change(&mut value);
        let newest = Box::into_raw(Box::new(Version { value, older }));
        // Whoever finds a version that was not lent waits for the turn before looking into it.
        self.head.newest.store(newest.cast(), Ordering::Relaxed);
        result
    }

    /// Puts another value in the place of this one, and gives it back.
    pub fn renew(&self, value: T) -> T {
        self.change(|old| std::mem::replace(old, value))
    }

    /// The value, for who has the node alone. Older versions end.
    pub fn own(&mut self) -> &mut T {
        let newest = version::<T>(self.head.newest.load(Ordering::Relaxed));
        self.head.newest.store(newest.cast(), Ordering::Relaxed);
        // SAFETY: the cell owns its versions, and nothing is borrowed of them while it is borrowed for `&mut`.
        unsafe {
            end(std::mem::replace(&mut (*newest).older, std::ptr::null_mut()));
            &mut (*newest).value
        }
    }
}

/// Ends a version, and those that are older.
///
/// # Safety
/// The caller owns them, and nobody refers to them.
unsafe fn end<T>(mut version: *mut Version<T>) {
    while !version.is_null() {
        // SAFETY: as the caller promised, and versions are in boxes.
        version = unsafe { Box::from_raw(version) }.older;
    }
}

impl<T> Drop for Versioned<T> {
    fn drop(&mut self) {
        // SAFETY: the cell owns its versions, and ends.
        unsafe { end(version::<T>(self.head.newest.load(Ordering::Relaxed))) };
    }
}

impl<T: Clone + Send + Sync> Deref for Versioned<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: a lent version stays as it is until the cell ends or is borrowed for `&mut`, and begins with its value.
        unsafe { self.head.lend().cast().as_ref() }
    }
}

impl<T: Clone + Send + Sync> DerefMut for Versioned<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.own()
    }
}

/// A field of its own, of the same value.
impl<T: Clone + Send + Sync> Clone for Versioned<T> {
    fn clone(&self) -> Self {
        Self::new(self.now())
    }
}

impl<T: Clone + Send + Sync> From<T> for Versioned<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T: Clone + Send + Sync + Default> Default for Versioned<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Clone + Send + Sync + fmt::Debug> fmt::Debug for Versioned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.now().fmt(f)
    }
}

impl<'a, T: Clone + Send + Sync> IntoIterator for &'a Versioned<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (**self).into_iter()
    }
}
