//! Structural comparison: whether two graphs say the same, and where they differ.

mod difference;
mod engine;
mod entries;
mod matches;
mod reducer;
mod trail;

use objet_object::IsObjectRef;

pub use difference::{Difference, Path, PathStep};
pub(crate) use engine::{led_to, text_of};
pub use reducer::EqualReducer;
pub(crate) use reducer::same_float;

use crate::loaded::Loaded;
use engine::Engine;

/// Whether two graphs are structurally equal, with each free variable matching itself alone. [`StructuralEqual`] says what
/// that is.
///
/// ```
/// use objet::prelude::*;
/// use objet::{String, structural_equal};
///
/// let a: Array<String> = ["x", "y"].into_iter().map(String::from).collect();
/// let b: Array<String> = ["x", "y"].into_iter().map(String::from).collect();
/// assert!(structural_equal(&a, &b) && !a.same_as(&b));
/// ```
pub fn structural_equal(lhs: &impl IsObjectRef, rhs: &impl IsObjectRef) -> bool {
    StructuralEqual::new().equal(lhs, rhs)
}

/// A structural comparison with options.
///
/// Two objects are equal if they are of the same type and their content is. Nodes compare as their type declares
/// ([`Comparison`](crate::Comparison)): most by their fields, whatever is shared; *graph nodes* also by the places from which they are
/// referred to; *variables* by what they were bound to. A field that is a *definition site* binds the variables in it,
/// each to the one in the same place on the other side; a variable that was not bound matches itself alone, unless
/// free variables are to be mapped.
///
/// Containers compare by content, maps whatever their order: entries belong together if their keys are the same text,
/// the same object, or variables bound to each other. Where that does not pair all keys that are objects, these pair by their
/// order.
/// Tensors compare by content; floats as numbers, with NaN equal to NaN; objects of types that are not reflected by
/// identity.
///
/// What is compared is remembered where it can be met again, so a graph of n objects takes time in proportion to n,
/// however many paths there are through it, and no stack.
///
/// ```
/// use objet::prelude::*;
/// use objet::{String, StructuralEqual};
///
/// let a: Array<String> = ["x", "y"].into_iter().map(String::from).collect();
/// let b: Array<String> = ["x", "z"].into_iter().map(String::from).collect();
/// let difference = StructuralEqual::new().first_difference(&a, &b).unwrap();
/// assert_eq!(difference.to_string(), r#"[1]: "y" vs "z""#);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct StructuralEqual {
    map_free_vars: bool,
}

impl StructuralEqual {
    /// A comparison in which each free variable matches itself alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a free variable may match any one on the other side, the same each time.
    pub fn map_free_vars(self, map_free_vars: bool) -> Self {
        Self { map_free_vars }
    }

    /// Whether the graphs are equal.
    pub fn equal(self, lhs: &impl IsObjectRef, rhs: &impl IsObjectRef) -> bool {
        let loaded = Loaded::default();
        let mut engine = Engine::<false>::new(0, &loaded);
        engine.run(lhs.as_object_ref(), rhs.as_object_ref(), self.map_free_vars)
    }

    /// The first difference, in the order of the fields; `None` if the graphs are equal.
    pub fn first_difference(self, lhs: &impl IsObjectRef, rhs: &impl IsObjectRef) -> Option<Difference> {
        self.differences(lhs, rhs, 1).pop()
    }

    /// The differences, in the order of the fields, as many as `limit` at most. Below a difference nothing is
    /// compared, and what is shared is compared once.
    pub fn differences(
        self,
        lhs: &impl IsObjectRef,
        rhs: &impl IsObjectRef,
        limit: usize,
    ) -> Vec<Difference> {
        if limit == 0 {
            return Vec::new();
        }
        let loaded = Loaded::default();
        let mut engine = Engine::<true>::new(limit, &loaded);
        engine.run(lhs.as_object_ref(), rhs.as_object_ref(), self.map_free_vars);
        engine.into_differences()
    }
}
