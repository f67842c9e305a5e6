//! The entries of the type table.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use foldhash::fast::FixedState;

use crate::types::declaration::Declared;
use crate::types::error::TypeError;
use crate::types::index::TypeIndex;
use crate::types::node_type::{NodeType, Registered};

/// The declaration of a type: of a Rust struct, or of a key without a struct.
#[derive(Clone)]
pub(crate) struct Declaration<'a> {
    pub(crate) key: Cow<'a, str>,
    pub(crate) aliases: &'a [&'a str],
    pub(crate) child_slots: u32,
    /// Whether children may get an index outside the range. Every ancestor must allow it too.
    pub(crate) child_slots_can_overflow: bool,
    pub(crate) is_final: bool,
    pub(crate) static_index: Option<TypeIndex>,
    pub(crate) node: Option<&'static NodeType>,
    pub(crate) declared: Declared,
}

impl Declaration<'static> {
    pub(crate) fn of(node: &'static NodeType) -> Self {
        let claims = node.claims();
        Self {
            key: Cow::Borrowed(claims.key),
            aliases: claims.aliases,
            child_slots: claims.child_slots,
            child_slots_can_overflow: claims.child_slots_can_overflow,
            is_final: claims.is_final,
            static_index: claims.static_index,
            node: Some(node),
            declared: claims.declared,
        }
    }
}

impl Declaration<'_> {
    /// Compares this declaration with the known declaration of the same key, and returns an error
    /// if they differ. `parent` and `known_parent` are the keys of the parents.
    pub(crate) fn conflict(
        &self,
        parent: &str,
        known: &Declaration<'_>,
        known_parent: &str,
    ) -> Option<TypeError> {
        let difference = self.difference(parent, known, known_parent)?;
        Some(TypeError::DuplicateKey {
            key: self.key.to_string(),
            difference,
            first: known.declared,
            second: self.declared,
        })
    }

    fn difference(&self, parent: &str, other: &Declaration<'_>, other_parent: &str) -> Option<&'static str> {
        if parent != other_parent {
            Some("parent")
        } else if self.child_slots != other.child_slots {
            Some("child_slots")
        } else if self.child_slots_can_overflow != other.child_slots_can_overflow {
            Some("child_slots_can_overflow")
        } else if self.is_final != other.is_final && self.node.is_some() {
            Some("finality")
        } else if self.static_index != other.static_index && self.node.is_some() {
            Some("static type index")
        } else {
            match (self.node, other.node) {
                // A front end that refers to a known type does not declare the struct.
                (None, _) => None,
                (Some(new), Some(old)) if new.is_same_struct(old) => None,
                (Some(_), _) => Some("structs"),
            }
        }
    }
}

/// A type in the type table.
pub(crate) struct TypeRecord {
    index: TypeIndex,
    range_index: u32,
    /// The indices from the root down to this type, inclusive.
    ancestors: Box<[u32]>,
    parent: Option<&'static TypeRecord>,
    range: Range<u32>,
    /// The node type whose struct the objects of this type use: the type's own, or that of the
    /// nearest ancestor with a struct.
    node: &'static NodeType,
    declaration: Declaration<'static>,
}

impl TypeRecord {
    /// Returns the record of the root type. All `indices` are its slots.
    pub(crate) fn root(node: &'static NodeType, indices: Range<u32>) -> Self {
        Self {
            index: TypeIndex::OBJECT,
            range_index: TypeIndex::OBJECT.value(),
            ancestors: Box::new([TypeIndex::OBJECT.value()]),
            parent: None,
            range: indices,
            node,
            declaration: Declaration::of(node),
        }
    }

    /// Returns the record of a type with this parent. `linked` states whether the index was
    /// assigned or reserved at setup. If so, it is the range index too; if not, the type has the
    /// range index of its parent.
    pub(crate) fn child(
        declaration: Declaration<'static>,
        index: TypeIndex,
        range: Range<u32>,
        parent: &'static TypeRecord,
        linked: bool,
    ) -> Self {
        Self {
            index,
            range_index: if linked { index.value() } else { parent.range_index },
            ancestors: [&parent.ancestors[..], &[index.value()]].concat().into(),
            parent: Some(parent),
            range,
            node: declaration.node.unwrap_or(parent.node),
            declaration,
        }
    }

    pub(crate) fn key(&self) -> &str {
        &self.declaration.key
    }

    #[inline(always)]
    pub(crate) fn index(&self) -> TypeIndex {
        self.index
    }

    pub(crate) fn registered(&self) -> Registered {
        Registered { index: self.index, range_index: self.range_index }
    }

    /// Compares a declaration with this type, and returns an error if they differ. `new_parent` is
    /// the key of the declaration's parent.
    pub(crate) fn conflict(&self, new: &Declaration<'_>, new_parent: &str) -> Option<TypeError> {
        new.conflict(new_parent, &self.declaration, self.parent.map_or("", Self::key))
    }

    pub(crate) fn declaration(&self) -> &Declaration<'static> {
        &self.declaration
    }

    pub(crate) fn parent(&self) -> Option<&'static TypeRecord> {
        self.parent
    }

    /// Returns the range index: the type's own index if it was assigned or reserved at setup, and
    /// otherwise the range index of the parent.
    pub(crate) fn range_index(&self) -> u32 {
        self.range_index
    }

    pub(crate) fn ancestors(&self) -> &[u32] {
        &self.ancestors
    }

    /// Returns the range of indices of this type and of its descendants with slots in the range. If
    /// the type's index is static, the range contains only the descendants.
    pub(crate) fn range(&self) -> Range<u32> {
        self.range.clone()
    }

    pub(crate) fn can_overflow(&self) -> bool {
        self.declaration.child_slots_can_overflow
    }

    #[inline(always)]
    pub(crate) fn node(&self) -> &'static NodeType {
        self.node
    }

    /// Returns whether the type with this index, at this depth, is this type or an ancestor of it.
    #[inline(always)]
    pub(crate) fn has_ancestor(&self, depth: usize, index: u32) -> bool {
        self.ancestors.get(depth) == Some(&index)
    }

    /// Returns whether the type with this index is this type or an ancestor of it.
    pub(crate) fn descends_from(&self, index: u32) -> bool {
        self.ancestors.contains(&index)
    }
}

/// A cell for each index up to the last index in use. Cells of free slots are empty.
pub(crate) type Index = boxcar::Vec<OnceLock<&'static TypeRecord>>;

/// All records, by index, by key and by alias. No alias is also a key or an alias of another type.
/// Of several types with one key, the last one is found by key.
pub(crate) struct Records {
    /// The records that lookups without the lock find.
    by_index: Arc<Index>,
    /// The other records, in the order in which they were added.
    unpublished: Vec<&'static TypeRecord>,
    count: usize,
    by_key: HashMap<&'static str, &'static TypeRecord, FixedState>,
    by_alias: HashMap<&'static str, &'static TypeRecord, FixedState>,
}

impl Records {
    pub(crate) fn new(by_index: Arc<Index>) -> Self {
        let (by_key, by_alias) = (HashMap::default(), HashMap::default());
        Self { by_index, unpublished: Vec::new(), count: 0, by_key, by_alias }
    }

    pub(crate) fn by_index(&self, index: TypeIndex) -> Option<&'static TypeRecord> {
        let published = self.by_index.get(index.value() as usize).and_then(|cell| cell.get());
        published.or_else(|| self.unpublished.iter().find(|record| record.index == index)).copied()
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn by_key(&self, key: &str) -> Option<&'static TypeRecord> {
        self.by_key.get(key).copied()
    }

    pub(crate) fn by_alias(&self, alias: &str) -> Option<&'static TypeRecord> {
        self.by_alias.get(alias).copied()
    }

    /// Returns an error if the key of a declaration is an alias of another type, or if an alias is
    /// a key or an alias of another type.
    pub(crate) fn alias_conflict(&self, new: &Declaration<'_>) -> Option<TypeError> {
        let taken = |name: &str, holder: &TypeRecord| TypeError::AliasTaken {
            alias: name.into(),
            holder: holder.key().into(),
            claimant: new.key.as_ref().into(),
            first: holder.declaration.declared,
            second: new.declared,
        };
        // A type may replace another one with its key.
        let is_other = |holder: &&TypeRecord| holder.key() != new.key;
        let key = self.by_alias(&new.key).map(|holder| taken(&new.key, holder));
        let holder = |alias: &str| self.by_key(alias).or_else(|| self.by_alias(alias)).filter(is_other);
        key.or_else(|| new.aliases.iter().find_map(|alias| Some(taken(alias, holder(alias)?))))
    }

    /// Adds a record, which is never removed. Lookups without the lock find it after
    /// [`Records::publish`].
    pub(crate) fn add(&mut self, record: TypeRecord) -> &'static TypeRecord {
        let record: &'static TypeRecord = Box::leak(Box::new(record));
        self.unpublished.push(record);
        self.count += 1;
        if let Some(replaced) = self.by_key.insert(record.key(), record) {
            for alias in replaced.declaration.aliases {
                self.by_alias.remove(alias);
            }
        }
        self.by_alias.extend(record.declaration.aliases.iter().map(|alias| (*alias, record)));
        record
    }

    /// Lets lookups without the lock find all records.
    pub(crate) fn publish(&mut self) {
        for record in self.unpublished.drain(..) {
            let index = record.index().value() as usize;
            while self.by_index.count() <= index {
                self.by_index.push(OnceLock::new());
            }
            self.by_index[index].get_or_init(|| record);
        }
    }
}
