//! CUDA: the GPUs of NVIDIA, by their driver alone, which is loaded when a device is first asked for.
//!
//! Nothing of CUDA is needed to build this, and no toolkit to run it. Each device is used by its primary context, so its memory and
//! its streams are the same for others in the process who use CUDA's runtime. What is done here leaves the context that is current
//! in a thread as it was; only [`DeviceApi::set_device`](crate::DeviceApi::set_device) changes it, as `cudaSetDevice` does.

mod api;
mod attributes;
mod backend;
mod code_form;
mod context;
mod driver;
mod error;
mod image;
mod per_device;
mod this_thread;

pub(super) use api::{Cuda, CudaHost};
pub use backend::{CudaBackend, CudaKernel};
pub(crate) use backend::{load_cuda, module};
pub use error::CudaError;

pub use crate::trusted::cuda_module;
pub(crate) use crate::trusted::{load_cubin, load_ptx};
