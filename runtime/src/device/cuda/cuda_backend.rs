//! Modules of CUDA kernels.

use std::ffi::{CStr, CString};
use std::sync::Arc;

use objet_object::{DeviceType, OpaqueHandle};
use objet_object_derive::register_global;

use crate::device::cuda::image::{Entry, Image};
use crate::device::cuda::per_device::PerDevice;
use crate::device::cuda::{CudaError, this_thread};
use crate::error::Result;
use crate::kernel_module::{DeviceCode, KernelArgs, KernelBackend, KernelModule, KernelParams};
use crate::module::{Module, read_lent};

/// The backend of CUDA modules. The code is PTX, which the driver compiles, or a cubin or fatbin
/// for the device.
pub struct CudaBackend {
    images: Arc<PerDevice<Image>>,
    source: Option<String>,
}

/// A kernel of a CUDA module.
pub struct CudaKernel {
    name: CString,
    /// The entry of the kernel in each image of `images`.
    entries: PerDevice<Entry>,
    images: Arc<PerDevice<Image>>,
}

/// The global barrier's state variable in a module, and the function that compiled code calls to
/// reset it before a launch.
const BARRIER_STATE: &CStr = c"__tvm_global_barrier_state";
const PREPARE_BARRIER: &str = "__tvm_prepare_global_barrier";

/// Returns the code as loaded on a device, and loads it on first use.
fn image<'a>(
    images: &'a PerDevice<Image>,
    device_id: i32,
    code: &DeviceCode,
) -> Result<&'a Image, CudaError> {
    images.get_or_make(device_id, |_| Image::load(device_id, &code.data))
}

impl CudaBackend {
    /// Creates a backend without loaded images.
    pub(crate) fn trusted() -> Self {
        Self { images: Arc::default(), source: None }
    }

    /// Stores the CUDA C++ source of the code, which the module returns on request.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<String>) -> Self {
        self.source = Some(source.into());
        self
    }

    fn prepare_barrier(&self, code: &DeviceCode) -> Result<()> {
        Ok(image(&self.images, this_thread::device(), code)?.clear_word(BARRIER_STATE)?)
    }
}

impl KernelBackend for CudaBackend {
    type Kernel = CudaKernel;

    const TYPE_KEY: &'static str = "cuda";
    const DEVICE_TYPE: DeviceType = DeviceType::CUDA;

    fn kernel(&self, _code: &DeviceCode, name: &str, _params: &KernelParams) -> Result<CudaKernel> {
        let name = CString::new(name).map_err(|_| CudaError::Image {
            expected: "a kernel name without NUL",
            found: format!("{name:?}"),
        })?;
        Ok(CudaKernel { name, entries: PerDevice::default(), images: Arc::clone(&self.images) })
    }

    fn launch(&self, code: &DeviceCode, kernel: &CudaKernel, args: &KernelArgs) -> Result<()> {
        let device_id = args.device_id.unwrap_or_else(this_thread::device);
        let image = image(&kernel.images, device_id, code)?;
        let entry = kernel.entries.get_or_make(device_id, |_| image.entry(&kernel.name))?;
        Ok(image.launch(&kernel.name, entry, &args.args, args.launch)?)
    }

    fn other_function(&self, name: &str) -> Option<fn(&Self, &DeviceCode) -> Result<()>> {
        (name == PREPARE_BARRIER).then_some(Self::prepare_barrier)
    }

    fn source(&self, format: &str) -> Option<&str> {
        self.source.as_deref().filter(|_| matches!(format, "" | "cu" | "cuda"))
    }
}

/// Reads a module of kind `cuda` from a binary stream.
#[register_global("runtime.module.loadbinary_cuda", crate = objet_runtime)]
pub(crate) fn load_cuda(stream: OpaqueHandle) -> Result<Module> {
    read_lent(stream, |reader| Ok(module(DeviceCode::load(reader)?)))
}

/// Creates a module from trusted code.
pub(crate) fn module(code: DeviceCode) -> Module {
    Module::new(KernelModule::new(code, CudaBackend::trusted()))
}
