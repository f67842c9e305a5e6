//! Objects that a comparison reaches again, and the steps of scopes.

use objet_object::Object;

use super::entries::object;
use super::equal_engine::{EqualEngine, MatchResult, Step, Task, is_shared};
use super::matches::{Classes, Joined};
use super::scopes::{Lookup, Record};
use crate::memory::Node;

impl<'a, const TRAIL: bool> EqualEngine<'a, TRAIL> {
    /// Begins a node with scopes, and pushes its end on the stack.
    fn enter_scopes(&mut self) {
        let scopes = self.scopes.get_or_insert_with(|| {
            // Nothing is known about the variables that the objects in these classes use.
            self.classes = Classes::default();
            Box::default()
        });
        scopes.enter();
        self.stack.push(Step::LeaveScopes);
    }

    /// Pushes the references of two nodes with scopes on the stack.
    #[cold]
    pub(super) fn push_scopes(&mut self, l: Node<'a>, r: Node<'a>, task: Task<'a>) -> MatchResult {
        let task = task.inside(l.object(), r.object());
        self.enter_scopes();
        for (compared, lhs, rhs) in l.compared_with(r, self.loaded).rev() {
            if lhs.is_none() && rhs.is_none() {
                continue;
            }
            let path = self.field_step(task, l, compared);
            let (lhs, rhs, defines) = (object(lhs), object(rhs), compared.is_definition);
            let step = Step::Compare(Task { lhs, rhs, defines, path, missing: None, ..task });
            if compared.is_definition || compared.is_scope {
                self.stack.extend([Step::CloseScope, step, Step::OpenScope]);
            } else {
                self.stack.push(step);
            }
        }
        MatchResult::Inside
    }

    #[cold]
    pub(super) fn step_scopes(&mut self, step: Step<'a>) {
        let Some(scopes) = &mut self.scopes else { return };
        match step {
            Step::Compare(_) => unreachable!("the caller compares pairs"),
            Step::OpenScope => scopes.open(),
            Step::CloseScope => scopes.close(),
            Step::LeaveScopes => scopes.leave(),
            Step::EndRecord => {
                // Without variables, the objects are equal wherever they are compared.
                if let Some((lhs, rhs)) = scopes.end_record() {
                    self.classes.join(lhs, rhs);
                }
            }
        }
    }

    /// Matches two graph nodes. Returns the result, if it follows from the match.
    pub(super) fn join_graph_nodes(
        &mut self,
        lhs: &'a Object,
        rhs: &'a Object,
        task: Task<'a>,
    ) -> Option<MatchResult> {
        match self.matches.join(lhs, rhs) {
            Joined::Others => Some(MatchResult::Differ),
            Joined::Before if self.scopes.is_none() => Some(MatchResult::Equal),
            Joined::Now if self.scopes.is_none() => None,
            Joined::Before | Joined::Now => self.known(lhs, rhs, task),
        }
    }

    /// Returns the result for two objects that have been compared before. Otherwise records them as
    /// compared, so that the caller pushes the pairs inside.
    #[inline(always)]
    pub(super) fn known(&mut self, lhs: &'a Object, rhs: &'a Object, task: Task<'a>) -> Option<MatchResult> {
        if is_shared(lhs, rhs) { self.known_shared(lhs, rhs, task.mapping, task.defines) } else { None }
    }

    /// Separate from `known` to keep the path of other objects short, and without the task, which
    /// would be copied for the call. In scopes, the result for objects with variables depends on
    /// the current bindings.
    #[inline(never)]
    fn known_shared(
        &mut self,
        lhs: &'a Object,
        rhs: &'a Object,
        mapping: bool,
        defines: bool,
    ) -> Option<MatchResult> {
        let Some(scopes) = &mut self.scopes else {
            return self.classes.join(lhs, rhs).then_some(MatchResult::Equal);
        };
        // A definition binds its variables each time.
        if defines {
            return None;
        }
        if self.classes.are_same(lhs, rhs) {
            return Some(MatchResult::Equal);
        }
        let equal = match scopes.record(lhs, rhs) {
            Record::None => None,
            // Only a cycle leads to a pair that is being compared.
            Record::Unfinished => Some(true),
            Record::Uses(uses) => {
                let matches = &mut self.matches;
                Some(uses.iter().all(|(lhs, rhs)| match scopes.use_of(lhs, rhs) {
                    Lookup::Bound => true,
                    Lookup::Differ => false,
                    Lookup::Free if mapping || lhs.same_as(rhs) => {
                        !matches!(matches.join(lhs, rhs), Joined::Others)
                    }
                    Lookup::Free => matches.are_matched(lhs, rhs),
                }))
            }
        };
        match equal {
            Some(true) => return Some(MatchResult::Equal),
            Some(false) if !TRAIL => return Some(MatchResult::Differ),
            _ => {}
        }
        scopes.begin_record(lhs, rhs);
        self.stack.push(Step::EndRecord);
        None
    }

    /// Returns the key of the right map that corresponds to a key of the left map.
    pub(super) fn partner(&self, key: &'a Object) -> Option<&'a Object> {
        match &self.scopes {
            None => self.matches.partner(key),
            Some(scopes) => match scopes.partner(key) {
                Ok(partner) => partner,
                Err(()) => self.matches.partner(key).filter(|partner| scopes.is_free(partner)),
            },
        }
    }
}
