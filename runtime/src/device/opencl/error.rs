//! Errors of OpenCL devices.

use objet_object::Device;

use crate::device::opencl::opencl_driver::Status;
use crate::error::{BoxError, Error};

/// An OpenCL device cannot be used as requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenclError {
    /// There is no OpenCL driver, or it has no devices.
    #[error(
        "no OpenCL driver: {found}: install a driver and its loader (on Debian `ocl-icd-libopencl1` and, to run on the CPU, `pocl-opencl-icd`), or set OBJET_OPENCL_LIBRARY to the path of the loader"
    )]
    NoDriver {
        /// The reason that the system reports.
        found: String,
    },
    /// A driver function failed, or reported that earlier queued work failed.
    #[error("{call} failed with {}", name(*code))]
    Driver {
        /// The name of the function.
        call: &'static str,
        /// The error code.
        code: Status,
    },
    /// The device does not exist.
    #[error("OpenCL device {device_id} does not exist: the number of devices is {count}")]
    NoDevice {
        /// The requested device number.
        device_id: i32,
        /// The number of devices.
        count: usize,
    },
    /// The device cannot align memory as requested.
    #[error("expected an alignment of at most {most} bytes on {device}, found {alignment}")]
    Alignment {
        /// The device.
        device: Device,
        /// The maximum alignment in bytes.
        most: usize,
        /// The requested alignment in bytes.
        alignment: usize,
    },
    /// A handle is not a live buffer.
    #[error("handle {found:#x} is not an OpenCL buffer, or the buffer was freed")]
    NotMemory {
        /// The handle.
        found: usize,
    },
    /// The code of a module is neither source text nor a program binary.
    #[error("expected OpenCL code of format cl or clbin, found {found:?}")]
    Format {
        /// The format of the code.
        found: String,
    },
    /// The code of a kernel cannot be built.
    #[error("cannot build the code of kernel {kernel} for {device}: {source}\n{log}")]
    Build {
        /// The name of the kernel.
        kernel: String,
        /// The device.
        device: Device,
        /// The error of the driver.
        source: Box<OpenclError>,
        /// The log of the driver's compiler.
        log: String,
    },
    /// The code lacks a kernel, or the kernel differs from the module's declaration.
    #[error("kernel {kernel}: expected {expected} in the code of the module, found {found}")]
    NotInCode {
        /// The name of the kernel.
        kernel: String,
        /// The declared kernel or argument.
        expected: String,
        /// The kernel or argument in the code.
        found: String,
    },
    /// An argument cannot be passed to a kernel.
    #[error("kernel {kernel}: expected {expected} as argument {position}, found {found}")]
    Argument {
        /// The name of the kernel.
        kernel: String,
        /// The position of the argument, from 0.
        position: usize,
        /// The expected argument.
        expected: &'static str,
        /// The actual argument.
        found: String,
    },
    /// A kernel could not be launched.
    #[error("launch of kernel {kernel} on {device} with grid {grid:?} and block {block:?}: {source}")]
    Launch {
        /// The name of the kernel.
        kernel: String,
        /// The device.
        device: Device,
        /// Number of blocks in each dimension.
        grid: [u32; 3],
        /// Number of threads per block in each dimension.
        block: [u32; 3],
        /// The error of the driver.
        source: Box<OpenclError>,
    },
    /// A launch requests dynamic shared memory, which OpenCL does not have.
    #[error("kernel {kernel}: OpenCL has no dynamic shared memory, but the launch requests {found} bytes")]
    DynamicSharedMemory {
        /// The name of the kernel.
        kernel: String,
        /// The requested size in bytes.
        found: u32,
    },
}

impl From<OpenclError> for Error {
    #[cold]
    fn from(error: OpenclError) -> Self {
        BoxError::from(error).into()
    }
}

/// Returns the name of an error code in the OpenCL specification.
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
