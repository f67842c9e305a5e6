//! Panics on their way from one library to another one.
//!
//! Each library has a standard library of its own, and none can catch what another one throws: a panic that leaves a library for
//! another one ends the process. So code that a node brings along is called by way of [`caught`], which is compiled into the node's
//! own library, and who calls that goes on by [`resumed`], in its own.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What some work gave, or what its panic carries.
pub type Caught<T> = std::thread::Result<T>;

/// Does `work`, in the library of whoever calls this.
#[inline]
pub fn caught<T>(work: impl FnOnce() -> T) -> Caught<T> {
    // The panic goes on in the caller's own library: who sees what it leaves half done is as without this.
    catch_unwind(AssertUnwindSafe(work))
}

/// What the work gave; its panic goes on.
#[inline]
pub fn resumed<T>(caught: Caught<T>) -> T {
    caught.unwrap_or_else(|payload| resume_unwind(payload))
}
