//! The tree of the benchmarks, with `typetag`, which serializes trait objects with serde.
//!
//! `typetag` does less than Objet: it writes a shared node once for each reference, and recursion
//! limits the depth of graphs, with an error or a stack overflow.

use serde::{Deserialize, Serialize};

use crate::graph_nodes::{fold_tree, name};

/// An open set of node types.
#[typetag::serde]
trait Node {}

type Child = Option<Box<dyn Node>>;

#[derive(Serialize, Deserialize)]
struct TypetagNode {
    left: Child,
    right: Child,
    value: i64,
    name: String,
}

#[typetag::serde]
impl Node for TypetagNode {}

/// A tree of boxed trait objects.
pub(super) struct TypetagTree(Box<dyn Node>);

impl TypetagTree {
    pub(super) fn new(count: usize) -> Self {
        Self(fold_tree(count, |left, right, index| -> Box<dyn Node> {
            Box::new(TypetagNode { left, right, value: index as i64, name: name(index) })
        }))
    }

    pub(super) fn save(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_else(|error| panic!("typetag cannot write: {error}"))
    }

    pub(super) fn load(text: &str) -> Self {
        Self(serde_json::from_str(text).unwrap_or_else(|error| panic!("typetag cannot read: {error}")))
    }
}
