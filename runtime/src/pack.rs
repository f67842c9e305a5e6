//! Packs Rust values as the arguments of a call, on the stack.
//!
//! Invariant: arguments are lent only while the values that they were packed from stay alive and do
//! not move.

#![expect(unsafe_code, reason = "packed arguments point to values on the stack")]

use objet_object::{ArgValue, IsObjectRef, RValueRef, TVMValue, TypeCode};

use crate::args::Args;

/// Values that a function can be called with: a tuple of up to 12 values, an array or slice of
/// [`ArgValue`]s, or the [`Args`] of another call.
///
/// Numbers, `bool` and other scalars are passed by value; strings, bytes and objects are borrowed.
/// Nothing is copied, and a call allocates only for a slice with more than 16 values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a call",
    note = "arguments are a tuple, such as `(1, \"text\", &object)`, `(1,)` for one argument, or `()` for none",
    note = "each is a number, `bool`, `&str`, `&[u8]`, `DataType`, `Device`, `OpaqueHandle`, `&Expr` or another reference to a wrapper, `&moved(expr)`, an `ArgValue`, or an `Option` of these"
)]
pub trait PackedArgs<'a>: Sized {
    /// Calls `call` with these arguments packed.
    fn lend<R>(self, call: impl FnOnce(Args<'_>) -> R) -> R;
}

impl<'a> PackedArgs<'a> for Args<'a> {
    #[inline]
    fn lend<R>(self, call: impl FnOnce(Args<'_>) -> R) -> R {
        call(self)
    }
}

impl<'a> PackedArgs<'a> for &[ArgValue<'a>] {
    fn lend<R>(self, call: impl FnOnce(Args<'_>) -> R) -> R {
        match self.len() {
            ..=4 => lend_on_stack::<4, R>(self, call),
            5..=16 => lend_on_stack::<16, R>(self, call),
            _ => {
                let (values, codes): (Vec<_>, Vec<_>) = self.iter().map(ArgValue::pack).unzip();
                // SAFETY: the arguments are packed from `self`, which stays borrowed during the
                // call.
                call(unsafe { Args::from_raw(&values, &codes) })
            }
        }
    }
}

/// Packs at most `N` arguments on the stack.
#[inline(always)]
fn lend_on_stack<const N: usize, R>(args: &[ArgValue<'_>], call: impl FnOnce(Args<'_>) -> R) -> R {
    let (mut values, mut codes) = ([TVMValue::ZERO; N], [TypeCode::NULLPTR; N]);
    for (position, value) in args.iter().enumerate() {
        (values[position], codes[position]) = value.pack();
    }
    // SAFETY: the arguments are packed from `args`, which stays borrowed during the call.
    call(unsafe { Args::from_raw(&values[..args.len()], &codes[..args.len()]) })
}

impl<'a, const N: usize> PackedArgs<'a> for [ArgValue<'a>; N] {
    fn lend<R>(self, call: impl FnOnce(Args<'_>) -> R) -> R {
        self.as_slice().lend(call)
    }
}

macro_rules! tuples {
    ($(($name:ident $kind:ident $position:literal))*) => {
        impl<'a, $($name: Into<ArgValue<'a>>),*> PackedArgs<'a> for ($($name,)*) {
            #[inline(always)]
            #[allow(non_snake_case, clippy::unused_unit, reason = "one name for type and value")]
            fn lend<R>(self, call: impl FnOnce(Args<'_>) -> R) -> R {
                let ($($name,)*) = self;
                $(let $name: ArgValue<'a> = $name.into();)*
                // Shadowing keeps the values alive but makes them unreachable, so they cannot move.
                $(let $name = $name.pack();)*
                let values: &[TVMValue] = &[$($name.0),*];
                let codes: &[TypeCode] = &[$($name.1),*];
                // SAFETY: the packed values live until the end of this function.
                call(unsafe { Args::from_raw(values, codes) })
            }
        }
    };
}

/// Calls a macro for each number of arguments up to 12. Each argument has two names and a position.
#[rustfmt::skip]
macro_rules! for_each_arity {
    ($make:ident) => {
        $make!();
        $make!((A KA 0));
        $make!((A KA 0) (B KB 1));
        $make!((A KA 0) (B KB 1) (C KC 2));
        $make!((A KA 0) (B KB 1) (C KC 2) (D KD 3));
        $make!((A KA 0) (B KB 1) (C KC 2) (D KD 3) (E KE 4));
        $make!((A KA 0) (B KB 1) (C KC 2) (D KD 3) (E KE 4) (F KF 5));
        $make!((A KA 0) (B KB 1) (C KC 2) (D KD 3) (E KE 4) (F KF 5) (G KG 6));
        $make!((A KA 0) (B KB 1) (C KC 2) (D KD 3) (E KE 4) (F KF 5) (G KG 6) (H KH 7));
        $make!((A KA 0) (B KB 1) (C KC 2) (D KD 3) (E KE 4) (F KF 5) (G KG 6) (H KH 7) (I KI 8));
        $make!((A KA 0) (B KB 1) (C KC 2) (D KD 3) (E KE 4) (F KF 5) (G KG 6) (H KH 7) (I KI 8) (J KJ 9));
        $make!((A KA 0) (B KB 1) (C KC 2) (D KD 3) (E KE 4) (F KF 5) (G KG 6) (H KH 7) (I KI 8) (J KJ 9) (K KK 10));
        $make!((A KA 0) (B KB 1) (C KC 2) (D KD 3) (E KE 4) (F KF 5) (G KG 6) (H KH 7) (I KI 8) (J KJ 9) (K KK 10) (L KL 11));
    };
}

pub(crate) use for_each_arity;

for_each_arity!(tuples);

/// Passes ownership of an object to the called function, which may then change the object in place
/// if the reference is unique. If the function does not take the object, the returned [`RValueRef`]
/// keeps the reference.
///
/// ```
/// use objet_object::Array;
/// use objet_runtime::{PackedFunc, TypedPackedFunc, moved};
///
/// let push: PackedFunc = TypedPackedFunc::new(|mut names: Array<objet_object::String>| {
///     names.push("b".into()); // in place: the reference is unique
///     names
/// })
/// .into();
/// let names = Array::from([objet_object::String::from("a")]);
/// let names: Array<objet_object::String> = push.call((&moved(names),))?.get()?;
/// assert_eq!(names.len(), 2);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub fn moved(reference: impl IsObjectRef) -> RValueRef {
    RValueRef::new(Some(reference.into_object_ref()))
}
