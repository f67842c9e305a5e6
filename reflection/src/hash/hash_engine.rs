//! The hash engine: a stack of objects that are being hashed, each with its partial hash.

use objet_object::__private::resumed;
use objet_object::progress::Steps;
use objet_object::{MapNode, NDArrayNode, Object, ObjectRef};

use super::definitions::{Definitions, Use};
use super::hash_reducer::{HashReducer, of_data_type};
use super::mix::{mix, of_bytes, of_text};
use super::scoped_hash::{Mode, ScopedHash};
use crate::content::Content;
use crate::graph::OpaqueView;
use crate::identity::{Identity, IdentityMap, IdentitySet};
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes};
use crate::node_layout::Compared;
use crate::options::Comparison;

/// A running hash computation.
pub(super) struct HashEngine<'a> {
    loaded: &'a Loaded,
    frames: Vec<Frame<'a>>,
    recent: RecentTypes,
    /// The hashes of objects with several references, which can be reached again.
    known: IdentityMap<u64>,
    /// The number of variables so far.
    variable_count: u64,
    /// Whether free variables are hashed by the order of the traversal, like bound ones, instead of
    /// by address.
    map_free_vars: bool,
    /// Variables that are bound at all positions.
    bound: IdentitySet,
    /// The variables that each node with scopes on the stack has defined so far.
    definitions: Vec<Definitions>,
    /// The hashes of definitions and scopes, since the first node with a scope.
    scoped: Option<Box<ScopedHash<'a>>>,
    /// The hashes of variables that a scope uses and does not bind.
    outside: IdentityMap<u64>,
}

/// An object whose parts are being hashed.
struct Frame<'a> {
    inside: Inside<'a>,
    /// The index of the next part.
    next: usize,
    /// The partial hash.
    hash: u64,
    /// The identity of the object, if it has several references.
    shared: Option<Identity>,
    /// Whether variables below the object are bound by it.
    binds: bool,
}

/// The parts of an object.
///
/// At most one variant has a destructor. With two, the compiler assembles each new frame in a copy,
/// and a hash takes twice as long.
pub(super) enum Inside<'a> {
    Node(Node<'a>),
    List(&'a [Option<ObjectRef>]),
    Opaque(OpaqueView<'a>),
    /// Objects, each with whether it binds the variables in it.
    Objects(Vec<(Option<&'a Object>, bool)>),
    /// A node with scopes.
    Scopes(Node<'a>),
}

/// A part of an object.
pub(super) enum Part<'a> {
    /// An object, and whether it binds the variables in it.
    Object(Option<&'a Object>, bool),
    /// A definition or a scope of a node with scopes.
    Scope(&'static Compared, Option<&'a Object>),
}

/// The hash of null, and the initial values of the hashes of built-in types.
pub(super) const NULL: u64 = 0;
const TEXT: u64 = 1;
pub(super) const ARRAY: u64 = 2;
pub(super) const MAP: u64 = 3;
const TENSOR: u64 = 4;
const SHAPE: u64 = 5;
pub(super) const ADT: u64 = 6;
const OPAQUE: u64 = 7;
const CYCLE: u64 = 8;

impl<'a> HashEngine<'a> {
    pub(super) fn new(map_free_vars: bool, loaded: &'a Loaded) -> Self {
        Self {
            loaded,
            frames: Vec::new(),
            recent: RecentTypes::new(),
            known: IdentityMap::default(),
            variable_count: 0,
            map_free_vars,
            bound: IdentitySet::default(),
            definitions: Vec::new(),
            scoped: None,
            outside: IdentityMap::default(),
        }
    }

    /// Returns the hash of a graph. For a graph with a cycle, returns a hash of the root's own
    /// values.
    pub(super) fn run(&mut self, root: &'a ObjectRef) -> u64 {
        let mut last = self.hash_or_enter(Some(root), false);
        let mut steps = Steps::new("hash", None);
        while let Some(frame) = self.frames.last_mut() {
            steps.next();
            if let Some(hash) = last.take() {
                frame.hash = mix(frame.hash, hash);
            }
            match frame.next(self.loaded) {
                Some(Part::Object(object, binds)) => last = self.hash_or_enter(object, binds),
                Some(Part::Scope(compared, object)) => {
                    last = self.hash_scope(compared, object);
                    if last.is_none() {
                        self.frames.clear();
                    }
                }
                None => {
                    let hash = match frame.inside {
                        Inside::Scopes(_) => leave_scopes(&mut self.definitions, frame.hash),
                        _ => frame.hash,
                    };
                    if let Some(shared) = frame.shared {
                        self.known.insert(shared, hash);
                    }
                    self.frames.pop();
                    last = Some(hash);
                }
            }
        }
        // Graphs with cycles are equal if all paths through them are equal, whatever the number of
        // objects. So the hash cannot depend on more than the root.
        last.unwrap_or_else(|| mix(CYCLE, of_key(root, self.loaded)))
    }

    /// Returns the hash of an object, or pushes the object on the stack and returns `None`. Clears
    /// the stack if the graph has a cycle.
    #[inline(always)]
    fn hash_or_enter(&mut self, object: Option<&'a Object>, binds: bool) -> Option<u64> {
        let Some(object) = object else { return Some(NULL) };
        // Check this before the object is read, since a read may miss the cache.
        if let Some(hash) = self.known.get(&Identity::of(object)) {
            return Some(*hash);
        }
        match Content::by_recent(object, &mut self.recent) {
            Content::Node(node) => self.hash_or_enter_node(node, binds),
            content => self.hash_or_enter_other(object, content, binds),
        }
    }

    /// Returns the same for a node.
    #[inline(always)]
    fn hash_or_enter_node(&mut self, node: Node<'a>, binds: bool) -> Option<u64> {
        let object = node.object();
        let mut hash = key_hash(node);
        match node.reflection().comparison() {
            Comparison::Fields => {
                if let Some(bytes) = node.reflection().bytes() {
                    return Some(mix(hash, of_bytes(bytes.of(object))));
                }
            }
            Comparison::GraphNode => {}
            Comparison::FreeVariable if !binds && self.is_free(object) => {
                let identity = Identity::of(object);
                let hash = mix(hash, identity.number());
                // A definition site that comes later can only map the variable to itself.
                self.known.insert(identity, hash);
                return Some(hash);
            }
            Comparison::FreeVariable => {
                hash = mix(hash, self.variable_count);
                self.variable_count += 1;
            }
            Comparison::Pointer => return Some(hash),
            Comparison::Custom { hash: function, .. } => {
                let mut reducer = HashReducer::new(hash, self.loaded);
                resumed(function(object, &mut reducer));
                self.bound.extend(reducer.bound.into_iter().map(Identity::of));
                return self.enter_other(object, Inside::Objects(reducer.objects), reducer.hash, binds);
            }
        }
        let hash = of_plain(node, hash, self.loaded);
        if node.layout().has_scopes {
            self.definitions.push(Definitions::default());
            return self.enter_other(object, Inside::Scopes(node), hash, binds);
        }
        self.enter(object, Inside::Node(node), hash, binds)
    }

    /// Returns the same for an object that is not a node. Separate to keep the path of nodes short.
    #[inline(never)]
    fn hash_or_enter_other(&mut self, object: &'a Object, content: Content<'a>, binds: bool) -> Option<u64> {
        if let Some(hash) = of_leaf(content) {
            return Some(hash);
        }
        let (inside, hash) = match content {
            Content::Array(array) => {
                let elements = array.as_slice();
                (Inside::List(elements), mix(ARRAY, elements.len() as u64))
            }
            Content::Map(map) => {
                let (entries, alike) = entries(map, self.loaded);
                self.bind_in(alike);
                (Inside::Objects(entries), mix(MAP, map.len() as u64))
            }
            Content::Adt(adt) => {
                let tag = u64::from(adt.tag().cast_unsigned());
                (Inside::List(adt.fields()), mix(mix(ADT, tag), adt.fields().len() as u64))
            }
            Content::Opaque(opaque) => (Inside::Opaque(opaque), of_opaque(opaque, self.loaded)),
            _ => return Some(of_text(object.type_key())),
        };
        self.enter(object, inside, hash, binds)
    }

    /// Pushes an object on the stack, and returns `None`. Clears the stack if the graph has a
    /// cycle.
    #[inline(always)]
    fn enter(&mut self, object: &Object, inside: Inside<'a>, hash: u64, binds: bool) -> Option<u64> {
        if self.frames.len() == self.frames.capacity() && is_in_cycle(&mut self.frames, |frame| frame.shared)
        {
            self.frames.clear();
            return None;
        }
        let shared = (object.strong_count() > 1).then(|| Identity::of(object));
        self.frames.push(Frame { inside, next: 0, hash, shared, binds });
        None
    }

    /// Does the same as [`Self::enter`]. Separate to keep the path of plain nodes short.
    #[inline(never)]
    fn enter_other(&mut self, object: &Object, inside: Inside<'a>, hash: u64, binds: bool) -> Option<u64> {
        self.enter(object, inside, hash, binds)
    }

    /// Returns the hash of a definition or a scope of the current node. Returns `None` if there is
    /// a cycle.
    #[cold]
    fn hash_scope(&mut self, compared: &Compared, object: Option<&'a Object>) -> Option<u64> {
        let Some(object) = object else { return Some(NULL) };
        let loaded = self.loaded;
        let scoped = self.scoped.get_or_insert_with(|| Box::new(ScopedHash::new(loaded)));
        let frame = self.frames.last_mut()?;
        let mode = Mode { defines: compared.is_definition, binds: frame.binds };
        let summary = scoped.run(object, mode)?;
        let definitions = self.definitions.last_mut()?;
        let mut outside: Vec<Use> = Vec::new();
        let position = u64::from(compared.position);
        definitions.take(&summary, position, true, |used| outside.push(used));
        self.bound.extend(scoped.take_bound());
        // In an order that does not depend on addresses.
        outside.sort_unstable_by_key(|used| used.position);
        Some(
            outside
                .into_iter()
                .fold(summary.hash, |hash, used| mix(mix(hash, used.position), self.hash_outside(used))),
        )
    }

    /// Binds the variables in entries of a map whose hashes do not count.
    fn bind_in(&mut self, objects: Vec<&'a Object>) {
        if self.map_free_vars || objects.is_empty() {
            return;
        }
        let loaded = self.loaded;
        let scoped = self.scoped.get_or_insert_with(|| Box::new(ScopedHash::new(loaded)));
        scoped.bind_in(objects);
        self.bound.extend(scoped.take_bound());
    }

    /// Returns the hash of a variable that a scope uses and does not bind. It is the same each
    /// time.
    fn hash_outside(&mut self, Use { variable, is_bound, .. }: Use) -> u64 {
        if let Some(hash) = self.outside.get(&variable) {
            return *hash;
        }
        if is_bound {
            self.bound.insert(variable);
        }
        let hash = match self.known.get(&variable) {
            Some(hash) => *hash,
            None if !self.map_free_vars && !self.bound.contains(&variable) => variable.number(),
            None => {
                self.variable_count += 1;
                self.variable_count - 1
            }
        };
        self.outside.insert(variable, hash);
        hash
    }

    /// Whether a variable that is reached outside of its definition is hashed by address.
    fn is_free(&self, variable: &Object) -> bool {
        !self.map_free_vars && !self.bound.contains(&Identity::of(variable))
    }
}

impl<'a> Frame<'a> {
    /// Returns the next part, or `None` at the end.
    #[inline]
    fn next(&mut self, loaded: &'a Loaded) -> Option<Part<'a>> {
        let part = self.inside.part(&mut self.next, loaded)?;
        Some(match part {
            Part::Object(object, binds) => Part::Object(object, self.binds || binds),
            Part::Scope(..) => part,
        })
    }
}

impl<'a> Inside<'a> {
    /// Returns the parts of a node.
    #[inline]
    pub(super) fn node(node: Node<'a>) -> Self {
        if node.layout().has_scopes { Self::Scopes(node) } else { Self::Node(node) }
    }

    /// Returns the next part, and increments its index. Returns `None` at the end.
    #[inline(always)]
    pub(super) fn part(&self, next: &mut usize, loaded: &'a Loaded) -> Option<Part<'a>> {
        if let Self::Node(node) = self {
            let (compared, object) = node.compared(*next, loaded)?;
            *next += 1;
            return Some(Part::Object(object.map(|object| &**object), compared.is_definition));
        }
        self.part_of_others(next, loaded)
    }

    /// Returns the same as [`Self::part`], for objects that are not plain nodes. Separate to keep
    /// the path of plain nodes short.
    #[inline(never)]
    fn part_of_others(&self, next: &mut usize, loaded: &'a Loaded) -> Option<Part<'a>> {
        match self {
            Self::Node(_) => None,
            Self::List(elements) => {
                let element = elements.get(*next)?;
                *next += 1;
                Some(Part::Object(element.as_ref().map(|element| &**element), false))
            }
            Self::Opaque(opaque) => {
                while let Some(index) = opaque.by_name().get(*next) {
                    let index = *index as usize;
                    *next += 1;
                    if opaque.is_compared(index)
                        && let Some(object) = opaque.value(index, loaded).object()
                    {
                        // The node may bind the variables in it.
                        return Some(Part::Object(object.map(|object| &**object), true));
                    }
                }
                None
            }
            Self::Objects(objects) => {
                let (object, binds) = *objects.get(*next)?;
                *next += 1;
                Some(Part::Object(object, binds))
            }
            Self::Scopes(node) => {
                let (compared, object) = node.compared(*next, loaded)?;
                *next += 1;
                let object = object.map(|object| &**object);
                let is_scope = compared.is_definition || compared.is_scope;
                Some(if is_scope { Part::Scope(compared, object) } else { Part::Object(object, false) })
            }
        }
    }
}

/// Whether an object on the stack is inside of itself. Called whenever the stack reaches its
/// capacity, which doubles each time. `shared` returns the identity of the object of a frame, if
/// the object has several references.
///
/// A traversal of a cycle repeats the same steps, so the cycle fills the middle of the stack at
/// some point. At least one object of the cycle also has a reference from outside the cycle, so its
/// frame has an identity.
#[cold]
#[inline(never)]
pub(super) fn is_in_cycle<F>(frames: &mut Vec<F>, shared: impl Fn(&F) -> Option<Identity>) -> bool {
    frames.reserve(32);
    let Some(object) = frames[..frames.len() / 2].iter().rev().find_map(&shared) else { return false };
    frames.iter().filter(|frame| shared(frame) == Some(object)).count() > 1
}

/// Returns the hash of the innermost node with scopes, which ends.
#[cold]
fn leave_scopes(definitions: &mut Vec<Definitions>, hash: u64) -> u64 {
    definitions.pop().map_or(hash, |definitions| definitions.finish(hash))
}

/// Returns the keys and values of a map in an order that does not depend on the order of the
/// entries. Keys that differ only in their identity have no such order: they and their values are
/// returned separately, and do not count.
///
/// A use of a variable may come before its definition in this order, so all entries bind the
/// variables in them.
pub(super) fn entries<'a>(map: &'a MapNode, loaded: &Loaded) -> (Entries<'a>, Vec<&'a Object>) {
    let mut entries: Vec<_> = map.iter().map(|(key, value)| (of_key(key, loaded), key, value)).collect();
    entries.sort_unstable_by_key(|(hash, ..)| *hash);
    let (mut alone, mut alike) = (Vec::with_capacity(2 * entries.len()), Vec::new());
    for entries in entries.chunk_by(|a, b| a.0 == b.0) {
        for (_, key, value) in entries {
            let (key, value) = (&***key, value.map(|value| &**value));
            if entries.len() == 1 {
                alone.extend([(Some(key), true), (value, true)]);
            } else {
                alike.push(key);
                alike.extend(value);
            }
        }
    }
    (alone, alike)
}

/// Objects, each with whether it binds the variables in it.
type Entries<'a> = Vec<(Option<&'a Object>, bool)>;

/// Returns a hash of a key's own values, without following its references. The hash does not depend
/// on the variables seen so far: a map with a variable as a key may be one object that is reached
/// twice, or two maps of which the second one has a variable that is already numbered.
fn of_key(key: &Object, loaded: &Loaded) -> u64 {
    let text = |object: Option<&Object>| match object.map(Content::of) {
        Some(Content::String(text)) => of_text(text.as_str()),
        _ => NULL,
    };
    match Content::of(key) {
        Content::String(_) => text(Some(key)),
        Content::Opaque(opaque) => of_opaque(opaque, loaded),
        Content::Node(node) => {
            let reflection = node.reflection();
            let hash = key_hash(node);
            match (reflection.comparison(), reflection.bytes()) {
                (Comparison::Pointer, _) => hash,
                (Comparison::Custom { hash: function, .. }, _) => {
                    let mut reducer = HashReducer::new(hash, loaded);
                    resumed(function(key, &mut reducer));
                    reducer.objects.iter().fold(reducer.hash, |hash, (object, _)| mix(hash, text(*object)))
                }
                (Comparison::Fields, Some(bytes)) => mix(hash, of_bytes(bytes.of(key))),
                _ => (0..)
                    .map_while(|index| node.compared(index, loaded))
                    .fold(of_plain(node, hash, loaded), |hash, (_, object)| {
                        mix(hash, text(object.map(|object| &**object)))
                    }),
            }
        }
        _ => of_text(key.type_key()),
    }
}

/// Returns the hash of the object's own type key. The type may have no struct.
#[inline]
pub(super) fn key_hash(node: Node<'_>) -> u64 {
    if node.object().type_index() == node.layout().own_index {
        node.layout().key_hash
    } else {
        of_text(node.object().type_key())
    }
}

/// Extends a hash by the compared fields other than references.
#[inline]
pub(super) fn of_plain(node: Node<'_>, mut hash: u64, loaded: &Loaded) -> u64 {
    for value in node.plain_values(loaded) {
        hash = mix(hash, value.hash());
    }
    hash
}

/// Returns the hash of an opaque node without its references.
pub(super) fn of_opaque(opaque: OpaqueView<'_>, loaded: &Loaded) -> u64 {
    let mut hash = mix(OPAQUE, of_text(opaque.opaque_type_key()));
    hash = mix(hash, opaque.bytes().map_or(NULL, of_bytes));
    for index in opaque.compared_by_name() {
        hash = mix(hash, of_text(opaque.name(index)));
        let value = opaque.value(index, loaded);
        if value.object().is_none() {
            hash = mix(hash, value.text().map_or(NULL, |text| of_text(&text)));
        }
    }
    hash
}

/// Returns the hash of an object without references, or `None` for other objects.
#[inline]
pub(super) fn of_leaf(content: Content<'_>) -> Option<u64> {
    Some(match content {
        Content::String(text) => mix(TEXT, of_text(text.as_str())),
        Content::Tensor(tensor) => of_tensor(tensor),
        Content::Shape(shape) => {
            let start = mix(SHAPE, shape.as_slice().len() as u64);
            shape.as_slice().iter().fold(start, |hash, extent| mix(hash, extent.cast_unsigned()))
        }
        _ => return None,
    })
}

/// Returns the hash of a tensor. Includes the elements, if they are in host memory.
fn of_tensor(tensor: &NDArrayNode) -> u64 {
    let start = mix(TENSOR, of_data_type(tensor.dtype()));
    let hash = tensor.shape().iter().fold(start, |hash, extent| mix(hash, extent.cast_unsigned()));
    mix(hash, tensor.compact_bytes().map_or(NULL, |bytes| of_bytes(&bytes)))
}
