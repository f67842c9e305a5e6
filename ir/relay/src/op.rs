//! The operators of relay, each with a function that makes calls of it.
//!
//! The function of the operator `nn.conv2d` is [`nn::conv2d`]: it takes the inputs and, if calls have attributes, these
//! ([`IntoAttrs`](objet_ir::attrs::IntoAttrs)). A user's own operators are declared in the same way, by
//! [`operators!`](crate::operators!).
//!
//! ```
//! use objet_ir::attrs;
//! use objet_relay::expr::Var;
//! use objet_relay::op::{add, nn};
//!
//! let [x, weight, bias] = ["x", "weight", "bias"].map(|name| Var::new(name, None, None));
//! let conv = nn::conv2d(x.clone(), weight, attrs! { channels: 16, kernel_size: [3, 3], padding: [1, 1] })?;
//! let y = nn::relu(nn::bias_add(conv, bias, attrs! {})?)?;
//! let sum = add(x, y)?;
//! assert_eq!(sum.as_op().unwrap().name, "add");
//! # Ok::<(), objet_ir::op::OpError>(())
//! ```

mod algorithm;
pub mod annotation;
mod binary;
mod broadcast;
mod call;
pub mod contrib;
mod create;
mod declare;
mod dtype;
pub mod dynamic;
pub mod image;
mod index;
mod join;
mod layout;
mod maker;
pub mod memory;
pub mod nn;
pub mod qnn;
pub mod random;
mod reduce;
mod relations;
mod sparse;
mod unary;
pub mod vision;
pub mod vm;

pub use algorithm::*;
pub use binary::*;
pub use broadcast::*;
pub use call::OpExt;
pub use create::*;
pub use dtype::*;
pub use index::*;
pub use join::*;
pub use layout::*;
#[doc(hidden)]
pub use maker::{Maker, Param};
pub use reduce::*;
pub use sparse::*;
pub use unary::*;
