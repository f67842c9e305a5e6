//! Vectors for the loop nests of the crate `loops`: a node, its functions in the passes of `loops`,
//! and a pass of its own.

mod ramp;
mod vectorize;

pub use ramp::{Ramp, RampNode};
pub use vectorize::vectorize;
