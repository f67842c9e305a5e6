//! Loading of graphs.
//!
//! 1. The whole text is parsed.
//! 2. The kind of each node and its plan are determined from its type. If nodes of unknown types
//!    are kept, the types below which they stand in are determined from nodes that refer to them.
//! 3. The references of all nodes are checked, even those of nodes that the root does not reach.
//! 4. The nodes are built, each after the nodes that it refers to.

mod build;
mod field_text;
mod kinds;
mod objects;
pub(super) mod plans;
pub(super) mod references;
mod upgrade;

use std::fmt;
use std::io::Read;

use objet_object::ObjectRef;

use super::document::Document;
use super::error::{GraphError, NodeLocation};
use super::format::SaveJson;
use super::opaque::keep::{Keep, Keeper};
use super::order::{children_first, is_children_first};
use super::scan::scan;
use build::{Builder, Kept};
pub(super) use field_text::{field_arg, int_arg, read_variant};
pub(super) use kinds::{Kind, Kinds};
pub(super) use objects::ReferenceCounts;
pub(super) use plans::Plans;
use references::References;
pub(super) use upgrade::upgraded;

/// Loads a graph from JSON in the format of TVM's `load_json`.
///
/// The entries of a map keep the order of the file. A field without an attribute has its default; a
/// reference that may be null is null, and a container is empty.
///
/// Takes time and memory linear in the size of the text, and constant stack space.
///
/// # Errors
/// If the text is not a valid graph; the error has the location. If a node has an unknown type or
/// is invalid for its type, even if the root does not reach this node. If the root is null.
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

/// Loads a graph from a JSON source; see [`load_json`]. The source is read to its end, and only
/// white space may follow the document.
///
/// # Errors
/// Errors of [`load_json`], and errors of `source`.
///
/// ```no_run
/// let module = objet::graph::load_json_from(std::fs::File::open("module.json")?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_json_from(source: impl Read) -> Result<ObjectRef, GraphError> {
    LoadJson::new().load(source)?.ok_or(GraphError::NullRoot)
}

/// Options for loading graphs.
///
/// ```
/// use objet::graph::{LoadJson, OpaqueNode};
/// use objet::prelude::*;
///
/// let json = r#"{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "far.Away"}]}"#;
/// assert!(LoadJson::new().load(json.as_bytes()).is_err());
/// let root = LoadJson::new().keep_unknown(true).load(json.as_bytes())?;
/// assert!(root.is_some_and(|root| root.is_instance::<OpaqueNode>()));
/// # Ok::<(), objet::graph::GraphError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct LoadJson {
    keep_unknown: Option<&'static dyn Keep>,
}

impl LoadJson {
    /// Creates options with which unknown types are errors.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether nodes that cannot be built are kept as in the file:
    /// - nodes of unknown types
    /// - nodes whose type rejects their bytes, such as operators that are not registered
    /// - nodes with kept nodes in fields whose type does not allow them
    /// - nodes whose check rejects kept nodes
    /// - nodes with attributes that their type has no field for
    /// - nodes of a newer version of their type, or below an unknown ancestor that has a version
    ///
    /// A kept node is a stand-in below the type that the fields of other nodes declare, or below
    /// its own type, so that nodes above it keep their types. If this is not possible, it is an
    /// [`OpaqueNode`](crate::OpaqueNode). [`OpaqueView`](crate::OpaqueView) shows both.
    pub fn keep_unknown(self, keep_unknown: bool) -> Self {
        Self { keep_unknown: if keep_unknown { Some(&Keeper) } else { None } }
    }

    /// Loads a graph and returns its root, which may be null.
    ///
    /// # Errors
    /// Errors of [`load_json_from`], except for a null root.
    pub fn load(self, source: impl Read) -> Result<Option<ObjectRef>, GraphError> {
        self.load_with_format(source).map(|(root, _)| root)
    }

    /// Loads a graph and returns its root, which may be null, and the options that save a graph in
    /// the format of the file, with the attributes or the metadata of its document.
    ///
    /// # Errors
    /// Errors of [`LoadJson::load`].
    pub fn load_with_format(self, source: impl Read) -> Result<(Option<ObjectRef>, SaveJson), GraphError> {
        let document = scan(source)?;
        let root = self.build(&document)?;
        Ok((root, document.save_options))
    }

    pub(super) fn build(self, document: &Document) -> Result<Option<ObjectRef>, GraphError> {
        let (count, root) = (document.len(), document.root);
        if root >= count {
            return Err(GraphError::Root { line: document.root_line, count, found: root });
        }
        match self.attempt(document, true) {
            // An attribute with the name of a field is not the field.
            Err(GraphError::Cycle { .. } | GraphError::AmbiguousAttr { .. })
                if self.keep_unknown.is_some() =>
            {
                self.attempt(document, false)
            }
            built => built,
        }
    }

    /// Builds all nodes and returns the root. If `stand_ins`, nodes that are kept may be stand-ins.
    fn attempt(self, document: &Document, stand_ins: bool) -> Result<Option<ObjectRef>, GraphError> {
        let count = document.len();
        let mut kinds = Kinds::of(document, self.keep_unknown.is_some())?;
        let keep = self.keep_unknown.or_else(|| kinds.keep_of_upgrades());
        let mut plans = Plans::of(document, &kinds, keep)?;
        let mut needs = None;
        if let Some(keep) = self.keep_unknown.filter(|_| stand_ins) {
            let (collected, has_changed) = keep.stand_ins(document, &mut kinds, &plans);
            needs = Some(collected);
            if has_changed {
                plans = Plans::of(document, &kinds, Some(keep))?;
            }
        }
        let mut unknowns = match keep {
            Some(keep) => keep.unknowns(document, &kinds, &plans)?,
            None => None,
        };
        let ordered = unknowns.as_mut().and_then(|unknowns| unknowns.take_counts());
        let unknowns = unknowns.as_deref();
        let mut references = References::of(document, &kinds, &plans, unknowns)?;
        // Known numbers of unknown nodes are those of a file with children first.
        let (counts, is_ordered) = match ordered {
            Some(counts) => (Some(counts), true),
            None => (references.take_counts(), references.are_children_first()),
        };
        let is_counted = counts.is_some();
        let targets = |uses: &ReferenceCounts, node: u32, targets: &mut Vec<u32>| {
            let start = targets.len();
            references.append(node as usize, targets);
            if !is_counted {
                uses.add(&targets[start..]);
            }
        };
        let mut uses = counts.unwrap_or_else(|| ReferenceCounts::new(count, document.root));
        let mut order = None;
        if !is_ordered && (is_counted || !is_children_first(count, |node, found| targets(&uses, node, found)))
        {
            if !is_counted {
                uses = ReferenceCounts::new(count, document.root);
            }
            let sorted = children_first(count, |node, found| targets(&uses, node, found));
            order = Some(sorted.map_err(|cycle| GraphError::Cycle {
                from: Box::new(document.location(cycle.from as usize)),
                to: Box::new(document.location(cycle.to as usize)),
            })?);
        }
        let kept = Kept { keep: self.keep_unknown, unknowns, stand_ins: needs.as_deref() };
        let builder = Builder::new(document, &kinds, &plans, &references, uses, kept);
        match order {
            Some(order) => builder.build(&mut order.into_iter().map(|index| index as usize)),
            None => builder.build(&mut (0..count)),
        }
    }
}

impl fmt::Debug for LoadJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadJson").field("keep_unknown", &self.keep_unknown.is_some()).finish()
    }
}

impl Document {
    /// Returns the location of a node, for an error.
    #[cold]
    pub(super) fn location(&self, index: usize) -> NodeLocation {
        let type_key = self.type_key(self.node(index).type_key()).into();
        NodeLocation { index, line: self.line(index), type_key }
    }
}
