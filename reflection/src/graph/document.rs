//! The parsed text of a graph file, before objects are built.

mod finish;
mod value;

use objet_object::NDArray;

use super::format::{Format, SaveJson};
use super::interner::Interner;
use super::number::canonical_index;
pub(super) use value::TaggedValue;
pub(crate) use value::{FileValue, Tag};

/// The contents of a file in compact form: names are interned, strings of a kind share one buffer,
/// and a node takes 24 or 28 bytes.
#[derive(Default)]
pub(crate) struct Document {
    /// The index of the root, which may be out of range.
    pub(crate) root: usize,
    /// The line of the index of the root, from 1, or 0 if the format has no lines.
    pub(super) root_line: usize,
    /// The tensors, decoded.
    pub(crate) tensors: Vec<NDArray>,
    /// The attributes of the file itself, as written.
    pub(crate) attrs: Vec<(String, String)>,
    /// The options that save a graph in the format of the file.
    pub(super) save_options: SaveJson,
    /// Whether values have JSON types. Otherwise only fields say what values mean.
    pub(super) is_tagged: bool,
    pub(super) nodes: Vec<NodeText>,
    /// The lines on which the nodes begin, from 1, unless all of them begin on the first one.
    pub(super) lines: Vec<u32>,
    pub(super) first_line: Option<u32>,
    pub(super) type_keys: Interner<u8>,
    pub(super) names: Interner<u8>,
    /// The distinct lists of attribute names of nodes, with copies for further types.
    pub(super) shapes: Interner<u32>,
    /// The texts of the values.
    pub(super) values: Texts,
    /// The values, if they have JSON types.
    pub(super) tagged: Vec<TaggedValue>,
    pub(super) keys: Texts,
    pub(super) data: Vec<u32>,
    pub(super) reprs: Vec<u8>,
    pub(super) repr_ends: Vec<u32>,
}

/// The start indices of a node's parts. Each part ends at the start of the same part of the next
/// node.
#[derive(Clone, Copy, Default)]
pub(super) struct NodeText {
    pub(super) type_key: u32,
    pub(super) shape: u32,
    pub(super) keys: u32,
    pub(super) data: u32,
    pub(super) repr: u32,
    pub(super) values: u32,
}

/// A list of strings in one buffer.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) text: String,
    pub(super) ends: Vec<u32>,
}

/// The error of a list that exceeds a limit of the document.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMany {
    /// The name of the items.
    pub(super) what: &'static str,
    /// The largest number of items.
    pub(super) limit: u32,
}

impl TooMany {
    /// Creates the error of items that are counted in 32 bits.
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, limit: u32::MAX - 1 }
    }
}

impl From<TooMany> for String {
    fn from(TooMany { what, limit }: TooMany) -> Self {
        format!("too many {what}: at most {limit} are supported")
    }
}

/// Returns the end of a text in its buffer. Each buffer is limited to 4 GiB.
#[inline]
pub(super) fn end(length: usize) -> Result<u32, TooMany> {
    u32::try_from(length).map_err(|_| TooMany::new("bytes of strings"))
}

impl Texts {
    /// Ends a text, whose content was added to the buffer.
    ///
    /// # Errors
    /// If there are too many bytes.
    #[inline]
    pub(super) fn end(&mut self) -> Result<(), TooMany> {
        self.ends.push(end(self.text.len())?);
        Ok(())
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> &str {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.text[start as usize..self.ends[number] as usize]
    }

    fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

impl Document {
    /// Sets the index of the root, which is on this line.
    pub(super) fn set_root(&mut self, index: u64, line: usize) {
        self.root = usize::try_from(index).unwrap_or(usize::MAX);
        self.root_line = line;
    }

    /// Adds a node without content that begins on this line, and returns its index. The parts that
    /// are added next belong to it.
    ///
    /// # Errors
    /// If there are too many nodes, or too many parts of nodes.
    #[inline]
    pub(super) fn begin_node(&mut self, line: usize) -> Result<usize, TooMany> {
        let index = self.nodes.len();
        let values = if self.is_tagged { self.tagged.len() } else { self.values.ends.len() };
        let counts = [index, self.keys.ends.len(), self.data.len(), self.repr_ends.len(), values];
        let limit = if self.is_tagged { TaggedValue::LIMIT } else { u32::MAX } - 1;
        // The first condition needs one comparison, and is false for most documents.
        if counts.into_iter().fold(0, |all, count| all | count) > limit as usize
            && counts.iter().any(|count| *count > limit as usize)
        {
            return Err(TooMany { what: "nodes, attributes, keys or indices", limit });
        }
        let [_, keys, data, repr, values] = counts.map(|count| count as u32);
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        let first_line = *self.first_line.get_or_insert(line);
        if line != first_line && self.lines.is_empty() {
            self.lines.resize(index, first_line);
        }
        if !self.lines.is_empty() {
            self.lines.push(line);
        }
        self.nodes.push(NodeText { type_key: 0, shape: 0, keys, data, repr, values });
        Ok(index)
    }

    /// Ends the text of a value with a JSON type, whose content was added to `values`.
    ///
    /// # Errors
    /// If there are too many bytes.
    #[inline]
    pub(super) fn end_tagged(&mut self, tag: Tag) -> Result<(), TooMany> {
        let number = self.values.ends.len();
        if number >= TaggedValue::LIMIT as usize {
            return Err(TooMany { what: "values", limit: TaggedValue::LIMIT });
        }
        self.values.end()?;
        self.tagged.push(TaggedValue::text(tag, number as u32));
        Ok(())
    }

    /// Adds a value with a JSON type.
    ///
    /// # Errors
    /// If there are too many bytes.
    #[inline]
    pub(super) fn push_tagged(&mut self, tag: Tag, text: &str) -> Result<(), TooMany> {
        if tag == Tag::Literal
            && let Some(value) = canonical_index(text).and_then(TaggedValue::integer)
        {
            self.tagged.push(value);
            return Ok(());
        }
        self.values.text.push_str(text);
        self.end_tagged(tag)
    }

    /// Ends the bytes of a node.
    ///
    /// # Errors
    /// If there are too many bytes.
    #[inline]
    pub(super) fn end_repr(&mut self) -> Result<(), TooMany> {
        self.repr_ends.push(end(self.reprs.len())?);
        Ok(())
    }

    /// Returns the number of a list of attribute names, and whether the list is new.
    ///
    /// # Errors
    /// If there are too many names or lists.
    pub(super) fn intern_names<'a>(
        &mut self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<(u32, bool), TooMany> {
        let names = names.into_iter().map(|name| self.names.intern(name.as_bytes()));
        let names: Option<Vec<u32>> = names.map(|name| name.map(|(name, _)| name)).collect();
        let names = names.ok_or(TooMany::new("attribute names"))?;
        self.shapes.intern(&names).ok_or(TooMany::new("lists of attribute names"))
    }

    /// Returns a name that occurs twice in a list of attribute names.
    pub(super) fn repeated_name(&self, shape: u32) -> Option<&str> {
        let mut names = self.shape(shape).to_vec();
        names.sort_unstable();
        let [name, _] = names.array_windows().find(|[one, next]| one == next)?;
        Some(self.name(*name))
    }

    /// Returns the number of a type key.
    ///
    /// # Errors
    /// If there are too many type keys.
    pub(super) fn intern_type_key(&mut self, key: &str) -> Result<u32, TooMany> {
        self.type_keys.intern_next(key.as_bytes()).map(|(number, _)| number).ok_or(TooMany::new("type keys"))
    }

    /// Returns the approximate size of the texts of the file, in bytes.
    pub(crate) fn text_size(&self) -> usize {
        // A value has at least quotes, a colon and a character.
        self.reprs.len() + self.values.text.len() + 4 * self.tagged.len()
    }

    /// Whether the file has the format of tvm-ffi.
    #[inline]
    pub(crate) fn is_tvm_ffi(&self) -> bool {
        self.save_options.format == Format::TvmFfi
    }

    /// Whether the file is plain JSON.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        match self.save_options.format {
            #[cfg(feature = "serde")]
            Format::Plain => true,
            _ => false,
        }
    }

    /// Returns the largest possible number of references between nodes.
    pub(crate) fn reference_limit(&self) -> usize {
        let values = if self.is_tagged { self.tagged.len() } else { self.values.ends.len() };
        values.saturating_add(self.data.len())
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns a node.
    ///
    /// # Panics
    /// If there is no node with this index.
    #[inline]
    pub(crate) fn node(&self, index: usize) -> Node<'_> {
        Node { document: self, text: &self.nodes[index], next: self.nodes.get(index + 1) }
    }

    /// Returns the line on which a node begins, from 1, or 0 if the format has no lines.
    pub(crate) fn line(&self, index: usize) -> usize {
        self.lines.get(index).copied().or(self.first_line).unwrap_or_default() as usize
    }

    /// Returns all nodes in order.
    pub(crate) fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.len()).map(|index| self.node(index))
    }

    /// Returns the number of type keys. Their numbers begin with 0.
    pub(crate) fn type_key_count(&self) -> usize {
        self.type_keys.len()
    }

    /// Returns the number of shapes. Nodes with the same shape have the same type key.
    pub(crate) fn shape_count(&self) -> usize {
        self.shapes.len()
    }

    /// Returns the type key with this number.
    pub(crate) fn type_key(&self, number: u32) -> &str {
        text(self.type_keys.get(number))
    }

    /// Returns the attribute name with this number.
    pub(crate) fn name(&self, number: u32) -> &str {
        text(self.names.get(number))
    }

    /// Returns the numbers of the attribute names of nodes with this shape, in file order.
    pub(crate) fn shape(&self, shape: u32) -> &[u32] {
        self.shapes.get(shape)
    }
}

/// Returns interned bytes as a string. They are always UTF-8, since only strings are interned.
fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// A node of a document.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    document: &'a Document,
    text: &'a NodeText,
    next: Option<&'a NodeText>,
}

impl<'a> Node<'a> {
    /// Returns the number of the node's type key.
    #[inline]
    pub(crate) fn type_key(self) -> u32 {
        self.text.type_key
    }

    /// Returns the number of the node's type and list of attribute names.
    #[inline]
    pub(crate) fn shape(self) -> u32 {
        self.text.shape
    }

    /// Returns the numbers of the node's attribute names, in file order.
    pub(crate) fn names(self) -> &'a [u32] {
        self.document.shape(self.text.shape)
    }

    /// Returns the texts of the values of the node's attributes, in the order of [`Node::names`].
    #[cfg(test)]
    pub(crate) fn texts(self) -> impl ExactSizeIterator<Item = &'a str> {
        (0..self.values_end() - self.text.values as usize)
            .map(move |position| self.text(position).unwrap_or_default())
    }

    /// Returns the text of the value of the attribute at this index in [`Node::names`]. Integers
    /// and indices of nodes that have no text in the document are `None`.
    #[inline]
    pub(crate) fn text(self, position: usize) -> Option<&'a str> {
        self.value(position)?.text()
    }

    /// Returns the value of the attribute at this index in [`Node::names`].
    #[inline]
    pub(crate) fn value(self, position: usize) -> Option<FileValue<'a>> {
        // Plans have positions that no node has.
        let value = (self.text.values as usize).checked_add(position)?;
        if value >= self.values_end() {
            return None;
        }
        let document = self.document;
        match document.is_tagged {
            true => Some(document.tagged[value].value(&document.values)),
            false => Some(FileValue::Untyped(document.values.get(value))),
        }
    }

    /// Returns the values of the node's attributes in the order of [`Node::names`], in a document
    /// whose values have JSON types.
    #[inline]
    pub(super) fn tagged(self) -> &'a [TaggedValue] {
        let end = self.next.map_or(self.document.tagged.len(), |next| next.values as usize);
        &self.document.tagged[self.text.values as usize..end]
    }

    /// Returns the end of the node's values among those of all nodes.
    #[inline]
    fn values_end(self) -> usize {
        let all = || match self.document.is_tagged {
            true => self.document.tagged.len(),
            false => self.document.values.ends.len(),
        };
        self.next.map_or_else(all, |next| next.values as usize)
    }

    /// Returns whether the node has keys, whether it has numbers in `data`, and whether it has
    /// bytes, which may be empty.
    #[inline]
    pub(crate) fn parts(self) -> [bool; 3] {
        let Self { document, text, next } = self;
        let ends = || [document.keys.ends.len(), document.data.len(), document.repr_ends.len()];
        let [keys, data, repr] =
            next.map_or_else(|| ends().map(|end| end as u32), |next| [next.keys, next.data, next.repr]);
        [text.keys != keys, text.data != data, text.repr != repr]
    }

    /// Returns the strings of `keys`.
    pub(crate) fn keys(self) -> impl ExactSizeIterator<Item = &'a str> + DoubleEndedIterator {
        let end = self.next.map_or(self.document.keys.ends.len(), |next| next.keys as usize);
        (self.text.keys as usize..end).map(|key| self.document.keys.get(key))
    }

    /// Returns the numbers of `data`. A number that does not fit is `u32::MAX`, which is out of
    /// range.
    pub(crate) fn data(self) -> &'a [u32] {
        let end = self.next.map_or(self.document.data.len(), |next| next.data as usize);
        &self.document.data[self.text.data as usize..end]
    }

    /// Returns the bytes of `repr_str` or `repr_b64`, if the node has one of them.
    #[inline]
    pub(crate) fn repr(self) -> Option<&'a [u8]> {
        let repr = self.text.repr as usize;
        let start = if repr == 0 { 0 } else { self.document.repr_ends[repr - 1] };
        let end = self.next.map_or(self.document.repr_ends.len(), |next| next.repr as usize);
        (repr < end).then(|| &self.document.reprs[start as usize..self.document.repr_ends[repr] as usize])
    }
}
