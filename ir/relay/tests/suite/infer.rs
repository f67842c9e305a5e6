//! Type inference of programs.

mod depth;
mod pairs;
