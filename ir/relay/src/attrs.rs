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
//! # Ok::<(), objet::ReflectError>(())
//! ```

mod activation;
mod algorithm;
mod annotation;
mod arithmetic;
mod arrange;
mod bitserial;
mod conv;
mod creation;
mod dense;
mod ethosu;
mod external;
mod image;
mod indexing;
mod lowered;
mod memory;
mod normalization;
mod padding;
mod pooling;
mod qnn;
mod reduce;
mod resize;
mod shape;
mod test;
mod vision;
mod winograd;

use objet::prelude::*;
use objet_ir::expr::{FloatImm, PrimExpr};

pub use activation::*;
pub use algorithm::*;
pub use annotation::*;
pub use arithmetic::*;
pub use arrange::*;
pub use bitserial::*;
pub use conv::*;
pub use creation::*;
pub use dense::*;
pub use ethosu::*;
pub use external::*;
pub use image::*;
pub use indexing::*;
pub use lowered::*;
pub use memory::*;
pub use normalization::*;
pub use padding::*;
pub use pooling::*;
pub use qnn::*;
pub use reduce::*;
pub use resize::*;
pub use shape::*;
pub use test::*;
pub use vision::*;
pub use winograd::*;

/// Converts the numbers to immediates of type `int32`.
fn integers<T: IsObjectRef + From<i32>, const N: usize>(numbers: [i32; N]) -> Array<T> {
    numbers.map(T::from).into()
}

/// Converts the numbers to immediates of type `float32`.
fn floats<const N: usize>(numbers: [f32; N]) -> Array<PrimExpr> {
    numbers.map(|number| FloatImm::from(number).upcast()).into()
}
