//! Visualization of object graphs: as an HTML page to browse, as a collapsible tree, as an SVG
//! drawing, and in the DOT format of Graphviz.
//!
//! [`dot()`], [`svg()`] and [`html()`] return a graph in one call, and [`save`] writes a file:
//!
//! ```
//! use objet::prelude::*;
//!
//! let names = Array::from(["x", "y"].map(objet::String::from));
//! let path = std::env::temp_dir().join("names.svg");
//! objet_view::save(&names, &path)?;
//! assert_eq!(std::fs::read_to_string(&path)?, objet_view::svg(&names));
//! # std::fs::remove_file(path)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! For parts of a graph, a [`View`] numbers the objects and lists the parts of each. All output
//! formats read the graph through a view.
//!
//! ```
//! use objet::prelude::*;
//! use objet_view::{Drawing, View, write_dot, write_html, write_tree};
//!
//! #[derive(Object, Reflect)]
//! #[repr(C)]
//! #[object(key = "doc.Add")]
//! struct AddNode {
//!     base: Object,
//!     lhs: ObjectRef,
//!     rhs: ObjectRef,
//! }
//!
//! #[derive(Object, Reflect)]
//! #[repr(C)]
//! #[object(key = "doc.Var")]
//! struct VarNode {
//!     base: Object,
//!     name: objet::String,
//! }
//!
//! let x = ObjectRef::from(make_object(VarNode { base: Object::new(), name: "x".into() }));
//! let sum = ObjectRef::from(make_object(AddNode { base: Object::new(), lhs: x.clone(), rhs: x }));
//!
//! let view = View::of(Some(&sum))?;
//! let drawing = Drawing::of(&view, &view.all(), 60);
//! assert!(drawing.is_whole() && drawing.to_string().starts_with("<svg "));
//!
//! let mut dot = Vec::new();
//! write_dot(&view, &view.all(), &mut dot)?;
//! assert!(std::str::from_utf8(&dot)?.contains(r#"n1 -> n2 [label="lhs"];"#));
//!
//! let mut page = Vec::new();
//! write_html(&view, "a sum", &mut page)?;
//! assert!(page.starts_with(b"<!DOCTYPE html>"));
//!
// A view of the nodes near the root takes little time for a graph of any size.
//! let mut tree = Vec::new();
//! write_tree(&View::near(&sum, 500), &mut tree)?;
//! assert!(tree.starts_with(b"<details"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boxes;
mod dot;
mod drawing;
mod graph_layout;
mod html;
mod markup;
mod one_call;
mod part;
mod svg;
mod tree;
mod view;

pub use dot::write_dot;
pub use drawing::Drawing;
pub use html::write_html;
pub use markup::grouped;
pub use one_call::{dot, html, save, svg};
pub use part::{Content, Label, Part, Parts, Value, object_text, plain_value, tensor_text};
pub use tree::write_tree;
pub use view::{Number, Selection, View, type_key};
