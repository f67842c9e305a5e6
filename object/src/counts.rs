//! The two reference counts of an object, in one word.
//!
//! Invariants:
//! - The low half counts strong references, the high half weak ones. All strong references together hold one
//!   weak reference, so the memory lives until the high half is zero and the content until the low half is.
//! - A count of zero strong references never rises again.
//! - Both counts are read and written as one word. Whoever holds a strong reference and reads [`LONE`], or a weak one and
//!   reads [`WEAK`], is the only one who can reach the object, and needs no read-modify-write.

use crate::sync::{AtomicU64, Ordering};

const STRONG: u64 = 1;
const WEAK: u64 = 1 << 32;
/// One strong reference, and the weak one that all strong references hold together.
const LONE: u64 = STRONG | WEAK;
/// Past this many references of one kind the process ends, well before a count could wrap around.
const LIMIT: u32 = i32::MAX as u32;

/// Strong and weak references to one object.
pub(crate) struct Counts(AtomicU64);

impl Counts {
    /// Counts of a node that is not an object yet: nobody refers to it.
    pub(crate) fn detached() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Counts of a new object: one strong reference.
    pub(crate) fn lone() -> Self {
        Self(AtomicU64::new(LONE))
    }

    /// How many strong references there are.
    #[inline]
    pub(crate) fn strong(&self) -> u32 {
        strong_half(self.0.load(Ordering::Relaxed))
    }

    /// How many weak references there are, without the one that the strong ones share.
    #[inline]
    pub(crate) fn weak(&self) -> u32 {
        let counts = self.0.load(Ordering::Relaxed);
        weak_half(counts) - u32::from(strong_half(counts) > 0)
    }

    /// Whether the caller's strong reference is the only reference of either kind.
    ///
    /// When it is, all that other threads did with the object has happened before this returns.
    #[inline(always)]
    pub(crate) fn is_lone(&self) -> bool {
        self.0.load(Ordering::Acquire) == LONE
    }

    /// Adds a strong reference to an object that the caller holds one of.
    #[inline(always)]
    pub(crate) fn retain_strong(&self) {
        if strong_half(self.0.fetch_add(STRONG, Ordering::Relaxed)) > LIMIT {
            abort();
        }
    }

    /// Adds a strong reference unless there is none left.
    pub(crate) fn try_retain_strong(&self) -> bool {
        let mut counts = self.0.load(Ordering::Relaxed);
        loop {
            match strong_half(counts) {
                0 => return false,
                strong if strong > LIMIT => abort(),
                _ => {}
            }
            let more = counts + STRONG;
            match self.0.compare_exchange_weak(counts, more, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(now) => counts = now,
            }
        }
    }

    /// Gives up a strong reference. True for the last one: the caller must end the content, and then give up
    /// the weak reference that the strong ones shared.
    pub(crate) fn release_strong(&self) -> bool {
        let last = strong_half(self.0.fetch_sub(STRONG, Ordering::Release)) == 1;
        if last {
            self.0.load(Ordering::Acquire);
        }
        last
    }

    /// Adds a weak reference to an object that the caller holds a reference of either kind to.
    pub(crate) fn retain_weak(&self) {
        if weak_half(self.0.fetch_add(WEAK, Ordering::Relaxed)) > LIMIT {
            abort();
        }
    }

    /// Gives up a weak reference. True for the last one: the caller must free the memory.
    pub(crate) fn release_weak(&self) -> bool {
        if self.0.load(Ordering::Acquire) == WEAK {
            return true;
        }
        let last = weak_half(self.0.fetch_sub(WEAK, Ordering::Release)) == 1;
        if last {
            self.0.load(Ordering::Acquire);
        }
        last
    }
}

#[inline]
fn strong_half(counts: u64) -> u32 {
    counts as u32
}

#[inline]
fn weak_half(counts: u64) -> u32 {
    (counts >> 32) as u32
}

/// A leak of two thousand million references is a bug that no unwinding mends: the count must not wrap.
#[cold]
fn abort() -> ! {
    std::process::abort()
}
