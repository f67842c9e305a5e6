//! Structural hash: equal graphs have equal hashes, on every platform and in every run.
//!
//! It goes by what [`structural_equal`](crate::structural_equal) goes by. Variables count by the order in which they are met first,
//! whatever they are called and whether they are bound; so one hash serves comparisons that map free variables and those
//! that do not. Sharing does not count, nor does the order of a map's entries.

mod engine;
mod mix;
mod reducer;

use objet_object::IsObjectRef;

use crate::loaded::Loaded;

pub(crate) use mix::of_text;
pub use reducer::HashReducer;
pub(crate) use reducer::of_data_type;

/// The structural hash of a graph. Graphs that are structurally equal have the same, whether free variables are mapped or
/// not. It takes time in proportion to the number of objects, and no stack.
///
/// Where fields that are changed in place make a graph with a cycle, its hash tells no more than what root it has.
///
/// The number stands in files and tests of users, so it changes only with the major version.
///
/// ```
/// use objet::prelude::*;
/// use objet::{String, structural_hash};
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
/// use objet::{StructuralHash, structural_hash};
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
    /// A hash for comparisons in which each free variable matches itself alone: it goes by who they are, so it means something
    /// for as long as they live.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether free variables count by the order in which they are met first, as those that are bound do. That is the hash
    /// of [`structural_hash`].
    pub fn map_free_vars(self, map_free_vars: bool) -> Self {
        Self { map_free_vars }
    }

    /// The hash of a graph.
    pub fn hash(self, root: &impl IsObjectRef) -> u64 {
        engine::Engine::new(self.map_free_vars, &Loaded::default()).run(root.as_object_ref())
    }
}
