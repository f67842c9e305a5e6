//! References to objects: what all wrappers can do, and the wrapper of the root.
//!
//! Invariant: a wrapper is an [`ObjectPtr`] of its node under another name ([`IsObjectRef`] promises it), and what
//! [`IsObjectRef::check`] accepts may be seen through the wrapper.

#![expect(unsafe_code, reason = "wrappers are pointers under other names")]

use std::fmt;
use std::mem::ManuallyDrop;
use std::ops::Deref;

use crate::cast::{CastError, DowncastError};
use crate::header::Object;
use crate::node::{DerivedFrom, HasParent, IsObject};
use crate::object_ptr::ObjectPtr;
use crate::types::TypeIndex;
use crate::weak_ref::WeakRef;

/// A reference wrapper: `Add`, for `AddNode`. [`ObjectRef`] is the one that refers to any object.
///
/// A wrapper is one word, never null; `Option` of it is one word too. It clones by counting. Those that are derived with
/// their nodes deref to them, and compare by identity; containers deref to what they contain.
///
/// # Safety
/// `Self` is `repr(transparent)` over `ObjectPtr<Self::Node>`, and `check` accepts only objects that are a `Self::Node`
/// by type. `Self` has no `Drop` of its own, so that one can be dropped that refers to an object of another type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reference to an object",
    note = "`#[derive(Object)]` on a node `FooNode` makes the reference wrapper `Foo`"
)]
pub unsafe trait IsObjectRef: Clone + fmt::Debug + Send + Sync + 'static {
    /// The node that it refers to.
    type Node: IsObject;

    /// How the type is called in messages: its key, for containers with those of its elements.
    fn type_name() -> std::string::String {
        Self::Node::TYPE_KEY.into()
    }

    /// Whether the object may be seen through this wrapper.
    ///
    /// # Errors
    /// If not, and what was found instead.
    #[inline]
    fn check(object: &Object) -> Result<(), CastError> {
        if object.is_instance::<Self::Node>() { Ok(()) } else { Err(CastError::new::<Self>(object)) }
    }

    /// Wraps a pointer.
    ///
    /// # Safety
    /// `check` accepts the object.
    #[inline]
    unsafe fn from_ptr(pointer: ObjectPtr<Self::Node>) -> Self {
        let pointer = ManuallyDrop::new(pointer);
        // SAFETY: `Self` is `repr(transparent)` over the pointer, which is not used any more.
        unsafe { std::mem::transmute_copy(&pointer) }
    }

    /// The pointer.
    #[inline]
    fn into_ptr(self) -> ObjectPtr<Self::Node> {
        let this = ManuallyDrop::new(self);
        // SAFETY: `Self` is `repr(transparent)` over the pointer, and is not used any more.
        unsafe { std::mem::transmute_copy(&this) }
    }

    /// The pointer, borrowed.
    #[inline]
    fn as_ptr(&self) -> &ObjectPtr<Self::Node> {
        // SAFETY: `Self` is `repr(transparent)` over the pointer.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// This reference, as one to any object.
    #[inline]
    fn as_object_ref(&self) -> &ObjectRef {
        // SAFETY: both are one pointer to an object, and every object is a `runtime.Object`.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// This reference, as one to any object.
    #[inline]
    fn into_object_ref(self) -> ObjectRef {
        // SAFETY: every object is a `runtime.Object`, and the count moves along.
        ObjectRef(unsafe { ObjectPtr::from_raw(self.into_ptr().into_raw().cast()) })
    }

    /// Whether the object is a `T`, or derives from it. See [`Object::is_instance`].
    #[inline(always)]
    fn is_instance<T: IsObject>(&self) -> bool {
        self.as_object_ref().0.header().is_instance::<T>()
    }

    /// The object as a `T`, if it is one. See [`Object::as_node`].
    #[inline(always)]
    fn as_node<T: IsObject>(&self) -> Option<&T> {
        self.as_object_ref().0.header().as_node::<T>()
    }

    /// The index of the object's own type.
    #[inline]
    fn type_index(&self) -> TypeIndex {
        self.as_object_ref().0.header().type_index()
    }

    /// The key of the object's own type.
    fn type_key(&self) -> &'static str {
        self.as_object_ref().0.header().type_key()
    }

    /// Whether both refer to the same object.
    #[inline]
    fn same_as(&self, other: &impl IsObjectRef) -> bool {
        self.as_object_ref() == other.as_object_ref()
    }

    /// How many strong references to the object there are. Others may change it any time.
    #[inline]
    fn strong_count(&self) -> usize {
        self.as_object_ref().0.header().strong_count()
    }

    /// How many weak references to the object there are. Others may change it any time.
    fn weak_count(&self) -> usize {
        self.as_object_ref().0.header().weak_count()
    }

    /// This reference as one to an ancestor. Costs nothing; what is no ancestor does not compile.
    ///
    /// ```
    /// use objet_object::{Closure, ClosureNode, IsObjectRef, ObjectRef, make_object};
    ///
    /// let closure = Closure::from(make_object(ClosureNode::default()));
    /// let object: ObjectRef = closure.upcast();
    /// # assert_eq!(object.type_key(), "runtime.Closure");
    /// ```
    ///
    /// ```compile_fail
    /// use objet_object::{Closure, IsObjectRef, ObjectRef};
    ///
    /// fn not_an_ancestor(object: ObjectRef) -> Closure {
    ///     object.upcast()
    /// }
    /// ```
    #[inline]
    fn upcast<A: IsObjectRef + Plain, Path>(self) -> A
    where
        Self::Node: DerivedFrom<A::Node, Path>,
    {
        // SAFETY: the node begins with an `A::Node`, and a plain wrapper asks for no more. The count moves along.
        unsafe { A::from_ptr(ObjectPtr::from_raw(self.into_ptr().into_raw().cast())) }
    }

    /// This reference as one to an ancestor, borrowed.
    #[inline]
    fn upcast_ref<A: IsObjectRef + Plain, Path>(&self) -> &A
    where
        Self::Node: DerivedFrom<A::Node, Path>,
    {
        // SAFETY: both are one pointer; the node begins with an `A::Node`, and a plain wrapper asks for no more.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// This reference as one of another type, if the object is of it.
    ///
    /// # Errors
    /// If the object is of another type: with the reference itself, and what was expected and found.
    ///
    /// ```
    /// use objet_object::{IsObjectRef, ObjectRef, ShapeTuple, String};
    ///
    /// let object = ObjectRef::from(String::from("x"));
    /// let error = object.downcast::<ShapeTuple>().unwrap_err();
    /// assert_eq!(error.to_string(), "expected runtime.ShapeTuple, found runtime.String");
    /// assert_eq!(error.into_object().downcast::<String>()?, "x");
    /// # Ok::<(), objet_object::Error>(())
    /// ```
    #[inline]
    fn downcast<R: IsObjectRef>(self) -> Result<R, DowncastError<Self>> {
        match R::check(self.as_object_ref()) {
            // SAFETY: the check says that the object is an `R::Node`, and may be seen through an `R`. The count moves along.
            Ok(()) => Ok(unsafe { R::from_ptr(ObjectPtr::from_raw(self.into_ptr().into_raw().cast())) }),
            Err(reason) => Err(DowncastError::new(self, reason)),
        }
    }

    /// This reference as one of another type, borrowed, if the object is of it.
    #[inline]
    fn downcast_ref<R: IsObjectRef>(&self) -> Option<&R> {
        R::check(self.as_object_ref()).ok()?;
        // SAFETY: both are one pointer, and the check says that the object may be seen through an `R`.
        Some(unsafe { &*std::ptr::from_ref(self).cast() })
    }

    /// The fields, to be changed, if this is the only reference to the object, strong or weak.
    ///
    /// What is given is a view: a struct with a `&mut` to each field, so an assignment is written `*view.lhs = …`.
    /// Those of the parent are reached through it too.
    fn get_mut(&mut self) -> Option<<Self::Node as IsObject>::Mut<'_>>
    where
        Self: Plain,
    {
        pointer_mut(self).get_mut()
    }

    /// The fields, to be changed: of this very object if this is the only reference to it, strong or weak, and else of
    /// a copy that takes its place here. The copy is of the object's own type, be it derived from this one. For the view
    /// that is given see [`get_mut`](IsObjectRef::get_mut).
    ///
    /// ```
    /// use objet_object::{IsObjectRef, Object, make_object};
    ///
    /// /// A number.
    /// #[derive(Clone, Object)]
    /// #[repr(C)]
    /// #[object(key = "doc.Number", crate = objet_object)]
    /// struct NumberNode {
    ///     base: Object,
    ///     value: i64,
    /// }
    ///
    /// let mut a = Number::from(make_object(NumberNode { base: Object::new(), value: 1 }));
    /// let b = a.clone();
    /// *a.make_mut().value = 2;
    /// assert_eq!((a.value, b.value), (2, 1));
    /// ```
    fn make_mut(&mut self) -> <Self::Node as IsObject>::Mut<'_>
    where
        Self: Plain,
        Self::Node: Clone,
    {
        pointer_mut(self).make_mut()
    }

    /// A reference that does not keep the object alive.
    fn downgrade(&self) -> WeakRef<Self> {
        WeakRef::new(self)
    }
}

/// A wrapper that asks no more of its object than that it is of the node's type; `Array<Expr>` does ask for more.
///
/// # Safety
/// [`IsObjectRef::check`] accepts every object that is a `Self::Node` by type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reference that accepts every object of its node's type",
    note = "containers of typed elements ask for more: use their own methods to change them, and `downcast` to see an object as one"
)]
pub unsafe trait Plain: IsObjectRef {}

pub(crate) fn pointer_mut<R: IsObjectRef>(reference: &mut R) -> &mut ObjectPtr<R::Node> {
    // SAFETY: `R` is `repr(transparent)` over the pointer. Whoever gets the `&mut` keeps to what `R` accepts.
    unsafe { &mut *std::ptr::from_mut(reference).cast() }
}

/// A reference to any object.
#[repr(transparent)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ObjectRef(ObjectPtr<Object>);

// SAFETY: a transparent wrapper, with the provided check.
unsafe impl IsObjectRef for ObjectRef {
    type Node = Object;
}

// SAFETY: the check is the provided one.
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
        // SAFETY: every object is a `runtime.Object`, and the count moves along.
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
    /// A new reference to this object; `None` for a node that is not an object yet.
    pub fn to_object_ref(&self) -> Option<ObjectRef> {
        ObjectPtr::retain(self).map(ObjectRef::from)
    }
}
