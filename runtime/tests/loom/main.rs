//! Loom models. This is a separate test program because it compiles the lock-free modules a second
//! time, with loom's primitives instead of the standard library's.

mod launches;
