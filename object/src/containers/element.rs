//! What containers hold.
//!
//! Invariant: an [`Element`] is one pointer to an object, null where it is an `Option`, so that a slice of slots is a
//! slice of elements once each slot was checked.

#![expect(unsafe_code, reason = "slots are seen as elements")]

use std::fmt;

use crate::cast::CastError;
use crate::node::{IsObjectRef, ObjectRef};

/// How a container keeps an element.
pub(crate) type Slot = Option<ObjectRef>;

/// What a container can hold: a reference, or an `Option` of one where null is allowed.
///
/// # Safety
/// `Self` has the layout of an `Option<ObjectRef>`, and `check` accepts a slot only if it is a valid `Self`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a container",
    note = "containers hold references to objects, such as `Expr` or `String`, and `Option`s of them"
)]
pub unsafe trait Element: Clone + fmt::Debug + Send + Sync + 'static {
    /// How the type is called in messages.
    fn type_name() -> std::string::String;

    /// Whether what a container holds may be seen as this.
    ///
    /// # Errors
    /// If not, and what was found instead.
    fn check(slot: Option<&ObjectRef>) -> Result<(), CastError>;
}

// SAFETY: a wrapper is a pointer that is not null, and `check` wants one that the wrapper accepts.
unsafe impl<R: IsObjectRef> Element for R {
    fn type_name() -> std::string::String {
        R::type_name()
    }

    fn check(slot: Option<&ObjectRef>) -> Result<(), CastError> {
        R::check(slot.ok_or_else(CastError::null::<R>)?)
    }
}

// SAFETY: `Option` of a wrapper is a pointer that may be null, and `check` wants null or one that the wrapper accepts.
unsafe impl<R: IsObjectRef> Element for Option<R> {
    fn type_name() -> std::string::String {
        format!("Option<{}>", R::type_name())
    }

    fn check(slot: Option<&ObjectRef>) -> Result<(), CastError> {
        slot.map_or(Ok(()), |object| R::check(object))
    }
}

const _: () = assert!(size_of::<Slot>() == size_of::<usize>());

/// The slot of an element.
#[inline]
pub(crate) fn into_slot<T: Element>(element: T) -> Slot {
    let element = std::mem::ManuallyDrop::new(element);
    // SAFETY: an element has the layout of a slot, and every element is a valid one.
    unsafe { std::mem::transmute_copy(&element) }
}

/// The element in a slot.
///
/// # Safety
/// `T::check` accepts the slot.
#[inline]
pub(crate) unsafe fn from_slot<T: Element>(slot: Slot) -> T {
    let slot = std::mem::ManuallyDrop::new(slot);
    // SAFETY: an element has the layout of a slot, and the caller says that this slot is one.
    unsafe { std::mem::transmute_copy(&slot) }
}

/// The element in a slot, borrowed.
///
/// # Safety
/// `T::check` accepts the slot.
#[inline]
pub(crate) unsafe fn as_element<T: Element>(slot: &Slot) -> &T {
    // SAFETY: an element has the layout of a slot, and the caller says that this slot is one.
    unsafe { &*std::ptr::from_ref(slot).cast() }
}

/// The elements in slots.
///
/// # Safety
/// `T::check` accepts each slot.
#[inline]
pub(crate) unsafe fn as_elements<T: Element>(slots: &[Slot]) -> &[T] {
    // SAFETY: an element has the layout of a slot, and the caller says that these slots are elements.
    unsafe { std::slice::from_raw_parts(slots.as_ptr().cast(), slots.len()) }
}
