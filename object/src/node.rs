//! Nodes, which are structs that begin with their parent, and the pointers and references to them.
//!
//! A node type and its reference name each other, so their traits are one file. The files of the
//! folder have the methods of the pointers.
//!
//! Invariants:
//! - An [`ObjectPtr<T>`] holds one strong count of an object that is a `T` or derives from it.
//! - A [`WeakRef`] holds one weak count of an object that its wrapper's `check` accepted.
//! - A wrapper is an [`ObjectPtr`] of its node under another name ([`IsObjectRef`] promises it), and
//!   [`IsObjectRef::check`] accepts only objects that may be seen through the wrapper.

#![expect(unsafe_code, reason = "the traits vouch for the layout of nodes and references")]

pub(crate) mod object_ptr;
pub(crate) mod object_ref;

use std::fmt;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use crate::cast::{CastError, DowncastError};
use crate::header::Object;
use crate::types::declaration::{Declared, FieldLayout};
use crate::types::index::TypeIndex;
use crate::types::node_type::{About, Claims, Linked, NodeType, Said, ShallowCopy};

/// A node: a `#[repr(C)]` struct whose first field is its parent, down to [`Object`].
///
/// Derived, never written by hand.
///
/// # Safety
/// The struct is `repr(C)` and begins with its parent, `node_type` gives one static that describes this very type,
/// and the struct has no `Drop` of its own. `project` gives no way to reach the header.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an object node",
    label = "not an object node",
    note = "a node is a `#[repr(C)]` struct with `#[derive(Object)]` and `#[object(key = \"...\")]`"
)]
pub unsafe trait IsObject: Sized + Send + Sync + 'static {
    /// The reference wrapper: `Add` for `AddNode`.
    type Ref: Plain<Node = Self>;
    /// The fields of a node that nobody else refers to, each as a `&mut`; the parent's by way of `Deref`.
    ///
    /// It stands for `&mut Self`, which would allow to swap two headers, and so to pass one node off as another.
    type Mut<'a>;

    /// The type key.
    const TYPE_KEY: &'static str;
    /// The type index, where it is fixed.
    const TYPE_INDEX: Option<TypeIndex>;
    /// How many indices the type keeps free for children that arrive later.
    const TYPE_CHILD_SLOTS: u32;
    /// Whether children for which no slot is left may be numbered elsewhere. Children inherit a `false`.
    const TYPE_CHILD_SLOTS_CAN_OVERFLOW: bool;
    /// Whether nothing may derive from the type.
    const TYPE_FINAL: bool;
    /// How many ancestors the type has.
    const TYPE_DEPTH: usize;
    /// How to copy an object of this type, if the struct is `Clone`.
    #[doc(hidden)]
    const SHALLOW_COPY: Option<ShallowCopy>;
    /// The statement of another crate about the type's fields, if it does.
    #[doc(hidden)]
    const ABOUT: Option<About>;

    /// Returns the declaration of the type, with its place in the table.
    fn node_type() -> &'static NodeType;

    /// The type's index, which is registered now if it was not yet.
    ///
    /// # Panics
    /// If the table refuses the declaration, which is a mistake in the source of the type or of another one:
    /// [`types::refused`](crate::types::refused) lists them,
    /// [`types::try_type_index`](crate::types::try_type_index) gives an error instead.
    #[inline]
    fn type_index() -> TypeIndex {
        Self::node_type().try_registered().unwrap_or_else(|error| panic!("{error}")).index
    }

    /// A new reference to this node, of which only a borrow is at hand; `None` if it is not an object yet.
    #[inline]
    fn to_ref(&self) -> Option<Self::Ref> {
        // SAFETY: a plain wrapper accepts every object of the node's type.
        ObjectPtr::retain(self).map(|pointer| unsafe { Self::Ref::from_ptr(pointer) })
    }

    /// Views of the fields.
    ///
    /// # Safety
    /// `node` is an object that nobody else reads or writes for as long as `'a`.
    #[doc(hidden)]
    unsafe fn project<'a>(node: NonNull<Self>) -> Self::Mut<'a>;
}

/// A node that has a parent: every one but [`Object`].
///
/// # Safety
/// The struct begins with its `Parent`.
#[diagnostic::on_unimplemented(
    message = "the type asked for is not an ancestor",
    label = "neither this node nor one of its ancestors is the type asked for",
    note = "`upcast` goes to the node's own ancestors; use `downcast` to go the other way"
)]
pub unsafe trait HasParent: IsObject {
    /// The type of the first field.
    type Parent: IsObject;
}

/// Shows that a node is an `Ancestor` or derives from one. The compiler finds the `Path`.
///
/// # Safety
/// A `Self` begins with an `Ancestor`.
#[diagnostic::on_unimplemented(
    message = "`{Ancestor}` is not an ancestor of `{Self}`",
    note = "`upcast` goes to the node's own ancestors; use `downcast` to go the other way"
)]
pub unsafe trait DerivedFrom<Ancestor, Path> {}

/// The path from a node to itself.
#[doc(hidden)]
pub struct Itself;

/// The path by way of the parent.
#[doc(hidden)]
pub struct ByParent<Path>(PhantomData<Path>);

// SAFETY: a node begins with itself.
unsafe impl<T: IsObject> DerivedFrom<T, Itself> for T {}

// SAFETY: a node begins with its parent, which begins with the ancestor.
unsafe impl<T: HasParent, Ancestor, Path> DerivedFrom<Ancestor, ByParent<Path>> for T where
    T::Parent: DerivedFrom<Ancestor, Path>
{
}

/// A strong reference to an object that is a `T`.
///
/// One word, also as `Option<ObjectPtr<T>>`. Wrappers like `Add` are such pointers under a name of their own, and
/// that is what is used outside of constructors.
#[repr(transparent)]
pub struct ObjectPtr<T: IsObject> {
    node: NonNull<T>,
    _owns: PhantomData<T>,
}

// SAFETY: nodes are `Send + Sync`, and the counts are atomic.
unsafe impl<T: IsObject> Send for ObjectPtr<T> {}
// SAFETY: as above.
unsafe impl<T: IsObject> Sync for ObjectPtr<T> {}

/// A reference to any object.
#[repr(transparent)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ObjectRef(ObjectPtr<Object>);

/// A reference to an object that may have ended. One word, also as `Option<WeakRef<R>>`.
///
/// ```
/// use objet_object::{IsObjectRef, String};
///
/// let text = String::from("x");
/// let weak = text.downgrade();
/// assert_eq!(weak.upgrade(), Some(text.clone()));
/// drop(text);
/// assert_eq!(weak.upgrade(), None);
/// ```
pub struct WeakRef<R: IsObjectRef> {
    object: NonNull<Object>,
    _refers_to: PhantomData<R>,
}

// SAFETY: references are `Send + Sync`, and the counts are atomic.
unsafe impl<R: IsObjectRef> Send for WeakRef<R> {}
// SAFETY: as above.
unsafe impl<R: IsObjectRef> Sync for WeakRef<R> {}

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

impl Object {
    /// Whether this is a `T`, or derives from it.
    ///
    /// ```
    /// use objet_object::{Object, ObjectRef, String};
    ///
    /// let text = ObjectRef::from(String::from("x"));
    /// assert!(text.is_instance::<objet_object::StringNode>());
    /// assert!(text.is_instance::<Object>());
    /// assert!(!text.is_instance::<objet_object::ArrayNode>());
    /// ```
    #[inline(always)]
    pub fn is_instance<T: IsObject>(&self) -> bool {
        if T::TYPE_DEPTH == 0 {
            return true;
        }
        let linked = T::node_type().linked(self);
        // This comes first, so that a loop decides it once and has no branch that depends on the answer.
        if !linked.is_linked() {
            return self.is_instance_by_table::<T>();
        }
        self.is_within::<T>(linked)
    }

    /// Returns whether this is a `T`, of which that is the place. No object is within that of a type
    /// without a range.
    #[inline(always)]
    fn is_within<T: IsObject>(&self, linked: Linked) -> bool {
        let inside = self.place().wrapping_sub(linked.begin) < linked.len;
        let own = self.place() == linked.index;
        match (T::TYPE_FINAL, T::TYPE_INDEX) {
            (true, _) => own,
            (false, None) => inside,
            // The range of a static index is that of the descendants.
            (false, Some(_)) => own || inside,
        }
    }

    /// Returns whether this is a `T`, a node type that arrived late: in constant time and without a lock.
    #[cold]
    #[inline(never)]
    fn is_instance_by_table<T: IsObject>(&self) -> bool {
        let late = T::node_type().registered();
        late.is_some_and(|late| self.record().has_ancestor(T::TYPE_DEPTH, late.index.value()))
    }

    /// Returns this node as a `T`, if it is one.
    #[inline(always)]
    pub fn as_node<T: IsObject>(&self) -> Option<&T> {
        let linked = T::node_type().linked(self);
        // Callers branch on the answer, so a hit takes no more than the range.
        let is_instance = T::TYPE_DEPTH == 0
            || self.is_within::<T>(linked)
            || !linked.is_linked() && self.is_instance_by_table::<T>();
        // SAFETY: the header says that the memory holds a `T` or a node that begins with one; the root
        // is the header itself, which every node has.
        is_instance.then(|| unsafe { self.cast_node() })
    }

    /// Returns this node as a `T`, if it is one and `T` was known at the start. There is no call in
    /// the check, for which the caller would have to save registers: a caller that gets `None` asks
    /// [`Object::as_node`] on a slow path.
    #[doc(hidden)]
    #[inline(always)]
    pub fn as_linked_node<T: IsObject>(&self) -> Option<&T> {
        let is_instance = self.is_within::<T>(T::node_type().linked(self));
        // SAFETY: the header says that the memory holds a `T` or a node that begins with one.
        is_instance.then(|| unsafe { self.cast_node() })
    }

    /// Returns this node as a `T`.
    ///
    /// # Safety
    /// It is one.
    #[inline(always)]
    unsafe fn cast_node<T: IsObject>(&self) -> &T {
        // SAFETY: the memory holds a `T`, says the caller. That it is larger than the header that `self`
        // refers to is as in any of C's nested structs: the reference came from a pointer to the whole.
        unsafe { NonNull::from(self).cast::<T>().as_ref() }
    }
}

impl NodeType {
    /// Returns the declaration of `T`.
    ///
    /// # Safety
    /// `parent` is the static of the parent's type, with which `T` begins, `fields` are those of `T`, and
    /// this is called for one static, which `T::node_type` gives.
    #[doc(hidden)]
    pub const unsafe fn of<T: IsObject>(
        parent: Option<fn() -> &'static NodeType>,
        fields: &'static [FieldLayout],
        declared: Declared,
    ) -> Self {
        let claims = Claims {
            key: T::TYPE_KEY,
            parent,
            child_slots: T::TYPE_CHILD_SLOTS,
            child_slots_can_overflow: T::TYPE_CHILD_SLOTS_CAN_OVERFLOW,
            is_final: T::TYPE_FINAL,
            static_index: T::TYPE_INDEX,
            declared,
            fields,
            shallow_copy: T::SHALLOW_COPY,
            about: Said::ByFunction(T::ABOUT),
        };
        // SAFETY: as the caller promised; what an `IsObject` says of itself is true.
        unsafe { NodeType::new::<T>(claims) }
    }
}
