//! Drawings and trees of graphs.

mod shapes;
mod svg;
mod tree;
