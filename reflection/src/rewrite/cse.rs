//! Elimination of common subexpressions.

use objet_object::{Array, IsObjectRef, ObjectRef, StringNode};

use super::{Enter, Mutator, RewriteError, rewrite_with};
use crate::content::Content;
use crate::identity::{Identity, IdentitySet};
use crate::interner::Interner;
use crate::options::Comparison;
use crate::walk::post_order;

/// Replaces structurally equal objects below `root` by one object (common subexpression
/// elimination). The result is structurally equal to `root`.
///
/// Each object becomes the first object with the same type, equal values, and the same results of
/// its references; see [`Interner`]. Fields with `skip_eq`, such as source locations, are those of
/// the first object.
///
/// The elimination does not merge objects whose identity counts or is all that is known:
/// - Variables. Expressions that mention the same variable object are merged, so `x + 1` becomes
///   one object wherever it refers to the same `x`. Functions with parameters of their own are not,
///   even if they differ only in these variables.
/// - Graph nodes, nodes that compare by address, nodes with compared fields that change in place,
///   nodes that the loader kept as in the file, tensors on a device, and objects without
///   reflection.
/// - Objects that are keys of maps, except strings.
///
/// Variables, nodes that compare by address, and keys are kept with all objects below them. An
/// object elsewhere becomes the kept one if both have the same values, and the same holds for the
/// objects below it.
///
/// The elimination knows nothing about the meaning of the nodes:
/// - Scopes: one object may then occur in several scopes, and an expression is not moved out of a
///   scope.
/// - Side effects: two equal calls become one object. Declare nodes for which this is wrong
///   `#[reflect(graph_node)]`.
/// - Floats: `0.0` and `-0.0` are equal, as for [`structural_equal`](crate::structural_equal).
///
/// Takes time linear in the number of objects and references and in the size of strings and
/// tensors, and does not recurse. Changes objects without other references in place, as
/// [`rewrite()`](crate::rewrite()) does.
///
/// # Errors
/// A [`RewriteError`] if a type's own check rejects a rebuilt node, or if the graph has a cycle.
///
/// ```
/// use objet::prelude::*;
/// use objet::walk::RewriteError;
/// use objet::{String, cse, post_order, structural_equal};
///
/// let pair = || Array::from([String::from("x"), String::from("x")]);
/// let nest = Array::from([pair(), pair()]);
/// assert_eq!(post_order(&nest).count(), 7);
///
/// let merged = cse(nest.clone())?;
/// assert!(merged[0].same_as(&merged[1]) && merged[0][0].same_as(&merged[0][1]));
/// assert_eq!(post_order(&merged).count(), 3);
/// assert!(structural_equal(&merged, &nest));
/// # Ok::<(), RewriteError>(())
/// ```
#[doc(alias = "EliminateCommonSubexpr")]
pub fn cse<R: IsObjectRef>(root: R) -> Result<R, RewriteError> {
    let mut cse = Cse::default();
    cse.keep_below(identities(root.as_object_ref()));
    rewrite_with(root, &mut cse)
}

#[derive(Default)]
struct Cse {
    interner: Interner,
    /// Objects that stay the same, with all objects below them.
    kept: IdentitySet,
}

impl Cse {
    /// Keeps these objects and all objects below them. Equal objects elsewhere become one of them.
    fn keep_below(&mut self, roots: Array) {
        for object in post_order(&roots) {
            self.kept.insert(Identity::of(&object));
            self.interner.intern(object);
        }
    }
}

impl Mutator for Cse {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        Ok(if self.kept.contains(&Identity::of(object)) { Enter::Keep } else { Enter::Inside })
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        Ok(self.interner.intern(object))
    }
}

/// Returns the objects below `root` that must stay the same objects: variables, nodes that compare
/// by address, and keys of maps, which compare them by identity.
fn identities(root: &ObjectRef) -> Array {
    let mut identities = Vec::new();
    for object in post_order(root) {
        match Content::of(&object) {
            Content::Node(node) => {
                if let Comparison::FreeVariable | Comparison::Pointer = node.reflection().comparison() {
                    identities.push(object);
                }
            }
            Content::Map(map) => {
                let keys = map.iter().map(|(key, _)| key);
                identities.extend(keys.filter(|key| !key.is_instance::<StringNode>()).cloned());
            }
            _ => {}
        }
    }
    identities.into_iter().collect()
}
