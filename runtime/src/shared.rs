//! Process-wide state that all copies of this crate share.
//!
//! Invariants:
//! - The name of a part of the process state contains the name of its type and the version of this
//!   crate. Libraries share that state only if they have the same version of each crate of Objet,
//!   built by the same compiler, and each `T` of a [`Shared`] is a type of this crate. So the name
//!   identifies one type. No such library is unloaded.
//! - `CURRENT` of the first copy holds null or the address of the reader that the innermost
//!   [`lend_reader`] of this thread has borrowed. While the address is in `CURRENT`, no other code
//!   uses the reader.

#![expect(unsafe_code, reason = "looks up shared state by name and a lent reader by address")]

use std::any::type_name;
use std::cell::Cell;
use std::ffi::c_void;
use std::ops::Deref;
use std::ptr;
use std::sync::OnceLock;

use objet_object::{OpaqueHandle, process};

use crate::binary::BinaryReader;

/// A part of the process state, created on first use.
pub(crate) struct Shared<T: 'static> {
    part: OnceLock<&'static T>,
    make: fn() -> T,
}

impl<T: Send + Sync> Shared<T> {
    pub(crate) const fn new(make: fn() -> T) -> Self {
        Self { part: OnceLock::new(), make }
    }

    /// Returns the shared value, which lives as long as the process.
    #[inline]
    pub(crate) fn get(this: &Self) -> &'static T {
        this.part.get_or_init(|| this.find())
    }

    #[cold]
    fn find(&self) -> &'static T {
        let name = format!("{} {}", type_name::<T>(), env!("CARGO_PKG_VERSION")).leak();
        // SAFETY: the file's first invariant.
        unsafe { process::current().part(name, self.make) }
    }
}

impl<T: Send + Sync> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        Self::get(self)
    }
}

thread_local! {
    static CURRENT: Cell<*mut c_void> = const { Cell::new(ptr::null_mut()) };
}

/// A function that replaces the address in `CURRENT` of the first copy and returns the old one.
struct Replace(fn(*mut c_void) -> *mut c_void);

static REPLACE: Shared<Replace> = Shared::new(|| Replace(|reader| CURRENT.replace(reader)));

/// Sets `CURRENT` and restores the previous address on drop.
struct Lent {
    before: *mut c_void,
}

impl Lent {
    fn new(reader: *mut c_void) -> Self {
        Self { before: (REPLACE.0)(reader) }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        (REPLACE.0)(self.before);
    }
}

/// Calls `work` with a handle to the reader. [`borrow_reader`] accepts the handle until `work`
/// returns.
pub(crate) fn lend_reader<R>(reader: &mut BinaryReader<'_>, work: impl FnOnce(OpaqueHandle) -> R) -> R {
    let address = ptr::from_mut(reader).cast();
    let _lent = Lent::new(address);
    work(OpaqueHandle(address))
}

/// Calls `work` with the reader that this thread lent last, if `handle` refers to that reader. The
/// reader cannot be borrowed again before `work` returns.
pub(crate) fn borrow_reader<R>(
    handle: OpaqueHandle,
    work: impl FnOnce(&mut BinaryReader<'_>) -> R,
) -> Option<R> {
    let taken = Lent::new(ptr::null_mut());
    if handle == OpaqueHandle::NULL || handle.0 != taken.before {
        return None;
    }
    // SAFETY: by the file's last invariant, the address belongs to a reader that no other code
    // uses. `CURRENT` is null now, so the reader cannot be borrowed twice.
    Some(work(unsafe { &mut *handle.0.cast::<BinaryReader<'_>>() }))
}
