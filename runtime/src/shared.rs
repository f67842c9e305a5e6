//! State that all copies of this crate in a process share.
//!
//! Invariants:
//! - A part of the state of the process is known by the name of its type and the version of this
//!   crate. Libraries share that state only if they have the same version of each crate of Objet,
//!   built by the same compiler, and each `T` of a [`Shared`] names a type of this crate. So the
//!   name stands for one type. No such library is unloaded.
//! - The address in the `CURRENT` of the first copy is null, or that of the reader which the
//!   innermost [`lend_reader`] of this thread has borrowed, and which nothing else uses while its
//!   address stands there.

#![expect(unsafe_code, reason = "a part of the state is known by its name, a lent reader by its address")]

use std::any::type_name;
use std::cell::Cell;
use std::ffi::c_void;
use std::ops::Deref;
use std::ptr;
use std::sync::OnceLock;

use objet_object::{OpaqueHandle, process};

use crate::binary::BinaryReader;

/// A part of the state of the process, made when it is first used.
pub(crate) struct Shared<T: 'static> {
    part: OnceLock<&'static T>,
    make: fn() -> T,
}

impl<T: Send + Sync> Shared<T> {
    pub(crate) const fn new(make: fn() -> T) -> Self {
        Self { part: OnceLock::new(), make }
    }

    /// The part, for as long as the process.
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

/// Puts an address into the `CURRENT` of the first copy, and returns the one that was there.
struct Replace(fn(*mut c_void) -> *mut c_void);

static REPLACE: Shared<Replace> = Shared::new(|| Replace(|reader| CURRENT.replace(reader)));

/// Puts an address into `CURRENT`, and the one from before back when it is dropped.
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

/// Calls `work` with a handle by which [`borrow_reader`] finds the reader until `work` returns.
pub(crate) fn lend_reader<R>(reader: &mut BinaryReader<'_>, work: impl FnOnce(OpaqueHandle) -> R) -> R {
    let address = ptr::from_mut(reader).cast();
    let _lent = Lent::new(address);
    work(OpaqueHandle(address))
}

/// Calls `work` with the reader that this thread has lent last, if the handle is that of it. The
/// reader cannot be borrowed again meanwhile.
pub(crate) fn borrow_reader<R>(
    handle: OpaqueHandle,
    work: impl FnOnce(&mut BinaryReader<'_>) -> R,
) -> Option<R> {
    let taken = Lent::new(ptr::null_mut());
    if handle == OpaqueHandle::NULL || handle.0 != taken.before {
        return None;
    }
    // SAFETY: by the file's last invariant this is a reader, which nothing else uses; and its
    // address is not in `CURRENT` now.
    Some(work(unsafe { &mut *handle.0.cast::<BinaryReader<'_>>() }))
}
