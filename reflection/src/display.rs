//! The `{}` output of nodes, in the form that their types declare.

use std::fmt;

use objet_object::{IsObjectRef, Object};

use crate::loaded::Loaded;
use crate::print::limit::limited;
use crate::repr::{self, LONGEST, Style};

/// Returns an object for printing with `{}`, in the form that its type declares by
/// `#[object(display = …)]`.
///
/// The `Display` of nodes and of their references is the same. This function also shows references
/// whose types have no `Display`, such as `ObjectRef` and `Array<Expr>`.
///
/// An object of a type without a declared form shows as [`print`](crate::print()) shows it, with
/// the declared forms of the objects inside.
///
/// A shared object shows at each reference, so the output of a small graph can have exponential
/// size. A precision limits the output: `{:.100}` shows the first 100 characters and `…`. Without
/// one, the output ends with `…` after 16 MiB.
///
/// ```
/// use objet::prelude::*;
/// use objet::display;
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.display.Var", is_final, new, display = "{name}")]
/// struct VarNode {
///     base: Object,
///     name: objet::String,
/// }
///
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.display.Add", is_final, new, display = "({lhs} + {rhs})")]
/// struct AddNode {
///     base: Object,
///     lhs: ObjectRef,
///     rhs: ObjectRef,
/// }
///
/// let sum = Add::new(Var::new("x"), objet::containers::BoxInt::new(1));
/// assert_eq!(sum.to_string(), "(x + 1)");
/// assert_eq!(display(&Array::from([sum.clone(), sum])).to_string(), "[(x + 1), (x + 1)]");
/// ```
pub fn display<R: IsObjectRef>(root: &R) -> Displayed<'_> {
    Displayed { root: root.as_object_ref() }
}

/// An object for printing with `{}`; see [`display`](display()).
#[derive(Clone, Copy)]
pub struct Displayed<'a> {
    root: &'a Object,
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = f.precision().map_or(LONGEST, |characters| characters.saturating_mul(4).max(LONGEST));
        limited(f, |out| repr::write(out, self.root, Style::Display, &Loaded::default(), limit).map(|_| ()))
    }
}

/// Prints the same as `Display`.
impl fmt::Debug for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Prints a node for the `{}` format. A struct that is not an object yet prints as its type key.
#[doc(hidden)]
pub fn display_node(node: &Object, type_key: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match node.to_object_ref() {
        Some(object) => fmt::Display::fmt(&display(&object), f),
        None => f.write_str(type_key),
    }
}
