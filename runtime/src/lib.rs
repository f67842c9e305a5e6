//! The function runtime of Objet: callables of one form, whatever language they are written in, and the registry of those
//! that have global names.
//!
//! A [`PackedFunc`] is an object that can be called with any arguments. A [`TypedPackedFunc`] is one that is called with
//! Rust types. Values and type codes are those of TVM's C ABI, so a call from C or from compiled code copies nothing.
//!
//! Users depend on the crate `objet`, which re-exports all of this.

// The code of `register_global` names the crate of its user's choice; here that is this crate.
extern crate self as objet_runtime;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __runtime;
mod args;
pub mod backend;
mod binary;
mod call_error;
mod callable;
mod device;
mod device_module;
mod error;
mod globals;
mod module;
mod pack;
mod packed_func;
mod params;
mod registry;
mod signature;
mod threading;
mod time_evaluator;
pub mod typed;

pub use args::{Args, ArgsIter};
pub use binary::{BinaryError, BinaryReader, BinaryWriter};
pub use call_error::CallError;
#[cfg(feature = "cuda")]
pub use device::cuda::{CudaBackend, CudaError, CudaKernel, cuda_module};
#[cfg(feature = "opencl")]
pub use device::opencl::{OpenclBackend, OpenclError, OpenclKernel, opencl_module};
pub use device::{
    DeviceApi, DeviceAttribute, DeviceError, Devices, NDArrayExt, Region, Stream, Workspace, copy_dl_tensor,
    copy_from_bytes, copy_to_bytes,
};
pub use device_module::{
    DeviceCode, DeviceModule, DeviceModuleError, FunctionInfo, KernelArg, KernelArgs, KernelBackend,
    KernelParams, Launch, LaunchParams, SourceModule,
};
pub use error::{BoxError, Error, ErrorKind, Frame, Result};
pub use module::{
    BlobError, LoadError, Loaders, Metadata, MetadataError, Module, ModuleError, ModuleKind, ModuleNode,
    runtime_enabled, system_library,
};
#[doc(hidden)]
pub use objet_object::{RetValue, types};
pub use objet_object_derive::register_global;
pub use pack::{PackedArgs, moved};
pub use packed_func::{PackedFunc, PackedFuncNode};
pub use params::{ParamsError, load_params, save_params};
pub use registry::{GlobalFunction, Registry, RegistryError};
pub use signature::{Param, Signature, SignatureError};
pub use threading::{
    MAX_THREADS, ParallelEnv, ParallelError, TaskFailures, config_threadpool, num_threads, parallel_launch,
};
pub use time_evaluator::{TimeEvaluator, TimeEvaluatorError, Timing};
pub use typed::{FunctionBuilder, TypedPackedFunc};
