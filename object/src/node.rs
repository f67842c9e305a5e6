//! Nodes: structs that begin with their parent.

#![expect(unsafe_code, reason = "the trait vouches for the layout of nodes")]

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use crate::header::Object;
use crate::object_ptr::ObjectPtr;
use crate::object_ref::{IsObjectRef, ObjectRef, Plain};
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

    /// This node as a `T`, if it is one.
    #[inline(always)]
    pub fn as_node<T: IsObject>(&self) -> Option<&T> {
        let linked = T::node_type().linked(self);
        // Callers branch on the answer, so a hit takes no more than the range.
        let is_instance = T::TYPE_DEPTH == 0
            || self.is_within::<T>(linked)
            || !linked.is_linked() && self.is_instance_by_table::<T>();
        if is_instance {
            // SAFETY: the header says that the memory holds a `T` or a node that begins with one; the root
            // is the header itself, which every node has. That the memory is larger than the header that
            // `self` refers to is as in any of C's nested structs: the reference came from a pointer to
            // the whole.
            Some(unsafe { NonNull::from(self).cast::<T>().as_ref() })
        } else {
            None
        }
    }
}

// SAFETY: the root begins with itself; it has no fields to show.
unsafe impl IsObject for Object {
    type Ref = ObjectRef;
    type Mut<'a> = ObjectMut<'a>;

    const TYPE_KEY: &'static str = "runtime.Object";
    const TYPE_INDEX: Option<TypeIndex> = Some(TypeIndex::OBJECT);
    const TYPE_CHILD_SLOTS: u32 = 0;
    const TYPE_CHILD_SLOTS_CAN_OVERFLOW: bool = true;
    const TYPE_FINAL: bool = false;
    const TYPE_DEPTH: usize = 0;
    const SHALLOW_COPY: Option<ShallowCopy> = None;
    const ABOUT: Option<About> = None;

    fn node_type() -> &'static NodeType {
        const DECLARED: Declared = Declared { file: file!(), line: line!(), column: column!() };
        // SAFETY: the root has no parent and no fields, and this is its static.
        static NODE_TYPE: NodeType = unsafe { NodeType::of::<Object>(None, &[], DECLARED) };
        &NODE_TYPE
    }

    unsafe fn project<'a>(_node: NonNull<Self>) -> ObjectMut<'a> {
        ObjectMut(std::marker::PhantomData)
    }
}

/// The view of a header, of which nothing can be changed: all views of nodes end with it.
pub struct ObjectMut<'a>(PhantomData<&'a mut ()>);

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

/// The parent of the node `T`, for generated code.
pub struct ParentOf<T>(PhantomData<T>);

impl<T: HasParent> ParentOf<T> {
    /// The parent's constant of that name.
    pub const TYPE_CHILD_SLOTS_CAN_OVERFLOW: bool = T::Parent::TYPE_CHILD_SLOTS_CAN_OVERFLOW;
    /// The parent's constant of that name.
    pub const TYPE_DEPTH: usize = T::Parent::TYPE_DEPTH;

    /// Returns the declaration of the parent.
    pub fn node_type() -> &'static NodeType {
        T::Parent::node_type()
    }

    /// A view of the parent in a node.
    ///
    /// # Safety
    /// That of [`IsObject::project`].
    #[inline]
    pub unsafe fn project<'a>(node: NonNull<T>) -> ParentMut<'a, T> {
        // SAFETY: the node begins with its parent, and the caller promised the rest.
        ParentMut { parent: unsafe { T::Parent::project(node.cast()) }, _lifetime: PhantomData }
    }
}

/// The part of the view of a `T` that its parent makes up.
pub struct ParentMut<'a, T: HasParent> {
    parent: <T::Parent as IsObject>::Mut<'a>,
    _lifetime: PhantomData<&'a mut ()>,
}

impl<'a, T: HasParent> Deref for ParentMut<'a, T> {
    type Target = <T::Parent as IsObject>::Mut<'a>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.parent
    }
}

impl<T: HasParent> DerefMut for ParentMut<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.parent
    }
}

/// Returns the node as an object, which every node is.
#[inline]
pub fn object_of<T: IsObject>(node: &T) -> &Object {
    // SAFETY: a node begins with its header.
    unsafe { NonNull::from(node).cast().as_ref() }
}
