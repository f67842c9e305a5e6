//! Functions that compute tensors from tensors, as tensor expressions.
//!
//! Each function returns a new tensor, whose operation has the name and the tag that TVM's function
//! of the same name gives it. Schedules recognize operations by their tags.
//!
//! ```
//! use objet::DataType;
//! use objet_tir::te::Tensor;
//! use objet_tir::topi;
//!
//! let a = Tensor::placeholder("a", [2.into(), 3.into()], DataType::float(32));
//! let b = Tensor::placeholder("b", [3.into()], DataType::float(32));
//! let sum = topi::add(&a, &b)?;
//! assert_eq!((sum.op.name.as_str(), sum.op.tag.as_str()), ("T_add", "broadcast"));
//! assert_eq!(objet::text::as_repr(Some(&sum.shape)), "[2, 3]");
//! # Ok::<(), objet_ir::ConstructError>(())
//! ```

mod broadcast;
mod compute;
mod elementwise;
mod fast;
mod globals;
mod image;
mod index;
mod join;
mod layout;
mod pad;
mod pool;
mod pool_globals;
mod pool_grad;
mod reduce;
mod shape;
mod slice;
mod softmax;
mod space;
mod transform;

pub use broadcast::*;
pub use elementwise::*;
pub use fast::*;
pub use image::*;
pub use index::*;
pub use join::*;
pub use layout::*;
pub use pad::*;
pub use pool::*;
pub use pool_grad::*;
pub use reduce::*;
pub use shape::*;
pub use slice::*;
pub use softmax::*;
pub use space::*;
pub use transform::*;
