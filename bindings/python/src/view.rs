//! Pages and drawings of graphs, as functions for the Python part of the package.

use std::io;

use objet::ObjectRef;
use objet_view::{Drawing, View, write_dot, write_html, write_tree};
use pyo3::prelude::*;

use crate::graph::{detached, object};

/// Returns a view of the whole graph. If the graph can be saved, the nodes have the numbers of the
/// saved file.
fn whole(root: &ObjectRef) -> View {
    View::of(Some(root)).unwrap_or_else(|_| View::near(root, usize::MAX))
}

/// Returns the output of a writer as a string.
fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> PyResult<String> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
}

/// Renders a graph as an HTML page. An empty title becomes the type key of the root.
#[pyfunction]
pub(crate) fn html(root: &Bound<'_, PyAny>, title: &str) -> PyResult<String> {
    let native = object(root)?;
    let title = if title.is_empty() { native.type_key() } else { title };
    detached(root.py(), || text(|out| write_html(&whole(&native), title, out)))?
}

/// Renders a graph for Graphviz.
#[pyfunction]
pub(crate) fn dot(root: &Bound<'_, PyAny>) -> PyResult<String> {
    let native = object(root)?;
    detached(root.py(), || {
        let view = whole(&native);
        text(|out| write_dot(&view, &view.all(), out))
    })?
}

/// Draws a graph as SVG with at most `limit` boxes. Also returns whether the drawing is complete.
#[pyfunction]
pub(crate) fn svg(root: &Bound<'_, PyAny>, limit: usize) -> PyResult<(String, bool)> {
    /// Maximum number of objects in a box: strings, constants and containers are drawn in the box
    /// of their user.
    const IN_A_BOX: usize = 20;
    let native = object(root)?;
    detached(root.py(), || {
        let view = View::near(&native, limit.saturating_mul(IN_A_BOX));
        let drawing = Drawing::of(&view, &view.all(), limit);
        (drawing.to_string(), drawing.is_whole())
    })
}

/// Renders at most `limit` objects near the root as a collapsible HTML tree.
#[pyfunction]
pub(crate) fn tree(root: &Bound<'_, PyAny>, limit: usize) -> PyResult<String> {
    let native = object(root)?;
    detached(root.py(), || text(|out| write_tree(&View::near(&native, limit), out)))?
}
