//! A graph's file as text: what was read, before anything is made of it.

use objet_object::NDArray;

use super::interner::Interner;

/// The contents of a file. It is small: names are kept once, texts lie behind each other, and a node is 28 bytes.
#[derive(Default)]
pub(crate) struct Document {
    /// The index of the root, which may be out of range.
    pub(crate) root: usize,
    /// The tensors, decoded.
    pub(crate) tensors: Vec<NDArray>,
    /// What the file says of itself, as it stands there.
    pub(crate) attrs: Vec<(String, String)>,
    pub(super) nodes: Vec<NodeText>,
    pub(super) type_keys: Interner<u8>,
    pub(super) names: Interner<u8>,
    /// The sequences of attribute names that nodes have.
    pub(super) shapes: Interner<u32>,
    pub(super) values: Texts,
    pub(super) keys: Texts,
    pub(super) data: Vec<u32>,
    pub(super) reprs: Vec<u8>,
    pub(super) repr_ends: Vec<u32>,
}

/// Where a node's parts begin; they end where those of the next node begin.
#[derive(Clone, Copy, Default)]
pub(super) struct NodeText {
    pub(super) type_key: u32,
    pub(super) line: u32,
    pub(super) shape: u32,
    pub(super) keys: u32,
    pub(super) data: u32,
    pub(super) repr: u32,
    pub(super) values: u32,
}

/// Texts behind each other.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) text: String,
    pub(super) ends: Vec<u32>,
}

impl Texts {
    fn get(&self, number: usize) -> &str {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.text[start as usize..self.ends[number] as usize]
    }

    fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

impl Document {
    /// Gives back the memory that more nodes would have taken.
    pub(super) fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
        self.values.shrink();
        self.keys.shrink();
        self.data.shrink_to_fit();
        self.reprs.shrink_to_fit();
        self.repr_ends.shrink_to_fit();
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// One of the nodes.
    ///
    /// # Panics
    /// If there is none with this index.
    pub(crate) fn node(&self, index: usize) -> Node<'_> {
        let next = self.nodes.get(index + 1).copied().unwrap_or(NodeText {
            keys: self.keys.ends.len() as u32,
            data: self.data.len() as u32,
            repr: self.repr_ends.len() as u32,
            values: self.values.ends.len() as u32,
            ..NodeText::default()
        });
        Node { document: self, text: self.nodes[index], next }
    }

    /// All nodes, in order.
    pub(crate) fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.len()).map(|index| self.node(index))
    }

    /// How many type keys there are; they are numbered from 0.
    pub(crate) fn type_key_count(&self) -> usize {
        self.type_keys.len()
    }

    /// The type key with this number.
    pub(crate) fn type_key(&self, number: u32) -> &str {
        text(self.type_keys.get(number))
    }

    /// The attribute name with this number.
    pub(crate) fn name(&self, number: u32) -> &str {
        text(self.names.get(number))
    }

    /// The attribute names of the nodes of this shape, in the file's order.
    pub(crate) fn shape(&self, shape: u32) -> &[u32] {
        self.shapes.get(shape)
    }
}

/// Only strings are interned, so it is always UTF-8.
fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// A node of a document.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    document: &'a Document,
    text: NodeText,
    next: NodeText,
}

impl<'a> Node<'a> {
    /// The number of its type key.
    pub(crate) fn type_key(self) -> u32 {
        self.text.type_key
    }

    /// The line on which it begins, from 1.
    pub(crate) fn line(self) -> usize {
        self.text.line as usize
    }

    /// Which list of attribute names it has.
    pub(crate) fn shape(self) -> u32 {
        self.text.shape
    }

    /// The numbers of its attributes' names, in the file's order.
    pub(crate) fn names(self) -> &'a [u32] {
        self.document.shape(self.text.shape)
    }

    /// The values of its attributes, in the order of [`Node::names`].
    #[cfg(test)]
    pub(crate) fn values(self) -> impl ExactSizeIterator<Item = &'a str> {
        (self.text.values as usize..self.next.values as usize).map(|value| self.document.values.get(value))
    }

    /// The value of the attribute at this place in [`Node::names`].
    pub(crate) fn value(self, place: usize) -> Option<&'a str> {
        let value = self.text.values as usize + place;
        (value < self.next.values as usize).then(|| self.document.values.get(value))
    }

    /// Its `keys`.
    pub(crate) fn keys(self) -> impl ExactSizeIterator<Item = &'a str> {
        (self.text.keys as usize..self.next.keys as usize).map(|key| self.document.keys.get(key))
    }

    /// Its `data`. A number that no index can be is `u32::MAX`, which is out of range.
    pub(crate) fn data(self) -> &'a [u32] {
        &self.document.data[self.text.data as usize..self.next.data as usize]
    }

    /// The bytes of `repr_str` or `repr_b64`, if it has one of them.
    pub(crate) fn repr(self) -> Option<&'a [u8]> {
        let repr = self.text.repr as usize;
        let start = if repr == 0 { 0 } else { self.document.repr_ends[repr - 1] };
        (self.text.repr < self.next.repr)
            .then(|| &self.document.reprs[start as usize..self.document.repr_ends[repr] as usize])
    }
}
