//! Cases of comparing two equal graphs, and of hashing one. `typetag` has no hash, and
//! `bevy_reflect` has only that of types which derive `Hash`.

use objet::compare::structural_hash;
use objet::prelude::*;
use objet::structural_equal;

use super::Counts;
use super::bevy_tree::BevyTree;
use crate::case::{Case, Contestant, Goal};
use crate::graph_nodes::{closed_tree, dag, tree};

const DERIVED: &str = "derived";
const SMALL: &str = "small DAG";

/// Returns these cases: two trees, compared with `derive(PartialEq)` of a closed enum; two DAGs of
/// two sizes, with equal sharing; the hash of a tree and of a DAG.
pub(super) fn cases(counts: Counts) -> Vec<Case> {
    let count = counts.nodes;
    let (lhs, rhs) = (tree(count), tree(count));
    let (closed_lhs, closed_rhs) = (closed_tree(count), closed_tree(count));
    let (bevy_lhs, bevy_rhs) = (BevyTree::new(count), BevyTree::new(count));
    let trees = Case::new(
        "structural_equal, trees",
        &[Goal::Times(DERIVED, 2.5)],
        Contestant::over("objet", count, move || structural_equal(&lhs, &rhs).into()),
        vec![
            Contestant::over(DERIVED, count, move || (closed_lhs == closed_rhs).into()),
            Contestant::over("bevy_reflect", count, move || bevy_lhs.equals(&bevy_rhs).into()),
        ],
    );
    let dags =
        Case::new("structural_equal, DAGs", &[Goal::Nanoseconds(80.0)], dags("objet", count), Vec::new());
    let large = Case::new(
        "structural_equal, DAGs, large beside small",
        &[Goal::Nanoseconds(80.0), Goal::Times(SMALL, 1.0)],
        self::dags("objet", counts.large),
        vec![self::dags(SMALL, counts.small)],
    );
    let hash_of_tree = hash("structural_hash, tree", count, tree(count));
    let hash_of_dag = hash("structural_hash, DAG", count, dag(count));
    vec![trees, dags, large, hash_of_tree, hash_of_dag]
}

fn dags(name: &'static str, count: usize) -> Contestant {
    let (lhs, rhs) = (dag(count), dag(count));
    Contestant::over(name, count, move || structural_equal(&lhs, &rhs).into())
}

fn hash(what: &str, count: usize, root: impl IsObjectRef) -> Case {
    let ours = Contestant::over("objet", count, move || structural_hash(&root));
    Case::new(what, &[Goal::Nanoseconds(30.0)], ours, Vec::new())
}
