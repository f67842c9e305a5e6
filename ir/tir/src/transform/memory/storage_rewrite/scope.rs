//! Storage scopes: the memory of a buffer.

use objet::prelude::*;
use objet::{ObjectRef, Registry};
use objet_ir::target::MemoryInfo;
use objet_ir::types::PointerTypeNode;

use super::StorageError;
use crate::expr::Var;
use crate::storage_scope::StorageRank;

/// The tags of memory that buffers share as they share memory without a tag.
const ORDINARY_TAGS: [&str; 3] = ["", ".dyn", ".workspace"];

/// The memory of a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct StorageScope {
    rank: StorageRank,
    tag: String,
}

impl StorageScope {
    /// Returns the memory to which a pointer points.
    pub(super) fn of(pointer: &Var) -> Result<Self, StorageError> {
        let annotation = pointer.type_annotation.as_ref();
        let annotation = annotation.and_then(|annotation| annotation.as_node::<PointerTypeNode>());
        let name = annotation.map_or("", |annotation| annotation.storage_scope.as_str());
        match StorageRank::of(name) {
            Some((rank, tag)) => Ok(Self { rank, tag: tag.into() }),
            None => Err(StorageError::Scope { buffer: pointer.name_hint.clone(), scope: name.into() }),
        }
    }

    /// Whether the memory has a tag of its own.
    pub(super) fn has_tag(&self) -> bool {
        !self.tag.is_empty()
    }

    /// Whether a compiler keeps the buffers of this memory in registers.
    pub(super) fn is_registers(&self) -> bool {
        self.rank >= StorageRank::WARP
    }

    /// Whether all buffers of the memory share one allocation.
    pub(super) fn is_special(&self) -> bool {
        !ORDINARY_TAGS.contains(&self.tag.as_str())
    }

    pub(super) fn name(&self) -> String {
        format!("{}{}", self.rank.name(), self.tag)
    }

    /// Returns the properties of the memory, which a global function can define.
    pub(super) fn memory_info(&self) -> Result<Option<MemoryInfo>, StorageError> {
        let scope = self.name();
        let Some(function) = Registry::get(&format!("tvm.info.mem.{scope}")) else { return Ok(None) };
        let error = |problem: String| StorageError::MemoryInfo { scope: scope.clone(), problem };
        let found = function.call(()).map_err(|failed| error(failed.to_string()))?;
        let found: ObjectRef = found.get().map_err(|failed| error(failed.to_string()))?;
        let key = found.type_key();
        let not_info = |_| error(format!("expected a MemoryInfo, found {key}"));
        found.downcast::<MemoryInfo>().map(Some).map_err(not_info)
    }
}
