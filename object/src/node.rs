//! What every node is: a struct that begins with its parent.

#![expect(unsafe_code, reason = "the trait vouches for the layout of nodes")]

use std::ptr::NonNull;

use crate::header::Object;
use crate::object_ptr::ObjectPtr;
use crate::object_ref::{IsObjectRef, ObjectRef, Plain};
use crate::types::{About, NodeType, ShallowCopy, TypeIndex};

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
    /// What another crate says about the type's fields, if it does.
    #[doc(hidden)]
    const ABOUT: Option<About>;

    /// What the type declares, and where the table put it.
    fn node_type() -> &'static NodeType;

    /// The type's index, which is registered now if it was not yet.
    ///
    /// # Panics
    /// If the table refuses the declaration, which is a mistake in the source of the type or of another one:
    /// [`types::refused`](crate::types::refused) lists them, [`types::try_type_index`](crate::types::try_type_index)
    /// gives an error instead.
    #[inline]
    fn type_index() -> TypeIndex {
        Self::node_type().try_index().unwrap_or_else(|error| panic!("{error}"))
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
pub struct ByParent<Path>(std::marker::PhantomData<Path>);

// SAFETY: a node begins with itself.
unsafe impl<T: IsObject> DerivedFrom<T, Itself> for T {}

// SAFETY: a node begins with its parent, which begins with the ancestor.
unsafe impl<T: HasParent, Ancestor, Path> DerivedFrom<Ancestor, ByParent<Path>> for T where
    T::Parent: DerivedFrom<Ancestor, Path>
{
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
        // SAFETY: the root has no parent and no fields, and this is its static.
        static NODE_TYPE: NodeType =
            unsafe { NodeType::of::<Object>(None, &[], crate::types::table::ROOT_DECLARED) };
        &NODE_TYPE
    }

    unsafe fn project<'a>(_node: NonNull<Self>) -> ObjectMut<'a> {
        ObjectMut(std::marker::PhantomData)
    }
}

/// What can be changed of a header: nothing. The view that all views of nodes end with.
pub struct ObjectMut<'a>(std::marker::PhantomData<&'a mut ()>);
