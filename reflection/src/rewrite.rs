//! Rewriting of graphs. Only changed objects are rebuilt, and sharing is preserved.
//!
//! - The rewriting owns the root, and with it all objects without other references. An owned object
//!   is rewritten in place (`owned`): its references move out one at a time, so that each object
//!   below is owned in turn, and move back in after they are rewritten.
//! - An object with a moved-out reference is not visible to other code, since it has no other
//!   references. On an error or a panic, the object is dropped.
//! - An object with other references does not change, and neither do the objects below it. They are
//!   borrowed, and are rebuilt if they change (`kept`).
//! - An object that can be reached on several paths is rewritten once. Its result is remembered.

mod by_rules;
mod cse;
mod error;
mod kept;
#[cfg(all(test, feature = "json"))]
mod opaque_tests;
mod owned;
mod pass;
mod rebuild;
mod rewriter;
mod stop;

use objet_object::progress::Steps;
use objet_object::{IsObjectRef, ObjectRef};

pub use self::cse::cse;
pub use self::error::RewriteError;
use self::pass::{ByMutator, Pass};
pub use self::rewriter::{Replacement, RewriteContext, RewriteOrder, RewriteRule, Rewriter};
use self::stop::{Stop, Stopping};
use crate::identity::{Identity, IdentityMap};
use crate::memory::RecentTypes;

/// Rewrites a graph bottom-up. Calls `rewrite` once for each object, after the objects that it
/// refers to are rewritten, and replaces the object by the result, which is an object or a `Result`
/// with one. Only objects that refer to replaced objects are rebuilt.
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
/// use objet::walk::RewriteError;
/// use objet::{String, rewrite};
///
/// let names: Array<String> = ["x", "y"].into_iter().map(String::from).collect();
/// let renamed = rewrite(names.clone(), |object| match object.downcast_ref::<String>() {
///     Some(name) if name == "x" => String::from("z").into(),
///     _ => object,
/// })?;
/// assert_eq!(renamed[..], ["z", "y"]);
/// assert!(renamed[1].same_as(&names[1]));
/// # Ok::<(), RewriteError>(())
/// ```
#[doc(alias = "ExprMutator")]
#[doc(alias = "PostOrderRewrite")]
pub fn rewrite<R, T>(root: R, rewrite: impl FnMut(ObjectRef) -> T) -> Result<R, T::Error>
where
    R: IsObjectRef,
    T: RewriteResult,
{
    rewrite_with(root, &mut BottomUp(rewrite))
}

/// The result of a function that rewrites an object: an object, or a `Result` with one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the result of a rewriting function",
    label = "return an `ObjectRef`, or a `Result` with one"
)]
pub trait RewriteResult {
    /// The type of errors.
    type Error: From<RewriteError>;

    /// Returns the object.
    ///
    /// # Errors
    /// The error of the function.
    fn into_result(self) -> Result<ObjectRef, Self::Error>;
}

impl RewriteResult for ObjectRef {
    type Error = RewriteError;

    fn into_result(self) -> Result<ObjectRef, RewriteError> {
        Ok(self)
    }
}

impl<E: From<RewriteError>> RewriteResult for Result<ObjectRef, E> {
    type Error = E;

    fn into_result(self) -> Self {
        self
    }
}

/// Rewrites a graph like [`rewrite`], with a mutator that also selects the objects to enter.
///
/// # Errors
/// Errors of the mutator, and [`RewriteError`]s as for [`rewrite`].
///
/// ```
/// use objet::String;
/// use objet::containers::{MapNode, StringNode};
/// use objet::prelude::*;
/// use objet::walk::{Enter, Mutator, RewriteError, rewrite_with};
///
/// /// Replaces all strings outside of maps by `y`.
/// struct Rename;
///
/// impl Mutator for Rename {
///     type Error = RewriteError;
///
///     fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
///         Ok(if object.is_instance::<MapNode>() { Enter::Keep } else { Enter::Inside })
///     }
///
///     fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
///         let is_string = object.is_instance::<StringNode>();
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
pub fn rewrite_with<R, M>(root: R, mutator: &mut M) -> Result<R, M::Error>
where
    R: IsObjectRef,
    M: Mutator + ?Sized,
{
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

impl<T: RewriteResult, F: FnMut(ObjectRef) -> T> Mutator for BottomUp<F> {
    type Error = T::Error;

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, T::Error> {
        (self.0)(object).into_result()
    }
}

/// Rewrites a graph. If `checked`, the types' own checks run on changed nodes.
pub(crate) fn run<R: IsObjectRef, M: Mutator + ?Sized>(
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
pub(crate) fn run_noting<M: Mutator + ?Sized>(
    root: ObjectRef,
    mutator: &mut M,
    checked: bool,
) -> Result<(ObjectRef, Done), M::Error> {
    let mut mutator = Stopping::new(mutator);
    run_erased(root, &mut mutator, checked).map_err(|stop| mutator.into_error(stop))
}

fn run_erased(
    root: ObjectRef,
    mutator: &mut dyn Mutator<Error = Stop>,
    checked: bool,
) -> Result<(ObjectRef, Done), Stop> {
    let mut rewriting = Rewriting::new(ByMutator(mutator), checked);
    Ok((rewriting.own(root)?, rewriting.done))
}

/// A rewriting of a graph.
struct Rewriting<'p, P: Pass<'p>> {
    pass: P,
    checked: bool,
    /// Objects that can be reached again, by identity, with their results. The map keeps the
    /// objects alive, so that no other object can get their address.
    done: Done,
    types: RecentTypes<P::OfType>,
    steps: Steps,
}

impl<'p, P: Pass<'p>> Rewriting<'p, P> {
    fn new(pass: P, checked: bool) -> Self {
        let (done, types) = (Done::default(), RecentTypes::new());
        Self { pass, checked, done, types, steps: Steps::new("rewrite", None) }
    }

    /// Remembers the result of an object. `None` is the object itself.
    fn remember(&mut self, object: &ObjectRef, result: Option<&ObjectRef>) {
        let result = result.unwrap_or(object);
        self.done.insert(Identity::of(object), (object.clone(), result.clone()));
        if P::REVISITS && !result.same_as(object) {
            self.done.insert(Identity::of(result), (result.clone(), result.clone()));
        }
    }
}
