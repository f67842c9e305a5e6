//! Objects by identity: maps from them, and which ones were met before.
//!
//! A graph has no cycles but by way of fields that are changed in place, each of which has an object that is referred to from elsewhere
//! too; and it does not change while somebody refers to its root. So an object with one strong reference is
//! reached by that one alone, from one other object: if each object is gone into once, it is met once, and need not be
//! remembered. Others may come to refer to it meanwhile, but not from within the graph.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::num::NonZeroUsize;
use std::ptr::NonNull;

use objet_object::{IsObjectRef, Object, ObjectRef};

/// The address of an object: its identity for as long as it lives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity(NonZeroUsize);

impl Identity {
    #[inline]
    pub(crate) fn of(object: &Object) -> Self {
        Self(NonNull::from(object).addr())
    }

    /// The address.
    pub(crate) fn number(self) -> u64 {
        self.0.get() as u64
    }

    /// Another one for the same object, where two graphs are told apart.
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

/// A map from objects.
pub(crate) type IdentityMap<V> = HashMap<Identity, V, BuildHasherDefault<AddressHasher>>;

/// A set of objects.
pub(crate) type IdentitySet = HashSet<Identity, BuildHasherDefault<AddressHasher>>;

/// Keeps objects that lie side by side in memory side by side in a table, as graphs are mostly gone through in the order in
/// which they were made; objects of different pages of memory are scattered.
///
/// The addresses are the allocator's, so nobody can choose them to collide.
#[derive(Default)]
pub(crate) struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("an identity hashes as one number");
    }

    #[inline]
    fn write_usize(&mut self, address: usize) {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let address = address as u64;
        let page = (address >> 12).wrapping_mul(FACTOR) >> 20;
        // A table takes its place from the low bits, and tells neighbours apart by the highest.
        let tag = (address >> 4).wrapping_mul(FACTOR) & 0xfe00_0000_0000_0000;
        self.0 = (page + (address >> 4 & 0xff)) & !0xfe00_0000_0000_0000 | tag;
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Whether an object that was met can be met again.
#[inline]
pub(crate) fn can_be_met_again(object: &ObjectRef) -> bool {
    object.strong_count() > 1
}

/// The objects that were met.
#[derive(Default)]
pub(crate) struct Met(IdentitySet);

impl Met {
    /// Whether the object is met for the first time.
    #[inline]
    pub(crate) fn first_time(&mut self, object: &ObjectRef) -> bool {
        !can_be_met_again(object) || self.0.insert(Identity::of(object))
    }
}
