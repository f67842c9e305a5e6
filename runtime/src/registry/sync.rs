//! The primitives by which names are given and looked up, so that a model checker can stand in for them.

pub(super) use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
pub(super) use std::sync::{Mutex, MutexGuard, PoisonError};
