//! Errors of passes over tir.

use objet::String;
use objet::walk::RewriteError;
use objet_ir::ConstructError;

use crate::arith::Redefined;

/// An error in the lowering of a function.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LowerError {
    /// An attribute of a statement does not have the objects that it needs.
    #[error("attribute {attr:?}: expected {expected}, found {found}")]
    Attr {
        /// The name of the attribute.
        attr: String,
        /// The objects that the attribute needs.
        expected: &'static str,
        /// The object that is there.
        found: std::string::String,
    },
    /// A buffer is used where it has no memory.
    #[error("buffer {buffer} {problem}")]
    Buffer {
        /// The name of the buffer.
        buffer: String,
        /// The problem, and how to solve it.
        problem: &'static str,
    },
    /// A buffer does not fit the region that it is bound to.
    #[error("buffer {buffer} cannot be bound to a region of buffer {target}: {problem}")]
    Binding {
        /// The name of the buffer.
        buffer: String,
        /// The name of the buffer with the region.
        target: String,
        /// The problem.
        problem: std::string::String,
    },
    /// A value of an argument does not meet a condition.
    #[error("argument {argument} does not meet the condition {condition}")]
    Unmet {
        /// The name of the argument.
        argument: std::string::String,
        /// The condition.
        condition: std::string::String,
    },
    /// A tensor has no memory yet.
    #[error("tensor {0} has no buffer: convert the schedule to a function before memory is laid out")]
    Producer(std::string::String),
    /// A variable is bound to several values.
    #[error(transparent)]
    Redefined(#[from] Redefined),
    /// A part of the function cannot be built.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// A part of the function does not fit.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}
