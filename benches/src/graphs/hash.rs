//! Hashing a graph. `typetag` gives no hash, and `bevy_reflect` none but that of a `Hash` which the type derives.

use objet::prelude::*;
use objet::structural_hash;

use crate::case::{Case, Goal, Side};
use crate::graph_nodes::{dag, tree};

/// A tree and a DAG.
pub(super) fn cases(count: usize) -> Vec<Case> {
    vec![case("structural_hash, tree", count, tree(count)), case("structural_hash, DAG", count, dag(count))]
}

fn case(what: &str, count: usize, root: impl IsObjectRef) -> Case {
    let ours = Side::over("objet", count, move || structural_hash(&root));
    Case::new(what, &[Goal::Nanoseconds(30.0)], ours, Vec::new())
}
