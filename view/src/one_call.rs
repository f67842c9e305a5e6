//! Graphs as strings and files, in one call each.

use std::ffi::OsStr;
use std::path::Path;
use std::{fs, io};

use objet_object::{IsObjectRef, ObjectRef};

use crate::dot::write_dot;
use crate::drawing::Drawing;
use crate::html::write_html;
use crate::view::{View, type_key};

/// The maximum number of boxes in a drawing.
const BOXES: usize = 200;

/// Returns a view of the whole graph, also of one that cannot be saved.
fn whole(root: &ObjectRef) -> View {
    View::of(Some(root)).unwrap_or_else(|_| View::near(root, usize::MAX))
}

/// Returns the graph below an object in the DOT format of Graphviz.
///
/// ```
/// use objet::prelude::*;
/// use objet::containers::ADT;
///
/// let leaf = ADT::tuple([]);
/// let pair = ADT::tuple([leaf.clone().into(), leaf.into()]);
/// assert!(objet_view::dot(&pair).contains(r#"n1 -> n2 [label="[1]"];"#));
/// ```
pub fn dot<R: IsObjectRef>(root: &R) -> String {
    let view = whole(root.as_object_ref());
    text(|out| write_dot(&view, &view.all(), out))
}

/// Returns a drawing of the graph below an object as SVG: at most 200 boxes, those nearest to the
/// root.
///
/// ```
/// let shape = objet::ShapeTuple::from([2, 3]);
/// assert!(objet_view::svg(&shape).starts_with("<svg "));
/// ```
pub fn svg<R: IsObjectRef>(root: &R) -> String {
    let view = whole(root.as_object_ref());
    Drawing::of(&view, &view.all(), BOXES).to_string()
}

/// Returns the graph below an object as one HTML page to browse, whose title is the type key of the
/// object.
///
/// ```
/// let shape = objet::ShapeTuple::from([2, 3]);
/// assert!(objet_view::html(&shape).contains("<title>runtime.ShapeTuple</title>"));
/// ```
pub fn html<R: IsObjectRef>(root: &R) -> String {
    let root = root.as_object_ref();
    text(|out| write_html(&whole(root), type_key(root), out))
}

/// Saves the graph below an object for looking at it. The extension of the path selects the form:
/// `html` for a page, `svg` for a drawing, `dot` or `gv` for Graphviz.
///
/// ```
/// use objet::prelude::*;
///
/// let names = Array::from([objet::String::from("x")]);
/// let folder = std::env::temp_dir();
/// objet_view::save(&names, folder.join("names.html"))?;
/// let error = objet_view::save(&names, folder.join("names.png")).unwrap_err();
/// let expected = "names.png: expected a path that ends in .html, .svg, .dot or .gv";
/// assert!(error.to_string().ends_with(expected));
/// # std::fs::remove_file(folder.join("names.html"))?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the path has another extension, or the file cannot be written.
pub fn save<R: IsObjectRef>(root: &R, path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    let content = match extension.as_deref() {
        Some("html" | "htm") => html(root),
        Some("svg") => svg(root),
        Some("dot" | "gv") => dot(root),
        _ => {
            let message =
                format!("{}: expected a path that ends in .html, .svg, .dot or .gv", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
    };
    fs::write(path, content)
}

/// Returns the output of `write`, which is UTF-8.
fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    match write(&mut out) {
        Ok(()) => String::from_utf8_lossy(&out).into_owned(),
        Err(error) => unreachable!("a `Vec` accepts all output: {error}"),
    }
}
