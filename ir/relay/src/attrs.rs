//! The attributes of relay's operators: one node type for each kind, with defaults for optional
//! fields.
//!
//! The constructor of each node type takes the fields that have no default. Other fields are set
//! afterwards.
//!
//! ```
//! use objet::prelude::*;
//! use objet_relay::attrs::{Conv2DAttrs, Conv2DAttrsNode};
//!
//! let mut attrs = Conv2DAttrsNode::new();
//! attrs.channels = Some(64.into());
//! attrs.kernel_size = Some([3.into(), 3.into()].into());
//! let attrs = Conv2DAttrs::from(make_object(attrs));
//! assert_eq!((attrs.groups, attrs.strides.len()), (1, 2));
//! ```
//!
//! `make_node` creates a node by name. It also checks the bounds of values, and reports missing
//! required fields.
//!
//! ```
//! use objet::make_node;
//! use objet_relay::attrs::BiasAddAttrsNode;
//!
//! let attrs = make_node("relay.attrs.BiasAddAttrs", [])?;
//! assert_eq!(attrs.as_node::<BiasAddAttrsNode>().unwrap().axis, 1);
//!
//! let error = make_node("relay.attrs.LeakyReluAttrs", [("alpha", (-0.5).into())]).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "relay.attrs.LeakyReluAttrs.alpha: expected at least 0.0, found -0.5"
//! );
//! # Ok::<(), objet::fields::ReflectError>(())
//! ```

mod activation_attrs;
mod algorithm_attrs;
mod annotation_attrs;
mod arithmetic_attrs;
mod arrange_attrs;
mod bitserial_attrs;
mod conv_attrs;
mod creation_attrs;
mod dense_attrs;
mod ethosu_attrs;
mod external_attrs;
mod image_attrs;
mod indexing_attrs;
mod lowered_attrs;
mod memory_attrs;
mod normalization_attrs;
mod padding_attrs;
mod pooling_attrs;
mod qnn_attrs;
mod reduce_attrs;
mod resize_attrs;
mod rewritten_layout;
mod shape_attrs;
mod test_attrs;
mod vision_attrs;
mod winograd_attrs;

use objet::prelude::*;
use objet_ir::expr::{FloatImm, PrimExpr};

pub use activation_attrs::*;
pub use algorithm_attrs::*;
pub use annotation_attrs::*;
pub use arithmetic_attrs::*;
pub use arrange_attrs::*;
pub use bitserial_attrs::*;
pub use conv_attrs::*;
pub use creation_attrs::*;
pub use dense_attrs::*;
pub use ethosu_attrs::*;
pub use external_attrs::*;
pub use image_attrs::*;
pub use indexing_attrs::*;
pub use lowered_attrs::*;
pub use memory_attrs::*;
pub use normalization_attrs::*;
pub use padding_attrs::*;
pub use pooling_attrs::*;
pub use qnn_attrs::*;
pub use reduce_attrs::*;
pub use resize_attrs::*;
pub use shape_attrs::*;
pub use test_attrs::*;
pub use vision_attrs::*;
pub use winograd_attrs::*;

/// Converts the numbers to immediates of type `int32`.
fn integers<T: IsObjectRef + From<i32>, const N: usize>(numbers: [i32; N]) -> Array<T> {
    numbers.map(T::from).into()
}

/// Converts the numbers to immediates of type `float32`.
fn floats<const N: usize>(numbers: [f32; N]) -> Array<PrimExpr> {
    numbers.map(|number| FloatImm::from(number).upcast()).into()
}
