//! The errors of the type table.

use crate::types::declaration::Declared;
use crate::types::index::TypeIndex;

/// A type cannot be registered, or an object of a type cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeError {
    /// A key is declared twice, with different declarations.
    #[error("type key `{key}` is declared twice with different {difference}: at {first} and at {second}")]
    DuplicateKey {
        /// The key.
        key: String,
        /// The part of the declaration that differs.
        difference: &'static str,
        /// The location of the accepted declaration.
        first: Declared,
        /// The location of the rejected declaration.
        second: Declared,
    },
    /// Two keys claim the same static index.
    #[error(
        "static type index {index} is taken by `{holder}` ({first}) and claimed by `{claimant}` ({second})"
    )]
    StaticIndexTaken {
        /// The index.
        index: TypeIndex,
        /// The key that has the index.
        holder: String,
        /// The rejected key.
        claimant: String,
        /// The location of the holder's declaration.
        first: Declared,
        /// The location of the claimant's declaration.
        second: Declared,
    },
    /// A type key or an alias is an alias of another type, or an alias is the key of another type.
    #[error(
        "name `{alias}` of `{claimant}` ({second}) is already a key or an alias of `{holder}` ({first}): remove the alias"
    )]
    AliasTaken {
        /// The name that both types claim.
        alias: String,
        /// The key of the type that has the name.
        holder: String,
        /// The key of the rejected type.
        claimant: String,
        /// The location of the holder's declaration.
        first: Declared,
        /// The location of the claimant's declaration.
        second: Declared,
    },
    /// The parent has too few free child slots, and they cannot overflow.
    #[error(
        "`{parent}` cannot take `{child}` ({declared}): it needs {needed} of the parent's {child_slots} child slots, \
         {used} are used, and they cannot overflow"
    )]
    ParentFull {
        /// The parent's key.
        parent: String,
        /// The key of the rejected child.
        child: String,
        /// The number of slots that the parent declares.
        child_slots: u32,
        /// The number of used slots.
        used: u32,
        /// The number of slots that the child needs: one for itself, and the slots for its own
        /// children.
        needed: u32,
        /// The location of the child's declaration.
        declared: Declared,
    },
    /// The parent is final.
    #[error("`{child}` ({declared}) cannot derive from `{parent}`, which is final")]
    FinalParent {
        /// The parent's key.
        parent: String,
        /// The key of the rejected child.
        child: String,
        /// The location of the child's declaration.
        declared: Declared,
    },
    /// The parent was rejected itself.
    #[error("`{child}` ({declared}) cannot be registered, since its parent `{parent}` was refused")]
    ParentRefused {
        /// The parent's key.
        parent: String,
        /// The key of the rejected child.
        child: String,
        /// The location of the child's declaration.
        declared: Declared,
    },
    /// No type has this index.
    #[error("unknown type index {index}")]
    UnknownIndex {
        /// The index.
        index: TypeIndex,
    },
    /// The key is empty.
    #[error("type declared at {declared} has an empty key")]
    EmptyKey {
        /// The location of the type's declaration.
        declared: Declared,
    },
    /// A node cannot become an object of the type, because objects of the type use another struct.
    #[error("objects of type `{expected}` do not use the struct of `{found}`")]
    OtherStruct {
        /// The key of the requested type.
        expected: String,
        /// The type key of the node's struct.
        found: &'static str,
    },
    /// The type table has no room for the type and its slots.
    #[error("no type index is left for `{child}` ({declared}), which needs {needed}")]
    TableFull {
        /// The key of the rejected type.
        child: String,
        /// The number of indices that the type needs: one for itself, and the slots for its
        /// children.
        needed: u32,
        /// The location of the type's declaration.
        declared: Declared,
    },
}

impl TypeError {
    /// Returns whether this error is the reason that the type with this key and this location is
    /// not in the table.
    pub(crate) fn refuses(&self, key: &str, at: Declared) -> bool {
        match self {
            Self::DuplicateKey { key: refused, second: declared, .. }
            | Self::StaticIndexTaken { claimant: refused, second: declared, .. }
            | Self::AliasTaken { claimant: refused, second: declared, .. }
            | Self::ParentFull { child: refused, declared, .. }
            | Self::FinalParent { child: refused, declared, .. }
            | Self::ParentRefused { child: refused, declared, .. }
            | Self::TableFull { child: refused, declared, .. } => (refused.as_str(), *declared) == (key, at),
            Self::EmptyKey { declared } => key.is_empty() && *declared == at,
            Self::UnknownIndex { .. } | Self::OtherStruct { .. } => false,
        }
    }
}
