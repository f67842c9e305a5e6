//! Maps and sets of objects by identity, and the set of visited objects.
//!
//! Traversals remember only objects with more than one strong reference, for these reasons:
//! - The graph below a root does not change while the root is referenced.
//! - A graph has cycles only through fields that change in place. A cycle that the root reaches
//!   contains an object with a further reference from outside the cycle.
//! - So a traversal reaches an object with one strong reference from one other object only. If the
//!   traversal enters each object once, it reaches this object once.
//! - New references to the object may appear during the traversal, but not from within the graph.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::num::NonZeroUsize;
use std::ptr::NonNull;

use foldhash::fast::FixedState;
use objet_object::{IsObjectRef, Object, ObjectRef};

/// The address of an object, which is its identity while the object lives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity(NonZeroUsize);

impl Identity {
    #[inline]
    pub(crate) fn of(object: &Object) -> Self {
        Self(NonNull::from(object).addr())
    }

    /// Returns the address as a number.
    pub(crate) fn number(self) -> u64 {
        self.0.get() as u64
    }

    /// Returns a second identity of the same object, for maps with the objects of two graphs.
    #[inline]
    pub(crate) fn on_other_side(self) -> Self {
        const { assert!(align_of::<Object>() > 1, "no object lies at an odd address") }
        Self(self.0 | 1)
    }
}

impl Hash for Identity {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.0.get());
    }
}

/// A map with objects as keys, which it does not keep alive.
pub(crate) type IdentityMap<V> = ObjectHashMap<Identity, V>;

/// A set of objects, which it does not keep alive.
pub(crate) type IdentitySet = ObjectHashSet<Identity>;

/// A hash map whose keys are references that compare by identity.
///
/// Passes over large programs look up objects mostly in the order of their allocation. This map is
/// faster then, because it keeps neighbours in memory close together.
///
/// ```
/// use objet::prelude::*;
/// use objet::walk::ObjectHashMap;
///
/// let [a, b] = ["x", "x"].map(|text| Array::from([objet::String::from(text)]));
/// let mut numbers: ObjectHashMap<Array<objet::String>, usize> = ObjectHashMap::default();
/// numbers.extend([(a.clone(), 0), (b.clone(), 1)]);
/// assert_eq!((numbers[&a], numbers[&b]), (0, 1));
/// ```
pub type ObjectHashMap<K, V> = HashMap<K, V, BuildHasherDefault<AddressHasher>>;

/// A hash set of references that compare by identity, as [`ObjectHashMap`].
pub type ObjectHashSet<K> = HashSet<K, BuildHasherDefault<AddressHasher>>;

/// Hashes an address such that objects that are adjacent in memory are adjacent in the table, and
/// different memory pages are scattered. This improves locality, since traversals mostly follow the
/// allocation order.
///
/// The allocator chooses the addresses, so an attacker cannot construct collisions.
#[derive(Default)]
pub struct AddressHasher(u64);

impl Hasher for AddressHasher {
    /// Adds the hash of a key that compares by content, such as a string.
    fn write(&mut self, bytes: &[u8]) {
        self.0 = self.0.rotate_left(1) ^ FixedState::default().hash_one(bytes);
    }

    #[inline]
    fn write_usize(&mut self, address: usize) {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let address = address as u64;
        let page = (address >> 12).wrapping_mul(FACTOR) >> 20;
        // Hash tables use the low bits as the index, and the highest bits to distinguish
        // neighbours.
        let tag = (address >> 4).wrapping_mul(FACTOR) & 0xfe00_0000_0000_0000;
        self.0 = (page + (address >> 4 & 0xff)) & !0xfe00_0000_0000_0000 | tag;
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Whether a traversal can reach the object more than once.
#[inline]
pub(crate) fn is_shared(object: &ObjectRef) -> bool {
    object.strong_count() > 1
}

/// The objects that a traversal has visited.
#[derive(Default)]
pub(crate) struct Visited(IdentitySet);

impl Visited {
    /// Marks the object as visited. Returns whether this is the first visit.
    #[inline]
    pub(crate) fn insert(&mut self, object: &ObjectRef) -> bool {
        !is_shared(object) || self.insert_shared(object)
    }

    /// Separate from `insert` to keep the path of other objects short.
    #[inline(never)]
    fn insert_shared(&mut self, object: &ObjectRef) -> bool {
        self.0.insert(Identity::of(object))
    }
}
