//! Strong pointers to objects: making, sharing and dropping objects.
//!
//! The fields of an object drop with it, and their fields with them. Past [`MAX_LEVELS`] of that,
//! objects wait in a list that the outermost drop works off, so that a chain of any length drops on a
//! stack of any size.
//!
//! Invariants:
//! - The address of an object on the heap is exposed when it is made, so that a reference to it leads
//!   back to the whole allocation.
//! - Each entry of the list of what waits stands for one promise that a caller of [`or_later`] made, on
//!   this thread.
//! - An object lives in a box of the struct that its type's record names: the type's own, or, for a type without one,
//!   the nearest ancestor's.

#![expect(unsafe_code, reason = "objects are made and ended by pointer")]

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, needs_drop};
use std::ops::Deref;
use std::ptr::NonNull;

use crate::caught::{Caught, caught, resumed};
use crate::header::Object;
use crate::node::{IsObject, ObjectPtr};
use crate::state;
use crate::types::error::TypeError;
use crate::types::index::TypeIndex;
use crate::types::node_type::{Registered, free};

/// Makes an object of a node.
///
/// # Panics
/// If the type table refuses the declaration of `T`; see [`IsObject::type_index`].
#[inline]
pub fn make_object<T: IsObject>(node: T) -> ObjectPtr<T> {
    // SAFETY: a node begins with its header.
    let linked = T::node_type().linked(unsafe { NonNull::from(&node).cast::<Object>().as_ref() });
    // The rare way is told nothing of the node, so that the node need not lie in memory before it is on
    // the heap.
    let Registered { index, place } = match linked.is_linked() {
        true => Registered { index: TypeIndex::new(linked.index), place: linked.index },
        false => late_type::<T>(),
    };
    allocate(node, index, place)
}

/// Returns the indices of a type that is not linked.
#[cold]
#[inline(never)]
fn late_type<T: IsObject>() -> Registered {
    T::node_type().try_registered().unwrap_or_else(|error| panic!("{error}"))
}

/// Makes an object of a type that no Rust struct stands for, with the struct of its nearest ancestor that has one.
///
/// # Errors
/// If `type_index` is not in the table, or if its objects are not `T`s in memory.
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
    let own = T::node_type().try_registered()?.index;
    let record = state::after_setup()
        .types()
        .by_index(type_index)
        .ok_or(TypeError::UnknownIndex { index: type_index })?;
    let struct_key = record.node().key();
    if struct_key == T::TYPE_KEY && record.has_ancestor(T::TYPE_DEPTH, own.value()) {
        Ok(allocate(node, type_index, record.place()))
    } else {
        Err(TypeError::OtherStruct { expected: record.key().into(), found: T::TYPE_KEY })
    }
}

#[inline(always)]
fn allocate<T: IsObject>(node: T, type_index: TypeIndex, place: u32) -> ObjectPtr<T> {
    let mut node = ManuallyDrop::new(node);
    let header = NonNull::from(&mut node).cast::<Object>();
    // SAFETY: a node begins with its header, and this one is not on the heap yet. Headers have nothing to drop.
    unsafe { header.write(Object::lone(type_index, place)) };
    let node = NonNull::from(Box::leak(Box::new(ManuallyDrop::into_inner(node))));
    // For `retain`.
    node.expose_provenance();
    ObjectPtr { node, _owns: PhantomData }
}

/// Makes an object of the same type as `object`, with a clone of its content.
///
/// # Safety
/// `object` is an object whose struct is `T`.
pub(crate) unsafe fn shallow_copy<T: IsObject + Clone>(object: NonNull<Object>) -> Caught<NonNull<Object>> {
    // SAFETY: as the caller promised; the reference lasts for this call.
    let node = unsafe { object.cast::<T>().as_ref() };
    // SAFETY: an object begins with its header.
    let header = unsafe { object.as_ref() };
    caught(|| allocate(node.clone(), header.type_index(), header.place()).into_raw().cast())
}

impl<T: IsObject> ObjectPtr<T> {
    /// Gives the count to the caller.
    #[inline]
    pub(crate) fn into_raw(self) -> NonNull<T> {
        ManuallyDrop::new(self).node
    }

    /// The object's address.
    pub(crate) fn as_raw(&self) -> NonNull<Object> {
        self.node.cast()
    }

    /// Takes a count over.
    ///
    /// # Safety
    /// `node` is an object, and the caller gives one strong count of it away.
    #[inline]
    pub(crate) unsafe fn from_raw(node: NonNull<T>) -> Self {
        Self { node, _owns: PhantomData }
    }

    /// A new strong reference to a node that is at hand; `None` if it is not an object.
    #[inline]
    pub(crate) fn retain(node: &T) -> Option<Self> {
        let address = NonNull::from(node);
        // SAFETY: a node begins with its header.
        let counts = unsafe { address.cast::<Object>().as_ref() }.counts();
        // A borrowed object is kept alive, so a count that is not 0 now will not be 0 below.
        (counts.strong() > 0).then(|| {
            counts.retain_strong();
            // The new pointer may be the one that frees the memory. One that is made of the reference
            // could only read, so it is made of the address, which was exposed with the object.
            Self { node: NonNull::with_exposed_provenance(address.addr()), _owns: PhantomData }
        })
    }

    #[inline(always)]
    pub(crate) fn header(&self) -> &Object {
        // SAFETY: the pointer holds a strong count, so the object lives, and it begins with its header.
        unsafe { self.node.cast::<Object>().as_ref() }
    }

    /// The fields, if this is the only reference, strong or weak.
    pub(crate) fn get_mut(&mut self) -> Option<T::Mut<'_>> {
        // SAFETY: nobody else can reach the object, nor come to while `self` is borrowed.
        self.header().counts().is_lone().then(|| unsafe { T::project(self.node) })
    }

    /// The fields, of a copy of the object if this is not the only reference.
    pub(crate) fn make_mut(&mut self) -> T::Mut<'_>
    where
        T: Clone,
    {
        // The root has no fields to change, and what derives from it need not be `Clone`.
        if T::TYPE_DEPTH > 0 && !self.header().counts().is_lone() {
            // The object may be of a type that derives from `T`. The derive makes sure that it can be copied too.
            let Some(copy) = self.header().record().node().shallow_copy() else {
                unreachable!("the derive sees to it that what derives from a `Clone` node is `Clone`")
            };
            // SAFETY: `copy` belongs to the struct of the object's type.
            let copied = resumed(unsafe { copy(self.node.cast()) });
            // SAFETY: the copy is of the object's own type, so it is a `T`, and its count is given to us.
            *self = unsafe { Self::from_raw(copied.cast()) };
        }
        // SAFETY: the object is new, or nobody else can reach it, nor come to while `self` is borrowed; or it is seen as
        // the root, whose view has no fields.
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
        if header.counts().is_lone() && T::node_type().linked(header).index == header.type_index().value() {
            if needs_drop::<T>() {
                // SAFETY: this is the last reference of either kind, and the object is a `T` by its own type.
                unsafe { or_later(self.node.cast(), end_lone::<T>) };
            } else {
                // SAFETY: as above; there is no content to end.
                unsafe { free::<T>(self.node.cast()) };
            }
        } else {
            // SAFETY: the pointer's count is given up, and the pointer is gone after this.
            unsafe { release(self.node.cast()) };
        }
    }
}

/// Ends a `T` that nobody refers to.
///
/// # Safety
/// `object` was made as a `T`, and nobody refers to it, strongly or weakly.
unsafe fn end_lone<T: IsObject>(object: NonNull<Object>) {
    // The memory goes even if a field's `drop` panics.
    let _memory = Memory { object, free: free::<T> };
    // SAFETY: as the caller promised.
    unsafe { object.cast::<T>().drop_in_place() };
}

/// Ends an object of any type that nobody refers to.
///
/// # Safety
/// Nobody refers to `object`, strongly or weakly, and this happens once.
unsafe fn end_lone_by_record(object: NonNull<Object>) {
    // SAFETY: the object has not ended yet.
    let node_type = unsafe { object.as_ref() }.record().node();
    // The memory goes even if a field's `drop` panics.
    let _memory = Memory { object, free: node_type.free };
    // SAFETY: the record names the struct in which the object lives.
    resumed(unsafe { (node_type.drop_content)(object) });
}

/// Gives up one strong count, and ends the object if it was the last one.
///
/// # Safety
/// The caller has a strong count of `object`, which it gives away.
#[inline(never)]
unsafe fn release(object: NonNull<Object>) {
    // SAFETY: the caller's count keeps the object alive until it is given up below.
    let header = unsafe { object.as_ref() };
    if header.counts().is_lone() {
        let node_type = header.record().node();
        if node_type.needs_drop {
            // SAFETY: this is the last reference of either kind.
            unsafe { or_later(object, end_lone_by_record) };
        } else {
            // SAFETY: as above; there is no content to end, and the record names the struct of the box.
            unsafe { (node_type.free)(object) };
        }
    } else if header.counts().release_strong() {
        // SAFETY: the last strong count is gone, so the content ends here and nowhere else.
        unsafe { or_later(object, end) };
    }
}

/// Ends the content of an object, and gives up the weak count that its strong references shared.
///
/// # Safety
/// The last strong count of `object` is gone, and this happens once.
unsafe fn end(object: NonNull<Object>) {
    struct Weak(NonNull<Object>);
    impl Drop for Weak {
        fn drop(&mut self) {
            // SAFETY: this is the weak count that the strong references shared.
            unsafe { release_weak(self.0) };
        }
    }
    let _weak = Weak(object);
    // SAFETY: the shared weak count keeps the memory, and so the header.
    let node_type = unsafe { object.as_ref() }.record().node();
    // SAFETY: the record names the struct in which the object lives.
    resumed(unsafe { (node_type.drop_content)(object) });
}

/// Gives up one weak count, and frees the memory if it was the last one.
///
/// # Safety
/// The caller has a weak count of `object`, which it gives away.
pub(crate) unsafe fn release_weak(object: NonNull<Object>) {
    // SAFETY: the caller's count keeps the memory, and so the header.
    let header = unsafe { object.as_ref() };
    if header.counts().release_weak() {
        // SAFETY: the last count of either kind is gone, and the record names the struct of the box.
        unsafe { (header.record().node().free)(object) };
    }
}

/// Memory whose content has ended, or is about to.
struct Memory {
    object: NonNull<Object>,
    free: unsafe fn(NonNull<Object>),
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: whoever made this owned the object, and `free` belongs to its struct.
        unsafe { (self.free)(self.object) };
    }
}

/// By identity.
impl<T: IsObject> PartialEq for ObjectPtr<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<T: IsObject> Eq for ObjectPtr<T> {}

/// By identity.
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

/// Deep enough that ordinary trees never wait, shallow enough for small stacks.
const MAX_LEVELS: u32 = 32;

type End = unsafe fn(NonNull<Object>);
type Waiting = Vec<(NonNull<Object>, End)>;

thread_local! {
    static ENDING: Ending = const {
        Ending { levels: Cell::new(0), waits: Cell::new(false), waiting: Cell::new(ManuallyDrop::new(Vec::new())) }
    };
}

struct Ending {
    /// How many objects are ending on this thread, one inside the other.
    levels: Cell<u32>,
    /// Whether `waiting` has entries.
    waits: Cell<bool>,
    /// Empty, and without memory, whenever no object is ending: so the thread need not drop it, and objects can
    /// still end while the thread does.
    waiting: Cell<ManuallyDrop<Waiting>>,
}

/// Calls `end(object)` now, or before the outermost call of this function on this thread returns.
///
/// # Safety
/// It is sound to call `end(object)` once, now or later, on this thread.
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

/// An object that is ending. The outermost one ends those that wait, also when a panic passes by.
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
        /// What is left when the `drop` of some field panics ends all the same.
        struct Rest<'a>(&'a Ending);
        impl Drop for Rest<'_> {
            fn drop(&mut self) {
                self.0.work_off();
            }
        }
        let rest = Rest(self);
        while let Some((object, end)) = self.pop() {
            // SAFETY: the entry stands for a promise of a caller of `or_later`, and is taken out once.
            unsafe { end(object) };
        }
        std::mem::forget(rest);
    }
}
