//! Code that is built for a device, and its kernels.
//!
//! Invariants:
//! - The handle of a [`Program`] or a [`Kernel`] is valid, and released once, when it is dropped.
//! - A driver reads an argument of a kernel as memory if the code says that it is memory, and crashes if it is not. So a kernel
//!   whose arguments are known to be others than the module says is not launched, and no handle is passed that is not in the table of
//!   buffers. The table is not let go before the kernel is queued, which keeps the buffers.

#![expect(unsafe_code, reason = "the driver is called by pointer")]

use std::ffi::CString;
use std::ops::Range;
use std::ptr;

use objet_object::{Device, DeviceType, OpaqueHandle};

use crate::device::opencl::OpenclError;
use crate::device::opencl::driver::{Handle, bytes_of, check, text_of};
use crate::device::opencl::platform::OpenCl;
use crate::device_module::{DeviceCode, KernelArg, Launch};

/// Code that is built for a device.
pub(super) struct Program {
    opencl: &'static OpenCl,
    handle: Handle,
}

// SAFETY: programs may be used and released on any thread.
unsafe impl Send for Program {}
// SAFETY: as above.
unsafe impl Sync for Program {}

/// A kernel of a program. One thread at a time may use it.
pub(super) struct Kernel {
    opencl: &'static OpenCl,
    handle: Handle,
    name: String,
    device_id: i32,
}

// SAFETY: kernels may be used and released on any thread, if on one at a time.
unsafe impl Send for Kernel {}

const PROGRAM_BUILD_LOG: u32 = 0x1183;
const KERNEL_NUM_ARGS: u32 = 0x1191;
const KERNEL_ARG_ADDRESS_QUALIFIER: u32 = 0x1196;
const KERNEL_ARG_ADDRESS_GLOBAL: u32 = 0x119b;
const KERNEL_ARG_ADDRESS_LOCAL: u32 = 0x119c;
const KERNEL_ARG_ADDRESS_CONSTANT: u32 = 0x119d;
const KERNEL_ARG_INFO_NOT_AVAILABLE: i32 = -19;

impl Program {
    /// Builds the part of the code, or takes the binary, of which `kernel` is to run on a device.
    pub(super) fn build(
        opencl: &'static OpenCl,
        code: &DeviceCode,
        part: Range<usize>,
        kernel: &str,
        device_id: i32,
    ) -> Result<Self, OpenclError> {
        let device = opencl.device(device_id)?;
        let (driver, mut status) = (&opencl.driver, 0);
        let handle = if code.format == "cl" {
            let source = &code.data[part];
            let (start, length) = (source.as_ptr().cast(), source.len());
            // SAFETY: one text with its length.
            let handle = unsafe {
                (driver.create_program_with_source)(opencl.context, 1, &start, &length, &mut status)
            };
            check("clCreateProgramWithSource", status)?;
            handle
        } else {
            let (start, length, mut of_binary) = (code.data.as_ptr(), code.data.len(), 0);
            // SAFETY: one binary with its length, for one device of the context.
            let handle = unsafe {
                (driver.create_program_with_binary)(
                    opencl.context,
                    1,
                    &device.id,
                    &length,
                    &start,
                    &mut of_binary,
                    &mut status,
                )
            };
            check("clCreateProgramWithBinary", status)?;
            handle
        };
        let program = Self { opencl, handle };
        let options = c"-cl-kernel-arg-info";
        // SAFETY: a valid program, for one device of the context.
        let status =
            unsafe { (driver.build_program)(handle, 1, &device.id, options.as_ptr(), None, ptr::null_mut()) };
        check("clBuildProgram", status).map_err(|source| OpenclError::Build {
            kernel: kernel.into(),
            device: Device::new(DeviceType::OPENCL, device_id),
            source: source.into(),
            log: program.build_log(device.id),
        })?;
        Ok(program)
    }

    fn build_log(&self, device: Handle) -> String {
        // SAFETY: a valid program and a device it was built for; the pointers are as large as the size says.
        let log = bytes_of("clGetProgramBuildInfo", |size, bytes, needed| unsafe {
            let ask = self.opencl.driver.get_program_build_info;
            ask(self.handle, device, PROGRAM_BUILD_LOG, size, bytes, needed)
        });
        log.map_or_else(|error| error.to_string(), |log| text_of(&log))
    }

    /// The kernel of that name, if its arguments are as many as the module says, and those of them memory that `is_memory`
    /// says.
    pub(super) fn kernel(
        &self,
        name: &str,
        device_id: i32,
        is_memory: &[bool],
    ) -> Result<Kernel, OpenclError> {
        let not_in_code =
            |expected: String, found: String| OpenclError::NotInCode { kernel: name.into(), expected, found };
        let c_name = CString::new(name).unwrap_or_default();
        let mut status = 0;
        // SAFETY: a valid program and a text that ends with a NUL.
        let handle = unsafe { (self.opencl.driver.create_kernel)(self.handle, c_name.as_ptr(), &mut status) };
        check("clCreateKernel", status)
            .map_err(|error| not_in_code("a kernel of that name".into(), error.to_string()))?;
        let kernel = Kernel { opencl: self.opencl, handle, name: name.into(), device_id };
        let found = kernel.arg_count()?;
        if found as usize != is_memory.len() {
            let expected = format!("{} arguments", is_memory.len());
            return Err(not_in_code(expected, found.to_string()));
        }
        for (position, expected) in is_memory.iter().enumerate() {
            let text = |is_memory| if is_memory { "memory" } else { "a number" };
            let found = kernel.arg_address(position as u32)?;
            if let Some(found) = found.filter(|found| found != expected) {
                let expected = format!("{} as argument {position}", text(*expected));
                return Err(not_in_code(expected, text(found).into()));
            }
        }
        Ok(kernel)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the file's first invariant. What the driver says of it, nobody is there to hear.
        unsafe { (self.opencl.driver.release_program)(self.handle) };
    }
}

impl Kernel {
    fn arg_count(&self) -> Result<u32, OpenclError> {
        // SAFETY: a valid kernel; the pointers are as large as the size says.
        let bytes = bytes_of("clGetKernelInfo", |size, bytes, needed| unsafe {
            (self.opencl.driver.get_kernel_info)(self.handle, KERNEL_NUM_ARGS, size, bytes, needed)
        })?;
        Ok(bytes.first_chunk().map_or(0, |count| u32::from_ne_bytes(*count)))
    }

    /// Whether an argument is memory, where the driver knows.
    fn arg_address(&self, position: u32) -> Result<Option<bool>, OpenclError> {
        // SAFETY: as above.
        let bytes = bytes_of("clGetKernelArgInfo", |size, bytes, needed| unsafe {
            let ask = self.opencl.driver.get_kernel_arg_info;
            ask(self.handle, position, KERNEL_ARG_ADDRESS_QUALIFIER, size, bytes, needed)
        });
        match bytes {
            Err(OpenclError::Driver { code: KERNEL_ARG_INFO_NOT_AVAILABLE, .. }) => Ok(None),
            Err(error) => Err(error),
            Ok(bytes) => match bytes.first_chunk().map(|kind| u32::from_ne_bytes(*kind)) {
                Some(KERNEL_ARG_ADDRESS_GLOBAL | KERNEL_ARG_ADDRESS_CONSTANT) => Ok(Some(true)),
                Some(KERNEL_ARG_ADDRESS_LOCAL) => Err(OpenclError::NotInCode {
                    kernel: self.name.clone(),
                    expected: "memory of the device, or a number,".into(),
                    found: format!("local memory as argument {position}"),
                }),
                _ => Ok(Some(false)),
            },
        }
    }

    /// Queues the kernel with these arguments.
    pub(super) fn launch(
        &mut self,
        queue: Handle,
        args: &[KernelArg],
        launch: &Launch,
        dimensions: usize,
    ) -> Result<(), OpenclError> {
        let buffers = self.opencl.buffers();
        for (position, arg) in args.iter().enumerate() {
            let wrong = |expected, found| OpenclError::Argument {
                kernel: self.name.clone(),
                position,
                expected,
                found,
            };
            let (start, size) = match arg {
                KernelArg::Number { bytes, size } => (bytes.as_ptr().cast(), *size),
                KernelArg::Memory { byte_offset: 1.., .. } => {
                    return Err(wrong("memory from its beginning on", format!("{arg:?}")));
                }
                KernelArg::Memory { data, .. } if *data == OpaqueHandle::NULL || buffers.contains(data) => {
                    (ptr::from_ref(&data.0).cast(), size_of::<Handle>())
                }
                KernelArg::Memory { data, .. } => {
                    return Err(wrong("memory that OpenCL has allocated and not freed", format!("{data:?}")));
                }
            };
            // SAFETY: a valid kernel, which nobody else uses now; so many bytes are there; the file's last invariant.
            let status =
                unsafe { (self.opencl.driver.set_kernel_arg)(self.handle, position as u32, size, start) };
            check("clSetKernelArg", status)
                .map_err(|error| wrong("a value as large as in the code", error.to_string()))?;
        }
        let local = launch.block.map(|size| size as usize);
        let mut global = local;
        let failed = |source: OpenclError| OpenclError::Launch {
            kernel: self.name.clone(),
            device: Device::new(DeviceType::OPENCL, self.device_id),
            grid: launch.grid,
            block: launch.block,
            source: source.into(),
        };
        for (size, blocks) in global.iter_mut().zip(launch.grid) {
            // What cannot be counted is refused as any other size that is too large.
            *size = size.saturating_mul(blocks as usize);
        }
        // SAFETY: a valid kernel and queue, with three sizes each, at least as many as there are dimensions.
        let status = unsafe {
            (self.opencl.driver.enqueue_nd_range_kernel)(
                queue,
                self.handle,
                dimensions as u32,
                ptr::null(),
                global.as_ptr(),
                local.as_ptr(),
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        check("clEnqueueNDRangeKernel", status).map_err(failed)
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        // SAFETY: the file's first invariant.
        unsafe { (self.opencl.driver.release_kernel)(self.handle) };
    }
}

/// The part of the code that is about a kernel. TVM writes every kernel with all it needs behind a line that names it, and some
/// of what two of them need they cannot both have in one program.
pub(super) fn part_of(code: &DeviceCode, kernel: &str) -> Range<usize> {
    const MARK: &str = "// Function: ";
    let all = 0..code.data.len();
    let Some(text) = code.text().ok().filter(|_| code.format == "cl") else { return all };
    let mut marks = text.match_indices(MARK).map(|(place, _)| place).peekable();
    while let Some(place) = marks.next() {
        let name = text[place + MARK.len()..].lines().next().unwrap_or_default();
        if name.trim_end() == kernel {
            return place..marks.peek().copied().unwrap_or(all.end);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_built_without_the_others() {
        let code = |format, data: &[u8]| DeviceCode::new(format, data, []);
        let source = code("cl", b"// Function: a\nA\n// Function: b\r\nB\n");
        assert_eq!(source.data[part_of(&source, "a")], *b"// Function: a\nA\n");
        assert_eq!(source.data[part_of(&source, "b")], *b"// Function: b\r\nB\n");
        assert_eq!(part_of(&source, "c"), 0..source.data.len());
        assert_eq!(part_of(&code("cl", b"\xff// Function: a\n"), "a"), 0..16);
        assert_eq!(part_of(&code("clbin", b"x// Function: a\n"), "a"), 0..16);
    }
}
