//! Nodes, and the pointers and references to them.
//!
//! A node type and its reference type refer to each other, so their traits share this file. The
//! submodules contain the methods of the pointers, and the check whether an object is a node.
//!
//! Invariants:
//! - An [`ObjectPtr<T>`] holds one strong count of an object that is a `T` or derives from `T`.
//! - A [`WeakRef`] holds one weak count of an object that the `check` of its wrapper accepted.
//! - A wrapper is a transparent struct over an [`ObjectPtr`] of its node, as [`IsObjectRef`]
//!   requires. [`IsObjectRef::check`] accepts only objects that are valid for the wrapper.

#![expect(unsafe_code, reason = "the traits guarantee the layout of nodes and references")]

pub(crate) mod block;
mod instance_check;
pub(crate) mod new_object;
pub(crate) mod object_ptr;
pub(crate) mod object_ref;

use std::fmt;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use crate::cast::{CastError, DowncastError};
use crate::field_type::ReferenceKind;
use crate::header::Object;
use crate::types::declaration::{Declared, FieldLayout};
use crate::types::index::TypeIndex;
use crate::types::node_type::{Claims, NodeType, ShallowCopy, TypeMetadata};

/// A node: a `#[repr(C)]` struct whose first field is its parent, down to [`Object`].
///
/// `#[derive(Object)]` implements this trait. Do not implement it by hand.
///
/// # Safety
/// - The struct is `repr(C)` and begins with its parent.
/// - `NODE_TYPE` is the only static that describes this type.
/// - The struct does not implement `Drop`.
/// - `project` provides no access to the header.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an object node",
    label = "not an object node",
    note = "a node is a `#[repr(C)]` struct with `#[derive(Object)]` and `#[object(key = \"...\")]`",
    note = "if `{Self}` is a reference, write the node that it refers to: `{Self}Node`"
)]
pub unsafe trait IsObject: Sized + Send + Sync + 'static {
    /// The reference wrapper, such as `Add` for `AddNode`.
    type Ref: Plain<Node = Self>;
    /// A view of the fields of a node that has a unique reference, with a `&mut` to each field. The
    /// view derefs to the view of the parent's fields.
    ///
    /// A `&mut Self` would let code swap two headers, and so pass a node off as another type.
    type Mut<'a>;

    /// The type key.
    const TYPE_KEY: &'static str;
    /// Former type keys, which files may have in place of the type key.
    const TYPE_ALIASES: &'static [&'static str] = &[];
    /// The type index, if it is static.
    const TYPE_INDEX: Option<TypeIndex> = None;
    /// The number of indices that the type reserves for children that are registered later.
    const TYPE_CHILD_SLOTS: u32 = 0;
    /// Whether children that find no free slot may get an index outside the range of this type.
    /// Children inherit `false`.
    const TYPE_CHILD_SLOTS_CAN_OVERFLOW: bool = match Self::PARENT {
        Some(parent) => parent.child_slots_can_overflow,
        None => true,
    };
    /// Whether the type is final: no type may derive from it.
    const TYPE_FINAL: bool = false;
    /// The number of ancestors of the type.
    const TYPE_DEPTH: usize = match Self::PARENT {
        Some(parent) => 1 + parent.depth,
        None => 0,
    };
    /// The properties of the parent that the type inherits, if the type has a parent.
    #[doc(hidden)]
    const PARENT: Option<Inherited>;
    /// The function that copies an object of this type, if the struct is `Clone`.
    #[doc(hidden)]
    const SHALLOW_COPY: Option<ShallowCopy>;
    /// The metadata that a higher crate attaches to the type, if any.
    #[doc(hidden)]
    const METADATA: Option<&'static dyn TypeMetadata>;

    /// The declaration of the type, which also holds its indices once it is registered.
    #[doc(hidden)]
    const NODE_TYPE: &'static NodeType;

    /// Returns the declaration of the type, which also holds its indices once it is registered.
    #[inline(always)]
    fn node_type() -> &'static NodeType {
        Self::NODE_TYPE
    }

    /// Returns the index of the type, and registers the type first if necessary.
    ///
    /// # Panics
    /// If the type table rejects the declaration, which is a mistake in the source of this type or
    /// of another type. [`types::refused`](crate::types::refused) lists the rejected types, and
    /// [`types::try_type_index`](crate::types::try_type_index) returns an error instead of a panic.
    #[inline]
    fn type_index() -> TypeIndex {
        Self::node_type().expect_registered().index
    }

    /// Returns a new reference to this object, or `None` if the node is not an object yet.
    #[inline]
    fn to_ref(&self) -> Option<Self::Ref> {
        // SAFETY: a plain wrapper accepts every object of the node's type.
        ObjectPtr::retain(self).map(|pointer| unsafe { Self::Ref::from_ptr(pointer) })
    }

    /// Returns the view of the fields.
    ///
    /// # Safety
    /// `node` is an object, and no other code reads or writes it during `'a`.
    #[doc(hidden)]
    unsafe fn project<'a>(node: NonNull<Self>) -> Self::Mut<'a>;
}

/// The properties of a type that its children inherit.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Inherited {
    child_slots_can_overflow: bool,
    depth: usize,
}

impl Inherited {
    pub(crate) const fn from<T: IsObject>() -> Self {
        Self { child_slots_can_overflow: T::TYPE_CHILD_SLOTS_CAN_OVERFLOW, depth: T::TYPE_DEPTH }
    }
}

/// A node that has a parent: every node but [`Object`].
///
/// # Safety
/// The struct begins with its `Parent`.
pub unsafe trait HasParent {
    /// The type of the first field.
    type Parent: IsObject;
}

/// Marks a node that is an `Ancestor` or derives from it.
///
/// # Safety
/// `Self` begins with an `Ancestor`.
#[diagnostic::on_unimplemented(
    message = "`{Ancestor}` is not an ancestor of `{Self}`",
    label = "`{Self}` neither is `{Ancestor}` nor derives from it",
    note = "`upcast` converts to an ancestor of the node; use `downcast` to convert to a descendant"
)]
pub unsafe trait DerivedFrom<Ancestor> {}

// SAFETY: a node begins with itself. The derive implements the trait for the ancestors.
#[diagnostic::do_not_recommend]
unsafe impl<T: IsObject> DerivedFrom<T> for T {}

/// A strong reference to an object that is a `T`.
///
/// Both `ObjectPtr<T>` and `Option<ObjectPtr<T>>` are one word. Wrappers such as `Add` are
/// transparent structs over this pointer; use the wrappers outside of constructors.
#[repr(transparent)]
pub struct ObjectPtr<T: IsObject> {
    node: NonNull<T>,
    _owns: PhantomData<T>,
}

// SAFETY: nodes are `Send + Sync`, and the counts are atomic.
unsafe impl<T: IsObject> Send for ObjectPtr<T> {}
// SAFETY: nodes are `Send + Sync`, and the counts are atomic.
unsafe impl<T: IsObject> Sync for ObjectPtr<T> {}
/// A pointer moves without its object.
impl<T: IsObject> Unpin for ObjectPtr<T> {}

/// A reference to any object.
#[repr(transparent)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ObjectRef(ObjectPtr<Object>);

/// A reference that does not keep its object alive. Both `WeakRef<R>` and `Option<WeakRef<R>>` are
/// one word.
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
// SAFETY: references are `Send + Sync`, and the counts are atomic.
unsafe impl<R: IsObjectRef> Sync for WeakRef<R> {}

/// A reference wrapper, or a borrowed reference wrapper. For generic code that accepts both.
///
/// `#[derive(Object)]` implements this trait for the wrapper.
///
/// ```
/// use objet_object::{AsObjectRef, ObjectRef, String};
///
/// fn address(of: impl AsObjectRef) -> *const objet_object::Object {
///     &raw const **of.borrow_object_ref()
/// }
///
/// let text = String::from("x");
/// assert_eq!(address(&text), address(text.clone()));
/// assert_eq!(address(&text), address(ObjectRef::from(text)));
/// ```
pub trait AsObjectRef {
    /// Borrows this reference as a reference to any object.
    fn borrow_object_ref(&self) -> &ObjectRef;
}

impl<R: IsObjectRef> AsObjectRef for &R {
    #[inline]
    fn borrow_object_ref(&self) -> &ObjectRef {
        self.as_object_ref()
    }
}

/// A reference wrapper, such as `Add` for `AddNode`. [`ObjectRef`] refers to any object.
///
/// A wrapper is one word and never null, and `Option` of a wrapper is one word too. A clone
/// increments the strong count. A wrapper is `Unpin`, as `Arc` is. Wrappers that the derive
/// generates deref to their nodes and compare by identity. Containers deref to their contents.
///
/// # Safety
/// - `Self` is `repr(transparent)` over `ObjectPtr<Self::Node>`.
/// - `check` accepts only objects that are a `Self::Node` by type.
/// - `Self` does not implement `Drop`, so that a wrapper can be dropped even if it refers to an
///   object of another type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reference to an object",
    note = "`#[derive(Object)]` on a node `FooNode` makes the reference wrapper `Foo`",
    note = "if `{Self}` is a node, write its reference: the name without `Node`"
)]
pub unsafe trait IsObjectRef:
    AsObjectRef + Clone + fmt::Debug + Send + Sync + Unpin + 'static
{
    /// The node type of the objects.
    type Node: IsObject;

    /// Returns the name of the type for messages: the type key, and for containers also the names
    /// of the element types.
    fn type_name() -> std::string::String {
        Self::Node::TYPE_KEY.into()
    }

    /// Checks that this wrapper can refer to the object.
    ///
    /// # Errors
    /// If the object has the wrong type, or is a container with an element of the wrong type.
    #[inline]
    fn check(object: &Object) -> Result<(), CastError> {
        if object.is_instance::<Self::Node>() { Ok(()) } else { Err(CastError::new::<Self>(object)) }
    }

    /// Returns the kinds of the references in the objects, if they are containers: of keys and
    /// values, or twice that of the elements.
    #[doc(hidden)]
    fn parts() -> Option<[ReferenceKind; 2]> {
        None
    }

    /// Wraps a pointer, without a check.
    ///
    /// # Safety
    /// [`check`](IsObjectRef::check) accepts the object.
    #[inline]
    unsafe fn from_ptr(pointer: ObjectPtr<Self::Node>) -> Self {
        let pointer = ManuallyDrop::new(pointer);
        // SAFETY: `Self` is `repr(transparent)` over the pointer, and the original pointer is not
        // used again.
        unsafe { std::ptr::from_ref(&pointer).cast::<Self>().read() }
    }

    /// Converts the wrapper into the pointer.
    #[inline]
    fn into_ptr(self) -> ObjectPtr<Self::Node> {
        let this = ManuallyDrop::new(self);
        // SAFETY: `Self` is `repr(transparent)` over the pointer, and the wrapper is not used
        // again.
        unsafe { std::ptr::from_ref(&this).cast::<ObjectPtr<Self::Node>>().read() }
    }

    /// Borrows the pointer.
    #[inline]
    fn as_ptr(&self) -> &ObjectPtr<Self::Node> {
        // SAFETY: `Self` is `repr(transparent)` over the pointer.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// Borrows this reference as a reference to any object.
    #[inline]
    fn as_object_ref(&self) -> &ObjectRef {
        // SAFETY: both types are a pointer to an object, and every object is a `runtime.Object`.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// Converts this reference into a reference to any object.
    #[inline]
    fn into_object_ref(self) -> ObjectRef {
        self.into_ptr().into_object_ref()
    }

    /// Returns whether the object is a `T` or derives from `T`. See [`Object::is_instance`].
    #[inline(always)]
    fn is_instance<T: IsObject>(&self) -> bool {
        self.as_object_ref().0.header().is_instance::<T>()
    }

    /// Returns the object as a `T`, if it is a `T` or derives from `T`. See [`Object::as_node`].
    #[inline(always)]
    fn as_node<T: IsObject>(&self) -> Option<&T> {
        self.as_object_ref().0.header().as_node::<T>()
    }

    /// Returns the index of the object's own type.
    #[inline]
    fn type_index(&self) -> TypeIndex {
        self.as_object_ref().0.header().type_index()
    }

    /// Returns the key of the object's own type.
    fn type_key(&self) -> &'static str {
        self.as_object_ref().0.header().type_key()
    }

    /// Returns whether both references refer to the same object.
    #[inline]
    fn same_as(&self, other: &impl IsObjectRef) -> bool {
        self.as_object_ref() == other.as_object_ref()
    }

    /// Returns the number of strong references to the object. Other threads can change the number
    /// at any time.
    #[inline]
    fn strong_count(&self) -> usize {
        self.as_object_ref().0.header().strong_count()
    }

    /// Returns the number of weak references to the object. Other threads can change the number at
    /// any time.
    fn weak_count(&self) -> usize {
        self.as_object_ref().0.header().weak_count()
    }

    /// Converts this reference into a reference to an ancestor type, at no cost. A target type that
    /// is not an ancestor is a compile error. The compiler infers the target from the context, or
    /// `upcast::<Expr>()` names it. [`Into`] also converts to every ancestor, so a function that
    /// takes an `Expr` or a reference to any descendant has a parameter `impl Into<Expr>`.
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
    fn upcast<A: Plain>(self) -> A
    where
        Self::Node: DerivedFrom<A::Node>,
    {
        // SAFETY: the node begins with an `A::Node`, and a plain wrapper requires nothing else. The
        // strong count moves to the new reference.
        unsafe { A::from_ptr(ObjectPtr::from_raw(self.into_ptr().into_raw().cast())) }
    }

    /// Borrows this reference as a reference to an ancestor type.
    #[inline]
    fn upcast_ref<A: Plain>(&self) -> &A
    where
        Self::Node: DerivedFrom<A::Node>,
    {
        // SAFETY: both types are a pointer. The node begins with an `A::Node`, and a plain wrapper
        // requires nothing else.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// Converts this reference into a reference of type `R`, if the object fits `R`.
    ///
    /// # Errors
    /// If the object does not fit `R`. The error holds the original reference, the expected type
    /// and the found type.
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
            // SAFETY: `R::check` accepts the object. The strong count moves to the new reference.
            Ok(()) => Ok(unsafe { R::from_ptr(ObjectPtr::from_raw(self.into_ptr().into_raw().cast())) }),
            Err(reason) => Err(DowncastError::new(self, reason)),
        }
    }

    /// Borrows this reference as a reference of type `R`, if the object fits `R`.
    #[inline]
    fn downcast_ref<R: IsObjectRef>(&self) -> Option<&R> {
        R::check(self.as_object_ref()).ok()?;
        // SAFETY: both types are a pointer, and `R::check` accepts the object.
        Some(unsafe { &*std::ptr::from_ref(self).cast() })
    }

    /// Returns a mutable view of the fields if this is the only reference to the object, strong or
    /// weak.
    ///
    /// The view is a struct with a `&mut` to each field, so an assignment is written
    /// `*view.lhs = …`. The view also provides the fields of the parent.
    fn get_mut(&mut self) -> Option<<Self::Node as IsObject>::Mut<'_>>
    where
        Self: Plain,
    {
        pointer_mut(self).get_mut()
    }

    /// Returns a mutable view of the fields. If this is not the only reference to the object,
    /// strong or weak, the reference first moves to a copy of the object (copy-on-write).
    /// The copy has the object's own type, which can be a type derived from `Self::Node`. See
    /// [`get_mut`](IsObjectRef::get_mut) for the view.
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

    /// Returns a reference that does not keep the object alive.
    fn downgrade(&self) -> WeakRef<Self> {
        WeakRef::new(self)
    }
}

/// A wrapper that accepts every object of its node type. `Array<Expr>` is not plain, because it
/// also checks the elements.
///
/// # Safety
/// [`IsObjectRef::check`] accepts every object that is a `Self::Node` by type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reference that accepts every object of its node's type",
    note = "containers of typed elements check their elements too: use their own methods to change them, and `downcast` to view an object as one"
)]
pub unsafe trait Plain: IsObjectRef {}

pub(crate) fn pointer_mut<R: IsObjectRef>(reference: &mut R) -> &mut ObjectPtr<R::Node> {
    // SAFETY: `R` is `repr(transparent)` over the pointer. Callers only change the object in ways
    // that `R::check` accepts.
    unsafe { &mut *std::ptr::from_mut(reference).cast() }
}

impl NodeType {
    /// Returns the declaration of `T`, whose source location is that of the caller.
    ///
    /// # Safety
    /// `fields` are the fields of `T`. The result initializes the only static of `T`, which
    /// `T::NODE_TYPE` refers to.
    #[doc(hidden)]
    #[track_caller]
    pub const unsafe fn of<T: IsObject + HasParent>(fields: &'static [FieldLayout]) -> Self {
        let location = std::panic::Location::caller();
        let declared = Declared { file: location.file(), line: location.line(), column: location.column() };
        // SAFETY: as the caller promised. `T` begins with its parent.
        unsafe { Self::declared_at::<T>(Some(T::Parent::NODE_TYPE), fields, declared) }
    }

    /// Returns the declaration of `T`.
    ///
    /// # Safety
    /// `parent` is the static of the parent type, with which `T` begins. `fields` are the
    /// fields of `T`. The result initializes the only static of `T`, which `T::NODE_TYPE` refers
    /// to.
    pub(crate) const unsafe fn declared_at<T: IsObject>(
        parent: Option<&'static NodeType>,
        fields: &'static [FieldLayout],
        declared: Declared,
    ) -> Self {
        let claims = Claims {
            key: T::TYPE_KEY,
            aliases: T::TYPE_ALIASES,
            parent,
            child_slots: T::TYPE_CHILD_SLOTS,
            child_slots_can_overflow: T::TYPE_CHILD_SLOTS_CAN_OVERFLOW,
            is_final: T::TYPE_FINAL,
            static_index: T::TYPE_INDEX,
            declared,
            fields,
            shallow_copy: T::SHALLOW_COPY,
            metadata: T::METADATA,
        };
        // SAFETY: as the caller promised. The constants of an `IsObject` are true.
        unsafe { NodeType::new::<T>(claims) }
    }
}
