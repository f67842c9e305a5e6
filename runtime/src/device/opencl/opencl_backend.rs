//! Modules of OpenCL kernels.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use objet_object::{DataTypeCode, DeviceType, OpaqueHandle};
use objet_object_derive::register_global;

use crate::device::opencl::OpenclError;
use crate::device::opencl::platform::OpenCl;
use crate::device::opencl::program::{Kernel, Program, part_of};
use crate::device::opencl::stream::{current_device, current_queue};
use crate::error::Result;
use crate::kernel_module::{DeviceCode, FunctionInfo, KernelArgs, KernelBackend, KernelModule, KernelParams};
use crate::module::{Module, read_lent};

/// The backend of OpenCL modules. The code is source text (format `cl`) or a program binary of a
/// driver (format `clbin`).
pub struct OpenclBackend {
    /// The built programs, by device and by the start of their part of the code.
    programs: Mutex<HashMap<(i32, usize), Arc<Program>>>,
}

/// A kernel of an OpenCL module.
pub struct OpenclKernel {
    name: String,
    /// For each argument, whether it is memory.
    is_memory: Vec<bool>,
    dimensions: usize,
    /// The kernel objects by device. The lock ensures that only one thread sets the arguments of a
    /// kernel.
    kernels: Mutex<HashMap<i32, Kernel>>,
}

impl OpenclBackend {
    /// Creates a backend without built programs.
    pub(crate) fn trusted() -> Self {
        Self { programs: Mutex::default() }
    }

    fn program(
        &self,
        opencl: OpenCl,
        code: &DeviceCode,
        kernel: &str,
        device_id: i32,
    ) -> Result<Arc<Program>, OpenclError> {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let part = part_of(code, kernel);
        let key = (device_id, part.start);
        if let Some(program) = programs.get(&key) {
            return Ok(Arc::clone(program));
        }
        let program = Arc::new(Program::build(opencl, code, part, kernel, device_id)?);
        programs.insert(key, Arc::clone(&program));
        Ok(program)
    }
}

impl KernelBackend for OpenclBackend {
    type Kernel = OpenclKernel;

    const TYPE_KEY: &'static str = "opencl";
    const DEVICE_TYPE: DeviceType = DeviceType::OPENCL;

    fn kernel(&self, code: &DeviceCode, name: &str, params: &KernelParams) -> Result<OpenclKernel> {
        if !matches!(code.format.as_str(), "cl" | "clbin") {
            return Err(OpenclError::Format { found: code.format.clone() }.into());
        }
        let is_memory = |info: &FunctionInfo| {
            info.arg_types.iter().map(|dtype| dtype.code == DataTypeCode::HANDLE).collect()
        };
        Ok(OpenclKernel {
            name: name.into(),
            is_memory: code.functions.get(name).map(is_memory).unwrap_or_default(),
            dimensions: params.launch().dimensions(),
            kernels: Mutex::default(),
        })
    }

    fn launch(&self, code: &DeviceCode, kernel: &OpenclKernel, args: &KernelArgs) -> Result<()> {
        let OpenclKernel { name, is_memory, dimensions, kernels } = kernel;
        if args.launch.dynamic_shared_memory > 0 {
            let found = args.launch.dynamic_shared_memory;
            return Err(OpenclError::DynamicSharedMemory { kernel: name.clone(), found }.into());
        }
        let opencl = OpenCl::get()?;
        let device_id = args.device_id.unwrap_or_else(current_device);
        let queue = current_queue(device_id, &opencl.device(device_id)?);
        let mut kernels = kernels.lock().unwrap_or_else(PoisonError::into_inner);
        let kernel = match kernels.entry(device_id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(entry) => {
                let program = self.program(opencl, code, name, device_id)?;
                entry.insert(program.kernel(opencl, name, device_id, is_memory)?)
            }
        };
        Ok(kernel.launch(queue, &args.args, &args.launch, *dimensions)?)
    }
}

/// Creates a module from trusted code.
pub(crate) fn module(code: DeviceCode) -> Module {
    Module::new(KernelModule::new(code, OpenclBackend::trusted()))
}

/// Reads a module of kind `opencl` from a binary stream. The code is trusted like that of a
/// library.
#[register_global("runtime.module.loadbinary_opencl", crate = objet_runtime)]
pub(crate) fn load_opencl(stream: OpaqueHandle) -> Result<Module> {
    read_lent(stream, |reader| Ok(module(DeviceCode::load(reader)?)))
}
