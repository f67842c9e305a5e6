//! Callables whose type is forgotten.
//!
//! Invariants:
//! - `data` is a leaked box of the type that the three functions were made for, which is `Send + Sync`; `end` takes it
//!   back, once.
//! - The entry of a [`Direct`] has the type that its key stands for.
//! - The key of a callable is the type of its data only if [`Callable::marked`] made it.

#![expect(unsafe_code, reason = "a callable is called by pointer")]

use std::any::{Any, TypeId};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

use objet_object::__private::{Caught, caught, resumed};
use objet_object::{RetValue, TVMValue, TypeCode};

use crate::args::Args;
use crate::backend::check_code;
use crate::call_error::CallError;
use crate::error::{Error, Result};
use crate::packed_func::PackedFuncNode;

/// What can be called with arguments of any number and kind.
pub(crate) trait Invoke: Send + Sync + 'static {
    /// Calls it. The result is null before. A panic inside is an error; see [`guard`].
    fn invoke(&self, args: Args<'_>, result: &mut RetValue) -> Result<()>;

    /// Whether there is a [`Invoke::run_usual`].
    const HAS_USUAL: bool = false;

    /// Whether that looks into no argument whose code is below 0; see [`Count::OF_RUST`].
    const USUAL_FROM_C: bool = false;

    /// Calls it if all arguments are of the kinds that it takes as they are; `None` if they are not, and nothing has happened then.
    #[inline(always)]
    fn run_usual(&self, _args: Args<'_>, _result: &mut RetValue) -> Option<Outcome> {
        None
    }

    /// As [`Invoke::invoke`], where a number need not be stored.
    #[inline(always)]
    fn run(&self, args: Args<'_>, result: &mut RetValue) -> Outcome {
        match (self.invoke(args, result), result) {
            (Ok(()), RetValue::Int(number)) => Outcome::Int(*number),
            (Ok(()), RetValue::Float(number)) => Outcome::Float(number.to_bits()),
            (Ok(()), _) => Outcome::Stored,
            (Err(error), _) => Outcome::Failed(error),
        }
    }
}

/// How a call went: two words, which are returned in registers, so that a number need not go through memory.
#[doc(hidden)]
pub enum Outcome {
    /// The result is in its place.
    Stored,
    /// The result is this integer. What its place has means nothing, and has nothing to drop.
    Int(i64),
    /// The result is the number with a fraction that has these bits. What its place has means nothing, and has nothing to drop.
    Float(u64),
    /// There is no result. What its place has means nothing.
    Failed(Error),
}

const _: () = assert!(size_of::<Outcome>() == 2 * size_of::<usize>());

impl Outcome {
    /// Has the result in its place.
    #[inline(always)]
    pub(crate) fn store(self, result: &mut RetValue) -> Result<()> {
        let number = match self {
            Self::Stored => return Ok(()),
            Self::Int(number) => RetValue::Int(number),
            Self::Float(bits) => RetValue::Float(f64::from_bits(bits)),
            Self::Failed(error) => return Err(error),
        };
        // What is there has nothing to drop, and need not be looked at.
        std::mem::forget(std::mem::replace(result, number));
        Ok(())
    }
}

/// So many arguments there are at most.
const MOST: usize = u32::MAX as usize;

/// How many arguments there are, and whether they are Rust's. In one word, of which a function that takes a certain number of
/// arguments compares but the lower half, whoever calls it.
#[derive(Clone, Copy)]
struct Count(u64);

impl Count {
    /// With C, codes below 0, by which Rust passes texts and bytes to itself, mean nothing: they are errors. They are looked for where
    /// the arguments are not the usual ones, since a call is over sooner than a loop over its codes.
    const OF_RUST: u64 = 1 << 32;

    #[inline(always)]
    fn len(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline(always)]
    fn is_of_c(self) -> bool {
        self.0 & Self::OF_RUST == 0
    }
}

/// What calls a callable: with the function that it belongs to, as that is the handle of C, and the arguments each in a register. A
/// function that has no data, as those have none that capture nothing, need not read where they are.
type CallFn = unsafe fn(&PackedFuncNode, *const TVMValue, *const TypeCode, Count, &mut RetValue) -> Outcome;

/// Some callable.
pub(crate) struct Callable {
    data: NonNull<()>,
    call: CallFn,
    end: unsafe fn(NonNull<()>) -> Caught<()>,
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
    pub(crate) fn new<C: Invoke>(callable: C, direct: Direct) -> Self {
        let data = NonNull::from(Box::leak(Box::new(callable))).cast();
        Self { data, call: call::<C>, end: end::<C>, direct }
    }

    /// A callable that [`Callable::get`] finds.
    pub(crate) fn marked<C: Invoke>(callable: C) -> Self {
        Self::new(callable, Direct { key: TypeId::of::<C>(), ..Direct::NONE })
    }

    /// The callable itself, if it is of that type, and was made to be found.
    pub(crate) fn get<C: Invoke>(&self) -> Option<&C> {
        // SAFETY: the data is a `C`, says the file's invariant.
        self.has_direct::<C>().then(|| unsafe { self.data.cast().as_ref() })
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

impl PackedFuncNode {
    /// Calls it. A panic inside is an error. The result is null before.
    #[inline(always)]
    pub(crate) fn run_packed(&self, args: Args<'_>, result: &mut RetValue) -> Outcome {
        if args.len() > MOST {
            return too_many(args.len());
        }
        let (values, codes) = (args.values().as_ptr(), args.codes().as_ptr());
        // SAFETY: the function belongs to the data, and the arguments are taken from an `Args`.
        unsafe {
            (self.callable().call)(self, values, codes, Count(args.len() as u64 | Count::OF_RUST), result)
        }
    }

    /// Calls it with arguments as C passes them, of which there is one at least.
    ///
    /// # Safety
    /// `len` values and codes stand at the two addresses, which are not null; unless its code is below 0, each value holds what
    /// [`TypeCode`] says of it, for as long as the call lasts.
    #[inline(always)]
    pub(crate) unsafe fn run_for_c(
        &self,
        values: *const TVMValue,
        codes: *const TypeCode,
        len: u32,
        result: &mut RetValue,
    ) -> Outcome {
        // SAFETY: the function belongs to the data; the rest is as the caller promised.
        unsafe { (self.callable().call)(self, values, codes, Count(len.into()), result) }
    }
}

impl Drop for Callable {
    fn drop(&mut self) {
        // SAFETY: the function belongs to the data, which nobody uses any more.
        resumed(unsafe { (self.end)(self.data) });
    }
}

/// # Safety
/// The callable of the function is a `C`, and so many arguments stand where the pointers say, as [`Args`] asks for it; but if they are C's, a code may be
/// below 0 where the value is anything.
unsafe fn call<C: Invoke>(
    function: &PackedFuncNode,
    values: *const TVMValue,
    codes: *const TypeCode,
    count: Count,
    result: &mut RetValue,
) -> Outcome {
    if !C::HAS_USUAL {
        // SAFETY: as the caller promised.
        return unsafe { call_any::<C>(function, values, codes, count, result) };
    }
    if C::USUAL_FROM_C || !count.is_of_c() {
        // SAFETY: as the caller promised. What has a code below 0 is not looked into, if it is C's.
        let (callable, args) = unsafe {
            (function.callable().data.cast::<C>().as_ref(), Args::from_parts(values, codes, count.len()))
        };
        if let Some(outcome) = callable.run_usual(args, result) {
            return outcome;
        }
    }
    // SAFETY: as the caller promised.
    unsafe { call_unusual::<C>(function, values, codes, count, result) }
}

/// [`call_any`], out of the way of the usual arguments.
///
/// # Safety
/// That of [`call`].
#[cold]
#[inline(never)]
unsafe fn call_unusual<C: Invoke>(
    function: &PackedFuncNode,
    values: *const TVMValue,
    codes: *const TypeCode,
    count: Count,
    result: &mut RetValue,
) -> Outcome {
    // SAFETY: as the caller promised.
    unsafe { call_any::<C>(function, values, codes, count, result) }
}

/// Calls it with any arguments.
///
/// # Safety
/// That of [`call`].
#[inline(always)]
unsafe fn call_any<C: Invoke>(
    function: &PackedFuncNode,
    values: *const TVMValue,
    codes: *const TypeCode,
    count: Count,
    result: &mut RetValue,
) -> Outcome {
    // SAFETY: as the caller promised. Nothing looks into what has a code below 0 before that is an error.
    let (callable, args) = unsafe {
        (function.callable().data.cast::<C>().as_ref(), Args::from_parts(values, codes, count.len()))
    };
    if count.is_of_c()
        && let Some(refused) = refused(args.codes())
    {
        return refused;
    }
    callable.run(args, result)
}

#[cold]
#[inline(never)]
fn too_many(found: usize) -> Outcome {
    Outcome::Failed(CallError::TooMany { most: MOST, found }.into())
}

/// The error for a code that C must not pass, if there is one.
#[inline(never)]
fn refused(codes: &[TypeCode]) -> Option<Outcome> {
    codes.iter().find_map(|code| check_code(*code).err()).map(|error| Outcome::Failed(error.into()))
}

/// # Safety
/// `data` is a leaked box of a `C`, which is given away.
unsafe fn end<C>(data: NonNull<()>) -> Caught<()> {
    // SAFETY: as the caller promised.
    caught(|| drop(unsafe { Box::from_raw(data.cast::<C>().as_ptr()) }))
}

/// Does `work`; a panic becomes an error.
#[inline(always)]
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> Result<T> {
    // What a panic leaves half done is seen by those alone who shared it with the function, as with a thread that panics.
    catch_unwind(AssertUnwindSafe(work)).map_err(panicked)
}

/// The error for what a panic carries along.
#[cold]
#[inline(never)]
pub(crate) fn panicked(payload: Box<dyn Any + Send>) -> Error {
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
