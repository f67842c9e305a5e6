//! What can go wrong with CUDA.

use objet_object::Device;

use crate::error::{BoxError, Error};

/// A CUDA device that cannot be used, or not as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CudaError {
    /// The driver is not there, or is another one than expected.
    #[error(
        "expected the driver of NVIDIA's GPUs, found {found}: CUDA devices need a GPU, and its driver where libraries are looked for"
    )]
    NoDriver {
        /// What the system says.
        found: String,
    },
    /// A function of the driver failed, be it at work that was queued before.
    #[error("{call} failed with {name} ({code}): {text}")]
    Driver {
        /// The function.
        call: &'static str,
        /// The number of the error.
        code: i32,
        /// Its name.
        name: String,
        /// What the driver says about it.
        text: String,
    },
    /// There is no such device.
    #[error("expected a CUDA device from 0 to less than {count}, found {device_id}")]
    NoDevice {
        /// The number that was asked for.
        device_id: i32,
        /// How many there are.
        count: usize,
    },
    /// Code is not what it should be.
    #[error("expected {expected}, found {found}")]
    Image {
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// The driver does not take some code.
    #[error("{device} does not take the code of a module: {source}{}", in_lines(log))]
    Load {
        /// Where it was to run.
        device: Device,
        /// What the driver says.
        source: Box<CudaError>,
        /// What its compiler says.
        log: String,
    },
    /// A module does not have what its information tells of.
    #[error("expected {name:?} in the code of a module, found that {source}")]
    NotInCode {
        /// The function or the variable.
        name: String,
        /// What the driver says.
        source: Box<CudaError>,
    },
    /// A kernel could not be started.
    #[error(
        "launch of {name:?} on {device} with grid {grid:?}, block {block:?} and {shared} bytes of dynamic shared memory: {source}"
    )]
    Launch {
        /// The kernel.
        name: String,
        /// Where it was to run.
        device: Device,
        /// How many blocks.
        grid: [u32; 3],
        /// How many threads in each.
        block: [u32; 3],
        /// How much memory the threads of a block share, beside what the kernel itself says.
        shared: u32,
        /// What the driver says.
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
