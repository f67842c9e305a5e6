//! Type inference of programs.

mod depth;
mod matches;
mod pairs;
mod places;
