//! The type table: every type of the process, its index and its ancestors.
//!
//! Records are made under one lock and never change or go away. Readers take no lock.

#![expect(unsafe_code, reason = "linking writes the ranges of node types")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::key_map::{KeyMap, Keyed};
use crate::types::arrivals::Arrivals;
use crate::types::batch::{Subtree, parent_refused};
use crate::types::declaration::{Declaration, Declared};
use crate::types::node_type::{LATE_NODES, LINKED_END, NodeType};
use crate::types::segments::Segments;
use crate::types::{TypeError, TypeIndex};

/// A type of the table.
pub(crate) struct TypeRecord {
    declaration: Declaration,
    index: TypeIndex,
    parent: Option<&'static TypeRecord>,
    /// The indices from the root's down to this type's own.
    ancestors: Box<[u32]>,
    place: u32,
    range: Range<u32>,
    /// The struct that objects of this type are in memory: its own, or that of its nearest ancestor with one.
    node: &'static NodeType,
}

impl TypeRecord {
    pub(crate) fn key(&self) -> &str {
        &self.declaration.key
    }

    pub(crate) fn index(&self) -> TypeIndex {
        self.index
    }

    pub(crate) fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    pub(crate) fn parent(&self) -> Option<&'static TypeRecord> {
        self.parent
    }

    pub(crate) fn ancestors(&self) -> &[u32] {
        &self.ancestors
    }

    /// The indices of this type and of all that found room in it; of its descendants alone if its index is static.
    pub(crate) fn range(&self) -> Range<u32> {
        self.range.clone()
    }

    pub(crate) fn can_overflow(&self) -> bool {
        self.declaration.child_slots_can_overflow
    }

    pub(crate) fn node(&self) -> &'static NodeType {
        self.node
    }

    /// Whether the index lies in the region that instance checks by range cover.
    pub(crate) fn is_linked(&self) -> bool {
        self.index.value() < LINKED_END
    }

    /// The index that instance checks compare with ranges, of objects whose type is this one.
    pub(crate) fn place(&self) -> u32 {
        self.place
    }

    /// Whether the type of that index is this one or derives from it, if this one's depth is `depth`.
    #[inline(always)]
    pub(crate) fn has_ancestor(&self, depth: usize, index: u32) -> bool {
        self.ancestors.get(depth) == Some(&index)
    }
}

impl Keyed for TypeRecord {
    fn key(&self) -> &str {
        &self.declaration.key
    }
}

type Index = Segments<TypeRecord, 256, 4096>;

/// Every type of the process.
pub(crate) struct TypeTable {
    by_index: Index,
    by_key: KeyMap<TypeRecord>,
    writer: Mutex<Writer>,
}

struct Writer {
    /// All records, in order of arrival.
    records: Vec<&'static TypeRecord>,
    /// The first free slot in each type's range.
    next_slot: BTreeMap<TypeIndex, u32>,
    /// Whether the types that are known before the first object are being laid out. Their indices lie in the linked
    /// region, all of them: instance checks rely on it.
    linking: bool,
    /// The first index that no late type has.
    late_end: u32,
    /// Declarations that were refused.
    refused: Vec<TypeError>,
}

impl TypeTable {
    pub(crate) fn new() -> Self {
        let writer = Writer {
            records: Vec::new(),
            next_slot: BTreeMap::from([(TypeIndex::OBJECT, TypeIndex::DYNAMIC_BEGIN.value())]),
            linking: true,
            late_end: LINKED_END,
            refused: Vec::new(),
        };
        Self { by_index: Index::new(), by_key: KeyMap::new(1 << 10), writer: Mutex::new(writer) }
    }

    pub(crate) fn by_index(&self, index: TypeIndex) -> Option<&'static TypeRecord> {
        self.by_index.get(index.value() as usize)
    }

    pub(crate) fn by_key(&self, key: &str) -> Option<&'static TypeRecord> {
        self.by_key.get(key)
    }

    /// All types, by index.
    pub(crate) fn records(&self) -> Vec<&'static TypeRecord> {
        let mut records = self.lock().records.clone();
        records.sort_unstable_by_key(|record| record.index);
        records
    }

    /// The declarations that were refused so far.
    pub(crate) fn refused(&self) -> Vec<TypeError> {
        self.lock().refused.clone()
    }

    /// Registers the types that are known before the first object is made, as one tree. What is refused is found
    /// in [`TypeTable::refused`].
    ///
    /// # Safety
    /// That of [`NodeType::bind_linked`], for each of `types`.
    pub(crate) unsafe fn link(&self, types: &[&'static NodeType]) {
        let mut writer = self.lock();
        let refused = self.add(&mut writer, types);
        writer.refused.extend(refused);
        writer.linking = false;
        // From now on the root has no slots: types that arrive later are numbered from there on.
        writer.next_slot.insert(TypeIndex::OBJECT, LINKED_END);
        for (node_type, record) in types.iter().flat_map(|node_type| self.lineage(node_type)) {
            // SAFETY: as the caller promised.
            unsafe { node_type.bind_linked(record) };
        }
    }

    /// Registers types, all of them or those that can be, and gives their records.
    ///
    /// # Errors
    /// The first error, if one of `types` was refused.
    pub(crate) fn register(
        &self,
        types: &[&'static NodeType],
    ) -> Result<Vec<&'static TypeRecord>, TypeError> {
        let mut writer = self.lock();
        if !LATE_NODES
            && let Some(node_type) = types.iter().find(|node_type| self.accepted(node_type).is_none())
        {
            return Err(why_not(node_type, &writer.refused));
        }
        let refused = self.add(&mut writer, types);
        for (node_type, record) in types.iter().flat_map(|node_type| self.lineage(node_type)) {
            node_type.bind(record);
        }
        let accepted = types.iter().map(|node_type| self.accepted(node_type).ok_or(node_type));
        accepted.collect::<Result<_, _>>().map_err(|node_type| why_not(node_type, &refused))
    }

    /// The type and its ancestors, as far as they stand in the table as they were declared.
    fn lineage(
        &self,
        node_type: &'static NodeType,
    ) -> impl Iterator<Item = (&'static NodeType, &'static TypeRecord)> {
        let line = std::iter::successors(Some(node_type), |node_type| node_type.parent());
        line.filter_map(|node_type| Some((node_type, self.accepted(node_type)?)))
    }

    /// Registers a type that no Rust struct stands for, or finds the same one.
    pub(crate) fn get_or_alloc(
        &self,
        mut declaration: Declaration,
        parent: TypeIndex,
    ) -> Result<&'static TypeRecord, TypeError> {
        let mut writer = self.lock();
        let parent = self.by_index(parent).ok_or(TypeError::UnknownIndex { index: parent })?;
        // As the derive declares it: children inherit that they cannot overflow.
        declaration.child_slots_can_overflow &= parent.can_overflow();
        if let Some(known) = self.by_key(&declaration.key) {
            return match difference(&declaration, parent.key(), known) {
                None => Ok(known),
                Some(error) => Err(error),
            };
        }
        let mut refused = Vec::new();
        let subtree = Subtree::take(declaration, &mut BTreeMap::new(), &mut refused);
        let unknown = parent_refused(parent.key(), &subtree.declaration);
        self.place(&mut writer, parent, subtree, &mut refused).ok_or_else(|| refused.pop().unwrap_or(unknown))
    }

    /// The record that stands for this very declaration, under a parent for which the same is true.
    fn accepted(&self, node_type: &'static NodeType) -> Option<&'static TypeRecord> {
        let record = self.by_key(node_type.key)?;
        let parent = match node_type.parent() {
            Some(parent) => Some(self.accepted(parent)?),
            None => None,
        };
        let parent_key = parent.map_or("", TypeRecord::key);
        difference(&node_type.declaration(), parent_key, record).is_none().then_some(record)
    }

    /// Puts types, and those of their ancestors that are missing, in their places. Gives what was refused.
    fn add(&self, writer: &mut Writer, types: &[&'static NodeType]) -> Vec<TypeError> {
        let mut refused = Vec::new();
        let Arrivals { root, mut by_parent } = Arrivals::sort(self, types, &mut refused);
        if let Some(root) = root {
            self.publish_root(writer, root);
        }
        // Whatever stands under a type that is in the table already is the root of a subtree of its own.
        let known: Vec<_> = by_parent.keys().filter_map(|parent| self.by_key(parent)).collect();
        for parent in known {
            let mut children = by_parent.remove(parent.key()).unwrap_or_default();
            children.sort_unstable_by(|a, b| a.key.cmp(&b.key));
            for child in children {
                let subtree = Subtree::take(child, &mut by_parent, &mut refused);
                self.place(writer, parent, subtree, &mut refused);
            }
        }
        for (parent, children) in by_parent {
            refused.extend(children.iter().map(|child| parent_refused(&parent, child)));
        }
        refused
    }

    fn publish_root(&self, writer: &mut Writer, declaration: Declaration) {
        let Some(node) = declaration.node else { return };
        let record = TypeRecord {
            declaration,
            index: TypeIndex::OBJECT,
            parent: None,
            ancestors: Box::new([TypeIndex::OBJECT.value()]),
            place: TypeIndex::OBJECT.value(),
            range: 0..LINKED_END,
            node,
        };
        self.publish(writer, record);
    }

    /// Puts a subtree under `parent`. What is refused goes to `refused`, with all that derives from it.
    fn place(
        &self,
        writer: &mut Writer,
        parent: &'static TypeRecord,
        subtree: Subtree,
        refused: &mut Vec<TypeError>,
    ) -> Option<&'static TypeRecord> {
        let (index, range) = match self.find_room(writer, parent, &subtree) {
            Ok(room) => room,
            Err(error) => {
                refused.push(error);
                subtree.refuse_descendants(refused);
                return None;
            }
        };
        let Subtree { declaration, children, .. } = subtree;
        let first_slot = range.start + u32::from(declaration.static_index.is_none());
        writer.next_slot.insert(index, first_slot);
        let node = declaration.node.unwrap_or(parent.node);
        let mut ancestors = parent.ancestors.to_vec();
        ancestors.push(index.value());
        let record = TypeRecord {
            declaration,
            index,
            parent: Some(parent),
            place: if index.value() < LINKED_END { index.value() } else { parent.place },
            ancestors: ancestors.into(),
            range,
            node,
        };
        let record = self.publish(writer, record);
        for child in children {
            self.place(writer, record, child, refused);
        }
        Some(record)
    }

    /// The index of the root of a subtree, and the range of it all.
    fn find_room(
        &self,
        writer: &mut Writer,
        parent: &'static TypeRecord,
        subtree: &Subtree,
    ) -> Result<(TypeIndex, Range<u32>), TypeError> {
        let declaration = &subtree.declaration;
        if declaration.key.is_empty() {
            return Err(TypeError::EmptyKey { declared: declaration.declared });
        }
        if parent.declaration.is_final {
            return Err(TypeError::FinalParent {
                parent: parent.key().into(),
                child: declaration.key.to_string(),
                declared: declaration.declared,
            });
        }
        let Some(index) = declaration.static_index else {
            let begin = writer.reserve(parent, declaration, subtree.block)?;
            return Ok((TypeIndex::new(begin), begin..begin + subtree.block));
        };
        let begin = match subtree.block {
            0 => index.value(),
            block => writer.reserve(parent, declaration, block)?,
        };
        Ok((index, begin..begin + subtree.block))
    }

    fn publish(&self, writer: &mut Writer, record: TypeRecord) -> &'static TypeRecord {
        let record: &'static TypeRecord = Box::leak(Box::new(record));
        self.by_index.publish(record.index.value() as usize, record);
        self.by_key.publish(record);
        writer.records.push(record);
        record
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Writer {
    /// The first of `count` indices in a row: from the parent's slots, or else from the end of the table.
    fn reserve(&mut self, parent: &TypeRecord, child: &Declaration, count: u32) -> Result<u32, TypeError> {
        let next = self.next_slot.entry(parent.index).or_insert(parent.range.end);
        if count <= parent.range.end.saturating_sub(*next) {
            let begin = *next;
            *next += count;
            return Ok(begin);
        }
        if !parent.can_overflow() {
            let child_slots = parent.declaration.child_slots;
            return Err(TypeError::ParentFull {
                parent: parent.key().into(),
                child: child.key.to_string(),
                child_slots,
                used: child_slots - (parent.range.end - *next),
                needed: count,
                declared: child.declared,
            });
        }
        if self.linking || count as usize > Index::CAPACITY - self.late_end as usize {
            return Err(TypeError::TableFull {
                child: child.key.to_string(),
                needed: count,
                declared: child.declared,
            });
        }
        let begin = self.late_end;
        self.late_end += count;
        Ok(begin)
    }
}

/// Why a type is not in the table: what it was refused for, or that nobody put it there.
fn why_not(node_type: &'static NodeType, refused: &[TypeError]) -> TypeError {
    let (key, declared) = (node_type.key, node_type.declared());
    let refusal = refused.iter().find(|error| error.refuses(key, declared));
    refusal.cloned().unwrap_or_else(|| TypeError::NotLinked { child: key.into(), declared })
}

/// What keeps a declaration, under a parent of that key, from being the one that is known.
pub(crate) fn difference(
    new: &Declaration,
    new_parent: &str,
    known: &'static TypeRecord,
) -> Option<TypeError> {
    let known_parent = known.parent.map_or("", TypeRecord::key);
    new.difference(new_parent, &known.declaration, known_parent)
        .map(|difference| duplicate(new, &known.declaration, difference))
}

/// The error for a second declaration of a key.
pub(crate) fn duplicate(new: &Declaration, known: &Declaration, difference: &'static str) -> TypeError {
    TypeError::DuplicateKey {
        key: new.key.to_string(),
        difference,
        first: known.declared,
        second: new.declared,
    }
}

/// Where the root is declared: here.
pub(crate) const ROOT_DECLARED: Declared = Declared { file: file!(), line: line!(), column: column!() };
