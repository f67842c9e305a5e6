//! A union-find structure over type objects.
//!
//! - Types that were unified form a class, which one of them represents. An incomplete type never
//!   represents a class that has a known type.
//! - Classes are of objects, not of equal types: unification of a shape `(2, 3)` with `(2, ?)`
//!   changes the representative of exactly the types that were unified.
//! - No operation recurses, and shared parts of types are visited once.

use foldhash::HashMap;
use objet::prelude::*;
use objet::walk::{ObjectHashMap, ObjectHashSet};
use objet_ir::types::{IncompleteTypeNode, Type};

use super::type_parts::{is_composite, parts, width, with_parts};

/// The number of parts that are resolved to new objects each time, as in TVM. Further parts resolve
/// to one object each, so that the time stays linear.
const SMALL: usize = 64;

/// The number of a relation.
pub(super) type RelationId = usize;

/// The number of a type object in a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Slot(usize);

/// The classes of unified types.
#[derive(Default)]
pub(super) struct TypeTable {
    slots: Vec<Entry>,
    index: ObjectHashMap<Type, Slot>,
    /// The relations that depend on incomplete types, which represent their classes.
    waiting: HashMap<Slot, Vec<RelationId>>,
    /// Composite types in which no part is incomplete.
    complete: ObjectHashSet<Type>,
    /// Relations that wait for types which have become known since.
    woken: Vec<RelationId>,
    /// Composite types with incomplete parts that are known, and what they resolve to.
    resolved: ObjectHashMap<Type, Type>,
}

struct Entry {
    ty: Type,
    /// The slot that represents this one, directly or indirectly; a representative refers to
    /// itself.
    parent: Slot,
}

/// A step of the resolution of a composite type.
enum Step {
    Enter(Type),
    /// Makes a type of its resolved parts.
    Leave(Type, usize),
}

/// Whether a type is not known yet.
pub(super) fn is_incomplete(ty: &Type) -> bool {
    ty.is_instance::<IncompleteTypeNode>()
}

impl TypeTable {
    /// Returns the representative of a type. A type that is not in the table yet represents itself.
    pub(super) fn slot(&mut self, ty: &Type) -> Slot {
        if let Some(slot) = self.index.get(ty) {
            return self.root(*slot);
        }
        let slot = Slot(self.slots.len());
        self.slots.push(Entry { ty: ty.clone(), parent: slot });
        self.index.insert(ty.clone(), slot);
        slot
    }

    /// Returns the type of a representative.
    pub(super) fn ty(&self, slot: Slot) -> &Type {
        &self.slots[slot.0].ty
    }

    /// Returns the representative of a slot.
    pub(super) fn root(&mut self, mut slot: Slot) -> Slot {
        loop {
            let parent = self.slots[slot.0].parent;
            if parent == slot {
                return slot;
            }
            // Halves the path, so that later searches are short.
            let next = self.slots[parent.0].parent;
            self.slots[slot.0].parent = next;
            slot = next;
        }
    }

    /// Joins the class of `from` to the class of `to`, which both represent.
    pub(super) fn merge(&mut self, from: Slot, to: Slot) {
        if from == to {
            return;
        }
        self.slots[from.0].parent = to;
        let Some(waiting) = self.waiting.remove(&from) else { return };
        if is_incomplete(self.ty(to)) {
            self.waiting.entry(to).or_default().extend(waiting);
        } else {
            self.woken.extend(waiting);
        }
    }

    /// Returns the relations that wait for types which have become known since the last call.
    pub(super) fn take_woken(&mut self) -> Vec<RelationId> {
        std::mem::take(&mut self.woken)
    }

    /// Makes a relation wait for the incomplete parts of a resolved type.
    pub(super) fn wait(&mut self, relation: RelationId, ty: &Type) {
        for slot in self.incomplete_parts(ty) {
            let waiting = self.waiting.entry(slot).or_default();
            if waiting.last() != Some(&relation) {
                waiting.push(relation);
            }
        }
    }

    /// Whether the class of an incomplete type occurs inside another type. Such types have no
    /// finite solution.
    pub(super) fn occurs(&mut self, incomplete: Slot, ty: &Type) -> bool {
        self.incomplete_parts(ty).contains(&incomplete)
    }

    /// Returns the representatives of the incomplete parts of a type.
    fn incomplete_parts(&mut self, ty: &Type) -> Vec<Slot> {
        let mut found = Vec::new();
        let mut seen = ObjectHashSet::default();
        let mut waiting = vec![ty.clone()];
        while let Some(ty) = waiting.pop() {
            if is_incomplete(&ty) {
                let slot = self.slot(&ty);
                match is_incomplete(self.ty(slot)) {
                    true => found.push(slot),
                    false => waiting.push(self.ty(slot).clone()),
                }
            } else if !self.complete.contains(&ty)
                && let Some(parts) = parts(&ty)
                && seen.insert(ty.clone())
            {
                waiting.extend(parts.into_iter().cloned());
            }
        }
        found
    }

    /// Forgets resolved types after the shape of a known type has changed.
    pub(super) fn forget_resolved(&mut self) {
        self.resolved.clear();
    }

    /// Returns the representative of a type, with its incomplete parts replaced as far as they are
    /// known.
    pub(super) fn resolve(&mut self, ty: &Type) -> Type {
        let ty = match self.index.get(ty) {
            Some(slot) => {
                let root = self.root(*slot);
                self.ty(root).clone()
            }
            None => ty.clone(),
        };
        if !is_composite(&ty) || self.complete.contains(&ty) {
            return ty;
        }
        let mut steps = vec![Step::Enter(ty)];
        let mut count = 0;
        // The resolved parts, each with whether no part of it is incomplete.
        let mut results: Vec<(Type, bool)> = Vec::new();
        let mut seen: ObjectHashMap<Type, (Type, bool)> = ObjectHashMap::default();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(ty) if is_incomplete(&ty) => {
                    let slot = self.slot(&ty);
                    match is_incomplete(self.ty(slot)) {
                        // As in TVM, the part itself stays, not its representative.
                        true => results.push((ty, false)),
                        false => steps.push(Step::Enter(self.ty(slot).clone())),
                    }
                }
                Step::Enter(ty) => {
                    count += 1;
                    if self.complete.contains(&ty) {
                        results.push((ty, true));
                    } else if let Some(known) =
                        self.resolved.get(&ty).filter(|_| count > SMALL || width(&ty) > SMALL)
                    {
                        results.push((known.clone(), true));
                    } else if let Some(result) = seen.get(&ty).filter(|_| count > SMALL) {
                        results.push(result.clone());
                    } else if let Some(parts) = parts(&ty) {
                        let parts: Vec<Type> = parts.into_iter().cloned().collect();
                        steps.push(Step::Leave(ty, parts.len()));
                        steps.extend(parts.into_iter().rev().map(Step::Enter));
                    } else {
                        results.push((ty, true));
                    }
                }
                Step::Leave(ty, length) => {
                    let parts = results.split_off(results.len() - length);
                    let is_complete = parts.iter().all(|(_, is_complete)| *is_complete);
                    let parts: Vec<Type> = parts.into_iter().map(|(part, _)| part).collect();
                    let new = with_parts(&ty, &parts);
                    if is_complete {
                        self.complete.insert(new.clone());
                        self.resolved.insert(ty, new.clone());
                    } else {
                        seen.insert(ty, (new.clone(), false));
                    }
                    results.push((new, is_complete));
                }
            }
        }
        match results.pop() {
            Some((ty, _)) => ty,
            None => unreachable!("the last step leaves the type that the first one entered"),
        }
    }
}
