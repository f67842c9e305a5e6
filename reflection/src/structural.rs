//! Keys of maps and sets that compare objects by structure.

use std::hash::{Hash, Hasher};

use objet_object::AsObjectRef;

use crate::equal::{shallow_equal, structural_equal};
use crate::hash::{StructuralHash, shallow_hash};
use crate::identity::Identity;

/// A reference, owned or borrowed, that compares and hashes the graph below it by structure.
///
/// - Two keys are equal if [`structural_equal`] is true for their graphs. Each free variable equals
///   only itself.
/// - The hash depends on the addresses of free variables. It is valid while the key exists, and
///   different in another run.
/// - Each comparison and each hash visits the whole graph. To look up the nodes of a graph one by
///   one, [`Interner`](crate::Interner) takes time linear in the graph.
/// - A key must not change. Fields that change in place
///   ([`FieldCell`](objet_object::FieldCell)) can make an entry impossible to find.
///
/// ```
/// use std::collections::{HashMap, HashSet};
///
/// use objet::prelude::*;
/// use objet::String;
/// use objet::compare::Structural;
///
/// let names = || Array::from([String::from("x"), String::from("y")]);
/// let (a, b) = (names(), names());
/// assert!(a != b && Structural(&a) == Structural(&b));
/// assert_eq!(HashSet::from([Structural(&a), Structural(&b)]).len(), 1);
///
/// let mut costs = HashMap::from([(Structural(a), 2)]); // an owned key
/// assert_eq!(costs.get(&Structural(b.clone())), Some(&2));
/// assert_eq!(costs.insert(Structural(b), 3), Some(2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Structural<R>(pub R);

impl<L: AsObjectRef, R: AsObjectRef> PartialEq<Structural<R>> for Structural<L> {
    fn eq(&self, other: &Structural<R>) -> bool {
        structural_equal(self.0.borrow_object_ref(), other.0.borrow_object_ref())
    }
}

impl<R: AsObjectRef> Eq for Structural<R> {}

impl<R: AsObjectRef> Hash for Structural<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(StructuralHash::new().hash(self.0.borrow_object_ref()));
    }
}

/// A reference, owned or borrowed, that compares and hashes one object by its own values, and the
/// objects that it refers to by identity.
///
/// If equal objects below are already the same object, as an [`Interner`](crate::Interner) makes
/// them, this comparison equals [`structural_equal`] in time linear in the number of fields.
/// Two keys are equal if both refer to the same object, or if both objects have the same type and:
/// - nodes have equal compared fields, with identical references; nodes that files store as bytes
///   have equal bytes; `compare_with` functions decide with identity in place of the comparison of
///   objects,
/// - arrays and ADTs have identical elements,
/// - maps have the same string keys or identical keys, with identical values, in any order,
/// - strings, shapes, and tensors in host memory have equal content.
///
/// Some objects equal only themselves, since their identity counts or is all that is known:
/// variables, graph nodes, nodes that compare by address, nodes with compared fields that change in
/// place, nodes that the loader kept as in the file, tensors on a device, and objects without
/// reflection.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::compare::{ShallowStructural, Structural};
///
/// let (x, also_x) = (String::from("x"), String::from("x"));
/// let [a, b, c] = [&x, &x, &also_x].map(|name| Array::from([name.clone()]));
/// assert_eq!(ShallowStructural(&x), ShallowStructural(&also_x));
/// assert_eq!(ShallowStructural(&a), ShallowStructural(&b));
/// assert_ne!(ShallowStructural(&a), ShallowStructural(&c)); // another element
/// assert_eq!(Structural(&a), Structural(&c));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShallowStructural<R>(pub R);

impl<L: AsObjectRef, R: AsObjectRef> PartialEq<ShallowStructural<R>> for ShallowStructural<L> {
    fn eq(&self, other: &ShallowStructural<R>) -> bool {
        shallow_equal(self.0.borrow_object_ref(), other.0.borrow_object_ref())
    }
}

impl<R: AsObjectRef> Eq for ShallowStructural<R> {}

impl<R: AsObjectRef> Hash for ShallowStructural<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let object = self.0.borrow_object_ref();
        state.write_u64(shallow_hash(object).unwrap_or_else(|| Identity::of(object).number()));
    }
}
