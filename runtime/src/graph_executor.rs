//! Graph executors: networks that TVM compiled to a graph of function calls.
//!
//! - `json` reads the syntax of a graph, and `graph` its content.
//! - `memory` allocates the tensors of a graph and copies into them.
//! - `executor` runs the calls of a graph.
//! - `functions` are the functions of an executor's module, and `factory` is the module in a
//!   library from which executors are made.
//! - `create` has the functions that create executors and factories. They are `unsafe`.

mod create;
mod error;
mod executor;
mod factory;
mod functions;
mod graph;
mod json;
mod memory;

use std::fmt;

use objet_object::{ArgValue, DataType, Device, NDArray};

use crate::device::NDArrayExt;
use crate::error::Result;
use crate::module::Module;
use executor::Executor;
use memory::copy;

pub(crate) use create::{create_executor, create_factory, load_factory, load_runtime_factory};
pub use error::GraphError;

/// A network on its devices: the functions of a library, called in the order of a graph.
///
/// An executor has memory for all tensors of its graph, so it runs one network at a time. A clone
/// refers to the same executor. A call while the executor runs is an error; each thread should have
/// its own executor.
///
/// ```
/// use objet_object::{Device, NDArray};
/// use objet_runtime::{GraphExecutor, Module, ModuleKind, NDArrayExt, PackedFunc, Result};
///
/// /// A library whose function `print` has a tensor as its argument.
/// struct Library;
///
/// impl ModuleKind for Library {
///     fn type_key(&self) -> &str {
///         "library"
///     }
///
///     fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
///         let print = |args: objet_runtime::Args<'_>, _: &mut _| {
///             assert_eq!(args.get::<NDArray>(0)?.as_slice::<f32>()?, [1.0, 2.0]);
///             Ok(())
///         };
///         Ok((name == "print").then(|| PackedFunc::from_fn(print)))
///     }
/// }
///
/// let graph = r#"{
///     "nodes": [
///         {"op": "null", "name": "x", "inputs": []},
///         {"op": "tvm_op", "name": "print", "inputs": [[0, 0, 0]], "attrs": {
///             "func_name": "print", "num_inputs": "1", "num_outputs": "0", "flatten_data": "0"}}
///     ],
///     "arg_nodes": [0], "heads": [[0, 0, 0]], "node_row_ptr": [0, 1, 1],
///     "attrs": {"dltype": ["list_str", ["float32"]], "shape": ["list_shape", [[2]]],
///               "storage_id": ["list_int", [0]]}
/// }"#;
/// // SAFETY: the library writes to no tensor, and no slice is held while `run` sets the input.
/// let network = unsafe { GraphExecutor::new(graph, &Module::new(Library), &[Device::cpu(0)]) }?;
/// let outputs = network.run(&[("x", &NDArray::from_slice(&[2], &[1.0_f32, 2.0])?)])?;
/// assert_eq!(outputs[0].as_slice::<f32>()?, [1.0, 2.0]);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct GraphExecutor {
    /// The module, whose kind is an [`Executor`].
    module: Module,
}

impl GraphExecutor {
    /// Creates an executor of the network `default` of a module that TVM exported, with its
    /// parameters.
    ///
    /// # Errors
    /// If the module has no such network, and as for [`GraphExecutor::new`].
    pub fn of(module: &Module, devices: &[Device]) -> Result<Self> {
        let devices: Vec<_> = devices.iter().map(|device| ArgValue::Device(*device)).collect();
        module.expect_function("default")?.call_as::<Module>(&devices[..])?.try_into()
    }

    fn executor(&self) -> &Executor {
        self.module.as_kind().expect("the kind was checked when the executor was made")
    }

    /// Returns the executor as a module, with the functions that TVM's front ends call.
    ///
    /// The tensors that `get_input` and `get_output` return share the memory of the executor. No
    /// slice of their elements may be held while the executor runs or an input is set.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Returns the names of the inputs, parameters included.
    pub fn inputs(&self) -> Vec<&str> {
        let executor = self.executor();
        (0..executor.graph().arguments.len()).map(|index| executor.input_name(index)).collect()
    }

    /// Returns the number of outputs.
    pub fn output_count(&self) -> usize {
        self.executor().graph().outputs.len()
    }

    /// Copies a tensor to the input or parameter of that name. The numbers of bytes must be equal.
    ///
    /// # Errors
    /// If there is no such input, if the sizes differ, or if a device fails.
    pub fn set_input(&self, name: &str, value: &NDArray) -> Result<()> {
        match self.executor().input_index(name.into())? {
            Some(index) => self.executor().set_input(index, value.into()),
            None => {
                let problem = format!("no such input; the inputs are {}", self.inputs().join(", "));
                Err(GraphError::error(format!("input {name:?}"), problem))
            }
        }
    }

    /// Sets inputs, runs the network, and returns copies of all outputs in host memory.
    ///
    /// # Errors
    /// As for [`GraphExecutor::set_input`], and the errors of the functions.
    pub fn run(&self, inputs: &[(&str, &NDArray)]) -> Result<Vec<NDArray>> {
        for (name, value) in inputs {
            self.set_input(name, value)?;
        }
        self.executor().run()?;
        let copy = |index| self.executor().output(index as i64)?.copy_to(Device::cpu(0));
        (0..self.output_count()).map(copy).collect()
    }

    /// Returns the number of nodes: inputs and operations.
    pub fn node_count(&self) -> usize {
        self.executor().graph().node_count()
    }

    /// Returns the name of a node.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn node_name(&self, node: usize) -> Result<&str> {
        Ok(self.executor().graph().node_name(self.node(node)?))
    }

    /// Returns the name of the function that a node calls, or `None` for inputs and for operations
    /// that only rename their input.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn node_function(&self, node: usize) -> Result<Option<&str>> {
        Ok(Some(self.executor().graph().function(self.node(node)?)).filter(|name| !name.is_empty()))
    }

    /// Runs one node with the current elements of its inputs.
    ///
    /// # Errors
    /// If there is no such node, and the errors of its function.
    pub fn run_node(&self, node: usize) -> Result<()> {
        self.executor().run_node(self.node(node)?)
    }

    /// Returns copies of the outputs of a node in host memory.
    ///
    /// # Errors
    /// If there is no such node, or if a device fails.
    pub fn node_outputs(&self, node: usize) -> Result<Vec<NDArray>> {
        let outputs = self.executor().node_outputs(self.node(node)?)?;
        outputs.iter().map(|output| output.copy_to(Device::cpu(0))).collect()
    }

    /// Copies the first output of a node to another tensor, as the function `get_output` does. No
    /// slice of the elements of `to` may be held.
    ///
    /// # Errors
    /// If there is no such node or it has no output, if the sizes differ, or if a device fails.
    pub fn copy_node_output(&self, node: usize, to: &NDArray) -> Result<()> {
        let outputs = self.executor().node_outputs(self.node(node)?)?;
        let output = outputs.first().ok_or("the node has no output")?;
        copy(output.into(), to.into())
    }

    /// Returns the data types and shapes of the tensors of a node: its inputs, then its outputs.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn node_types(&self, node: usize) -> Result<Vec<(DataType, Vec<i64>)>> {
        let (node, graph) = (self.node(node)?, self.executor().graph());
        let inputs = graph.inputs(node).iter().map(|entry| *entry as usize);
        let entries = inputs.chain(graph.entries_of(node));
        Ok(entries.map(|entry| (graph.dtypes[entry], graph.shape(entry).to_vec())).collect())
    }

    fn node(&self, node: usize) -> Result<usize> {
        let count = self.node_count();
        if node < count {
            return Ok(node);
        }
        let problem = format!("index {node} is out of range: the graph has {count} nodes");
        Err(crate::Error::new(crate::ErrorKind::INDEX_ERROR, problem))
    }
}

impl TryFrom<Module> for GraphExecutor {
    type Error = crate::Error;

    fn try_from(module: Module) -> Result<Self> {
        if module.as_kind::<Executor>().is_none() {
            return Err(
                format!("expected a module of kind GraphExecutor, found {}", module.type_key()).into()
            );
        }
        Ok(Self { module })
    }
}

impl fmt::Debug for GraphExecutor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GraphExecutor({})", self.inputs().join(", "))
    }
}
