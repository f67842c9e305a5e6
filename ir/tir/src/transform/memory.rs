//! Passes that lay out buffers in memory.

mod buffer_bind;
mod buffer_shape;
mod buffer_stride;
mod buffer_uses;
mod flatten_storage;
mod inject_prefetch;
mod storage_flatten;
mod storage_rewrite;
mod texture_flatten;
mod thread_scope;

pub use inject_prefetch::inject_prefetch;
pub use storage_flatten::{storage_flatten, storage_flatten_passes};
pub use storage_rewrite::{StorageError, pointer_value_type_rewrite, storage_rewrite};
pub use texture_flatten::texture_flatten;
