//! A table from addresses to values, for the few steps of each object that Python gets and drops.
//!
//! Invariants:
//! - The number of slots is a power of two, and at most half of them are used, or there are none.
//! - A used slot is at the index of its address, or after it without a free slot in between. The
//!   slots form a ring.

/// A table from addresses, which are not 0, to values.
pub(crate) struct AddressTable<T> {
    slots: Vec<(usize, Option<T>)>,
    len: usize,
}

/// The number of slots below which a table never shrinks.
const SMALL: usize = 1024;

impl<T: Copy + PartialEq> AddressTable<T> {
    pub(crate) const fn new() -> Self {
        Self { slots: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the index at which the search for an address begins.
    #[inline(always)]
    fn start(&self, address: usize) -> usize {
        // The lower bits of addresses are mostly equal.
        let hash = (address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        hash as usize & (self.slots.len() - 1)
    }

    #[inline(always)]
    fn after(&self, index: usize) -> usize {
        (index + 1) & (self.slots.len() - 1)
    }

    /// Returns the index of the slot of an address, or of the free slot where it belongs. There are
    /// slots.
    #[inline(always)]
    fn find(&self, address: usize) -> usize {
        let mut index = self.start(address);
        while self.slots[index].0 != address && self.slots[index].0 != 0 {
            index = self.after(index);
        }
        index
    }

    /// Returns the value of an address.
    #[inline(always)]
    pub(crate) fn get(&self, address: usize) -> Option<T> {
        if self.slots.is_empty() { None } else { self.slots[self.find(address)].1 }
    }

    /// Returns the value of an address, if it is `valid`. Otherwise sets it to the result of
    /// `make`, unless that is `None`.
    #[inline(always)]
    pub(crate) fn get_or_set(
        &mut self,
        address: usize,
        valid: impl FnOnce(T) -> bool,
        make: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        if self.len >= self.slots.len() / 2 {
            self.resize();
        }
        let index = self.find(address);
        let slot = &mut self.slots[index];
        let old = slot.1;
        if let Some(value) = old
            && valid(value)
        {
            return old;
        }
        let made = make()?;
        self.len += usize::from(old.is_none());
        *slot = (address, Some(made));
        Some(made)
    }

    /// Removes an address, if it has this value. A table that is mostly free shrinks: a small one
    /// stays in the cache of the processor.
    #[inline(always)]
    pub(crate) fn remove(&mut self, address: usize, value: T) {
        if self.slots.is_empty() {
            return;
        }
        let mut free = self.find(address);
        if self.slots[free].1 != Some(value) {
            return;
        }
        let mut next = self.after(free);
        // The slots behind the free one move up, if their search begins at it or before.
        while self.slots[next].0 != 0 {
            let start = self.start(self.slots[next].0);
            let mask = self.slots.len() - 1;
            if next.wrapping_sub(start) & mask >= next.wrapping_sub(free) & mask {
                self.slots[free] = self.slots[next];
                free = next;
            }
            next = self.after(next);
        }
        self.slots[free] = (0, None);
        self.len -= 1;
        if self.len < self.slots.len() / 16 && self.slots.len() > SMALL {
            self.resize();
        }
    }

    /// Makes a quarter of the slots used ones, or fewer in a small table.
    #[cold]
    #[inline(never)]
    fn resize(&mut self) {
        let count = (4 * self.len).next_power_of_two().max(SMALL / 4);
        for (address, value) in std::mem::replace(&mut self.slots, vec![(0, None); count]) {
            if value.is_some() {
                let index = self.find(address);
                self.slots[index] = (address, value);
            }
        }
    }
}
