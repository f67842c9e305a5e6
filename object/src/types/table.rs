//! The type table: all types of the process, by index and by key.
//!
//! Records never change and are never removed. The lock is taken to add types, to find a type by
//! key and to list the types. A lookup by index takes no lock, because instance checks and drops
//! look up types by the index in an object's header. It finds a type only after all types of the
//! same batch were added.

use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::types::batch::{Arrivals, Subtree, Waiting, parent_refused};
use crate::types::error::TypeError;
use crate::types::index::TypeIndex;
use crate::types::node_type::NodeType;
use crate::types::record::{Declaration, Index, Records, TypeRecord};

/// The range of all type indices, including reserved slots.
const INDICES: Range<u32> = 0..1 << 20;

/// All types of the process.
pub(crate) struct TypeTable {
    by_index: Arc<Index>,
    contents: RwLock<Contents>,
}

/// The part of the table behind the lock.
pub(crate) struct Contents {
    records: Records,
    /// The first free slot in each type's range, by the index of the type. A type that finds no
    /// free slot under its parent gets a slot of the root.
    next_slot: Vec<u32>,
    /// The end of the indices that were assigned or reserved at setup, or `None` before that.
    linked_end: Option<u32>,
    /// The errors of the types that were rejected at setup.
    refused: Vec<TypeError>,
    /// The accepted types whose statics do not have their indices yet.
    unbound: Vec<(&'static NodeType, &'static TypeRecord)>,
}

impl TypeTable {
    pub(crate) fn new() -> Self {
        let by_index = Arc::new(Index::new());
        let contents = Contents {
            records: Records::new(by_index.clone()),
            next_slot: vec![TypeIndex::DYNAMIC_BEGIN.value()],
            linked_end: None,
            refused: Vec::new(),
            unbound: Vec::new(),
        };
        Self { by_index, contents: RwLock::new(contents) }
    }

    #[inline]
    pub(crate) fn by_index(&self, index: TypeIndex) -> Option<&'static TypeRecord> {
        self.by_index.get(index.value() as usize)?.get().copied()
    }

    pub(crate) fn by_key(&self, key: &str) -> Option<&'static TypeRecord> {
        self.read().records.by_key(key)
    }

    /// Returns the type with this key or this alias.
    pub(crate) fn by_key_or_alias(&self, key: &str) -> Option<&'static TypeRecord> {
        let contents = self.read();
        contents.records.by_key(key).or_else(|| contents.records.by_alias(key))
    }

    /// Returns all types, sorted by index.
    pub(crate) fn records(&self) -> Vec<&'static TypeRecord> {
        let _complete = self.read();
        self.by_index.iter().filter_map(|(_, cell)| cell.get().copied()).collect()
    }

    /// Returns the number of types.
    pub(crate) fn count(&self) -> usize {
        self.read().records.count()
    }

    /// Returns the errors of the types that were rejected at setup.
    pub(crate) fn refused(&self) -> Vec<TypeError> {
        self.read().refused.clone()
    }

    /// Registers the types that are known at setup, as one tree. Of two conflicting types, the type
    /// in `own` is accepted, or else the first one in the source. [`TypeTable::refused`] returns
    /// the errors of the rejected types.
    ///
    /// Calls `bind` with each type that has a range now, and with its record.
    pub(crate) fn link(
        &self,
        own: &[&'static NodeType],
        others: &[&'static NodeType],
        bind: impl Fn(&'static NodeType, &'static TypeRecord),
    ) -> Adding<'_> {
        let types = [own, &in_source_order(others)].concat();
        let mut contents = self.write();
        let refused = contents.add(&types);
        contents.refused.extend(refused);
        let end = contents.next_slot[TypeIndex::OBJECT.value() as usize];
        let end = *contents.linked_end.get_or_insert(end);
        contents.bind(&types);
        for (node_type, record) in &contents.unbound {
            if record.index().value() < end {
                bind(node_type, record);
            }
        }
        contents
    }

    /// Registers types. Types without errors are registered even if others are rejected.
    ///
    /// # Errors
    /// The error of the first of `types` that was rejected.
    pub(crate) fn register(&self, types: &[&'static NodeType]) -> Result<(), TypeError> {
        let mut contents = self.write();
        let refused = contents.add(&in_source_order(types));
        contents.bind(types);
        let missing = types.iter().find(|node_type| contents.accepted(node_type).is_none());
        missing.map_or(Ok(()), |node_type| Err(why_not(node_type, &refused)))
    }

    /// Registers a type with the parent at index `parent`, or returns the existing type with the
    /// same declaration. If `replaces`, registers the type in any case: look-ups by key find it
    /// then, and another type of this key stays at its index.
    pub(crate) fn get_or_alloc(
        &self,
        mut declaration: Declaration<'static>,
        parent: TypeIndex,
        replaces: bool,
    ) -> Result<&'static TypeRecord, TypeError> {
        let mut contents = self.write();
        let parent = contents.records.by_index(parent).ok_or(TypeError::UnknownIndex { index: parent })?;
        // The derive does the same: children inherit that slots cannot overflow.
        declaration.child_slots_can_overflow &= parent.can_overflow();
        if let Some(known) = contents.records.by_key(&declaration.key)
            && !replaces
        {
            return known.conflict(&declaration, parent.key()).map_or(Ok(known), Err);
        }
        let mut refused = Vec::new();
        let subtree = Subtree::take(declaration, &mut Waiting::default(), &mut refused);
        let unknown = parent_refused(parent.key(), &subtree.declaration);
        contents.insert_subtree(parent, subtree, &mut refused).ok_or_else(|| refused.pop().unwrap_or(unknown))
    }

    /// Returns an error if a new type with this declaration would be rejected.
    pub(crate) fn check(&self, new: &Declaration<'_>, parent: TypeIndex) -> Result<(), TypeError> {
        let contents = self.read();
        let parent = contents.records.by_index(parent).ok_or(TypeError::UnknownIndex { index: parent })?;
        contents.check(new, parent)?;
        contents.find_slots(parent, new, 1).map(drop)
    }

    fn read(&self) -> RwLockReadGuard<'_, Contents> {
        self.contents.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> Adding<'_> {
        Adding(self.contents.write().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The locked table while types are added. Its drop publishes the new types, and then stores their
/// indices in their statics: no thread finds them before that.
pub(crate) struct Adding<'a>(RwLockWriteGuard<'a, Contents>);

impl Deref for Adding<'_> {
    type Target = Contents;

    fn deref(&self) -> &Contents {
        &self.0
    }
}

impl DerefMut for Adding<'_> {
    fn deref_mut(&mut self) -> &mut Contents {
        &mut self.0
    }
}

impl Adding<'_> {
    /// Lets other threads find the new types by index. Lookups that lock the table still wait.
    pub(crate) fn publish(&mut self) {
        self.records.publish();
    }
}

impl Drop for Adding<'_> {
    fn drop(&mut self) {
        self.publish();
        for (node_type, record) in self.unbound.drain(..) {
            node_type.bind(record.registered());
        }
    }
}

impl Contents {
    /// Prepares to store the indices of these types and their ancestors in their statics, if the
    /// table contains them with the same declaration.
    fn bind(&mut self, types: &[&'static NodeType]) {
        let lines = types
            .iter()
            .flat_map(|node_type| std::iter::successors(Some(*node_type), |node_type| node_type.parent()));
        let accepted = lines.filter_map(|node_type| Some((node_type, self.accepted(node_type)?)));
        self.unbound = accepted.collect();
    }

    /// Returns the record of this declaration, if the table contains the same declaration under the
    /// same parents.
    fn accepted(&self, node_type: &'static NodeType) -> Option<&'static TypeRecord> {
        let record = self.records.by_key(node_type.key())?;
        let parent = match node_type.parent() {
            Some(parent) => Some(self.accepted(parent)?),
            None => None,
        };
        let parent_key = parent.map_or("", TypeRecord::key);
        record.conflict(&Declaration::of(node_type), parent_key).is_none().then_some(record)
    }

    /// Adds types, and their missing ancestors, to the table. Returns the errors of the rejected
    /// types.
    fn add(&mut self, types: &[&'static NodeType]) -> Vec<TypeError> {
        let mut refused = Vec::new();
        let Arrivals { root, mut waiting } = Arrivals::sort(&self.records, types, &mut refused);
        if let Some(node) = root {
            self.records.add(TypeRecord::root(node, INDICES));
        }
        // A new type whose parent is in the table already is the root of a subtree.
        let known: Vec<_> = waiting.parents().filter_map(|parent| self.records.by_key(parent)).collect();
        for parent in known {
            for child in waiting.take(parent.key()) {
                let subtree = Subtree::take(child, &mut waiting, &mut refused);
                self.insert_subtree(parent, subtree, &mut refused);
            }
        }
        refused.extend(waiting.into_left().map(|(parent, child)| parent_refused(parent, &child)));
        refused
    }

    /// Adds a subtree under `parent`. Adds errors to `refused` for each rejected type and all its
    /// descendants.
    fn insert_subtree(
        &mut self,
        parent: &'static TypeRecord,
        subtree: Subtree,
        refused: &mut Vec<TypeError>,
    ) -> Option<&'static TypeRecord> {
        let (index, range) = match self.find_room(parent, &subtree) {
            Ok(room) => room,
            Err(error) => {
                refused.push(error);
                subtree.refuse_descendants(refused);
                return None;
            }
        };
        let Subtree { declaration, children, .. } = subtree;
        let first_slot = range.start + u32::from(declaration.static_index.is_none());
        let position = index.value() as usize;
        if self.next_slot.len() <= position {
            self.next_slot.resize(position + 1, 0);
        }
        self.next_slot[position] = first_slot;
        let is_linked = self.linked_end.is_none_or(|end| index.value() < end);
        let record = self.records.add(TypeRecord::child(declaration, index, range, parent, is_linked));
        for child in children {
            self.insert_subtree(record, child, refused);
        }
        Some(record)
    }

    /// Returns the index of the root of a subtree, and the range of the whole subtree.
    fn find_room(
        &mut self,
        parent: &'static TypeRecord,
        subtree: &Subtree,
    ) -> Result<(TypeIndex, Range<u32>), TypeError> {
        let declaration = &subtree.declaration;
        self.check(declaration, parent)?;
        let Some(index) = declaration.static_index else {
            let begin = self.reserve(parent, declaration, subtree.block)?;
            return Ok((TypeIndex::new(begin), begin..begin + subtree.block));
        };
        let begin = match subtree.block {
            0 => index.value(),
            block => self.reserve(parent, declaration, block)?,
        };
        Ok((index, begin..begin + subtree.block))
    }

    /// Returns an error if the key, the aliases or the parent of a new type are invalid.
    fn check(&self, new: &Declaration<'_>, parent: &TypeRecord) -> Result<(), TypeError> {
        if new.key.is_empty() {
            return Err(TypeError::EmptyKey { declared: new.declared });
        }
        if parent.declaration().is_final {
            return Err(TypeError::FinalParent {
                parent: parent.key().into(),
                child: new.key.to_string(),
                declared: new.declared,
            });
        }
        self.records.alias_conflict(new).map_or(Ok(()), Err)
    }

    /// Reserves `count` consecutive indices and returns the first.
    fn reserve(
        &mut self,
        parent: &TypeRecord,
        child: &Declaration<'_>,
        count: u32,
    ) -> Result<u32, TypeError> {
        let next = self.find_slots(parent, child, count)?;
        let begin = self.next_slot[next];
        self.next_slot[next] += count;
        Ok(begin)
    }

    /// Returns the position in `next_slot` of the type with `count` free slots for a child: the
    /// parent, or else the root.
    fn find_slots(
        &self,
        parent: &TypeRecord,
        child: &Declaration<'_>,
        count: u32,
    ) -> Result<usize, TypeError> {
        let position = parent.index().value() as usize;
        let next = self.next_slot[position];
        let end = parent.range().end;
        if count <= end.saturating_sub(next) {
            return Ok(position);
        }
        if !parent.can_overflow() {
            let child_slots = parent.declaration().child_slots;
            return Err(TypeError::ParentFull {
                parent: parent.key().into(),
                child: child.key.to_string(),
                child_slots,
                used: child_slots - (end - next),
                needed: count,
                declared: child.declared,
            });
        }
        match self.records.by_index(TypeIndex::OBJECT) {
            // The slots of the ancestors in between are for their own children. A type in such a
            // slot would have an index in the range of that ancestor, but not in the range of its
            // parent.
            Some(root) if root.index() != parent.index() => self.find_slots(root, child, count),
            _ => Err(TypeError::TableFull {
                child: child.key.to_string(),
                needed: count,
                declared: child.declared,
            }),
        }
    }
}

/// Sorts the types by the location of their declarations, because the link order varies.
fn in_source_order(types: &[&'static NodeType]) -> Vec<&'static NodeType> {
    let mut types = types.to_vec();
    types.sort_by_key(|node_type| node_type.declared());
    types
}

/// Returns the reason why a type is not in the table.
fn why_not(node_type: &'static NodeType, refused: &[TypeError]) -> TypeError {
    let (key, declared) = (node_type.key(), node_type.declared());
    let refusal = refused.iter().find(|error| error.refuses(key, declared));
    let parent = node_type.parent().map_or("", |parent| parent.key());
    refusal.cloned().unwrap_or_else(|| parent_refused(parent, &Declaration::of(node_type)))
}
