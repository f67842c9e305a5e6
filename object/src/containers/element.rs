//! The elements of containers.
//!
//! Invariant: an [`Element`] is one pointer to an object, and can be null only if it is an
//! `Option`. So a slice of slots is a slice of elements once each slot was checked.

#![expect(unsafe_code, reason = "slots are reinterpreted as elements")]

use std::fmt;

use crate::cast::CastError;
use crate::field_type::ReferenceKind;
use crate::node::{IsObjectRef, ObjectRef};

/// The storage of an element in a container.
pub(crate) type Slot = Option<ObjectRef>;

/// A type that a container can hold: a reference, or an `Option` of a reference for nullable
/// elements.
///
/// # Safety
/// `Self` has the layout of an `Option<ObjectRef>`, and `check` accepts a slot only if the slot is
/// a valid `Self`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a container",
    note = "containers hold references to objects, such as `Expr` or `String`, and `Option`s of them",
    note = "hold numbers in an `Array<BoxInt>` or a `Vec<i64>`, text in an `Array<objet::String>`, and the node `ExprNode` in an `Array<Expr>`"
)]
pub unsafe trait Element: Clone + fmt::Debug + Send + Sync + 'static {
    /// Returns the name of the type for messages.
    fn type_name() -> std::string::String;

    /// Checks that the content of a slot is a valid `Self`.
    ///
    /// # Errors
    /// If the slot is null and `Self` is not an `Option`, or if the object has another type.
    fn check(slot: Option<&ObjectRef>) -> Result<(), CastError>;

    /// Returns the kind of fields of this type.
    #[doc(hidden)]
    fn kind() -> ReferenceKind;
}

#[diagnostic::do_not_recommend]
// SAFETY: a wrapper is a pointer that is not null, and `check` requires an object that the wrapper
// accepts.
unsafe impl<R: IsObjectRef> Element for R {
    fn type_name() -> std::string::String {
        R::type_name()
    }

    fn check(slot: Option<&ObjectRef>) -> Result<(), CastError> {
        R::check(slot.ok_or_else(CastError::null::<R>)?)
    }

    fn kind() -> ReferenceKind {
        ReferenceKind::of::<R>(false)
    }
}

// SAFETY: `Option` of a wrapper is a nullable pointer, and `check` requires null or an object that
// the wrapper accepts.
unsafe impl<R: IsObjectRef> Element for Option<R> {
    fn type_name() -> std::string::String {
        format!("Option<{}>", R::type_name())
    }

    fn check(slot: Option<&ObjectRef>) -> Result<(), CastError> {
        slot.map_or(Ok(()), |object| R::check(object))
    }

    fn kind() -> ReferenceKind {
        ReferenceKind::of::<R>(true)
    }
}

const _: () = assert!(size_of::<Slot>() == size_of::<usize>());

/// Converts an element into a slot.
#[inline]
pub(crate) fn into_slot<T: Element>(element: T) -> Slot {
    let element = std::mem::ManuallyDrop::new(element);
    // SAFETY: an element has the layout of a slot, and every element is a valid slot.
    unsafe { std::ptr::from_ref(&element).cast::<Slot>().read() }
}

/// Converts a slot into an element.
///
/// # Safety
/// `T::check` accepts the slot.
#[inline]
pub(crate) unsafe fn from_slot<T: Element>(slot: Slot) -> T {
    let slot = std::mem::ManuallyDrop::new(slot);
    // SAFETY: an element has the layout of a slot, and the caller promises that this slot is a
    // valid element.
    unsafe { std::ptr::from_ref(&slot).cast::<T>().read() }
}

/// Borrows a slot as an element.
///
/// # Safety
/// `T::check` accepts the slot.
#[inline]
pub(crate) unsafe fn as_element<T: Element>(slot: &Slot) -> &T {
    // SAFETY: an element has the layout of a slot, and the caller promises that this slot is a
    // valid element.
    unsafe { &*std::ptr::from_ref(slot).cast() }
}

/// Borrows a slice of slots as a slice of elements.
///
/// # Safety
/// `T::check` accepts each slot.
#[inline]
pub(crate) unsafe fn as_elements<T: Element>(slots: &[Slot]) -> &[T] {
    // SAFETY: an element has the layout of a slot, and the caller promises that these slots are
    // valid elements.
    unsafe { std::slice::from_raw_parts(slots.as_ptr().cast(), slots.len()) }
}
