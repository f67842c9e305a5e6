//! Panics that cross library boundaries.
//!
//! Each library has its own copy of the standard library, and cannot catch a panic of another
//! library: a panic that crosses the boundary aborts the process.
//! So code that belongs to a node is called through [`caught`], which is compiled into the node's
//! own library. The caller continues the panic with [`resumed`], in the caller's library.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The result of a call, or the payload of its panic.
pub type Caught<T> = std::thread::Result<T>;

/// Calls `work` and catches its panic, in the library of the caller.
#[inline]
pub fn caught<T>(work: impl FnOnce() -> T) -> Caught<T> {
    // `resumed` continues the panic, so callers see the same half-finished state as without the
    // catch.
    catch_unwind(AssertUnwindSafe(work))
}

/// Returns the result, or continues the panic.
#[inline]
pub fn resumed<T>(caught: Caught<T>) -> T {
    caught.unwrap_or_else(|payload| resume_unwind(payload))
}
