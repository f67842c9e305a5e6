//! The static that every derived node has: its declaration, how its objects end, and its indices.
//!
//! Invariants:
//! - `linked` is written only while the process state is set up (see `process`), which ends before the
//!   first [`Object`] header of this library is made. So whoever can read a header may read `linked`
//!   without more ado.
//! - A type that was known then, and was not refused, has its range in `linked`. Any other has
//!   [`Linked::NOWHERE`] there for ever: instance checks ask the table about it.
//! - The functions of a `NodeType` belong to the struct whose layout it has, and are
//!   called with objects whose record names this `NodeType`.

#![expect(unsafe_code, reason = "ranges are written once without synchronization, nodes end by pointer")]

use std::alloc::Layout;
use std::any::TypeId;
use std::cell::UnsafeCell;
use std::fmt;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::OnceLock;

use crate::caught::{Caught, caught};
use crate::header::Object;
use crate::types::declaration::{Declared, FieldLayout};
use crate::types::index::TypeIndex;

/// A node type as its crate declares it. The derive makes one static of these for each node.
pub struct NodeType {
    claims: Claims,
    library: &'static Library,
    type_id: fn() -> TypeId,
    type_name: fn() -> &'static str,
    size: usize,
    align: usize,
    /// Whether the struct has content to end.
    pub(crate) needs_drop: bool,
    pub(crate) drop_content: unsafe fn(NonNull<Object>) -> Caught<()>,
    pub(crate) free: unsafe fn(NonNull<Object>),
    /// The fields behind the struct, if the type was described at run time.
    pub(crate) extension: Option<&'static Extension>,
    registered: OnceLock<Registered>,
    linked: UnsafeCell<Linked>,
}

/// The indices of a type in the table, which gives them only to a layout that it has checked.
#[derive(Clone, Copy)]
pub(crate) struct Registered {
    /// The type index of its objects.
    pub(crate) index: TypeIndex,
    /// The index that ranges are compared with.
    pub(crate) place: u32,
}

/// Where the table put a type that was known at the start.
#[derive(Clone, Copy)]
pub(crate) struct Linked {
    /// The first index of the range. Of a type with a static index it is the first one of its
    /// descendants.
    pub(crate) begin: u32,
    /// How many indices the range has.
    pub(crate) len: u32,
    /// The index of the type itself.
    pub(crate) index: u32,
}

impl Linked {
    /// No index is in this range.
    const NOWHERE: Self = Self { begin: 0, len: 0, index: u32::MAX };

    /// Returns whether this is the place of a type.
    #[inline(always)]
    pub(crate) fn is_linked(self) -> bool {
        self.index != Self::NOWHERE.index
    }
}

// SAFETY: `linked` is the only field without synchronization, and the file's first invariant orders its
// only write before all reads.
unsafe impl Sync for NodeType {}

/// What a type says of itself.
#[derive(Clone, Copy)]
pub(crate) struct Claims {
    pub(crate) key: &'static str,
    pub(crate) parent: Option<fn() -> &'static NodeType>,
    pub(crate) child_slots: u32,
    pub(crate) child_slots_can_overflow: bool,
    pub(crate) is_final: bool,
    pub(crate) static_index: Option<TypeIndex>,
    pub(crate) declared: Declared,
    pub(crate) fields: &'static [FieldLayout],
    pub(crate) shallow_copy: Option<ShallowCopy>,
    pub(crate) about: Said,
}

/// Makes a new object with the content of another one.
#[doc(hidden)]
pub type ShallowCopy = unsafe fn(NonNull<Object>) -> Caught<NonNull<Object>>;

/// What a crate that stands on this one says about a node type: a static of its own.
#[doc(hidden)]
pub type About = fn() -> &'static dyn AboutNodes;

/// Where that is to be had.
#[derive(Clone, Copy)]
pub(crate) enum Said {
    ByFunction(Option<About>),
    AtRunTime(&'static dyn AboutNodes),
}

/// What a crate that stands on this one says about nodes. That crate knows its type, by its name rather than by what the
/// compiler calls it, since a library that is loaded later has another copy of the crate.
///
/// # Safety
/// Everything of that name is of one type, in every library whose state is shared (see `process::adopt`).
#[doc(hidden)]
pub unsafe trait AboutNodes: Send + Sync {
    /// The name of the type.
    fn name(&self) -> &'static str;

    /// Writes what `{:?}` shows of such a node.
    fn debug(&self, object: &Object, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Memory of objects whose type has fields behind those of a struct.
///
/// `extension.rs` makes it: its invariants say how these objects lie in memory.
pub struct Extension {
    /// The struct in which objects of the parent live.
    pub(crate) parent: &'static NodeType,
    /// The Rust struct that objects begin with.
    pub(crate) base: &'static NodeType,
    /// Whether the struct or a field behind it has content to drop.
    pub(crate) needs_drop: bool,
    /// All fields behind the struct, those of the parent first.
    pub(crate) fields: Vec<ExtraField>,
    pub(crate) layout: Layout,
    /// Drops the content of an object.
    pub(crate) drop_content: unsafe fn(NonNull<Object>) -> Caught<()>,
    /// Frees the memory of an object.
    pub(crate) free: unsafe fn(NonNull<Object>),
    /// Copies an object whose struct is `Clone`.
    pub(crate) shallow_copy: ShallowCopy,
}

/// A field behind a struct.
#[derive(Clone, Copy)]
pub(crate) struct ExtraField {
    pub(crate) content: Content,
    pub(crate) offset: usize,
}

/// The content of a field behind a struct.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    /// That many bytes, which can be copied and need no drop.
    Plain(usize),
    /// A `String`.
    Text,
    /// An `Option<ObjectRef>`.
    Reference,
}

/// Tells one copy of this crate from another, by address.
struct Library(#[expect(dead_code, reason = "a place of its own in memory")] u8);

/// The copy of this crate that the caller was built with.
const THIS_LIBRARY: &Library = {
    static LIBRARY: Library = Library(0);
    &LIBRARY
};

impl NodeType {
    /// Returns the node type of the struct `T`, which makes these claims.
    ///
    /// # Safety
    /// `T` is a node, which begins with that of `claims.parent`, and `claims` are true of it. The static
    /// that holds the result is the only one for `T`.
    pub(crate) const unsafe fn new<T: 'static>(claims: Claims) -> Self {
        Self {
            claims,
            library: THIS_LIBRARY,
            type_id: TypeId::of::<T>,
            type_name: std::any::type_name::<T>,
            size: size_of::<T>(),
            align: align_of::<T>(),
            needs_drop: std::mem::needs_drop::<T>(),
            drop_content: drop_content::<T>,
            free: free::<T>,
            extension: None,
            registered: OnceLock::new(),
            linked: UnsafeCell::new(Linked::NOWHERE),
        }
    }

    /// Returns the declaration of a type that is described at run time. It is registered by that alone.
    pub(crate) fn extended(
        key: &'static str,
        extension: &'static Extension,
        about: &'static dyn AboutNodes,
        declared: Declared,
    ) -> Self {
        let base = extension.base;
        let claims = Claims {
            key,
            // The table is told by index.
            parent: None,
            child_slots: 0,
            child_slots_can_overflow: true,
            is_final: false,
            static_index: None,
            declared,
            fields: base.claims.fields,
            shallow_copy: base.shallow_copy().map(|_| extension.shallow_copy),
            about: Said::AtRunTime(about),
        };
        Self {
            claims,
            library: THIS_LIBRARY,
            type_id: base.type_id,
            type_name: base.type_name,
            size: extension.layout.size(),
            align: extension.layout.align(),
            needs_drop: extension.needs_drop,
            drop_content: extension.drop_content,
            free: extension.free,
            extension: Some(extension),
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

    /// What another crate says about the fields, if it does.
    pub(crate) fn about(&self) -> Option<&'static dyn AboutNodes> {
        match self.claims.about {
            Said::ByFunction(about) => about.map(|about| about()),
            Said::AtRunTime(about) => Some(about),
        }
    }

    /// How much memory the struct takes.
    pub(crate) fn layout(&self) -> Layout {
        match Layout::from_size_align(self.size, self.align) {
            Ok(layout) => layout,
            Err(_) => unreachable!("a struct has a layout"),
        }
    }

    /// Returns the indices if the type has them yet. No object of this type is seen before that.
    pub(crate) fn registered(&self) -> Option<Registered> {
        self.registered.get().copied()
    }

    /// Returns where this type is. The object shows that the process state stands.
    #[inline(always)]
    pub(crate) fn linked(&self, _witness: &Object) -> Linked {
        // SAFETY: a header was made after the only write.
        unsafe { *self.linked.get() }
    }

    /// Notes the indices of this type. Later calls bring the same ones.
    pub(crate) fn bind(&self, registered: Registered) {
        self.registered.get_or_init(|| registered);
    }

    /// Notes where the table put this type.
    ///
    /// # Safety
    /// No thread has a header made by this library yet.
    pub(crate) unsafe fn bind_linked(&self, range: Range<u32>, index: TypeIndex) {
        let linked = Linked { begin: range.start, len: range.end - range.start, index: index.value() };
        // SAFETY: nobody reads `linked` yet, says the caller.
        unsafe { *self.linked.get() = linked };
    }

    pub(crate) fn parent(&self) -> Option<&'static NodeType> {
        self.claims.parent.map(|parent| parent())
    }

    pub(crate) fn declared(&self) -> Declared {
        self.claims.declared
    }

    pub(crate) fn claims(&self) -> &Claims {
        &self.claims
    }

    /// The key, and the name of the crate that has the struct.
    pub(crate) fn key_and_crate(&self) -> (&'static str, &'static str) {
        let name = (self.type_name)();
        (self.key(), name.split_once("::").map_or(name, |(of, _)| of))
    }

    /// Whether the compiler takes both for one struct: of the same name, in the same version of a crate.
    pub(crate) fn is_same_to_compiler(&self, other: &Self) -> bool {
        (self.type_id)() == (other.type_id)()
    }

    /// Whether both stand for the same Rust struct.
    ///
    /// Within one library that is for the compiler to say: a second struct with the same fields could have them public,
    /// and safe code could forge the first one. A struct that was built into two libraries is two to the compiler; between
    /// these the names of its fields and their types must do, for which the caller of `process::adopt` answers.
    pub(crate) fn is_same_struct(&self, other: &Self) -> bool {
        if self.extension.is_some() || other.extension.is_some() {
            return std::ptr::eq(self, other);
        }
        if std::ptr::eq(self.library, other.library) {
            return (self.type_id)() == (other.type_id)();
        }
        (self.size, self.align) == (other.size, other.align)
            && self.claims.shallow_copy.is_some() == other.claims.shallow_copy.is_some()
            && self.claims.fields == other.claims.fields
    }
}

/// Ends the fields of the `T` at that address.
///
/// # Safety
/// `object` is a `T`, nobody uses its content any more, and this happens once.
unsafe fn drop_content<T>(object: NonNull<Object>) -> Caught<()> {
    // SAFETY: as the caller promised.
    caught(|| unsafe { object.cast::<T>().drop_in_place() })
}

/// Frees the memory of the `T` at that address.
///
/// # Safety
/// `object` was allocated as a `Box<T>`, its content has ended, and this happens once.
pub(crate) unsafe fn free<T>(object: NonNull<Object>) {
    // SAFETY: as the caller promised; `MaybeUninit` keeps the box from ending the content again.
    drop(unsafe { Box::from_raw(object.cast::<MaybeUninit<T>>().as_ptr()) });
}
