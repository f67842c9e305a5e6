//! Entries of memory whose buffers are no longer alive.

use std::collections::{BTreeMap, HashMap, VecDeque};

use objet::DataType;

use super::scope::StorageScope;

/// A buffer reuses memory of at most this many times its size, and of at least this fraction of it.
const RANGE: u64 = 16;

/// The free entries by size. Entries of one size are in the order in which they became free.
type BySize = BTreeMap<(u64, usize), usize>;

/// The free entries of memory in one thread scope.
#[derive(Default)]
pub(super) struct FreeEntries {
    sized: HashMap<StorageScope, BySize>,
    sized_by_type: HashMap<(StorageScope, DataType), BySize>,
    symbolic: HashMap<(StorageScope, DataType), VecDeque<usize>>,
    /// The number of entries so far.
    count: usize,
}

impl FreeEntries {
    /// Adds an entry of a constant size, or of an unknown size if `bits` is 0.
    pub(super) fn add(&mut self, scope: &StorageScope, element: DataType, bits: u64, entry: usize) {
        let by_type = (scope.clone(), element);
        if bits == 0 {
            return self.symbolic.entry(by_type).or_default().push_back(entry);
        }
        self.count += 1;
        let key = (bits, self.count);
        self.sized.entry(scope.clone()).or_default().insert(key, entry);
        self.sized_by_type.entry(by_type).or_default().insert(key, entry);
    }

    /// Removes and returns an entry for a buffer: the smallest that is large enough, or the largest
    /// of the same element type. `element_of` returns the element type of an entry.
    pub(super) fn take(
        &mut self,
        scope: &StorageScope,
        element: DataType,
        bits: u64,
        element_of: impl Fn(usize) -> DataType,
    ) -> Option<usize> {
        let by_type = (scope.clone(), element);
        if bits == 0 {
            return self.symbolic.get_mut(&by_type)?.pop_front();
        }
        let (least, most) = ((bits / RANGE, 0), (bits.saturating_mul(RANGE), usize::MAX));
        let enough = self.sized.get(scope)?.range((bits, 0)..=most).next();
        let smaller = || self.sized_by_type.get(&by_type)?.range(least..(bits, 0)).next_back();
        let (key, entry) = enough.or_else(smaller).map(|(key, entry)| (*key, *entry))?;
        self.sized.get_mut(scope)?.remove(&key);
        self.sized_by_type.get_mut(&(scope.clone(), element_of(entry)))?.remove(&key);
        Some(entry)
    }
}
