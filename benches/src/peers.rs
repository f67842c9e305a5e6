//! What people use today: 16 structs of 16 bytes behind an `Arc`, whose counts make it 32.

use std::any::Any;
use std::sync::Arc;

use bevy_reflect::Reflect;
use downcast_rs::{DowncastSync, impl_downcast};

/// A trait of the user that can be downcast by `downcast-rs`.
pub trait Node: DowncastSync {}
impl_downcast!(sync Node);

macro_rules! leaves {
    ($($leaf:ident)*) => {
        $(
            /// A leaf.
            #[derive(Reflect)]
            pub struct $leaf {
                /// What a base would have.
                pub span: u64,
                /// A field of the leaf.
                pub value: u64,
            }

            impl Node for $leaf {}
        )*

        /// An object of the leaf type of that number, for `std::any`.
        pub(crate) fn any(leaf: usize, value: u64) -> Arc<dyn Any + Send + Sync> {
            const MAKE: [fn(u64) -> Arc<dyn Any + Send + Sync>; crate::plan::LEAVES] =
                [$(|value| Arc::new($leaf { span: value, value })),*];
            MAKE[leaf](value)
        }

        /// An object of the leaf type of that number, for `bevy_reflect`.
        pub(crate) fn reflect(leaf: usize, value: u64) -> Arc<dyn Reflect> {
            const MAKE: [fn(u64) -> Arc<dyn Reflect>; crate::plan::LEAVES] =
                [$(|value| Arc::new($leaf { span: value, value })),*];
            MAKE[leaf](value)
        }

        /// An object of the leaf type of that number, for `downcast-rs`.
        pub(crate) fn node(leaf: usize, value: u64) -> Arc<dyn Node> {
            const MAKE: [fn(u64) -> Arc<dyn Node>; crate::plan::LEAVES] =
                [$(|value| Arc::new($leaf { span: value, value })),*];
            MAKE[leaf](value)
        }
    };
}

leaves!(Add Sub Mul Div Min Max Load Select Let For While If Assert Block Store Return);

/// The leaf that checks ask for.
pub(crate) type Asked = Div;
