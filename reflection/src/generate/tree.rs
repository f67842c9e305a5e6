//! Graphs as a strategy of `proptest`. A graph shrinks by the bytes that it was made from.

use std::fmt;
use std::sync::Arc;

use arbitrary::Unstructured;
use objet_object::IsObjectRef;
use proptest::arbitrary::any;
use proptest::collection::vec;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{Reason, TestRunner};

use super::{GenerateError, Graphs};
use crate::walk::post_order;

/// The average number of random bytes for an object.
const BYTES: usize = 16;
/// The number of byte sequences that are tried for a graph.
const ATTEMPTS: usize = 64;

impl<R: IsObjectRef> Graphs<R> {
    /// Returns a strategy of `proptest` for these graphs. A failing graph shrinks to a small one
    /// that fails too.
    ///
    /// ```
    /// use objet::generate::Graphs;
    /// use objet::prelude::*;
    /// use objet::{String, load_json, save_json, structural_equal};
    /// use proptest::test_runner::TestRunner;
    ///
    /// let strings = Graphs::<Array<String>>::new().strategy()?;
    /// TestRunner::default().run(&strings, |strings| {
    ///     let loaded = load_json(&save_json(&strings).unwrap()).unwrap();
    ///     assert!(structural_equal(&loaded, strings.as_object_ref()));
    ///     Ok(())
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no finite graph has a root of type `R`, or none is small enough.
    pub fn strategy(self) -> Result<GraphStrategy<R>, GenerateError> {
        self.plan()?;
        Ok(GraphStrategy(Arc::new(self)))
    }
}

/// A strategy for graphs; see [`Graphs::strategy`].
pub struct GraphStrategy<R>(Arc<Graphs<R>>);

impl<R> Clone for GraphStrategy<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<R> fmt::Debug for GraphStrategy<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<R: IsObjectRef> Strategy for GraphStrategy<R> {
    type Tree = GraphTree<R>;
    type Value = R;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let longest = BYTES.saturating_mul(self.0.options.max_nodes.min(1 << 16));
        let (bytes, mut failure) = (vec(any::<u8>(), 0..=longest), None);
        for _ in 0..ATTEMPTS {
            let mut bytes = bytes.new_tree(runner)?.current();
            match made(&self.0, &mut bytes) {
                Ok(graph) => return Ok(GraphTree::new(self.0.clone(), bytes, graph)),
                Err(error) => failure = Some(error),
            }
        }
        Err(failure.map_or_else(|| Reason::from("no graph"), |error| error.to_string().into()))
    }
}

/// Makes a graph, and removes the bytes that are not read.
fn made<R: IsObjectRef>(graphs: &Graphs<R>, bytes: &mut Vec<u8>) -> Result<R, GenerateError> {
    let mut u = Unstructured::new(bytes);
    let graph = graphs.generate(&mut u)?;
    let unread = u.len();
    bytes.truncate(bytes.len() - unread);
    Ok(graph)
}

/// A graph that shrinks.
///
/// Shrinking removes ranges of the bytes, from half of the bytes down to one byte, and makes single
/// bytes smaller, until neither helps. Then it tries the objects below the root. A step that makes
/// the test pass is undone.
pub struct GraphTree<R> {
    graphs: Arc<Graphs<R>>,
    bytes: Vec<u8>,
    graph: R,
    /// The state before the last step.
    before: Option<(Vec<u8>, R)>,
    next: Step,
    /// Whether a step was kept since the first range was removed.
    has_progress: bool,
}

/// A change of the bytes or of the graph.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Removes the bytes from `start` on.
    Remove { start: usize, count: usize },
    /// Sets a byte to zero, or else halves it.
    Reduce { index: usize, halves: bool },
    /// Takes an object below the root, by its position in post-order.
    Descend { position: usize },
    /// No step is left.
    End,
}

impl<R: IsObjectRef> GraphTree<R> {
    fn new(graphs: Arc<Graphs<R>>, bytes: Vec<u8>, graph: R) -> Self {
        let next = Step::first(&bytes);
        Self { graphs, bytes, graph, before: None, next, has_progress: false }
    }

    /// Returns the bytes and the graph after the next step, or `None` if the step changes nothing,
    /// and moves to the step after it.
    fn step(&mut self) -> Option<(Vec<u8>, R)> {
        let mut bytes = self.bytes.clone();
        match self.next {
            Step::Remove { start, count } if start < bytes.len() => {
                bytes.drain(start..(start + count).min(self.bytes.len()));
                self.next = Step::Remove { start: start + count, count };
            }
            Step::Remove { count: 0 | 1, .. } => {
                self.next = Step::Reduce { index: 0, halves: false };
                return None;
            }
            Step::Remove { count, .. } => {
                self.next = Step::Remove { start: 0, count: count.div_ceil(2) };
                return None;
            }
            Step::Reduce { index, .. } if index == bytes.len() => {
                self.next =
                    if self.has_progress { Step::first(&bytes) } else { Step::Descend { position: 0 } };
                self.has_progress = false;
                return None;
            }
            Step::Reduce { index, halves } => {
                self.next = Step::Reduce { index: index + usize::from(halves), halves: !halves };
                let reduced = if halves { bytes[index] / 2 } else { 0 };
                if bytes[index] == reduced {
                    return None;
                }
                bytes[index] = reduced;
            }
            Step::Descend { position } => {
                let Some(object) = post_order(&self.graph).nth(position) else {
                    self.next = Step::End;
                    return None;
                };
                self.next = Step::Descend { position: position + 1 };
                let smaller = !object.same_as(&self.graph);
                return Some((bytes, object.downcast().ok().filter(|_| smaller)?));
            }
            Step::End => return None,
        }
        let graph = made(&self.graphs, &mut bytes).ok()?;
        Some((bytes, graph))
    }
}

impl Step {
    fn first(bytes: &[u8]) -> Self {
        Self::Remove { start: 0, count: bytes.len().div_ceil(2) }
    }
}

impl<R: IsObjectRef> ValueTree for GraphTree<R> {
    type Value = R;

    fn current(&self) -> R {
        self.graph.clone()
    }

    fn simplify(&mut self) -> bool {
        if self.before.take().is_some() {
            // The last step was kept.
            self.has_progress = true;
            match &mut self.next {
                // The bytes behind the removed range are at its start now.
                Step::Remove { start, count } => *start -= *count,
                // The graph is the smallest one below the root that fails.
                Step::Descend { .. } => self.next = Step::End,
                Step::Reduce { .. } | Step::End => {}
            }
        }
        while !matches!(self.next, Step::End) {
            if let Some((bytes, graph)) = self.step() {
                let bytes = std::mem::replace(&mut self.bytes, bytes);
                self.before = Some((bytes, std::mem::replace(&mut self.graph, graph)));
                return true;
            }
        }
        false
    }

    fn complicate(&mut self) -> bool {
        let Some((bytes, graph)) = self.before.take() else { return false };
        (self.bytes, self.graph) = (bytes, graph);
        true
    }
}

impl<R: IsObjectRef> fmt::Debug for GraphTree<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphTree").field("graph", &self.graph).finish_non_exhaustive()
    }
}
