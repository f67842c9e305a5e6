//! Hash-consing: one object for each content.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};

use foldhash::fast::RandomState;
use objet_object::{IsObjectRef, ObjectRef};

use crate::equal::shallow_equal;
use crate::hash::shallow_hash;

/// A set of objects with different contents, for hash-consing.
///
/// Objects are equal as defined by [`ShallowStructural`](crate::ShallowStructural). So an object is
/// interned after the objects that it refers to; [`cse`](crate::cse()) does this for a whole graph.
/// Structurally equal graphs without variables, graph nodes, and other objects whose identity
/// counts, become one object then.
///
/// The interner keeps its objects alive.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::compare::Interner;
///
/// let mut interner = Interner::new();
/// let mut list = |name: &str| {
///     let name = interner.intern(String::from(name));
///     interner.intern(Array::from([name.clone(), name]))
/// };
/// let (a, b, c) = (list("x"), list("x"), list("y"));
/// assert!(a.same_as(&b) && !a.same_as(&c));
/// assert_eq!(interner.len(), 4);
/// ```
#[derive(Default)]
pub struct Interner {
    objects: HashMap<Interned, (), RandomState>,
}

/// An object with its shallow hash, so that the growth of the table does not read the objects.
struct Interned {
    hash: u64,
    object: ObjectRef,
}

impl Interner {
    /// Creates an empty interner.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the object with this content that was interned first. Takes time linear in the
    /// number of fields, elements or bytes of the object.
    ///
    /// Of equal objects that differ in fields with `skip_eq`, the first one remains. An object
    /// whose identity counts is returned as it is, and is not stored.
    pub fn intern<R: IsObjectRef>(&mut self, object: R) -> R {
        let Some(hash) = shallow_hash(object.as_object_ref()) else { return object };
        let interned = Interned { hash, object: object.as_object_ref().clone() };
        let entry = self.objects.entry(interned).insert_entry(());
        let first = entry.key().object.clone();
        // An equal object has the same type and the same elements, so it is an `R` too.
        first.downcast().unwrap_or(object)
    }

    /// Returns the number of stored objects.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether no object is stored.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }
}

impl fmt::Debug for Interner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interner").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl PartialEq for Interned {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && shallow_equal(&self.object, &other.object)
    }
}

impl Eq for Interned {}

impl Hash for Interned {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}
