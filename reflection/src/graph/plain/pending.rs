//! The values of lists and objects that are not complete.

use crate::graph::document::{Document, Tag, TaggedValue, TooMany, end};

/// The values of open lists and objects, in the order of the text.
#[derive(Default)]
pub(super) struct Pending {
    values: Vec<Stored>,
    text: String,
}

/// A stored value.
#[derive(Clone, Copy)]
enum Stored {
    /// A node or an integer.
    Tagged(TaggedValue),
    /// The start and the end of a text.
    Text(Tag, u32, u32),
}

/// A value.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    /// The index of a node.
    Node(u32),
    /// A small integer that is not negative.
    Integer(u32),
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

    /// Frees the memory of long texts that were removed.
    pub(super) fn shrink(&mut self) {
        self.text.shrink_to(2 * self.text.len());
    }

    /// Adds a string, which `read` appends to the text. The inner result is an error if there are
    /// too many bytes.
    ///
    /// # Errors
    /// Errors of `read`.
    #[inline]
    pub(super) fn push_string<E>(
        &mut self,
        read: impl FnOnce(&mut String) -> Result<(), E>,
    ) -> Result<Result<(), TooMany>, E> {
        let start = self.text.len();
        read(&mut self.text)?;
        let bounds = end(start).and_then(|start| Ok((start, end(self.text.len())?)));
        Ok(bounds.map(|(start, end)| self.values.push(Stored::Text(Tag::String, start, end))))
    }

    /// Adds the index of a node.
    ///
    /// # Errors
    /// If there are too many nodes.
    #[inline]
    pub(super) fn push_node(&mut self, index: u32) -> Result<(), TooMany> {
        self.values.push(Stored::Tagged(TaggedValue::node(index)?));
        Ok(())
    }

    /// Adds an integer.
    #[inline]
    pub(super) fn push_integer(&mut self, integer: TaggedValue) {
        self.values.push(Stored::Tagged(integer));
    }

    /// Adds a value that is a text.
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
    ///
    /// # Errors
    /// If there are too many nodes.
    pub(super) fn set_node(&mut self, value: usize, index: u32) -> Result<(), TooMany> {
        self.values[value] = Stored::Tagged(TaggedValue::node(index)?);
        Ok(())
    }

    /// Replaces a value by a text.
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
        Ok(Stored::Text(tag, start, end(self.text.len())?))
    }

    #[inline]
    pub(super) fn get(&self, value: usize) -> Value<'_> {
        match self.values[value] {
            Stored::Tagged(value) => value.as_node(false).map_or(Value::Integer(value.number()), Value::Node),
            Stored::Text(tag, start, end) => Value::Text(tag, &self.text[start as usize..end as usize]),
        }
    }

    #[inline]
    pub(super) fn is_node(&self, value: usize) -> bool {
        matches!(self.values[value], Stored::Tagged(value) if value.as_node(false).is_some())
    }

    /// Moves the values from a position on to the node of a document that was begun last.
    ///
    /// # Errors
    /// If there are too many values or bytes.
    #[inline]
    pub(super) fn move_to(&mut self, document: &mut Document, mark: Mark) -> Result<(), TooMany> {
        for value in &self.values[mark.values..] {
            match *value {
                Stored::Tagged(value) => document.tagged.push(value),
                Stored::Text(tag, start, end) => {
                    document.values.text.push_str(&self.text[start as usize..end as usize]);
                    document.end_tagged(tag)?;
                }
            }
        }
        self.truncate(mark);
        Ok(())
    }
}
