//! The comparison itself: a stack of pairs that are being compared, each with the place that it has come to.

use std::collections::HashSet;

use objet_object::{MapNode, NDArrayNode, Object, ObjectRef};

use super::difference::{self, Difference, Path, PathStep};
use super::matches::{Classes, Matches};
use super::reducer::{Custom, EqualReducer, same_float};
use crate::content::Content;
use crate::field::FieldRole;
use crate::graph::{OpaqueNode, OpaqueValue};
use crate::identity::Identity;
use crate::memory::{FieldValue, Node};
use crate::reflection::Comparison;

/// A comparison under way.
pub(super) struct Engine<'a> {
    frames: Vec<Frame<'a>>,
    matches: Matches<'a>,
    classes: Classes,
    differences: Vec<Difference>,
    /// How many differences are wanted; with none, the first one ends the comparison.
    limit: usize,
}

/// Two objects whose insides are being compared.
struct Frame<'a> {
    pair: Pair<'a>,
    /// The number of the next place.
    next: usize,
    /// Whether variables are bound to each other here.
    mapping: bool,
}

enum Pair<'a> {
    Nodes(Node<'a>, Node<'a>),
    Lists(&'a [Option<ObjectRef>], &'a [Option<ObjectRef>]),
    Entries(Vec<Entry<'a>>),
    Opaques(&'a OpaqueNode, &'a OpaqueNode),
    Custom(Vec<Custom<'a>>),
}

/// What a frame comes to next.
enum Next<'a> {
    Objects {
        lhs: Option<&'a Object>,
        rhs: Option<&'a Object>,
        mapping: bool,
    },
    Values(FieldValue<'a>, FieldValue<'a>),
    /// One side has something there, the other has nothing.
    Missing {
        lhs: Option<Option<&'a Object>>,
        rhs: Option<Option<&'a Object>>,
    },
    End,
}

/// What can be said of two objects at once.
enum Met<'a> {
    Equal,
    Differ,
    /// It depends on what is inside.
    Inside(Pair<'a>),
    /// As for a type of which its own function says that one of its values differs.
    DifferInside(&'static str, String, String),
}

impl<'a> Engine<'a> {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            frames: Vec::new(),
            matches: Matches::default(),
            classes: Classes::default(),
            differences: Vec::new(),
            limit,
        }
    }

    pub(super) fn into_differences(self) -> Vec<Difference> {
        self.differences
    }

    /// Compares two graphs.
    pub(super) fn run(&mut self, lhs: &'a ObjectRef, rhs: &'a ObjectRef, mapping: bool) -> bool {
        if !self.compare(Some(lhs), Some(rhs), mapping) {
            return false;
        }
        while let Some(frame) = self.frames.last_mut() {
            let goes_on = match frame.next() {
                Next::Objects { lhs, rhs, mapping } => self.compare(lhs, rhs, mapping),
                Next::Values(lhs, rhs) => {
                    self.differ(None, || (difference::value(lhs), difference::value(rhs)))
                }
                Next::Missing { lhs, rhs } => {
                    let shown = |side: Option<_>| side.map_or_else(|| "nothing".into(), difference::object);
                    self.differ(None, || (shown(lhs), shown(rhs)))
                }
                Next::End => {
                    self.frames.pop();
                    true
                }
            };
            if !goes_on {
                return false;
            }
        }
        self.differences.is_empty()
    }

    /// Compares two objects, as far as that goes without looking inside, and enters them otherwise. Returns whether to go
    /// on.
    #[inline]
    fn compare(&mut self, lhs: Option<&'a Object>, rhs: Option<&'a Object>, mapping: bool) -> bool {
        let met = match (lhs, rhs) {
            (Some(lhs), Some(rhs)) => self.meet(lhs, rhs, mapping),
            (None, None) => Met::Equal,
            _ => Met::Differ,
        };
        match met {
            Met::Equal => true,
            Met::Inside(pair) => {
                self.frames.push(Frame { pair, next: 0, mapping });
                true
            }
            Met::Differ => self.differ(None, || described(lhs, rhs)),
            Met::DifferInside(name, lhs, rhs) => self.differ(Some(name), || (lhs, rhs)),
        }
    }

    /// Notes a difference. Returns whether to go on.
    #[cold]
    fn differ(&mut self, inside: Option<&'static str>, sides: impl FnOnce() -> (String, String)) -> bool {
        if self.limit == 0 {
            return false;
        }
        let (lhs, rhs) = sides();
        let mut path: Vec<_> = self.frames.iter().map(Frame::step).collect();
        path.extend(inside.map(|name| PathStep::Field(name.into())));
        self.differences.push(Difference { path: Path(path), lhs, rhs });
        self.differences.len() < self.limit
    }

    #[inline]
    fn meet(&mut self, lhs: &'a Object, rhs: &'a Object, mapping: bool) -> Met<'a> {
        if lhs.type_index() != rhs.type_index() {
            return Met::Differ;
        }
        let equal_if = |equal| if equal { Met::Equal } else { Met::Differ };
        match (Content::of(lhs), Content::of(rhs)) {
            (Content::Node(l), Content::Node(r)) => self.meet_nodes(l, r, mapping),
            (Content::Text(l), Content::Text(r)) => equal_if(l.as_str() == r.as_str()),
            (Content::Array(l), Content::Array(r)) => self.meet_lists(lhs, rhs, l.as_slice(), r.as_slice()),
            (Content::Map(l), Content::Map(r)) => {
                if self.limit == 0 && l.len() != r.len() {
                    return Met::Differ;
                }
                if self.known_equal(lhs, rhs) {
                    return Met::Equal;
                }
                match self.entries(l, r) {
                    Some(entries) => Met::Inside(Pair::Entries(entries)),
                    None => Met::Differ,
                }
            }
            (Content::Tensor(l), Content::Tensor(r)) => equal_if(same_tensor(l, r)),
            (Content::Shape(l), Content::Shape(r)) => equal_if(l.as_slice() == r.as_slice()),
            (Content::Adt(l), Content::Adt(r)) if l.tag() == r.tag() => {
                self.meet_lists(lhs, rhs, l.fields(), r.fields())
            }
            (Content::Opaque(l), Content::Opaque(r)) => {
                let names = |node: &'a OpaqueNode| node.attrs().iter().map(|attr| attr.name.as_str());
                if l.opaque_type_key() != r.opaque_type_key()
                    || l.bytes() != r.bytes()
                    || !names(l).eq(names(r))
                {
                    return Met::Differ;
                }
                if self.known_equal(lhs, rhs) { Met::Equal } else { Met::Inside(Pair::Opaques(l, r)) }
            }
            _ => equal_if(lhs.same_as(rhs)),
        }
    }

    fn meet_lists(
        &mut self,
        lhs: &'a Object,
        rhs: &'a Object,
        l: &'a [Option<ObjectRef>],
        r: &'a [Option<ObjectRef>],
    ) -> Met<'a> {
        if self.limit == 0 && l.len() != r.len() {
            Met::Differ
        } else if self.known_equal(lhs, rhs) {
            Met::Equal
        } else {
            Met::Inside(Pair::Lists(l, r))
        }
    }

    #[inline]
    fn meet_nodes(&mut self, l: Node<'a>, r: Node<'a>, mapping: bool) -> Met<'a> {
        let (lhs, rhs) = (l.object(), r.object());
        let reflection = l.reflection();
        match reflection.comparison() {
            Comparison::Fields => {
                if let Some(bytes) = reflection.bytes() {
                    return if (bytes.to_bytes)(lhs) == (bytes.to_bytes)(rhs) {
                        Met::Equal
                    } else {
                        Met::Differ
                    };
                }
                if self.known_equal(lhs, rhs) {
                    return Met::Equal;
                }
            }
            Comparison::Pointer => return if lhs.same_as(rhs) { Met::Equal } else { Met::Differ },
            Comparison::GraphNode => {
                if let Some(met) = self.match_or_known(lhs, rhs) {
                    return met;
                }
            }
            Comparison::FreeVariable => {
                if is_shared(lhs, rhs)
                    && let Some(matched) = self.matches.get(lhs, rhs)
                {
                    return if matched { Met::Equal } else { Met::Differ };
                }
                if !mapping && !lhs.same_as(rhs) {
                    return Met::Differ;
                }
                if is_shared(lhs, rhs) {
                    self.matches.insert(lhs, rhs);
                }
            }
            Comparison::Custom { equal, .. } => return self.meet_by(equal, lhs, rhs, mapping),
        }
        Met::Inside(Pair::Nodes(l, r))
    }

    /// Asks the type's own function.
    fn meet_by(
        &mut self,
        equal: for<'x> fn(&'x Object, &'x Object, &mut EqualReducer<'x>) -> bool,
        lhs: &'a Object,
        rhs: &'a Object,
        mapping: bool,
    ) -> Met<'a> {
        if is_shared(lhs, rhs)
            && let Some(matched) = self.matches.get(lhs, rhs)
        {
            return if matched { Met::Equal } else { Met::Differ };
        }
        let mut reducer = EqualReducer::new(mapping);
        if !equal(lhs, rhs, &mut reducer) {
            return match reducer.differs {
                Some((name, lhs, rhs)) => Met::DifferInside(name, lhs, rhs),
                None => Met::Differ,
            };
        }
        if reducer.is_graph_node {
            if is_shared(lhs, rhs) {
                self.matches.insert(lhs, rhs);
            }
        } else if self.known_equal(lhs, rhs) {
            return Met::Equal;
        }
        Met::Inside(Pair::Custom(reducer.steps))
    }

    /// Matches two graph nodes; what is known of them if they are matched already, with each other or not.
    #[inline]
    fn match_or_known(&mut self, lhs: &'a Object, rhs: &'a Object) -> Option<Met<'a>> {
        if !is_shared(lhs, rhs) {
            return None;
        }
        match self.matches.get(lhs, rhs) {
            Some(matched) => Some(if matched { Met::Equal } else { Met::Differ }),
            None => {
                self.matches.insert(lhs, rhs);
                None
            }
        }
    }

    /// Whether two objects that compare by content were met before. From now on they were.
    #[inline]
    fn known_equal(&mut self, lhs: &Object, rhs: &Object) -> bool {
        is_shared(lhs, rhs) && self.classes.join(lhs, rhs)
    }

    /// The entries of two maps in pairs; `None` if they cannot be paired and nobody asks what is missing.
    fn entries(&self, lhs: &'a MapNode, rhs: &'a MapNode) -> Option<Vec<Entry<'a>>> {
        let is_text = |key: &Object| matches!(Content::of(key), Content::Text(_));
        let partner = |key: &'a ObjectRef| {
            let partner = if is_text(key) { key } else { self.matches.partner(key)? };
            Some((partner, rhs.get(partner)?))
        };
        let mut entries = Vec::new();
        if !lhs.iter().all(|(key, _)| is_text(key) || partner(key).is_some()) {
            // By position, keys and all.
            for position in 0..lhs.len().max(rhs.len()) {
                let (l, r) = (lhs.entry(position), rhs.entry(position));
                let (l_key, r_key) = (l.map(|l| &**l.0), r.map(|r| &**r.0));
                let Some(key) = l_key.or(r_key) else { continue };
                entries.push(Entry::key(position, key, l_key, r_key));
                entries.push(Entry::value(position, key, l.map(|l| l.1), r.map(|r| r.1)));
            }
            return Some(entries);
        }
        let mut paired = HashSet::new();
        for (position, (key, value)) in lhs.iter().enumerate() {
            match partner(key) {
                Some((partner, other)) => {
                    if !is_text(key) {
                        paired.insert(Identity::of(partner));
                        entries.push(Entry::key(position, key, Some(key), Some(partner)));
                    }
                    entries.push(Entry::value(position, key, Some(value), Some(other)));
                }
                None if self.limit == 0 => return None,
                None => entries.push(Entry::value(position, key, Some(value), None)),
            }
        }
        for (position, (key, value)) in rhs.iter().enumerate().filter(|_| self.limit > 0) {
            let is_paired =
                if is_text(key) { lhs.get(key).is_some() } else { paired.contains(&Identity::of(key)) };
            if !is_paired {
                entries.push(Entry::value(position, key, None, Some(value)));
            }
        }
        Some(entries)
    }
}

/// A key or a value of a map, and what it is paired with. What one side does not have is `None`.
struct Entry<'a> {
    position: usize,
    /// The key, for the path.
    key: &'a Object,
    is_key: bool,
    lhs: Option<Option<&'a Object>>,
    rhs: Option<Option<&'a Object>>,
}

impl<'a> Entry<'a> {
    fn key(position: usize, key: &'a Object, lhs: Option<&'a Object>, rhs: Option<&'a Object>) -> Self {
        Self { position, key, is_key: true, lhs: lhs.map(Some), rhs: rhs.map(Some) }
    }

    fn value(
        position: usize,
        key: &'a Object,
        lhs: Option<Option<&'a ObjectRef>>,
        rhs: Option<Option<&'a ObjectRef>>,
    ) -> Self {
        let side = |side: Option<Option<&'a ObjectRef>>| side.map(|value| value.map(|value| &**value));
        Self { position, key, is_key: false, lhs: side(lhs), rhs: side(rhs) }
    }
}

impl<'a> Frame<'a> {
    /// What is compared next, and then what comes after that.
    #[inline]
    fn next(&mut self) -> Next<'a> {
        let mapping = self.mapping;
        match &self.pair {
            Pair::Nodes(lhs, rhs) => next_field(*lhs, *rhs, &mut self.next, mapping),
            Pair::Lists(lhs, rhs) => {
                let index = self.next;
                self.next += 1;
                let element = |list: &'a [Option<ObjectRef>]| {
                    list.get(index).map(|each| each.as_ref().map(|each| &**each))
                };
                Next::of_sides(element(lhs), element(rhs), mapping)
            }
            Pair::Entries(entries) => {
                let entry = entries.get(self.next);
                self.next += 1;
                entry.map_or(Next::End, |entry| Next::of_sides(entry.lhs, entry.rhs, mapping))
            }
            Pair::Opaques(lhs, rhs) => next_attr(lhs, rhs, &mut self.next, mapping),
            Pair::Custom(steps) => {
                let step = steps.get(self.next);
                self.next += 1;
                match step {
                    Some(Custom { lhs, rhs, mapping, .. }) => {
                        Next::Objects { lhs: *lhs, rhs: *rhs, mapping: *mapping }
                    }
                    None => Next::End,
                }
            }
        }
    }

    /// The step to what `next` gave last.
    fn step(&self) -> PathStep {
        let last = self.next.saturating_sub(1);
        match &self.pair {
            Pair::Nodes(node, _) => PathStep::Field(node.reflection().fields()[last].name().into()),
            Pair::Lists(..) => PathStep::Index(last),
            Pair::Entries(entries) if entries[last].is_key => PathStep::KeyOf(entries[last].position),
            Pair::Entries(entries) => PathStep::Key(difference::object(Some(entries[last].key))),
            Pair::Opaques(node, _) => PathStep::Field(node.attrs()[last].name.as_str().into()),
            Pair::Custom(steps) => PathStep::Field(steps[last].name.into()),
        }
    }
}

impl<'a> Next<'a> {
    #[inline]
    fn of_sides(lhs: Option<Option<&'a Object>>, rhs: Option<Option<&'a Object>>, mapping: bool) -> Self {
        match (lhs, rhs) {
            (Some(lhs), Some(rhs)) => Self::Objects { lhs, rhs, mapping },
            (None, None) => Self::End,
            (lhs, rhs) => Self::Missing { lhs, rhs },
        }
    }
}

/// The next reference of two nodes of the same type, or the next plain value that differs.
#[inline]
fn next_field<'a>(lhs: Node<'a>, rhs: Node<'a>, next: &mut usize, mapping: bool) -> Next<'a> {
    let fields = lhs.reflection().fields();
    while let Some(field) = fields.get(*next) {
        let index = *next;
        *next += 1;
        if field.role() == FieldRole::Skipped {
            continue;
        }
        let equal = match (lhs.value(index), rhs.value(index)) {
            (FieldValue::Reference(None), FieldValue::Reference(None)) => true,
            (FieldValue::Reference(lhs), FieldValue::Reference(rhs)) => {
                return Next::Objects {
                    lhs: lhs.map(|lhs| &**lhs),
                    rhs: rhs.map(|rhs| &**rhs),
                    mapping: mapping || field.role() == FieldRole::Definition,
                };
            }
            (FieldValue::Int(lhs), FieldValue::Int(rhs)) => lhs == rhs,
            (FieldValue::UInt(lhs), FieldValue::UInt(rhs)) => lhs == rhs,
            (FieldValue::Float(lhs), FieldValue::Float(rhs)) => same_float(lhs, rhs),
            (FieldValue::Bool(lhs), FieldValue::Bool(rhs)) => lhs == rhs,
            (FieldValue::Text(lhs), FieldValue::Text(rhs)) => lhs == rhs,
            (FieldValue::DataType(lhs), FieldValue::DataType(rhs)) => lhs == rhs,
            _ => false,
        };
        if !equal {
            return Next::Values(lhs.value(index), rhs.value(index));
        }
    }
    Next::End
}

/// The next reference of two opaque nodes with the same attributes, or the next text that differs.
fn next_attr<'a>(lhs: &'a OpaqueNode, rhs: &'a OpaqueNode, next: &mut usize, mapping: bool) -> Next<'a> {
    while let (Some(l), Some(r)) = (lhs.attrs().get(*next), rhs.attrs().get(*next)) {
        *next += 1;
        match (led_to(&l.value), led_to(&r.value)) {
            (Some(None), Some(None)) => {}
            (Some(lhs), Some(rhs)) => return Next::Objects { lhs, rhs, mapping },
            (None, None) if text_of(&l.value) == text_of(&r.value) => {}
            _ => return Next::Values(shown(&l.value), shown(&r.value)),
        }
    }
    Next::End
}

/// What an attribute leads to, if it is taken for a reference.
pub(crate) fn led_to(value: &OpaqueValue) -> Option<Option<&Object>> {
    match value {
        OpaqueValue::Reference(object) | OpaqueValue::Unclear { object, leads: true, .. } => {
            Some(object.as_ref().map(|object| &**object))
        }
        _ => None,
    }
}

/// What an attribute says, if it is not taken for a reference.
pub(crate) fn text_of(value: &OpaqueValue) -> Option<&str> {
    match value {
        OpaqueValue::Text(text) | OpaqueValue::Unclear { text, .. } => Some(text),
        OpaqueValue::Reference(_) => None,
    }
}

fn shown(value: &OpaqueValue) -> FieldValue<'_> {
    match value {
        OpaqueValue::Text(text) => FieldValue::Text(text),
        OpaqueValue::Reference(object) | OpaqueValue::Unclear { object, .. } => {
            FieldValue::Reference(object.as_ref())
        }
    }
}

/// Whether the pair, or one of the two with another object, can be met again: an object that is referred to once is met
/// by way of the one that refers to it alone.
#[inline]
fn is_shared(lhs: &Object, rhs: &Object) -> bool {
    lhs.strong_count() > 1 || rhs.strong_count() > 1
}

fn same_tensor(lhs: &NDArrayNode, rhs: &NDArrayNode) -> bool {
    std::ptr::eq(lhs, rhs)
        || lhs.shape() == rhs.shape()
            && lhs.dtype() == rhs.dtype()
            && matches!((lhs.as_bytes(), rhs.as_bytes()), (Ok(lhs), Ok(rhs)) if lhs == rhs)
}

/// Two objects that differ, in short. Where they look the same, what tells them apart is who they are.
fn described(lhs: Option<&Object>, rhs: Option<&Object>) -> (String, String) {
    let (l, r) = (difference::object(lhs), difference::object(rhs));
    match (lhs, rhs) {
        (Some(lhs), Some(rhs)) if l == r => (format!("{l} at {lhs:p}"), format!("{r} at {rhs:p}")),
        _ => (l, r),
    }
}
