//! The text of an object, in pieces between its references.

use std::fmt::{self, Write};

use objet_object::progress::Steps;
use objet_object::{Object, ObjectRef};

use crate::content::Content;
use crate::graph::OpaqueView;
use crate::loaded::Loaded;
use crate::memory::Node;
use crate::print::leaf;

/// The layout of the items of an object.
#[derive(Clone, Copy)]
pub(crate) enum LayoutMode {
    /// All items are on one line.
    Flat,
    /// Each item has its own line.
    Broken,
}

/// An object that is being printed.
pub(crate) struct Text<'a> {
    object: &'a Object,
    loaded: &'a Loaded,
    content: Content<'a>,
    layout: LayoutMode,
    /// The index of the next item: a field, an element, a key or value of a map, or an attribute.
    next: usize,
}

impl<'a> Text<'a> {
    pub(crate) fn new(object: &'a Object, layout: LayoutMode, loaded: &'a Loaded) -> Self {
        Self { object, loaded, content: Content::of(object), layout, next: 0 }
    }

    /// Prints up to the next referenced object and returns this object. Returns `None` at the end.
    pub(crate) fn write(&mut self, out: &mut dyn Write) -> Result<Option<&'a ObjectRef>, fmt::Error> {
        match self.content {
            Content::String(text) => write!(out, "{:?}", text.as_str())?,
            Content::Tensor(tensor) => leaf::tensor(out, tensor)?,
            Content::Shape(shape) => leaf::shape(out, shape.as_slice())?,
            Content::Unknown => write!(out, "<{}>", self.object.type_key())?,
            Content::Node(node) => match node.reflection().bytes() {
                Some(form) => leaf::named(out, node.object().type_key(), form.of(node.object()))?,
                None => return self.node(out, node),
            },
            Content::Opaque(opaque) => return self.opaque(out, opaque),
            Content::Array(_) => return self.elements(out, "", ['[', ']']),
            Content::Map(_) => return self.elements(out, "", ['{', '}']),
            Content::Adt(adt) => {
                let start = if self.next == 0 { format!("ADT#{}", adt.tag()) } else { String::new() };
                return self.elements(out, &start, ['(', ')']);
            }
        }
        Ok(None)
    }

    fn node(&mut self, out: &mut dyn Write, node: Node<'a>) -> Result<Option<&'a ObjectRef>, fmt::Error> {
        let fields = node.reflection().fields();
        if self.next == 0 {
            write!(out, "{}(", node.object().type_key())?;
        }
        while let Some(field) = fields.get(self.next) {
            self.begin_item(out)?;
            write!(out, "{}=", field.name())?;
            match node.reference(self.next - 1, self.loaded) {
                Some(object) => return Ok(Some(object)),
                None if field.is_reference() => out.write_str("null")?,
                None => out.write_str(&node.printed(self.next - 1, self.loaded))?,
            }
        }
        self.end(out, ')')
    }

    fn elements(
        &mut self,
        out: &mut dyn Write,
        start: &str,
        [open, close]: [char; 2],
    ) -> Result<Option<&'a ObjectRef>, fmt::Error> {
        if self.next == 0 {
            write!(out, "{start}{open}")?;
        }
        while self.next < self.content.reference_count() {
            if matches!(self.content, Content::Map(_)) && !self.next.is_multiple_of(2) {
                out.write_str(": ")?;
                self.next += 1;
            } else {
                self.begin_item(out)?;
            }
            match self.content.reference(self.next - 1, self.loaded) {
                Some(object) => return Ok(Some(object)),
                None => out.write_str("null")?,
            }
        }
        self.end(out, close)
    }

    /// Prints the attributes of an opaque node. An ambiguous attribute is printed as its string and
    /// its object.
    fn opaque(
        &mut self,
        out: &mut dyn Write,
        opaque: OpaqueView<'a>,
    ) -> Result<Option<&'a ObjectRef>, fmt::Error> {
        if self.next == 0 {
            match opaque.bytes() {
                Some(bytes) if opaque.len() == 0 => {
                    leaf::named(out, opaque.opaque_type_key(), bytes)?;
                    return Ok(None);
                }
                _ => write!(out, "{}(", opaque.opaque_type_key())?,
            }
        }
        while self.next < opaque.len() {
            let name = opaque.name(self.next);
            self.begin_item(out)?;
            write!(out, "{name}=")?;
            let value = opaque.value(self.next - 1, self.loaded);
            match (value.literal(), value.text(), value.candidate()) {
                (Some(literal), _, _) => out.write_str(literal)?,
                (_, Some(number), Some(object)) => {
                    write!(out, "{number:?} or ")?;
                    return Ok(object);
                }
                (_, Some(text), None) => write!(out, "{text:?}")?,
                (_, None, Some(Some(object))) => return Ok(Some(object)),
                (_, None, _) => out.write_str("null")?,
            }
        }
        self.end(out, ')')
    }

    fn begin_item(&mut self, out: &mut dyn Write) -> fmt::Result {
        let separator = match (self.layout, self.next) {
            (LayoutMode::Flat, 0) => "",
            (LayoutMode::Flat, _) => ", ",
            (LayoutMode::Broken, 0) => "\n  ",
            (LayoutMode::Broken, _) => ",\n  ",
        };
        self.next += 1;
        out.write_str(separator)
    }

    fn end(&self, out: &mut dyn Write, close: char) -> Result<Option<&'a ObjectRef>, fmt::Error> {
        if let (LayoutMode::Broken, 1..) = (self.layout, self.next) {
            out.write_str(",\n")?;
        }
        out.write_char(close)?;
        Ok(None)
    }
}

/// Prints an object and the objects below. `refer` is called for each referenced object, and
/// returns whether the object is printed at this position.
pub(super) fn write<'a>(
    out: &mut dyn Write,
    object: &'a ObjectRef,
    layout: LayoutMode,
    loaded: &'a Loaded,
    mut refer: impl FnMut(&mut dyn Write, &'a ObjectRef) -> Result<bool, fmt::Error>,
) -> fmt::Result {
    let mut path = vec![Text::new(object, layout, loaded)];
    let mut steps = Steps::new("print", None);
    while let Some(end) = path.last_mut() {
        steps.next();
        match end.write(out)? {
            Some(object) => {
                if refer(out, object)? {
                    path.push(Text::new(object, LayoutMode::Flat, loaded));
                }
            }
            None => drop(path.pop()),
        }
    }
    Ok(())
}

/// Whether the object gets a name if it has several occurrences.
pub(super) fn can_be_named(object: &ObjectRef) -> bool {
    match Content::of(object) {
        Content::String(text) => text.as_str().len() > 40,
        Content::Shape(shape) => shape.as_slice().len() > 8,
        _ => true,
    }
}
