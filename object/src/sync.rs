//! The primitives of concurrency. Loom models compile the modules that use them against a
//! replacement of this one.

pub(crate) use std::sync::atomic::{AtomicU64, Ordering};
