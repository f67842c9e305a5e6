//! Graphs to look at: drawings and trees.

mod shapes;
mod svg;
mod tree;
