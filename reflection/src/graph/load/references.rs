//! The references of each node.

use super::kinds::{Kind, Kinds};
use super::objects::ReferenceCounts;
use super::plans::{ABSENT, Plans};
use crate::field::Field;
use crate::graph::document::{Document, FileValue, Node};
use crate::graph::error::{AttrError, GraphError, shown_index};
use crate::graph::ffi::{self, Special};
use crate::graph::number::read_index;
use crate::graph::opaque::keep::UnknownNodes;
use crate::graph::value_nodes::read_tensor;
use crate::reflection::Reflection;

/// The references of all nodes of a document. Each is the index of a node, or of a tensor if the
/// field holds a tensor.
pub(crate) struct References<'a> {
    document: &'a Document,
    kinds: &'a Kinds,
    plans: &'a Plans,
    unknowns: Option<&'a dyn UnknownNodes>,
    /// The references of nodes with fields, in the order of the nodes, if the document has them as
    /// texts. A reference whose attribute is missing is [`ABSENT`].
    targets: Vec<u32>,
    /// The start of each node's references in `targets`.
    starts: Vec<u32>,
    /// The number of references to each node, if all types are known and the values of the document
    /// have JSON types.
    counts: Option<ReferenceCounts>,
    /// Whether the references are counted, and all of them are to earlier nodes.
    are_children_first: bool,
}

impl<'a> References<'a> {
    /// Reads and checks the references of all nodes.
    ///
    /// # Errors
    /// If a reference is not an index, or is out of range.
    pub(super) fn of(
        document: &'a Document,
        kinds: &'a Kinds,
        plans: &'a Plans,
        unknowns: Option<&'a dyn UnknownNodes>,
    ) -> Result<Self, GraphError> {
        let (mut targets, mut starts) = (Vec::new(), Vec::new());
        let is_counted = document.is_tagged && unknowns.is_none();
        let counts = is_counted.then(|| ReferenceCounts::new(document.len(), document.root));
        let mut are_children_first = is_counted;
        let mut count = |index: usize, target: u32| {
            if let Some(counts) = &counts {
                counts.add(&[target]);
                are_children_first &= (target as usize) < index;
            }
        };
        let has_texts = !document.is_tagged;
        let is_tvm_ffi = document.is_tvm_ffi();
        starts.reserve_exact(if has_texts { document.len() } else { 0 });
        for (index, node) in document.nodes().enumerate() {
            if has_texts {
                match u32::try_from(targets.len()) {
                    Ok(start) => starts.push(start),
                    Err(_) => return Err(GraphError::TooManyReferences { node: document.location(index) }),
                }
            }
            for (position, target) in node.data().iter().enumerate() {
                if *target as usize >= document.len() {
                    return Err(out_of_range(
                        document,
                        index,
                        format!("`data[{position}]`"),
                        *target as usize,
                    ));
                }
                count(index, *target);
            }
            match kinds.get(node) {
                Kind::Fields(of) => {
                    let reflection = of.reflection();
                    let plan = plans.attr_indices(node);
                    let values = if has_texts { &[] } else { node.tagged() };
                    for position in positions(document, reflection) {
                        let attr = plan[*position];
                        let field = &reflection.fields()[*position];
                        let value = values.get(attr as usize);
                        let found = match value.and_then(|value| value.as_node(is_tvm_ffi)) {
                            _ if attr == ABSENT => ABSENT,
                            Some(found) if (found as usize) < document.len() => found,
                            _ => target(document, index, field, node.value(attr as usize))?,
                        };
                        if has_texts {
                            targets.push(found);
                        } else if field.is_reference() && found != ABSENT {
                            count(index, found);
                        }
                    }
                }
                Kind::Map | Kind::Special(Special::Dict) => check_map(document, index, node)?,
                Kind::Tensor => {
                    read_tensor(document, index, node)?;
                }
                Kind::Bytes(_) if document.is_tvm_ffi() && node.repr().is_none() => {
                    let expected = "a string";
                    return Err(GraphError::DataForm { node: document.location(index), expected });
                }
                Kind::Unknown(_) | Kind::Upgraded(_) if document.is_tagged && !document.is_tvm_ffi() => {
                    for (attr, name) in node.names().iter().enumerate() {
                        if let Some(FileValue::Node(found)) = node.value(attr)
                            && found as usize >= document.len()
                        {
                            let part = format!("the attribute `{}`", document.name(*name));
                            return Err(out_of_range(document, index, part, found as usize));
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(Self { document, kinds, plans, unknowns, targets, starts, counts, are_children_first })
    }

    /// Returns the number of references to each node, if it is known. They are returned once.
    pub(super) fn take_counts(&mut self) -> Option<ReferenceCounts> {
        self.counts.take()
    }

    /// Whether it is known that all references are to earlier nodes.
    pub(super) fn are_children_first(&self) -> bool {
        self.are_children_first
    }

    /// Returns the references of a node with fields in the order of [`Reflection::references`], if
    /// the document has them as texts. A reference whose attribute is missing is [`ABSENT`].
    #[inline]
    pub(super) fn of_texts(&self, index: usize, reflection: &'static Reflection) -> Option<&[u32]> {
        let start = *self.starts.get(index)? as usize;
        Some(&self.targets[start..start + reflection.references().len()])
    }

    /// Returns the references of a node with fields, each with the position of the field, in a
    /// document whose values have JSON types. `plan` has the index of the attribute for each field.
    #[inline]
    pub(super) fn of_values(
        &self,
        node: Node<'a>,
        plan: &[u32],
        reflection: &'static Reflection,
    ) -> impl Iterator<Item = (usize, u32)> {
        let values = node.tagged();
        let is_tvm_ffi = self.document.is_tvm_ffi();
        positions(self.document, reflection).iter().filter_map(move |position| {
            let attr = plan[*position] as usize;
            let index = values.get(attr).and_then(|value| value.as_node(is_tvm_ffi));
            Some((*position, index.or_else(|| index_of(node.value(attr)))?))
        })
    }

    /// Appends the indices of the nodes whose objects a node refers to.
    #[inline]
    pub(super) fn append(&self, index: usize, targets: &mut Vec<u32>) {
        let node = self.document.node(index);
        match self.kinds.get(node) {
            Kind::Fields(of) => {
                let reflection = of.reflection();
                let fields = reflection.fields();
                if let Some(texts) = self.of_texts(index, reflection) {
                    // Tensors are no nodes.
                    let nodes =
                        reflection.references().iter().zip(texts).filter(|(position, target)| {
                            **target != ABSENT && !fields[**position].is_tensor()
                        });
                    targets.extend(nodes.map(|(_, target)| *target));
                    return;
                }
                let plan = self.plans.attr_indices(node);
                // The field of a string needs no object.
                let nodes = self.of_values(node, plan, reflection);
                let objects = nodes.filter(|(position, _)| fields[*position].is_reference());
                objects.for_each(|(_, target)| targets.push(target));
            }
            Kind::Array | Kind::Map | Kind::Special(_) => targets.extend_from_slice(node.data()),
            Kind::Unknown(_) | Kind::Upgraded(_) => {
                if let Some(unknowns) = self.unknowns {
                    unknowns.append_targets(index as u32, node, targets);
                }
            }
            Kind::Null | Kind::Text | Kind::Shape | Kind::Tensor | Kind::Bytes(_) => {}
        }
    }
}

/// Returns the positions of the fields that refer to nodes or to tensors in the format of a
/// document. In the format of tvm-ffi, strings are nodes.
#[inline]
fn positions(document: &Document, reflection: &'static Reflection) -> &'static [usize] {
    if document.is_tvm_ffi() { &reflection.layout().nodes } else { reflection.references() }
}

/// Returns the reference that a value of a document with JSON types is, if it is one.
#[cold]
fn index_of(value: Option<FileValue<'_>>) -> Option<u32> {
    match value? {
        FileValue::Integer(index) | FileValue::Node(index) => Some(index),
        FileValue::Literal("null") => Some(0),
        value => u32::try_from(read_index(value.text()?).ok()?).ok(),
    }
}

/// Reads a reference.
///
/// # Errors
/// If the value is not an index, or is out of range.
#[inline]
fn target(
    document: &Document,
    index: usize,
    field: &Field,
    value: Option<FileValue<'_>>,
) -> Result<u32, GraphError> {
    let found = match value {
        Some(FileValue::Untyped(text)) => return text_target(document, index, field, text),
        Some(FileValue::Node(found)) => found as usize,
        value => tagged_target(document, value).map_err(|error| GraphError::Attr {
            node: document.location(index),
            attr: field.name(),
            source: Box::new(error),
        })?,
    };
    in_range(document, index, field, found)
}

/// Reads a reference whose value has a JSON type and is no node.
#[cold]
fn tagged_target(document: &Document, value: Option<FileValue<'_>>) -> Result<usize, AttrError> {
    match value {
        value if document.is_tvm_ffi() => ffi::node_index(value),
        // In nodes of types that were unknown when a file of TVM 0.8 was converted, null is 0.
        Some(FileValue::Literal("null") | FileValue::String("0")) => Ok(0),
        value => {
            let found = value.map(FileValue::to_text).unwrap_or_default();
            Err(ffi::mismatch("a reference to an object", &found))
        }
    }
}

/// Parses a reference.
///
/// # Errors
/// If the reference is not an index, or is out of range.
#[inline]
pub(crate) fn text_target(
    document: &Document,
    index: usize,
    field: &Field,
    text: &str,
) -> Result<u32, GraphError> {
    let attr = field.name();
    let found = read_index(text).map_err(|error| {
        let source = Box::new(AttrError::Number(error));
        GraphError::Attr { node: document.location(index), attr, source }
    })?;
    in_range(document, index, field, found)
}

/// Checks the range of a reference.
///
/// # Errors
/// If the reference is out of range.
#[inline]
pub(crate) fn in_range(
    document: &Document,
    index: usize,
    field: &Field,
    found: usize,
) -> Result<u32, GraphError> {
    let attr = field.name();
    let is_tensor = field.is_tensor() && !document.is_tagged;
    let count = if is_tensor { document.tensors.len() } else { document.len() };
    match u32::try_from(found) {
        Ok(target) if found < count => Ok(target),
        _ if is_tensor => Err(GraphError::TensorIndex { node: document.location(index), attr, count, found }),
        _ => Err(out_of_range(document, index, format!("the attribute `{attr}`"), found)),
    }
}

/// Checks the number of indices of a map.
fn check_map(document: &Document, index: usize, node: Node<'_>) -> Result<(), GraphError> {
    let (keys, found) = (node.keys().len(), node.data().len());
    let expected = match keys {
        0 if found.is_multiple_of(2) => return Ok(()),
        0 => "an even number".into(),
        keys if keys == found => return Ok(()),
        keys => format!("{keys}, one for each key"),
    };
    Err(GraphError::MapData { node: document.location(index), expected, found })
}

#[cold]
fn out_of_range(document: &Document, index: usize, part: String, found: usize) -> GraphError {
    GraphError::Index {
        node: document.location(index),
        part,
        count: document.len(),
        found: shown_index(found),
    }
}
