//! What can go wrong with OpenCL.

use objet_object::Device;

use crate::device::opencl::driver::Status;
use crate::error::{BoxError, Error};

/// A device of OpenCL that cannot be used, or not as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenclError {
    /// There is no driver, or none that has a device.
    #[error(
        "expected a driver of OpenCL, found {found}: install one and its loader, on Debian `ocl-icd-libopencl1` and, to run on the CPU, `pocl-opencl-icd`; the variable OBJET_OPENCL_LIBRARY may have the path of the loader"
    )]
    NoDriver {
        /// What the system says.
        found: String,
    },
    /// A function of the driver failed, be it at work that was queued before.
    #[error("{call} failed with {}", name(*code))]
    Driver {
        /// The function.
        call: &'static str,
        /// The number of the error.
        code: Status,
    },
    /// There is no such device.
    #[error("expected a device of OpenCL from 0 to less than {count}, found {device_id}")]
    NoDevice {
        /// The number that was asked for.
        device_id: i32,
        /// How many there are.
        count: usize,
    },
    /// Memory cannot be had at such an address.
    #[error("expected an alignment of at most {most} bytes on {device}, found {alignment}")]
    Alignment {
        /// Where.
        device: Device,
        /// What can be had.
        most: usize,
        /// What was asked for.
        alignment: usize,
    },
    /// A handle is not that of memory.
    #[error("expected memory that OpenCL has allocated and not freed, found handle {found:#x}")]
    NotMemory {
        /// The handle.
        found: usize,
    },
    /// Kernels of modules are in one of two forms.
    #[error("expected code of format cl or clbin for OpenCL, found {found:?}")]
    Format {
        /// The format.
        found: String,
    },
    /// Code cannot be built.
    #[error("cannot build the code of kernel {kernel} for {device}: {source}\n{log}")]
    Build {
        /// The kernel that was to run.
        kernel: String,
        /// Where.
        device: Device,
        /// What the driver says.
        source: Box<OpenclError>,
        /// What its compiler says.
        log: String,
    },
    /// A kernel is not in the code, or not as the module says.
    #[error("kernel {kernel}: expected {expected} in the code, as its module says, found {found}")]
    NotInCode {
        /// The kernel.
        kernel: String,
        /// What there should be.
        expected: String,
        /// What there is.
        found: String,
    },
    /// An argument cannot be passed.
    #[error("kernel {kernel}: expected {expected} as argument {position}, found {found}")]
    Argument {
        /// The kernel.
        kernel: String,
        /// Which argument it is, from 0.
        position: usize,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// A kernel could not be started.
    #[error("launch of kernel {kernel} on {device} with grid {grid:?} and block {block:?}: {source}")]
    Launch {
        /// The kernel.
        kernel: String,
        /// Where it was to run.
        device: Device,
        /// How many blocks.
        grid: [u32; 3],
        /// How many threads in each.
        block: [u32; 3],
        /// What the driver says.
        source: Box<OpenclError>,
    },
    /// Threads of a block share only the memory that the code asks for.
    #[error(
        "kernel {kernel}: expected no dynamic shared memory, which OpenCL does not have, found {found} bytes"
    )]
    DynamicSharedMemory {
        /// The kernel.
        kernel: String,
        /// How much.
        found: u32,
    },
}

impl From<OpenclError> for Error {
    #[cold]
    fn from(error: OpenclError) -> Self {
        BoxError::from(error).into()
    }
}

/// The name of an error in the specification.
fn name(code: Status) -> String {
    let name = match code {
        -1 => "DEVICE_NOT_FOUND",
        -2 => "DEVICE_NOT_AVAILABLE",
        -3 => "COMPILER_NOT_AVAILABLE",
        -4 => "MEM_OBJECT_ALLOCATION_FAILURE",
        -5 => "OUT_OF_RESOURCES",
        -6 => "OUT_OF_HOST_MEMORY",
        -11 => "BUILD_PROGRAM_FAILURE",
        -13 => "MISALIGNED_SUB_BUFFER_OFFSET",
        -14 => "EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
        -19 => "KERNEL_ARG_INFO_NOT_AVAILABLE",
        -30 => "INVALID_VALUE",
        -33 => "INVALID_DEVICE",
        -34 => "INVALID_CONTEXT",
        -36 => "INVALID_COMMAND_QUEUE",
        -38 => "INVALID_MEM_OBJECT",
        -42 => "INVALID_BINARY",
        -43 => "INVALID_BUILD_OPTIONS",
        -44 => "INVALID_PROGRAM",
        -45 => "INVALID_PROGRAM_EXECUTABLE",
        -46 => "INVALID_KERNEL_NAME",
        -48 => "INVALID_KERNEL",
        -49 => "INVALID_ARG_INDEX",
        -50 => "INVALID_ARG_VALUE",
        -51 => "INVALID_ARG_SIZE",
        -52 => "INVALID_KERNEL_ARGS",
        -53 => "INVALID_WORK_DIMENSION",
        -54 => "INVALID_WORK_GROUP_SIZE",
        -55 => "INVALID_WORK_ITEM_SIZE",
        -59 => "INVALID_OPERATION",
        -61 => "INVALID_BUFFER_SIZE",
        -63 => "INVALID_GLOBAL_WORK_SIZE",
        -1001 => "PLATFORM_NOT_FOUND_KHR",
        _ => return format!("error {code}"),
    };
    format!("CL_{name}")
}
