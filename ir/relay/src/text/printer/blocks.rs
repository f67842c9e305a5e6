//! Blocks of lines, which are indented when they are joined.

/// Maximum length of a text in bytes. Every line is indented, so the text of a small graph may
/// exceed the memory.
const LONGEST: usize = 1 << 28;

/// The number of spaces by which a block is indented inside its parent block.
const INDENT: usize = 2;

/// The index of a block in [`Blocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block(usize);

/// Text blocks, which may be nested.
#[derive(Debug)]
pub(super) struct Blocks {
    blocks: Vec<Contents>,
    /// The blocks that are not used any more, which new blocks replace.
    forgotten: Vec<Block>,
    /// The number of bytes that may still be added.
    room: usize,
}

/// Text with marks between its parts. Each mark has an offset in the text.
#[derive(Debug, Default)]
struct Contents {
    text: String,
    marks: Vec<(usize, Mark)>,
}

#[derive(Clone, Copy, Debug)]
enum Mark {
    /// A line break.
    Line,
    /// Another block.
    Inside(Block),
    /// Another block on separate, indented lines.
    Indented(Block),
}

impl Blocks {
    pub(super) fn new() -> Self {
        Self { blocks: Vec::new(), forgotten: Vec::new(), room: LONGEST }
    }

    /// Creates a block with the given text.
    pub(super) fn add(&mut self, text: &str) -> Block {
        let block = self.forgotten.pop().unwrap_or_else(|| {
            self.blocks.push(Contents::default());
            Block(self.blocks.len() - 1)
        });
        self.text(block, text);
        block
    }

    /// Creates a block of one line.
    pub(super) fn add_owned(&mut self, text: String) -> Block {
        self.room = self.room.saturating_sub(text.len());
        self.blocks.push(Contents { text, marks: Vec::new() });
        Block(self.blocks.len() - 1)
    }

    /// Returns the text of a block of one line.
    pub(super) fn line_text(&self, block: Block) -> &str {
        &self.blocks[block.0].text
    }

    /// Returns whether the text has reached its maximum length.
    pub(super) fn is_full(&self) -> bool {
        self.room == 0
    }

    /// Adds text to a block.
    pub(super) fn text(&mut self, block: Block, text: &str) {
        self.room = self.room.saturating_sub(text.len());
        self.blocks[block.0].text.push_str(text);
    }

    /// Adds the name of a numbered line to a block.
    pub(super) fn number(&mut self, block: Block, number: usize) {
        self.text(block, "%");
        self.text(block, itoa::Buffer::new().format(number));
    }

    /// Adds the text that `write` appends to a block.
    pub(super) fn write(&mut self, block: Block, write: impl FnOnce(&mut String)) {
        let text = &mut self.blocks[block.0].text;
        let before = text.len();
        write(text);
        self.room = self.room.saturating_sub(text.len().saturating_sub(before));
    }

    /// Ends the current line of a block.
    pub(super) fn line(&mut self, block: Block) {
        self.mark(block, Mark::Line);
    }

    /// Adds the text of another block without indentation.
    pub(super) fn append(&mut self, block: Block, other: Block) {
        if !self.blocks[other.0].marks.is_empty() {
            return self.mark(block, Mark::Inside(other));
        }
        if block != other {
            let text = std::mem::take(&mut self.blocks[other.0].text);
            self.text(block, &text);
            self.blocks[other.0].text = text;
        }
    }

    /// Adds the text of another block on separate, indented lines, followed by a line break.
    pub(super) fn indented(&mut self, block: Block, other: Block) {
        self.mark(block, Mark::Indented(other));
    }

    /// Ends the use of a single-line block, whose text other blocks contain.
    pub(super) fn forget_line(&mut self, block: Block) {
        let contents = &mut self.blocks[block.0];
        if contents.marks.is_empty() {
            contents.text.clear();
            self.forgotten.push(block);
        }
    }

    /// Ends the use of a block that no other block contains.
    pub(super) fn forget(&mut self, block: Block) {
        let Contents { text, marks } = &mut self.blocks[block.0];
        text.clear();
        marks.clear();
        self.forgotten.push(block);
    }

    fn mark(&mut self, block: Block, mark: Mark) {
        let Contents { text, marks } = &mut self.blocks[block.0];
        marks.push((text.len(), mark));
    }

    /// Returns the text of a block with its nested blocks.
    pub(super) fn render(&self, block: Block) -> String {
        let mut out = String::new();
        self.render_onto(&mut out, block);
        out
    }

    /// Appends the text of a block with its nested blocks.
    pub(super) fn render_onto(&self, out: &mut String, block: Block) {
        let begin = out.len();
        let Contents { text, marks } = &self.blocks[block.0];
        let nested = marks.iter().map(|(_, mark)| match mark {
            Mark::Line => INDENT,
            Mark::Inside(block) | Mark::Indented(block) => {
                let Contents { text, marks } = &self.blocks[block.0];
                text.len() + marks.len() * 2 * INDENT
            }
        });
        out.reserve((text.len() + nested.sum::<usize>()).min(LONGEST));
        let mut open = vec![RenderCursor::new(block, 0, false)];
        while let Some(cursor) = open.last_mut() {
            let Contents { text, marks } = &self.blocks[cursor.block.0];
            let mark = marks.get(cursor.marks);
            let end = mark.map_or(text.len(), |(end, _)| *end);
            out.push_str(&text[cursor.text..end]);
            (cursor.text, cursor.marks) = (end, cursor.marks + 1);
            let RenderCursor { indent, ends_line, .. } = *cursor;
            match mark {
                Some((_, Mark::Line)) => begin_line(out, indent),
                Some((_, Mark::Inside(block))) => open.push(RenderCursor::new(*block, indent, false)),
                Some((_, Mark::Indented(block))) => {
                    begin_line(out, indent + INDENT);
                    open.push(RenderCursor::new(*block, indent + INDENT, true));
                }
                None => {
                    open.pop();
                    if ends_line {
                        begin_line(out, indent - INDENT);
                    }
                }
            }
            if out.len() - begin > LONGEST {
                out.push('…');
                return;
            }
        }
        if self.is_full() {
            out.push('…');
        }
    }
}

/// A position in a block during rendering.
struct RenderCursor {
    block: Block,
    indent: usize,
    ends_line: bool,
    text: usize,
    marks: usize,
}

impl RenderCursor {
    fn new(block: Block, indent: usize, ends_line: bool) -> Self {
        Self { block, indent, ends_line, text: 0, marks: 0 }
    }
}

fn begin_line(out: &mut String, indent: usize) {
    out.push('\n');
    for _ in 0..indent / INDENT {
        out.push_str("  ");
    }
}
