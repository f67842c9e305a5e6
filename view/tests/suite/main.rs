//! Drawings and trees of graphs.

mod one_call;
mod shapes;
mod svg;
mod tree;
