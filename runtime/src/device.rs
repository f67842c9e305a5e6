//! Devices: their memory, streams, timers and drivers.

mod api;
mod clock;
mod cpu;
#[cfg(feature = "cuda")]
pub mod cuda;
mod devices;
mod error;
mod memory;
#[cfg(feature = "opencl")]
pub mod opencl;
mod tensor;
mod workspace;

pub use api::{DeviceApi, DeviceAttribute, Region, Stream};
pub use clock::DeviceClock;
pub use devices::Devices;
pub(crate) use devices::set_device;
pub use error::DeviceError;
pub use memory::{copy_dl_tensor, copy_from_bytes, copy_to_bytes};
pub use tensor::NDArrayExt;
pub use workspace::Workspace;
