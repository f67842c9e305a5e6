//! Functions that trust a file, device code or an address.
//!
//! Invariants:
//! - The callers of these functions promise that the file, the code or the address is valid.
//! - A [`TrustedFile`] carries this promise and is only created in this file.
//! - Safe code cannot look up the global functions of this file by name.

#![expect(unsafe_code, reason = "loads code that cannot be checked")]

use std::path::Path;

use objet_object::{DeviceType, NDArray, OpaqueHandle, RetValue, TypeCode, ValueError};
use objet_object_derive::register_global;

use crate::args::Args;
use crate::backend::guarded;
#[cfg(feature = "cuda")]
use crate::device::cuda;
#[cfg(feature = "opencl")]
use crate::device::opencl;
use crate::device::{Devices, NDArrayExt, Stream};
use crate::error::Result;
#[cfg(any(feature = "opencl", feature = "cuda"))]
use crate::kernel_module::{DeviceCode, FunctionInfo};
use crate::module::{Module, Unpacked, load, load_library};
use crate::packed_func::PackedFunc;
use crate::registry::{Registry, names};

/// The path of a file whose code may run, by the promise of a caller of [`Module::load_from_file`].
#[derive(Clone, Copy)]
pub(crate) struct TrustedFile<'a>(&'a Path);

impl<'a> TrustedFile<'a> {
    pub(crate) fn path(self) -> &'a Path {
        self.0
    }

    /// Calls `work` with the same file under a path that begins with `./`. The system would search
    /// for a bare file name elsewhere.
    pub(crate) fn here<R>(self, work: impl FnOnce(TrustedFile<'_>) -> R) -> R {
        work(TrustedFile(&Path::new(".").join(self.0)))
    }

    /// Returns the loader function with that global name, which may be an `unsafe fn`.
    pub(crate) fn loader(self, name: &str) -> Option<PackedFunc> {
        // SAFETY: the loader only trusts the file.
        unsafe { Registry::find_unchecked(name) }
    }
}

/// Returns the loader with that global name, which may be an `unsafe fn`, for a module that is
/// packed into code of the process.
pub(crate) fn loader_of_code(name: &str) -> Option<PackedFunc> {
    // SAFETY: the code is trusted by those who loaded or linked it, and so are the modules in it.
    unsafe { Registry::find_unchecked(name) }
}

impl Registry {
    /// Returns the function of that name, `unsafe` functions included.
    ///
    /// An `unsafe fn` with a global name trusts its arguments: it dereferences an address or loads
    /// a library, for example. Front ends of other languages find such a function like any other;
    /// [`Registry::find`] does not find it.
    ///
    /// # Safety
    /// If the function is an `unsafe fn`, every call must keep the contract of that function,
    /// including calls by others who receive the reference.
    ///
    /// ```
    /// use objet_object::OpaqueHandle;
    /// use objet_runtime::{Registry, register_global};
    ///
    /// /// Reads a number.
    /// ///
    /// /// # Safety
    /// /// A number lies there.
    /// #[register_global("doc_unchecked.read", crate = objet_runtime)]
    /// unsafe fn read(address: OpaqueHandle) -> i64 {
    ///     unsafe { address.0.cast::<i64>().read() }
    /// }
    ///
    /// # #[cfg(not(feature = "inventory"))]
    /// # objet_runtime::register_globals!(read)?;
    /// assert!(Registry::find("doc_unchecked.read").is_none());
    /// // SAFETY: the function is called with the address of a number.
    /// let found = unsafe { Registry::find_unchecked("doc_unchecked.read") };
    /// let number = 7_i64;
    /// let address = OpaqueHandle((&raw const number).cast_mut().cast());
    /// assert_eq!(found.expect("it is registered").call((address,))?.get::<i64>()?, 7);
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    pub unsafe fn find_unchecked(name: &str) -> Option<PackedFunc> {
        names().find_unchecked(name)
    }

    /// Like [`Registry::find_unchecked`], but borrows the function for the rest of the process, as
    /// [`Registry::get`] does.
    ///
    /// # Safety
    /// The contract of [`Registry::find_unchecked`].
    pub(crate) unsafe fn get_unchecked(name: &str) -> Option<&'static PackedFunc> {
        names().get_unchecked(name)
    }
}

impl Module {
    /// Loads a module and its imports from a file.
    ///
    /// `format` names the format of the file; if empty, the extension of the file name is used. The
    /// formats `so`, `dll`, `dylib` and `dso` are libraries that were compiled by TVM 0.8 or follow
    /// its conventions. [`Loaders::register_file`](crate::Loaders::register_file) adds formats.
    ///
    /// A library stays loaded while its module or a function of the module exists. Loading a
    /// library a second time returns the same module.
    ///
    /// # Errors
    /// If no loader handles the format, if the file does not have this format, or if a module
    /// packed into the library cannot be loaded.
    ///
    /// # Safety
    /// Code in the file may run, now and later, and is trusted:
    /// - The file follows the conventions for the names that it defines. No caller looks up a
    ///   symbol that is not a function.
    /// - Each function is memory safe for the arguments that it is called with. The type code of a
    ///   result describes the result.
    /// - While a function writes to a tensor, no other code holds a slice of its elements. The same
    ///   holds for an executor of a network in the file.
    /// - The library is kept loaded by its module, by functions of the module and, on Unix, by
    ///   functions that its code creates. Anything else that refers to code of the file is dropped
    ///   before these: for example, a tensor whose deleter is in the file.
    pub unsafe fn load_from_file(path: impl AsRef<Path>, format: &str) -> Result<Self> {
        load(TrustedFile(path.as_ref()), format)
    }

    /// Like [`Module::from_packed_imports`], but also calls loaders that are an `unsafe fn`. The
    /// loader of networks is one.
    ///
    /// # Errors
    /// If the blob is invalid, if no loader handles a kind of module in it, or if a loader fails.
    ///
    /// # Safety
    /// The contracts of the loaders of the modules in the blob are kept. For a network this is the
    /// contract of [`GraphExecutor::new`](crate::GraphExecutor::new).
    pub unsafe fn from_packed_imports_unchecked(blob: &[u8], library: Option<&Self>) -> Result<Self> {
        Unpacked::read(blob, library, loader_of_code)?.link(true)
    }
}

/// Loads a module from a file.
///
/// # Safety
/// The contract of [`Module::load_from_file`].
#[register_global("runtime.ModuleLoadFromFile", crate = objet_runtime)]
pub(crate) unsafe fn load_from_file(file_name: &str, #[default("")] format: &str) -> Result<Module> {
    load(TrustedFile(Path::new(file_name)), format)
}

/// Loads a module from a dynamic library.
///
/// # Safety
/// The contract of [`Module::load_from_file`].
#[register_global("runtime.module.loadfile_so", crate = objet_runtime)]
pub(crate) unsafe fn load_so(file_name: &str, _format: &str) -> Result<Module> {
    load_library(TrustedFile(Path::new(file_name)))
}

/// Allocates a tensor. The arguments are the address of the shape (64-bit integers), the number of
/// dimensions, the data type, the device, and the memory scope, which may be null.
///
/// # Safety
/// The address must point to that number of 64-bit integers.
#[register_global("runtime.TVMArrayAllocWithScope", crate = objet_runtime)]
pub(crate) unsafe fn alloc_with_scope(args: Args<'_>) -> Result<RetValue> {
    let (shape, ndim): (OpaqueHandle, i32) = (args.get(0)?, args.get(1)?);
    let dimensions = usize::try_from(ndim)
        .map_err(|_| ValueError::Range { expected: "number of dimensions", found: ndim.to_string() })?;
    let first: *const i64 = shape.0.cast();
    if first.is_null() && dimensions > 0 {
        return Err(ValueError::NullPointer { expected: TypeCode::OPAQUE_HANDLE }.into());
    }
    // SAFETY: the caller promises that the shape is there. It need not be aligned.
    let shape: Vec<_> = (0..dimensions).map(|at| unsafe { first.add(at).read_unaligned() }).collect();
    let mem_scope = if args.len() > 4 { args.get(4)? } else { None };
    Ok(NDArray::empty_aligned(&shape, args.get(2)?, args.get(3)?, 1, mem_scope)?.into())
}

/// Sets the stream for this thread's work on a device. The arguments are the device type, the
/// device id and the stream. Returns 0, or -1 on failure; the last error then has the message.
///
/// # Safety
/// The stream must be null or a stream of the device. It must not be destroyed while the thread
/// uses it.
#[register_global("runtime.TVMSetStream", crate = objet_runtime)]
pub(crate) unsafe fn set_stream(args: Args<'_>) -> Result<RetValue> {
    let (device_type, stream): (_, OpaqueHandle) = (DeviceType(args.get(0)?), args.get(2)?);
    let device_id = args.get(1)?;
    Ok(guarded(|| {
        let api = Devices::api(device_type)?;
        // SAFETY: as the caller promised.
        unsafe { api.set_stream(device_id, Stream(stream.0)) }
    })
    .into())
}

/// Creates a module from OpenCL source text. The source is built for a device when a kernel is
/// first launched there.
///
/// ```
/// use objet_object::{DataType, Device, DeviceType, NDArray};
/// use objet_runtime::NDArrayExt;
/// use objet_runtime::kernel_module::FunctionInfo;
/// use objet_runtime::device::opencl::opencl_module;
///
/// let source = "kernel void twice(global float* x, int n) {
///     size_t i = get_global_id(0);
///     if (i < n) x[i] = 2 * x[i];
/// }";
/// let args = [DataType::HANDLE, DataType::int(32)];
/// let info = FunctionInfo::new("twice", args, &["blockIdx.x", "threadIdx.x"]);
/// // SAFETY: the kernel takes these arguments and only accesses the first `n` elements.
/// let module = unsafe { opencl_module(source, [info]) };
/// let twice = module.expect_function("twice")?;
/// let device = Device::new(DeviceType::OPENCL, 0);
/// # if !objet_runtime::Devices::api(device.device_type)?.exists(0) { return Ok(()) }
/// let x = NDArray::from_slice_on(&[3], &[1.0_f32, 2.0, 3.0], device)?;
/// twice.call((&x, 3, 2, 2))?; // three elements, for two blocks of two threads
/// assert_eq!(x.to_host()?.to_vec::<f32>()?, [2.0, 4.0, 6.0]);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
///
/// # Safety
/// The kernels must take arguments of the declared types. With all arguments that they are called
/// with, they must only access the memory of these arguments, within its bounds. The functions of
/// the module are safe to call, like those of a library, although their effects are not checked.
#[cfg(feature = "opencl")]
pub unsafe fn opencl_module(
    source: impl Into<String>,
    infos: impl IntoIterator<Item = FunctionInfo>,
) -> Module {
    opencl::module(DeviceCode::new("cl", source.into(), infos))
}

#[cfg(feature = "opencl")]
impl opencl::OpenclBackend {
    /// Creates a backend without built programs.
    ///
    /// # Safety
    /// The contract of [`opencl_module`], for the kernels of the code that the backend is used
    /// with.
    pub unsafe fn new() -> Self {
        Self::trusted()
    }
}

/// Loads a module from a file of OpenCL source text and its side file.
///
/// # Safety
/// The code is trusted like that of a library: see [`Module::load_from_file`].
#[cfg(feature = "opencl")]
#[register_global("runtime.module.loadfile_cl", crate = objet_runtime)]
pub(crate) unsafe fn load_cl(path: &str, format: &str) -> Result<Module> {
    Ok(opencl::module(DeviceCode::load_from_file(Path::new(path), format)?))
}

/// Loads a module from an OpenCL program binary and its side file.
///
/// # Safety
/// The code is trusted like that of a library: see [`Module::load_from_file`].
#[cfg(feature = "opencl")]
#[register_global("runtime.module.loadfile_clbin", crate = objet_runtime)]
pub(crate) unsafe fn load_clbin(path: &str, format: &str) -> Result<Module> {
    Ok(opencl::module(DeviceCode::load_from_file(Path::new(path), format)?))
}

/// Creates a module from PTX text. The driver compiles the text for a device when a kernel is first
/// launched there.
///
/// ```no_run
/// use objet_object::{DataType, Device, DeviceType, NDArray};
/// use objet_runtime::NDArrayExt;
/// use objet_runtime::kernel_module::FunctionInfo;
/// use objet_runtime::device::cuda::cuda_module;
///
/// let ptx = std::fs::read_to_string("twice.ptx")?;
/// let args = [DataType::HANDLE, DataType::int(32)];
/// let info = FunctionInfo::new("twice", args, &["blockIdx.x", "threadIdx.x"]);
/// // SAFETY: the kernel takes these arguments and only accesses as many elements as the second
/// // argument says.
/// let module = unsafe { cuda_module(ptx, [info]) };
/// let x = NDArray::from_slice_on(&[3], &[1.0_f32, 2.0, 3.0], Device::new(DeviceType::CUDA, 0))?;
/// // Three elements, on one block of 32 threads.
/// module.expect_function("twice")?.call((&x, 3, 1, 32))?;
/// assert_eq!(x.to_host()?.to_vec::<f32>()?, [2.0, 4.0, 6.0]);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
///
/// # Safety
/// The kernels must take arguments of the declared types. With all arguments that they are called
/// with, they must only access the memory of these arguments, within its bounds. The functions of
/// the module are safe to call, like those of a library, although their effects are not checked.
#[cfg(feature = "cuda")]
pub unsafe fn cuda_module(ptx: impl Into<String>, infos: impl IntoIterator<Item = FunctionInfo>) -> Module {
    cuda::module(DeviceCode::new("ptx", ptx.into(), infos))
}

#[cfg(feature = "cuda")]
impl cuda::CudaBackend {
    /// Creates a backend without loaded images.
    ///
    /// # Safety
    /// The contract of [`cuda_module`], for the kernels of the code that the backend is used with.
    pub unsafe fn new() -> Self {
        Self::trusted()
    }
}

/// Loads a module from a PTX file and its side file.
///
/// # Safety
/// The code is trusted like that of a library: see [`Module::load_from_file`].
#[cfg(feature = "cuda")]
#[register_global("runtime.module.loadfile_ptx", crate = objet_runtime)]
pub(crate) unsafe fn load_ptx(path: &str, format: &str) -> Result<Module> {
    Ok(cuda::module(DeviceCode::load_from_file(Path::new(path), format)?))
}

/// Loads a module from a cubin and its side file.
///
/// # Safety
/// The code is trusted like that of a library: see [`Module::load_from_file`].
#[cfg(feature = "cuda")]
#[register_global("runtime.module.loadfile_cubin", crate = objet_runtime)]
pub(crate) unsafe fn load_cubin(path: &str, format: &str) -> Result<Module> {
    Ok(cuda::module(DeviceCode::load_from_file(Path::new(path), format)?))
}
