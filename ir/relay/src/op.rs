//! The operators of relay, each with a function that creates calls of the operator.
//!
//! The function for the operator `nn.conv2d` is [`nn::conv2d`]. It takes the inputs and, for
//! operators with attributes, the attributes ([`IntoAttrs`](objet_ir::attrs::IntoAttrs)). User
//! operators are declared in the same way, with [`operators!`](crate::operators!).
//!
//! ```
//! use objet_ir::attrs;
//! use objet_relay::expr::Var;
//! use objet_relay::op::{add, nn};
//!
//! let [x, weight, bias] = ["x", "weight", "bias"].map(|name| Var::new(name, None, None));
//! let attrs = attrs! { channels: 16, kernel_size: [3, 3], padding: [1, 1] };
//! let conv = nn::conv2d(x.clone(), weight, attrs)?;
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
pub(crate) mod compute;
pub mod contrib;
mod create;
mod declare;
mod dtype;
pub mod dynamic;
mod elementwise;
mod gradient;
pub mod image;
mod index;
pub mod infer_layout;
mod join;
mod layout;
pub mod memory;
pub mod nn;
mod op_constructor;
pub mod qnn;
pub mod random;
mod reduce;
pub mod relation;
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
pub use gradient::{GradientError, gradients_of};
pub use index::*;
pub use join::*;
pub use layout::*;
#[doc(hidden)]
pub use op_constructor::{OpConstructor, Param};
pub use reduce::*;
pub use sparse::*;
pub use unary::*;
