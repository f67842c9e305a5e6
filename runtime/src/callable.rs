//! Type-erased callables.
//!
//! Invariants:
//! - The entry of a [`Direct`] has the function pointer type that its key identifies.
//! - The entry of a [`Direct`] is only called with a callable of the type that it was made for.

#![expect(unsafe_code, reason = "passes arguments in registers and casts entries by their keys")]

use std::any::{Any, TypeId};
use std::mem::{ManuallyDrop, MaybeUninit, transmute, transmute_copy};

use objet_object::__private::{Caught, caught, resumed};
use objet_object::{RetValue, TVMValue, TypeCode};

use crate::args::Args;
use crate::error::{Error, Result};

/// The bytes of a result as two words. This type is returned in registers; the result type itself
/// would be returned through memory.
type ReturnedBytes = (MaybeUninit<u64>, MaybeUninit<u64>);

fn bytes_of(result: Result<RetValue>) -> ReturnedBytes {
    // SAFETY: `MaybeUninit` accepts any bytes, and `transmute` checks that the sizes are equal.
    unsafe { transmute(result) }
}

/// A callable that accepts any number and any types of arguments.
pub(crate) trait Invoke: Any + Send + Sync {
    /// Calls the function. Returns `None` if the arguments need a conversion first.
    fn invoke(&self, args: Args<'_>) -> Option<Result<RetValue>>;

    /// Converts the arguments and calls the function, after [`Invoke::invoke`] returned `None`.
    // This method must not call `invoke`: a second call site would keep the compiler from inlining
    // the first.
    fn invoke_converted(&self, _args: Args<'_>) -> Result<RetValue> {
        unreachable!("the callable takes any arguments")
    }

    /// Returns the entry for calls with unconverted Rust values. The entry takes the address of a
    /// `Self`.
    fn direct() -> Direct {
        Direct::NONE
    }
}

/// An [`Invoke`] without its type.
trait Erased: Any + Send + Sync {
    /// Calls the function with arguments in registers; an [`Args`] would be passed through memory.
    /// A panic becomes an error.
    ///
    /// # Safety
    /// The contract of [`Args::from_parts`].
    unsafe fn packed(&self, values: *const TVMValue, codes: *const TypeCode, len: usize) -> ReturnedBytes;

    /// [`Invoke::invoke_converted`].
    fn converted(&self, args: Args<'_>) -> Result<RetValue>;

    /// Drops the callable with the code of the library that made it.
    fn end(self: Box<Self>) -> Caught<()>;
}

impl<C: Invoke> Erased for C {
    unsafe fn packed(&self, values: *const TVMValue, codes: *const TypeCode, len: usize) -> ReturnedBytes {
        // SAFETY: the caller keeps the contract of `Args::from_parts`.
        match guard(|| self.invoke(unsafe { Args::from_parts(values, codes, len) })) {
            Ok(Some(result)) => bytes_of(result),
            // SAFETY: as above.
            Ok(None) => unsafe { packed_converted(self, values, codes, len) },
            Err(panicked) => bytes_of(Err(panicked)),
        }
    }

    fn converted(&self, args: Args<'_>) -> Result<RetValue> {
        self.invoke_converted(args)
    }

    fn end(self: Box<Self>) -> Caught<()> {
        dropped(self)
    }
}

/// The slow path of [`Erased::packed`]. It is a separate function so that the fast path needs no
/// stack frame.
///
/// # Safety
/// The contract of [`Args::from_parts`].
#[cold]
#[inline(never)]
unsafe fn packed_converted(
    callable: &dyn Erased,
    values: *const TVMValue,
    codes: *const TypeCode,
    len: usize,
) -> ReturnedBytes {
    // SAFETY: the caller keeps the contract of `Args::from_parts`.
    let args = unsafe { Args::from_parts(values, codes, len) };
    bytes_of(guard(|| callable.converted(args)).unwrap_or_else(Err))
}

/// Drops a callable that the library of this function made.
#[inline(never)]
fn dropped(callable: Box<dyn Erased>) -> Caught<()> {
    caught(|| drop(callable))
}

/// An entry for calls with unconverted Rust values: a function pointer whose type is identified by
/// `key`.
#[derive(Clone, Copy)]
pub struct Direct {
    key: TypeId,
    entry: MaybeUninit<unsafe fn()>,
}

impl Direct {
    /// The missing entry: no caller uses this key.
    const NONE: Self = Self { key: TypeId::of::<Self>(), entry: MaybeUninit::uninit() };

    /// Stores a function pointer together with the key of its type.
    pub(crate) fn new<E: Copy + 'static>(entry: E) -> Self {
        const { assert!(size_of::<E>() == size_of::<unsafe fn()>()) };
        // SAFETY: both types have the same size, and `MaybeUninit` accepts any bytes.
        Self { key: TypeId::of::<E>(), entry: unsafe { transmute_copy(&entry) } }
    }
}

/// A type-erased callable with its direct entry.
pub(crate) struct Callable {
    callable: ManuallyDrop<Box<dyn Erased>>,
    direct: Direct,
}

impl Callable {
    pub(crate) fn new<C: Invoke>(callable: C) -> Self {
        Self::of(Box::new(callable), C::direct())
    }

    fn of(callable: Box<dyn Erased>, direct: Direct) -> Self {
        Self { callable: ManuallyDrop::new(callable), direct }
    }

    /// Calls the function. A panic becomes an error.
    #[inline(always)]
    pub(crate) fn call(&self, args: Args<'_>) -> Result<RetValue> {
        // SAFETY: the three arguments are the parts of an `Args`. The returned bytes are those of a
        // `Result<RetValue>`.
        unsafe { transmute(self.callable.packed(args.values().as_ptr(), args.codes().as_ptr(), args.len())) }
    }

    /// Returns the callable if its type is `C`.
    pub(crate) fn get<C: Invoke>(&self) -> Option<&C> {
        (&**self.callable as &dyn Any).downcast_ref()
    }

    /// Returns the direct entry and its first argument, if the entry has type `E`.
    #[inline(always)]
    pub(crate) fn direct<E: Copy + 'static>(&self) -> Option<(E, *const ())> {
        let data: *const dyn Erased = &raw const **self.callable;
        // SAFETY: equal keys mean that the entry is an `E` (the file's first invariant).
        (self.direct.key == TypeId::of::<E>())
            .then(|| (unsafe { transmute_copy(&self.direct.entry) }, data.cast()))
    }
}

impl Drop for Callable {
    fn drop(&mut self) {
        // SAFETY: `drop` runs once, and the callable is not used afterwards.
        resumed(unsafe { ManuallyDrop::take(&mut self.callable) }.end());
    }
}

/// Runs `work` and turns a panic into an error.
#[inline(always)]
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> Result<T> {
    caught(work).map_err(Error::from_panic)
}
