//! Maps of references.
//!
//! Invariant: `K::check` and `V::check` accept every key and value of the node of a `Map<K, V>`. A
//! shared node is never written, so a view with other types cannot break the invariant.

#![expect(unsafe_code, reason = "slots are reinterpreted as keys and values")]

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Index;

use foldhash::fast::RandomState;
use indexmap::{Equivalent, IndexMap};

use crate::cast::{CastError, ElementPosition};
use crate::containers::checked::Checked;
use crate::containers::element::{Element, Slot, as_element, from_slot, into_slot};
use crate::containers::string::{String, StringNode};
use crate::field_type::ReferenceKind;
use crate::header::Object;
use crate::node::object_ptr::make_object;
use crate::node::{IsObjectRef, ObjectPtr, ObjectRef, Plain};

/// A key in a map. String keys compare by content, other keys by identity.
#[derive(Clone)]
#[repr(transparent)]
struct Key(Slot);

/// The part of a key that determines equality and hash.
#[derive(PartialEq, Eq, Hash)]
enum Lookup<'a> {
    Text(&'a str),
    Object(*const Object),
}

impl Key {
    fn object(&self) -> &ObjectRef {
        match &self.0 {
            Some(object) => object,
            None => unreachable!("a key is a reference, which is never null"),
        }
    }

    fn lookup(&self) -> Lookup<'_> {
        lookup_of(self.object())
    }
}

fn lookup_of(object: &Object) -> Lookup<'_> {
    match object.as_node::<StringNode>() {
        Some(text) => Lookup::Text(text.as_str()),
        None => Lookup::Object(object),
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.lookup() == other.lookup()
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lookup().hash(state);
    }
}

impl Equivalent<Key> for Lookup<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        *self == key.lookup()
    }
}

/// The node of every [`Map`], independent of the types of keys and values.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "Map", type_index = 5, is_final, custom_wrapper = Map<ObjectRef, Option<ObjectRef>>, crate = crate)]
pub struct MapNode {
    base: Object,
    entries: IndexMap<Key, Slot, RandomState>,
    checked: Checked,
}

impl MapNode {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the map has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entries, untyped, in the order in which their keys were first inserted.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (&ObjectRef, Option<&ObjectRef>)> + DoubleEndedIterator {
        self.entries.iter().map(|(key, value)| (key.object(), value.as_ref()))
    }

    /// Returns the entry at this position in the order, untyped.
    pub fn entry(&self, index: usize) -> Option<(&ObjectRef, Option<&ObjectRef>)> {
        self.entries.get_index(index).map(|(key, value)| (key.object(), value.as_ref()))
    }

    /// Returns the position of a key in the order. A string finds the key with the same content;
    /// any other object finds itself.
    pub fn index_of(&self, key: &Object) -> Option<usize> {
        self.entries.get_index_of(&lookup_of(key))
    }

    /// Returns the value of a key, untyped. A string finds the key with the same content; any other
    /// object finds itself.
    pub fn get(&self, key: &Object) -> Option<Option<&ObjectRef>> {
        self.entries.get(&lookup_of(key)).map(Option::as_ref)
    }
}

/// A map from references to references, with copy-on-write.
///
/// Entries keep the order in which their keys were first inserted. String keys compare by content,
/// other keys by identity. If the object is shared, a method that changes the map first moves the
/// reference to a copy of the object. Maps compare and hash by identity, like all references.
///
/// ```
/// use objet_object::{Map, ShapeTuple, String};
///
/// let mut shapes = Map::<String, ShapeTuple>::new();
/// shapes.insert("data".into(), [1, 3, 224, 224].into());
/// assert_eq!(shapes["data"], [1, 3, 224, 224]);
/// assert!(shapes.get("weight").is_none());
/// ```
#[repr(transparent)]
pub struct Map<K = ObjectRef, V = ObjectRef> {
    pointer: ObjectPtr<MapNode>,
    _entries: PhantomData<(K, V)>,
}

/// The entries do not move with the reference.
impl<K, V> Unpin for Map<K, V> {}

impl<K: IsObjectRef, V: Element> crate::AsObjectRef for Map<K, V> {
    #[inline]
    fn borrow_object_ref(&self) -> &ObjectRef {
        self.as_object_ref()
    }
}

// SAFETY: `Map` is transparent over the pointer, and the check first requires a `MapNode`.
unsafe impl<K: IsObjectRef, V: Element> IsObjectRef for Map<K, V> {
    type Node = MapNode;

    fn type_name() -> std::string::String {
        format!("Map<{}, {}>", <K as Element>::type_name(), V::type_name())
    }

    fn check(object: &Object) -> Result<(), CastError> {
        let map = object.as_node::<MapNode>().ok_or_else(|| CastError::new::<Self>(object))?;
        map.checked.check(<Self as IsObjectRef>::check, map.len(), || {
            for (index, (key, value)) in map.iter().enumerate() {
                <K as IsObjectRef>::check(key)
                    .map_err(|error| error.inside::<Self>(ElementPosition::Key(index)))?;
                V::check(value).map_err(|error| error.inside::<Self>(ElementPosition::Value(index)))?;
            }
            Ok(())
        })
    }

    fn parts() -> Option<[ReferenceKind; 2]> {
        Some([<K as Element>::kind(), V::kind()])
    }
}

// SAFETY: every key is an `ObjectRef` and every value an `Option<ObjectRef>`, so the check accepts
// every map.
unsafe impl Plain for Map<ObjectRef, Option<ObjectRef>> {}

/// A type that can look up a value: a key, or the content of a [`String`] key.
pub trait MapQuery {
    /// Returns the key as an object, or the content of a string key as the `Err` variant.
    #[doc(hidden)]
    fn query(&self) -> Result<&Object, &str>;
}

impl<R: IsObjectRef> MapQuery for R {
    fn query(&self) -> Result<&Object, &str> {
        Ok(self.as_object_ref())
    }
}

impl MapQuery for str {
    fn query(&self) -> Result<&Object, &str> {
        Err(self)
    }
}

impl MapQuery for std::string::String {
    fn query(&self) -> Result<&Object, &str> {
        Err(self)
    }
}

fn lookup<Q: MapQuery + ?Sized>(query: &Q) -> Lookup<'_> {
    query.query().map_or_else(Lookup::Text, lookup_of)
}

impl<K: IsObjectRef, V: Element> Map<K, V> {
    /// Creates an empty map.
    pub fn new() -> Self {
        let node = MapNode { base: Object::new(), entries: IndexMap::default(), checked: Checked::default() };
        Self { pointer: make_object(node), _entries: PhantomData }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.pointer.len()
    }

    /// Returns whether the map has no entries.
    pub fn is_empty(&self) -> bool {
        self.pointer.is_empty()
    }

    /// Returns the value of this key.
    pub fn get<Q: MapQuery + ?Sized>(&self, key: &Q) -> Option<&V> {
        // SAFETY: the invariant of this file.
        self.pointer.entries.get(&lookup(key)).map(|value| unsafe { as_element(value) })
    }

    /// Returns whether the map has an entry with this key.
    pub fn contains_key<Q: MapQuery + ?Sized>(&self, key: &Q) -> bool {
        self.pointer.entries.contains_key(&lookup(key))
    }

    /// Sets the value of a key, and returns the old value. An existing key keeps its position.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let old = self.entries_mut().insert(Key(into_slot(key)), into_slot(value));
        // SAFETY: the invariant of this file.
        old.map(|value| unsafe { from_slot(value) })
    }

    /// Returns the entry at this position in the order.
    pub fn get_at(&self, index: usize) -> Option<(&K, &V)> {
        self.pointer.entries.get_index(index).map(Iter::<K, V>::typed)
    }

    /// Replaces the value of the entry at this position, and returns the old value.
    ///
    /// # Panics
    /// If `index` is not less than the length.
    pub fn set_at(&mut self, index: usize, value: V) -> V {
        assert!(index < self.len(), "index {index} is out of bounds: the map has {} entries", self.len());
        let old = std::mem::replace(&mut self.entries_mut()[index], into_slot(value));
        // SAFETY: the invariant of this file.
        unsafe { from_slot(old) }
    }

    /// Removes the entry of a key, and returns its value. The other entries keep their order, so
    /// this takes time linear in the number of entries.
    pub fn remove<Q: MapQuery + ?Sized>(&mut self, key: &Q) -> Option<V> {
        if !self.contains_key(key) {
            return None;
        }
        let old = self.entries_mut().shift_remove(&lookup(key));
        // SAFETY: the invariant of this file.
        old.map(|value| unsafe { from_slot(value) })
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries_mut().clear();
    }

    /// Returns the entries, in order.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { entries: self.pointer.entries.iter(), _entries: PhantomData }
    }

    /// Returns the keys, in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> + DoubleEndedIterator {
        self.iter().map(|(key, _)| key)
    }

    /// Returns the values, in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> + DoubleEndedIterator {
        self.iter().map(|(_, value)| value)
    }

    /// Returns the entries of an unshared node, which is a copy if the node was shared. Callers
    /// only store keys of type `K` and values of type `V`.
    fn entries_mut(&mut self) -> &mut IndexMap<Key, Slot, RandomState> {
        let node = self.pointer.make_mut();
        node.checked.forget();
        node.entries
    }
}

/// An iterator over the entries of a [`Map`].
pub struct Iter<'a, K, V> {
    entries: indexmap::map::Iter<'a, Key, Slot>,
    _entries: PhantomData<(&'a K, &'a V)>,
}

impl<'a, K: IsObjectRef, V: Element> Iter<'a, K, V> {
    fn typed((key, value): (&'a Key, &'a Slot)) -> (&'a K, &'a V) {
        // SAFETY: the invariant of this file, for the map of this iterator.
        unsafe { (as_element(&key.0), as_element(value)) }
    }
}

impl<'a, K: IsObjectRef, V: Element> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        self.entries.next().map(Self::typed)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

impl<K: IsObjectRef, V: Element> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.entries.next_back().map(Self::typed)
    }
}

impl<K: IsObjectRef, V: Element> ExactSizeIterator for Iter<'_, K, V> {}

impl<K, V> Clone for Map<K, V> {
    fn clone(&self) -> Self {
        Self { pointer: self.pointer.clone(), _entries: PhantomData }
    }
}

impl<K: IsObjectRef, V: Element> Default for Map<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Compares by identity.
impl<K, V> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.pointer == other.pointer
    }
}

impl<K, V> Eq for Map<K, V> {}

/// Hashes by identity.
impl<K, V> Hash for Map<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pointer.hash(state);
    }
}

impl<K: IsObjectRef, V: Element> fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

/// # Panics
/// If the map has no entry with this key.
impl<K: IsObjectRef, V: Element, Q: MapQuery + ?Sized> Index<&Q> for Map<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        match self.get(key) {
            Some(value) => value,
            None => panic!("key not found in the map"),
        }
    }
}

impl<K: IsObjectRef, V: Element> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        let entries = entries.into_iter().map(|(key, value)| (Key(into_slot(key)), into_slot(value)));
        self.entries_mut().extend(entries);
    }
}

impl<K: IsObjectRef, V: Element> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: IsObjectRef, V: Element, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<V: Element, S> From<std::collections::HashMap<String, V, S>> for Map<String, V> {
    /// Inserts the entries in ascending order of the keys, because a `HashMap` has no order.
    fn from(map: std::collections::HashMap<String, V, S>) -> Self {
        let mut entries: Vec<_> = map.into_iter().collect();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries.into_iter().collect()
    }
}

impl<K: IsObjectRef, V: Element> From<Map<K, V>> for Vec<(K, V)> {
    fn from(map: Map<K, V>) -> Self {
        map.into_iter().collect()
    }
}

impl<K: IsObjectRef, V: Element> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>().into_iter()
    }
}

impl<'a, K: IsObjectRef, V: Element> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
