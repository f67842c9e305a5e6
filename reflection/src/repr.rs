//! One-line strings of objects, as printed by TVM's front ends. Each type provides its own
//! function.

use std::borrow::Cow;

use objet_object::__private::{Caught, resumed};
use objet_object::{ArgValue, IsObjectRef, MapNode, Object};

use crate::content::Content;
use crate::loaded::Loaded;
use crate::print::print;

/// A function that prints an object of its type to a [`ReprPrinter`].
pub(crate) type Repr = for<'a> fn(&'a Object, &mut ReprPrinter<'a>) -> Caught<()>;

/// The maximum length of the output in bytes, and the maximum number of objects in it.
///
/// A shared object is printed at each reference, so the output of a small graph can have
/// exponential size. The limit of objects applies if the objects print nothing.
const LONGEST: usize = 1 << 24;

/// Returns the string that TVM's front ends show for an object. Null is `(nullptr)`.
///
/// A type declares its print function with `#[reflect(repr = function)]`. An object of a type
/// without such a function is printed by [`print`](crate::print()), or as its type key and address
/// if it is inside another object.
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
            Some(Part::IncreaseIndent) => depth += INDENT,
            Some(Part::DecreaseIndent) => depth = depth.saturating_sub(INDENT),
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

/// The number of spaces of one indentation level.
const INDENT: usize = 2;

/// The output of an object's print function. Objects that the function prints are expanded after
/// the function has returned.
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

    /// Prints an object, or `(nullptr)` for null. Values of other kinds are printed directly.
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

    /// Prints the parts of an object. Returns whether the type of the object has a function for
    /// this.
    fn enter(&mut self, object: &'a Object) -> bool {
        match Content::of(object) {
            Content::String(text) => self.text(quoted(text.as_str())),
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
