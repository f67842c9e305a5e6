//! Structural hashing. Equal graphs have equal hashes, on every platform and in every run.
//!
//! - The hash uses the same fields as [`structural_equal`](crate::structural_equal).
//! - Variables are numbered in the order of the traversal, whatever their names and whether they
//!   are bound. So one hash serves comparisons with and without mapping of free variables.
//! - A variable that holds in a scope is not numbered. The positions of its uses count, so the hash
//!   of an object does not depend on the scopes around the object.
//! - Sharing and the order of map entries do not influence the hash.
//! - Variables that are met first in a map are never hashed by address, since the hash may meet an
//!   entry that binds them later than the comparison does.

mod definitions;
mod hash_engine;
mod hash_reducer;
mod mix;
mod scoped_hash;
mod shallow_hash;

use objet_object::IsObjectRef;

use crate::loaded::Loaded;

pub use hash_reducer::HashReducer;
pub(crate) use hash_reducer::of_data_type;
pub(crate) use mix::{mix, of_float, of_text};
pub(crate) use shallow_hash::shallow_hash;

/// Returns the structural hash of a graph.
///
/// Structurally equal graphs have the same hash, whether free variables are mapped or not. Takes
/// time linear in the number of objects, and constant stack space.
///
/// For a graph with a cycle, which is only possible through fields that change in place, the hash
/// depends only on the root's own values.
///
/// Files and tests of users contain hashes, so the algorithm changes only with the major version.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::compare::structural_hash;
///
/// let names = || ["x", "y"].into_iter().map(String::from).collect::<Array<String>>();
/// assert_eq!(structural_hash(&names()), structural_hash(&names()));
/// assert_eq!(structural_hash(&String::from("x")), 18436335006724188397);
/// ```
pub fn structural_hash(root: &impl IsObjectRef) -> u64 {
    StructuralHash::new().map_free_vars(true).hash(root)
}

/// A structural hash with options.
///
/// ```
/// use objet::prelude::*;
/// use objet::compare::{StructuralHash, structural_hash};
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.structural_hash.Var", is_final)]
/// #[reflect(free_variable)]
/// struct VarNode {
///     base: Object,
/// }
///
/// let [x, y] = [(); 2].map(|()| Var::from(make_object(VarNode { base: Object::new() })));
/// assert_eq!(structural_hash(&x), structural_hash(&y));
/// assert_ne!(StructuralHash::new().hash(&x), StructuralHash::new().hash(&y));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct StructuralHash {
    map_free_vars: bool,
}

impl StructuralHash {
    /// Creates a hash for comparisons in which each free variable equals only itself. The hash
    /// depends on the addresses of free variables, except those that are met first in a map, so it
    /// is only meaningful while they live.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether free variables are hashed by the order of the traversal, like bound variables.
    /// [`structural_hash`] sets this.
    pub fn map_free_vars(self, map_free_vars: bool) -> Self {
        Self { map_free_vars }
    }

    /// Returns the hash of a graph.
    pub fn hash(self, root: &impl IsObjectRef) -> u64 {
        hash_engine::HashEngine::new(self.map_free_vars, &Loaded::default()).run(root.as_object_ref())
    }
}
