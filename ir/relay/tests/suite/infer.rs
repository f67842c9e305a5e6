//! Type inference of programs.

mod depth;
