//! The texts of objects that their types declare, for `{}` and for TVM's front ends.

use std::borrow::Cow;
use std::fmt::{self, Write};

use objet_object::__private::{Caught, resumed};
use objet_object::progress::Steps;
use objet_object::{ArgValue, BoxBoolNode, BoxFloatNode, BoxIntNode, IsObjectRef, MapNode, Object};

use crate::content::Content;
use crate::loaded::Loaded;
use crate::memory::Node;
use crate::print::print;
use crate::print::text::{LayoutMode, Text};

/// The text of the objects of a type.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Repr {
    /// A function that prints an object of the type.
    Function(for<'a> fn(&'a Object, &mut ReprPrinter<'a>) -> Caught<()>),
    /// A format string.
    Format(&'static [FormatPiece]),
}

/// A piece of a format string.
#[doc(hidden)]
pub enum FormatPiece {
    /// A verbatim string.
    Text(&'static str),
    /// The field with this name.
    Field(&'static str),
    /// The field with this name. A string is quoted.
    Quoted(&'static str),
}

/// The form of values and of objects whose type has no [`Repr`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// The form of TVM's front ends.
    FrontEnd,
    /// The form of [`print`](crate::print()).
    Display,
}

/// The maximum length of the output in bytes, and the maximum number of objects in it.
///
/// A shared object is printed at each reference, so the output of a small graph can have
/// exponential size. The limit of objects applies if the objects print nothing.
pub(crate) const LONGEST: usize = 1 << 24;

/// Returns the string that TVM's front ends show for an object. Null is `(nullptr)`.
///
/// A type declares its text with `#[object(display = …)]`, or by a function with
/// `#[reflect(repr = function)]`. Descendants inherit the declaration. An object of a type
/// without such a function is printed by [`print`](crate::print()), or as its type key and address
/// if it is inside another object.
///
/// ```
/// use objet::prelude::*;
/// use objet::text::{ReprPrinter, as_repr};
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.as_repr.Add")]
/// #[reflect(repr = show_add)]
/// struct AddNode {
///     base: Object,
///     lhs: ObjectRef,
///     rhs: ObjectRef,
/// }
///
/// fn show_add<'a>(add: &'a AddNode, printer: &mut ReprPrinter<'a>) {
///     printer.text("(").object(&add.lhs).text(" + ").object(&add.rhs).text(")");
/// }
///
/// let [one, two] = ["one", "two"].map(|text| ObjectRef::from(objet::String::from(text)));
/// let sum = Add::from(make_object(AddNode { base: Object::new(), lhs: one, rhs: two }));
/// assert_eq!(as_repr(Some(&Array::from([sum]))), r#"[("one" + "two")]"#);
/// assert_eq!(as_repr(None::<&Add>), "(nullptr)");
/// ```
#[doc(alias = "AsRepr")]
pub fn as_repr<R: IsObjectRef>(object: Option<&R>) -> String {
    let Some(root) = object.map(IsObjectRef::as_object_ref) else { return NULL.into() };
    let (loaded, mut out) = (Loaded::default(), String::new());
    match write(&mut out, root, Style::FrontEnd, &loaded, LONGEST) {
        Ok(true) => out,
        _ => format!("{:#}", print(root)),
    }
}

/// Writes the text of an object. Ends the output with `…` after `limit` bytes or objects. Returns
/// `false`, and writes nothing, if the style has no text for the type of the root.
pub(crate) fn write(
    out: &mut dyn Write,
    root: &Object,
    style: Style,
    loaded: &Loaded,
    limit: usize,
) -> Result<bool, fmt::Error> {
    let mut printer = ReprPrinter { loaded, style, parts: Vec::new() };
    let (mut depth, mut objects) = (0_usize, 0_usize);
    if !printer.enter(root) {
        return Ok(false);
    }
    let mut out = Counted { out, length: 0 };
    let mut waiting = Vec::new();
    let mut steps = Steps::new("print", None);
    loop {
        steps.next();
        waiting.extend(printer.parts.drain(..).rev());
        match waiting.pop() {
            None => return Ok(true),
            Some(Part::Text(text)) => out.write_str(&text)?,
            Some(Part::Indent) => write!(out, "{:depth$}", "")?,
            Some(Part::IncreaseIndent) => depth += INDENT,
            Some(Part::DecreaseIndent) => depth = depth.saturating_sub(INDENT),
            Some(Part::Object(object)) => {
                objects += 1;
                if !printer.enter(object) {
                    let type_key = match Content::of(object) {
                        Content::Opaque(opaque) => opaque.opaque_type_key(),
                        _ => object.type_key(),
                    };
                    printer.text(format!("{type_key}({object:p})"));
                }
            }
            Some(Part::Rest(mut text)) => {
                if let Some(object) = text.write(&mut out)? {
                    waiting.extend([Part::Rest(text), Part::Object(object)]);
                }
            }
        }
        if out.length.max(objects) > limit {
            out.write_char('…')?;
            return Ok(true);
        }
    }
}

/// Counts the bytes of the output.
struct Counted<'a> {
    out: &'a mut dyn Write,
    length: usize,
}

impl Write for Counted<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.length += text.len();
        self.out.write_str(text)
    }
}

const NULL: &str = "(nullptr)";

/// The number of spaces of one indentation level.
const INDENT: usize = 2;

/// The output of an object's print function. Objects that the function prints are expanded after
/// the function has returned.
pub struct ReprPrinter<'a> {
    loaded: &'a Loaded,
    style: Style,
    parts: Vec<Part<'a>>,
}

enum Part<'a> {
    Text(Cow<'a, str>),
    Object(&'a Object),
    /// The rest of the text of an object in the form of [`print`](crate::print()).
    Rest(Box<Text<'a>>),
    Indent,
    IncreaseIndent,
    DecreaseIndent,
}

impl<'a> ReprPrinter<'a> {
    /// Keeps a value until the output is complete, and returns a reference to it. For values that
    /// are loaded from a [`FieldCell`](objet_object::FieldCell).
    pub fn keep<T: Send + Sync + 'static>(&self, value: T) -> &'a T {
        self.loaded.keep(value)
    }

    /// Prints a string verbatim.
    pub fn text(&mut self, text: impl Into<Cow<'a, str>>) -> &mut Self {
        self.parts.push(Part::Text(text.into()));
        self
    }

    /// Prints an object, or for null `(nullptr)`, which is `null` in the output of
    /// [`display`](crate::display()). Values of other kinds are printed directly.
    pub fn object(&mut self, object: impl Into<ArgValue<'a>>) -> &mut Self {
        match object.into() {
            ArgValue::Object(object) => {
                self.parts.push(Part::Object(object));
                self
            }
            ArgValue::Null => self.null(),
            ArgValue::Str(text) => self.text(text),
            value => self.text(format!("{value:?}")),
        }
    }

    fn null(&mut self) -> &mut Self {
        self.text(if self.style == Style::FrontEnd { NULL } else { "null" })
    }

    /// Prints values separated by commas.
    pub fn list<T: Into<ArgValue<'a>>>(&mut self, objects: impl IntoIterator<Item = T>) -> &mut Self {
        for (index, object) in objects.into_iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.object(object);
        }
        self
    }

    /// Prints the indentation of a line at the current level.
    pub fn indent(&mut self) -> &mut Self {
        self.parts.push(Part::Indent);
        self
    }

    /// Increases the indentation of the following lines by two spaces.
    pub fn increase_indent(&mut self) -> &mut Self {
        self.parts.push(Part::IncreaseIndent);
        self
    }

    /// Decreases the indentation of the following lines by two spaces.
    pub fn decrease_indent(&mut self) -> &mut Self {
        self.parts.push(Part::DecreaseIndent);
        self
    }

    /// Prints the parts of an object. Returns `false` if the style has no text for its type.
    fn enter(&mut self, object: &'a Object) -> bool {
        let content = Content::of(object);
        if let Content::Node(node) = content
            && let Some(repr) = node.reflection().repr()
        {
            match repr {
                Repr::Function(function) => resumed(function(object, self)),
                Repr::Format(pieces) => pieces.iter().for_each(|piece| self.piece(node, piece)),
            }
            return true;
        }
        if self.style == Style::Display {
            self.printed(object);
            return true;
        }
        match content {
            Content::String(text) => self.text(quoted(text.as_str())),
            Content::Array(array) => self.text("[").list(array.as_slice()).text("]"),
            Content::Map(map) => self.map(map),
            Content::Shape(shape) => self.text(format!("{:?}", shape.as_slice())),
            _ => return false,
        };
        true
    }

    fn piece(&mut self, node: Node<'a>, piece: &'static FormatPiece) {
        let (name, is_quoted) = match piece {
            FormatPiece::Text(text) => {
                self.text(*text);
                return;
            }
            FormatPiece::Field(name) => (*name, false),
            FormatPiece::Quoted(name) => (*name, true),
        };
        let Some(index) = node.reflection().find(name) else {
            // The derive checks the name, but `fields(…)` can exclude the field.
            self.text(name);
            return;
        };
        match node.reference(index, self.loaded) {
            Some(object) => match Content::of(object) {
                Content::String(text) if !is_quoted => self.text(text.as_str()),
                _ => self.object(object),
            },
            None if node.reflection().fields()[index].is_reference() => self.null(),
            None if is_quoted => self.text(node.printed(index, self.loaded)),
            None => self.text(node.displayed(index, self.loaded)),
        };
    }

    /// Prints an object as [`print`](crate::print()) does, and a boxed number as the number.
    fn printed(&mut self, object: &'a Object) {
        if let Some(boxed) = object.as_node::<BoxIntNode>() {
            self.text(boxed.value.to_string());
        } else if let Some(boxed) = object.as_node::<BoxFloatNode>() {
            self.text(format!("{:?}", boxed.value));
        } else if let Some(boxed) = object.as_node::<BoxBoolNode>() {
            self.text(boxed.value.to_string());
        } else {
            self.parts.push(Part::Rest(Box::new(Text::new(object, LayoutMode::Flat, self.loaded))));
        }
    }

    /// String keys are printed in quotes without escapes.
    fn map(&mut self, map: &'a MapNode) -> &mut Self {
        self.text("{");
        for (index, (key, value)) in map.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            match Content::of(key) {
                Content::String(text) => self.text("\"").text(text.as_str()).text("\""),
                _ => self.object(key),
            };
            self.text(": ").object(value);
        }
        self.text("}")
    }
}

impl fmt::Debug for ReprPrinter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReprPrinter").finish_non_exhaustive()
    }
}

/// Returns the string in quotes. Escapes each byte that is not a printable ASCII character.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for byte in text.bytes() {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            b'\n' => out.push_str("\\n"),
            b' '..=b'~' => out.push(byte.into()),
            _ => out.push_str(&format!("\\x{byte:02X}")),
        }
    }
    out.push('"');
    out
}
