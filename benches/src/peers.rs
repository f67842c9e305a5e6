//! Other crates: 16 structs of 16 bytes behind an `Arc`, which adds 16 bytes of counts.

use std::any::Any;
use std::sync::Arc;

use bevy_reflect::Reflect;
use downcast_rs::{DowncastSync, impl_downcast};

/// A user's trait that supports `downcast-rs`.
pub trait Node: DowncastSync {}
impl_downcast!(sync Node);

macro_rules! leaves {
    ($($leaf:ident)*) => {
        $(
            /// A leaf.
            #[derive(Reflect)]
            pub struct $leaf {
                /// The field that a base would have.
                pub span: u64,
                /// A field of the leaf.
                pub value: u64,
            }

            impl Node for $leaf {}
        )*

        /// Returns an object of the leaf type with the index `leaf`, for `std::any`.
        pub(crate) fn any(leaf: usize, value: u64) -> Arc<dyn Any + Send + Sync> {
            const MAKE: [fn(u64) -> Arc<dyn Any + Send + Sync>; crate::plan::LEAVES] =
                [$(|value| Arc::new($leaf { span: value, value })),*];
            MAKE[leaf](value)
        }

        /// Returns an object of the leaf type with the index `leaf`, for `bevy_reflect`.
        pub(crate) fn reflect(leaf: usize, value: u64) -> Arc<dyn Reflect> {
            const MAKE: [fn(u64) -> Arc<dyn Reflect>; crate::plan::LEAVES] =
                [$(|value| Arc::new($leaf { span: value, value })),*];
            MAKE[leaf](value)
        }

        /// Returns an object of the leaf type with the index `leaf`, for `downcast-rs`.
        pub(crate) fn node(leaf: usize, value: u64) -> Arc<dyn Node> {
            const MAKE: [fn(u64) -> Arc<dyn Node>; crate::plan::LEAVES] =
                [$(|value| Arc::new($leaf { span: value, value })),*];
            MAKE[leaf](value)
        }
    };
}

leaves!(Add Sub Mul Div Min Max Load Select Let For While If Assert Block Store Return);

/// The leaf that checks test for.
pub(crate) type Target = Div;
