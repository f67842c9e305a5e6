//! The references of each node.

use super::kinds::{Kind, Kinds};
use super::plans::{ABSENT, Plans};
use crate::field::Field;
use crate::graph::document::{Document, FileValue, Node};
use crate::graph::error::{AttrError, GraphError};
use crate::graph::ffi::{self, Special};
use crate::graph::number::read_index;
use crate::graph::opaque::load_opaque::Unknowns;
use crate::graph::value_nodes::read_tensor;

/// The references of all nodes of a document. Each is the index of a node, or of a tensor if the
/// field holds a tensor.
pub(crate) struct References<'a> {
    document: &'a Document,
    kinds: &'a Kinds<'a>,
    unknowns: Option<&'a Unknowns<'a>>,
    /// The references of nodes with fields and of nodes of tensors, in the order of the nodes. A
    /// reference whose attribute is missing is [`ABSENT`].
    targets: Vec<u32>,
    /// The start of each node's references.
    starts: Vec<u32>,
}

impl<'a> References<'a> {
    /// Reads and checks the references of all nodes.
    ///
    /// # Errors
    /// If a reference is not an index, or is out of range.
    pub(super) fn of(
        document: &'a Document,
        kinds: &'a Kinds<'a>,
        plans: &Plans,
        unknowns: Option<&'a Unknowns<'a>>,
    ) -> Result<Self, GraphError> {
        let mut references = Self {
            document,
            kinds,
            unknowns,
            targets: Vec::new(),
            starts: Vec::with_capacity(document.len()),
        };
        for (index, node) in document.nodes().enumerate() {
            match u32::try_from(references.targets.len()) {
                Ok(start) => references.starts.push(start),
                Err(_) => return Err(GraphError::TooManyReferences { node: document.location(index) }),
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
            }
            match kinds.get(node) {
                Kind::Fields(of) if document.is_tvm_ffi() => {
                    let reflection = of.reflection();
                    let plan = plans.attr_indices(node, reflection);
                    for (position, field) in ffi::node_fields(reflection) {
                        if plan[position] == ABSENT {
                            references.targets.push(ABSENT);
                            continue;
                        }
                        let found = ffi::node_index(node.value(plan[position] as usize));
                        let found = found.map_err(|error| GraphError::Attr {
                            node: document.location(index),
                            attr: field.name(),
                            source: Box::new(error),
                        })?;
                        references.targets.push(in_range(document, index, field, found)?);
                    }
                }
                Kind::Fields(of) => {
                    let reflection = of.reflection();
                    let plan = plans.attr_indices(node, reflection);
                    for position in reflection.references() {
                        if plan[*position] == ABSENT {
                            references.targets.push(ABSENT);
                            continue;
                        }
                        let field = &reflection.fields()[*position];
                        references.targets.push(match node.value(plan[*position] as usize) {
                            Some(FileValue::Node(found)) => in_range(document, index, field, found as usize)?,
                            value => {
                                let text = value.and_then(FileValue::text).unwrap_or_default();
                                target(document, index, field, text)?
                            }
                        });
                    }
                }
                Kind::Map | Kind::Special(Special::Dict) => check_map(document, index, node)?,
                Kind::Tensor => references.targets.push(read_tensor(document, index, node)?),
                Kind::Bytes(_) if document.is_tvm_ffi() && node.repr().is_none() => {
                    let expected = "a string";
                    return Err(GraphError::DataForm { node: document.location(index), expected });
                }
                _ => {}
            }
        }
        Ok(references)
    }

    /// Returns the references of a node with fields, or of the node of a tensor.
    #[inline]
    pub(super) fn of_fields(&self, index: usize) -> &[u32] {
        let end = self.starts.get(index + 1).map_or(self.targets.len(), |end| *end as usize);
        &self.targets[self.starts[index] as usize..end]
    }

    /// Appends the indices of the nodes that a node refers to.
    #[inline]
    pub(super) fn append(&self, index: usize, targets: &mut Vec<u32>) {
        let unknowns = self.unknowns;
        if let Some(found) = unknowns.and_then(|unknowns| unknowns.tvm_ffi_targets(index as u32)) {
            targets.extend(found);
            return;
        }
        let node = self.document.node(index);
        match self.kinds.get(node) {
            Kind::Fields(_) if self.document.is_tvm_ffi() => {
                targets.extend(self.of_fields(index).iter().filter(|target| **target != ABSENT));
            }
            Kind::Fields(of) => {
                let reflection = of.reflection();
                let fields = reflection.references().iter().map(|position| &reflection.fields()[*position]);
                let is_node = |(target, field): &(&u32, &Field)| {
                    **target != ABSENT && (!field.is_tensor() || self.document.is_tagged)
                };
                let nodes = self.of_fields(index).iter().zip(fields).filter(is_node);
                targets.extend(nodes.map(|(target, _)| *target));
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

/// Parses a reference.
///
/// # Errors
/// If the reference is not an index, or is out of range.
#[inline]
pub(crate) fn target(
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
    // The parser reads a number that does not fit as the largest number.
    let found = if found == u32::MAX as usize { "a larger number".into() } else { found.to_string() };
    GraphError::Index { node: document.location(index), part, count: document.len(), found }
}
