//! The values of lists and objects that are not complete.

use crate::graph::document::{Tag, TooMany, end};

/// The values of open lists and objects, in the order of the text.
#[derive(Default)]
pub(super) struct Pending {
    values: Vec<Stored>,
    text: String,
}

/// A stored value.
#[derive(Clone, Copy)]
struct Stored {
    /// The type of a text. Nodes have none.
    tag: Option<Tag>,
    /// The start of the text, or the index of the node.
    start: u32,
    end: u32,
}

/// A value.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    /// The index of a node.
    Node(u32),
    /// The text of another value.
    Text(Tag, &'a str),
}

/// The position of a list or an object among the values.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// The number of values before it.
    pub(super) values: usize,
    text: usize,
}

impl Pending {
    /// Returns the number of values.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the position of the next value.
    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { values: self.values.len(), text: self.text.len() }
    }

    /// Removes the values from a position on.
    #[inline]
    pub(super) fn truncate(&mut self, mark: Mark) {
        self.values.truncate(mark.values);
        self.text.truncate(mark.text);
    }

    #[inline]
    pub(super) fn push_node(&mut self, index: u32) {
        self.values.push(Stored { tag: None, start: index, end: 0 });
    }

    /// Adds a value that is not a node.
    ///
    /// # Errors
    /// If there are too many bytes.
    #[inline]
    pub(super) fn push_text(&mut self, tag: Tag, text: &str) -> Result<(), TooMany> {
        let stored = self.store(tag, text)?;
        self.values.push(stored);
        Ok(())
    }

    /// Replaces a value by the index of a node.
    pub(super) fn set_node(&mut self, value: usize, index: u32) {
        self.values[value] = Stored { tag: None, start: index, end: 0 };
    }

    /// Replaces a value by one that is not a node.
    ///
    /// # Errors
    /// If there are too many bytes.
    pub(super) fn set_text(&mut self, value: usize, tag: Tag, text: &str) -> Result<(), TooMany> {
        self.values[value] = self.store(tag, text)?;
        Ok(())
    }

    #[inline]
    fn store(&mut self, tag: Tag, text: &str) -> Result<Stored, TooMany> {
        let start = end(self.text.len())?;
        self.text.push_str(text);
        Ok(Stored { tag: Some(tag), start, end: end(self.text.len())? })
    }

    #[inline]
    pub(super) fn get(&self, value: usize) -> Value<'_> {
        self.value(self.values[value])
    }

    #[inline]
    pub(super) fn is_node(&self, value: usize) -> bool {
        self.values[value].tag.is_none()
    }

    /// Returns the values from a position on.
    #[inline]
    pub(super) fn from(&self, mark: Mark) -> impl Iterator<Item = Value<'_>> {
        self.values[mark.values..].iter().map(|stored| self.value(*stored))
    }

    #[inline]
    fn value(&self, Stored { tag, start, end }: Stored) -> Value<'_> {
        match tag {
            None => Value::Node(start),
            Some(tag) => Value::Text(tag, &self.text[start as usize..end as usize]),
        }
    }
}
