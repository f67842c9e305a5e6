//! Modules of CUDA kernels.
//!
//! Invariant: none is needed here; what kernels do with their memory is for those to know who make modules of them.

#![expect(unsafe_code, reason = "kernels are trusted")]

use std::ffi::{CStr, CString};
use std::path::Path;
use std::sync::Arc;

use objet_object::{DeviceType, OpaqueHandle};
use objet_object_derive::register_global;

use crate::device::cuda::image::{Entry, Image};
use crate::device::cuda::per_device::PerDevice;
use crate::device::cuda::{CudaError, this_thread};
use crate::device_module::{DeviceCode, DeviceModule, FunctionInfo, KernelArgs, KernelBackend, KernelParams};
use crate::error::Result;
use crate::module::{Module, read_lent};

/// A module of the kernels in this text of PTX, which the driver compiles for a device when a kernel is launched there for the
/// first time.
///
/// ```no_run
/// use objet_object::{DataType, Device, DeviceType, NDArray};
/// use objet_runtime::NDArrayExt;
/// use objet_runtime::device_module::FunctionInfo;
/// use objet_runtime::device::cuda::cuda_module;
///
/// let ptx = std::fs::read_to_string("twice.ptx")?;
/// let args = [DataType::HANDLE, DataType::int(32)];
/// let info = FunctionInfo::new("twice", args, &["blockIdx.x", "threadIdx.x"]);
/// // SAFETY: the kernel takes what is said, and stays within its memory if that has as many elements as the second argument
/// // says, which is seen to below.
/// let module = unsafe { cuda_module(ptx, [info]) };
/// let x = NDArray::from_slice_on(&[3], &[1.0_f32, 2.0, 3.0], Device::new(DeviceType::CUDA, 0))?;
/// module.expect_function("twice")?.call((&x, 3, 1, 32))?; // three elements, for a block of 32 threads
/// assert_eq!(x.to_host()?.to_vec::<f32>()?, [2.0, 4.0, 6.0]);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
///
/// # Safety
/// The kernels take arguments of the types that are said, and, with all arguments that they are called with, use no
/// memory but that of these arguments, as far as it goes. The functions of the module are safe to call, as those of a library are;
/// nobody can look at what they do.
pub unsafe fn cuda_module(ptx: impl Into<String>, infos: impl IntoIterator<Item = FunctionInfo>) -> Module {
    module(DeviceCode::new("ptx", ptx.into(), infos))
}

/// What runs the kernels of CUDA modules: code in PTX, which the driver compiles, or in a cubin or fatbin, which is made
/// for the very device.
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
    ///
    /// # Safety
    /// That of [`cuda_module`], for the kernels of the code beside it.
    pub unsafe fn new() -> Self {
        Self::trusted()
    }

    fn trusted() -> Self {
        Self { images: Arc::default(), source: None }
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

/// Reads a module of the kind `cuda`.
#[register_global("runtime.module.loadbinary_cuda", crate = objet_runtime)]
pub(crate) fn load_cuda(stream: OpaqueHandle) -> Result<Module> {
    read_lent(stream, |reader| Ok(module(DeviceCode::load(reader)?)))
}

/// Loads code in PTX, with the side file beside it.
///
/// # Safety
/// The code is trusted as that of a library: see [`Module::load_from_file`].
#[register_global("runtime.module.loadfile_ptx", crate = objet_runtime)]
pub(crate) unsafe fn load_ptx(path: &str, format: &str) -> Result<Module> {
    Ok(module(DeviceCode::load_from_file(Path::new(path), format)?))
}

/// Loads a cubin, with the side file beside it.
///
/// # Safety
/// The code is trusted as that of a library: see [`Module::load_from_file`].
#[register_global("runtime.module.loadfile_cubin", crate = objet_runtime)]
pub(crate) unsafe fn load_cubin(path: &str, format: &str) -> Result<Module> {
    Ok(module(DeviceCode::load_from_file(Path::new(path), format)?))
}

/// Code that is loaded is trusted, as that of a library is.
fn module(code: DeviceCode) -> Module {
    Module::new(DeviceModule::new(code, CudaBackend::trusted()))
}
