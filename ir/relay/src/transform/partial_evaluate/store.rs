//! The contents of references, as far as they are known.

use foldhash::HashMap;

use super::values::ValueId;

/// The contents of references. All contents become unknown where code may write to any reference.
#[derive(Default)]
pub(super) struct Store {
    /// The last known content of each reference, with its epoch.
    contents: HashMap<ValueId, (ValueId, u64)>,
    /// The contents before each write, to return to an earlier state.
    before: Vec<(ValueId, Option<(ValueId, u64)>)>,
    /// Contents of earlier epochs are unknown.
    epoch: u64,
    last_epoch: u64,
}

/// A state of the store.
pub(super) struct Mark {
    writes: usize,
    epoch: u64,
}

impl Store {
    /// Returns the content of a reference, if it is known.
    pub(super) fn read(&self, reference: ValueId) -> Option<ValueId> {
        let (content, epoch) = self.contents.get(&reference)?;
        (*epoch == self.epoch).then_some(*content)
    }

    pub(super) fn write(&mut self, reference: ValueId, content: ValueId) {
        let before = self.contents.insert(reference, (content, self.epoch));
        self.before.push((reference, before));
    }

    /// Forgets all contents.
    pub(super) fn invalidate(&mut self) {
        self.last_epoch += 1;
        self.epoch = self.last_epoch;
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { writes: self.before.len(), epoch: self.epoch }
    }

    /// Returns to an earlier state.
    pub(super) fn return_to(&mut self, mark: &Mark) {
        for (reference, before) in self.before.drain(mark.writes..).rev() {
            match before {
                Some(before) => self.contents.insert(reference, before),
                None => self.contents.remove(&reference),
            };
        }
        self.epoch = mark.epoch;
    }
}
