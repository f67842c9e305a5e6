//! The hash itself: a stack of objects that are being hashed, each with its hash so far.

use objet_object::__private::resumed;
use objet_object::{MapNode, NDArrayNode, Object, ObjectRef};

use super::mix::{mix, of_bytes, of_float, of_text};
use super::reducer::{HashReducer, of_data_type};
use crate::content::Content;
use crate::equal::{led_to, text_of};
use crate::graph::OpaqueNode;
use crate::identity::{Identity, IdentityMap, IdentitySet};
use crate::loaded::Loaded;
use crate::memory::{Node, PlainValue, RecentTypes};
use crate::options::Comparison;

/// A hash under way.
pub(super) struct Engine<'a> {
    loaded: &'a Loaded,
    frames: Vec<Frame<'a>>,
    recent: RecentTypes,
    /// The hashes of objects that can be met again, being referred to more than once.
    known: IdentityMap<u64>,
    /// How many variables were met.
    variable_count: u64,
    /// Whether variables that are not bound count by the order in which they are met, as others do, or by who they are.
    map_free_vars: bool,
    /// The variables that are bound wherever they stand.
    bound: IdentitySet,
}

/// An object whose insides are being hashed.
struct Frame<'a> {
    inside: Inside<'a>,
    /// The number of the next place.
    next: usize,
    /// The hash so far.
    hash: u64,
    /// The object, if it can be met again.
    shared: Option<Identity>,
    /// Whether variables that are met below are bound there.
    binds: bool,
}

enum Inside<'a> {
    Node(Node<'a>),
    List(&'a [Option<ObjectRef>]),
    Opaque(&'a OpaqueNode),
    /// Each with whether variables in it are bound.
    Objects(Vec<(Option<&'a Object>, bool)>),
}

/// What can be said of an object at once.
enum Met<'a> {
    Known(u64),
    /// It has that much of a hash before what is inside.
    Inside(Inside<'a>, u64),
}

/// What stands for null, and for the types that need no more to be told apart.
const NULL: u64 = 0;
const TEXT: u64 = 1;
const ARRAY: u64 = 2;
const MAP: u64 = 3;
const TENSOR: u64 = 4;
const SHAPE: u64 = 5;
const ADT: u64 = 6;
const OPAQUE: u64 = 7;
const CYCLE: u64 = 8;

impl<'a> Engine<'a> {
    pub(super) fn new(map_free_vars: bool, loaded: &'a Loaded) -> Self {
        Self {
            loaded,
            frames: Vec::new(),
            recent: RecentTypes::new(),
            known: IdentityMap::default(),
            variable_count: 0,
            map_free_vars,
            bound: IdentitySet::default(),
        }
    }

    /// The hash of a graph; if it has a cycle, of what can be seen of the root.
    pub(super) fn run(&mut self, root: &'a ObjectRef) -> u64 {
        let mut last = self.meet_or_enter(Some(root), false);
        while let Some(frame) = self.frames.last_mut() {
            if let Some(hash) = last.take() {
                frame.hash = mix(frame.hash, hash);
            }
            match frame.next(self.loaded) {
                Some((object, binds)) => last = self.meet_or_enter(object, binds),
                None => {
                    let hash = frame.hash;
                    if let Some(shared) = frame.shared {
                        self.known.insert(shared, hash);
                    }
                    self.frames.pop();
                    last = Some(hash);
                }
            }
        }
        // Two graphs with cycles are equal if all ways through them are, however many objects they have; so no more is told of them.
        last.unwrap_or_else(|| mix(CYCLE, of_key(root, self.loaded)))
    }

    /// Whether an object that is being hashed is inside itself. It is asked as often as the stack has become twice as high. The way through
    /// a cycle is the same each time, so once it was gone through often enough, it takes up the middle of the stack; and one object of
    /// it at least is referred to from outside of it too.
    #[cold]
    #[inline(never)]
    fn is_in_cycle(&mut self) -> bool {
        self.frames.reserve(32);
        let mut lower_half = self.frames[..self.frames.len() / 2].iter();
        let Some(object) = lower_half.rfind(|frame| frame.shared.is_some()) else { return false };
        self.frames.iter().filter(|frame| frame.shared == object.shared).count() > 1
    }

    /// The hash of an object; `None` if it was entered to find it. In a cycle, all objects are left.
    #[inline(always)]
    fn meet_or_enter(&mut self, object: Option<&'a Object>, binds: bool) -> Option<u64> {
        let Some(object) = object else { return Some(NULL) };
        let identity = Identity::of(object);
        // Asked before the object is looked at, which may have to come from far away in memory.
        if let Some(hash) = self.known.get(&identity) {
            return Some(*hash);
        }
        let content = Content::by_recent(object, &mut self.recent);
        if let Some(hash) = of_leaf(content) {
            return Some(hash);
        }
        let shared = (object.strong_count() > 1).then_some(identity);
        match self.meet(object, content, binds) {
            Met::Known(hash) => Some(hash),
            Met::Inside(inside, hash) => {
                if self.frames.len() == self.frames.capacity() && self.is_in_cycle() {
                    self.frames.clear();
                    return None;
                }
                self.frames.push(Frame { inside, next: 0, hash, shared, binds });
                None
            }
        }
    }

    #[inline]
    fn meet(&mut self, object: &Object, content: Content<'a>, binds: bool) -> Met<'a> {
        match content {
            Content::Node(node) => self.meet_node(node, binds),
            Content::Array(array) => {
                let elements = array.as_slice();
                Met::Inside(Inside::List(elements), mix(ARRAY, elements.len() as u64))
            }
            Content::Map(map) => {
                Met::Inside(Inside::Objects(entries(map, self.loaded)), mix(MAP, map.len() as u64))
            }
            Content::Adt(adt) => {
                let tag = u64::from(adt.tag().cast_unsigned());
                Met::Inside(Inside::List(adt.fields()), mix(mix(ADT, tag), adt.fields().len() as u64))
            }
            Content::Opaque(opaque) => Met::Inside(Inside::Opaque(opaque), of_opaque(opaque)),
            _ => Met::Known(of_text(object.type_key())),
        }
    }

    /// Whether it matters who a variable is that is not met where it is bound.
    fn is_free(&self, variable: &Object) -> bool {
        !self.map_free_vars && !self.bound.contains(&Identity::of(variable))
    }

    #[inline]
    fn meet_node(&mut self, node: Node<'a>, binds: bool) -> Met<'a> {
        let hash = key_hash(node);
        match node.reflection().comparison() {
            Comparison::Fields => match node.reflection().bytes() {
                Some(bytes) => Met::Known(mix(hash, of_bytes(bytes.of(node.object())))),
                None => Met::Inside(Inside::Node(node), of_plain(node, hash, self.loaded)),
            },
            Comparison::GraphNode => Met::Inside(Inside::Node(node), of_plain(node, hash, self.loaded)),
            Comparison::FreeVariable if !binds && self.is_free(node.object()) => {
                Met::Known(mix(hash, Identity::of(node.object()).number()))
            }
            Comparison::FreeVariable => {
                let number = self.variable_count;
                self.variable_count += 1;
                Met::Inside(Inside::Node(node), of_plain(node, mix(hash, number), self.loaded))
            }
            Comparison::Pointer => Met::Known(hash),
            Comparison::Custom { hash: function, .. } => {
                let mut reducer = HashReducer::new(hash, self.loaded);
                resumed(function(node.object(), &mut reducer));
                self.bound.extend(reducer.bound.into_iter().map(Identity::of));
                Met::Inside(Inside::Objects(reducer.objects), reducer.hash)
            }
        }
    }
}

impl<'a> Frame<'a> {
    /// The next reference, and whether variables below it are bound there; `None` if there is no more.
    #[inline]
    fn next(&mut self, loaded: &'a Loaded) -> Option<(Option<&'a Object>, bool)> {
        if let Inside::Node(node) = &self.inside {
            let (compared, object) = node.compared(self.next, loaded)?;
            self.next += 1;
            return Some((object.map(|object| &**object), self.binds || compared.is_definition));
        }
        self.next_of_others().map(|(object, binds)| (object, self.binds || binds))
    }

    #[inline]
    fn next_of_others(&mut self) -> Option<(Option<&'a Object>, bool)> {
        match &self.inside {
            Inside::Node(_) => None,
            Inside::List(elements) => {
                let element = elements.get(self.next)?;
                self.next += 1;
                Some((element.as_ref().map(|element| &**element), false))
            }
            Inside::Opaque(opaque) => {
                while let Some(attr) = opaque.attrs().get(self.next) {
                    self.next += 1;
                    if let Some(object) = led_to(&attr.value) {
                        return Some((object, false));
                    }
                }
                None
            }
            Inside::Objects(objects) => {
                let object = objects.get(self.next)?;
                self.next += 1;
                Some(*object)
            }
        }
    }
}

/// The keys and values of a map, in an order that does not depend on that of the entries. Where nothing tells keys
/// apart but who they are, they and their values are left out.
fn entries<'a>(map: &'a MapNode, loaded: &Loaded) -> Vec<(Option<&'a Object>, bool)> {
    let mut entries: Vec<_> = map.iter().map(|(key, value)| (of_key(key, loaded), key, value)).collect();
    entries.sort_by_key(|(hash, ..)| *hash);
    let alike = entries.chunk_by(|a, b| a.0 == b.0);
    let alone = alike.filter(|entries| entries.len() == 1).flatten();
    alone.flat_map(|(_, key, value)| [(Some(&***key), false), (value.map(|value| &**value), false)]).collect()
}

/// The hash of what can be seen of a key without following its references. It is the same wherever the key is met: a map
/// with a variable for a key may be one object that is met twice, or two of which the second meets a variable that has a
/// number already.
fn of_key(key: &Object, loaded: &Loaded) -> u64 {
    let text = |object: Option<&Object>| match object.map(Content::of) {
        Some(Content::Text(text)) => of_text(text.as_str()),
        _ => NULL,
    };
    match Content::of(key) {
        Content::Text(_) => text(Some(key)),
        Content::Opaque(opaque) => of_opaque(opaque),
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

/// The hash of the object's own type key, which may be one that no struct stands for.
#[inline]
fn key_hash(node: Node<'_>) -> u64 {
    if node.object().type_index() == node.layout().own_index {
        node.layout().key_hash
    } else {
        of_text(node.object().type_key())
    }
}

/// The hash of the fields that comparison goes by, but for references.
#[inline]
fn of_plain(node: Node<'_>, mut hash: u64, loaded: &Loaded) -> u64 {
    for value in node.plain_values(loaded) {
        let value = match value {
            PlainValue::Bits(bits) => bits,
            PlainValue::Float(number) => of_float(number),
            PlainValue::Text(text) => of_text(text),
        };
        hash = mix(hash, value);
    }
    hash
}

/// The hash of all of an opaque node but what it leads to.
fn of_opaque(opaque: &OpaqueNode) -> u64 {
    let mut hash = mix(OPAQUE, of_text(opaque.opaque_type_key()));
    hash = mix(hash, opaque.bytes().map_or(NULL, of_bytes));
    for attr in opaque.attrs() {
        hash = mix(hash, of_text(&attr.name));
        if led_to(&attr.value).is_none() {
            hash = mix(hash, text_of(&attr.value).map_or(NULL, of_text));
        }
    }
    hash
}

/// The hash of an object that refers to none; `None` if it is no such object.
#[inline]
fn of_leaf(content: Content<'_>) -> Option<u64> {
    Some(match content {
        Content::Text(text) => mix(TEXT, of_text(text.as_str())),
        Content::Tensor(tensor) => of_tensor(tensor),
        Content::Shape(shape) => {
            let start = mix(SHAPE, shape.as_slice().len() as u64);
            shape.as_slice().iter().fold(start, |hash, extent| mix(hash, extent.cast_unsigned()))
        }
        _ => return None,
    })
}

/// The hash of a tensor: of its elements too, if they are in memory of the host.
fn of_tensor(tensor: &NDArrayNode) -> u64 {
    let start = mix(TENSOR, of_data_type(tensor.dtype()));
    let hash = tensor.shape().iter().fold(start, |hash, extent| mix(hash, extent.cast_unsigned()));
    mix(hash, tensor.as_bytes().map_or(NULL, of_bytes))
}
