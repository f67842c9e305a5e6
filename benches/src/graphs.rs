//! Cases over whole graphs: comparing, hashing, saving and loading.
//!
//! The peers support only trees: they write, read and compare a shared node once for each
//! reference.

mod bevy_tree;
mod compare;
mod file;
mod formats;
mod load;
mod save;
mod tvm_ffi;
mod typetag_tree;

pub use file::File;
pub(crate) use file::SKIP;

use crate::case::Case;
use crate::graph_nodes::{dag, tree};
use crate::networks::network;

/// The numbers of nodes in the graphs.
#[derive(Clone, Copy)]
pub struct Counts {
    /// The number for most cases.
    pub nodes: usize,
    /// The number for small graphs, whose time for each node must equal that of large graphs.
    pub small: usize,
    /// The number for large graphs.
    pub large: usize,
}

impl Counts {
    /// The numbers for the tables.
    pub const FULL: Self = Self { nodes: 100_000, small: 4_000, large: 400_000 };
    /// Small numbers, for tests and for counting instructions.
    pub const QUICK: Self = Self { nodes: 1_000, small: 100, large: 2_000 };
}

/// Returns the graphs of the cases for saving and loading.
pub fn files(count: usize) -> Vec<File> {
    vec![File::of("tree", count, &tree(count)), File::of("DAG", count, &dag(count)), network()]
}

/// Returns all cases over graphs. Cases with few allocations come first, so that their objects are
/// adjacent in memory.
pub fn graph_cases(counts: Counts) -> Vec<Case> {
    let mut cases = compare::cases(counts);
    for file in files(counts.nodes) {
        cases.push(save::case(&file));
        cases.push(load::case(&file));
    }
    cases.extend(tvm_ffi::cases(counts.nodes));
    cases.extend(files(counts.nodes).iter().flat_map(formats::cases));
    cases.push(save::peers(counts.nodes));
    cases.push(load::peers(counts.nodes));
    cases
}
