//! The arguments of a call, as the C ABI passes them.
//!
//! Invariant: the slices of an [`Args<'a>`] are of the same length; each value holds what [`TypeCode`] says of its code,
//! and pointers in it are valid for as long as `'a`.

#![expect(unsafe_code, reason = "values are read as their codes say")]

use std::fmt;

use objet_object::{ArgValue, CastError, FromValue, IsObjectRef, TVMValue, TypeCode, ValueError};

use crate::call_error::CallError;
use crate::error::{Error, Result};

/// The arguments of a call: values beside type codes, both borrowed from the caller.
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
    /// No arguments.
    pub const NONE: Self = Self { values: &[], codes: &[] };

    /// The arguments that stand in two slices; as many as the shorter one has.
    ///
    /// # Safety
    /// Each value holds what [`TypeCode`] says of the code beside it, and a pointer in it is valid for as long as `'a`.
    #[inline]
    pub unsafe fn from_raw(values: &'a [TVMValue], codes: &'a [TypeCode]) -> Self {
        let len = values.len().min(codes.len());
        Self { values: &values[..len], codes: &codes[..len] }
    }

    /// The arguments that stand at two addresses.
    ///
    /// # Safety
    /// `len` values and codes stand there for as long as `'a`; the rest is as for [`Args::from_raw`].
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

    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.codes.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.codes.is_empty()
    }

    /// The argument at `position`, from 0.
    ///
    /// # Errors
    /// If there are not as many, or if C passed what cannot be: text that is not UTF-8, a null pointer, an unknown code.
    #[inline]
    pub fn at(self, position: usize) -> Result<ArgValue<'a>> {
        if position >= self.len() {
            return Err(too_few(position, self.len()));
        }
        self.read(position).map_err(|source| bad_argument(position, source.into()))
    }

    /// The argument at `position`, from 0, as a `T`.
    ///
    /// # Errors
    /// If it is of another kind, if something of it would be lost, or as [`Args::at`].
    #[inline]
    pub fn get<T: FromValue<'a>>(self, position: usize) -> Result<T> {
        if position >= self.len() {
            return Err(too_few(position, self.len()));
        }
        match self.usual(position, T::USUAL_CODE).map(T::from_value) {
            Some(Ok(value)) => Ok(value),
            _ => get_any(self.values, self.codes, position),
        }
    }

    /// The argument at `position`, which there is.
    #[inline(always)]
    pub(crate) fn read(self, position: usize) -> Result<ArgValue<'a>, ValueError> {
        // SAFETY: the file's invariant.
        unsafe { ArgValue::from_raw(self.values[position], self.codes[position]) }
    }

    /// The argument at `position`, which there is, if its code is this one; see [`ArgValue::usual_from_raw`].
    #[inline(always)]
    pub(crate) fn usual(self, position: usize, code: TypeCode) -> Option<ArgValue<'a>> {
        // SAFETY: the file's invariant.
        unsafe { ArgValue::usual_from_raw(self.values[position], self.codes[position], code) }
    }

    /// Returns the object at `position`, which has this value, by a reference of the caller's, if the
    /// address of the object itself is passed.
    #[inline(always)]
    pub(crate) fn reference<R: IsObjectRef>(self, position: usize, value: ArgValue<'a>) -> Option<&'a R> {
        let place = &self.values[position];
        match (self.codes[position], value) {
            (
                TypeCode::OBJECT_HANDLE | TypeCode::MODULE_HANDLE | TypeCode::PACKED_FUNC_HANDLE,
                ArgValue::Object(object),
            ) if object.strong_count() > 0 && R::check(object).is_ok() => {
                // SAFETY: a reference is the address of its object, as the value is, which the check accepts. The caller
                // keeps one of those counts for as long as `'a`.
                Some(unsafe { &*std::ptr::from_ref(place).cast() })
            }
            _ => None,
        }
    }

    /// The arguments from `position` on; none if there are not as many.
    #[inline]
    pub fn tail(self, position: usize) -> Self {
        let position = position.min(self.len());
        Self { values: &self.values[position..], codes: &self.codes[position..] }
    }

    /// The arguments in order.
    pub fn iter(self) -> ArgsIter<'a> {
        ArgsIter { args: self, next: 0 }
    }

    /// The values.
    #[inline]
    pub fn values(self) -> &'a [TVMValue] {
        self.values
    }

    /// The type codes.
    #[inline]
    pub fn codes(self) -> &'a [TypeCode] {
        self.codes
    }
}

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

/// Arguments in order. Each is an error where [`Args::at`] is one.
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

/// Why no `R` can be borrowed of this value.
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

/// The argument at `position`, which there is. The slices are those of an [`Args`], which itself would go through memory.
#[inline(never)]
fn get_any<'a, T: FromValue<'a>>(
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
