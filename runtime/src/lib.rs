//! The function runtime of Objet: packed functions, the registry of global functions, modules of
//! compiled code, devices and threads.
//!
//! A [`PackedFunc`] is an object that can be called with any arguments. A [`TypedPackedFunc`] is
//! called with Rust types. Values and type codes have the layout of TVM's C ABI, so a call from C
//! or from compiled code copies nothing.
//!
//! Users depend on the crate `objet`, which re-exports everything here.

// The code that `register_global` generates refers to this crate by a name that the user chooses.
// Inside this crate, the name is `objet_runtime`.
extern crate self as objet_runtime;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __runtime;
mod args;
pub mod backend;
mod binary;
mod call_error;
mod callable;
pub mod device;
mod error;
mod globals;
#[cfg(feature = "graph-executor")]
mod graph_executor;
pub mod kernel_module;
pub mod module;
mod pack;
mod packed_func;
mod params;
#[cfg(feature = "graph-executor")]
mod prepared_call;
mod registry;
mod shared;
mod signature;
mod system;
pub mod threading;
mod time_evaluator;
mod trusted;
pub mod typed;
#[cfg(feature = "vm")]
mod vm;

pub use args::{Args, ArgsIter};
pub use backend::check_signals;
pub use binary::{BinaryError, BinaryReader, BinaryWriter};
pub use call_error::CallError;
pub use device::{DeviceApi, DeviceClock, DeviceError, Devices, NDArrayExt};
pub use error::{BoxError, Error, ErrorKind, Frame, Result};
#[cfg(feature = "graph-executor")]
pub use graph_executor::{GraphError, GraphExecutor};
pub use module::{Loaders, Module, ModuleError, ModuleKind, ModuleNode, system_library};
#[doc(hidden)]
pub use objet_object::{RetValue, types};
pub use objet_object_derive::register_global;
pub use pack::{PackedArgs, moved};
pub use packed_func::{PackedFunc, PackedFuncNode};
pub use params::{ParamsError, load_params, save_params};
pub use registry::{GlobalFunction, Registry, RegistryError};
pub use signature::{Param, Signature, SignatureError};
pub use threading::{ParallelEnv, ParallelError, config_threadpool, num_threads, parallel_launch};
pub use time_evaluator::{TimeEvaluator, TimeEvaluatorError, Timing};
pub use typed::{FunctionBuilder, TypedPackedFunc};
#[cfg(feature = "vm")]
pub use vm::{VMClosure, VMClosureNode, VirtualMachine, VmError};
