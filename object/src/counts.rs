//! The two reference counts of an object, in one word.
//!
//! Invariants:
//! - The low half counts strong references, the high half weak references. All strong references
//!   together hold one weak reference. So the content lives until the low half is zero, and the
//!   memory lives until the high half is zero.
//! - A strong count of zero never rises again.
//! - The highest bit, [`IN_BLOCK`], states where the memory is, and never changes.
//! - Both counts are read and written as one word. A thread that holds a strong reference and reads
//!   [`UNIQUE`], or holds a weak reference and reads [`WEAK`], is the only thread that can reach
//!   the object. It needs no read-modify-write operation.

use crate::sync::{AtomicU64, Ordering};

const STRONG: u64 = 1;
const WEAK: u64 = 1 << 32;
/// One strong reference, and the weak one that all strong references hold together.
const UNIQUE: u64 = STRONG | WEAK;
/// Set if the memory of the object is a cell of a block (see `node::block`).
const IN_BLOCK: u64 = 1 << 63;
/// The process aborts when a count exceeds this limit, well before the count could reach the
/// highest bit of its half.
const LIMIT: u32 = 1 << 30;

/// The strong and weak counts of one object.
pub(crate) struct Counts(AtomicU64);

impl Counts {
    /// Returns the counts of a node that is not an object yet: no references.
    pub(crate) fn detached() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Returns the counts of a new object: one strong reference.
    pub(crate) fn unique() -> Self {
        Self(AtomicU64::new(UNIQUE))
    }

    /// Returns the counts of a new object in a cell of a block: one strong reference.
    pub(crate) fn unique_in_block() -> Self {
        Self(AtomicU64::new(UNIQUE | IN_BLOCK))
    }

    /// Returns whether the memory of the object is a cell of a block.
    #[inline]
    pub(crate) fn in_block(&self) -> bool {
        self.0.load(Ordering::Relaxed) & IN_BLOCK != 0
    }

    /// Returns the number of strong references.
    #[inline]
    pub(crate) fn strong(&self) -> u32 {
        strong_half(self.0.load(Ordering::Relaxed))
    }

    /// Returns the number of weak references, not counting the one that the strong references
    /// share.
    #[inline]
    pub(crate) fn weak(&self) -> u32 {
        let counts = self.0.load(Ordering::Relaxed);
        weak_half(counts) - u32::from(strong_half(counts) > 0)
    }

    /// Returns whether the caller's strong reference is the only reference, strong or weak.
    ///
    /// If so, everything that other threads did with the object happened before this call returns.
    #[inline(always)]
    pub(crate) fn is_unique(&self) -> bool {
        self.0.load(Ordering::Acquire) & !IN_BLOCK == UNIQUE
    }

    /// Works like [`is_unique`](Self::is_unique), and also returns whether the object has an
    /// allocation of its own.
    #[inline(always)]
    pub(crate) fn is_unique_and_boxed(&self) -> bool {
        self.0.load(Ordering::Acquire) == UNIQUE
    }

    /// Adds a strong reference. The caller already holds one.
    #[inline(always)]
    pub(crate) fn retain_strong(&self) {
        if strong_half(self.0.fetch_add(STRONG, Ordering::Relaxed)) > LIMIT {
            abort();
        }
    }

    /// Adds a strong reference, unless the strong count is zero. Returns whether it did.
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

    /// Releases a strong reference. Returns true for the last one: the caller must then drop the
    /// content, and release the weak reference that the strong references shared.
    pub(crate) fn release_strong(&self) -> bool {
        let last = strong_half(self.0.fetch_sub(STRONG, Ordering::Release)) == 1;
        if last {
            self.0.load(Ordering::Acquire);
        }
        last
    }

    /// Adds a weak reference. The caller already holds a strong or a weak one.
    pub(crate) fn retain_weak(&self) {
        if weak_half(self.0.fetch_add(WEAK, Ordering::Relaxed)) > LIMIT {
            abort();
        }
    }

    /// Releases a weak reference. Returns true for the last one: the caller must then free the
    /// memory.
    pub(crate) fn release_weak(&self) -> bool {
        if self.0.load(Ordering::Acquire) & !IN_BLOCK == WEAK {
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
    ((counts & !IN_BLOCK) >> 32) as u32
}

/// Aborts the process, since the count must not wrap. A billion references are a leak that
/// unwinding cannot repair.
#[cold]
fn abort() -> ! {
    std::process::abort()
}
