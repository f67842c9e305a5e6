//! Strong pointers to objects: how objects are created, shared and dropped.
//!
//! The fields of an object drop with it, and so do the objects that they own. Beyond [`MAX_LEVELS`]
//! nested drops, objects are queued, and the outermost drop drains the queue. So a chain of any
//! length drops on a stack of any size.
//!
//! Invariants:
//! - The address of an object on the heap is exposed when the object is created. So a pointer to
//!   the whole allocation can be recovered from a reference to the object.
//! - Each entry of the queue carries the safety promise of one caller of [`or_later`], on this
//!   thread.
//! - An object has the layout of the struct that the record of its type names: the type's own
//!   struct, or the struct of the nearest ancestor for a type without a struct. It is in a block if
//!   its counts state so. Otherwise it has an allocation of its own, with that layout.

#![expect(unsafe_code, reason = "objects are created and dropped through pointers")]

use std::alloc::{Layout, dealloc};
use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, needs_drop};
use std::ops::Deref;
use std::ptr::NonNull;

use crate::caught::{Caught, caught, resumed};
use crate::header::Object;
use crate::node::block;
use crate::node::new_object::indices_of;
use crate::node::{IsObject, ObjectPtr, ObjectRef};
use crate::types::error::TypeError;
use crate::types::index::TypeIndex;
use crate::types::node_type::Registered;

/// Moves a node to the heap and returns a pointer to the new object.
///
/// # Panics
/// If the type table rejects the declaration of `T`. See [`IsObject::type_index`].
#[inline]
pub fn make_object<T: IsObject>(node: T) -> ObjectPtr<T> {
    // SAFETY: a node begins with its header.
    let linked = T::node_type().linked(unsafe { NonNull::from(&node).cast::<Object>().as_ref() });
    // The slow path does not get the node, so the compiler need not store the node in memory before
    // it moves to the heap.
    let Registered { index, range_index } = match linked.is_linked() {
        true => Registered { index: TypeIndex::new(linked.index), range_index: linked.index },
        false => T::node_type().expect_registered(),
    };
    allocate(node, index, range_index)
}

/// Creates an object of a type without a Rust struct of its own. `node` is the struct of the type's
/// nearest ancestor that has a struct.
///
/// # Errors
/// If `type_index` is not in the type table, or if objects of the type do not use the struct `T`.
///
/// ```
/// use objet_object::{ClosureNode, IsObject, Object, get_or_alloc_type_index, make_object_of_type};
///
/// let index = get_or_alloc_type_index("plugin.Closure", ClosureNode::type_index(), 0, true)?;
/// let closure = make_object_of_type(ClosureNode::default(), index)?;
/// assert_eq!(closure.type_key(), "plugin.Closure");
/// assert!(closure.is_instance::<ClosureNode>());
/// # Ok::<(), objet_object::Error>(())
/// ```
pub fn make_object_of_type<T: IsObject>(node: T, type_index: TypeIndex) -> Result<ObjectPtr<T>, TypeError> {
    let Registered { index, range_index } = indices_of(type_index, T::node_type())?;
    Ok(allocate(node, index, range_index))
}

#[inline(always)]
fn allocate<T: IsObject>(node: T, type_index: TypeIndex, range_index: u32) -> ObjectPtr<T> {
    let mut node = ManuallyDrop::new(node);
    let header = NonNull::from(&mut node).cast::<Object>();
    // SAFETY: a node begins with its header, and this node is not on the heap yet. Headers need no
    // drop.
    unsafe { header.write(Object::unique(type_index, range_index)) };
    let node = NonNull::from(Box::leak(Box::new(ManuallyDrop::into_inner(node))));
    // `retain` recovers a pointer from the exposed address.
    node.expose_provenance();
    ObjectPtr { node, _owns: PhantomData }
}

/// Creates an object of the same type as `object`, with a clone of its content.
///
/// # Safety
/// `object` is an object whose struct is `T`.
pub(crate) unsafe fn shallow_copy<T: IsObject + Clone>(object: NonNull<Object>) -> Caught<NonNull<Object>> {
    // SAFETY: as the caller promised. The reference is used only during this call.
    let node = unsafe { object.cast::<T>().as_ref() };
    // SAFETY: an object begins with its header.
    let header = unsafe { object.as_ref() };
    caught(|| allocate(node.clone(), header.type_index(), header.range_index()).into_raw().cast())
}

impl<T: IsObject> ObjectPtr<T> {
    /// Returns the address, and passes the strong count to the caller.
    #[inline]
    pub(crate) fn into_raw(self) -> NonNull<T> {
        ManuallyDrop::new(self).node
    }

    /// Converts the pointer into a reference to any object.
    #[inline]
    pub(crate) fn into_object_ref(self) -> ObjectRef {
        // SAFETY: every object is a `runtime.Object`, and the strong count moves to the reference.
        ObjectRef(unsafe { ObjectPtr::from_raw(self.into_raw().cast()) })
    }

    /// Returns the address of the object.
    pub(crate) fn as_raw(&self) -> NonNull<Object> {
        self.node.cast()
    }

    /// Creates a pointer from the address, and takes over one strong count.
    ///
    /// # Safety
    /// `node` is an object, and the caller passes on one strong count of it.
    #[inline]
    pub(crate) unsafe fn from_raw(node: NonNull<T>) -> Self {
        Self { node, _owns: PhantomData }
    }

    /// Returns a new strong reference to a borrowed node, or `None` if the node is not an object.
    #[inline]
    pub(crate) fn retain(node: &T) -> Option<Self> {
        let address = NonNull::from(node);
        // SAFETY: a node begins with its header.
        let counts = unsafe { address.cast::<Object>().as_ref() }.counts();
        // A borrowed object stays alive, so a count above zero stays above zero until the
        // increment.
        (counts.strong() > 0).then(|| {
            counts.retain_strong();
            // The new pointer may be the last reference and free the memory. A pointer derived from
            // `node` could only read, so the pointer is recovered from the exposed address.
            Self { node: NonNull::with_exposed_provenance(address.addr()), _owns: PhantomData }
        })
    }

    #[inline(always)]
    pub(crate) fn header(&self) -> &Object {
        // SAFETY: the pointer holds a strong count, so the object is alive, and it begins with its
        // header.
        unsafe { self.node.cast::<Object>().as_ref() }
    }

    /// Returns a view of the fields, if this is the only reference, strong or weak.
    pub(crate) fn get_mut(&mut self) -> Option<T::Mut<'_>> {
        // SAFETY: no other reference exists, and none can be created while `self` is borrowed.
        self.header().counts().is_unique().then(|| unsafe { T::project(self.node) })
    }

    /// Returns a view of the fields, after moving to a copy of the object if this is not the only
    /// reference.
    pub(crate) fn make_mut(&mut self) -> T::Mut<'_>
    where
        T: Clone,
    {
        // The root type has no fields, and a type that derives from it need not be `Clone`.
        if T::TYPE_DEPTH > 0 && !self.header().counts().is_unique() {
            // The object may have a type that derives from `T`. The derive requires such a type to
            // be `Clone` too.
            let Some(copy) = self.header().record().node().shallow_copy() else {
                unreachable!("the derive requires that a child of a `Clone` node is `Clone`")
            };
            // SAFETY: `copy` belongs to the struct of the object's type.
            let copied = resumed(unsafe { copy(self.node.cast()) });
            // SAFETY: the copy has the object's own type, so it is a `T`. Its strong count passes
            // to `self`.
            *self = unsafe { Self::from_raw(copied.cast()) };
        }
        // SAFETY: no other reference to the object exists, and none can be created while `self` is
        // borrowed. If `T` is the root type, the view has no fields.
        unsafe { T::project(self.node) }
    }
}

impl<T: IsObject> Deref for ObjectPtr<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the pointer holds a strong count of an object that is a `T`.
        unsafe { self.node.as_ref() }
    }
}

impl<T: IsObject> Clone for ObjectPtr<T> {
    #[inline]
    fn clone(&self) -> Self {
        self.header().counts().retain_strong();
        Self { node: self.node, _owns: PhantomData }
    }
}

impl<T: IsObject> Drop for ObjectPtr<T> {
    #[inline]
    fn drop(&mut self) {
        let header = self.header();
        if header.counts().is_unique_and_boxed()
            && T::node_type().linked(header).index == header.type_index().value()
        {
            if needs_drop::<T>() {
                // SAFETY: this is the last reference of either kind, the object's own type is `T`,
                // and its allocation is its own.
                unsafe { or_later(self.node.cast(), drop_unique::<T>) };
            } else {
                // SAFETY: this is the last reference of either kind, and there is no content to
                // drop.
                unsafe { dealloc(self.node.as_ptr().cast(), Layout::new::<T>()) };
            }
        } else {
            // SAFETY: this releases the pointer's own strong count, and the pointer is not used
            // again.
            unsafe { release(self.node.cast()) };
        }
    }
}

/// Drops and frees a `T` without references.
///
/// # Safety
/// `object` was created as a `T` with an allocation of its own, has no strong or weak references,
/// and is not used again.
unsafe fn drop_unique<T: IsObject>(object: NonNull<Object>) {
    // The memory is freed even if the `drop` of a field panics.
    let _memory = Memory { object, layout: Layout::new::<T>(), in_block: false };
    // SAFETY: as the caller promised.
    unsafe { object.cast::<T>().drop_in_place() };
}

/// Drops and frees an object of any type without references.
///
/// # Safety
/// `object` has no strong or weak references, and is not used again.
unsafe fn drop_unique_by_record(object: NonNull<Object>) {
    // SAFETY: the object has not been dropped yet.
    let header = unsafe { object.as_ref() };
    let node_type = header.record().node();
    // The memory is freed even if the `drop` of a field panics.
    let _memory = Memory { object, layout: node_type.layout(), in_block: header.counts().in_block() };
    // SAFETY: the record names the struct of the object, and the content is dropped only here.
    resumed(unsafe { node_type.drop_content(object) });
}

/// Releases one strong count, and drops the object if it was the last one.
///
/// # Safety
/// The caller owns a strong count of `object` and passes it on.
#[inline(never)]
unsafe fn release(object: NonNull<Object>) {
    // SAFETY: the caller's strong count keeps the object alive until it is released below.
    let header = unsafe { object.as_ref() };
    if header.counts().is_unique() {
        let node_type = header.record().node();
        if node_type.needs_drop() {
            // SAFETY: this is the last reference of either kind.
            unsafe { or_later(object, drop_unique_by_record) };
        } else {
            // SAFETY: this is the last reference of either kind, there is no content to drop, and
            // the record names the struct of the object.
            unsafe { free(object, node_type.layout()) };
        }
    } else if header.counts().release_strong() {
        // SAFETY: this released the last strong count, so only this call drops the content.
        unsafe { or_later(object, end) };
    }
}

/// Drops the content of an object, and releases the weak count that its strong references shared.
///
/// # Safety
/// The last strong count of `object` was released, and this is called once for it.
unsafe fn end(object: NonNull<Object>) {
    struct Weak(NonNull<Object>);
    impl Drop for Weak {
        fn drop(&mut self) {
            // SAFETY: this is the weak count that the strong references shared.
            unsafe { release_weak(self.0) };
        }
    }
    let _weak = Weak(object);
    // SAFETY: the shared weak count keeps the memory alive, including the header.
    let node_type = unsafe { object.as_ref() }.record().node();
    // SAFETY: the record names the struct of the object, and the content is dropped only here.
    resumed(unsafe { node_type.drop_content(object) });
}

/// Releases one weak count, and frees the memory if it was the last one.
///
/// # Safety
/// The caller owns a weak count of `object` and passes it on.
pub(crate) unsafe fn release_weak(object: NonNull<Object>) {
    // SAFETY: the caller's weak count keeps the memory alive, including the header.
    let header = unsafe { object.as_ref() };
    if header.counts().release_weak() {
        // SAFETY: this released the last count of either kind, so the content was dropped before.
        // The record names the struct of the object.
        unsafe { free(object, header.record().node().layout()) };
    }
}

/// Frees the memory of an object with this layout.
///
/// # Safety
/// The content of the object was dropped, moved, or needs no drop. The memory is not used again.
pub(crate) unsafe fn free(object: NonNull<Object>, layout: Layout) {
    // SAFETY: the header is part of the memory, and needs no drop.
    let in_block = unsafe { object.as_ref() }.counts().in_block();
    drop(Memory { object, layout, in_block });
}

/// Frees the memory of an object when it drops. The content was dropped before, or is dropped while
/// this value exists.
struct Memory {
    object: NonNull<Object>,
    /// The layout of the object.
    layout: Layout,
    /// Whether the object is in a block. Otherwise it has an allocation of its own.
    in_block: bool,
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the code that created this value owned the object, and stated where it is.
        unsafe {
            match self.in_block {
                true => block::release(self.object, self.layout),
                false => dealloc(self.object.as_ptr().cast(), self.layout),
            }
        }
    }
}

/// Compares by identity.
impl<T: IsObject> PartialEq for ObjectPtr<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<T: IsObject> Eq for ObjectPtr<T> {}

/// Hashes by identity.
impl<T: IsObject> Hash for ObjectPtr<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node.hash(state);
    }
}

impl<T: IsObject> fmt::Debug for ObjectPtr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.header().fmt(f)
    }
}

/// The maximum number of nested drops on a thread. Ordinary trees stay below it and never use the
/// queue, and small stacks have room for it.
const MAX_LEVELS: u32 = 32;

type End = unsafe fn(NonNull<Object>);
type Waiting = Vec<(NonNull<Object>, End)>;

thread_local! {
    static ENDING: Ending = const {
        Ending { levels: Cell::new(0), waits: Cell::new(false), waiting: Cell::new(ManuallyDrop::new(Vec::new())) }
    };
}

struct Ending {
    /// The number of nested drops that run on this thread.
    levels: Cell<u32>,
    /// Whether the queue has entries.
    waits: Cell<bool>,
    /// The queue of deferred drops. The queue is empty and has no allocation whenever no drop runs.
    /// So the thread-local needs no destructor, and objects can still drop while the thread shuts
    /// down.
    waiting: Cell<ManuallyDrop<Waiting>>,
}

/// Calls `end(object)` now, or defers it until the outermost call of this function on this thread
/// finishes.
///
/// # Safety
/// `end(object)` may be called once, now or later, on this thread.
#[inline]
unsafe fn or_later(object: NonNull<Object>, end: End) {
    ENDING.with(|ending| {
        if ending.levels.get() == MAX_LEVELS {
            ending.push(object, end);
        } else {
            let _level = Level::enter(ending);
            // SAFETY: as the caller promised.
            unsafe { end(object) };
        }
    });
}

/// One level of nested drops. When the outermost level ends, also by a panic, it runs the deferred
/// drops.
struct Level<'a>(&'a Ending);

impl<'a> Level<'a> {
    #[inline]
    fn enter(ending: &'a Ending) -> Self {
        ending.levels.set(ending.levels.get() + 1);
        Self(ending)
    }
}

impl Drop for Level<'_> {
    #[inline]
    fn drop(&mut self) {
        struct Leave<'a>(&'a Ending);
        impl Drop for Leave<'_> {
            #[inline]
            fn drop(&mut self) {
                self.0.levels.set(self.0.levels.get() - 1);
            }
        }
        let Leave(ending) = &Leave(self.0);
        if ending.waits.get() && ending.levels.get() == 1 {
            ending.work_off();
        }
    }
}

impl Ending {
    #[cold]
    fn push(&self, object: NonNull<Object>, end: End) {
        let mut waiting = self.waiting.replace(ManuallyDrop::new(Vec::new()));
        waiting.push((object, end));
        self.waiting.set(waiting);
        self.waits.set(true);
    }

    fn pop(&self) -> Option<(NonNull<Object>, End)> {
        let mut waiting = self.waiting.replace(ManuallyDrop::new(Vec::new()));
        let next = waiting.pop();
        if next.is_none() {
            drop(ManuallyDrop::into_inner(waiting));
            self.waits.set(false);
        } else {
            self.waiting.set(waiting);
        }
        next
    }

    #[cold]
    fn work_off(&self) {
        /// Runs the remaining deferred drops when the `drop` of a field panics.
        struct Rest<'a>(&'a Ending);
        impl Drop for Rest<'_> {
            fn drop(&mut self) {
                self.0.work_off();
            }
        }
        let rest = Rest(self);
        while let Some((object, end)) = self.pop() {
            // SAFETY: the entry carries the promise of a caller of `or_later`, and is removed
            // before the call.
            unsafe { end(object) };
        }
        std::mem::forget(rest);
    }
}
