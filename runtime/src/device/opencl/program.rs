//! Programs built for a device, and their kernels.
//!
//! A driver reads an argument as memory if the kernel code declares memory, and crashes if the
//! argument is a number. Therefore:
//! - A kernel is not launched if its arguments are known to differ from the module's declaration.
//! - A memory argument must be in the table of live buffers. The table stays locked until the
//!   kernel is queued; the queued kernel then keeps its buffers alive.

use std::ffi::CString;
use std::ops::Range;

use objet_object::{Device, DeviceType, OpaqueHandle};

use crate::device::opencl::OpenclError;
use crate::device::opencl::opencl_driver::{self, Argument, Code, Driver, Queue};
use crate::device::opencl::platform::OpenCl;
use crate::kernel_module::{DeviceCode, KernelArg, Launch};

/// Code built for a device.
pub(super) struct Program(opencl_driver::Program);

/// A kernel of a program. Only one thread at a time may use it.
pub(super) struct Kernel {
    driver: &'static Driver,
    kernel: opencl_driver::Kernel,
    name: String,
    device_id: i32,
}

const KERNEL_NUM_ARGS: u32 = 0x1191;
const KERNEL_ARG_ADDRESS_QUALIFIER: u32 = 0x1196;
const KERNEL_ARG_ADDRESS_GLOBAL: u32 = 0x119b;
const KERNEL_ARG_ADDRESS_LOCAL: u32 = 0x119c;
const KERNEL_ARG_ADDRESS_CONSTANT: u32 = 0x119d;
const KERNEL_ARG_INFO_NOT_AVAILABLE: i32 = -19;

impl Program {
    /// Builds the program that contains `kernel` for a device. Source text is limited to `part`; a
    /// binary is used as a whole.
    pub(super) fn build(
        opencl: OpenCl,
        code: &DeviceCode,
        part: Range<usize>,
        kernel: &str,
        device_id: i32,
    ) -> Result<Self, OpenclError> {
        let device = opencl.device(device_id)?.id;
        let code = match code.format.as_str() {
            "cl" => Code::Source(&code.data[part]),
            _ => Code::Binary(&code.data),
        };
        let program = opencl.driver.new_program(device, code)?;
        program.build(device, c"-cl-kernel-arg-info").map_err(|source| OpenclError::Build {
            kernel: kernel.into(),
            device: Device::new(DeviceType::OPENCL, device_id),
            source: source.into(),
            log: program.build_log(device),
        })?;
        Ok(Self(program))
    }

    /// Returns the kernel of that name. The kernel's arguments must match `is_memory` in number
    /// and, if the driver reports it, in kind.
    pub(super) fn kernel(
        &self,
        opencl: OpenCl,
        name: &str,
        device_id: i32,
        is_memory: &[bool],
    ) -> Result<Kernel, OpenclError> {
        let not_in_code =
            |expected: String, found: String| OpenclError::NotInCode { kernel: name.into(), expected, found };
        let c_name = CString::new(name).unwrap_or_default();
        let kernel = self
            .0
            .kernel(&c_name)
            .map_err(|error| not_in_code("a kernel of that name".into(), error.to_string()))?;
        let kernel = Kernel { driver: opencl.driver, kernel, name: name.into(), device_id };
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

impl Kernel {
    fn arg_count(&self) -> Result<u32, OpenclError> {
        let bytes = self.kernel.info(KERNEL_NUM_ARGS)?;
        Ok(bytes.first_chunk().map_or(0, |count| u32::from_ne_bytes(*count)))
    }

    /// Returns whether an argument is memory, if the driver knows.
    fn arg_address(&self, position: u32) -> Result<Option<bool>, OpenclError> {
        match self.kernel.arg_info(position, KERNEL_ARG_ADDRESS_QUALIFIER) {
            Err(OpenclError::Driver { code: KERNEL_ARG_INFO_NOT_AVAILABLE, .. }) => Ok(None),
            Err(error) => Err(error),
            Ok(bytes) => match bytes.first_chunk().map(|kind| u32::from_ne_bytes(*kind)) {
                Some(KERNEL_ARG_ADDRESS_GLOBAL | KERNEL_ARG_ADDRESS_CONSTANT) => Ok(Some(true)),
                Some(KERNEL_ARG_ADDRESS_LOCAL) => Err(OpenclError::NotInCode {
                    kernel: self.name.clone(),
                    expected: "device memory or a number".into(),
                    found: format!("local memory as argument {position}"),
                }),
                _ => Ok(Some(false)),
            },
        }
    }

    /// Queues the kernel with these arguments.
    pub(super) fn launch(
        &mut self,
        queue: Queue,
        args: &[KernelArg],
        launch: &Launch,
        dimensions: usize,
    ) -> Result<(), OpenclError> {
        let buffers = self.driver.buffers();
        for (position, arg) in args.iter().enumerate() {
            let wrong = |expected, found| OpenclError::Argument {
                kernel: self.name.clone(),
                position,
                expected,
                found,
            };
            let argument = match arg {
                KernelArg::Number { bytes, size } => Argument::Number(&bytes[..*size]),
                KernelArg::Memory { byte_offset: 1.., .. } => {
                    return Err(wrong("a buffer without an offset", format!("{arg:?}")));
                }
                KernelArg::Memory { data, .. } if *data == OpaqueHandle::NULL => Argument::Memory(None),
                KernelArg::Memory { data, .. } => {
                    let missing = || wrong("a live OpenCL buffer", format!("{data:?}"));
                    Argument::Memory(Some(buffers.get(*data).ok_or_else(missing)?))
                }
            };
            let set = self.kernel.set_arg(position as u32, &argument);
            set.map_err(|error| wrong("a value of the declared size", error.to_string()))?;
        }
        self.kernel.launch(queue, launch, dimensions).map_err(|source| OpenclError::Launch {
            kernel: self.name.clone(),
            device: Device::new(DeviceType::OPENCL, self.device_id),
            grid: launch.grid,
            block: launch.block,
            source: source.into(),
        })
    }
}

/// Returns the part of the code for a kernel. TVM writes each kernel and its helper code after a
/// line that names the kernel. The parts cannot be one program, because their helper code may
/// conflict.
pub(super) fn part_of(code: &DeviceCode, kernel: &str) -> Range<usize> {
    const MARK: &str = "// Function: ";
    let all = 0..code.data.len();
    let Some(text) = code.text().ok().filter(|_| code.format == "cl") else { return all };
    let mut marks = text.match_indices(MARK).map(|(start, _)| start).peekable();
    while let Some(start) = marks.next() {
        let name = text[start + MARK.len()..].lines().next().unwrap_or_default();
        if name.trim_end() == kernel {
            return start..marks.peek().copied().unwrap_or(all.end);
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
