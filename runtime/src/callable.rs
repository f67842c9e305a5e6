//! Callables whose type is forgotten.
//!
//! Invariants:
//! - The entry of a [`Direct`] has the type that its key stands for.
//! - A callable gets the entry of its own type alone.

#![expect(unsafe_code, reason = "arguments cross in registers, and entries by their keys")]

use std::any::{Any, TypeId};
use std::mem::{ManuallyDrop, MaybeUninit, transmute, transmute_copy};

use objet_object::__private::{Caught, caught, resumed};
use objet_object::{RetValue, TVMValue, TypeCode};

use crate::args::Args;
use crate::error::{Error, Result};

/// The bytes of a result, as two words, which return in registers. The result itself would go
/// through memory.
type ReturnedBytes = (MaybeUninit<u64>, MaybeUninit<u64>);

fn bytes_of(result: Result<RetValue>) -> ReturnedBytes {
    // SAFETY: bytes may be anything.
    unsafe { transmute(result) }
}

/// A callable that takes arguments of any number and kind.
pub(crate) trait Invoke: Any + Send + Sync {
    /// Calls it; returns `None` where the arguments must be converted before.
    fn invoke(&self, args: Args<'_>) -> Option<Result<RetValue>>;

    /// Converts the arguments and calls it, where [`Invoke::invoke`] returned `None`.
    // A second call of `invoke` here would keep the compiler from inlining the first.
    fn invoke_converted(&self, _args: Args<'_>) -> Result<RetValue> {
        unreachable!("the callable takes any arguments")
    }

    /// Returns the way to call it with Rust values. Its entry takes the address of a `Self`.
    fn direct() -> Direct
    where
        Self: Sized,
    {
        Direct::NONE
    }

    /// Calls it with arguments that stay in registers, which an [`Args`] would not. A panic in it
    /// is an error.
    ///
    /// # Safety
    /// That of [`Args::from_parts`].
    unsafe fn packed(&self, values: *const TVMValue, codes: *const TypeCode, len: usize) -> ReturnedBytes {
        // SAFETY: as the caller promised.
        match guard(|| self.invoke(unsafe { Args::from_parts(values, codes, len) })) {
            Ok(Some(result)) => bytes_of(result),
            // SAFETY: as the caller promised.
            Ok(None) => unsafe { self.packed_converted(values, codes, len) },
            Err(panicked) => bytes_of(Err(panicked)),
        }
    }

    /// The rest of [`Invoke::packed`], apart from it, so that a call with the expected arguments
    /// needs no stack.
    ///
    /// # Safety
    /// That of [`Args::from_parts`].
    #[cold]
    #[inline(never)]
    unsafe fn packed_converted(
        &self,
        values: *const TVMValue,
        codes: *const TypeCode,
        len: usize,
    ) -> ReturnedBytes {
        // SAFETY: as the caller promised.
        let args = unsafe { Args::from_parts(values, codes, len) };
        bytes_of(guard(|| self.invoke_converted(args)).unwrap_or_else(Err))
    }

    /// Drops it, in the library that made it.
    fn end(self: Box<Self>) -> Caught<()> {
        caught(|| drop(self))
    }
}

/// A way to call a callable with Rust values as they are: a function of the type that the key
/// stands for.
#[derive(Clone, Copy)]
pub struct Direct {
    key: TypeId,
    entry: MaybeUninit<unsafe fn()>,
}

impl Direct {
    /// No entry: no caller has this key.
    const NONE: Self = Self { key: TypeId::of::<Self>(), entry: MaybeUninit::uninit() };

    /// The entry, a function pointer, under its type.
    pub(crate) fn new<E: Copy + 'static>(entry: E) -> Self {
        const { assert!(size_of::<E>() == size_of::<unsafe fn()>()) };
        // SAFETY: both are of one size, and what may not be set may have any bytes.
        Self { key: TypeId::of::<E>(), entry: unsafe { transmute_copy(&entry) } }
    }
}

/// Some callable.
pub(crate) struct Callable {
    callable: ManuallyDrop<Box<dyn Invoke>>,
    direct: Direct,
}

impl Callable {
    pub(crate) fn new<C: Invoke>(callable: C) -> Self {
        Self { callable: ManuallyDrop::new(Box::new(callable)), direct: C::direct() }
    }

    /// Calls it. A panic in it is an error.
    #[inline(always)]
    pub(crate) fn call(&self, args: Args<'_>) -> Result<RetValue> {
        // SAFETY: the parts are those of an `Args`, and the bytes those of a result.
        unsafe { transmute(self.callable.packed(args.values().as_ptr(), args.codes().as_ptr(), args.len())) }
    }

    /// Returns the callable itself, if it is of that type.
    pub(crate) fn get<C: Invoke>(&self) -> Option<&C> {
        (&**self.callable as &dyn Any).downcast_ref()
    }

    /// Returns the entry of type `E`, if that is the way to call it, and the address for it.
    #[inline(always)]
    pub(crate) fn direct<E: Copy + 'static>(&self) -> Option<(E, *const ())> {
        let data: *const dyn Invoke = &raw const **self.callable;
        // SAFETY: the entry is an `E`, says the file's invariant.
        (self.direct.key == TypeId::of::<E>())
            .then(|| (unsafe { transmute_copy(&self.direct.entry) }, data.cast()))
    }
}

impl Drop for Callable {
    fn drop(&mut self) {
        // SAFETY: the callable is not used any more.
        resumed(unsafe { ManuallyDrop::take(&mut self.callable) }.end());
    }
}

/// Does `work`; a panic becomes an error.
#[inline(always)]
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> Result<T> {
    caught(work).map_err(Error::of_panic)
}
