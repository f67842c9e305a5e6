//! Which attribute of a node goes to which field, worked out once for each list of attribute names that nodes of a type
//! have.

use std::collections::HashMap;

use super::kinds::{Kind, Kinds};
use crate::field::Field;
use crate::graph::document::{Document, Node};
use crate::graph::error::GraphError;
use crate::reflection::Reflection;

/// Stands where a class could for a reference to a node, if that is known of the attribute.
pub(crate) const REFERENCE: u32 = u32::MAX;
/// The same for a reference to a tensor.
pub(crate) const TENSOR: u32 = u32::MAX - 1;
/// The same for what is no reference.
pub(crate) const TEXT: u32 = u32::MAX - 2;

/// What stands where a class could for an attribute that there is a field for.
fn class_of_field(field: &Field) -> u32 {
    match field.is_reference() {
        false => TEXT,
        true if field.is_tensor() => TENSOR,
        true => REFERENCE,
    }
}

/// The plans for all nodes of known types that have fields, and the classes of the attributes of the others.
pub(crate) struct Plans {
    /// For each field, in the order in which they are visited, the place of its attribute in the node; or for each
    /// attribute of an unknown type, in ascending order of the names, its place and its class. So it makes no difference
    /// in which order a file has them.
    entries: Vec<u32>,
    /// Where the entries begin, by type key and shape.
    starts: HashMap<(u32, u32), usize, foldhash::fast::RandomState>,
    /// For each type key the shape that its first node has, and where the entries for it begin.
    first: Vec<Option<(u32, usize)>>,
}

impl Plans {
    /// Plans how all nodes of a document are made.
    ///
    /// # Errors
    /// If a node has no attribute for some field.
    pub(super) fn of(document: &Document, kinds: &Kinds) -> Result<Self, GraphError> {
        let first = vec![None; document.type_key_count()];
        let mut plans = Self { entries: Vec::new(), starts: HashMap::default(), first };
        let mut classes = HashMap::<_, _, foldhash::fast::RandomState>::default();
        for (index, node) in document.nodes().enumerate() {
            let kind = kinds.get(node);
            if !matches!(kind, Kind::Fields(..) | Kind::Unknown(_)) || plans.find(node).is_some() {
                continue;
            }
            let start = plans.entries.len();
            match kind {
                Kind::Fields(of) => {
                    let reflection = of.reflection();
                    plans.entries.resize(start + reflection.fields().len(), u32::MAX);
                    for (place, name) in node.names().iter().enumerate() {
                        if let Some(position) = reflection.find(document.name(*name)) {
                            plans.entries[start + position] = place as u32;
                        }
                    }
                    let missing = plans.entries[start..].iter().position(|place| *place == u32::MAX);
                    if let Some(position) = missing {
                        let field = &reflection.fields()[position];
                        let (attr, expected) = (field.name(), field.type_name());
                        return Err(GraphError::MissingAttr { node: document.place(index), attr, expected });
                    }
                }
                Kind::Unknown(reflection) => {
                    let name = |place: u32| node.names()[place as usize];
                    let mut places: Vec<_> = (0..node.names().len() as u32).collect();
                    places.sort_unstable_by_key(|place| document.name(name(*place)));
                    for place in places {
                        let field = reflection.and_then(|all| all.field(document.name(name(place))).ok());
                        let class = field.map_or_else(
                            || {
                                let next = classes.len() as u32;
                                *classes.entry((node.type_key(), name(place))).or_insert(next)
                            },
                            class_of_field,
                        );
                        plans.entries.extend([place, class]);
                    }
                }
                _ => {}
            }
            plans.starts.insert((node.type_key(), node.shape()), start);
            plans.first[node.type_key() as usize].get_or_insert((node.shape(), start));
        }
        Ok(plans)
    }

    /// For each field of a node, in the order in which they are visited, the place of its attribute.
    #[inline]
    pub(crate) fn places(&self, node: Node<'_>, reflection: &'static Reflection) -> &[u32] {
        self.get(node, reflection.fields().len())
    }

    /// The attributes of a node of an unknown type in ascending order of their names: their places, classes and texts.
    pub(crate) fn attrs<'a>(&self, node: Node<'a>) -> impl Iterator<Item = (usize, u32, &'a str)> {
        self.get(node, 2 * node.names().len()).as_chunks().0.iter().map(move |[place, class]| {
            let place = *place as usize;
            (place, *class, node.value(place).unwrap_or_default())
        })
    }

    #[inline]
    fn get(&self, node: Node<'_>, length: usize) -> &[u32] {
        match self.find(node) {
            Some(start) => &self.entries[start..start + length],
            None => &[],
        }
    }

    #[inline]
    fn find(&self, node: Node<'_>) -> Option<usize> {
        match self.first[node.type_key() as usize] {
            Some((shape, start)) if shape == node.shape() => Some(start),
            _ => self.starts.get(&(node.type_key(), node.shape())).copied(),
        }
    }
}
