//! The comparison engine.

use objet_object::__private::{Caught, resumed};
use objet_object::{MapNode, NDArrayNode, Object, ObjectRef};

use super::difference::{self, Difference, PathStep};
use super::entries::{self, Entry, EntryPlace, Side, object};
use super::matches::{Classes, Joined, Matches};
use super::reducer::{Custom, EqualReducer};
use super::trail::{Place, Trail};
use crate::content::Content;
use crate::graph::{OpaqueNode, OpaqueValue};
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes};
use crate::options::Comparison;

/// A running comparison, with a stack of pairs to compare. Each pair that is popped is replaced by
/// the pairs inside, with the first pair on top.
///
/// Without a trail, the comparison stops at the first difference, and the code for paths is
/// compiled out.
pub(super) struct Engine<'a, const TRAIL: bool> {
    loaded: &'a Loaded,
    stack: Vec<Task<'a>>,
    recent: RecentTypes,
    matches: Matches<'a>,
    classes: Classes,
    trail: Trail,
}

/// Two objects or nulls to compare.
#[derive(Clone, Copy)]
struct Task<'a> {
    lhs: Option<&'a Object>,
    rhs: Option<&'a Object>,
    /// The path to this pair, if there is a trail.
    place: Place,
    /// Whether variables are mapped to each other here.
    mapping: bool,
    /// The side that does not have an entry here at all.
    missing: Option<Missing>,
    /// Whether an object on the path has several references, so that another path may lead to this
    /// pair.
    again: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Missing {
    Lhs,
    Rhs,
}

/// The result for two objects, before the objects inside are compared.
enum Met {
    Equal,
    Differ,
    /// Equal, if the pairs that were pushed on the stack are equal.
    Inside,
}

impl<'a, const TRAIL: bool> Engine<'a, TRAIL> {
    /// Creates a comparison. With a trail, it records at most `limit` differences.
    pub(super) fn new(limit: usize, loaded: &'a Loaded) -> Self {
        Self {
            loaded,
            stack: Vec::new(),
            recent: RecentTypes::new(),
            matches: Matches::default(),
            classes: Classes::default(),
            trail: Trail::new(limit),
        }
    }

    pub(super) fn into_differences(self) -> Vec<Difference> {
        self.trail.into_differences()
    }

    /// Compares two graphs.
    pub(super) fn run(&mut self, lhs: &'a ObjectRef, rhs: &'a ObjectRef, mapping: bool) -> bool {
        let (lhs, rhs): (&Object, &Object) = (lhs, rhs);
        self.stack.push(Task {
            lhs: Some(lhs),
            rhs: Some(rhs),
            mapping,
            place: Trail::ROOT,
            missing: None,
            again: false,
        });
        while let Some(task) = self.stack.pop() {
            let met = match (task.lhs, task.rhs) {
                (Some(lhs), Some(rhs)) => self.meet(lhs, rhs, task),
                (None, None) if task.missing.is_none() => Met::Equal,
                _ => Met::Differ,
            };
            if matches!(met, Met::Differ) {
                if !TRAIL {
                    return false;
                }
                let (lhs, rhs) = described(task);
                self.trail.note(task.place, lhs, rhs);
            }
            if TRAIL && self.trail.is_full() {
                return false;
            }
        }
        self.trail.is_empty()
    }

    #[inline]
    fn meet(&mut self, lhs: &'a Object, rhs: &'a Object, task: Task<'a>) -> Met {
        // Check this before the objects are read, since a read may miss the cache. Matches are
        // never undone.
        if self.matches.are_matched(lhs, rhs) {
            return Met::Equal;
        }
        if lhs.type_index() != rhs.type_index() {
            return Met::Differ;
        }
        let equal_if = |equal| if equal { Met::Equal } else { Met::Differ };
        if let Some(l) = self.recent.node(lhs)
            && let Some(r) = l.of_same_type(rhs)
        {
            return self.meet_nodes(l, r, task);
        }
        match (Content::of(lhs), Content::of(rhs)) {
            (Content::Text(l), Content::Text(r)) => equal_if(l.as_str() == r.as_str()),
            (Content::Tensor(l), Content::Tensor(r)) => equal_if(same_tensor(l, r)),
            (Content::Shape(l), Content::Shape(r)) => equal_if(l.as_slice() == r.as_slice()),
            (Content::Array(l), Content::Array(r)) => {
                self.meet_lists((lhs, l.as_slice()), (rhs, r.as_slice()), task)
            }
            (Content::Adt(l), Content::Adt(r)) if l.tag() == r.tag() => {
                self.meet_lists((lhs, l.fields()), (rhs, r.fields()), task)
            }
            (Content::Map(l), Content::Map(r)) => {
                if !TRAIL && l.len() != r.len() {
                    Met::Differ
                } else if self.known_equal(lhs, rhs) {
                    Met::Equal
                } else {
                    self.push_entries(l, r, task.inside(lhs, rhs))
                }
            }
            (Content::Opaque(l), Content::Opaque(r)) => {
                let names = |node: &'a OpaqueNode| node.attrs().iter().map(|attr| attr.name.as_str());
                let alike = l.opaque_type_key() == r.opaque_type_key()
                    && l.bytes() == r.bytes()
                    && names(l).eq(names(r));
                if !alike {
                    Met::Differ
                } else if self.known_equal(lhs, rhs) {
                    Met::Equal
                } else {
                    self.push_attrs(l, r, task.inside(lhs, rhs))
                }
            }
            _ => equal_if(lhs.same_as(rhs)),
        }
    }

    #[inline]
    fn meet_nodes(&mut self, l: Node<'a>, r: Node<'a>, task: Task<'a>) -> Met {
        let (lhs, rhs) = (l.object(), r.object());
        let reflection = l.reflection();
        match reflection.comparison() {
            Comparison::Fields => {
                if let Some(bytes) = reflection.bytes() {
                    let equal = bytes.of(lhs) == bytes.of(rhs);
                    return if equal { Met::Equal } else { Met::Differ };
                }
                if self.known_equal(lhs, rhs) {
                    return Met::Equal;
                }
            }
            Comparison::Pointer => return if lhs.same_as(rhs) { Met::Equal } else { Met::Differ },
            Comparison::GraphNode => {
                if task.is_met_again(lhs, rhs)
                    && let Some(met) = self.matches.join(lhs, rhs).met()
                {
                    return met;
                }
            }
            Comparison::FreeVariable => {
                let again = task.is_met_again(lhs, rhs);
                if task.mapping || lhs.same_as(rhs) {
                    if again && let Some(met) = self.matches.join(lhs, rhs).met() {
                        return met;
                    }
                } else {
                    let bound = again && matches!(self.matches.get(lhs, rhs), Joined::Before);
                    return if bound { Met::Equal } else { Met::Differ };
                }
            }
            Comparison::Custom { equal, .. } => return self.meet_by(equal, lhs, rhs, task),
        }
        self.push_fields(l, r, task)
    }

    /// Compares the plain fields of two nodes of the same type, and pushes their references on the
    /// stack.
    #[inline]
    fn push_fields(&mut self, l: Node<'a>, r: Node<'a>, task: Task<'a>) -> Met {
        let loaded = self.loaded;
        if !l.plain_equals(r, loaded) {
            if !TRAIL {
                return Met::Differ;
            }
            for position in l.plain_differences(r, loaded) {
                let field = &l.reflection().fields()[position];
                let place = self.trail.field(task.place, field.name());
                let shown = |node: Node<'a>| difference::value(field.kind(), node.value(position, loaded));
                self.trail.note(place, shown(l), shown(r));
            }
        }
        let again = task.is_met_again(l.object(), r.object());
        for (compared, lhs, rhs) in l.compared_with(r, loaded).rev() {
            if lhs.is_none() && rhs.is_none() {
                continue;
            }
            let mapping = task.mapping || compared.is_definition;
            let place = self.step(task, || {
                PathStep::Field(l.reflection().fields()[compared.position as usize].name().into())
            });
            let (lhs, rhs) = (object(lhs), object(rhs));
            self.stack.push(Task { lhs, rhs, mapping, place, missing: None, again });
        }
        Met::Inside
    }

    fn meet_lists(
        &mut self,
        (lhs, l): (&'a Object, &'a [Option<ObjectRef>]),
        (rhs, r): (&'a Object, &'a [Option<ObjectRef>]),
        task: Task<'a>,
    ) -> Met {
        if !TRAIL && l.len() != r.len() {
            return Met::Differ;
        }
        if self.known_equal(lhs, rhs) {
            return Met::Equal;
        }
        let task = task.inside(lhs, rhs);
        let side = |list: &'a [Option<ObjectRef>], index: usize| Some(object(list.get(index)?.as_ref()));
        for index in (0..l.len().max(r.len())).rev() {
            let place = self.step(task, || PathStep::Index(index));
            self.push_sides(task, place, side(l, index), side(r, index));
        }
        Met::Inside
    }

    /// Returns the path of a task, extended by one step.
    #[inline]
    fn step(&mut self, task: Task<'a>, step: impl FnOnce() -> PathStep) -> Place {
        if TRAIL { self.trail.step(task.place, step()) } else { Trail::ROOT }
    }

    /// Compares two nodes with the function of their type.
    fn meet_by(
        &mut self,
        equal: for<'x> fn(&'x Object, &'x Object, &mut EqualReducer<'x>) -> Caught<bool>,
        lhs: &'a Object,
        rhs: &'a Object,
        task: Task<'a>,
    ) -> Met {
        let again = task.is_met_again(lhs, rhs);
        if again && let Some(met) = self.matches.get(lhs, rhs).met() {
            return met;
        }
        let mut reducer = EqualReducer::new(task.mapping, self.loaded);
        if !resumed(equal(lhs, rhs, &mut reducer)) {
            if TRAIL && let Some((name, lhs, rhs)) = reducer.differs {
                let place = self.trail.field(task.place, name);
                self.trail.note(place, lhs, rhs);
                return Met::Inside;
            }
            return Met::Differ;
        }
        if reducer.is_graph_node && again {
            self.matches.join(lhs, rhs);
        } else if !reducer.is_graph_node && self.known_equal(lhs, rhs) {
            return Met::Equal;
        }
        for Custom { name, key, lhs, rhs, mapping } in reducer.steps.into_iter().rev() {
            let mut place = self.step(task, || PathStep::Field(name.into()));
            if let Some(key) = key {
                place = self.step(Task { place, ..task }, || PathStep::Key(difference::text(key)));
            }
            self.stack.push(Task { lhs, rhs, mapping, place, missing: None, again });
        }
        Met::Inside
    }

    /// Whether two objects that compare by content have been compared before. Records them as
    /// compared.
    #[inline]
    fn known_equal(&mut self, lhs: &Object, rhs: &Object) -> bool {
        is_shared(lhs, rhs) && self.classes.join(lhs, rhs)
    }

    /// Pairs the entries of two maps and pushes them on the stack.
    fn push_entries(&mut self, lhs: &'a MapNode, rhs: &'a MapNode, task: Task<'a>) -> Met {
        for Entry { place, lhs, rhs } in entries::pair(lhs, rhs, &self.matches).into_iter().rev() {
            let place = self.step(task, || match place {
                EntryPlace::KeyOf(position) => PathStep::KeyOf(position),
                EntryPlace::Value(key) => PathStep::Key(difference::object(Some(key))),
            });
            self.push_sides(task, place, lhs, rhs);
        }
        Met::Inside
    }

    /// Pushes the values of both graphs at a position, with the other data of `task`.
    #[inline]
    fn push_sides(&mut self, task: Task<'a>, place: Place, lhs: Side<'a>, rhs: Side<'a>) {
        let missing = match (lhs, rhs) {
            (None, _) => Some(Missing::Lhs),
            (_, None) => Some(Missing::Rhs),
            _ => None,
        };
        self.stack.push(Task { lhs: lhs.flatten(), rhs: rhs.flatten(), place, missing, ..task });
    }

    /// Compares the strings of two opaque nodes with the same attribute names, and pushes their
    /// references on the stack.
    fn push_attrs(&mut self, lhs: &'a OpaqueNode, rhs: &'a OpaqueNode, task: Task<'a>) -> Met {
        let start = self.stack.len();
        for (l, r) in lhs.attrs().iter().zip(rhs.attrs()) {
            let place = self.step(task, || PathStep::Field(l.name.as_str().into()));
            if let (OpaqueValue::Unclear { other: lhs, .. }, OpaqueValue::Unclear { other: rhs, .. }) =
                (&l.value, &r.value)
            {
                let (lhs, rhs) = (object(lhs.as_ref()), object(rhs.as_ref()));
                self.stack.push(Task { lhs, rhs, place, ..task });
            }
            match (led_to(&l.value), led_to(&r.value)) {
                (Some(lhs), Some(rhs)) => {
                    self.stack.push(Task { lhs, rhs, place, ..task });
                }
                (None, None) if text_of(&l.value) == text_of(&r.value) => {}
                _ => {
                    if !TRAIL {
                        return Met::Differ;
                    }
                    self.trail.note(place, shown(&l.value), shown(&r.value));
                }
            }
        }
        self.stack[start..].reverse();
        Met::Inside
    }
}

impl Task<'_> {
    /// Whether the pair, or either object with another partner, can be reached again.
    #[inline]
    fn is_met_again(self, lhs: &Object, rhs: &Object) -> bool {
        self.again || is_shared(lhs, rhs)
    }

    /// Returns a task with the data that the tasks for the parts of two objects have in common.
    #[inline]
    fn inside(self, lhs: &Object, rhs: &Object) -> Self {
        Self { again: self.is_met_again(lhs, rhs), ..self }
    }
}

impl Joined {
    /// Returns the result that follows from the match of two objects, if there is one.
    #[inline]
    fn met(self) -> Option<Met> {
        match self {
            Self::Now => None,
            Self::Before => Some(Met::Equal),
            Self::Others => Some(Met::Differ),
        }
    }
}

/// Returns the object of an attribute that is read as a reference.
pub(crate) fn led_to(value: &OpaqueValue) -> Option<Option<&Object>> {
    match value {
        OpaqueValue::Reference(object) | OpaqueValue::Unclear { object, leads: true, .. } => {
            Some(object.as_ref().map(|object| &**object))
        }
        _ => None,
    }
}

/// Returns the string of an attribute that is not a certain reference.
pub(crate) fn text_of(value: &OpaqueValue) -> Option<&str> {
    match value {
        OpaqueValue::Text(text) | OpaqueValue::Unclear { text, .. } => Some(text),
        OpaqueValue::Reference(_) => None,
    }
}

fn shown(value: &OpaqueValue) -> String {
    match value {
        OpaqueValue::Text(text) | OpaqueValue::Unclear { text, object: None, .. } => difference::text(text),
        OpaqueValue::Reference(object) | OpaqueValue::Unclear { object, .. } => {
            difference::object(object.as_ref().map(|object| &**object))
        }
    }
}

/// Whether at least one of the objects has several references. Otherwise each is reached on one
/// path only.
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

/// Returns short descriptions of two different objects or nulls. Adds the addresses if the
/// descriptions are equal.
fn described(task: Task<'_>) -> (String, String) {
    let short = |side, object| {
        if task.missing == Some(side) { "nothing".into() } else { difference::object(object) }
    };
    let (lhs, rhs) = (short(Missing::Lhs, task.lhs), short(Missing::Rhs, task.rhs));
    match (task.lhs, task.rhs) {
        (Some(l), Some(r)) if lhs == rhs => (format!("{lhs} at {l:p}"), format!("{rhs} at {r:p}")),
        _ => (lhs, rhs),
    }
}
