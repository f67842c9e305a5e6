//! OpenCL: its devices, and modules of its kernels, by a driver that is loaded when a device is first asked for.

mod api;
mod driver;
mod error;
mod module;
mod platform;
mod program;
mod stream;

pub(super) use api::OpenclApi;
pub use error::OpenclError;
pub use module::{OpenclBackend, OpenclKernel};
pub(crate) use module::{load_opencl, module};

pub use crate::trusted::opencl_module;
pub(crate) use crate::trusted::{load_cl, load_clbin};
