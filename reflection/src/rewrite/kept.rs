//! Objects with references from outside of the rewriting. They and the objects below them do not
//! change, so they are borrowed; copies are made of those that lead to a change.

use objet_object::{IsObjectRef, ObjectRef};

use super::error::RewriteError;
use super::pass::{Leave, Pass};
use super::rebuild::{rebuilt_content, rebuilt_node, with_results};
use super::{Enter, Rewriting};
use crate::content::Content;
use crate::identity::{Identity, is_shared};
use crate::loaded::Loaded;
use crate::memory::{LastOffsets, Node};

/// A traversal of borrowed objects.
struct Kept<'p, 'a, T> {
    /// The path from the root to the current object.
    path: Vec<Frame<'a, T>>,
    /// The changed references of the objects on the path, by their indices. Those of an object lie
    /// behind those of the objects above it.
    changes: Vec<(usize, ObjectRef)>,
    /// Objects that were replaced by objects which are being rewritten, with the path length at
    /// the replacement.
    replaced: Vec<(usize, &'a ObjectRef)>,
    /// Keeps the replacements, and the values of cells.
    loaded: &'a Loaded,
    last: LastOffsets<'p>,
}

/// An object whose references are being rewritten.
struct Frame<'a, T> {
    object: &'a ObjectRef,
    node: Option<Node<'a>>,
    of: T,
    /// The number of references that were followed.
    next: usize,
    /// The number of changes before those of this object.
    changes: usize,
    /// Whether the object is the replacement of another object.
    is_replacement: bool,
}

/// An object to visit, with its data by type.
struct Candidate<'a, T> {
    object: &'a ObjectRef,
    node: Option<Node<'a>>,
    of: T,
    /// Whether the object is the replacement of another object.
    is_replacement: bool,
    /// Whether the result may be known, or is remembered.
    is_remembered: bool,
}

/// The progress of a rewriting at an object.
enum Visit {
    /// The object is at the end of the path, and its references are rewritten first.
    Entered,
    /// The object is rewritten. `None` stands for the object that was there before.
    Done(Option<ObjectRef>),
}

impl<'p, P: Pass<'p>> Rewriting<'p, P> {
    /// Rewrites an object. Returns `None` if the result is the object. If `is_entered`, the pass
    /// has entered the object already.
    #[inline(never)]
    pub(super) fn keep(
        &mut self,
        root: &ObjectRef,
        is_root: bool,
        is_entered: bool,
    ) -> Result<Option<ObjectRef>, P::Error> {
        let loaded = Loaded::default();
        let mut kept = Kept {
            path: Vec::new(),
            changes: Vec::new(),
            replaced: Vec::new(),
            loaded: &loaded,
            last: LastOffsets::new(),
        };
        // Only a cycle can lead back to the root of the rewriting, and `find_cycle` detects cycles.
        let root = self.candidate(root, !is_root && is_shared(root));
        if let Visit::Done(result) = self.visit_other(&mut kept, root, is_entered)? {
            return Ok(result);
        }
        loop {
            self.steps.next();
            if self.follow(&mut kept)? {
                continue;
            }
            if let Visit::Done(result) = self.leave(&mut kept, is_root)? {
                match (kept.path.last(), result) {
                    (None, result) => return Ok(result),
                    (Some(_), None) => {}
                    (Some(parent), Some(result)) => {
                        let index = parent.last_index::<P>();
                        if parent.reference(index, &loaded).is_none_or(|old| !old.same_as(&result)) {
                            kept.changes.push((index, result));
                        }
                    }
                }
            }
        }
    }

    /// Visits the next references of the object at the end of the path, until an object is entered.
    /// Returns whether one is entered.
    #[inline(always)]
    fn follow<'a>(&mut self, kept: &mut Kept<'p, 'a, P::OfType>) -> Result<bool, P::Error> {
        let Some(&Frame { object, node, of, mut next, .. }) = kept.path.last() else { return Ok(false) };
        match node {
            Some(node) => {
                let followed = P::followed(of, node);
                while next < followed.len() {
                    let child = P::reference(of, node, next, &mut kept.last, kept.loaded);
                    let index = followed[next] as usize;
                    next += 1;
                    if let Some(child) = child
                        && self.visit_child(kept, child, next, index)?
                    {
                        return Ok(true);
                    }
                }
            }
            None => {
                for index in next..Content::of(object).reference_count() {
                    if let Some(child) = Content::of(object).reference(index, kept.loaded)
                        && self.visit_child(kept, child, index + 1, index)?
                    {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Visits an object that the object at the end of the path refers to. Returns whether it is
    /// entered. `next` is the number of references that are followed then.
    #[inline(always)]
    fn visit_child<'a>(
        &mut self,
        kept: &mut Kept<'p, 'a, P::OfType>,
        child: &'a ObjectRef,
        next: usize,
        index: usize,
    ) -> Result<bool, P::Error> {
        let (node, of) = self.types.node_with(child, |node| self.pass.of_type(child, node));
        if !self.pass.visits(child, of) {
            return Ok(false);
        }
        let parent = kept.path.len() - 1;
        let is_remembered = P::REVISITS || is_shared(child);
        let visit = match node {
            Some(node) if !is_remembered => self.visit_node(kept, child, node, of)?,
            _ => {
                let child = Candidate { object: child, node, of, is_replacement: false, is_remembered };
                self.visit_other(kept, child, false)?
            }
        };
        match visit {
            Visit::Entered => {
                kept.path[parent].next = next;
                return Ok(true);
            }
            Visit::Done(None) => {}
            Visit::Done(Some(result)) if result.same_as(child) => {}
            Visit::Done(Some(result)) => kept.changes.push((index, result)),
        }
        Ok(false)
    }

    #[inline(always)]
    fn candidate<'a>(&mut self, object: &'a ObjectRef, is_remembered: bool) -> Candidate<'a, P::OfType> {
        let (node, of) = self.types.node_with(object, |node| self.pass.of_type(object, node));
        Candidate { object, node, of, is_replacement: false, is_remembered }
    }

    /// Begins to rewrite a node whose result is not remembered.
    #[inline(always)]
    fn visit_node<'a>(
        &mut self,
        kept: &mut Kept<'p, 'a, P::OfType>,
        object: &'a ObjectRef,
        node: Node<'a>,
        of: P::OfType,
    ) -> Result<Visit, P::Error> {
        match self.pass.enter(object, of)? {
            Enter::Inside => {
                if P::has_references(of, node) {
                    return kept.enter(object, Some(node), of, false);
                }
                match self.pass.leave_kept(object, of)? {
                    Leave::Kept => Ok(Visit::Done(None)),
                    Leave::As(result) => Ok(Visit::Done(Some(result))),
                    Leave::Again(result) => self.visit_again(kept, object, true, result),
                }
            }
            Enter::Keep => Ok(Visit::Done(None)),
            Enter::Replace(result) => Ok(Visit::Done(Some(result))),
            Enter::Instead(result) => self.visit_again(kept, object, false, result),
        }
    }

    /// Works like `visit_node`, for all objects. If `is_entered`, the pass has entered the object
    /// already.
    #[inline(never)]
    fn visit_other<'a>(
        &mut self,
        kept: &mut Kept<'p, 'a, P::OfType>,
        candidate: Candidate<'a, P::OfType>,
        mut is_entered: bool,
    ) -> Result<Visit, P::Error> {
        let Candidate { mut object, mut node, mut of, mut is_replacement, mut is_remembered } = candidate;
        loop {
            if is_remembered && let Some((_, result)) = self.done.get(&Identity::of(object)) {
                let is_changed = is_replacement || !result.same_as(object);
                let result = is_changed.then(|| result.clone());
                self.finish(kept, object, false, result.as_ref());
                return Ok(Visit::Done(result));
            }
            let enter = match std::mem::take(&mut is_entered) {
                true => Enter::Inside,
                false => self.pass.enter(object, of)?,
            };
            let (replacement, is_again) = match enter {
                Enter::Inside => {
                    let has_references = match (node, Content::of(object)) {
                        (Some(node), _) => P::has_references(of, node),
                        // An opaque node may have references that are not followed.
                        (None, Content::Opaque(_)) => true,
                        (None, content) => content.reference_count() > 0,
                    };
                    if has_references {
                        return kept.enter(object, node, of, is_replacement);
                    }
                    match self.pass.leave_kept(object, of)? {
                        Leave::Kept => (None, false),
                        Leave::As(result) => (Some(result), false),
                        Leave::Again(result) => (Some(result), true),
                    }
                }
                Enter::Keep => (None, false),
                Enter::Replace(result) => (Some(result), false),
                Enter::Instead(result) => (Some(result), true),
            };
            match replacement {
                Some(replacement) if is_again => {
                    if is_remembered {
                        kept.replaced.push((kept.path.len(), object));
                    }
                    object = kept.loaded.keep(replacement);
                    let again = self.candidate(object, P::REVISITS || is_shared(object));
                    (node, of, is_remembered, is_replacement) =
                        (again.node, again.of, again.is_remembered, true);
                }
                replacement => {
                    let result = replacement.or_else(|| is_replacement.then(|| object.clone()));
                    self.finish(kept, object, is_remembered, result.as_ref());
                    return Ok(Visit::Done(result));
                }
            }
        }
    }

    /// Begins to rewrite the replacement of an object. If `is_remembered`, the result is the result
    /// of the object too.
    #[cold]
    fn visit_again<'a>(
        &mut self,
        kept: &mut Kept<'p, 'a, P::OfType>,
        object: &'a ObjectRef,
        is_remembered: bool,
        replacement: ObjectRef,
    ) -> Result<Visit, P::Error> {
        if is_remembered {
            kept.replaced.push((kept.path.len(), object));
        }
        let replacement = kept.loaded.keep(replacement);
        let candidate = self.candidate(replacement, P::REVISITS || is_shared(replacement));
        self.visit_other(kept, Candidate { is_replacement: true, ..candidate }, false)
    }

    /// Finishes the object at the end of the path, whose references are all rewritten.
    #[inline(always)]
    fn leave<'a>(&mut self, kept: &mut Kept<'p, 'a, P::OfType>, is_root: bool) -> Result<Visit, P::Error> {
        let Some(Frame { object, node, of, changes, is_replacement, .. }) = kept.path.pop() else {
            unreachable!("the path has an object to finish")
        };
        let mut own = None;
        if kept.changes.len() > changes {
            own = Some(match node {
                Some(node) => rebuilt_node(node, &mut kept.changes, changes, self.checked)?,
                None => rebuilt_content(object, kept.changes.drain(changes..), self.checked)?,
            });
        }
        if node.is_none() {
            own = with_results(own.as_ref().unwrap_or(object), &self.done).or(own);
        }
        let left = match own {
            None => self.pass.leave_kept(object, of)?,
            Some(own) => self.pass.leave_own(own, of)?,
        };
        // The object at the end is the root, unless it is below an owned object.
        let is_remembered = P::REVISITS || is_shared(object) && !(is_root && kept.path.is_empty());
        let result = match left {
            Leave::Kept => is_replacement.then(|| object.clone()),
            Leave::As(result) => Some(result),
            Leave::Again(result) => return self.visit_again(kept, object, true, result),
        };
        if is_remembered || !kept.replaced.is_empty() {
            self.finish(kept, object, is_remembered, result.as_ref());
        }
        Ok(Visit::Done(result))
    }

    /// Remembers the result of an object, if `is_remembered`, and of the objects that it replaced.
    fn finish<'a>(
        &mut self,
        kept: &mut Kept<'p, 'a, P::OfType>,
        object: &'a ObjectRef,
        is_remembered: bool,
        result: Option<&ObjectRef>,
    ) {
        while let Some((_, replaced)) = kept.replaced.pop_if(|(depth, _)| *depth == kept.path.len()) {
            self.remember(replaced, Some(result.unwrap_or(object)));
        }
        if is_remembered {
            self.remember(object, result);
        }
    }
}

impl<'a, T> Kept<'_, 'a, T> {
    /// Adds an object to the path.
    ///
    /// # Errors
    /// If the object is being rewritten inside of itself, and the path has reached its capacity.
    #[inline(always)]
    fn enter<E: From<RewriteError>>(
        &mut self,
        object: &'a ObjectRef,
        node: Option<Node<'a>>,
        of: T,
        is_replacement: bool,
    ) -> Result<Visit, E> {
        if self.path.len() == self.path.capacity() {
            self.find_cycle()?;
        }
        let changes = self.changes.len();
        self.path.push(Frame { object, node, of, next: 0, changes, is_replacement });
        Ok(Visit::Entered)
    }

    /// Detects an object that is being rewritten inside of itself. Called whenever the path reaches
    /// its capacity, which doubles each time.
    ///
    /// A traversal of a cycle repeats the same steps, so the cycle fills the middle of the path at
    /// some point.
    #[cold]
    fn find_cycle(&mut self) -> Result<(), RewriteError> {
        self.path.reserve(16);
        let Some(Frame { object, .. }) = self.path.get(self.path.len() / 2) else { return Ok(()) };
        match self.path.iter().filter(|frame| frame.object.same_as(*object)).count() {
            0 | 1 => Ok(()),
            _ => Err(RewriteError::Cycle { type_key: object.type_key().into() }),
        }
    }
}

impl<'a, T: Copy> Frame<'a, T> {
    /// Returns the index of the reference that was followed last.
    #[inline]
    fn last_index<'p, P: Pass<'p, OfType = T>>(&self) -> usize {
        match self.node {
            Some(node) => P::followed(self.of, node)[self.next - 1] as usize,
            None => self.next - 1,
        }
    }

    /// Returns the reference with this index.
    #[inline]
    fn reference(&self, index: usize, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        match self.node {
            Some(node) => node.numbered_reference(index, loaded),
            None => Content::of(self.object).reference(index, loaded),
        }
    }
}
