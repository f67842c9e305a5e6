//! The last step of the parsing of a document.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Document, TooMany};

impl Document {
    /// Gives each node the shape of its own type, and releases unused capacity.
    ///
    /// # Errors
    /// If there are too many shapes.
    pub(in crate::graph) fn finish(&mut self) -> Result<(), TooMany> {
        self.separate_shapes()?;
        self.nodes.shrink_to_fit();
        self.lines.shrink_to_fit();
        self.values.shrink();
        self.tagged.shrink_to_fit();
        self.keys.shrink();
        self.data.shrink_to_fit();
        self.reprs.shrink_to_fit();
        self.repr_ends.shrink_to_fit();
        Ok(())
    }

    /// Copies shapes such that nodes of different types have different shapes.
    fn separate_shapes(&mut self) -> Result<(), TooMany> {
        // The shape of the last node of each type key, and its copy.
        let mut last = vec![(u32::MAX, 0); self.type_keys.len()];
        let mut copies =
            HashMap::with_capacity_and_hasher(last.len(), foldhash::fast::RandomState::default());
        let mut is_used = vec![false; self.shapes.len()];
        for node in &mut self.nodes {
            let last = &mut last[node.type_key as usize];
            if last.0 != node.shape {
                let shape = match copies.entry((node.type_key, node.shape)) {
                    Entry::Occupied(copy) => *copy.get(),
                    Entry::Vacant(vacant) => {
                        let copy = match std::mem::replace(&mut is_used[node.shape as usize], true) {
                            true => self.shapes.copy(node.shape),
                            false => Some(node.shape),
                        };
                        *vacant.insert(copy.ok_or(TooMany::new("lists of attribute names"))?)
                    }
                };
                *last = (node.shape, shape);
            }
            node.shape = last.1;
        }
        Ok(())
    }
}
