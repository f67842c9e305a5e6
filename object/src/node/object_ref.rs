//! [`ObjectRef`], [`WeakRef`], and the root node type.

#![expect(unsafe_code, reason = "references convert to the root type, and weak references are pointers")]

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::NonNull;

use crate::cast::{CastError, ElementPosition};
use crate::header::Object;
use crate::node::object_ptr::release_weak;
use crate::node::{HasParent, Inherited, IsObject, IsObjectRef, ObjectPtr, ObjectRef, Plain, WeakRef};
use crate::types::declaration::Declared;
use crate::types::index::TypeIndex;
use crate::types::node_type::{NodeType, ShallowCopy, TypeMetadata};

// SAFETY: the root begins with itself and has no fields to expose.
unsafe impl IsObject for Object {
    type Ref = ObjectRef;
    type Mut<'a> = ObjectMut<'a>;

    const TYPE_KEY: &'static str = "runtime.Object";
    const TYPE_INDEX: Option<TypeIndex> = Some(TypeIndex::OBJECT);
    const PARENT: Option<Inherited> = None;
    const SHALLOW_COPY: Option<ShallowCopy> = None;
    const METADATA: Option<&'static dyn TypeMetadata> = None;
    const NODE_TYPE: &'static NodeType = {
        const DECLARED: Declared = Declared { file: file!(), line: line!(), column: column!() };
        // SAFETY: the root has no parent and no fields, and this is its static.
        static NODE_TYPE: NodeType = unsafe { NodeType::declared_at::<Object>(None, &[], DECLARED) };
        &NODE_TYPE
    };

    unsafe fn project<'a>(_node: NonNull<Self>) -> ObjectMut<'a> {
        ObjectMut(PhantomData)
    }
}

/// The mutable view of the root type. It has no fields, and the view of every node derefs to it in
/// the end.
pub struct ObjectMut<'a>(PhantomData<&'a mut ()>);

impl crate::AsObjectRef for ObjectRef {
    #[inline]
    fn borrow_object_ref(&self) -> &ObjectRef {
        self.as_object_ref()
    }
}

// SAFETY: `ObjectRef` is transparent over the pointer, and uses the provided check.
unsafe impl IsObjectRef for ObjectRef {
    type Node = Object;
}

// SAFETY: the provided check accepts every object.
unsafe impl Plain for ObjectRef {}

impl Deref for ObjectRef {
    type Target = Object;

    #[inline(always)]
    fn deref(&self) -> &Object {
        &self.0
    }
}

impl fmt::Debug for ObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: IsObject> From<ObjectPtr<T>> for ObjectRef {
    #[inline]
    fn from(pointer: ObjectPtr<T>) -> Self {
        // SAFETY: every object is a `runtime.Object`, and the strong count moves to the new
        // reference.
        Self(unsafe { ObjectPtr::from_raw(pointer.into_raw().cast()) })
    }
}

impl<R> From<R> for ObjectRef
where
    R: IsObjectRef,
    R::Node: HasParent,
{
    #[inline]
    fn from(reference: R) -> Self {
        reference.into_object_ref()
    }
}

impl Object {
    /// Returns a new reference to this object, or `None` for a node that is not an object yet.
    pub fn to_object_ref(&self) -> Option<ObjectRef> {
        ObjectPtr::retain(self).map(ObjectRef::from)
    }
}

impl CastError {
    /// Creates the error for an object that is not an `R`.
    #[cold]
    pub fn new<R: IsObjectRef>(object: &Object) -> Self {
        Self::Type { expected: R::type_name(), found: object.type_key() }
    }

    /// Creates the error for a null reference where an `R` was expected.
    #[cold]
    pub fn null<R: IsObjectRef>() -> Self {
        Self::Null { expected: R::type_name() }
    }

    /// Wraps this error of an element at `position` in the error for the container type `R`.
    #[cold]
    pub(crate) fn inside<R: IsObjectRef>(self, position: ElementPosition) -> Self {
        Self::Element { expected: R::type_name(), position, source: Box::new(self) }
    }
}

impl<R: IsObjectRef> WeakRef<R> {
    pub(crate) fn new(reference: &R) -> Self {
        let object = reference.as_ptr().header();
        object.counts().retain_weak();
        Self { object: reference.as_ptr().as_raw(), _refers_to: PhantomData }
    }

    /// Returns a strong reference, or `None` if the object has been dropped.
    pub fn upgrade(&self) -> Option<R> {
        if self.header().counts().try_retain_strong() {
            // SAFETY: the strong count was added just now. By the invariant of `WeakRef`, `R`
            // accepts the object. The content does not change while the object is shared, even if
            // only by weak references.
            Some(unsafe { R::from_ptr(ObjectPtr::from_raw(self.object.cast())) })
        } else {
            None
        }
    }

    /// Returns the number of strong references. Other threads can change the number at any time.
    pub fn strong_count(&self) -> usize {
        self.header().strong_count()
    }

    fn header(&self) -> &Object {
        // SAFETY: the weak count keeps the memory alive, and only the atomic counts of a header are
        // written.
        unsafe { self.object.as_ref() }
    }
}

impl<R: IsObjectRef> Clone for WeakRef<R> {
    fn clone(&self) -> Self {
        self.header().counts().retain_weak();
        Self { object: self.object, _refers_to: PhantomData }
    }
}

impl<R: IsObjectRef> Drop for WeakRef<R> {
    fn drop(&mut self) {
        // SAFETY: this releases the reference's own weak count, and the reference is not used
        // again.
        unsafe { release_weak(self.object) };
    }
}

/// Compares by identity, also after the object was dropped.
impl<R: IsObjectRef> PartialEq for WeakRef<R> {
    fn eq(&self, other: &Self) -> bool {
        self.object == other.object
    }
}

impl<R: IsObjectRef> Eq for WeakRef<R> {}

impl<R: IsObjectRef> fmt::Debug for WeakRef<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.upgrade() {
            Some(reference) => write!(f, "weak {reference:?}"),
            // The content was dropped and must not be read.
            None => write!(f, "weak {}@{:p}", self.header().type_key(), self.object),
        }
    }
}
