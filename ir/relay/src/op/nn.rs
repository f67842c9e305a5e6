//! Operators of neural networks: `nn.*`.

mod activation;
mod bias_add;
pub(crate) mod conv;
mod conv_algorithm;
mod loss;
pub(crate) mod matrix;
pub(crate) mod norm;
mod pool;
pub(crate) mod space;

pub use activation::*;
pub use bias_add::*;
pub use conv::*;
pub use conv_algorithm::*;
pub use loss::*;
pub use matrix::*;
pub use norm::*;
pub use pool::*;
pub use space::*;
