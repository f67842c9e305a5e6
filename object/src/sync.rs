//! Concurrency primitives. Loom models compile the modules that use them against a replacement of
//! this module.

pub(crate) use std::sync::atomic::{AtomicU64, Ordering};
