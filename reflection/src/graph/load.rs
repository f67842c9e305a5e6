//! Loading graphs.
//!
//! The whole text is read first. Then every node is told by its type how to be made; all that it refers to is looked up, whether
//! the root leads to the node or not; and the nodes are made, each after those it refers to.

mod build;
mod kinds;
pub(super) mod plans;
pub(super) mod references;

use std::io::Read;

use objet_object::ObjectRef;

use super::document::Document;
use super::error::{GraphError, NodePlace};
use super::opaque::load::Unknowns;
use super::order::children_first;
use super::scan::scan;
use build::Builder;
pub(super) use kinds::{Kind, Kinds};
pub(super) use plans::Plans;
use references::References;

/// A graph from JSON, as TVM's `load_json` reads it. A later entry of a map with the same key replaces the value of the
/// first one; the entries keep the order of the file. Attributes that the type has no field for are ignored.
///
/// It takes time and memory in proportion to the text, and no stack.
///
/// # Errors
/// If the text is not a graph, and where; if it has a type that nothing linked in knows, or a node that cannot be of
/// its type, whether the root leads to it or not; and if the root is null.
///
/// ```
/// use objet::load_json;
///
/// let json = r#"{"root": 0, "nodes": [{"type_key": "runtime.Strin", "repr_str": "x"}]}"#;
/// assert_eq!(
///     load_json(json).unwrap_err().to_string(),
///     "line 1, node 0 (runtime.Strin): unknown type key, did you mean \"runtime.String\"?; \
///      link in the crate that defines it, or keep unknown types (`keep_unknown`)",
/// );
/// ```
pub fn load_json(text: &str) -> Result<ObjectRef, GraphError> {
    load_json_from(text.as_bytes())
}

/// A graph from JSON that is read bit by bit; see [`load_json`]. Nothing behind the end of the document is looked at, but
/// some of it may have been read.
///
/// # Errors
/// Those of [`load_json`], and if `source` cannot be read.
///
/// ```no_run
/// let module = objet::load_json_from(std::fs::File::open("module.json")?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_json_from(source: impl Read) -> Result<ObjectRef, GraphError> {
    LoadJson::new().load(source)?.ok_or(GraphError::NullRoot)
}

/// Loading with options.
///
/// ```
/// use objet::{LoadJson, OpaqueNode};
/// use objet::prelude::*;
///
/// let json = r#"{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "far.Away"}]}"#;
/// assert!(LoadJson::new().load(json.as_bytes()).is_err());
/// let root = LoadJson::new().keep_unknown(true).load(json.as_bytes())?;
/// assert!(root.is_some_and(|root| root.is_instance::<OpaqueNode>()));
/// # Ok::<(), objet::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadJson {
    keep_unknown: bool,
}

impl LoadJson {
    /// Loading in which an unknown type is an error.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether nodes of types that nothing linked in knows are kept, as [`OpaqueNode`](crate::OpaqueNode)s. So are nodes of
    /// known types whose bytes their type refuses, such as operators that are not registered, and those that hold kept nodes
    /// where their own type does not allow it, and those with attributes that their type has no field for.
    pub fn keep_unknown(self, keep_unknown: bool) -> Self {
        Self { keep_unknown }
    }

    /// The root of the graph, which may be null.
    ///
    /// # Errors
    /// Those of [`load_json_from`], but for a null root.
    pub fn load(self, source: impl Read) -> Result<Option<ObjectRef>, GraphError> {
        let document = scan(source)?;
        let (count, root) = (document.len(), document.root);
        if root >= count {
            return Err(GraphError::Root { count, found: root });
        }
        let kinds = Kinds::of(&document, self.keep_unknown)?;
        let plans = Plans::of(&document, &kinds)?;
        let unknowns = Unknowns::of(&document, &kinds, &plans)?;
        let references = References::of(&document, &kinds, &plans, unknowns.as_ref())?;
        let order = children_first(count, |node, targets| references.append(node as usize, targets));
        let order = order.map_err(|cycle| GraphError::Cycle {
            from: Box::new(document.place(cycle.from as usize)),
            to: Box::new(document.place(cycle.to as usize)),
        })?;
        Builder::new(&document, &kinds, &plans, &references, unknowns.as_ref(), self.keep_unknown)
            .build(&order)
    }
}

impl Document {
    /// Where a node is, for an error.
    #[cold]
    pub(super) fn place(&self, index: usize) -> NodePlace {
        let node = self.node(index);
        NodePlace { index, line: node.line(), type_key: self.type_key(node.type_key()).into() }
    }
}
