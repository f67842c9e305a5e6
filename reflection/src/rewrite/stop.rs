//! One error type for all mutators, so that the rewriting is compiled once.

use objet_object::ObjectRef;

use super::{Enter, Mutator, RewriteError};

/// The reason why a rewriting stops.
pub(super) enum Stop {
    /// The mutator has failed.
    Mutator,
    /// The rewriting itself has failed.
    Rewriting(RewriteError),
}

impl From<RewriteError> for Stop {
    fn from(error: RewriteError) -> Self {
        Self::Rewriting(error)
    }
}

/// A mutator that keeps its error.
pub(super) struct Stopping<'m, M: Mutator + ?Sized> {
    mutator: &'m mut M,
    error: Option<M::Error>,
}

impl<'m, M: Mutator + ?Sized> Stopping<'m, M> {
    pub(super) fn new(mutator: &'m mut M) -> Self {
        Self { mutator, error: None }
    }

    /// Returns the error of a rewriting by this mutator.
    pub(super) fn into_error(self, stop: Stop) -> M::Error {
        match (stop, self.error) {
            (Stop::Rewriting(error), _) => error.into(),
            (Stop::Mutator, Some(error)) => error,
            (Stop::Mutator, None) => unreachable!("the error was kept"),
        }
    }

    fn keep<T>(error: &mut Option<M::Error>, result: Result<T, M::Error>) -> Result<T, Stop> {
        result.map_err(|failed| {
            *error = Some(failed);
            Stop::Mutator
        })
    }
}

impl<M: Mutator + ?Sized> Mutator for Stopping<'_, M> {
    type Error = Stop;

    fn visits(&self, object: &ObjectRef) -> bool {
        self.mutator.visits(object)
    }

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, Stop> {
        Self::keep(&mut self.error, self.mutator.enter(object))
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, Stop> {
        Self::keep(&mut self.error, self.mutator.leave(object))
    }
}
