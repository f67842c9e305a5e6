//! The levels of memory, and of the threads that share it.
//!
//! The names and numbers are those of `thread_storage_scope.h` in TVM 0.8.

/// The names of the levels. The name of a memory is that of its level, with a tag behind it.
const NAMES: [&str; 8] =
    ["global", "shared", "warp", "local", "wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator", "texture"];

/// The level of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StorageRank(usize);

impl StorageRank {
    /// The memory that all threads share.
    pub(crate) const GLOBAL: Self = Self(0);

    /// The memory that the threads of a warp share. Compilers keep it, and the memory of higher
    /// levels, in registers.
    pub(crate) const WARP: Self = Self(2);

    /// Returns the level of the memory of this name, and the tag. Memory without a name is global.
    /// Returns `None` for an unknown name.
    pub(crate) fn of(scope: &str) -> Option<(Self, &str)> {
        if scope.is_empty() {
            return Some((Self::GLOBAL, ""));
        }
        let mut names = NAMES.iter().enumerate();
        names.find_map(|(rank, name)| Some((Self(rank), scope.strip_prefix(name)?)))
    }

    /// Returns the level of the memory that the threads of a level share, or that all share where
    /// there are no threads.
    pub(crate) fn of_threads(rank: Option<ThreadRank>) -> Self {
        match rank {
            None => Self::GLOBAL,
            Some(ThreadRank::Block) => Self(1),
            Some(ThreadRank::Thread) => Self(3),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        NAMES.get(self.0).copied().unwrap_or_default()
    }

    /// Whether all threads along an axis use the same memory of this level.
    pub(crate) fn is_shared_along(self, threads: ThreadScope) -> bool {
        let is_first_of_warp = threads == ThreadScope { rank: ThreadRank::Thread, dim: 0 };
        self == Self::WARP && is_first_of_warp || self.0 <= threads.rank as usize
    }
}

/// The level of a thread axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ThreadRank {
    /// The blocks of a grid.
    Block = 0,
    /// The threads of a block.
    Thread = 1,
}

/// A thread axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThreadScope {
    pub(crate) rank: ThreadRank,
    /// The index of the dimension, or -1 for virtual threads.
    pub(crate) dim: i32,
}

impl ThreadScope {
    /// Returns the axis with this tag, or `None` for an unknown tag.
    pub(crate) fn of(tag: &str) -> Option<Self> {
        if tag.starts_with("vthread") || tag == "cthread" {
            return Some(Self { rank: ThreadRank::Thread, dim: -1 });
        }
        let dim = |prefix| match tag.strip_prefix(prefix)?.as_bytes() {
            [dim, ..] => Some(i32::from(*dim) - i32::from(b'x')),
            [] => None,
        };
        let block = dim("blockIdx.").map(|dim| Self { rank: ThreadRank::Block, dim });
        block.or_else(|| Some(Self { rank: ThreadRank::Thread, dim: dim("threadIdx.")? }))
    }
}
