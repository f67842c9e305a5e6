//! The interface between a rewriting and the code that decides about each object.

use objet_object::{Object, ObjectRef};

use super::stop::Stop;
use super::{Enter, Mutator, RewriteError};
use crate::loaded::Loaded;
use crate::memory::{LastOffsets, Node};

/// A rewriting pass. `'p` is the lifetime of its data about types.
pub(super) trait Pass<'p> {
    type Error: From<RewriteError>;

    /// The data about a type, which is computed once for each type.
    type OfType: Copy;

    /// Whether [`Leave::Again`] is possible. The results of all objects are remembered then, so
    /// that an object below a replacement is rewritten once.
    const REVISITS: bool;

    /// Returns the data about the type of an object.
    fn of_type(&self, object: &Object, node: Option<Node<'_>>) -> Self::OfType;

    /// Returns the indices of the references to follow in a node of a type, in the order of graph
    /// numbering.
    fn followed(of: Self::OfType, node: Node<'_>) -> &'p [u32];

    /// Whether a node of a type has references to follow.
    #[inline]
    fn has_references(of: Self::OfType, node: Node<'_>) -> bool {
        !Self::followed(of, node).is_empty()
    }

    /// Returns the reference at a position of [`Pass::followed`], or `None` if it is null. `last`
    /// is for the references of one traversal.
    #[inline(always)]
    fn reference<'a>(
        of: Self::OfType,
        node: Node<'a>,
        position: usize,
        _last: &mut LastOffsets<'p>,
        loaded: &'a Loaded,
    ) -> Option<&'a ObjectRef> {
        node.numbered_reference(Self::followed(of, node)[position] as usize, loaded)
    }

    /// Whether to visit an object that another object refers to.
    fn visits(&self, object: &ObjectRef, of: Self::OfType) -> bool;

    /// Selects how to rewrite an object, before its references are rewritten.
    fn enter(&mut self, object: &ObjectRef, of: Self::OfType) -> Result<Enter, Self::Error>;

    /// Returns the result for an object that others refer to, and whose references did not change.
    fn leave_kept(&mut self, object: &ObjectRef, of: Self::OfType) -> Result<Leave, Self::Error>;

    /// Returns the result for an object that was rebuilt or changed in place.
    fn leave_own(&mut self, object: ObjectRef, of: Self::OfType) -> Result<Leave, Self::Error>;
}

/// The result for an object whose references are rewritten.
pub(super) enum Leave {
    /// The object stays. It was passed as a borrowed reference.
    Kept,
    /// The result is this object, which is the object that was passed or a replacement.
    As(ObjectRef),
    /// The result is that of this replacement, which is rewritten in turn.
    Again(ObjectRef),
}

/// The pass of a mutator.
pub(super) struct ByMutator<'m>(pub(super) &'m mut dyn Mutator<Error = Stop>);

impl Pass<'static> for ByMutator<'_> {
    type Error = Stop;
    type OfType = ();

    const REVISITS: bool = false;

    #[inline]
    fn of_type(&self, _object: &Object, _node: Option<Node<'_>>) {}

    #[inline]
    fn followed((): (), node: Node<'_>) -> &'static [u32] {
        &node.layout().followed
    }

    #[inline]
    fn visits(&self, object: &ObjectRef, (): ()) -> bool {
        self.0.visits(object)
    }

    #[inline]
    fn enter(&mut self, object: &ObjectRef, (): ()) -> Result<Enter, Stop> {
        self.0.enter(object)
    }

    #[inline]
    fn leave_kept(&mut self, object: &ObjectRef, (): ()) -> Result<Leave, Stop> {
        let result = self.0.leave(object.clone())?;
        Ok(if result.same_as(object) { Leave::Kept } else { Leave::As(result) })
    }

    #[inline]
    fn leave_own(&mut self, object: ObjectRef, (): ()) -> Result<Leave, Stop> {
        self.0.leave(object).map(Leave::As)
    }
}
