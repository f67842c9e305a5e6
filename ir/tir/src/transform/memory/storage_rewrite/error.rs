//! Errors of planning memory.

use objet::String;
use objet::walk::RewriteError;
use objet_ir::ConstructError;

/// An error in planning the memory of a function, or in giving vector types to its pointers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// A loop is to be vectorized.
    #[error("the loop over {0} is to be vectorized: run VectorizeLoop before StorageRewrite")]
    Vectorized(String),
    /// A thread is bound inside of another one.
    #[error(
        "{0} is bound inside of a thread or a parallel loop: run InjectVirtualThread before StorageRewrite"
    )]
    NestedThread(std::string::String),
    /// A buffer is used by a statement that cannot follow another one.
    #[error("buffer {0} is used outside of a store, a call, a loop or a condition: move the use there")]
    Place(String),
    /// A buffer is allocated several times with different sizes.
    #[error("buffer {0} has allocations of different sizes: use one variable for each allocation")]
    Allocations(String),
    /// A storage scope is unknown.
    #[error("unknown storage scope {scope:?} of buffer {buffer}")]
    Scope {
        /// The name of the buffer.
        buffer: String,
        /// The storage scope.
        scope: std::string::String,
    },
    /// A buffer in a memory with a tag does not have a constant size.
    #[error("buffer {buffer} in {scope:?} does not have a constant size, which memory with a tag needs")]
    NotConstant {
        /// The name of the buffer.
        buffer: String,
        /// The storage scope.
        scope: std::string::String,
    },
    /// The buffers do not fit their memory.
    #[error("memory {scope:?} has {available} bits, but buffer {buffer} needs {bits}")]
    TooLarge {
        /// The name of the buffer.
        buffer: String,
        /// The storage scope.
        scope: std::string::String,
        /// The number of bits of the memory.
        available: u64,
        /// The number of bits of the buffers.
        bits: u64,
    },
    /// The properties of a memory cannot be found.
    #[error("the properties of memory {scope:?} are unknown: {problem}")]
    MemoryInfo {
        /// The storage scope.
        scope: std::string::String,
        /// The problem.
        problem: std::string::String,
    },
    /// The start of a buffer in its memory is not a multiple of the accessed elements.
    #[error("buffer {buffer} starts at bit {offset}, which is not a multiple of its accesses of {bits} bits")]
    Alignment {
        /// The name of the buffer.
        buffer: String,
        /// The first bit of the buffer.
        offset: u64,
        /// The number of bits of an access.
        bits: u64,
    },
    /// A pointer is accessed that is not declared.
    #[error("pointer {0} is accessed, but is neither a parameter nor allocated around the access")]
    Undeclared(String),
    /// A pointer is declared twice.
    #[error("pointer {0} is declared several times: use one variable for each declaration")]
    Redeclared(String),
    /// A pointer has no type.
    #[error("pointer {0} has no annotation with the type of its elements")]
    Untyped(String),
    /// A buffer of a parameter is only accessed as vectors.
    #[error("buffer {buffer} of a parameter is only accessed as {vectors}, and cannot get that type")]
    Parameter {
        /// The name of the pointer of the buffer.
        buffer: String,
        /// The type of the accesses.
        vectors: objet::DataType,
    },
    /// A part of the function cannot be built.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// A part of the function does not fit.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}
