//! CUDA: NVIDIA GPUs through their driver, which is loaded on first use.
//!
//! - Neither the build nor the program needs a CUDA toolkit.
//! - Each device is used through its primary context. So memory and streams are shared with code in
//!   the process that uses the CUDA runtime.
//! - The current context of a thread is restored after each operation. Only
//!   [`DeviceApi::set_device`](crate::DeviceApi::set_device) changes it, as `cudaSetDevice` does.

mod attributes;
mod code_form;
mod context;
mod cuda_api;
mod cuda_backend;
mod cuda_driver;
mod error;
mod image;
mod per_device;
mod this_thread;

pub(super) use cuda_api::{Cuda, CudaHost};
pub use cuda_backend::{CudaBackend, CudaKernel};
pub(crate) use cuda_backend::{load_cuda, module};
pub use error::CudaError;

pub use crate::trusted::cuda_module;
pub(crate) use crate::trusted::{load_cubin, load_ptx};
