//! How CUDA modules are loaded.

use std::path::Path;

use objet_object::OpaqueHandle;

use crate::device::cuda::CudaBackend;
use crate::device_module::{DeviceCode, DeviceModule};
use crate::error::Result;
use crate::module::{Module, read_lent};
use crate::register_global;

/// Reads a module of the kind `cuda`.
#[register_global("runtime.module.loadbinary_cuda", crate = objet_runtime)]
pub(crate) fn load_binary(stream: OpaqueHandle) -> Result<Module> {
    read_lent(stream, |reader| Ok(module(DeviceCode::load(reader)?)))
}

/// Loads code in PTX, with the side file beside it.
#[register_global("runtime.module.loadfile_ptx", crate = objet_runtime)]
pub(crate) fn load_ptx(path: &str, format: &str) -> Result<Module> {
    Ok(module(DeviceCode::load_from_file(Path::new(path), format)?))
}

/// Loads a cubin, with the side file beside it.
#[register_global("runtime.module.loadfile_cubin", crate = objet_runtime)]
pub(crate) fn load_cubin(path: &str, format: &str) -> Result<Module> {
    Ok(module(DeviceCode::load_from_file(Path::new(path), format)?))
}

fn module(code: DeviceCode) -> Module {
    Module::new(DeviceModule::new(code, CudaBackend::new()))
}
