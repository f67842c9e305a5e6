//! The cases over whole graphs: comparing, hashing, saving and loading them.
//!
//! The peers have trees only: what is shared is written, read and compared once for each reference.

mod bevy_tree;
mod compare;
mod file;
mod load;
mod save;
mod typetag_tree;

pub use file::File;
pub(crate) use file::SKIP;

use crate::case::Case;
use crate::graph_nodes::{dag, tree};
use crate::networks::network;

/// How many nodes the graphs have.
#[derive(Clone, Copy)]
pub struct Counts {
    /// Those of most cases.
    pub nodes: usize,
    /// Those of the graphs that are to take as long for each node as larger ones.
    pub small: usize,
    /// Those of the larger ones.
    pub large: usize,
}

impl Counts {
    /// What the table of ratios is about.
    pub const FULL: Self = Self { nodes: 100_000, small: 4_000, large: 400_000 };
    /// Just enough to see that all cases work, and to count instructions.
    pub const QUICK: Self = Self { nodes: 1_000, small: 100, large: 2_000 };
}

/// The graphs that are saved and loaded, as files.
pub fn files(count: usize) -> Vec<File> {
    vec![File::of("tree", count, &tree(count)), File::of("DAG", count, &dag(count)), network()]
}

/// All cases over graphs. Those that allocate least come first, so that all objects they are about lie side by side.
pub fn graph_cases(counts: Counts) -> Vec<Case> {
    let mut cases = compare::cases(counts);
    for file in files(counts.nodes) {
        cases.push(save::case(&file));
        cases.push(load::case(&file));
    }
    cases.push(save::peers(counts.nodes));
    cases.push(load::peers(counts.nodes));
    cases
}
