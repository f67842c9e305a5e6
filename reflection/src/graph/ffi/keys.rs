//! The text between the values of nodes, which is the same for all nodes of a type.

use std::collections::HashMap;
use std::rc::Rc;

use objet_object::TypeIndex;

use super::special::expect_free;
use super::writer::escape;
use crate::graph::error::GraphError;

/// The keys of nodes that were written before.
#[derive(Default)]
pub(super) struct Keys {
    all: HashMap<Owner, Rc<NodeKeys>, foldhash::fast::RandomState>,
    /// The keys of recent nodes, which need no search.
    recent: [Option<(Owner, Rc<NodeKeys>)>; RECENT],
    /// The error of a node whose type key is reserved.
    pub(super) reserved: Option<GraphError>,
}

const RECENT: usize = 32;

/// The owner of the keys of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// A type of the program.
    Type(TypeIndex),
    /// The address of a shape, which an object of the graph keeps alive.
    Shape(usize),
}

/// The type key and the attribute names of nodes, as the writer quotes them after a comma.
pub(super) struct NodeKeys {
    text: String,
    /// The end of the text before each value.
    ends: Vec<usize>,
}

impl Keys {
    /// Returns the keys of nodes with this type key and these names.
    #[inline]
    pub(super) fn of<'n, N: IntoIterator<Item = &'n str>>(
        &mut self,
        owner: Owner,
        type_key: impl FnOnce() -> &'n str,
        names: impl FnOnce() -> N,
    ) -> Rc<NodeKeys> {
        let recent = &mut self.recent[owner.slot()];
        match recent {
            Some((of, keys)) if *of == owner => keys.clone(),
            _ => {
                let keys = self.all.entry(owner).or_insert_with(|| {
                    let type_key = type_key();
                    if let Err(error) = expect_free(type_key) {
                        self.reserved = Some(error);
                    }
                    Rc::new(NodeKeys::new(type_key, names()))
                });
                recent.insert((owner, keys.clone())).1.clone()
            }
        }
    }
}

impl Owner {
    #[inline]
    fn slot(self) -> usize {
        match self {
            Self::Type(index) => index.value() as usize % RECENT,
            // Shapes are larger than 32 bytes.
            Self::Shape(address) => address / 32 % RECENT,
        }
    }
}

impl NodeKeys {
    fn new<'n>(type_key: &str, names: impl IntoIterator<Item = &'n str>) -> Self {
        let names = names.into_iter();
        let mut text = String::with_capacity(256);
        let mut ends = Vec::with_capacity(names.size_hint().0.max(1));
        text.push_str(",{\"type\":\"");
        let quoted = |text: &mut String, name| {
            escape(name, |part| text.push_str(part));
            text.push('"');
        };
        quoted(&mut text, type_key);
        text.push_str(",\"data\":{");
        for (position, name) in names.enumerate() {
            text.push_str(if position == 0 { "\"" } else { ",\"" });
            quoted(&mut text, name);
            text.push(':');
            ends.push(text.len());
        }
        if ends.is_empty() {
            ends.push(text.len());
        }
        Self { text, ends }
    }

    /// Returns the text before the value at this position. For a node without attributes, the text
    /// at position 0 is the whole node up to its closing braces.
    #[inline]
    pub(super) fn before(&self, position: usize) -> &str {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        &self.text[start..self.ends[position]]
    }
}
