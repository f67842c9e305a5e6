//! A text under construction, with a list of the parts that are still to be printed.

use std::borrow::Cow;

use objet::prelude::*;
use objet::progress::Steps;

/// The maximum length of a text in bytes. Even a small graph can have a text that exceeds the
/// memory, because a shared object is printed once per reference and every line is indented.
const LONGEST: usize = 1 << 24;

/// A text under construction, and the parts that follow. A printer `P` takes these parts in order,
/// and adds the pieces of each part.
#[derive(Debug)]
pub struct PrintWorklist<P> {
    text: String,
    /// The number of spaces at the beginning of a line.
    depth: usize,
    /// The parts that follow, in reverse order.
    waiting: Vec<Piece<P>>,
    /// The pieces of the part that was taken last, in order.
    parts: Vec<Piece<P>>,
    steps: Steps,
}

#[derive(Debug)]
enum Piece<P> {
    Text(Cow<'static, str>),
    Line,
    Indent(usize),
    Dedent(usize),
    Step(Step<P>),
}

/// A part that the printer has to expand.
#[derive(Debug)]
pub enum Step<P> {
    /// An object, or null.
    Object(Option<ObjectRef>),
    /// A function to call with the printer and the object.
    Then(fn(&mut P, &ObjectRef), ObjectRef),
}

impl<P> PrintWorklist<P> {
    /// Creates an empty text without remaining parts.
    pub fn new() -> Self {
        Self {
            text: String::new(),
            depth: 0,
            waiting: Vec::new(),
            parts: Vec::new(),
            steps: Steps::new("print", None),
        }
    }

    /// Adds a text.
    pub fn text(&mut self, text: impl Into<Cow<'static, str>>) -> &mut Self {
        match (self.parts.is_empty(), text.into()) {
            (true, text) => self.text.push_str(&text),
            (false, text) => self.parts.push(Piece::Text(text)),
        }
        self
    }

    /// Adds a copy of a text.
    pub fn copied(&mut self, text: &str) -> &mut Self {
        match self.parts.is_empty() {
            true => self.text.push_str(text),
            false => self.parts.push(Piece::Text(text.to_owned().into())),
        }
        self
    }

    /// Adds an object.
    pub fn object(&mut self, object: &impl IsObjectRef) -> &mut Self {
        self.optional(Some(object))
    }

    /// Adds an object or null.
    pub fn optional(&mut self, object: Option<&impl IsObjectRef>) -> &mut Self {
        self.parts.push(Piece::Step(Step::Object(object.map(|object| object.as_object_ref().clone()))));
        self
    }

    /// Adds objects, separated by commas.
    pub fn list<'o, R: IsObjectRef + 'o>(&mut self, objects: impl IntoIterator<Item = &'o R>) -> &mut Self {
        for (index, object) in objects.into_iter().enumerate() {
            self.comma(index).object(object);
        }
        self
    }

    /// Adds names and values, as of a map.
    pub fn entries<'o>(
        &mut self,
        entries: impl IntoIterator<Item = (&'o objet::String, &'o Option<ObjectRef>)>,
    ) -> &mut Self {
        for (index, (name, value)) in entries.into_iter().enumerate() {
            self.comma(index).text(quoted(name)).text(": ").optional(value.as_ref());
        }
        self
    }

    /// Adds a comma, unless `index` is 0.
    pub fn comma(&mut self, index: usize) -> &mut Self {
        if index > 0 { self.text(", ") } else { self }
    }

    /// Begins a new line.
    pub fn line(&mut self) -> &mut Self {
        self.parts.push(Piece::Line);
        self
    }

    /// Indents the following lines by `spaces` more spaces.
    pub fn indent(&mut self, spaces: usize) -> &mut Self {
        self.parts.push(Piece::Indent(spaces));
        self
    }

    /// Indents the following lines by `spaces` fewer spaces.
    pub fn dedent(&mut self, spaces: usize) -> &mut Self {
        self.parts.push(Piece::Dedent(spaces));
        self
    }

    /// Adds a call of `step`, which happens when printing reaches this part.
    pub fn then(&mut self, step: fn(&mut P, &ObjectRef), object: &impl IsObjectRef) -> &mut Self {
        self.parts.push(Piece::Step(Step::Then(step, object.as_object_ref().clone())));
        self
    }

    /// Prints up to the next part that the printer has to expand, or to the end. Each part is a
    /// step, so this unwinds as [`Steps::next`] does.
    pub fn next_step(&mut self) -> Option<Step<P>> {
        self.waiting.extend(self.parts.drain(..).rev());
        while self.text.len() <= LONGEST {
            match self.waiting.pop()? {
                Piece::Text(text) => self.text.push_str(&text),
                Piece::Line => {
                    self.text.push('\n');
                    self.text.extend(std::iter::repeat_n(' ', self.depth));
                }
                Piece::Indent(spaces) => self.depth += spaces,
                Piece::Dedent(spaces) => self.depth = self.depth.saturating_sub(spaces),
                Piece::Step(step) => {
                    self.steps.next();
                    return Some(step);
                }
            }
        }
        self.waiting.clear();
        self.text.push('…');
        None
    }

    /// Returns the text printed so far. The text is complete once [`PrintWorklist::next_step`] has
    /// returned `None`.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Returns the text that [`PrintWorklist::take`] would return, and keeps it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Removes the text, and keeps its memory for the next one.
    pub fn clear(&mut self) {
        self.text.clear();
    }
}

impl<P> Default for PrintWorklist<P> {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns a string in quotes, with invisible characters escaped.
pub fn quoted(text: &objet::String) -> String {
    objet::text::as_repr(Some(text))
}
