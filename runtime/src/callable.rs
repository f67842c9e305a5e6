//! Callables whose type is forgotten.
//!
//! Invariants:
//! - `data` is a leaked box of the type that the three functions were made for, which is `Send + Sync`; `end` takes it
//!   back, once.
//! - The entry of a [`Direct`] has the type that its key stands for.

#![expect(unsafe_code, reason = "a callable is called by pointer")]

use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

use objet_object::{RetValue, TVMValue, TypeCode};

use crate::args::Args;
use crate::call_error::CallError;
use crate::error::{Error, Result};

/// What can be called with arguments of any number and kind.
pub(crate) trait Invoke: Send + Sync + 'static {
    /// Calls it. The result is null before. A panic inside is an error; see [`guard`].
    fn invoke(&self, args: Args<'_>, result: &mut RetValue) -> Result<()>;
}

/// What can be called for a result in a place that nobody has looked after before.
///
/// # Safety
/// After a call that went well, the place holds a value. After one that failed it holds one too, or is as it was.
pub(crate) unsafe trait InvokeInto: Send + Sync + 'static {
    /// Calls it. A panic inside is an error; see [`guard`].
    ///
    /// # Safety
    /// A value may be written to the place. What stands there is not dropped.
    unsafe fn invoke_into(&self, args: Args<'_>, place: NonNull<RetValue>) -> Result<()>;
}

// SAFETY: null is a value, and so is what the callable puts in its place.
unsafe impl<C: Invoke> InvokeInto for C {
    #[inline(always)]
    unsafe fn invoke_into(&self, args: Args<'_>, mut place: NonNull<RetValue>) -> Result<()> {
        // SAFETY: as the caller promised.
        let result = unsafe {
            place.write(RetValue::Null);
            place.as_mut()
        };
        let outcome = self.invoke(args, result);
        if outcome.is_err() {
            // Nobody else ends what was put there.
            *result = RetValue::Null;
        }
        outcome
    }
}

/// Where the result of a call goes.
pub struct Place<'p> {
    place: NonNull<RetValue>,
    brand: PhantomData<fn(&'p ()) -> &'p ()>,
}

/// The proof that the place with the same lifetime holds a value.
pub struct Filled<'p>(PhantomData<fn(&'p ()) -> &'p ()>);

impl<'p> Place<'p> {
    /// # Safety
    /// A value may be written to the place. Nobody else has one of this lifetime.
    #[inline(always)]
    pub(crate) unsafe fn new(place: NonNull<RetValue>) -> Self {
        Self { place, brand: PhantomData }
    }

    /// Puts the result there.
    #[inline(always)]
    pub(crate) fn put(self, value: RetValue) -> Filled<'p> {
        // SAFETY: whoever made the place promised that this may be.
        unsafe { self.place.write(value) };
        Filled(PhantomData)
    }
}

/// What calls a callable: with its data, and the arguments each in a register. As [`InvokeInto::invoke_into`].
type CallFn =
    unsafe fn(NonNull<()>, *const TVMValue, *const TypeCode, usize, NonNull<RetValue>) -> Result<()>;

/// Some callable.
pub(crate) struct Callable {
    data: NonNull<()>,
    call: CallFn,
    end: unsafe fn(NonNull<()>),
    direct: Direct,
}

// SAFETY: the data is `Send + Sync`.
unsafe impl Send for Callable {}
// SAFETY: as above.
unsafe impl Sync for Callable {}

/// A way to call a callable with Rust values as they are: a function of the type that the key stands for.
#[derive(Clone, Copy)]
pub struct Direct {
    key: TypeId,
    entry: unsafe fn(),
}

impl Direct {
    /// No entry: nobody asks for one under this key.
    pub(crate) const NONE: Self = {
        unsafe fn entry() {}
        Self { key: TypeId::of::<Self>(), entry }
    };

    /// The entry `F`, under a key that stands for its type.
    ///
    /// # Safety
    /// `F` is a function pointer, the only type of entries under the key `K`. It may be called with the data of the callable
    /// that this is given to, and is sound then.
    pub(crate) unsafe fn new<K: 'static, F: Copy>(entry: F) -> Self {
        const { assert!(size_of::<F>() == size_of::<unsafe fn()>()) };
        // SAFETY: function pointers are of one size, and are called only as what they are.
        Self { key: TypeId::of::<K>(), entry: unsafe { std::mem::transmute_copy(&entry) } }
    }
}

impl Callable {
    pub(crate) fn new<C: InvokeInto>(callable: C, direct: Direct) -> Self {
        let data = NonNull::from(Box::leak(Box::new(callable))).cast();
        Self { data, call: call::<C>, end: end::<C>, direct }
    }

    /// Calls it. A panic inside is an error. The result is null before.
    #[inline(always)]
    pub(crate) fn invoke(&self, args: Args<'_>, result: &mut RetValue) -> Result<()> {
        // SAFETY: a value stands there, and one does afterwards, however the call went.
        unsafe { self.invoke_into(args, NonNull::from(result)) }
    }

    /// Calls it. A panic inside is an error.
    #[inline(always)]
    pub(crate) fn result(&self, args: Args<'_>) -> Result<RetValue> {
        let mut place = MaybeUninit::uninit();
        // SAFETY: the place has room for a value, and holds one after a call that went well.
        unsafe {
            self.invoke_into(args, NonNull::from(&mut place).cast())?;
            Ok(place.assume_init())
        }
    }

    /// # Safety
    /// That of [`InvokeInto::invoke_into`].
    #[inline(always)]
    unsafe fn invoke_into(&self, args: Args<'_>, place: NonNull<RetValue>) -> Result<()> {
        let (values, codes) = (args.values().as_ptr(), args.codes().as_ptr());
        // SAFETY: the function belongs to the data, the arguments are taken from an `Args`, and the rest is as the caller
        // promised.
        unsafe { (self.call)(self.data, values, codes, args.len(), place) }
    }

    /// What entries are called with.
    #[inline(always)]
    pub(crate) fn data(&self) -> NonNull<()> {
        self.data
    }

    /// Whether there is an entry under the key `K`.
    #[inline(always)]
    pub(crate) fn has_direct<K: 'static>(&self) -> bool {
        self.direct.key == TypeId::of::<K>()
    }

    /// The entry.
    ///
    /// # Safety
    /// Under its key there are function pointers of type `F`.
    #[inline(always)]
    pub(crate) unsafe fn direct<F: Copy>(&self) -> F {
        // SAFETY: as the caller promised.
        unsafe { std::mem::transmute_copy(&self.direct.entry) }
    }
}

impl Drop for Callable {
    fn drop(&mut self) {
        // SAFETY: the function belongs to the data, which nobody uses any more.
        unsafe { (self.end)(self.data) };
    }
}

/// # Safety
/// `data` is a `C`, and `len` arguments stand where the pointers say, as [`Args`] asks for it. A value may be written to the
/// place.
unsafe fn call<C: InvokeInto>(
    data: NonNull<()>,
    values: *const TVMValue,
    codes: *const TypeCode,
    len: usize,
    place: NonNull<RetValue>,
) -> Result<()> {
    // SAFETY: as the caller promised.
    unsafe { data.cast::<C>().as_ref().invoke_into(Args::from_parts(values, codes, len), place) }
}

/// # Safety
/// `data` is a leaked box of a `C`, which is given away.
unsafe fn end<C>(data: NonNull<()>) {
    // SAFETY: as the caller promised.
    drop(unsafe { Box::from_raw(data.cast::<C>().as_ptr()) });
}

/// Does `work`; a panic becomes an error.
#[inline(always)]
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> Result<T> {
    // What a panic leaves half done is seen by those alone who shared it with the function, as with a thread that panics.
    catch_unwind(AssertUnwindSafe(work)).map_err(panicked)
}

#[cold]
#[inline(never)]
fn panicked(payload: Box<dyn Any + Send>) -> Error {
    let error = CallError::panicked(&*payload);
    // What the panic carries may itself panic when it ends. Of what that one carries, text ends in any case.
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload)))
        && !another.is::<&str>()
        && !another.is::<String>()
    {
        std::mem::forget(another);
    }
    error.into()
}
