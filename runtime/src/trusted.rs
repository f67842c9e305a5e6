//! Functions that trust a file, code for a device, or an address.
//!
//! Invariant: callers of these functions promise that it is what they say. A [`TrustedFile`]
//! carries the promise on; it is made in this file alone. Safe code does not find the global
//! functions here by their names.

#![expect(unsafe_code, reason = "to load code is to trust it")]

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
#[cfg(any(feature = "opencl", feature = "cuda"))]
use crate::device_module::{DeviceCode, FunctionInfo};
use crate::error::Result;
use crate::module::{Module, load, load_library};
use crate::packed_func::PackedFunc;
use crate::registry::Registry;

/// The name of a file whose code may run, by the promise of a caller of [`Module::load_from_file`].
#[derive(Clone, Copy)]
pub(crate) struct TrustedFile<'a>(&'a Path);

impl<'a> TrustedFile<'a> {
    pub(crate) fn path(self) -> &'a Path {
        self.0
    }

    /// The same file by its path from the current directory, for a name that is looked for
    /// elsewhere otherwise.
    pub(crate) fn here<R>(self, work: impl FnOnce(TrustedFile<'_>) -> R) -> R {
        work(TrustedFile(&Path::new(".").join(self.0)))
    }

    /// The loader of a global name, which may trust the file.
    pub(crate) fn loader(self, name: &str) -> Option<PackedFunc> {
        // SAFETY: the loader trusts no more than the file.
        unsafe { Registry::find_any(name) }
    }
}

impl Module {
    /// Loads a module from a file, with the modules that come with it. What kind of file it is says
    /// `format` or, if that is empty, what stands behind the last `.` of its name. `so`, and
    /// likewise `dll`, `dylib` and `dso`, are libraries that TVM 0.8 compiled, or that follow its
    /// conventions; see [`Loaders::register_file`](crate::Loaders::register_file) for
    /// others.
    ///
    /// A library stays where it is for as long as its module or a function of it. Loaded twice, it
    /// is the same module.
    ///
    /// # Errors
    /// If nothing loads files of this format, if the file is not of this format, or if it has
    /// modules packed into it that cannot be loaded.
    ///
    /// # Safety
    /// Code in the file may run, now and later, and is trusted:
    /// - It follows the conventions for the names that it defines, and no caller asks for a
    ///   function by a name that is none.
    /// - A function does with its arguments what they allow, whatever they are, or is called with
    ///   no others. What it returns is what its type code says.
    /// - While a function writes to a tensor, no other code holds a slice of its elements.
    /// - What refers to code of the file in other ways than by its module, the functions of that,
    ///   and those that its code makes of its own (on Unix), such as a tensor whose deleter is in
    ///   the file, ends before these do.
    pub unsafe fn load_from_file(path: impl AsRef<Path>, format: &str) -> Result<Self> {
        load(TrustedFile(path.as_ref()), format)
    }
}

/// Loads a module from a file.
///
/// # Safety
/// That of [`Module::load_from_file`].
#[register_global("runtime.ModuleLoadFromFile", crate = objet_runtime)]
pub(crate) unsafe fn load_from_file(file_name: &str, #[default("")] format: &str) -> Result<Module> {
    load(TrustedFile(Path::new(file_name)), format)
}

/// Loads a library.
///
/// # Safety
/// That of [`Module::load_from_file`].
#[register_global("runtime.module.loadfile_so", crate = objet_runtime)]
pub(crate) unsafe fn load_so(file_name: &str, _format: &str) -> Result<Module> {
    load_library(TrustedFile(Path::new(file_name)))
}

/// Returns a new tensor. The arguments are the address of its shape, the number of dimensions, of
/// 64 bits each, that lie there, the data type, the device, and the scope of memory, which may be
/// null.
///
/// # Safety
/// As many dimensions lie at the address.
#[register_global("runtime.TVMArrayAllocWithScope", crate = objet_runtime)]
pub(crate) unsafe fn alloc_with_scope(args: Args<'_>) -> Result<RetValue> {
    let (shape, ndim): (OpaqueHandle, i32) = (args.get(0)?, args.get(1)?);
    let dimensions = usize::try_from(ndim)
        .map_err(|_| ValueError::Range { expected: "number of dimensions", found: ndim.to_string() })?;
    let first: *const i64 = shape.0.cast();
    if first.is_null() && dimensions > 0 {
        return Err(ValueError::NullPointer { expected: TypeCode::OPAQUE_HANDLE }.into());
    }
    // SAFETY: as the caller promised; the numbers need not be aligned.
    let shape: Vec<_> = (0..dimensions).map(|at| unsafe { first.add(at).read_unaligned() }).collect();
    let mem_scope = if args.len() > 4 { args.get(4)? } else { None };
    Ok(NDArray::empty_aligned(&shape, args.get(2)?, args.get(3)?, 1, mem_scope)?.into())
}

/// Makes a queue the one for this thread's work on a device. The arguments are the type of the
/// device, its number, and the queue. Returns 0, or -1 where it failed; the last error says why.
///
/// # Safety
/// The queue is null or one of the device, and is not destroyed while the thread works with it.
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

/// A module of the kernels in this source text, which is built for a device when a kernel is
/// launched there for the first time.
///
/// ```
/// use objet_object::{DataType, Device, DeviceType, NDArray};
/// use objet_runtime::NDArrayExt;
/// use objet_runtime::device_module::FunctionInfo;
/// use objet_runtime::device::opencl::opencl_module;
///
/// let source = "kernel void twice(global float* x, int n) {
///     size_t i = get_global_id(0);
///     if (i < n) x[i] = 2 * x[i];
/// }";
/// let args = [DataType::HANDLE, DataType::int(32)];
/// let info = FunctionInfo::new("twice", args, &["blockIdx.x", "threadIdx.x"]);
/// // SAFETY: the kernel takes what is said, and stays within its memory if that has `n` elements.
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
/// The kernels take arguments of the types that are said, and, with all arguments that they are
/// called with, use no memory but that of these arguments, as far as it goes. The functions of the
/// module are safe to call, as those of a library are, though what they do is not checked.
#[cfg(feature = "opencl")]
pub unsafe fn opencl_module(
    source: impl Into<String>,
    infos: impl IntoIterator<Item = FunctionInfo>,
) -> Module {
    opencl::module(DeviceCode::new("cl", source.into(), infos))
}

#[cfg(feature = "opencl")]
impl opencl::OpenclBackend {
    /// Returns one that has built nothing yet.
    ///
    /// # Safety
    /// That of [`opencl_module`], for the kernels of the code beside it.
    pub unsafe fn new() -> Self {
        Self::trusted()
    }
}

/// Loads a module from a file of source text, and from its side file.
///
/// # Safety
/// The code is trusted as that of a library: see [`Module::load_from_file`].
#[cfg(feature = "opencl")]
#[register_global("runtime.module.loadfile_cl", crate = objet_runtime)]
pub(crate) unsafe fn load_cl(path: &str, format: &str) -> Result<Module> {
    Ok(opencl::module(DeviceCode::load_from_file(Path::new(path), format)?))
}

/// Loads a module from a file that a driver made, and from its side file.
///
/// # Safety
/// The code is trusted as that of a library: see [`Module::load_from_file`].
#[cfg(feature = "opencl")]
#[register_global("runtime.module.loadfile_clbin", crate = objet_runtime)]
pub(crate) unsafe fn load_clbin(path: &str, format: &str) -> Result<Module> {
    Ok(opencl::module(DeviceCode::load_from_file(Path::new(path), format)?))
}

/// A module of the kernels in this text of PTX, which the driver compiles for a device when a
/// kernel is launched there for the first time.
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
/// // SAFETY: the kernel takes what is said, and stays within its memory if that has as many
/// // elements as the second argument says.
/// let module = unsafe { cuda_module(ptx, [info]) };
/// let x = NDArray::from_slice_on(&[3], &[1.0_f32, 2.0, 3.0], Device::new(DeviceType::CUDA, 0))?;
/// // Three elements, for a block of 32 threads.
/// module.expect_function("twice")?.call((&x, 3, 1, 32))?;
/// assert_eq!(x.to_host()?.to_vec::<f32>()?, [2.0, 4.0, 6.0]);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
///
/// # Safety
/// The kernels take arguments of the types that are said, and, with all arguments that they are
/// called with, use no memory but that of these arguments, as far as it goes. The functions of the
/// module are safe to call, as those of a library are, though what they do is not checked.
#[cfg(feature = "cuda")]
pub unsafe fn cuda_module(ptx: impl Into<String>, infos: impl IntoIterator<Item = FunctionInfo>) -> Module {
    cuda::module(DeviceCode::new("ptx", ptx.into(), infos))
}

#[cfg(feature = "cuda")]
impl cuda::CudaBackend {
    /// Returns one that has loaded nothing yet.
    ///
    /// # Safety
    /// That of [`cuda_module`], for the kernels of the code beside it.
    pub unsafe fn new() -> Self {
        Self::trusted()
    }
}

/// Loads code in PTX, with the side file beside it.
///
/// # Safety
/// The code is trusted as that of a library: see [`Module::load_from_file`].
#[cfg(feature = "cuda")]
#[register_global("runtime.module.loadfile_ptx", crate = objet_runtime)]
pub(crate) unsafe fn load_ptx(path: &str, format: &str) -> Result<Module> {
    Ok(cuda::module(DeviceCode::load_from_file(Path::new(path), format)?))
}

/// Loads a cubin, with the side file beside it.
///
/// # Safety
/// The code is trusted as that of a library: see [`Module::load_from_file`].
#[cfg(feature = "cuda")]
#[register_global("runtime.module.loadfile_cubin", crate = objet_runtime)]
pub(crate) unsafe fn load_cubin(path: &str, format: &str) -> Result<Module> {
    Ok(cuda::module(DeviceCode::load_from_file(Path::new(path), format)?))
}
