//! The creation of executors and of factories, which callers must trust.
//!
//! Invariants:
//! - Each executor and each factory comes from a function of this file, or from a factory.
//! - The callers of these functions promise what [`GraphExecutor::new`] demands.
//! - Safe code cannot look up the global functions of this file by name.

#![expect(unsafe_code, reason = "executors write to tensors that callers share")]

use std::io::{self, Write};

use objet_object::{ArgValue, Device, DeviceType, OpaqueHandle, RetValue};
use objet_object_derive::register_global;

use crate::args::Args;
use crate::error::Result;
use crate::graph_executor::GraphExecutor;
use crate::graph_executor::executor::Executor;
use crate::graph_executor::factory;
use crate::module::{Module, read_lent};
use crate::packed_func::PackedFunc;
use crate::registry::Registry;

impl GraphExecutor {
    /// Creates an executor of a graph in JSON. The functions are those of the library and its
    /// imports. The first device is that of tensors without a device.
    ///
    /// # Errors
    /// If the graph is invalid, if a function is missing, if there is no device, or if a device has
    /// too little memory.
    ///
    /// # Safety
    /// While the executor lives, and while any function of its module lives:
    /// - No code holds a slice of a tensor while the executor or a function of the library writes
    ///   to it. An executor writes to its inputs when they are set, and to the tensors that are
    ///   passed for its outputs. The functions `get_input` and `get_output` return tensors that
    ///   share its memory, and `set_input_zero_copy` and `share_params` share the memory of others.
    /// - Each function of the library is memory safe for tensors of the types in the graph.
    /// - The function `_lookup_linked_param` of the library, if there is one, returns null or the
    ///   address of a constant of the type of the parameter.
    pub unsafe fn new(graph_json: &str, library: &Module, devices: &[Device]) -> Result<Self> {
        Ok(Self { module: Module::new(Executor::new(graph_json, library, devices, None)?) })
    }

    /// Creates an executor from the arguments of `tvm.graph_executor.create`: the graph, the
    /// library, an optional function that looks up linked parameters, and the type and id of each
    /// device.
    ///
    /// # Errors
    /// As for [`GraphExecutor::new`], and if an argument has another type.
    ///
    /// # Safety
    /// The contract of [`GraphExecutor::new`]. The function that looks up parameters takes the
    /// place of `_lookup_linked_param`.
    pub unsafe fn from_args(args: Args<'_>) -> Result<Self> {
        executor(args)?.try_into()
    }
}

fn executor(args: Args<'_>) -> Result<Module> {
    let linked: Option<PackedFunc> = match args.at(2)? {
        found @ ArgValue::Object(_) => Some(found.get()?),
        _ => None,
    };
    let mut devices = Vec::new();
    for pair in (if linked.is_some() { 3 } else { 2 }..args.len()).step_by(2) {
        devices.push(Device::new(DeviceType(args.get(pair)?), args.get(pair + 1)?));
    }
    Ok(Module::new(Executor::new(args.get(0)?, &args.get::<Module>(1)?, &devices, linked)?))
}

/// Creates an executor of a graph. The arguments are the graph in JSON, the library of its
/// functions, an optional function that looks up linked parameters, and the type and id of each
/// device.
///
/// # Safety
/// The contract of [`GraphExecutor::from_args`].
#[register_global("tvm.graph_executor.create", crate = objet_runtime)]
pub(crate) unsafe fn create_executor(args: Args<'_>) -> Result<RetValue> {
    Ok(executor(args)?.into())
}

/// Creates an executor that measures its nodes, from the arguments of [`create_executor`]. A
/// factory calls it, whose creator has made the promise.
pub(super) fn create_debug_executor(args: &[ArgValue<'_>]) -> Result<Module> {
    const NAME: &str = "tvm.graph_executor_debug.create";
    // SAFETY: the function is only called here, and the creator of the factory keeps its contract.
    match unsafe { Registry::find_unchecked(NAME) } {
        Some(create) => create.call_as(args),
        // The error names the function.
        None => Registry::expect(NAME)?.call_as(args),
    }
}

/// Creates a factory. The arguments are the graph in JSON, the library of its functions, the name
/// of the network, and the name and value of each parameter.
///
/// # Safety
/// The contract of [`GraphExecutor::new`], for each executor that the factory creates.
#[register_global("tvm.graph_executor_factory.create", crate = objet_runtime)]
pub(crate) unsafe fn create_factory(args: Args<'_>) -> Result<RetValue> {
    Ok(factory::create(args)?.into())
}

/// Reads a module of kind `GraphExecutorFactory` from a binary stream.
///
/// # Safety
/// The contract of [`GraphExecutor::new`], for each executor that the factory creates.
#[register_global("runtime.module.loadbinary_GraphExecutorFactory", crate = objet_runtime)]
pub(crate) unsafe fn load_factory(stream: OpaqueHandle) -> Result<Module> {
    read_lent(stream, factory::load)
}

/// Reads a module of kind `GraphExecutorFactory` that was saved under its old name.
///
/// # Safety
/// The contract of [`GraphExecutor::new`], for each executor that the factory creates.
#[register_global("runtime.module.loadbinary_GraphRuntimeFactory", crate = objet_runtime)]
pub(crate) unsafe fn load_runtime_factory(stream: OpaqueHandle) -> Result<Module> {
    const WARNING: &[u8] =
        b"Warning: an old version of TVM saved the network as GraphRuntimeFactory; compile it again\n";
    // If the warning cannot be written, there is nothing else to do.
    let _ = io::stderr().write_all(WARNING);
    read_lent(stream, factory::load)
}
