//! The driver of OpenCL, which is a library that may be there at run time.
//!
//! Invariants:
//! - The types of the functions are those of the specification of OpenCL 1.2, which says of which symbol each one is.
//! - The library is never unloaded: a `Driver` is part of the state of the process.

#![expect(unsafe_code, reason = "the functions of a library are known by name")]

use std::ffi::{OsString, c_char, c_void};

use libloading::Library;

use crate::device::opencl::OpenclError;

/// Any object of OpenCL, or null.
pub(super) type Handle = *mut c_void;

/// What calls give: 0, or an error.
pub(super) type Status = i32;

/// Called by the driver; we ask for no such calls.
type Notify = Option<unsafe extern "system" fn()>;

macro_rules! driver {
    ($($symbol:literal $name:ident($($ty:ty),* $(,)?) -> $result:ty;)+) => {
        /// The functions of the driver.
        pub(super) struct Driver {
            $(pub(super) $name: unsafe extern "system" fn($($ty),*) -> $result,)+
            _library: Library,
        }

        impl Driver {
            fn of(library: Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    // SAFETY: the file's first invariant.
                    $($name: *unsafe { library.get(concat!($symbol, "\0").as_bytes()) }?,)+
                    _library: library,
                })
            }
        }
    };
}

driver! {
    "clGetPlatformIDs" get_platform_ids(u32, *mut Handle, *mut u32) -> Status;
    "clGetDeviceIDs" get_device_ids(Handle, u64, u32, *mut Handle, *mut u32) -> Status;
    "clGetDeviceInfo" get_device_info(Handle, u32, usize, *mut c_void, *mut usize) -> Status;
    "clCreateContext" create_context(*const isize, u32, *const Handle, Notify, *mut c_void, *mut Status) -> Handle;
    "clCreateCommandQueue" create_command_queue(Handle, Handle, u64, *mut Status) -> Handle;
    "clReleaseCommandQueue" release_command_queue(Handle) -> Status;
    "clFlush" flush(Handle) -> Status;
    "clFinish" finish(Handle) -> Status;
    "clCreateBuffer" create_buffer(Handle, u64, usize, *mut c_void, *mut Status) -> Handle;
    "clReleaseMemObject" release_mem_object(Handle) -> Status;
    "clEnqueueReadBuffer" enqueue_read_buffer(
        Handle, Handle, u32, usize, usize, *mut c_void, u32, *const Handle, *mut Handle,
    ) -> Status;
    "clEnqueueWriteBuffer" enqueue_write_buffer(
        Handle, Handle, u32, usize, usize, *const c_void, u32, *const Handle, *mut Handle,
    ) -> Status;
    "clEnqueueCopyBuffer" enqueue_copy_buffer(
        Handle, Handle, Handle, usize, usize, usize, u32, *const Handle, *mut Handle,
    ) -> Status;
    "clEnqueueMarkerWithWaitList" enqueue_marker(Handle, u32, *const Handle, *mut Handle) -> Status;
    "clEnqueueBarrierWithWaitList" enqueue_barrier(Handle, u32, *const Handle, *mut Handle) -> Status;
    "clReleaseEvent" release_event(Handle) -> Status;
    "clCreateProgramWithSource" create_program_with_source(
        Handle, u32, *const *const c_char, *const usize, *mut Status,
    ) -> Handle;
    "clCreateProgramWithBinary" create_program_with_binary(
        Handle, u32, *const Handle, *const usize, *const *const u8, *mut Status, *mut Status,
    ) -> Handle;
    "clBuildProgram" build_program(Handle, u32, *const Handle, *const c_char, Notify, *mut c_void) -> Status;
    "clGetProgramBuildInfo" get_program_build_info(Handle, Handle, u32, usize, *mut c_void, *mut usize) -> Status;
    "clReleaseProgram" release_program(Handle) -> Status;
    "clCreateKernel" create_kernel(Handle, *const c_char, *mut Status) -> Handle;
    "clReleaseKernel" release_kernel(Handle) -> Status;
    "clGetKernelInfo" get_kernel_info(Handle, u32, usize, *mut c_void, *mut usize) -> Status;
    "clGetKernelArgInfo" get_kernel_arg_info(Handle, u32, u32, usize, *mut c_void, *mut usize) -> Status;
    "clSetKernelArg" set_kernel_arg(Handle, u32, usize, *const c_void) -> Status;
    "clEnqueueNDRangeKernel" enqueue_nd_range_kernel(
        Handle, Handle, u32, *const usize, *const usize, *const usize, u32, *const Handle, *mut Handle,
    ) -> Status;
}

/// What tells where the driver is, if not where it usually is.
const PATH_VARIABLE: &str = "OBJET_OPENCL_LIBRARY";

const USUAL_NAMES: &[&str] = if cfg!(windows) {
    &["OpenCL.dll"]
} else if cfg!(target_vendor = "apple") {
    &["/System/Library/Frameworks/OpenCL.framework/OpenCL"]
} else {
    &["libOpenCL.so.1", "libOpenCL.so"]
};

impl Driver {
    /// Loads the driver.
    pub(super) fn load() -> Result<Self, OpenclError> {
        let names: Vec<OsString> = match std::env::var_os(PATH_VARIABLE) {
            Some(path) => vec![path],
            None => USUAL_NAMES.iter().map(OsString::from).collect(),
        };
        let mut reasons = Vec::new();
        for name in names {
            // SAFETY: that of OpenCL does what it is for when it is loaded, as does whatever the user puts in its place.
            match unsafe { Library::new(&name) }.and_then(Self::of) {
                Ok(driver) => return Ok(driver),
                Err(error) => reasons.push(error.to_string()),
            }
        }
        Err(OpenclError::NoDriver { found: reasons.join("; ") })
    }
}

/// Whether the call did what it should.
#[inline]
pub(super) fn check(call: &'static str, code: Status) -> Result<(), OpenclError> {
    if code == 0 { Ok(()) } else { Err(OpenclError::Driver { call, code }) }
}

/// What a call gives about something, of any size: asked for once for its size, once for itself.
pub(super) fn bytes_of(
    call: &'static str,
    mut ask: impl FnMut(usize, *mut c_void, *mut usize) -> Status,
) -> Result<Vec<u8>, OpenclError> {
    let mut size = 0;
    check(call, ask(0, std::ptr::null_mut(), &mut size))?;
    let mut bytes = vec![0; size];
    check(call, ask(size, bytes.as_mut_ptr().cast(), std::ptr::null_mut()))?;
    Ok(bytes)
}

/// The text that a call gave.
pub(super) fn text_of(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).trim().into()
}

/// The name of an error in the specification.
pub(super) fn name(code: Status) -> String {
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
