//! Text of nodes: for readers, for front ends, and in a form that the nodes declare.

pub use objet_reflection::{Displayed, Printed, ReprPrinter, as_repr};
