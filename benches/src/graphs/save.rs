//! Cases of saving a graph as text.

use objet::save_json;

use super::bevy_tree::BevyTree;
use super::file::{File, SKIP};
use super::typetag_tree::TypetagTree;
use crate::case::{Case, Contestant, Goal};
use crate::graph_nodes::tree;

/// Returns the case of saving a graph, compared with skipping its text.
pub(super) fn case(file: &File) -> Case {
    let root = file.load();
    let ours = Contestant::making("objet", file.nodes, move || save_json(&root).ok());
    Case::new(format!("save, {}", file.name), &[Goal::Times(SKIP, 2.0)], ours, vec![file.skip()])
}

/// Returns the case of saving a tree, compared with other crates, each in its own format.
pub(super) fn peers(count: usize) -> Case {
    let root = tree(count);
    let (typetag, bevy) = (TypetagTree::new(count), BevyTree::new(count));
    Case::new(
        "save, tree, each in its own form",
        &[],
        Contestant::making("objet", count, move || save_json(&root).ok()),
        vec![
            Contestant::making("typetag", count, move || typetag.save()),
            Contestant::making("bevy_reflect", count, move || bevy.save()),
        ],
    )
}
