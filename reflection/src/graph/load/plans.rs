//! The assignment of attributes to fields. It is computed once for each list of attribute names of
//! each type.

use std::collections::HashMap;

use super::kinds::{Kind, Kinds};
use super::upgrade::{missing_attr, two_names, unknown_attr};
use crate::field::Field;
use crate::graph::document::{Document, Node};
use crate::graph::error::GraphError;
use crate::graph::opaque::keep::Keep;
use crate::graph::value_nodes::DATA;

/// Replaces the class of an attribute that is known to be a reference to a node.
pub(crate) const REFERENCE: u32 = u32::MAX;
/// Replaces the class of an attribute that is known to be a reference to a tensor.
pub(crate) const TENSOR: u32 = u32::MAX - 1;
/// Replaces the class of an attribute that is known not to be a reference.
pub(crate) const TEXT: u32 = u32::MAX - 2;

/// Replaces the index of the attribute of a field that the node has no attribute for.
pub(crate) const ABSENT: u32 = u32::MAX;

/// Returns the replacement of a class for the attribute of a known field.
fn class_of_field(field: &Field, is_tvm_ffi: bool) -> u32 {
    match field.is_reference() {
        false if is_tvm_ffi && field.is_node() => REFERENCE,
        false => TEXT,
        true if field.is_tensor() && !is_tvm_ffi => TENSOR,
        true => REFERENCE,
    }
}

/// The plans of all nodes with fields, and the attribute classes of nodes with unknown types.
pub(crate) struct Plans {
    /// For known types: for each field in visiting order, the index of its attribute in the node,
    /// or [`ABSENT`].
    /// For unknown types: for each attribute in ascending order of the names, its index and its
    /// class. So the order of attributes in the file does not matter. In the format of tvm-ffi, the
    /// order of the file proves meanings, so the entries keep that order.
    entries: Vec<u32>,
    /// The start and the end of the entries of each shape.
    ranges: Vec<(usize, usize)>,
    /// The number of classes, which are numbered from 0.
    class_count: usize,
}

impl Plans {
    /// Creates the plans of all nodes of a document.
    ///
    /// # Errors
    /// If a node has an attribute without a field, two attributes for one field, or no attribute
    /// for a field that needs one.
    pub(super) fn of(
        document: &Document,
        kinds: &Kinds,
        keep: Option<&'static dyn Keep>,
    ) -> Result<Self, GraphError> {
        let ranges = vec![(0, 0); document.shape_count()];
        let mut plans = Self { entries: Vec::new(), ranges, class_count: 0 };
        let mut classes =
            HashMap::with_capacity_and_hasher(document.shape_count(), foldhash::fast::RandomState::default());
        for (index, node) in kinds.firsts(document) {
            let kind = kinds.get(node);
            let start = plans.entries.len();
            match kind {
                Kind::Fields(of) => {
                    let reflection = of.reflection();
                    plans.entries.resize(start + reflection.fields().len(), ABSENT);
                    for (attr_index, name) in node.names().iter().enumerate() {
                        let name = document.name(*name);
                        let Some(position) = reflection.find_stored(name) else {
                            return Err(unknown_attr(document, index, reflection, name));
                        };
                        let entry = &mut plans.entries[start + position];
                        if *entry != ABSENT {
                            let other = document.name(node.names()[*entry as usize]);
                            return Err(two_names(
                                document,
                                index,
                                &reflection.fields()[position],
                                other,
                                name,
                            ));
                        }
                        *entry = attr_index as u32;
                    }
                    let fields = plans.entries[start..].iter().zip(reflection.fields());
                    let is_missing = |(attr_index, field): &(&u32, &Field)| {
                        **attr_index == ABSENT && field.if_missing().is_none()
                    };
                    if let Some((_, field)) = { fields }.find(is_missing) {
                        return Err(missing_attr(document, index, field));
                    }
                }
                Kind::Unknown(_) | Kind::Upgraded(_) => {
                    let reflection = kind.reflection();
                    let name = |attr_index: u32| node.names()[attr_index as usize];
                    let attr_indices = match keep {
                        Some(keep) if !document.is_tvm_ffi() => keep.by_name(document, node),
                        _ => (0..node.names().len() as u32).collect(),
                    };
                    for attr_index in attr_indices {
                        let position = reflection
                            .and_then(|reflection| reflection.find_stored(document.name(name(attr_index))));
                        let field = reflection.zip(position).map(|(all, position)| &all.fields()[position]);
                        let class = field.map_or_else(
                            || {
                                let next = classes.len() as u32;
                                *classes.entry((node.type_key(), name(attr_index))).or_insert(next)
                            },
                            |field| class_of_field(field, document.is_tvm_ffi()),
                        );
                        plans.entries.extend([attr_index, class]);
                    }
                }
                Kind::Null
                | Kind::Text
                | Kind::Array
                | Kind::Map
                | Kind::Shape
                | Kind::Special(_)
                | Kind::Tensor
                | Kind::Bytes(_) => {
                    let mut names = node.names().iter().map(|name| document.name(*name));
                    let is_unknown = |name: &&str| !(matches!(kind, Kind::Tensor) && *name == DATA);
                    if let Some(name) = names.find(is_unknown) {
                        return Err(kind.unused(document, index, format!("the attribute `{name}`")));
                    }
                }
            }
            plans.ranges[node.shape() as usize] = (start, plans.entries.len());
        }
        plans.class_count = classes.len();
        Ok(plans)
    }

    /// Returns the number of classes of attributes whose meaning no field determines.
    pub(crate) fn class_count(&self) -> usize {
        self.class_count
    }

    /// Returns the index of the attribute for each field of a node, or [`ABSENT`], in visiting
    /// order.
    #[inline]
    pub(crate) fn attr_indices(&self, node: Node<'_>) -> &[u32] {
        let (start, end) = self.ranges[node.shape() as usize];
        &self.entries[start..end]
    }

    /// Returns the index, the class and the string of each attribute of a node of an unknown type,
    /// in ascending order of the names. In the format of tvm-ffi, the order is that of the file.
    pub(crate) fn attrs<'a>(&self, node: Node<'a>) -> impl Iterator<Item = (usize, u32, &'a str)> {
        let text = move |attr| node.text(attr).unwrap_or_default();
        self.classes(node).map(move |(attr, class)| (attr, class, text(attr)))
    }

    /// Returns the index and the class of each attribute of a node of an unknown type, in the order
    /// of [`Plans::attrs`].
    #[inline]
    pub(crate) fn classes(&self, node: Node<'_>) -> impl ExactSizeIterator<Item = (usize, u32)> {
        let entries = self.attr_indices(node).as_chunks().0;
        entries.iter().map(|[attr, class]| (*attr as usize, *class))
    }
}
