//! Cases of loading a graph from text. The drop of the graph does not count.

use super::bevy_tree::BevyTree;
use super::file::{File, SKIP};
use super::typetag_tree::TypetagTree;
use crate::case::{Case, Contestant, Goal};
use crate::graph_nodes::tree;

/// Returns the case of loading a file, compared with skipping its text.
pub(super) fn case(file: &File) -> Case {
    let ours = file.clone();
    let ours = Contestant::making("objet", file.nodes, move || ours.load());
    Case::new(format!("load, {}", file.name), &[Goal::Times(SKIP, 3.5)], ours, vec![file.skip()])
}

/// Returns the case of loading a tree, compared with other crates, each from its own format.
pub(super) fn peers(count: usize) -> Case {
    let file = File::of("tree", count, &tree(count));
    let typetag = TypetagTree::new(count).save();
    let bevy = BevyTree::new(count);
    let bevy_text = bevy.save();
    Case::new(
        "load, tree, each from its own form",
        &[],
        Contestant::making("objet", count, move || file.load()),
        vec![
            Contestant::making("typetag", count, move || TypetagTree::load(&typetag)),
            Contestant::making("bevy_reflect", count, move || bevy.load(&bevy_text)),
        ],
    )
}
