//! Human-readable printing of graphs.
//!
//! - `text` writes one object up to its next reference at a time. Both forms use it.
//! - `flow` follows references immediately and writes one line.
//! - `lines` writes objects on separate lines.
//! - `leaf` writes objects without references.

mod flow;
pub(crate) mod leaf;
pub(crate) mod limit;
mod lines;
pub(crate) mod text;

use std::fmt;

use objet_object::{IsObjectRef, Object, ObjectRef};

use crate::reflection::Reflection;

/// The default limit of `{:?}` for a reference, in characters.
const DEBUG_LIMIT: usize = 1000;

/// Returns a graph for printing, with `{}` on one line or with `{:#}` on several.
///
/// Nodes print as `key(field=value, …)`, arrays as `[…]`, maps as `{key: value, …}`, and tensors
/// with their shape, type and first elements. An object without reflection prints as `<key>`.
///
/// An object with several occurrences prints at the first one, with a name: `%1 @ …`. Later
/// occurrences print as the name. With `{:#}`, each named object has its own line, `%1 = …`, and so
/// has each object that is too long to print inside another one. Short strings and shapes have no
/// names.
///
/// The output is complete, unless the format has a precision: `{:.100}` prints the first 100
/// characters and `…`. The `{:?}` format of a reference to a reflected node uses this form with a
/// precision of 1000.
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

/// A graph for printing; see [`print`](print()).
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

/// Prints the same as `Display`.
impl fmt::Debug for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Prints a node for the `{:?}` format.
pub(crate) fn debug(reflection: &Reflection, object: &Object, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(object) = object.to_object_ref() else { return f.write_str(reflection.type_key()) };
    let (printed, limit) = (print(&object), f.precision().unwrap_or(DEBUG_LIMIT));
    if f.alternate() { write!(f, "{printed:#.limit$}") } else { write!(f, "{printed:.limit$}") }
}
