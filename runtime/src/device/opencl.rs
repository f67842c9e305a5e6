//! OpenCL devices and modules of OpenCL kernels. The driver is loaded on first use.

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
