//! Graphs as text to be read by people.
//!
//! `text` writes one object up to its next reference at a time, which is all that the two forms share: `flow` follows the
//! references as they come and makes one line, `lines` gives objects lines of their own. `leaf` writes what has no references.

mod flow;
pub(crate) mod leaf;
mod limit;
mod lines;
mod text;

use std::fmt;

use objet_object::{IsObjectRef, Object, ObjectRef};

use crate::reflection::Reflection;

/// How much `{:?}` of a reference shows of a graph, where no precision says so.
const DEBUG_LIMIT: usize = 1000;

/// A graph, to be shown by `{}` in one line, or by `{:#}` in several.
///
/// Nodes are written as `key(field=value, …)`, arrays as `[…]`, maps as `{key: value, …}`, tensors with their shape, type and
/// first elements, and what is known by its type alone as `<key>`. An object that occurs more than once is written once, at its first occurrence, where it is given a
/// name, `%1 @ …`; then the name alone stands for it. In several lines, each of these has a line of its own, `%1 = …`, and
/// so has each object that is too long to be read as part of another. Short texts and shapes are not named.
///
/// Nothing is left out, unless a precision says so: `{:.100}` gives the first 100 characters and `…`. The `{:?}` of a
/// reference to a node whose fields are known is this form with a precision of 1000.
///
/// ```
/// use objet::prelude::*;
/// use objet::print;
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.Add")]
/// struct AddNode {
///     base: Object,
///     lhs: ObjectRef,
///     rhs: ObjectRef,
/// }
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.Var")]
/// struct VarNode {
///     base: Object,
///     name: objet::String,
/// }
///
/// let x = ObjectRef::from(make_object(VarNode { base: Object::new(), name: "x".into() }));
/// let sum = Add::from(make_object(AddNode { base: Object::new(), lhs: x.clone(), rhs: x }));
///
/// assert_eq!(print(&sum).to_string(), r#"doc.Add(lhs=%1 @ doc.Var(name="x"), rhs=%1)"#);
/// assert_eq!(format!("{:#}", print(&sum)), "%1 = doc.Var(name=\"x\")\ndoc.Add(lhs=%1, rhs=%1)");
/// assert_eq!(format!("{:.12}", print(&sum)), "doc.Add(lhs=…");
/// ```
pub fn print<R: IsObjectRef>(root: &R) -> Printed<'_> {
    Printed { root: root.as_object_ref() }
}

/// A graph to be shown, see [`print`](print()).
#[derive(Clone, Copy)]
pub struct Printed<'a> {
    root: &'a ObjectRef,
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let several_lines = f.alternate();
        limit::limited(f, |out| match several_lines {
            true => lines::write(out, self.root),
            false => flow::write(out, self.root),
        })
    }
}

/// As it is displayed.
impl fmt::Debug for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What `{:?}` shows of a node.
pub(crate) fn debug(reflection: &Reflection, object: &Object, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(object) = object.to_object_ref() else { return f.write_str(reflection.type_key()) };
    let (printed, limit) = (print(&object), f.precision().unwrap_or(DEBUG_LIMIT));
    if f.alternate() { write!(f, "{printed:#.limit$}") } else { write!(f, "{printed:.limit$}") }
}
