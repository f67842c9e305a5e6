//! Batches of types that are registered together. [`Arrivals`] finds the types that are new and the
//! types that conflict with others. A [`Subtree`] contains a new type with its descendants,
//! siblings sorted by key, and the number of indices that they need.
//!
//! The slot rules are those of TVM's type table, with one difference: a type that is registered
//! together with its descendants gets indices for all of them, whatever `child_slots` it declares.
//! Its `child_slots` are reserved in addition, for types that are registered later. If the slots
//! cannot overflow, `child_slots` is the limit for all children instead.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::types::error::TypeError;
use crate::types::index::TypeIndex;
use crate::types::node_type::NodeType;
use crate::types::record::{Declaration, Records};

/// The new declarations, and the root type if it is new.
pub(crate) struct Arrivals {
    pub(crate) root: Option<&'static NodeType>,
    pub(crate) waiting: Waiting,
}

/// The declarations that wait for their parent, each with the key of the parent, in the order of
/// these keys and their own keys. A declaration that was taken is `None`.
#[derive(Default)]
pub(crate) struct Waiting(Vec<(&'static str, Option<Declaration<'static>>)>);

impl Waiting {
    /// Returns the keys of the parents in order. A key may be repeated.
    pub(crate) fn parents(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(parent, _)| *parent)
    }

    /// Removes the children of a parent, in the order of their keys.
    pub(crate) fn take(&mut self, parent: &str) -> Vec<Declaration<'static>> {
        let start = self.0.partition_point(|(other, _)| *other < parent);
        let of_parent = self.0[start..].iter_mut().take_while(|(other, _)| *other == parent);
        of_parent.filter_map(|(_, declaration)| declaration.take()).collect()
    }

    /// Returns the declarations that are left, with the keys of their parents.
    pub(crate) fn into_left(self) -> impl Iterator<Item = (&'static str, Declaration<'static>)> {
        self.0.into_iter().filter_map(|(parent, declaration)| Some((parent, declaration?)))
    }
}

impl Arrivals {
    /// Sorts node types and their ancestors. Adds an error to `refused` for each type that
    /// conflicts with another type, and for each of its descendants in `types`. Of two conflicting
    /// types, the first is accepted.
    pub(crate) fn sort(known: &Records, types: &[&'static NodeType], refused: &mut Vec<TypeError>) -> Self {
        let mut admission =
            Admission { known, new: HashMap::default(), answers: HashMap::default(), refused };
        for node_type in types {
            admission.admits(node_type);
        }
        let mut new = admission.new;
        let mut names: Vec<_> = new.iter().map(|(key, (_, parent))| (*parent, *key)).collect();
        names.sort_unstable();
        let mut arrivals = Self { root: None, waiting: Waiting::default() };
        for (parent, key) in names {
            let Some((declaration, _)) = new.remove(key) else { continue };
            match declaration.static_index {
                Some(TypeIndex::OBJECT) => arrivals.root = declaration.node,
                _ => arrivals.waiting.0.push((parent, Some(declaration))),
            }
        }
        arrivals
    }
}

struct Admission<'a> {
    known: &'a Records,
    /// The new declarations, by key, with the key of the parent.
    new: HashMap<&'static str, (Declaration<'static>, &'static str), FixedState>,
    /// Whether each node type is accepted, by the address of the node type.
    answers: HashMap<*const NodeType, bool, FixedState>,
    refused: &'a mut Vec<TypeError>,
}

impl Admission<'_> {
    /// Returns whether the declaration is accepted. The parent must be accepted too, because the
    /// parent's key alone does not identify the parent's struct.
    fn admits(&mut self, node_type: &'static NodeType) -> bool {
        let address = std::ptr::from_ref(node_type);
        if let Some(answer) = self.answers.get(&address) {
            return *answer;
        }
        let error = self.error(node_type);
        let answer = error.is_none();
        self.refused.extend(error);
        self.answers.insert(address, answer);
        answer
    }

    fn error(&mut self, node_type: &'static NodeType) -> Option<TypeError> {
        let declaration = Declaration::of(node_type);
        let parent = match node_type.parent() {
            Some(parent) if !self.admits(parent) => return Some(parent_refused(parent.key(), &declaration)),
            parent => parent.map_or("", |parent| parent.key()),
        };
        if let Some(known) = self.known.by_key(node_type.key()) {
            return known.conflict(&declaration, parent);
        }
        if let Some((known, known_parent)) = self.new.get(node_type.key()) {
            return declaration.conflict(parent, known, known_parent);
        }
        if let Some(index) = declaration.static_index
            && let Some(error) = self.claim(index, &declaration)
        {
            return Some(error);
        }
        self.new.insert(node_type.key(), (declaration, parent));
        None
    }

    /// Returns an error if another key has this index.
    fn claim(&self, index: TypeIndex, claimant: &Declaration<'_>) -> Option<TypeError> {
        let known = self.known.by_index(index).map(|record| record.declaration());
        let mut new = self.new.values().map(|(declaration, _)| declaration);
        let holder = known.or_else(|| new.find(|new| new.static_index == Some(index)))?;
        Some(TypeError::StaticIndexTaken {
            index,
            holder: holder.key.to_string(),
            claimant: claimant.key.to_string(),
            first: holder.declared,
            second: claimant.declared,
        })
    }
}

/// A type, its descendants in the same batch, and the number of indices that they need.
pub(crate) struct Subtree {
    pub(crate) declaration: Declaration<'static>,
    pub(crate) children: Vec<Subtree>,
    /// The number of indices to reserve: for the type itself unless its index is static, for its
    /// descendants, and for its free slots.
    pub(crate) block: u32,
}

impl Subtree {
    /// Builds the subtree of a declaration: removes its descendants from `waiting`, and adds up
    /// the indices that they need. Descendants that do not fit are omitted, with an error for each.
    pub(crate) fn take(
        declaration: Declaration<'static>,
        waiting: &mut Waiting,
        errors: &mut Vec<TypeError>,
    ) -> Self {
        let can_overflow = declaration.child_slots_can_overflow;
        let mut children = Vec::new();
        let mut used = 0_u32;
        for child in waiting.take(&declaration.key) {
            let child = Self::take(child, waiting, errors);
            let after = used.saturating_add(child.block);
            if !can_overflow && after > declaration.child_slots {
                errors.push(TypeError::ParentFull {
                    parent: declaration.key.to_string(),
                    child: child.declaration.key.to_string(),
                    child_slots: declaration.child_slots,
                    used,
                    needed: child.block,
                    declared: child.declaration.declared,
                });
                child.refuse_descendants(errors);
            } else {
                used = after;
                children.push(child);
            }
        }

        let own = u32::from(declaration.static_index.is_none());
        let slots =
            if can_overflow { used.saturating_add(declaration.child_slots) } else { declaration.child_slots };
        let block = own.saturating_add(slots);
        Self { declaration, children, block }
    }

    /// Adds an error for every descendant, because its parent was rejected.
    pub(crate) fn refuse_descendants(&self, errors: &mut Vec<TypeError>) {
        for child in &self.children {
            errors.push(parent_refused(&self.declaration.key, &child.declaration));
            child.refuse_descendants(errors);
        }
    }
}

/// Returns the error for a child whose parent is not in the table.
pub(crate) fn parent_refused(parent: &str, child: &Declaration<'_>) -> TypeError {
    TypeError::ParentRefused { parent: parent.into(), child: child.key.to_string(), declared: child.declared }
}
