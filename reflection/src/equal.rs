//! Structural comparison: whether two graphs are equal, and where they differ.

mod assert;
mod difference;
mod entries;
mod equal_engine;
mod equal_reducer;
mod follow;
mod known;
mod matches;
mod scopes;
mod shallow_equal;
mod trail;

use objet_object::IsObjectRef;

pub use assert::{assert_equal, assert_unequal};
pub use difference::{Difference, Path, PathStep};
pub use equal_reducer::EqualReducer;
pub(crate) use equal_reducer::same_float;
pub use follow::Side;
pub(crate) use shallow_equal::{compares_by_identity, shallow_equal};

use crate::loaded::Loaded;
use equal_engine::EqualEngine;

/// Whether two graphs are structurally equal, as defined by [`StructuralEqual`]. Each free variable
/// equals only itself.
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
/// Two objects are equal if they have the same type and equal content:
/// - Nodes compare as their type declares ([`Comparison`](crate::Comparison)). Most nodes compare
///   by their fields, without regard to sharing. *Graph nodes* compare also by the positions from
///   which they are referenced. *Variables* compare by their bindings.
/// - A field that is a *definition site* binds the variables in it, each to the variable at the
///   same position of the other graph: in the scopes of its node, or if the node declares none, to
///   the end of the comparison. An unbound variable equals only itself, unless free
///   variables are mapped.
/// - Arrays and ADTs compare element by element. Maps compare without regard to order: entries are
///   paired if their keys are equal strings, the same object, or variables bound to each other. If
///   this does not pair all keys that are objects, these keys are paired in order.
/// - Tensors compare by content, and floats as numbers, with NaN equal to NaN. Fields that are
///   floats may differ by a tolerance on request.
/// - Objects of types without reflection compare by address.
///
/// The result for a pair of objects is remembered if the pair can be reached again. So a graph of n
/// objects takes time linear in n, whatever the number of paths, and constant stack space. In nodes
/// with scopes, each reference to a shared object adds the number of variables that the object
/// uses and does not bind.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::compare::StructuralEqual;
///
/// let a: Array<String> = ["x", "y"].into_iter().map(String::from).collect();
/// let b: Array<String> = ["x", "z"].into_iter().map(String::from).collect();
/// let difference = StructuralEqual::new().first_difference(&a, &b).unwrap();
/// assert_eq!(difference.to_string(), r#"[1]: "y" vs "z""#);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct StructuralEqual {
    map_free_vars: bool,
    float_tolerance: f64,
}

impl StructuralEqual {
    /// Creates a comparison in which each free variable equals only itself.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether free variables are mapped: a free variable may then equal any variable of the
    /// other graph, always the same one.
    pub fn map_free_vars(self, map_free_vars: bool) -> Self {
        Self { map_free_vars, ..self }
    }

    /// Sets the difference below which fields that are floats count as equal. TVM 0.8 has 10^-9. No
    /// hash agrees with an equality that has a tolerance, so the default is 0.
    ///
    /// ```
    /// use objet::containers::BoxFloat;
    /// use objet::compare::StructuralEqual;
    ///
    /// let [a, b] = [1e-5, 1e-5 + 1e-12].map(BoxFloat::new);
    /// assert!(!StructuralEqual::new().equal(&a, &b));
    /// assert!(StructuralEqual::new().float_tolerance(1e-9).equal(&a, &b));
    /// ```
    pub fn float_tolerance(self, float_tolerance: f64) -> Self {
        Self { float_tolerance, ..self }
    }

    /// Whether the graphs are equal.
    pub fn equal(self, lhs: &impl IsObjectRef, rhs: &impl IsObjectRef) -> bool {
        let loaded = Loaded::default();
        let mut engine = EqualEngine::<false>::new(0, self.float_tolerance, &loaded);
        engine.run(lhs.as_object_ref(), rhs.as_object_ref(), self.map_free_vars)
    }

    /// Returns the first difference in the order of the fields, or `None` if the graphs are equal.
    pub fn first_difference(self, lhs: &impl IsObjectRef, rhs: &impl IsObjectRef) -> Option<Difference> {
        self.differences(lhs, rhs, 1).pop()
    }

    /// Returns at most `limit` differences, in the order of the fields. Objects below a difference
    /// are not compared, and shared objects are compared once.
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
        let mut engine = EqualEngine::<true>::new(limit, self.float_tolerance, &loaded);
        engine.run(lhs.as_object_ref(), rhs.as_object_ref(), self.map_free_vars);
        engine.into_differences()
    }
}
