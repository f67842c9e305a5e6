//! What generated code reaches, and nobody else: it changes without notice.
//!
//! Generated code asks about the parent of a node by way of [`HasParent`], never of the parent's type itself. So a
//! parent that is no node is one error, at the field, and not one for each question.

#![expect(unsafe_code, reason = "a node is seen as its parent and as an object")]

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

pub use crate::caught::{Caught, caught, resumed};
pub use crate::extension::extend;
pub use crate::field_type::CellAccess;
use crate::header::Object;
pub use crate::link_node;
use crate::node::object_ptr::shallow_copy;
use crate::node::{HasParent, IsObject, IsObjectRef, ObjectRef};
#[cfg(feature = "inventory")]
pub use crate::process::LinkedNode;
pub use crate::types::declaration::{Declared, FieldLayout};
use crate::types::info::TypeInfo;
use crate::types::node_type::NodeType;
pub use crate::types::node_type::{About, AboutNodes, Extension, ShallowCopy};
pub use crate::types::register_extension;
#[cfg(feature = "inventory")]
pub use inventory;

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

/// The rules for `T` that take its parent's declaration to decide.
pub struct Rules<T>(PhantomData<T>);

impl<T: HasParent> Rules<T> {
    pub const PARENT_IS_NOT_FINAL: bool = !T::Parent::TYPE_FINAL;

    /// TVM's rule: where the parent keeps slots, a child that keeps as many or more is a slip. Where slots cannot overflow, the
    /// table would refuse it.
    pub const SLOTS_FIT: bool = {
        let (child, parent) = (T::TYPE_CHILD_SLOTS, T::Parent::TYPE_CHILD_SLOTS);
        child < parent || T::Parent::TYPE_CHILD_SLOTS_CAN_OVERFLOW && (child == 0 || parent == 0)
    };

    /// An index that is fixed is in the range of the root alone.
    pub const STATIC_INDEX_IS_UNDER_ROOT: bool = T::TYPE_DEPTH == 1;

    /// `make_mut` of the parent's wrapper copies whatever derives from it.
    pub const CLONE_IS_INHERITED: bool = T::SHALLOW_COPY.is_some() || T::Parent::SHALLOW_COPY.is_none();
}

/// Asks a question about `T`: an inherent constant answers if its bounds hold, and else that of a trait.
pub struct Probe<T>(PhantomData<T>);

impl<T: IsObject + Clone> Probe<T> {
    pub const SHALLOW_COPY: Option<ShallowCopy> = Some(shallow_copy::<T>);
}

impl<T: IsObject> Probe<T> {
    pub const IS_NODE: bool = true;
}

impl<T: HasAbout> Probe<T> {
    pub const ABOUT: Option<About> = Some(T::about);
}

/// A node about which a crate that stands on this one has more to say.
pub trait HasAbout: IsObject {
    /// What it says.
    fn about() -> &'static dyn AboutNodes;
}

/// What is said about the struct in which this object lives.
pub fn about_object(object: &Object) -> Option<&'static dyn AboutNodes> {
    object.record().node().about()
}

/// The address of an object to which nobody else refers, strongly or weakly: its fields may be written there.
pub fn lone_object(reference: &mut ObjectRef) -> Option<NonNull<Object>> {
    reference.get_mut()?;
    Some(reference.as_ptr().as_raw())
}

/// What is said about the struct in which objects of this type live.
pub fn about_type(info: TypeInfo) -> Option<&'static dyn AboutNodes> {
    info.node().about()
}

/// The answers of a [`Probe`] otherwise.
pub trait Otherwise {
    const SHALLOW_COPY: Option<ShallowCopy> = None;
    const IS_NODE: bool = false;
    const ABOUT: Option<About> = None;
}

impl<T> Otherwise for Probe<T> {}

/// Conflicts with a `Drop` of a node: it would get hold of the header, which outlives the content while there are weak
/// references. Fields may implement `Drop`.
pub trait NodesMustNotImplementDrop {}

#[expect(drop_bounds, reason = "an implementation of Drop is exactly what this is to find")]
impl<T: Drop> NodesMustNotImplementDrop for T {}

/// Conflicts with a `Drop` of a reference wrapper: it would see what it refers to, which need not be of its type then.
pub trait WrappersMustNotImplementDrop {}

#[expect(drop_bounds, reason = "an implementation of Drop is exactly what this is to find")]
impl<T: Drop> WrappersMustNotImplementDrop for T {}

/// The type of `T`, for those who must not ask for more than that `T` is a node.
pub fn node_type<T: IsObject>() -> &'static NodeType {
    T::node_type()
}

/// Has a node type collected at link time.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "inventory")]
macro_rules! link_node {
    ($node:ty) => {
        $crate::__private::inventory::submit! {
            $crate::__private::LinkedNode($crate::__private::node_type::<$node>)
        }
    };
}

/// Without link-time collection, types are registered by hand.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "inventory"))]
macro_rules! link_node {
    ($node:ty) => {};
}
