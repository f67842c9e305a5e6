//! The tree of the benchmarks, with `bevy_reflect`.
//!
//! `bevy_reflect` does less than Objet: the tree is one closed type, and recursion limits its
//! depth. The children are in a `Vec`, because reflection does not look into boxes and shared
//! pointers.

use bevy_reflect::serde::{TypedReflectDeserializer, TypedReflectSerializer};
use bevy_reflect::{FromReflect, PartialReflect, Reflect, TypeRegistry};
use serde::de::DeserializeSeed;

use crate::graph_nodes::{fold_tree, name};

#[derive(Reflect)]
#[reflect(no_field_bounds)]
struct BevyNode {
    children: Vec<BevyNode>,
    value: i64,
    name: String,
}

/// A tree and its type registry.
pub(super) struct BevyTree {
    root: BevyNode,
    registry: TypeRegistry,
}

impl BevyTree {
    pub(super) fn new(count: usize) -> Self {
        let mut registry = TypeRegistry::default();
        registry.register::<BevyNode>();
        let root = fold_tree(count, |left, right, index| BevyNode {
            children: left.into_iter().chain(right).collect(),
            value: index as i64,
            name: name(index),
        });
        Self { root, registry }
    }

    pub(super) fn equals(&self, other: &Self) -> bool {
        self.root.reflect_partial_eq(&other.root).unwrap_or_default()
    }

    pub(super) fn save(&self) -> String {
        let serializer = TypedReflectSerializer::new(&self.root, &self.registry);
        serde_json::to_string(&serializer)
            .unwrap_or_else(|error| panic!("bevy_reflect cannot write: {error}"))
    }

    /// Reads a tree. `bevy_reflect` reads a dynamic value first.
    pub(super) fn load(&self, text: &str) -> impl Sized + use<> {
        let deserializer = TypedReflectDeserializer::of::<BevyNode>(&self.registry);
        let dynamic = deserializer
            .deserialize(&mut serde_json::Deserializer::from_str(text))
            .unwrap_or_else(|error| panic!("bevy_reflect cannot read: {error}"));
        BevyNode::from_reflect(&*dynamic)
    }
}
