//! The arguments of a call in the layout of the C ABI.
//!
//! Invariants of an [`Args<'a>`]:
//! - Both slices have the same length.
//! - Each value holds the variant that its [`TypeCode`] names.
//! - Pointers in the values are valid for `'a`.

#![expect(unsafe_code, reason = "reads each value by its type code")]

use std::fmt;
use std::ptr::NonNull;

use objet_object::{ArgValue, CastError, FromValue, IsObjectRef, Object, TVMValue, TypeCode, ValueError};

use crate::call_error::CallError;
use crate::error::{Error, Result};

/// The arguments of a call: values and their type codes, both borrowed from the caller.
///
/// ```
/// use objet_runtime::PackedFunc;
///
/// let sum = PackedFunc::from_fn(|args, result| {
///     let mut sum = args.get::<i64>(0)?; // by position
///     for arg in args.tail(1) {
///         sum += arg?.get::<i64>()?; // or in order
///     }
///     *result = sum.into();
///     Ok(())
/// });
/// assert_eq!(sum.call((1, 2, 3))?.get::<i64>()?, 6);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Args<'a> {
    values: &'a [TVMValue],
    codes: &'a [TypeCode],
}

impl<'a> Args<'a> {
    /// The empty argument list.
    pub const NONE: Self = Self { values: &[], codes: &[] };

    /// Creates the arguments from two slices. Elements beyond the shorter length are ignored.
    ///
    /// # Safety
    /// Each value must hold the variant that its [`TypeCode`] names. Pointers in the values must be
    /// valid for `'a`.
    #[inline]
    pub unsafe fn from_raw(values: &'a [TVMValue], codes: &'a [TypeCode]) -> Self {
        let len = values.len().min(codes.len());
        Self { values: &values[..len], codes: &codes[..len] }
    }

    /// Creates the arguments from the addresses of the values and of the codes.
    ///
    /// # Safety
    /// Both addresses must point to `len` elements that are valid for `'a`. The contract of
    /// [`Args::from_raw`] applies to these elements.
    #[inline(always)]
    pub(crate) unsafe fn from_parts(values: *const TVMValue, codes: *const TypeCode, len: usize) -> Self {
        // SAFETY: as the caller promised.
        unsafe {
            Self {
                values: std::slice::from_raw_parts(values, len),
                codes: std::slice::from_raw_parts(codes, len),
            }
        }
    }

    /// Returns the number of arguments.
    #[inline]
    pub fn len(self) -> usize {
        self.codes.len()
    }

    /// Returns whether the list is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.codes.is_empty()
    }

    /// Returns the argument at `position`, which counts from 0.
    ///
    /// # Errors
    /// If there are too few arguments. If C passed an invalid value: a string that is not UTF-8, a
    /// null pointer or an unknown type code.
    #[inline]
    pub fn at(self, position: usize) -> Result<ArgValue<'a>> {
        if position >= self.len() {
            return Err(too_few(position, self.len()));
        }
        self.read(position).map_err(|source| bad_argument(position, source.into()))
    }

    /// Returns the argument at `position`, which counts from 0, converted to `T`.
    ///
    /// # Errors
    /// If the argument has another type, if the conversion would lose information, or as for
    /// [`Args::at`].
    #[inline]
    pub fn get<T: FromValue<'a>>(self, position: usize) -> Result<T> {
        if position >= self.len() {
            return Err(too_few(position, self.len()));
        }
        match self.get_fast(position, T::FAST_CODE).map(T::from_value) {
            Some(Ok(value)) => Ok(value),
            _ => get_converted(self.values, self.codes, position),
        }
    }

    /// Reads the argument at `position`, which must be in bounds.
    #[inline(always)]
    pub(crate) fn read(self, position: usize) -> Result<ArgValue<'a>, ValueError> {
        // SAFETY: the file's invariant.
        unsafe { ArgValue::from_raw(self.values[position], self.codes[position]) }
    }

    /// Reads the argument at `position`, which must be in bounds, if its type code is `code`. See
    /// [`ArgValue::fast_from_raw`].
    #[inline(always)]
    pub(crate) fn get_fast(self, position: usize, code: TypeCode) -> Option<ArgValue<'a>> {
        // SAFETY: the file's invariant.
        unsafe { ArgValue::fast_from_raw(self.values[position], self.codes[position], code) }
    }

    /// Returns a reference to the object at `position`, which the caller holds. Returns `None` if
    /// the argument is not an object. `value` must be the argument at `position`. `slot` gets the
    /// address of a tensor, which is not passed by the address of its object.
    #[inline(always)]
    pub(crate) fn reference<R: IsObjectRef>(
        self,
        position: usize,
        value: ArgValue<'a>,
        slot: &'a mut ReferenceSlot,
    ) -> Option<&'a R> {
        let ArgValue::Object(object) = value else { return None };
        if object.strong_count() == 0 || R::check(object).is_err() {
            return None;
        }
        let address: *const R = match self.codes[position] {
            TypeCode::OBJECT_HANDLE | TypeCode::MODULE_HANDLE | TypeCode::PACKED_FUNC_HANDLE => {
                std::ptr::from_ref(&self.values[position]).cast()
            }
            TypeCode::NDARRAY_HANDLE => std::ptr::from_ref(slot.0.insert(object.into())).cast(),
            _ => return None,
        };
        // SAFETY: a reference has the layout of the object's address, which is in the value or in
        // the slot. The check accepted the object's type. The caller holds a strong count for `'a`.
        // Nothing else uses the slot during `'a`.
        Some(unsafe { &*address })
    }

    /// Returns the arguments from `position` on, or an empty list if there are too few.
    #[inline]
    pub fn tail(self, position: usize) -> Self {
        let position = position.min(self.len());
        Self { values: &self.values[position..], codes: &self.codes[position..] }
    }

    /// Iterates over the arguments in order.
    pub fn iter(self) -> ArgsIter<'a> {
        ArgsIter { args: self, next: 0 }
    }

    /// Returns the values.
    #[inline]
    pub fn values(self) -> &'a [TVMValue] {
        self.values
    }

    /// Returns the type codes.
    #[inline]
    pub fn codes(self) -> &'a [TypeCode] {
        self.codes
    }
}

/// Memory for a reference to a tensor argument.
#[derive(Debug, Default)]
pub struct ReferenceSlot(Option<NonNull<Object>>);

impl<'a> IntoIterator for Args<'a> {
    type Item = Result<ArgValue<'a>>;
    type IntoIter = ArgsIter<'a>;

    fn into_iter(self) -> ArgsIter<'a> {
        self.iter()
    }
}

impl fmt::Debug for Args<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_list();
        for arg in *self {
            match arg {
                Ok(value) => list.entry(&value),
                Err(error) => list.entry(&format_args!("<{}>", Error::message(&error))),
            };
        }
        list.finish()
    }
}

/// An iterator over arguments. An item is an error where [`Args::at`] would return one.
#[derive(Clone, Debug)]
pub struct ArgsIter<'a> {
    args: Args<'a>,
    next: usize,
}

impl<'a> Iterator for ArgsIter<'a> {
    type Item = Result<ArgValue<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let position = self.next;
        (position < self.args.len()).then(|| {
            self.next += 1;
            self.args.at(position)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.args.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for ArgsIter<'_> {}

/// Returns the error for a value from which no `R` can be borrowed.
#[cold]
#[inline(never)]
pub(crate) fn no_reference<R: IsObjectRef>(value: ArgValue<'_>) -> ValueError {
    match value {
        ArgValue::Object(object) => match R::check(object) {
            Err(error) => error.into(),
            Ok(()) => ValueError::Detached { expected: R::type_name() },
        },
        ArgValue::Null => CastError::null::<R>().into(),
        _ => {
            let found = value.type_code().name().unwrap_or("value");
            CastError::Type { expected: R::type_name(), found }.into()
        }
    }
}

/// Converts the argument at `position`, which must be in bounds. Takes the slices because an
/// [`Args`] would be passed through memory.
#[inline(never)]
fn get_converted<'a, T: FromValue<'a>>(
    values: &'a [TVMValue],
    codes: &'a [TypeCode],
    position: usize,
) -> Result<T> {
    let value = Args { values, codes }.read(position).and_then(T::from_value);
    value.map_err(|source| bad_argument(position, source.into()))
}

#[cold]
#[inline(never)]
fn too_few(position: usize, found: usize) -> Error {
    CallError::TooFew { position, found }.into()
}

#[cold]
#[inline(never)]
fn bad_argument(position: usize, source: Box<ValueError>) -> Error {
    CallError::At { position, source }.into()
}
