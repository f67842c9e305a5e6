//! The texts of objects as TVM's front ends show them: one line, by what each type says of itself.

use std::borrow::Cow;

use objet_object::__private::{Caught, resumed};
use objet_object::{ArgValue, IsObjectRef, MapNode, Object};

use crate::content::Content;
use crate::loaded::Loaded;
use crate::print::print;

/// Writes the parts of an object of the type that declares it.
pub(crate) type Repr = for<'a> fn(&'a Object, &mut ReprPrinter<'a>) -> Caught<()>;

/// The longest text in bytes, and the most objects in it: objects that are referred to many times are written as often, so that a
/// small graph may have a text that is too long for any memory, or may take for ever to find out that it has none.
const LONGEST: usize = 1 << 24;

/// The text of an object as TVM's front ends show it; `(nullptr)` of null.
///
/// What a type says of itself is written by the function that it declares by `#[reflect(repr = function)]`. An object whose type
/// declares none is written as [`print`](crate::print()) does, or, inside of another one, as its type key with its address.
///
/// ```
/// use objet::prelude::*;
/// use objet::{ReprPrinter, as_repr};
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
    let loaded = Loaded::default();
    let mut printer = ReprPrinter { loaded: &loaded, parts: Vec::new() };
    let (mut depth, mut objects) = (0_usize, 0_usize);
    if !printer.enter(root) {
        return format!("{:#}", print(root));
    }
    let mut out = String::new();
    let mut waiting = Vec::new();
    loop {
        waiting.extend(printer.parts.drain(..).rev());
        match waiting.pop() {
            None => return out,
            Some(Part::Text(text)) => out.push_str(&text),
            Some(Part::Indent) => out.extend(std::iter::repeat_n(' ', depth)),
            Some(Part::Inwards) => depth += INDENT,
            Some(Part::Outwards) => depth = depth.saturating_sub(INDENT),
            Some(Part::Object(object)) => {
                objects += 1;
                if !printer.enter(object) {
                    printer.text(format!("{}({object:p})", object.type_key()));
                }
            }
        }
        if out.len().max(objects) > LONGEST {
            out.push('…');
            return out;
        }
    }
}

const NULL: &str = "(nullptr)";

/// How many spaces a line begins with more than those around it.
const INDENT: usize = 2;

/// What the text of an object consists of. The function that a type declares is given one; the objects that it hands over are
/// written when it has returned.
#[derive(Debug)]
pub struct ReprPrinter<'a> {
    loaded: &'a Loaded,
    parts: Vec<Part<'a>>,
}

#[derive(Debug)]
enum Part<'a> {
    Text(Cow<'a, str>),
    Object(&'a Object),
    Indent,
    Inwards,
    Outwards,
}

impl<'a> ReprPrinter<'a> {
    /// Keeps a value until the text is done, to borrow of it: one that was loaded from a
    /// [`FieldCell`](objet_object::FieldCell).
    pub fn keep<T: Send + Sync + 'static>(&self, value: T) -> &'a T {
        self.loaded.keep(value)
    }

    /// This text, as it is.
    pub fn text(&mut self, text: impl Into<Cow<'a, str>>) -> &mut Self {
        self.parts.push(Part::Text(text.into()));
        self
    }

    /// The text of an object, `(nullptr)` for null. Values of other kinds are written as they are.
    pub fn object(&mut self, object: impl Into<ArgValue<'a>>) -> &mut Self {
        match object.into() {
            ArgValue::Object(object) => {
                self.parts.push(Part::Object(object));
                self
            }
            ArgValue::Null => self.text(NULL),
            ArgValue::Str(text) => self.text(text),
            value => self.text(format!("{value:?}")),
        }
    }

    /// The texts of objects, with a comma between two.
    pub fn list<T: Into<ArgValue<'a>>>(&mut self, objects: impl IntoIterator<Item = T>) -> &mut Self {
        for (index, object) in objects.into_iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.object(object);
        }
        self
    }

    /// What a line begins with, according to what it is inside of.
    pub fn indent(&mut self) -> &mut Self {
        self.parts.push(Part::Indent);
        self
    }

    /// Has the lines that follow begin with two spaces more.
    pub fn inwards(&mut self) -> &mut Self {
        self.parts.push(Part::Inwards);
        self
    }

    /// Has the lines that follow begin with two spaces less.
    pub fn outwards(&mut self) -> &mut Self {
        self.parts.push(Part::Outwards);
        self
    }

    /// The parts of an object, if its type says what they are.
    fn enter(&mut self, object: &'a Object) -> bool {
        match Content::of(object) {
            Content::Text(text) => self.text(quoted(text.as_str())),
            Content::Array(array) => self.text("[").list(array.as_slice()).text("]"),
            Content::Map(map) => self.map(map),
            Content::Shape(shape) => self.text(format!("{:?}", shape.as_slice())),
            Content::Node(node) => match node.reflection().repr() {
                Some(write) => {
                    resumed(write(object, self));
                    self
                }
                None => return false,
            },
            Content::Tensor(_) | Content::Adt(_) | Content::Opaque(_) | Content::Unknown => return false,
        };
        true
    }

    /// Keys that are text are in quotes as they are.
    fn map(&mut self, map: &'a MapNode) -> &mut Self {
        self.text("{");
        for (index, (key, value)) in map.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            match Content::of(key) {
                Content::Text(text) => self.text("\"").text(text.as_str()).text("\""),
                _ => self.object(key),
            };
            self.text(": ").object(value);
        }
        self.text("}")
    }
}

/// A text in quotes, with all but the visible characters of ASCII escaped byte by byte.
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
