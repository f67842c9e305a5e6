//! Lexical scopes: bindings that hold in parts of two graphs, and results that depend on them.
//!
//! Each binding of two variables has a number of its own. Two variables are equal if their
//! innermost bindings are the same one. So a variable that is bound again is shadowed on its side,
//! and the former partner of a variable equals nothing.
//!
//! The result for a pair of shared objects depends on the bindings of the variables that the
//! objects use and do not bind themselves. A record holds these variables in pairs. When the
//! objects are reached again, they are equal if these pairs are.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;
use objet_object::Object;

use crate::identity::{Identity, IdentityMap, IdentitySet};

/// The bindings and records of a comparison.
#[derive(Default)]
pub(super) struct Scopes<'a> {
    /// The innermost binding of each variable, with the variable on the right.
    of_lhs: IdentityMap<(Binding, &'a Object)>,
    of_rhs: IdentityMap<Binding>,
    /// The last number of a binding.
    last: Binding,
    /// The nodes with scopes that are being compared.
    nodes: Vec<ScopeNode<'a>>,
    /// The current bindings, each with those that it shadows.
    current: Vec<Shadowing<'a>>,
    records: HashMap<(Identity, Identity), Option<Uses<'a>>, RandomState>,
    unfinished: Vec<Unfinished<'a>>,
    /// The uses of variables while there are unfinished records.
    uses: Vec<Use<'a>>,
}

/// The number of a binding. 0 stands for free variables.
type Binding = u64;

/// Pairs of variables that two objects use.
type Uses<'a> = Rc<[(&'a Object, &'a Object)]>;

/// A node with scopes.
#[derive(Default)]
struct ScopeNode<'a> {
    /// The variables that the node has defined so far.
    defined: Vec<(&'a Object, &'a Object)>,
    /// The number of current bindings outside of the node.
    outside: usize,
}

struct Shadowing<'a> {
    lhs: &'a Object,
    rhs: &'a Object,
    old_lhs: Option<(Binding, &'a Object)>,
    old_rhs: Option<Binding>,
}

struct Unfinished<'a> {
    lhs: &'a Object,
    rhs: &'a Object,
    /// The number of uses before the record.
    before: usize,
    /// The last binding before the record. Later ones belong to scopes inside of the objects.
    last: Binding,
}

struct Use<'a> {
    binding: Binding,
    lhs: &'a Object,
    rhs: &'a Object,
}

/// The relation of two variables.
pub(super) enum Lookup {
    /// Both have the same binding.
    Bound,
    /// Neither has a binding in a scope.
    Free,
    /// They have different bindings.
    Differ,
}

/// The record of two objects.
pub(super) enum Record<'a> {
    None,
    Unfinished,
    Uses(Uses<'a>),
}

impl<'a> Scopes<'a> {
    /// Begins a node with scopes.
    pub(super) fn enter(&mut self) {
        self.nodes.push(ScopeNode::default());
    }

    /// Ends the current node with scopes.
    pub(super) fn leave(&mut self) {
        self.nodes.pop();
    }

    /// Begins a definition or a scope of the current node: the variables that the node has defined
    /// so far are bound.
    pub(super) fn open(&mut self) {
        let outside = self.current.len();
        let Some(node) = self.nodes.last_mut() else { return };
        node.outside = outside;
        let defined = std::mem::take(&mut node.defined);
        for (lhs, rhs) in &defined {
            self.bind(lhs, rhs);
        }
        if let Some(node) = self.nodes.last_mut() {
            node.defined = defined;
        }
    }

    /// Ends a definition or a scope of the current node: the former bindings hold again.
    pub(super) fn close(&mut self) {
        let outside = self.nodes.last().map_or(0, |node| node.outside);
        while self.current.len() > outside {
            let Some(Shadowing { lhs, rhs, old_lhs, old_rhs }) = self.current.pop() else { return };
            match old_lhs {
                Some(old) => self.of_lhs.insert(Identity::of(lhs), old),
                None => self.of_lhs.remove(&Identity::of(lhs)),
            };
            match old_rhs {
                Some(old) => self.of_rhs.insert(Identity::of(rhs), old),
                None => self.of_rhs.remove(&Identity::of(rhs)),
            };
        }
    }

    /// Defines two variables for the scopes of the current node, and for the rest of the
    /// definition.
    pub(super) fn define(&mut self, lhs: &'a Object, rhs: &'a Object) {
        if let Some(node) = self.nodes.last_mut() {
            node.defined.push((lhs, rhs));
        }
        self.bind(lhs, rhs);
    }

    fn bind(&mut self, lhs: &'a Object, rhs: &'a Object) {
        self.last += 1;
        let old_lhs = self.of_lhs.insert(Identity::of(lhs), (self.last, rhs));
        let old_rhs = self.of_rhs.insert(Identity::of(rhs), self.last);
        self.current.push(Shadowing { lhs, rhs, old_lhs, old_rhs });
    }

    /// Returns the relation of two variables, and adds their use to unfinished records.
    pub(super) fn use_of(&mut self, lhs: &'a Object, rhs: &'a Object) -> Lookup {
        let of_lhs = self.of_lhs.get(&Identity::of(lhs)).map(|(binding, _)| *binding);
        let (binding, result) = match (of_lhs, self.of_rhs.get(&Identity::of(rhs))) {
            (None, None) => (0, Lookup::Free),
            (Some(lhs), Some(rhs)) if lhs == *rhs => (lhs, Lookup::Bound),
            _ => return Lookup::Differ,
        };
        if !self.unfinished.is_empty() {
            self.uses.push(Use { binding, lhs, rhs });
        }
        result
    }

    /// Returns the variable on the right with the same binding. Returns `None` if that variable is
    /// shadowed, and an error if `lhs` has no binding.
    pub(super) fn partner(&self, lhs: &Object) -> Result<Option<&'a Object>, ()> {
        let (binding, rhs) = self.of_lhs.get(&Identity::of(lhs)).ok_or(())?;
        Ok((self.of_rhs.get(&Identity::of(rhs)) == Some(binding)).then_some(*rhs))
    }

    /// Whether an object on the right has no binding.
    pub(super) fn is_free(&self, rhs: &Object) -> bool {
        !self.of_rhs.contains_key(&Identity::of(rhs))
    }

    /// Returns the record of two objects.
    pub(super) fn record(&self, lhs: &Object, rhs: &Object) -> Record<'a> {
        match self.records.get(&(Identity::of(lhs), Identity::of(rhs))) {
            None => Record::None,
            Some(None) => Record::Unfinished,
            Some(Some(uses)) => Record::Uses(Rc::clone(uses)),
        }
    }

    /// Begins the record of two objects.
    pub(super) fn begin_record(&mut self, lhs: &'a Object, rhs: &'a Object) {
        self.records.insert((Identity::of(lhs), Identity::of(rhs)), None);
        self.unfinished.push(Unfinished { lhs, rhs, before: self.uses.len(), last: self.last });
    }

    /// Ends the record that was begun last. Returns its objects if they use no variables of other
    /// objects.
    pub(super) fn end_record(&mut self) -> Option<(&'a Object, &'a Object)> {
        let Unfinished { lhs, rhs, before, last } = self.unfinished.pop()?;
        // Outside of the objects, each variable has one binding while they are compared.
        let mut seen = IdentitySet::default();
        let mut kept = before;
        for index in before..self.uses.len() {
            let Use { binding, lhs, .. } = self.uses[index];
            if binding <= last && seen.insert(Identity::of(lhs)) {
                self.uses.swap(kept, index);
                kept += 1;
            }
        }
        self.uses.truncate(kept);
        let identities = (Identity::of(lhs), Identity::of(rhs));
        if kept == before {
            self.records.remove(&identities);
            return Some((lhs, rhs));
        }
        let uses = self.uses[before..].iter().map(|Use { lhs, rhs, .. }| (*lhs, *rhs)).collect();
        self.records.insert(identities, Some(uses));
        if self.unfinished.is_empty() {
            self.uses.clear();
        }
        None
    }
}
