//! The levels of threads and of the memory that they share.

use super::{Result, ScheduleError};

/// The level of a thread axis: 0 for blocks, 1 for the threads of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ThreadScope {
    pub(super) rank: i32,
    /// The index of the dimension, or -1 for virtual threads.
    pub(super) dim: i32,
}

/// The levels of memory, by the prefixes of their names.
const SCOPES: &[(&str, i32)] = &[
    ("global", 0),
    ("shared", 1),
    ("warp", 2),
    ("local", 3),
    ("wmma.matrix_a", 4),
    ("wmma.matrix_b", 5),
    ("wmma.accumulator", 6),
    ("texture", 7),
];

/// The level of the memory that the threads of a warp share.
pub(super) const WARP: i32 = 2;

impl ThreadScope {
    /// Returns the level of a thread axis by its tag.
    pub(super) fn of(tag: &str) -> Result<Self> {
        if tag == "vthread" || tag == "cthread" {
            return Ok(Self { rank: 1, dim: -1 });
        }
        let dim = |prefix| match tag.strip_prefix(prefix).map(str::as_bytes) {
            Some([dim, ..]) => Some(i32::from(*dim) - i32::from(b'x')),
            _ => None,
        };
        match (dim("blockIdx."), dim("threadIdx.")) {
            (Some(dim), _) => Ok(Self { rank: 0, dim }),
            (None, Some(dim)) => Ok(Self { rank: 1, dim }),
            (None, None) => Err(ScheduleError::ThreadTag(tag.to_owned())),
        }
    }
}

/// Returns the level of a memory by its name.
pub(super) fn storage_rank(scope: &str) -> Result<i32> {
    if scope.is_empty() {
        return Ok(0);
    }
    let found = SCOPES.iter().find(|(prefix, _)| scope.starts_with(prefix));
    found.map(|(_, rank)| *rank).ok_or_else(|| ScheduleError::StorageScope(scope.to_owned()))
}

/// Returns the level of the memory that threads of a level share, which is -1 without threads.
pub(super) fn default_storage_rank(thread_rank: i32) -> i32 {
    match thread_rank {
        -1 => 0,
        0 => 1,
        _ => 3,
    }
}
