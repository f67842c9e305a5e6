//! Graphs rewritten bottom up: only what changes is rebuilt, and what was shared stays shared.
//!
//! The rewriting owns the root, and by it all that nobody else refers to. Such an object is rewritten in place: its
//! references move out of it one at a time, so that each object below is owned in turn, with a count of one, and move
//! back when they are rewritten (`owned`). Nobody can see the object with a gap in it, since nobody else refers to it; and
//! if an error or a panic comes in between, it ends.
//!
//! An object to which others refer does not change. The rewriting holds references of its own to what is below it, so
//! all of that is shared too, and rebuilt where it changes (`shared`). What can be reached in more than one way is
//! remembered with what became of it, and is rewritten once.

mod error;
#[cfg(test)]
mod opaque_tests;
mod owned;
mod shared;

use objet_object::{IsObjectRef, ObjectRef};

pub use self::error::RewriteError;
use self::owned::Owned;
use self::shared::Shared;
use crate::identity::{Identity, IdentityMap, can_be_met_again};

/// Rewrites a graph bottom up: `rewrite` is given each object once, after all that it refers to was rewritten, and gives what
/// takes its place. What refers to an object that was replaced is rebuilt, and nothing else.
///
/// - An object that is reached in several ways is rewritten once, and what became of it is shared in turn.
/// - If nothing is replaced, the result is the very same object as `root`.
/// - If `root` is the only reference to its object, this object is not rebuilt but changed in place, and so are all below it
///   to which nothing else refers, strongly or weakly. `rewrite` can do likewise: `make_mut` changes such an object in
///   place. Objects to which others refer never change: clone `root` to keep the graph as it was.
/// - What files hold by its name or as bytes, like a registered operator, is given to `rewrite`, but not gone into.
///
/// It does not recurse. Takes time in proportion to the number of objects and references.
///
/// # Errors
/// Those of `rewrite`, and a [`RewriteError`] if a rewritten object does not fit where it belongs, or if a type's own
/// check refuses a node that was rebuilt or whose references were rewritten in place, or if there is a cycle. The graph is gone then, but for what
/// others refer to.
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

/// Rewrites a graph as [`rewrite`] does, by a mutator that also says what to go into.
///
/// # Errors
/// As [`rewrite`]: those of the mutator, and [`RewriteError`]s.
///
/// ```
/// use objet::prelude::*;
/// use objet::{Enter, Mutator, RewriteError, String, rewrite_with};
///
/// /// Puts `y` in the place of all texts that are not in maps.
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
///         Ok(if object.is_instance::<objet::StringNode>() { String::from("y").into() } else { object })
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

/// Rewrites graphs, see [`rewrite_with`].
pub trait Mutator {
    /// What can go wrong.
    type Error: From<RewriteError>;

    /// Whether the rewriting comes to the object at all, if another one refers to it; asked for each reference. Where it does not, the
    /// object stays as it is. If much of a graph is of no interest, this is faster than [`Enter::Keep`], which is asked for once
    /// for each object and noted.
    fn goes_to(&self, object: &ObjectRef) -> bool {
        let _ = object;
        true
    }

    /// Asked about each object once, before what it refers to is rewritten.
    ///
    /// # Errors
    /// Whatever ends the rewriting.
    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, Self::Error> {
        let _ = object;
        Ok(Enter::Inside)
    }

    /// Given each object that was gone into, with what it refers to rewritten; gives what takes its place.
    ///
    /// # Errors
    /// Whatever ends the rewriting.
    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, Self::Error>;
}

/// What a [`Mutator`] does with an object that it comes to.
#[derive(Clone, Debug)]
pub enum Enter {
    /// What it refers to is rewritten, and then it is given to [`Mutator::leave`].
    Inside,
    /// It stays as it is.
    Keep,
    /// This takes its place as it is, and is not gone into.
    Replace(ObjectRef),
    /// This takes its place and is rewritten in turn: the mutator is asked about it, unless it was met before.
    ///
    /// Whoever gives objects in a circle is asked forever.
    Instead(ObjectRef),
}

/// A function as a mutator.
struct BottomUp<F>(F);

impl<E: From<RewriteError>, F: FnMut(ObjectRef) -> Result<ObjectRef, E>> Mutator for BottomUp<F> {
    type Error = E;

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, E> {
        (self.0)(object)
    }
}

/// Rewrites a graph; the types' own checks look at rebuilt nodes if `checked`.
pub(crate) fn run<R: IsObjectRef, M: Mutator>(
    root: R,
    mutator: &mut M,
    checked: bool,
) -> Result<R, M::Error> {
    let (object, _) = run_noting(root.into_object_ref(), mutator, checked)?;
    object.downcast().map_err(|error| RewriteError::Root(error.reason().clone()).into())
}

/// Objects, and what became of each.
pub(crate) type Done = IdentityMap<(ObjectRef, ObjectRef)>;

/// The same, with what became of those objects that can be met again: all below the root that somebody else may know.
pub(crate) fn run_noting<M: Mutator>(
    root: ObjectRef,
    mutator: &mut M,
    checked: bool,
) -> Result<(ObjectRef, Done), M::Error> {
    // Nothing in the graph refers to its root, but in a cycle, which is found by what is below.
    let root = Child { object: root, met_again: false };
    let mut rewriting =
        Rewriting { mutator, checked, path: Vec::new(), replaced: Vec::new(), done: Done::default() };
    Ok((rewriting.run(root)?, rewriting.done))
}

/// An object that is to be rewritten.
struct Child {
    object: ObjectRef,
    /// Whether it can be reached in another way too.
    met_again: bool,
}

/// An object whose references are being rewritten.
enum Frame {
    Owned(Owned),
    Shared(Shared),
}

struct Rewriting<'m, M> {
    mutator: &'m mut M,
    checked: bool,
    /// From the root to where the rewriting is.
    path: Vec<Frame>,
    /// Objects that can be met again and that another one took the place of, which is being rewritten: with the length of the path
    /// to it.
    replaced: Vec<(usize, ObjectRef)>,
    /// The objects that can be met again, by identity, and what became of them. That they are kept keeps their
    /// identities from being given to others.
    done: Done,
}

impl<M: Mutator> Rewriting<'_, M> {
    fn run(&mut self, root: Child) -> Result<ObjectRef, M::Error> {
        let mut rewritten = self.enter(root)?;
        loop {
            // Each turn either goes on with the object at the end of the path, or hands a rewritten one to it.
            let child = match (rewritten.take(), self.path.last_mut()) {
                (Some(object), None) => return Ok(object),
                (Some(object), Some(frame)) => {
                    frame.put(object)?;
                    continue;
                }
                (None, Some(frame)) => frame.next(|object| self.mutator.goes_to(object))?,
                (None, None) => unreachable!("the path ends when the root is rewritten"),
            };
            rewritten = match child {
                Some(child) => self.enter(child)?,
                None => self.leave()?,
            };
        }
    }

    /// Goes into an object, or gives what takes its place right away.
    fn enter(&mut self, mut child: Child) -> Result<Option<ObjectRef>, M::Error> {
        loop {
            if child.met_again
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
                    if child.met_again {
                        self.replaced.push((self.path.len(), child.object));
                    } else {
                        drop(child);
                    }
                    child = Child::taken(object);
                    continue;
                }
            };
            let original = child.met_again.then_some(child.object);
            return Ok(Some(self.finish(original, rewritten)));
        }
    }

    /// Looks for an object that is being rewritten inside of itself. It is asked as often as the path has become twice as long. The way
    /// through a cycle is the same each time, so once it was gone through often enough, it takes up the middle of the path; and one
    /// object of it at least is referred to from outside of it too.
    #[cold]
    fn find_cycle(&mut self) -> Result<(), RewriteError> {
        self.path.reserve(32);
        let Some(object) = self.path[..self.path.len() / 2].iter().rev().find_map(Frame::met_again) else {
            return Ok(());
        };
        let is_it = |frame: &&Frame| frame.met_again().is_some_and(|other| other.same_as(object));
        match self.path.iter().filter(is_it).count() {
            0 | 1 => Ok(()),
            _ => Err(RewriteError::Cycle { type_key: object.type_key().into() }),
        }
    }

    /// Ends the work on the object at the end of the path, whose references are all rewritten.
    fn leave(&mut self) -> Result<Option<ObjectRef>, M::Error> {
        let (object, original) = match self.path.pop() {
            Some(Frame::Owned(owned)) => (owned.into_object(self.checked)?, None),
            Some(Frame::Shared(shared)) => shared.rebuilt(self.checked)?,
            None => return Ok(None),
        };
        let rewritten = self.mutator.leave(object)?;
        Ok(Some(self.finish(original, rewritten)))
    }

    /// Remembers what became of an object that can be met again, and of those whose place it took.
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

impl Child {
    /// An object that the rewriting took out of another one.
    fn taken(object: ObjectRef) -> Self {
        let met_again = can_be_met_again(&object);
        Self { object, met_again }
    }

    /// An object that another one refers to.
    fn borrowed(object: &ObjectRef) -> Self {
        let met_again = can_be_met_again(object);
        Self { object: object.clone(), met_again }
    }
}

impl Frame {
    fn new(child: Child) -> Self {
        match Owned::new(child.object) {
            Ok(owned) => Self::Owned(owned),
            Err(object) => Self::Shared(Shared::new(object, child.met_again)),
        }
    }

    /// The object, if it can be met again.
    fn met_again(&self) -> Option<&ObjectRef> {
        match self {
            Self::Owned(_) => None,
            Self::Shared(shared) => shared.met_again(),
        }
    }

    /// The next object to rewrite, of those that `goes_to` is true for. What becomes of it is to be [`put`](Frame::put) in its
    /// place.
    fn next(&mut self, goes_to: impl Fn(&ObjectRef) -> bool) -> Result<Option<Child>, RewriteError> {
        match self {
            Self::Owned(owned) => owned.next(goes_to),
            Self::Shared(shared) => Ok(shared.next(goes_to)),
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
