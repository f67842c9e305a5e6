//! The levels of the memory and of the threads of stages.

use super::{Result, ScheduleError};
use crate::storage_scope::{StorageRank, ThreadScope};

/// Returns the thread axis with a tag.
pub(super) fn thread_scope(tag: &str) -> Result<ThreadScope> {
    ThreadScope::of(tag).ok_or_else(|| ScheduleError::ThreadTag(tag.to_owned()))
}

/// Returns the level of a memory by its name.
pub(super) fn storage_rank(scope: &str) -> Result<StorageRank> {
    let found = StorageRank::of(scope);
    found.map(|(rank, _)| rank).ok_or_else(|| ScheduleError::StorageScope(scope.to_owned()))
}
