//! The static of each derived node type: its declaration, its drop functions and its indices.
//!
//! Invariants:
//! - `linked` is written only during the setup of the library that contains the static (see
//!   `process`). The setup publishes the library's types after that: before, no header is made by
//!   code of the library, nor by another library for a type of this one. So code that can read a
//!   header may read `linked` without synchronization.
//! - A type that was known at setup, and was accepted, has its range in `linked`. Every other type
//!   keeps [`Linked::NOWHERE`] forever, and instance checks look it up in the type table.
//! - The functions of a `NodeType` belong to the struct whose layout it has. They are called with
//!   objects whose record names this `NodeType`.

#![expect(unsafe_code, reason = "ranges are written without synchronization, nodes drop through pointers")]

use std::alloc::Layout;
use std::any::TypeId;
use std::cell::UnsafeCell;
use std::fmt;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::OnceLock;

use crate::caught::{Caught, caught};
use crate::header::Object;
use crate::node::ObjectRef;
use crate::types::declaration::{Declared, FieldLayout};
use crate::types::index::TypeIndex;

/// A node type, as its crate declares it. The derive generates one static for each node type.
pub struct NodeType {
    claims: Claims,
    library: &'static Library,
    type_id: TypeId,
    type_name: fn() -> &'static str,
    layout: Layout,
    /// Drops the content of an object, if the struct has content to drop.
    drop_content: Option<DropContent>,
    /// The fields behind the struct, if the type is described at run time.
    pub(crate) dynamic_fields: Option<&'static DynamicFields>,
    registered: OnceLock<Registered>,
    linked: UnsafeCell<Linked>,
}

/// The indices of a type in the type table. The table only assigns them after it has checked the
/// declaration.
#[derive(Clone, Copy)]
pub(crate) struct Registered {
    /// The type index of the objects.
    pub(crate) index: TypeIndex,
    /// The range index, which instance checks compare with the range of a type.
    pub(crate) range_index: u32,
}

/// The range and the index of a type that was registered at setup.
#[derive(Clone, Copy)]
pub(crate) struct Linked {
    /// The first index of the range. If the type has a static index, the range contains only its
    /// descendants.
    pub(crate) begin: u32,
    /// The number of indices in the range.
    pub(crate) len: u32,
    /// The index of the type.
    pub(crate) index: u32,
}

impl Linked {
    /// The empty range, of a type that was not registered at setup.
    const NOWHERE: Self = Self { begin: 0, len: 0, index: u32::MAX };

    /// Returns whether the type was registered at setup.
    #[inline(always)]
    pub(crate) fn is_linked(self) -> bool {
        self.index != Self::NOWHERE.index
    }
}

// SAFETY: `linked` is the only field without synchronization, and by the first invariant of this
// file its only write happens before all reads.
unsafe impl Sync for NodeType {}

/// The declaration of a type.
#[derive(Clone, Copy)]
pub(crate) struct Claims {
    pub(crate) key: &'static str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) parent: Option<&'static NodeType>,
    pub(crate) child_slots: u32,
    pub(crate) child_slots_can_overflow: bool,
    pub(crate) is_final: bool,
    pub(crate) static_index: Option<TypeIndex>,
    pub(crate) declared: Declared,
    pub(crate) fields: &'static [FieldLayout],
    pub(crate) shallow_copy: Option<ShallowCopy>,
    pub(crate) metadata: Option<&'static dyn TypeMetadata>,
}

/// A function that creates a new object with a copy of the content of another object.
#[doc(hidden)]
pub type ShallowCopy = unsafe fn(NonNull<Object>) -> Caught<NonNull<Object>>;

/// Metadata that a higher crate attaches to a node type. That crate identifies the concrete type of
/// the metadata by [`name`](TypeMetadata::name). It cannot use `TypeId`, because a library that is
/// loaded later has its own copy of the crate.
///
/// # Safety
/// All implementations with the same name are one type, in every library that shares the process
/// state (see `process::adopt`).
#[doc(hidden)]
pub unsafe trait TypeMetadata: Send + Sync {
    /// Returns the name of the metadata type.
    fn name(&self) -> &'static str;

    /// Writes the `{:?}` output of an object.
    fn debug(&self, object: &Object, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The memory layout of objects whose type has fields behind a struct.
///
/// `dynamic_fields.rs` creates dynamic fields, and its invariants define the memory layout.
pub struct DynamicFields {
    /// The node type whose struct the objects of the parent use.
    pub(crate) parent: &'static NodeType,
    /// The node type of the Rust struct that the objects begin with.
    pub(crate) base: &'static NodeType,
    /// All fields behind the struct, those of the parent first.
    pub(crate) fields: Vec<DynamicField>,
    pub(crate) layout: Layout,
    /// Drops the content of an object, if the struct or a field behind it has content to drop.
    pub(crate) drop_content: Option<DropContent>,
    /// Copies an object whose struct is `Clone`.
    pub(crate) shallow_copy: ShallowCopy,
}

/// A field behind a struct.
#[derive(Clone, Copy)]
pub(crate) struct DynamicField {
    pub(crate) content: Content,
    pub(crate) offset: usize,
}

/// The content of a field behind a struct.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    /// Plain data of this size in bytes, which can be copied as bytes and needs no drop.
    Plain(usize),
    /// A `String`.
    String,
    /// An `Option<ObjectRef>`.
    Reference,
    /// An `Option<ObjectRef>` to an object that no other node refers to. A copy of the node gets
    /// the copy of the object that the function returns.
    Owned(fn(&ObjectRef) -> ObjectRef),
    /// A value with these functions.
    Value(&'static ValueType),
}

/// The functions of a type whose values are cloned and dropped by address.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ValueType {
    pub(crate) layout: Layout,
    /// Writes an empty value into uninitialized memory. An array has no such value.
    pub(crate) empty: Option<unsafe fn(NonNull<u8>)>,
    /// Clones the first value into the uninitialized memory at the second address.
    pub clone: unsafe fn(NonNull<u8>, NonNull<u8>),
    /// Drops the value.
    pub drop: unsafe fn(NonNull<u8>),
}

impl ValueType {
    /// Returns the functions of `T`.
    pub(crate) const fn of<T: Clone>(empty: Option<unsafe fn(NonNull<u8>)>) -> Self {
        Self {
            layout: Layout::new::<T>(),
            empty,
            // SAFETY: the caller promises a value, and memory for another one.
            clone: |from, to| unsafe { to.cast::<T>().write(from.cast::<T>().as_ref().clone()) },
            // SAFETY: the caller promises a value, which is not used again.
            drop: |at| unsafe { at.cast::<T>().drop_in_place() },
        }
    }
}

/// A static whose address identifies one copy of this crate.
struct Library {
    /// Calls the function with the address, and catches its panic.
    ///
    /// # Safety
    /// The function may be called with the address.
    catch: unsafe fn(DropContent, NonNull<Object>) -> Caught<()>,
}

/// A function that drops the content of the object at an address.
type DropContent = unsafe fn(NonNull<Object>);

/// The identity of the copy of this crate that the caller was built with.
const THIS_LIBRARY: &Library = {
    static LIBRARY: Library = Library {
        // SAFETY: guaranteed by the caller.
        catch: |drop_content, object| caught(|| unsafe { drop_content(object) }),
    };
    &LIBRARY
};

impl NodeType {
    /// Returns the node type of the struct `T`, with this declaration.
    ///
    /// # Safety
    /// `T` is a node and begins with its parent, which `claims.parent` returns. All of `claims` are
    /// true for `T`. The static that holds the result is the only one for `T`.
    pub(crate) const unsafe fn new<T: 'static>(claims: Claims) -> Self {
        Self {
            claims,
            library: THIS_LIBRARY,
            type_id: TypeId::of::<T>(),
            type_name: std::any::type_name::<T>,
            layout: Layout::new::<T>(),
            drop_content: match std::mem::needs_drop::<T>() {
                true => Some(drop_content::<T>),
                false => None,
            },
            dynamic_fields: None,
            registered: OnceLock::new(),
            linked: UnsafeCell::new(Linked::NOWHERE),
        }
    }

    /// Returns the node type of a type that is described at run time.
    pub(crate) fn extended(
        key: &'static str,
        aliases: &'static [&'static str],
        dynamic_fields: &'static DynamicFields,
        metadata: &'static dyn TypeMetadata,
        declared: Declared,
    ) -> Self {
        let base = dynamic_fields.base;
        let claims = Claims {
            key,
            aliases,
            // The caller passes the parent to the table by index.
            parent: None,
            child_slots: 0,
            child_slots_can_overflow: true,
            is_final: false,
            static_index: None,
            declared,
            fields: base.claims.fields,
            shallow_copy: base.shallow_copy().map(|_| dynamic_fields.shallow_copy),
            metadata: Some(metadata),
        };
        Self {
            claims,
            library: THIS_LIBRARY,
            type_id: base.type_id,
            type_name: base.type_name,
            layout: dynamic_fields.layout,
            drop_content: dynamic_fields.drop_content,
            dynamic_fields: Some(dynamic_fields),
            registered: OnceLock::new(),
            linked: UnsafeCell::new(Linked::NOWHERE),
        }
    }

    pub(crate) fn key(&self) -> &'static str {
        self.claims.key
    }

    /// Returns the function that copies an object of this type, if the struct is `Clone`.
    pub(crate) fn shallow_copy(&self) -> Option<ShallowCopy> {
        self.claims.shallow_copy
    }

    /// Returns the metadata that a higher crate attaches, if any.
    pub(crate) fn metadata(&self) -> Option<&'static dyn TypeMetadata> {
        self.claims.metadata
    }

    /// Whether objects have content to drop.
    #[inline]
    pub(crate) fn needs_drop(&self) -> bool {
        self.drop_content.is_some()
    }

    /// Drops the content of an object, and catches a panic in the library of its struct.
    ///
    /// # Safety
    /// The record of the object names this type, and its content is not used again.
    pub(crate) unsafe fn drop_content(&self, object: NonNull<Object>) -> Caught<()> {
        match self.drop_content {
            // SAFETY: as the caller promised.
            Some(drop_content) => unsafe { (self.library.catch)(drop_content, object) },
            None => Ok(()),
        }
    }

    /// Returns the memory layout of the struct.
    #[inline]
    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the indices, if the type is registered. Objects of the type exist only after that.
    pub(crate) fn registered(&self) -> Option<Registered> {
        self.registered.get().copied()
    }

    /// Returns the range of this type. The object proves that the setup of the process is complete.
    #[inline(always)]
    pub(crate) fn linked(&self, _witness: &Object) -> Linked {
        // SAFETY: `self` is a static of the library that contains the caller. Its code gets headers
        // only after the single write to `linked`.
        unsafe { *self.linked.get() }
    }

    /// Stores the indices of this type. Later calls pass the same indices.
    pub(crate) fn bind(&self, registered: Registered) {
        self.registered.get_or_init(|| registered);
    }

    /// Stores the range of a type that was registered at setup.
    ///
    /// # Safety
    /// The setup of the library that contains this static is running, and has not published its
    /// types.
    pub(crate) unsafe fn bind_linked(&self, range: Range<u32>, index: TypeIndex) {
        let linked = Linked { begin: range.start, len: range.end - range.start, index: index.value() };
        // SAFETY: by the caller's promise, no code reads `linked` yet.
        unsafe { *self.linked.get() = linked };
    }

    pub(crate) fn parent(&self) -> Option<&'static NodeType> {
        self.claims.parent
    }

    pub(crate) fn declared(&self) -> Declared {
        self.claims.declared
    }

    pub(crate) fn claims(&self) -> &Claims {
        &self.claims
    }

    /// Returns the key, and the name of the crate that defines the struct.
    pub(crate) fn key_and_crate(&self) -> (&'static str, &'static str) {
        let name = (self.type_name)();
        (self.key(), name.split_once("::").map_or(name, |(of, _)| of))
    }

    /// Returns whether both have the same `TypeId`: the same struct in the same version of a crate.
    pub(crate) fn is_same_to_compiler(&self, other: &Self) -> bool {
        self.type_id == other.type_id
    }

    /// Returns whether both describe the same Rust struct.
    ///
    /// Within one library, the `TypeId` decides. A comparison of fields would not be sound: a
    /// second struct with the same fields could declare them public, and safe code could then forge
    /// the first struct. A struct that was built into two libraries has two `TypeId`s. Between
    /// libraries the fields' names and types are compared, and the caller of `process::adopt`
    /// guarantees that this is sufficient.
    pub(crate) fn is_same_struct(&self, other: &Self) -> bool {
        if self.dynamic_fields.is_some() || other.dynamic_fields.is_some() {
            return std::ptr::eq(self, other);
        }
        if std::ptr::eq(self.library, other.library) {
            return self.type_id == other.type_id;
        }
        self.layout == other.layout
            && self.claims.shallow_copy.is_some() == other.claims.shallow_copy.is_some()
            && self.claims.fields == other.claims.fields
    }
}

/// Drops the content of the `T` at this address.
///
/// # Safety
/// `object` is a `T`, and its content is not used again.
unsafe fn drop_content<T>(object: NonNull<Object>) {
    // SAFETY: as the caller promised.
    unsafe { object.cast::<T>().drop_in_place() };
}
