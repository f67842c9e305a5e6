//! Hashing of definitions and scopes.
//!
//! An object can lie in several scopes, in which its variables have different bindings. So its
//! [`Summary`] has no identities of variables, but the positions at which they are used. The
//! positions count in the hash of the node that binds the variable. Summaries do not depend on the
//! scopes around the object, and are computed once for each object.

use objet_object::__private::resumed;
use objet_object::Object;

use super::definitions::{Definitions, ITSELF, Summary, Use};
use super::hash_engine::{
    ADT, ARRAY, Inside, MAP, NULL, Part, entries, is_in_cycle, key_hash, of_leaf, of_opaque, of_plain,
};
use super::hash_reducer::HashReducer;
use super::mix::{mix, of_bytes, of_text};
use crate::content::Content;
use crate::identity::{Identity, IdentityMap};
use crate::loaded::Loaded;
use crate::memory::Node;
use crate::options::Comparison;

/// The summaries of objects in definitions and scopes.
pub(super) struct ScopedHash<'a> {
    loaded: &'a Loaded,
    frames: Vec<Frame<'a>>,
    /// The summaries of objects with several references, for each mode.
    known: [IdentityMap<Summary>; 4],
    /// Variables that are bound everywhere and that no summary has.
    bound: Vec<Identity>,
    /// Objects whose hashes do not count. The variables in them are bound everywhere.
    uncounted: Vec<&'a Object>,
}

/// How an object is hashed.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    /// Whether the object defines the variables in it, for the scopes of a node around it.
    pub(super) defines: bool,
    /// Whether the variables in the object are bound everywhere.
    pub(super) binds: bool,
}

impl Mode {
    fn index(self) -> usize {
        usize::from(self.defines) + 2 * usize::from(self.binds)
    }
}

/// An object whose parts are being hashed.
struct Frame<'a> {
    inside: Inside<'a>,
    next: usize,
    summary: Summary,
    mode: Mode,
    /// The identity of the object, if it has several references.
    shared: Option<Identity>,
    /// The variable that the object defines, if it is one.
    variable: Option<Identity>,
    /// Whether the positions of the parts do not count.
    is_map: bool,
    /// The part that is being hashed.
    position: u64,
    /// Whether definitions of the object hold in the part.
    holds: bool,
    /// Whether the object uses too many variables for their identity to count.
    has_forgotten: bool,
    /// The definitions so far.
    definitions: Definitions,
}

impl<'a> ScopedHash<'a> {
    pub(super) fn new(loaded: &'a Loaded) -> Self {
        Self {
            loaded,
            frames: Vec::new(),
            known: Default::default(),
            bound: Vec::new(),
            uncounted: Vec::new(),
        }
    }

    /// Returns variables that were found to be bound everywhere.
    pub(super) fn take_bound(&mut self) -> impl Iterator<Item = Identity> + '_ {
        self.bound.drain(..)
    }

    /// Finds the variables in objects whose hashes do not count, which are bound everywhere.
    pub(super) fn bind_in(&mut self, objects: Vec<&'a Object>) {
        self.uncounted.extend(objects);
        self.bind_uncounted();
    }

    fn bind_uncounted(&mut self) {
        while let Some(object) = self.uncounted.pop() {
            if let Some(summary) = self.hash(object, Mode { defines: false, binds: true }) {
                self.bound.extend(bound(summary.uses));
            }
        }
    }

    /// Returns the summary of an object, or `None` if it has a cycle.
    pub(super) fn run(&mut self, root: &'a Object, mode: Mode) -> Option<Summary> {
        let summary = self.hash(root, mode);
        self.bind_uncounted();
        summary
    }

    fn hash(&mut self, root: &'a Object, mode: Mode) -> Option<Summary> {
        let mut last = self.hash_or_enter(Some(root), mode);
        loop {
            let Some(frame) = self.frames.last_mut() else { return last };
            if let Some(part) = last.take() {
                frame.take(part);
                if frame.summary.is_full() {
                    frame.has_forgotten = true;
                    self.bound.extend(bound(frame.summary.forget()));
                }
            }
            last = match frame.inside.part(&mut frame.next, self.loaded) {
                Some(part) => {
                    let (object, mode) = frame.enter(part);
                    self.hash_or_enter(object, mode)
                }
                None => self.leave(),
            };
        }
    }

    /// Returns the summary of an object, or pushes the object on the stack and returns `None`.
    /// Clears the stack if the graph has a cycle.
    fn hash_or_enter(&mut self, object: Option<&'a Object>, mode: Mode) -> Option<Summary> {
        let Some(object) = object else { return Some(Summary { hash: NULL, ..Summary::default() }) };
        let identity = Identity::of(object);
        if let Some(summary) = self.known[mode.index()].get(&identity) {
            return Some(summary.clone());
        }
        let mut variable = None;
        let content = Content::of(object);
        let (inside, hash) = match content {
            Content::Array(array) => {
                (Inside::List(array.as_slice()), mix(ARRAY, array.as_slice().len() as u64))
            }
            Content::Adt(adt) => (Inside::List(adt.fields()), mix(ADT, u64::from(adt.tag().cast_unsigned()))),
            Content::Map(map) => {
                let (entries, alike) = entries(map, self.loaded);
                self.uncounted.extend(alike);
                (Inside::Objects(entries), mix(MAP, map.len() as u64))
            }
            Content::Opaque(opaque) => (Inside::Opaque(opaque), of_opaque(opaque, self.loaded)),
            Content::Node(node) => match self.of_node(node, mode) {
                Ok(parts) => {
                    if let Comparison::FreeVariable = node.reflection().comparison() {
                        variable = Some(identity);
                    }
                    parts
                }
                Err(summary) => return Some(summary),
            },
            _ => {
                let hash = of_leaf(content).unwrap_or_else(|| of_text(object.type_key()));
                return Some(Summary { hash, ..Summary::default() });
            }
        };
        if self.frames.len() == self.frames.capacity() && is_in_cycle(&mut self.frames, |frame| frame.shared)
        {
            self.frames.clear();
            return None;
        }
        self.frames.push(Frame {
            inside,
            next: 0,
            summary: Summary { hash, ..Summary::default() },
            mode,
            shared: (object.strong_count() > 1).then_some(identity),
            variable,
            is_map: matches!(content, Content::Map(_)),
            position: 0,
            holds: false,
            has_forgotten: false,
            definitions: Definitions::default(),
        });
        None
    }

    /// Returns the parts of a node with the hash without the parts, or its summary as the error.
    fn of_node(&mut self, node: Node<'a>, mode: Mode) -> Result<(Inside<'a>, u64), Summary> {
        let hash = key_hash(node);
        let leaf = |hash| Summary { hash, ..Summary::default() };
        let reflection = node.reflection();
        match (reflection.comparison(), reflection.bytes()) {
            (Comparison::Fields, Some(bytes)) => Err(leaf(mix(hash, of_bytes(bytes.of(node.object()))))),
            (Comparison::Pointer, _) => Err(leaf(hash)),
            (Comparison::FreeVariable, _) if !mode.defines => {
                let variable = Identity::of(node.object());
                let uses = vec![Use { variable, position: ITSELF, is_bound: mode.binds }];
                Err(Summary { uses, ..leaf(of_plain(node, hash, self.loaded)) })
            }
            (Comparison::Custom { hash: function, .. }, _) => {
                let mut reducer = HashReducer::new(hash, self.loaded);
                resumed(function(node.object(), &mut reducer));
                self.bound.extend(reducer.bound.iter().map(|variable| Identity::of(variable)));
                Ok((Inside::Objects(reducer.objects), reducer.hash))
            }
            _ => Ok((Inside::node(node), of_plain(node, hash, self.loaded))),
        }
    }

    /// Finishes the object on top of the stack, and returns its summary.
    fn leave(&mut self) -> Option<Summary> {
        let mut frame = self.frames.pop()?;
        let mut summary = std::mem::take(&mut frame.summary);
        if let Inside::Scopes(_) = frame.inside {
            summary.hash = frame.definitions.finish(summary.hash);
        } else if frame.mode.defines {
            summary.hash = frame.definitions.finish(summary.hash);
            summary.defined = frame.definitions.defined;
            summary.defined.extend(frame.variable.map(|variable| (variable, ITSELF)));
        }
        if frame.has_forgotten {
            self.bound.extend(bound(summary.forget()));
        }
        if let Some(shared) = frame.shared {
            self.known[frame.mode.index()].insert(shared, summary.clone());
        }
        Some(summary)
    }
}

/// Returns the variables that are bound everywhere.
fn bound(uses: Vec<Use>) -> impl Iterator<Item = Identity> {
    uses.into_iter().filter(|used| used.is_bound).map(|used| used.variable)
}

impl<'a> Frame<'a> {
    /// Begins a part. Returns its object and mode.
    fn enter(&mut self, part: Part<'a>) -> (Option<&'a Object>, Mode) {
        self.position = if self.is_map { 0 } else { self.next as u64 };
        let Mode { defines, binds } = self.mode;
        match part {
            Part::Scope(compared, object) => {
                self.holds = true;
                (object, Mode { defines: compared.is_definition, binds })
            }
            Part::Object(object, binds_here) => {
                // The variables in the type of a variable are uses.
                let is_node = matches!(self.inside, Inside::Scopes(..)) || self.variable.is_some();
                let defines = defines && !is_node;
                self.holds = defines;
                (object, Mode { defines, binds: binds || binds_here })
            }
        }
    }

    /// Adds the summary of the current part.
    fn take(&mut self, part: Summary) {
        self.summary.hash = mix(self.summary.hash, part.hash);
        let summary = &mut self.summary;
        self.definitions.take(&part, self.position, self.holds, |used| summary.add(used));
    }
}
