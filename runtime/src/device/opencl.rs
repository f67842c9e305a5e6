//! OpenCL devices and modules of OpenCL kernels. The driver is loaded on first use.

mod error;
mod opencl_api;
mod opencl_backend;
mod opencl_driver;
mod platform;
mod program;
mod stream;

pub use error::OpenclError;
pub(super) use opencl_api::OpenclApi;
pub use opencl_backend::{OpenclBackend, OpenclKernel};
pub(crate) use opencl_backend::{load_opencl, module};

pub use crate::trusted::opencl_module;
pub(crate) use crate::trusted::{load_cl, load_clbin};
