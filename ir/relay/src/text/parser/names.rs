//! Names of variables and their scopes.

use foldhash::{HashMap, HashMapExt};

/// The variables that names stand for. A name is looked up once per use.
///
/// A scope restores the variables of its names at its end, so the time does not depend on the
/// number of variables in scope.
#[derive(Debug)]
pub(super) struct Names<'t, T> {
    slots: HashMap<&'t str, usize>,
    values: Vec<Option<T>>,
    /// The slots that were changed, with their former values.
    changes: Vec<(usize, Option<T>)>,
}

impl<'t, T: Clone> Names<'t, T> {
    pub(super) fn new() -> Self {
        Self { slots: HashMap::new(), values: Vec::new(), changes: Vec::new() }
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.values[*self.slots.get(name)?].as_ref()
    }

    /// Binds a name until the end of the scope.
    pub(super) fn bind(&mut self, name: &'t str, value: T) {
        let slot = self.slot(name);
        self.changes.push((slot, self.values[slot].replace(value)));
    }

    /// Binds a name outside all scopes, unless it is bound already.
    pub(super) fn declare(&mut self, name: &'t str, value: T) {
        let slot = self.slot(name);
        self.values[slot].get_or_insert(value);
    }

    fn slot(&mut self, name: &'t str) -> usize {
        let next = self.values.len();
        let slot = *self.slots.entry(name).or_insert(next);
        if slot == next {
            self.values.push(None);
        }
        slot
    }

    /// Begins a scope, and returns the mark that ends it.
    pub(super) fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Ends the scopes that began at or after a mark.
    pub(super) fn restore(&mut self, mark: usize) {
        while self.changes.len() > mark {
            if let Some((slot, value)) = self.changes.pop() {
                self.values[slot] = value;
            }
        }
    }

    /// Returns the names that stand for a variable here.
    pub(super) fn bound(&self) -> impl Iterator<Item = &'t str> {
        self.slots.iter().filter(|(_, slot)| self.values[**slot].is_some()).map(|(name, _)| *name)
    }
}
