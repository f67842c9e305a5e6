//! The operators of neural networks: `nn.*`.

mod activation;
mod bias_add;
mod conv;
mod conv_algorithm;
mod loss;
mod matrix;
mod norm;
mod pool;
mod space;

pub use activation::{dropout, leaky_relu, log_softmax, relu, softmax};
pub use bias_add::bias_add;
pub use conv::{conv2d, conv2d_transpose};
pub use matrix::{batch_matmul, dense};
pub use norm::{batch_norm, layer_norm};
pub use pool::{adaptive_avg_pool2d, avg_pool2d, global_avg_pool2d, global_max_pool2d, max_pool2d};
pub use space::{batch_flatten, pad, upsampling};
