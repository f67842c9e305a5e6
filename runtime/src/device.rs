//! Devices: memory that is not the host's own, and what works on it.

mod api;
#[cfg(feature = "cuda")]
pub(crate) mod cuda;
mod devices;

pub use api::{DeviceApi, DeviceAttribute, Region, Stream};
pub use devices::{DeviceError, Devices};
