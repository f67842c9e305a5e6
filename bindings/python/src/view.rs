//! Graphs to be looked at, as functions for the Python part of the package.

use std::io;

use objet::ObjectRef;
use objet_view::{Drawing, View, write_dot, write_html, write_tree};
use pyo3::prelude::*;

use crate::graph::{detached, object};

/// The whole graph, as it is numbered in files if it can be saved.
fn whole(root: &ObjectRef) -> View {
    View::of(Some(root)).unwrap_or_else(|_| View::near(root, usize::MAX))
}

/// The text that something writes.
fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> PyResult<String> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8(bytes)?)
}

/// A graph as a page that a browser opens; without a title it has the root's type for one.
#[pyfunction]
pub(crate) fn html(root: &Bound<'_, PyAny>, title: &str) -> PyResult<String> {
    let native = object(root)?;
    let title = if title.is_empty() { native.type_key() } else { title };
    detached(root.py(), || text(|out| write_html(&whole(&native), title, out)))?
}

/// A graph for Graphviz.
#[pyfunction]
pub(crate) fn dot(root: &Bound<'_, PyAny>) -> PyResult<String> {
    let native = object(root)?;
    detached(root.py(), || {
        let view = whole(&native);
        text(|out| write_dot(&view, &view.all(), out))
    })?
}

/// A drawing of at most so many boxes as SVG, and whether it has all that the graph has.
#[pyfunction]
pub(crate) fn svg(root: &Bound<'_, PyAny>, limit: usize) -> PyResult<(String, bool)> {
    /// How many objects a box stands for, at the most: texts, constants and containers are within it.
    const IN_A_BOX: usize = 20;
    let native = object(root)?;
    detached(root.py(), || {
        let view = View::near(&native, limit.saturating_mul(IN_A_BOX));
        let drawing = Drawing::of(&view, &view.all(), limit);
        (drawing.to_string(), drawing.is_whole())
    })
}

/// What is near the root of a graph, at most so many objects, as a tree to unfold.
#[pyfunction]
pub(crate) fn tree(root: &Bound<'_, PyAny>, limit: usize) -> PyResult<String> {
    let native = object(root)?;
    detached(root.py(), || text(|out| write_tree(&View::near(&native, limit), out)))?
}
