//! The comparison engine.

use objet_object::__private::{Caught, resumed};
use objet_object::progress::Steps;
use objet_object::{MapNode, NDArrayNode, Object, ObjectRef, StringNode};

use super::difference::{self, Difference, PathStep};
use super::entries::{self, Entry, EntryStep, Side, object};
use super::equal_reducer::{Custom, EqualReducer};
use super::matches::{Classes, Joined, Matches};
use super::scopes::{Lookup, Scopes};
use super::trail::{PathId, Trail};
use crate::content::Content;
use crate::graph::{AttrValue, OpaqueView};
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes};
use crate::node_layout::Compared;
use crate::options::Comparison;

/// A running comparison, with a stack of pairs to compare. Each pair that is popped is replaced by
/// the pairs inside, with the first pair on top. Steps of scopes lie between the pairs.
///
/// Without a trail, the comparison stops at the first difference, and the code for paths is
/// compiled out.
pub(super) struct EqualEngine<'a, const TRAIL: bool> {
    pub(super) loaded: &'a Loaded,
    /// The difference below which floats count as equal, or 0.
    float_tolerance: f64,
    pub(super) stack: Vec<Step<'a>>,
    recent: RecentTypes,
    pub(super) matches: Matches<'a>,
    pub(super) classes: Classes,
    /// The bindings of variables in scopes, since the first node with a scope.
    pub(super) scopes: Option<Box<Scopes<'a>>>,
    trail: Trail,
}

/// A step of a comparison.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Compare(Task<'a>),
    /// Begins a definition or a scope of the current node with scopes.
    OpenScope,
    CloseScope,
    /// Ends the current node with scopes.
    LeaveScopes,
    /// Ends the record of the variables that a pair of shared objects uses.
    EndRecord,
}

/// Two objects or nulls to compare.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) lhs: Option<&'a Object>,
    pub(super) rhs: Option<&'a Object>,
    /// The path to this pair, if there is a trail.
    pub(super) path: PathId,
    /// Whether variables are mapped to each other here.
    pub(super) mapping: bool,
    /// Whether variables are defined here, for the scopes of the current node with scopes.
    pub(super) defines: bool,
    /// The side that does not have an entry here at all.
    pub(super) missing: Option<Missing>,
    /// Whether an object on the path has several references, so that another path may lead to this
    /// pair.
    pub(super) reachable_again: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Missing {
    Lhs,
    Rhs,
}

/// The result for two objects, before the objects inside are compared.
pub(super) enum MatchResult {
    Equal,
    Differ,
    /// Equal, if the pairs that were pushed on the stack are equal.
    Inside,
}

impl MatchResult {
    #[inline]
    fn of(is_equal: bool) -> Self {
        if is_equal { Self::Equal } else { Self::Differ }
    }
}

impl<'a, const TRAIL: bool> EqualEngine<'a, TRAIL> {
    /// Creates a comparison. With a trail, it records at most `limit` differences.
    pub(super) fn new(limit: usize, float_tolerance: f64, loaded: &'a Loaded) -> Self {
        Self {
            loaded,
            float_tolerance,
            stack: Vec::new(),
            recent: RecentTypes::new(),
            matches: Matches::default(),
            classes: Classes::default(),
            scopes: None,
            trail: Trail::new(limit),
        }
    }

    pub(super) fn into_differences(self) -> Vec<Difference> {
        self.trail.into_differences()
    }

    /// Compares two graphs.
    pub(super) fn run(&mut self, lhs: &'a ObjectRef, rhs: &'a ObjectRef, mapping: bool) -> bool {
        let (lhs, rhs): (&Object, &Object) = (lhs, rhs);
        self.stack.push(Step::Compare(Task {
            lhs: Some(lhs),
            rhs: Some(rhs),
            mapping,
            defines: false,
            path: Trail::ROOT,
            missing: None,
            reachable_again: false,
        }));
        let mut steps = Steps::new("compare", None);
        while let Some(step) = self.stack.pop() {
            steps.next();
            let Step::Compare(task) = step else {
                self.step_scopes(step);
                continue;
            };
            let result = match (task.lhs, task.rhs) {
                (Some(lhs), Some(rhs)) => self.compare(lhs, rhs, task),
                (None, None) if task.missing.is_none() => MatchResult::Equal,
                _ => MatchResult::Differ,
            };
            if matches!(result, MatchResult::Differ) {
                if !TRAIL {
                    return false;
                }
                let (lhs, rhs) = describe(task);
                self.trail.note(task.path, lhs, rhs);
            }
            if TRAIL && self.trail.is_full() {
                return false;
            }
        }
        self.trail.is_empty()
    }

    #[inline]
    fn compare(&mut self, lhs: &'a Object, rhs: &'a Object, task: Task<'a>) -> MatchResult {
        // Check this before the objects are read, since a read may miss the cache. Matches are
        // never undone, but bindings of scopes have precedence.
        if self.scopes.is_none() && self.matches.are_matched(lhs, rhs) {
            return MatchResult::Equal;
        }
        if lhs.type_index() != rhs.type_index() {
            return MatchResult::Differ;
        }
        if let Some(l) = self.recent.node(lhs)
            && let Some(r) = l.of_same_type(rhs)
        {
            return self.compare_nodes(l, r, task);
        }
        match (Content::of(lhs), Content::of(rhs)) {
            (Content::String(l), Content::String(r)) => MatchResult::of(l.as_str() == r.as_str()),
            (Content::Tensor(l), Content::Tensor(r)) => MatchResult::of(same_tensor(l, r)),
            (Content::Shape(l), Content::Shape(r)) => MatchResult::of(l.as_slice() == r.as_slice()),
            (Content::Array(l), Content::Array(r)) => {
                self.compare_lists((lhs, l.as_slice()), (rhs, r.as_slice()), task)
            }
            (Content::Adt(l), Content::Adt(r)) if l.tag() == r.tag() => {
                self.compare_lists((lhs, l.fields()), (rhs, r.fields()), task)
            }
            (Content::Map(l), Content::Map(r)) => {
                if !TRAIL && l.len() != r.len() {
                    MatchResult::Differ
                } else if let Some(result) = self.known(lhs, rhs, task) {
                    result
                } else {
                    self.push_entries(l, r, task.inside(lhs, rhs))
                }
            }
            (Content::Opaque(l), Content::Opaque(r)) => {
                let alike = l.opaque_type_key() == r.opaque_type_key()
                    && (l.bytes(), l.version()) == (r.bytes(), r.version())
                    && l.has_names_of(r);
                if !alike {
                    MatchResult::Differ
                } else if let Some(result) = self.known(lhs, rhs, task) {
                    result
                } else {
                    self.push_attrs(l, r, task.inside(lhs, rhs))
                }
            }
            _ => MatchResult::of(lhs.same_as(rhs)),
        }
    }

    #[inline]
    fn compare_nodes(&mut self, l: Node<'a>, r: Node<'a>, mut task: Task<'a>) -> MatchResult {
        let (lhs, rhs) = (l.object(), r.object());
        let reflection = l.reflection();
        match reflection.comparison() {
            Comparison::Fields => {
                if let Some(bytes) = reflection.bytes() {
                    return MatchResult::of(bytes.of(lhs) == bytes.of(rhs));
                }
                if let Some(result) = self.known(lhs, rhs, task) {
                    return result;
                }
            }
            Comparison::Pointer => return MatchResult::of(lhs.same_as(rhs)),
            Comparison::GraphNode => {
                if task.is_reachable_again(lhs, rhs)
                    && let Some(result) = self.join_graph_nodes(lhs, rhs, task)
                {
                    return result;
                }
            }
            Comparison::FreeVariable => {
                if let Some(result) = self.compare_variables(lhs, rhs, task) {
                    return result;
                }
                task.defines = false;
            }
            Comparison::Custom { equal, .. } => return self.compare_by(equal, lhs, rhs, task),
        }
        self.push_fields(l, r, task)
    }

    /// Returns the result for two variables, or `None` if they are equal when their fields are.
    fn compare_variables(&mut self, lhs: &'a Object, rhs: &'a Object, task: Task<'a>) -> Option<MatchResult> {
        if let Some(scopes) = &mut self.scopes {
            if task.defines {
                scopes.define(lhs, rhs);
                return None;
            }
            match scopes.use_of(lhs, rhs) {
                Lookup::Bound => return Some(MatchResult::Equal),
                Lookup::Differ => return Some(MatchResult::Differ),
                Lookup::Free => {}
            }
        }
        let reachable_again = task.is_reachable_again(lhs, rhs);
        if task.mapping || lhs.same_as(rhs) {
            return if reachable_again { self.matches.join(lhs, rhs).result() } else { None };
        }
        let bound = reachable_again && matches!(self.matches.get(lhs, rhs), Joined::Before);
        Some(MatchResult::of(bound))
    }

    /// Compares the plain fields of two nodes of the same type, and pushes their references on the
    /// stack.
    #[inline]
    fn push_fields(&mut self, l: Node<'a>, r: Node<'a>, task: Task<'a>) -> MatchResult {
        let loaded = self.loaded;
        if !l.plain_equals(r, loaded) {
            let mut differences = l.plain_differences(r, loaded, self.float_tolerance);
            if !TRAIL && (self.float_tolerance == 0.0 || differences.next().is_some()) {
                return MatchResult::Differ;
            }
            for position in differences {
                let field = &l.reflection().fields()[position];
                let path = self.trail.field(task.path, field.name());
                let shown = |node: Node<'a>| difference::value(node, position, loaded);
                self.trail.note(path, shown(l), shown(r));
            }
        }
        if l.layout().has_scopes {
            return self.push_scopes(l, r, task);
        }
        let task = task.inside(l.object(), r.object());
        for (compared, lhs, rhs) in l.compared_with(r, loaded).rev() {
            if lhs.is_none() && rhs.is_none() {
                continue;
            }
            let path = self.field_step(task, l, compared);
            let mapping = task.mapping || compared.is_definition;
            let (lhs, rhs) = (object(lhs), object(rhs));
            self.stack.push(Step::Compare(Task { lhs, rhs, mapping, path, missing: None, ..task }));
        }
        MatchResult::Inside
    }

    fn compare_lists(
        &mut self,
        (lhs, l): (&'a Object, &'a [Option<ObjectRef>]),
        (rhs, r): (&'a Object, &'a [Option<ObjectRef>]),
        task: Task<'a>,
    ) -> MatchResult {
        if !TRAIL && l.len() != r.len() {
            return MatchResult::Differ;
        }
        if let Some(result) = self.known(lhs, rhs, task) {
            return result;
        }
        let task = task.inside(lhs, rhs);
        let side = |list: &'a [Option<ObjectRef>], index: usize| Some(object(list.get(index)?.as_ref()));
        for index in (0..l.len().max(r.len())).rev() {
            let path = self.step(task, || PathStep::Index(index));
            self.push_sides(task, path, side(l, index), side(r, index));
        }
        MatchResult::Inside
    }

    /// Returns the path of a task, extended by one step.
    #[inline]
    fn step(&mut self, task: Task<'a>, step: impl FnOnce() -> PathStep) -> PathId {
        if TRAIL { self.trail.step(task.path, step()) } else { Trail::ROOT }
    }

    /// Returns the path of a task, extended by a field of this node.
    #[inline]
    pub(super) fn field_step(&mut self, task: Task<'a>, node: Node<'a>, field: &Compared) -> PathId {
        let name = || node.reflection().fields()[field.position as usize].name();
        self.step(task, || PathStep::Field(name().into()))
    }

    /// Compares two nodes with the function of their type.
    fn compare_by(
        &mut self,
        equal: for<'x> fn(&'x Object, &'x Object, &mut EqualReducer<'x>) -> Caught<bool>,
        lhs: &'a Object,
        rhs: &'a Object,
        task: Task<'a>,
    ) -> MatchResult {
        let reachable_again = task.is_reachable_again(lhs, rhs);
        if reachable_again {
            match self.matches.get(lhs, rhs) {
                Joined::Others => return MatchResult::Differ,
                Joined::Before if self.scopes.is_none() => return MatchResult::Equal,
                Joined::Before | Joined::Now => {}
            }
        }
        let mut reducer = EqualReducer::new(task.mapping, self.loaded);
        if !resumed(equal(lhs, rhs, &mut reducer)) {
            if TRAIL && let Some((name, lhs, rhs)) = reducer.differs {
                let path = self.trail.field(task.path, name);
                self.trail.note(path, lhs, rhs);
                return MatchResult::Inside;
            }
            return MatchResult::Differ;
        }
        if reducer.is_graph_node && reachable_again {
            self.matches.join(lhs, rhs);
        }
        if (!reducer.is_graph_node || self.scopes.is_some())
            && let Some(result) = self.known(lhs, rhs, task)
        {
            return result;
        }
        for Custom { name, key, lhs, rhs, mapping } in reducer.steps.into_iter().rev() {
            let mut path = self.step(task, || PathStep::Field(name.into()));
            if let Some(key) = key {
                path = self.step(Task { path, ..task }, || PathStep::Key(key.into()));
            }
            let task = Task { lhs, rhs, mapping, path, missing: None, reachable_again, ..task };
            self.stack.push(Step::Compare(task));
        }
        MatchResult::Inside
    }

    /// Pairs the entries of two maps and pushes them on the stack.
    fn push_entries(&mut self, lhs: &'a MapNode, rhs: &'a MapNode, task: Task<'a>) -> MatchResult {
        for Entry { step, lhs, rhs } in entries::pair(lhs, rhs, |key| self.partner(key)).into_iter().rev() {
            let path = self.step(task, || match step {
                EntryStep::KeyOf(lhs, rhs) => PathStep::KeyOf { lhs, rhs },
                EntryStep::Value(key, lhs, rhs) => match key.as_node::<StringNode>() {
                    Some(key) => PathStep::Key(key.as_str().into()),
                    None => PathStep::Entry { key: difference::object(Some(key)), lhs, rhs },
                },
            });
            self.push_sides(task, path, lhs, rhs);
        }
        MatchResult::Inside
    }

    /// Pushes the values of both graphs at a position, with the other data of `task`.
    #[inline]
    fn push_sides(&mut self, task: Task<'a>, path: PathId, lhs: Side<'a>, rhs: Side<'a>) {
        let missing = match (lhs, rhs) {
            (None, _) => Some(Missing::Lhs),
            (_, None) => Some(Missing::Rhs),
            _ => None,
        };
        let task = Task { lhs: lhs.flatten(), rhs: rhs.flatten(), path, missing, ..task };
        self.stack.push(Step::Compare(task));
    }

    /// Compares the strings of two opaque nodes with the same attribute names, and pushes their
    /// references on the stack.
    ///
    /// The nodes may bind variables, so all references are definitions.
    fn push_attrs(&mut self, lhs: OpaqueView<'a>, rhs: OpaqueView<'a>, task: Task<'a>) -> MatchResult {
        let (start, loaded) = (self.stack.len(), self.loaded);
        let task = Task { mapping: true, ..task };
        for (l, r) in lhs.compared_by_name().zip(rhs.compared_by_name()) {
            let path = self.step(task, || PathStep::Field(lhs.name(l).into()));
            let (l, r) = (lhs.value(l, loaded), rhs.value(r, loaded));
            if let (Some(lhs), Some(rhs)) = (l.other_candidate(), r.other_candidate()) {
                let (lhs, rhs) = (object(lhs), object(rhs));
                self.stack.push(Step::Compare(Task { lhs, rhs, path, ..task }));
            }
            match (l.object(), r.object()) {
                (Some(lhs), Some(rhs)) => {
                    let task = Task { lhs: object(lhs), rhs: object(rhs), path, ..task };
                    self.stack.push(Step::Compare(task));
                }
                (None, None) if l.text() == r.text() => {}
                _ => {
                    if !TRAIL {
                        return MatchResult::Differ;
                    }
                    self.trail.note(path, shown(&l), shown(&r));
                }
            }
        }
        self.stack[start..].reverse();
        MatchResult::Inside
    }
}

impl Task<'_> {
    /// Whether the pair, or either object with another partner, can be reached again.
    #[inline]
    fn is_reachable_again(self, lhs: &Object, rhs: &Object) -> bool {
        self.reachable_again || is_shared(lhs, rhs)
    }

    /// Returns a task with the data that the tasks for the parts of two objects have in common.
    #[inline]
    pub(super) fn inside(self, lhs: &Object, rhs: &Object) -> Self {
        Self { reachable_again: self.is_reachable_again(lhs, rhs), ..self }
    }
}

impl Joined {
    /// Returns the result that follows from the match of two objects, if there is one.
    #[inline]
    fn result(self) -> Option<MatchResult> {
        match self {
            Self::Now => None,
            Self::Before => Some(MatchResult::Equal),
            Self::Others => Some(MatchResult::Differ),
        }
    }
}

fn shown(value: &AttrValue<'_>) -> String {
    match (value.literal(), value.candidate()) {
        (Some(literal), _) => literal.into(),
        (None, Some(found)) => difference::object(object(found)),
        (None, None) => difference::text(&value.text().unwrap_or_default()),
    }
}

/// Whether at least one of the objects has several references. Otherwise each is reached on one
/// path only.
#[inline]
pub(super) fn is_shared(lhs: &Object, rhs: &Object) -> bool {
    lhs.strong_count() > 1 || rhs.strong_count() > 1
}

pub(super) fn same_tensor(lhs: &NDArrayNode, rhs: &NDArrayNode) -> bool {
    std::ptr::eq(lhs, rhs)
        || lhs.shape() == rhs.shape()
            && lhs.dtype() == rhs.dtype()
            && matches!((lhs.compact_bytes(), rhs.compact_bytes()), (Ok(lhs), Ok(rhs)) if lhs == rhs)
}

/// Returns short descriptions of two different objects or nulls. Adds the addresses if the
/// descriptions are equal.
fn describe(task: Task<'_>) -> (String, String) {
    let short = |side, object| {
        if task.missing == Some(side) { "nothing".into() } else { difference::object(object) }
    };
    let (lhs, rhs) = (short(Missing::Lhs, task.lhs), short(Missing::Rhs, task.rhs));
    match (task.lhs, task.rhs) {
        (Some(l), Some(r)) if lhs == rhs => (format!("{lhs} at {l:p}"), format!("{rhs} at {r:p}")),
        _ => (lhs, rhs),
    }
}
