//! Errors of the passes over blocks.

use objet::String;
use objet::function::{ErrorKind, RuntimeError};
use objet::walk::RewriteError;
use objet_ir::ConstructError;

/// An error of a pass that lowers functions with blocks.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BlockPassError {
    /// A block has an initial statement.
    #[error("block {block:?} has an initial statement: run LowerInitBlock first")]
    Init {
        /// The name of the block.
        block: String,
    },
    /// A block has variables.
    #[error("block {block:?} has variables: run ConvertBlocksToOpaque first")]
    Variables {
        /// The name of the block.
        block: String,
    },
    /// A block binds one variable to itself or to two values.
    #[error("block {block:?}: {problem} of variable {var}")]
    Binding {
        /// The name of the block.
        block: String,
        /// The name of the variable.
        var: String,
        /// The problem.
        problem: &'static str,
    },
    /// The operands of an operator have two data types after variables are replaced.
    #[error("mismatched types of operands in {expr}: bind the variables of blocks to values of their types")]
    MixedTypes {
        /// The expression.
        expr: std::string::String,
    },
    /// A buffer is realized, but buffers of blocks are allocated.
    #[error("buffer {buffer} is realized, but functions with blocks allocate buffers in blocks")]
    Realized {
        /// The name of the buffer.
        buffer: String,
    },
    /// A block allocates a buffer that it does not access.
    #[error("buffer {buffer} is allocated but not accessed within block scope, in block {block:?}")]
    NotAccessed {
        /// The name of the buffer.
        buffer: String,
        /// The name of the block.
        block: String,
    },
    /// A block declares a region of a buffer that is not visible there.
    #[error("buffer {buffer} of block {block:?} is a region of {from}, which is not declared there")]
    NotDeclared {
        /// The name of the region.
        buffer: String,
        /// The name of the buffer with the region.
        from: String,
        /// The name of the block.
        block: String,
    },
    /// An annotation does not have the form that its meaning requires.
    #[error("the annotation {key:?} of {place} {problem}")]
    Annotation {
        /// The name of the annotation.
        key: String,
        /// The block or the loop.
        place: std::string::String,
        /// The problem.
        problem: &'static str,
    },
    /// A region does not have the layout that the buffer for it requires.
    #[error("buffer {buffer} does not fit its region of {from}: {problem}")]
    Layout {
        /// The name of the buffer.
        buffer: String,
        /// The name of the buffer with the region.
        from: String,
        /// The problem.
        problem: std::string::String,
    },
    /// A buffer that is a region of another buffer is accessed through its pointer.
    #[error(
        "{access} buffer {buffer} through its pointer, which match_buffer created: access elements of \
         the buffer instead"
    )]
    Pointer {
        /// The kind of the access.
        access: &'static str,
        /// The name of the pointer.
        buffer: String,
    },
    /// Two loops over a thread axis have different extents.
    #[error(
        "All loops that are bound to `{tag}` should have the same extent. However, there are two loops \
         with extent {first} and {second}, which are not equal"
    )]
    ThreadExtent {
        /// The thread axis.
        tag: String,
        /// The extent of the first loop.
        first: std::string::String,
        /// The extent of the other loop.
        second: std::string::String,
    },
    /// A loop over a thread axis does not name the axis.
    #[error("loop {var} is bound to a thread axis, but its field thread_binding is null")]
    NoThread {
        /// The variable of the loop.
        var: String,
    },
    /// A statement cannot be built.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// A rewritten object does not fit.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl From<BlockPassError> for RuntimeError {
    fn from(error: BlockPassError) -> Self {
        let kind = match &error {
            BlockPassError::ThreadExtent { .. } => ErrorKind::VALUE_ERROR,
            _ => ErrorKind::TVM_ERROR,
        };
        Self::with_source(kind, error)
    }
}
