//! What the type table refuses.

use crate::types::declaration::Declared;
use crate::types::index::TypeIndex;

/// A type that cannot be registered as it was declared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeError {
    /// A key was declared twice, and not in the same way.
    #[error("type key `{key}` is declared twice with different {difference}: at {first} and at {second}")]
    DuplicateKey {
        /// The key.
        key: String,
        /// What differs.
        difference: &'static str,
        /// The declaration that stands.
        first: Declared,
        /// The declaration that is refused.
        second: Declared,
    },
    /// Two keys claim one static index.
    #[error(
        "static type index {index} is taken by `{holder}` ({first}) and claimed by `{claimant}` ({second})"
    )]
    StaticIndexTaken {
        /// The index.
        index: TypeIndex,
        /// The key that has it.
        holder: String,
        /// The key that is refused.
        claimant: String,
        /// Where the holder is declared.
        first: Declared,
        /// Where the claimant is declared.
        second: Declared,
    },
    /// A parent whose children must stay in its slots has no room for another one.
    #[error(
        "`{parent}` cannot take `{child}` ({declared}): it needs {needed} of the parent's {child_slots} child slots, \
         {used} are used, and they cannot overflow"
    )]
    ParentFull {
        /// The parent's key.
        parent: String,
        /// The key of the child that is refused.
        child: String,
        /// How many slots the parent declares.
        child_slots: u32,
        /// How many of them are used.
        used: u32,
        /// How many the child needs: one, and those that it reserves for its own children.
        needed: u32,
        /// Where the child is declared.
        declared: Declared,
    },
    /// A parent that is declared final.
    #[error("`{child}` ({declared}) cannot derive from `{parent}`, which is final")]
    FinalParent {
        /// The parent's key.
        parent: String,
        /// The key of the child that is refused.
        child: String,
        /// Where the child is declared.
        declared: Declared,
    },
    /// A type whose parent was refused itself.
    #[error("`{child}` ({declared}) cannot be registered, since its parent `{parent}` was refused")]
    ParentRefused {
        /// The parent's key.
        parent: String,
        /// The key of the child that is refused.
        child: String,
        /// Where the child is declared.
        declared: Declared,
    },
    /// An index that no type has.
    #[error("expected the index of a registered type, found {index}")]
    UnknownIndex {
        /// The index.
        index: TypeIndex,
    },
    /// A key without a character.
    #[error("a type declared at {declared} has an empty key")]
    EmptyKey {
        /// Where it is declared.
        declared: Declared,
    },
    /// A node cannot be an object of that type, since another struct stands for it.
    #[error("an object of type `{expected}` is no `{found}` in memory")]
    OtherStruct {
        /// The key of the type asked for.
        expected: String,
        /// The key of the node's struct.
        found: &'static str,
    },
    /// There are no indices left.
    #[error("no type index is left for `{child}` ({declared}), which needs {needed}")]
    TableFull {
        /// The key of the type that is refused.
        child: String,
        /// How many indices it needs: one, and those that it reserves for its children.
        needed: u32,
        /// Where it is declared.
        declared: Declared,
    },
}

impl TypeError {
    /// Whether this is why the type of that key, declared there, is not in the table.
    pub(crate) fn refuses(&self, key: &str, at: Declared) -> bool {
        match self {
            Self::DuplicateKey { key: refused, second: declared, .. }
            | Self::StaticIndexTaken { claimant: refused, second: declared, .. }
            | Self::ParentFull { child: refused, declared, .. }
            | Self::FinalParent { child: refused, declared, .. }
            | Self::ParentRefused { child: refused, declared, .. }
            | Self::TableFull { child: refused, declared, .. } => (refused.as_str(), *declared) == (key, at),
            Self::EmptyKey { declared } => key.is_empty() && *declared == at,
            Self::UnknownIndex { .. } | Self::OtherStruct { .. } => false,
        }
    }
}
