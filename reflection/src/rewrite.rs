//! Bottom-up rewriting of graphs. Only changed objects are rebuilt, and sharing is preserved.
//!
//! - The rewriting owns the root, and with it all objects without other references. An owned object
//!   is rewritten in place (`owned`): its references move out one at a time, so that each object
//!   below is owned in turn, and move back in after they are rewritten.
//! - An object with a moved-out reference is not visible to other code, since it has no other
//!   references. On an error or a panic, the object is dropped.
//! - An object with other references does not change. The rewriting holds additional references to
//!   the objects below it, so they are shared too, and are rebuilt if they change (`shared`).
//! - An object that can be reached on several paths is rewritten once. Its result is remembered.

mod error;
#[cfg(test)]
mod opaque_tests;
mod owned;
mod shared;

use objet_object::{IsObjectRef, ObjectRef};

pub use self::error::RewriteError;
use self::owned::Owned;
use self::shared::Shared;
use crate::graph::{OpaqueView, stand_in};
use crate::identity::{Identity, IdentityMap, is_shared};

/// Rewrites a graph bottom-up. Calls `rewrite` once for each object, after the objects that it
/// refers to are rewritten, and replaces the object by the result. Only objects that refer to
/// replaced objects are rebuilt.
///
/// - An object that is reached on several paths is rewritten once. Its result is shared in the same
///   way.
/// - If `rewrite` replaces no object, the result is the same object as `root`.
/// - If `root` is the only reference to its object, this object is changed in place instead of
///   rebuilt. The same applies to all objects below without other references, strong or weak.
///   `rewrite` can use `make_mut` to change such an object in place. Objects with other references
///   never change: clone `root` to keep the original graph.
/// - Objects that files store as a name or as bytes, such as registered operators, are passed to
///   `rewrite`, but their references are not followed.
///
/// Takes time linear in the number of objects and references, and does not recurse.
///
/// # Errors
/// Errors of `rewrite`. A [`RewriteError`] if a field cannot hold a rewritten object, if a type's
/// own check rejects a node that was rebuilt or changed in place, or if the graph has a cycle. On
/// an error, the graph is dropped, except for objects with other references.
///
/// ```
/// use objet::prelude::*;
/// use objet::{RewriteError, String, rewrite};
///
/// let names: Array<String> = ["x", "y"].into_iter().map(String::from).collect();
/// let renamed = rewrite(names.clone(), |object| {
///     Ok::<_, RewriteError>(match object.downcast_ref::<String>() {
///         Some(name) if name == "x" => String::from("z").into(),
///         _ => object,
///     })
/// })?;
/// assert_eq!(renamed[..], ["z", "y"]);
/// assert!(renamed[1].same_as(&names[1]));
/// # Ok::<(), RewriteError>(())
/// ```
#[doc(alias = "ExprMutator")]
#[doc(alias = "PostOrderRewrite")]
pub fn rewrite<R, E>(root: R, rewrite: impl FnMut(ObjectRef) -> Result<ObjectRef, E>) -> Result<R, E>
where
    R: IsObjectRef,
    E: From<RewriteError>,
{
    rewrite_with(root, &mut BottomUp(rewrite))
}

/// Rewrites a graph like [`rewrite`], with a mutator that also selects the objects to enter.
///
/// # Errors
/// Errors of the mutator, and [`RewriteError`]s as for [`rewrite`].
///
/// ```
/// use objet::prelude::*;
/// use objet::{Enter, Mutator, RewriteError, String, rewrite_with};
///
/// /// Replaces all strings outside of maps by `y`.
/// struct Rename;
///
/// impl Mutator for Rename {
///     type Error = RewriteError;
///
///     fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
///         Ok(if object.is_instance::<objet::MapNode>() { Enter::Keep } else { Enter::Inside })
///     }
///
///     fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
///         let is_string = object.is_instance::<objet::StringNode>();
///         Ok(if is_string { String::from("y").into() } else { object })
///     }
/// }
///
/// let mut map = Map::<String, String>::new();
/// map.insert("k".into(), "x".into());
/// let both = Array::from([ObjectRef::from(map), String::from("x").into()]);
/// let both = rewrite_with(both, &mut Rename)?;
/// assert_eq!(both[0].downcast_ref::<Map<String, String>>().unwrap()["k"], "x");
/// assert_eq!(both[1].downcast_ref::<String>().unwrap(), "y");
/// # Ok::<(), RewriteError>(())
/// ```
pub fn rewrite_with<R: IsObjectRef, M: Mutator>(root: R, mutator: &mut M) -> Result<R, M::Error> {
    run(root, mutator, true)
}

/// Rewrites graphs; see [`rewrite_with`].
pub trait Mutator {
    /// The type of errors.
    type Error: From<RewriteError>;

    /// Whether to visit an object that another object refers to. Called for each reference; an
    /// object that is not visited does not change.
    ///
    /// If large parts of a graph are irrelevant, this is faster than [`Enter::Keep`], whose result
    /// is computed and stored for each object.
    fn visits(&self, object: &ObjectRef) -> bool {
        let _ = object;
        true
    }

    /// Called once for each object, before the objects that it refers to are rewritten. Selects how
    /// to rewrite the object.
    ///
    /// # Errors
    /// An error stops the rewriting.
    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, Self::Error> {
        let _ = object;
        Ok(Enter::Inside)
    }

    /// Called for each entered object, after the objects that it refers to are rewritten. Returns
    /// the object that replaces it.
    ///
    /// # Errors
    /// An error stops the rewriting.
    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, Self::Error>;
}

/// How to rewrite an object that a [`Mutator`] has reached.
#[derive(Clone, Debug)]
pub enum Enter {
    /// Rewrite the objects that this object refers to, then call [`Mutator::leave`] with this
    /// object.
    Inside,
    /// Keep the object unchanged.
    Keep,
    /// Replace the object by the contained object, which is not rewritten.
    Replace(ObjectRef),
    /// Replace the object by the contained object, and rewrite this replacement:
    /// [`Mutator::enter`] is called for it, unless it was already rewritten.
    ///
    /// A mutator whose replacements form a cycle makes the rewriting loop forever.
    Instead(ObjectRef),
}

/// A mutator that calls a function.
struct BottomUp<F>(F);

impl<E: From<RewriteError>, F: FnMut(ObjectRef) -> Result<ObjectRef, E>> Mutator for BottomUp<F> {
    type Error = E;

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, E> {
        (self.0)(object)
    }
}

/// Rewrites a graph. If `checked`, the types' own checks run on changed nodes.
pub(crate) fn run<R: IsObjectRef, M: Mutator>(
    root: R,
    mutator: &mut M,
    checked: bool,
) -> Result<R, M::Error> {
    let (object, _) = run_noting(root.into_object_ref(), mutator, checked)?;
    object.downcast().map_err(|error| RewriteError::Root(error.reason().clone()).into())
}

/// Maps each object to itself and its result.
pub(crate) type Done = IdentityMap<(ObjectRef, ObjectRef)>;

/// Works like [`run`], and also returns the results of all objects below the root with several
/// references.
pub(crate) fn run_noting<M: Mutator>(
    root: ObjectRef,
    mutator: &mut M,
    checked: bool,
) -> Result<(ObjectRef, Done), M::Error> {
    // Only a cycle can lead back to the root, and `find_cycle` detects cycles from the objects
    // below.
    let root = Child { object: root, is_shared: false };
    let mut rewriting =
        Rewriting { mutator, checked, path: Vec::new(), replaced: Vec::new(), done: Done::default() };
    Ok((rewriting.run(root)?, rewriting.done))
}

/// An object to rewrite.
struct Child {
    object: ObjectRef,
    /// Whether the object can be reached on another path too.
    is_shared: bool,
}

/// An object whose references are being rewritten.
enum Frame {
    Owned(Owned),
    Shared(Shared),
}

struct Rewriting<'m, M> {
    mutator: &'m mut M,
    checked: bool,
    /// The path from the root to the current object.
    path: Vec<Frame>,
    /// Objects with several references that were replaced by [`Enter::Instead`], with the path
    /// length at the replacement. The replacements are being rewritten.
    replaced: Vec<(usize, ObjectRef)>,
    /// Objects with several references, by identity, with their results. The map keeps the objects
    /// alive, so that no other object can get their address.
    done: Done,
}

impl<M: Mutator> Rewriting<'_, M> {
    fn run(&mut self, root: Child) -> Result<ObjectRef, M::Error> {
        let mut rewritten = self.enter(root)?;
        loop {
            // Each iteration moves on from the object at the end of the path, or stores a rewritten
            // object in it.
            let child = match (rewritten.take(), self.path.last_mut()) {
                (Some(object), None) => return Ok(object),
                (Some(object), Some(frame)) => {
                    frame.put(object)?;
                    continue;
                }
                (None, Some(frame)) => frame.next(|object| self.mutator.visits(object))?,
                (None, None) => unreachable!("the path is not empty before the root is rewritten"),
            };
            rewritten = match child {
                Some(child) => self.enter(child)?,
                None => self.leave()?,
            };
        }
    }

    /// Enters an object and returns `None`, or returns its replacement if the object is not
    /// entered.
    fn enter(&mut self, mut child: Child) -> Result<Option<ObjectRef>, M::Error> {
        loop {
            if child.is_shared
                && let Some((_, rewritten)) = self.done.get(&Identity::of(&child.object))
            {
                let rewritten = rewritten.clone();
                return Ok(Some(self.finish(None, rewritten)));
            }
            let rewritten = match self.mutator.enter(&child.object)? {
                Enter::Inside => {
                    if self.path.len() == self.path.capacity() {
                        self.find_cycle()?;
                    }
                    self.path.push(Frame::new(child));
                    return Ok(None);
                }
                Enter::Keep => child.object.clone(),
                Enter::Replace(object) => object,
                Enter::Instead(object) => {
                    if child.is_shared {
                        self.replaced.push((self.path.len(), child.object));
                    } else {
                        drop(child);
                    }
                    child = Child::taken(object);
                    continue;
                }
            };
            let original = child.is_shared.then_some(child.object);
            return Ok(Some(self.finish(original, rewritten)));
        }
    }

    /// Detects an object that is being rewritten inside of itself. Called whenever the path reaches
    /// its capacity, which doubles each time.
    ///
    /// A traversal of a cycle repeats the same steps, so the cycle fills the middle of the path at
    /// some point. At least one object of the cycle is also referenced from outside the cycle, so
    /// its frame is shared.
    #[cold]
    fn find_cycle(&mut self) -> Result<(), RewriteError> {
        self.path.reserve(32);
        let Some(object) = self.path[..self.path.len() / 2].iter().rev().find_map(Frame::shared) else {
            return Ok(());
        };
        let is_it = |frame: &&Frame| frame.shared().is_some_and(|other| other.same_as(object));
        match self.path.iter().filter(is_it).count() {
            0 | 1 => Ok(()),
            _ => Err(RewriteError::Cycle { type_key: object.type_key().into() }),
        }
    }

    /// Finishes the object at the end of the path, whose references are all rewritten.
    fn leave(&mut self) -> Result<Option<ObjectRef>, M::Error> {
        let (object, original) = match self.path.pop() {
            Some(Frame::Owned(owned)) => (owned.into_object(self.checked, &self.done)?, None),
            Some(Frame::Shared(shared)) => shared.rebuilt(self.checked, &self.done)?,
            None => return Ok(None),
        };
        let rewritten = self.mutator.leave(object)?;
        Ok(Some(self.finish(original, rewritten)))
    }

    /// Stores the result of an object with several references, and of the objects that it replaced.
    fn finish(&mut self, original: Option<ObjectRef>, rewritten: ObjectRef) -> ObjectRef {
        while let Some((_, replaced)) = self.replaced.pop_if(|(depth, _)| *depth == self.path.len()) {
            self.done.insert(Identity::of(&replaced), (replaced, rewritten.clone()));
        }
        if let Some(original) = original {
            self.done.insert(Identity::of(&original), (original, rewritten.clone()));
        }
        rewritten
    }
}

/// Returns an opaque node whose ambiguous attributes may refer to the results of the objects that
/// they may refer to now.
///
/// The traversal does not follow these attributes. In a file, though, they refer to no object that
/// the traversal reaches later, and an object with such a reference has several references.
fn with_results(object: ObjectRef, done: &Done) -> ObjectRef {
    let result = |object: &ObjectRef| done.get(&Identity::of(object)).map(|(_, result)| result);
    let changed = OpaqueView::of(&object).and_then(|view| stand_in::with_candidates(view, result));
    changed.unwrap_or(object)
}

impl Child {
    /// Creates a child from a reference that was moved out of an object.
    fn taken(object: ObjectRef) -> Self {
        let is_shared = is_shared(&object);
        Self { object, is_shared }
    }

    /// Creates a child from a reference that stays in its object.
    fn borrowed(object: &ObjectRef) -> Self {
        let is_shared = is_shared(object);
        Self { object: object.clone(), is_shared }
    }
}

impl Frame {
    fn new(child: Child) -> Self {
        match Owned::new(child.object) {
            Ok(owned) => Self::Owned(owned),
            Err(object) => Self::Shared(Shared::new(object, child.is_shared)),
        }
    }

    /// Returns the object, if it can be reached on several paths.
    fn shared(&self) -> Option<&ObjectRef> {
        match self {
            Self::Owned(_) => None,
            Self::Shared(shared) => shared.shared(),
        }
    }

    /// Returns the next object to rewrite, of those for which `visits` returns true. The caller
    /// passes the result to [`put`](Frame::put).
    fn next(&mut self, visits: impl Fn(&ObjectRef) -> bool) -> Result<Option<Child>, RewriteError> {
        match self {
            Self::Owned(owned) => owned.next(visits),
            Self::Shared(shared) => Ok(shared.next(visits)),
        }
    }

    fn put(&mut self, rewritten: ObjectRef) -> Result<(), RewriteError> {
        match self {
            Self::Owned(owned) => owned.put(rewritten),
            Self::Shared(shared) => {
                shared.put(rewritten);
                Ok(())
            }
        }
    }
}
