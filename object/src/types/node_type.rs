//! The static that every derived node has: what it declares, how it ends, and where the table put it.
//!
//! Invariants:
//! - `linked` is written only while the process state is set up (see `process`), which ends before the first
//!   [`Object`] header of this library is made. So whoever can read a header may read `linked` without more ado.
//! - A type that was known then, and was not refused, has its range in `linked`. Any other has [`Linked::NOWHERE`] there
//!   for ever: instance checks ask the table about it, or, where there are no late nodes, find that nothing is of that
//!   type.

#![expect(unsafe_code, reason = "ranges are written once without synchronization, nodes end by pointer")]

use std::alloc::Layout;
use std::any::TypeId;
use std::cell::UnsafeCell;
use std::fmt;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::caught::{Caught, caught};
use crate::extension::{self, Extension};
use crate::header::Object;
use crate::node::IsObject;
use crate::process;
use crate::types::declaration::{Declaration, Declared, FieldLayout};
use crate::types::table::TypeRecord;
use crate::types::{TypeError, TypeIndex};

/// Indices from [`TypeIndex::DYNAMIC_BEGIN`] to here are given out once, to all types known at the start and to
/// the slots they reserve. Those from here on go to types that arrived late and found no slot.
pub(crate) const LINKED_END: u32 = 1 << 16;

/// Whether a node type can be registered when objects have been made already. Where it cannot, every node type that an
/// instance check asks for is linked, and the check need not look whether it is.
pub(crate) const LATE_NODES: bool = cfg!(any(feature = "late-nodes", not(feature = "inventory")));

const UNREGISTERED: u32 = u32::MAX;

/// A node type as its crate declares it. The derive makes one static of these for each node.
pub struct NodeType {
    pub(crate) key: &'static str,
    parent: Option<fn() -> &'static NodeType>,
    child_slots: u32,
    child_slots_can_overflow: bool,
    is_final: bool,
    static_index: Option<TypeIndex>,
    declared: Declared,
    library: &'static process::Library,
    type_id: fn() -> TypeId,
    // Libraries with late nodes and without share these statics: they have the same fields.
    #[allow(dead_code, reason = "where there are no late nodes, nobody asks for it")]
    type_name: fn() -> &'static str,
    size: usize,
    align: usize,
    fields: &'static [FieldLayout],
    /// Whether the struct has content to end.
    pub(crate) needs_drop: bool,
    pub(crate) drop_content: unsafe fn(NonNull<Object>) -> Caught<()>,
    pub(crate) free: unsafe fn(NonNull<Object>),
    pub(crate) shallow_copy: Option<ShallowCopy>,
    about: Said,
    /// What lies behind the struct, if the type was described at run time.
    pub(crate) extension: Option<&'static Extension>,
    linked: UnsafeCell<Linked>,
    index: AtomicU32,
}

/// Makes a new object with the content of another one.
#[doc(hidden)]
pub type ShallowCopy = unsafe fn(NonNull<Object>) -> Caught<NonNull<Object>>;

/// What a crate that stands on this one says about a node type: a static of its own.
#[doc(hidden)]
pub type About = fn() -> &'static dyn AboutNodes;

/// Where that is to be had.
#[derive(Clone, Copy)]
enum Said {
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

/// Where the table put a type of the linked region.
#[derive(Clone, Copy)]
pub(crate) struct Linked {
    /// The first index of the range. Of a type with a static index it is the first one of its descendants.
    pub(crate) begin: u32,
    /// How many indices the range has.
    pub(crate) len: u32,
    /// The index of the type itself.
    pub(crate) index: u32,
}

impl Linked {
    /// Nothing is in this range.
    const NOWHERE: Self = Self { begin: 0, len: 0, index: UNREGISTERED };

    /// Whether this is the place of a type.
    #[inline(always)]
    pub(crate) fn is_linked(self) -> bool {
        self.index != UNREGISTERED
    }
}

// SAFETY: `linked` is the only field without synchronization, and the file's first invariant orders its only
// write before all reads.
unsafe impl Sync for NodeType {}

impl NodeType {
    /// The declaration of `T`.
    ///
    /// # Safety
    /// `parent` is the static of the parent's type, with which `T` begins, `fields` are those of `T`, and this is called
    /// for one static, which `T::node_type` gives.
    #[doc(hidden)]
    pub const unsafe fn of<T: IsObject>(
        parent: Option<fn() -> &'static NodeType>,
        fields: &'static [FieldLayout],
        declared: Declared,
    ) -> Self {
        Self {
            key: T::TYPE_KEY,
            parent,
            child_slots: T::TYPE_CHILD_SLOTS,
            child_slots_can_overflow: T::TYPE_CHILD_SLOTS_CAN_OVERFLOW,
            is_final: T::TYPE_FINAL,
            static_index: T::TYPE_INDEX,
            declared,
            library: process::THIS_LIBRARY,
            type_id: TypeId::of::<T>,
            type_name: std::any::type_name::<T>,
            size: size_of::<T>(),
            align: align_of::<T>(),
            fields,
            needs_drop: std::mem::needs_drop::<T>(),
            drop_content: drop_content::<T>,
            free: free::<T>,
            shallow_copy: T::SHALLOW_COPY,
            about: Said::ByFunction(T::ABOUT),
            extension: None,
            linked: UnsafeCell::new(Linked::NOWHERE),
            index: AtomicU32::new(UNREGISTERED),
        }
    }

    /// The declaration of a type that is described at run time. It is registered by that alone: nobody asks it for its place.
    pub(crate) fn extended(
        key: &'static str,
        extension: &'static Extension,
        about: &'static dyn AboutNodes,
        declared: Declared,
    ) -> Self {
        let base = extension.base();
        Self {
            key,
            // The table is told by index.
            parent: None,
            child_slots: 0,
            child_slots_can_overflow: true,
            is_final: false,
            static_index: None,
            declared,
            library: process::THIS_LIBRARY,
            type_id: base.type_id,
            type_name: base.type_name,
            size: extension.layout().size(),
            align: extension.layout().align(),
            fields: base.fields,
            needs_drop: extension.needs_drop(),
            drop_content: extension::drop_content,
            free: extension::free,
            shallow_copy: base.shallow_copy.map(|_| extension::shallow_copy as ShallowCopy),
            about: Said::AtRunTime(about),
            extension: Some(extension),
            linked: UnsafeCell::new(Linked::NOWHERE),
            index: AtomicU32::new(UNREGISTERED),
        }
    }

    /// What another crate says about the fields, if it does.
    pub(crate) fn about(&self) -> Option<&'static dyn AboutNodes> {
        match self.about {
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

    /// The index of this type, which is registered now if it was not yet.
    ///
    /// # Errors
    /// If the table refuses the declaration.
    #[inline]
    pub(crate) fn try_index(&'static self) -> Result<TypeIndex, TypeError> {
        process::ensure_ready();
        match self.linked_after_ready().index {
            UNREGISTERED => self.late_index(),
            index => Ok(TypeIndex::new(index)),
        }
    }

    #[cold]
    fn late_index(&'static self) -> Result<TypeIndex, TypeError> {
        match self.index.load(Ordering::Acquire) {
            UNREGISTERED => process::current().types().register(&[self]).map(|records| records[0].index()),
            index => Ok(TypeIndex::new(index)),
        }
    }

    /// Where this type is. The object shows that the process state stands.
    #[inline(always)]
    pub(crate) fn linked(&self, _witness: &Object) -> Linked {
        self.linked_after_ready()
    }

    #[inline(always)]
    fn linked_after_ready(&self) -> Linked {
        // SAFETY: callers have a header at hand or called `ensure_ready`, both of which come after the only write.
        unsafe { *self.linked.get() }
    }

    /// The index, or [`UNREGISTERED`], as an instance check needs it: an object of this type cannot be seen before
    /// its index is.
    #[inline]
    pub(crate) fn index_for_check(&self) -> u32 {
        self.index.load(Ordering::Relaxed)
    }

    /// Notes where the table put this type.
    pub(crate) fn bind(&self, record: &TypeRecord) {
        self.index.store(record.index().value(), Ordering::Release);
    }

    /// Notes where the table put this type, for checks that read no more than a range.
    ///
    /// # Safety
    /// No thread has a header made by this library yet, nor called [`process::ensure_ready`] with success.
    pub(crate) unsafe fn bind_linked(&self, record: &TypeRecord) {
        self.bind(record);
        let (range, index) = (record.range(), record.index().value());
        if record.is_linked() {
            let linked = Linked { begin: range.start, len: range.end - range.start, index };
            // SAFETY: nobody reads `linked` yet, says the caller.
            unsafe { *self.linked.get() = linked };
        }
    }

    pub(crate) fn parent(&self) -> Option<&'static NodeType> {
        self.parent.map(|parent| parent())
    }

    pub(crate) fn declared(&self) -> Declared {
        self.declared
    }

    pub(crate) fn declaration(&'static self) -> Declaration {
        Declaration {
            key: self.key.into(),
            child_slots: self.child_slots,
            child_slots_can_overflow: self.child_slots_can_overflow,
            is_final: self.is_final,
            static_index: self.static_index,
            node: Some(self),
            declared: self.declared,
        }
    }

    /// The key, and the name of the crate that has the struct.
    #[cfg(any(feature = "late-nodes", not(feature = "inventory")))]
    pub(crate) fn key_and_crate(&self) -> (&'static str, &'static str) {
        let name = (self.type_name)();
        (self.key, name.split_once("::").map_or(name, |(of, _)| of))
    }

    /// Whether the compiler takes both for one struct: of the same name, in the same version of a crate.
    #[cfg(any(feature = "late-nodes", not(feature = "inventory")))]
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
            && self.shallow_copy.is_some() == other.shallow_copy.is_some()
            && self.fields == other.fields
    }
}

/// Ends the fields of the `T` at that address.
///
/// # Safety
/// `object` is a `T`, nobody uses its content any more, and this happens once.
unsafe fn drop_content<T: IsObject>(object: NonNull<Object>) -> Caught<()> {
    // SAFETY: as the caller promised.
    caught(|| unsafe { object.cast::<T>().drop_in_place() })
}

/// Frees the memory of the `T` at that address.
///
/// # Safety
/// `object` was allocated as a `Box<T>`, its content has ended, and this happens once.
pub(crate) unsafe fn free<T: IsObject>(object: NonNull<Object>) {
    // SAFETY: as the caller promised; `MaybeUninit` keeps the box from ending the content again.
    drop(unsafe { Box::from_raw(object.cast::<MaybeUninit<T>>().as_ptr()) });
}
