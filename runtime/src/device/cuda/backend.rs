//! Modules of CUDA kernels.

use std::ffi::{CStr, CString};
use std::sync::Arc;

use objet_object::DeviceType;

use crate::device::cuda::image::{Entry, Image};
use crate::device::cuda::per_device::PerDevice;
use crate::device::cuda::{CudaError, this_thread};
use crate::device_module::{DeviceCode, KernelArgs, KernelBackend, KernelParams};
use crate::error::Result;

/// What runs the kernels of CUDA modules: code in PTX, which the driver compiles, or in a cubin or fatbin for the very device.
///
/// Code is given to a device when a kernel of it is called there for the first time. It is trusted as that of a library is: what it does
/// with memory, and that it takes the arguments which the module says, nobody can look at.
///
/// ```no_run
/// use objet_object::DataType;
/// use objet_runtime::{CudaBackend, DeviceCode, DeviceModule, FunctionInfo, Module};
///
/// # let (ptx, x) = ("", objet_object::NDArray::zeros(&[1024], DataType::float(32))?);
/// let info = FunctionInfo::new("double_all", [DataType::HANDLE, DataType::int(32)], &["blockIdx.x", "threadIdx.x"]);
/// let code = DeviceCode::new("ptx", ptx, [info]);
/// let module = Module::new(DeviceModule::new(code, CudaBackend::new()));
/// module.expect_function("double_all")?.call((&x, 1024, 4, 256))?;
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Default)]
pub struct CudaBackend {
    images: Arc<PerDevice<Image>>,
    source: Option<String>,
}

/// A kernel of a CUDA module.
pub struct CudaKernel {
    name: CString,
    /// In the images beside them.
    entries: PerDevice<Entry>,
    images: Arc<PerDevice<Image>>,
}

/// The variable of kernels that wait for all blocks, and the function that compiled code calls before it launches such.
const BARRIER_STATE: &CStr = c"__tvm_global_barrier_state";
const PREPARE_BARRIER: &str = "__tvm_prepare_global_barrier";

/// The code, as it was loaded on a device.
fn image<'a>(
    images: &'a PerDevice<Image>,
    device_id: i32,
    code: &DeviceCode,
) -> Result<&'a Image, CudaError> {
    images.get_or_make(device_id, |_| Image::load(device_id, &code.data))
}

impl CudaBackend {
    /// One that has loaded nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps the CUDA C++ that the code was made of, to be asked for.
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
            expected: "a name without NUL for a kernel",
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
