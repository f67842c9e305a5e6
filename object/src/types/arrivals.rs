//! Which of the node types that arrive are new to the table, and which contradict another declaration.

use std::collections::BTreeMap;

use crate::builtin;
use crate::types::batch::parent_refused;
use crate::types::declaration::Declaration;
use crate::types::node_type::NodeType;
use crate::types::table::{Records, difference, duplicate};
use crate::types::{TypeError, TypeIndex};

/// The declarations that are new, by the key of the parent; and the root, if it is.
#[derive(Default)]
pub(crate) struct Arrivals {
    pub(crate) root: Option<&'static NodeType>,
    pub(crate) by_parent: BTreeMap<String, Vec<Declaration>>,
}

impl Arrivals {
    /// Sorts node types, with their ancestors. What cannot stand beside what is known goes to `refused`, and all that
    /// derives from it.
    ///
    /// Of two that contradict each other, the one stands that is this crate's own or else comes first in the source, in
    /// whatever order they were linked.
    pub(crate) fn sort(table: &Records, types: &[&'static NodeType], refused: &mut Vec<TypeError>) -> Self {
        let own = builtin::node_types();
        let is_own = |node_type: &NodeType| own.iter().any(|own| std::ptr::eq(*own, node_type));
        let mut types = types.to_vec();
        types.sort_by_key(|node_type| (!is_own(node_type), node_type.declared()));

        let mut admission = Admission { table, new: BTreeMap::new(), answers: BTreeMap::new(), refused };
        for node_type in types {
            admission.admits(node_type);
        }
        let mut arrivals = Self::default();
        for (declaration, parent) in admission.new.into_values() {
            match declaration.static_index {
                Some(TypeIndex::OBJECT) => arrivals.root = declaration.node,
                _ => arrivals.by_parent.entry(parent.into()).or_default().push(declaration),
            }
        }
        arrivals
    }
}

struct Admission<'a> {
    table: &'a Records,
    /// What is new, by key, with the parent's key.
    new: BTreeMap<&'static str, (Declaration, &'static str)>,
    /// What was found of each node type, by its address.
    answers: BTreeMap<*const NodeType, bool>,
    refused: &'a mut Vec<TypeError>,
}

impl Admission<'_> {
    /// Whether the declaration can stand. So must that of the parent: a key alone does not tell which struct it is.
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
        let declaration = node_type.declaration();
        let parent = match node_type.parent() {
            Some(parent) if !self.admits(parent) => return Some(parent_refused(parent.key(), &declaration)),
            parent => parent.map_or("", |parent| parent.key()),
        };
        if let Some(known) = self.table.by_key(node_type.key()) {
            return difference(&declaration, parent, known);
        }
        if let Some((known, known_parent)) = self.new.get(node_type.key()) {
            return declaration
                .difference(parent, known, known_parent)
                .map(|difference| duplicate(&declaration, known, difference));
        }
        if let Some(index) = declaration.static_index
            && let Some(error) = self.claim(index, &declaration)
        {
            return Some(error);
        }
        self.new.insert(node_type.key(), (declaration, parent));
        None
    }

    /// The error if another key has that index.
    fn claim(&self, index: TypeIndex, claimant: &Declaration) -> Option<TypeError> {
        let known = self.table.by_index(index).map(|record| record.declaration());
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
