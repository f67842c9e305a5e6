//! Items for generated code only. They can change in any release.
//!
//! Generated code accesses the parent of a node through [`HasParent`], never through the parent's
//! type. So a parent that is not a node causes a single compiler error, at the field.

#![expect(unsafe_code, reason = "node pointers convert to the parent and to the header")]

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

pub use crate::caught::{Caught, caught, resumed};
pub use crate::dynamic_fields::{extend, layout_of};
pub use crate::field_type::{CellAccess, Element, ElementSource, WriteMode, optional};
use crate::header::Object;
pub use crate::link_node;
pub use crate::node::Inherited;
pub use crate::node::new_object::{NewObject, ObjectType};
use crate::node::object_ptr::shallow_copy;
use crate::node::{DerivedFrom, HasParent, IsObject, IsObjectRef, ObjectRef, Plain};
#[cfg(feature = "inventory")]
pub use crate::process::LinkedNode;
pub use crate::types::declaration::{Declared, FieldLayout, field};
use crate::types::info::TypeInfo;
pub use crate::types::node_type::{DynamicFields, ShallowCopy, TypeMetadata, ValueType};
pub use crate::types::{check_dynamic_fields, register_dynamic_fields};
#[cfg(feature = "inventory")]
pub use inventory;

/// The parent of the node `T`, for generated code.
pub struct ParentOf<T>(PhantomData<T>);

impl<T: IsObject + HasParent> ParentOf<T> {
    /// The properties of the parent that `T` inherits.
    pub const INHERITED: Option<Inherited> = Some(Inherited::from::<T::Parent>());

    /// Returns a view of the parent's fields in a node.
    ///
    /// # Safety
    /// As for [`IsObject::project`].
    #[inline]
    pub unsafe fn project<'a>(node: NonNull<T>) -> ParentMut<'a, T> {
        // SAFETY: the node begins with its parent, and the caller promised the rest.
        ParentMut { parent: unsafe { T::Parent::project(node.cast()) }, _lifetime: PhantomData }
    }
}

/// A wrapper whose node derives from the node of `A`, but is not that node.
///
/// The derive implements this trait for each wrapper, and no implementation is for all types. So
/// the compiler knows of every other type that the trait does not apply, and users can implement
/// `From` for a wrapper in addition to the `From` that the derive generates.
pub trait Upcast<A> {}

/// A wrapper that a reference `R` to a descendant converts into.
#[diagnostic::on_unimplemented(
    message = "`{R}` does not convert into `{Self}`",
    label = "expected `{Self}`, or a reference to a node that derives from the node of `{Self}`",
    note = "`downcast` converts a reference to an ancestor, after a check at run time"
)]
pub trait FromDescendant<R> {
    /// Converts the reference.
    fn from_descendant(reference: R) -> Self;
}

#[diagnostic::do_not_recommend]
impl<R, A: Plain> FromDescendant<R> for A
where
    R: Upcast<A> + IsObjectRef<Node: DerivedFrom<A::Node>>,
{
    #[inline]
    fn from_descendant(reference: R) -> Self {
        reference.upcast()
    }
}

/// The view of the parent's fields, as a part of the view of a `T`.
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

/// Returns the header of a node.
#[inline]
pub fn object_of<T: IsObject>(node: &T) -> &Object {
    // SAFETY: a node begins with its header.
    unsafe { NonNull::from(node).cast().as_ref() }
}

/// Rules for `T` that depend on the declaration of its parent. Each function panics at compile
/// time, at the caller, unless its rule holds. One constant that calls several of them compiles
/// faster than several assertions.
pub struct Rules<T>(PhantomData<T>);

impl<T: IsObject + HasParent> Rules<T> {
    #[track_caller]
    pub const fn begins_with_parent(offset_of_parent: usize) {
        assert!(offset_of_parent == 0, "a node begins with its parent in memory");
    }

    #[track_caller]
    pub const fn parent_is_not_final() {
        assert!(!T::Parent::TYPE_FINAL, "the parent is final: derive from another node");
    }

    /// TVM's rule: if the parent reserves child slots, the child must reserve fewer. If the
    /// parent's slots cannot overflow, the type table would reject such a child anyway.
    #[track_caller]
    pub const fn slots_fit() {
        let (child, parent) = (T::TYPE_CHILD_SLOTS, T::Parent::TYPE_CHILD_SLOTS);
        let can_overflow = T::Parent::TYPE_CHILD_SLOTS_CAN_OVERFLOW;
        if child < parent || can_overflow && (child == 0 || parent == 0) {
            return;
        }
        assert!(
            child > 0,
            "the parent has no `child_slots`, and they cannot overflow: nothing can derive from it"
        );
        panic!(
            "the parent has too few `child_slots` for this type and its own `child_slots`: lower these, or raise the parent's"
        );
    }

    /// A static index is only in the range of the root, so the parent must be the root.
    #[track_caller]
    pub const fn static_index_is_under_root() {
        assert!(
            T::TYPE_DEPTH == 1,
            "only a child of `Object` can have a static `type_index`: leave it out, or derive from `Object`"
        );
    }

    /// `make_mut` of the parent's wrapper copies objects of all derived types, so a child of a
    /// `Clone` node must be `Clone`.
    #[track_caller]
    pub const fn clone_is_inherited() {
        assert!(
            T::SHALLOW_COPY.is_some() || T::Parent::SHALLOW_COPY.is_none(),
            "the parent is `Clone`, so this node must be `Clone` too: add `#[derive(Clone)]`"
        );
    }
}

/// Selects a constant by the traits of `T`: the inherent constant if its bounds hold, and the
/// constant of [`ProbeDefaults`] if not.
pub struct Probe<T>(PhantomData<T>);

impl<T: IsObject + Clone> Probe<T> {
    pub const SHALLOW_COPY: Option<ShallowCopy> = Some(shallow_copy::<T>);
}

impl<T: IsObject> Probe<T> {
    pub const IS_NODE: bool = true;
}

impl<T: HasMetadata> Probe<T> {
    pub const METADATA: Option<&'static dyn TypeMetadata> = Some(<T as HasMetadata>::METADATA);
}

/// A node type with metadata from a higher crate.
pub trait HasMetadata {
    /// The metadata.
    const METADATA: &'static dyn TypeMetadata;
}

/// Returns the metadata of the struct that this object uses, if any.
pub fn object_metadata(object: &Object) -> Option<&'static dyn TypeMetadata> {
    object.record().node().metadata()
}

/// Returns the address of the object if `reference` is the only reference, strong or weak. The
/// caller may then write the fields.
#[inline]
pub fn unique_object(reference: &mut ObjectRef) -> Option<NonNull<Object>> {
    reference.get_mut()?;
    Some(reference.as_ptr().as_raw())
}

/// Returns the metadata of the struct that objects of this type use, if any.
pub fn type_metadata(info: TypeInfo) -> Option<&'static dyn TypeMetadata> {
    info.node().metadata()
}

/// The constants of a [`Probe`] whose inherent constants do not apply.
pub trait ProbeDefaults {
    const SHALLOW_COPY: Option<ShallowCopy> = None;
    const IS_NODE: bool = false;
    const METADATA: Option<&'static dyn TypeMetadata> = None;
}

impl<T> ProbeDefaults for Probe<T> {}

/// Conflicts with an implementation of `Drop` for a node. Such a `drop` could access the header,
/// which outlives the content while weak references exist. The types of fields may implement
/// `Drop`.
pub trait NodesMustNotImplementDrop {}

#[expect(drop_bounds, reason = "the bound detects implementations of Drop")]
impl<T: Drop> NodesMustNotImplementDrop for T {}

/// Conflicts with an implementation of `Drop` for a reference wrapper. Such a `drop` could access
/// the object, which may have another type than the wrapper states.
pub trait WrappersMustNotImplementDrop {}

#[expect(drop_bounds, reason = "the bound detects implementations of Drop")]
impl<T: Drop> WrappersMustNotImplementDrop for T {}

/// Collects a node type at link time.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "inventory")]
macro_rules! link_node {
    ($node:ty) => {
        $crate::__private::inventory::submit! {
            $crate::__private::LinkedNode::of::<$node>()
        }
    };
}

/// Does nothing: without link-time collection, types are registered manually.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "inventory"))]
macro_rules! link_node {
    ($node:ty) => {};
}

/// Does nothing. A higher crate replaces this macro, which implements traits for a wrapper.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_serde {
    ($wrapper:ty) => {};
}
