//! Arrays of references.
//!
//! Invariant: `T::check` accepts every slot of the node of an `Array<T>`. A shared node is never
//! written, so a view with another element type cannot break the invariant.

#![expect(unsafe_code, reason = "slots are reinterpreted as elements")]

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;

use crate::cast::{CastError, ElementPosition};
use crate::containers::checked::Checked;
use crate::containers::element::{Element, Slot, as_elements, from_slot, into_slot};
use crate::field_type::ReferenceKind;
use crate::header::Object;
use crate::node::object_ptr::make_object;
use crate::node::{IsObjectRef, ObjectPtr, ObjectRef, Plain};

/// The node of every [`Array`], independent of the element type.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "Array", type_index = 4, is_final, custom_wrapper = Array<Option<ObjectRef>>, crate = crate)]
pub struct ArrayNode {
    base: Object,
    slots: Vec<Slot>,
    checked: Checked,
}

impl ArrayNode {
    /// Returns the elements, untyped.
    pub fn as_slice(&self) -> &[Option<ObjectRef>] {
        &self.slots
    }
}

/// An array of references, with copy-on-write.
///
/// An array derefs to a slice. If the object is shared, a method that changes the array first moves
/// the reference to a copy of the object. Arrays compare and hash by identity, like all references.
/// Compare the slices to compare the contents.
///
/// ```
/// use objet_object::{Array, String};
///
/// let a: Array<String> = ["x", "y"].into_iter().map(String::from).collect();
/// let mut b = a.clone();
/// b.push(String::from("z"));
/// assert_eq!((a.len(), b.len()), (2, 3));
/// assert_eq!(b[2], "z");
/// ```
#[repr(transparent)]
pub struct Array<T = ObjectRef> {
    pointer: ObjectPtr<ArrayNode>,
    _elements: PhantomData<T>,
}

/// The elements do not move with the reference.
impl<T> Unpin for Array<T> {}

impl<T: Element> crate::AsObjectRef for Array<T> {
    #[inline]
    fn borrow_object_ref(&self) -> &ObjectRef {
        self.as_object_ref()
    }
}

// SAFETY: `Array` is transparent over the pointer, and the check first requires an `ArrayNode`.
unsafe impl<T: Element> IsObjectRef for Array<T> {
    type Node = ArrayNode;

    fn type_name() -> std::string::String {
        format!("Array<{}>", T::type_name())
    }

    fn check(object: &Object) -> Result<(), CastError> {
        let array = object.as_node::<ArrayNode>().ok_or_else(|| CastError::new::<Self>(object))?;
        array.checked.check(<Self as IsObjectRef>::check, array.slots.len(), || {
            for (index, slot) in array.slots.iter().enumerate() {
                T::check(slot.as_ref())
                    .map_err(|error| error.inside::<Self>(ElementPosition::Element(index)))?;
            }
            Ok(())
        })
    }

    fn parts() -> Option<[ReferenceKind; 2]> {
        Some([T::kind(); 2])
    }
}

// SAFETY: every slot is an `Option<ObjectRef>`, so the check accepts every array.
unsafe impl Plain for Array<Option<ObjectRef>> {}

impl<T: Element> Array<T> {
    /// Creates an empty array.
    pub fn new() -> Self {
        Self::from_slots(Vec::new())
    }

    /// Creates an empty array with room for `capacity` elements.
    pub fn with_capacity(capacity: usize) -> Self {
        Self::from_slots(Vec::with_capacity(capacity))
    }

    /// Returns the elements.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: the invariant of this file.
        unsafe { as_elements(&self.pointer.slots) }
    }

    /// Appends an element.
    pub fn push(&mut self, element: T) {
        self.slots_mut().push(into_slot(element));
    }

    /// Removes the last element and returns it.
    pub fn pop(&mut self) -> Option<T> {
        // SAFETY: the invariant of this file.
        self.slots_mut().pop().map(|slot| unsafe { from_slot(slot) })
    }

    /// Inserts an element before the element at `index`.
    ///
    /// # Panics
    /// If `index` is greater than the length.
    pub fn insert(&mut self, index: usize, element: T) {
        self.slots_mut().insert(index, into_slot(element));
    }

    /// Removes the element at `index` and returns it.
    ///
    /// # Panics
    /// If `index` is not less than the length.
    pub fn remove(&mut self, index: usize) -> T {
        // SAFETY: the invariant of this file.
        unsafe { from_slot(self.slots_mut().remove(index)) }
    }

    /// Replaces the element at `index` and returns the old element.
    ///
    /// # Panics
    /// If `index` is not less than the length.
    pub fn set(&mut self, index: usize, element: T) -> T {
        let old = std::mem::replace(&mut self.slots_mut()[index], into_slot(element));
        // SAFETY: the invariant of this file.
        unsafe { from_slot(old) }
    }

    /// Keeps the first `len` elements and removes the others.
    pub fn truncate(&mut self, len: usize) {
        self.slots_mut().truncate(len);
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Returns the elements. Does not copy them if this is the only reference to the array.
    pub fn into_vec(mut self) -> Vec<T> {
        let slots = std::mem::take(self.slots_mut());
        // SAFETY: the invariant of this file.
        slots.into_iter().map(|slot| unsafe { from_slot(slot) }).collect()
    }

    fn from_slots(slots: Vec<Slot>) -> Self {
        let node = ArrayNode { base: Object::new(), slots, checked: Checked::default() };
        Self { pointer: make_object(node), _elements: PhantomData }
    }

    /// Returns the slots of an unshared node, which is a copy if the node was shared. Callers only
    /// store elements of type `T`.
    fn slots_mut(&mut self) -> &mut Vec<Slot> {
        let node = self.pointer.make_mut();
        node.checked.forget();
        node.slots
    }
}

impl<T: Element> Deref for Array<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T> Clone for Array<T> {
    fn clone(&self) -> Self {
        Self { pointer: self.pointer.clone(), _elements: PhantomData }
    }
}

impl<T: Element> Default for Array<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// Compares by identity.
impl<T> PartialEq for Array<T> {
    fn eq(&self, other: &Self) -> bool {
        self.pointer == other.pointer
    }
}

impl<T> Eq for Array<T> {}

/// Hashes by identity.
impl<T> Hash for Array<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pointer.hash(state);
    }
}

impl<T: Element> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T: Element> FromIterator<T> for Array<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::from_slots(elements.into_iter().map(into_slot).collect())
    }
}

impl<T: Element> Extend<T> for Array<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        self.slots_mut().extend(elements.into_iter().map(into_slot));
    }
}

impl<T: Element> From<Vec<T>> for Array<T> {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Element> From<&[T]> for Array<T> {
    fn from(elements: &[T]) -> Self {
        elements.iter().cloned().collect()
    }
}

impl<T: Element, const N: usize> From<[T; N]> for Array<T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Element> From<Array<T>> for Vec<T> {
    fn from(array: Array<T>) -> Self {
        array.into_vec()
    }
}

impl<T: Element> IntoIterator for Array<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'a, T: Element> IntoIterator for &'a Array<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
