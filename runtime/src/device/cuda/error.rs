//! Errors of CUDA devices.

use objet_object::Device;

use crate::error::{BoxError, Error};

/// A CUDA device cannot be used as requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CudaError {
    /// The driver cannot be loaded, or is not the expected one.
    #[error(
        "cannot load the CUDA driver: {found}: CUDA needs an NVIDIA GPU, and its driver in the library search path"
    )]
    NoDriver {
        /// The reason that the system reports.
        found: String,
    },
    /// A driver function failed, or reported that earlier queued work failed.
    #[error("{call} failed with {name} ({code}): {text}")]
    Driver {
        /// The name of the function.
        call: &'static str,
        /// The error number.
        code: i32,
        /// The name of the error.
        name: String,
        /// The driver's description of the error.
        text: String,
    },
    /// The device does not exist.
    #[error("CUDA device {device_id} does not exist: the number of devices is {count}")]
    NoDevice {
        /// The requested device number.
        device_id: i32,
        /// The number of devices.
        count: usize,
    },
    /// The code of a module is invalid.
    #[error("expected {expected}, found {found}")]
    Image {
        /// The expected content.
        expected: &'static str,
        /// The actual content.
        found: String,
    },
    /// The driver rejected the code of a module.
    #[error("cannot load the code of a module on {device}: {source}{}", in_lines(log))]
    Load {
        /// The device.
        device: Device,
        /// The error of the driver.
        source: Box<CudaError>,
        /// The log of the driver's compiler.
        log: String,
    },
    /// The code of a module lacks a function or variable that the module's metadata names.
    #[error("the code of the module has no {name:?}: {source}")]
    NotInCode {
        /// The name of the function or variable.
        name: String,
        /// The error of the driver.
        source: Box<CudaError>,
    },
    /// A kernel could not be launched.
    #[error(
        "launch of {name:?} on {device} with grid {grid:?}, block {block:?} and {shared} bytes of dynamic shared memory: {source}"
    )]
    Launch {
        /// The name of the kernel.
        name: String,
        /// The device.
        device: Device,
        /// Number of blocks in each dimension.
        grid: [u32; 3],
        /// Number of threads per block in each dimension.
        block: [u32; 3],
        /// Dynamic shared memory per block in bytes, in addition to the kernel's static shared
        /// memory.
        shared: u32,
        /// The error of the driver.
        source: Box<CudaError>,
    },
}

fn in_lines(log: &str) -> String {
    if log.is_empty() { String::new() } else { format!("\n{log}") }
}

impl From<CudaError> for Error {
    #[cold]
    fn from(error: CudaError) -> Self {
        BoxError::from(error).into()
    }
}
