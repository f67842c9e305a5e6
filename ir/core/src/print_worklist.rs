//! A text that is being written, and what of it is still to be written.

use std::borrow::Cow;

use objet::prelude::*;

/// The longest text in bytes: a small graph may have a text that is too long for any memory, since objects that are referred to many
/// times are written as often, and every line is indented.
const LONGEST: usize = 1 << 24;

/// A text, and parts that follow it. A printer `P` takes these one after the other, and adds what each consists of.
#[derive(Debug)]
pub struct PrintWorklist<P> {
    text: String,
    /// How many spaces a line begins with.
    depth: usize,
    /// What follows, the first of it last.
    waiting: Vec<Part<P>>,
    /// What the part that was taken last consists of, so far.
    parts: Vec<Part<P>>,
}

#[derive(Debug)]
enum Part<P> {
    Text(Cow<'static, str>),
    Line,
    Inwards(usize),
    Outwards(usize),
    Step(Step<P>),
}

/// A part that the printer has to take apart.
#[derive(Debug)]
pub enum Step<P> {
    /// An object, or null.
    Object(Option<ObjectRef>),
    /// What the function does with the object.
    Then(fn(&mut P, &ObjectRef), ObjectRef),
}

impl<P> PrintWorklist<P> {
    /// Returns an empty text with nothing left to write.
    pub fn new() -> Self {
        Self { text: String::new(), depth: 0, waiting: Vec::new(), parts: Vec::new() }
    }

    /// Adds a text.
    pub fn text(&mut self, text: impl Into<Cow<'static, str>>) -> &mut Self {
        self.parts.push(Part::Text(text.into()));
        self
    }

    /// Adds an object.
    pub fn object(&mut self, object: &impl IsObjectRef) -> &mut Self {
        self.optional(Some(object))
    }

    /// Adds an object, or null.
    pub fn optional(&mut self, object: Option<&impl IsObjectRef>) -> &mut Self {
        self.parts.push(Part::Step(Step::Object(object.map(|object| object.as_object_ref().clone()))));
        self
    }

    /// Adds objects with a comma between two.
    pub fn list<'o, R: IsObjectRef + 'o>(&mut self, objects: impl IntoIterator<Item = &'o R>) -> &mut Self {
        for (index, object) in objects.into_iter().enumerate() {
            self.comma(index).object(object);
        }
        self
    }

    /// Adds names with objects, as of a map.
    pub fn entries<'o>(
        &mut self,
        entries: impl IntoIterator<Item = (&'o objet::String, &'o Option<ObjectRef>)>,
    ) -> &mut Self {
        for (index, (name, value)) in entries.into_iter().enumerate() {
            self.comma(index).text(quoted(name)).text(": ").optional(value.as_ref());
        }
        self
    }

    /// Adds a comma before all items but the first.
    pub fn comma(&mut self, index: usize) -> &mut Self {
        if index > 0 { self.text(", ") } else { self }
    }

    /// Begins a line.
    pub fn line(&mut self) -> &mut Self {
        self.parts.push(Part::Line);
        self
    }

    /// Has the lines that follow begin with so many spaces more.
    pub fn inwards(&mut self, spaces: usize) -> &mut Self {
        self.parts.push(Part::Inwards(spaces));
        self
    }

    /// Has the lines that follow begin with so many spaces less.
    pub fn outwards(&mut self, spaces: usize) -> &mut Self {
        self.parts.push(Part::Outwards(spaces));
        self
    }

    /// Has the printer do something when it is that far.
    pub fn then(&mut self, step: fn(&mut P, &ObjectRef), object: &impl IsObjectRef) -> &mut Self {
        self.parts.push(Part::Step(Step::Then(step, object.as_object_ref().clone())));
        self
    }

    /// Writes up to the next part that the printer has to take apart, or to the end.
    pub fn next_step(&mut self) -> Option<Step<P>> {
        self.waiting.extend(self.parts.drain(..).rev());
        while self.text.len() <= LONGEST {
            match self.waiting.pop()? {
                Part::Text(text) if self.text.is_empty() => self.text = text.into_owned(),
                Part::Text(text) => self.text.push_str(&text),
                Part::Line => {
                    self.text.push('\n');
                    self.text.extend(std::iter::repeat_n(' ', self.depth));
                }
                Part::Inwards(spaces) => self.depth += spaces,
                Part::Outwards(spaces) => self.depth = self.depth.saturating_sub(spaces),
                Part::Step(step) => return Some(step),
            }
        }
        self.waiting.clear();
        self.text.push('…');
        None
    }

    /// What was written, all of it if there is nothing more to take.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

impl<P> Default for PrintWorklist<P> {
    fn default() -> Self {
        Self::new()
    }
}

/// A text in quotes, with what is not visible escaped.
pub fn quoted(text: &objet::String) -> String {
    objet::as_repr(Some(text))
}
