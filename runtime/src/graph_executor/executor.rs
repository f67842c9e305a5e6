//! The execution of a graph.
//!
//! Invariants:
//! - Each call has the tensors of its node's inputs, then those of its outputs.
//! - `own` and `current` only differ in the entries whose memory a caller has lent.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, TryLockError};

use objet_object::{ArgValue, Device, NDArray, OpaqueHandle};

use crate::error::Result;
use crate::graph_executor::GraphError;
use crate::graph_executor::graph::{Graph, Operation};
use crate::graph_executor::memory::{Memory, copy, copy_linked};
use crate::module::Module;
use crate::packed_func::PackedFunc;
use crate::prepared_call::PreparedCall;

/// The address of memory that a caller lends must be a multiple of this.
const ALIGNMENT: usize = 128;

/// A graph with its functions and its memory.
pub(super) struct Executor {
    graph: Graph,
    /// The index of each input by name.
    inputs: HashMap<String, usize>,
    /// For each entry, the calls and positions where its tensor is passed.
    uses: Vec<Vec<(usize, usize)>>,
    state: Mutex<State>,
}

struct State {
    calls: Vec<Call>,
    own: Memory,
    current: Vec<NDArray>,
}

/// The work of a node.
enum Call {
    /// An input, or an operation whose output shares the memory of its input.
    Nothing,
    /// A copy between devices.
    Copy {
        from: NDArray,
        to: NDArray,
    },
    Function(PreparedCall),
}

impl Call {
    fn run(&self) -> Result<()> {
        match self {
            Self::Nothing => Ok(()),
            Self::Copy { from, to } => copy(from.into(), to.into()),
            Self::Function(call) => call.call(),
        }
    }

    fn set(&mut self, position: usize, tensor: NDArray) {
        match self {
            Self::Nothing => {}
            Self::Copy { from, .. } if position == 0 => *from = tensor,
            Self::Copy { to, .. } => *to = tensor,
            Self::Function(call) => call.set(position, tensor),
        }
    }
}

/// Returns whether an operation only renames its input.
fn is_nop(operation: &Operation) -> bool {
    operation.function == "__nop"
}

/// Returns the tensor in the shape in which an operation takes it.
fn passed(tensor: &NDArray, operation: &Operation) -> Result<NDArray> {
    if !operation.is_flat {
        return Ok(tensor.clone());
    }
    Ok(tensor.reshape(&[tensor.element_count() as i64])?)
}

impl Executor {
    /// Creates an executor of a graph in JSON. The library has the functions, itself or among its
    /// imports.
    pub(super) fn new(
        json: &str,
        library: &Module,
        devices: &[Device],
        linked: Option<PackedFunc>,
    ) -> Result<Self> {
        if devices.is_empty() {
            return Err("a graph executor needs at least one device".into());
        }
        let graph = Graph::from_json(json)?;
        let own = Memory::allocate(&graph, devices)?;
        let linked = match linked {
            None => library.function_with_imports("_lookup_linked_param")?,
            linked => linked,
        };
        if let Some(lookup) = linked {
            for argument in &graph.arguments {
                let entry = graph.entries_of(*argument).start;
                let constant = lookup.call((graph.entries[entry].storage,))?;
                match constant.get::<Option<OpaqueHandle>>()? {
                    Some(constant) if constant != OpaqueHandle::NULL => {
                        copy_linked(constant, &own.entries[entry])?;
                    }
                    _ => {}
                }
            }
        }
        let mut uses = vec![Vec::new(); graph.entries.len()];
        let mut calls = Vec::with_capacity(graph.nodes.len());
        for (index, node) in graph.nodes.iter().enumerate() {
            let Some(operation) = node.operation.as_ref().filter(|operation| !is_nop(operation)) else {
                calls.push(Call::Nothing);
                continue;
            };
            let tensors = node.inputs.iter().copied().chain(graph.entries_of(index));
            let tensors = tensors.enumerate().map(|(position, entry)| {
                uses[entry].push((index, position));
                passed(&own.entries[entry], operation)
            });
            let tensors = tensors.collect::<Result<Vec<_>>>()?;
            calls.push(match (operation.function.as_str(), &tensors[..]) {
                ("__copy", [from, to]) => Call::Copy { from: from.clone(), to: to.clone() },
                (name, _) => {
                    let missing =
                        || GraphError::new(graph.place(index), format!("no such function in module: {name}"));
                    let function = library.function_with_imports(name)?.ok_or_else(missing)?;
                    Call::Function(PreparedCall::new(function, tensors))
                }
            });
        }
        let names = graph.arguments.iter().enumerate();
        let inputs = names.map(|(index, node)| (graph.nodes[*node].name.clone(), index)).collect();
        let current = own.entries.clone();
        Ok(Self { graph, inputs, uses, state: Mutex::new(State { calls, own, current }) })
    }

    fn state(&self) -> Result<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            // A panic within a run leaves the tensors as an error would.
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err("the graph executor is running: create an executor for each thread".into())
            }
        }
    }

    /// Returns the number of inputs, parameters included.
    pub(super) fn input_count(&self) -> usize {
        self.graph.arguments.len()
    }

    pub(super) fn output_count(&self) -> usize {
        self.graph.outputs.len()
    }

    pub(super) fn node_count(&self) -> usize {
        self.graph.nodes.len()
    }

    pub(super) fn node_name(&self, node: usize) -> Result<&str> {
        Ok(&self.graph.nodes[checked(node, self.node_count(), "nodes")?].name)
    }

    pub(super) fn input_name(&self, index: usize) -> Result<&str> {
        self.node_name(self.graph.arguments[checked(index, self.input_count(), "inputs")?])
    }

    /// Returns the name of the function of a node, unless the node does nothing.
    pub(super) fn function_name(&self, node: usize) -> Result<Option<&str>> {
        let node = checked(node, self.node_count(), "nodes")?;
        let operation = self.graph.nodes[node].operation.as_ref().filter(|operation| !is_nop(operation));
        Ok(operation.map(|operation| operation.function.as_str()))
    }

    /// Returns the index of the input of that name.
    pub(super) fn input_index(&self, name: &str) -> Option<usize> {
        self.inputs.get(name).copied()
    }

    fn input_entry(&self, index: usize) -> Result<usize> {
        let node = self.graph.arguments[checked(index, self.input_count(), "inputs")?];
        Ok(self.graph.entries_of(node).start)
    }

    /// Returns the tensor of an input.
    pub(super) fn input(&self, index: usize) -> Result<NDArray> {
        let entry = self.input_entry(index)?;
        Ok(self.state()?.current[entry].clone())
    }

    /// Returns the tensor of an output. The next run overwrites it.
    pub(super) fn output(&self, index: usize) -> Result<NDArray> {
        let entry = self.graph.outputs[checked(index, self.output_count(), "outputs")?];
        Ok(self.state()?.current[entry].clone())
    }

    /// Returns the tensors of a node's outputs.
    pub(super) fn node_outputs(&self, node: usize) -> Result<Vec<NDArray>> {
        let entries = self.graph.entries_of(checked(node, self.node_count(), "nodes")?);
        Ok(self.state()?.current[entries].to_vec())
    }

    /// Copies a tensor to an input. The executor's own memory replaces memory that was lent.
    pub(super) fn set_input(&self, index: usize, value: ArgValue<'_>) -> Result<()> {
        let entry = self.input_entry(index)?;
        let mut state = self.state()?;
        let own = state.own.entries[entry].clone();
        if !state.current[entry].same_as(&own) {
            self.replace(&mut state, entry, |own| Ok(own.clone()))?;
        }
        copy(value, (&own).into()).map_err(|source| self.input_error(index, source))
    }

    /// Adds the name of an input to an error.
    fn input_error(&self, index: usize, source: crate::Error) -> crate::Error {
        let name = self.input_name(index).unwrap_or_default();
        crate::Error::new(source.kind().clone(), format!("input {name:?}: {}", source.message()))
    }

    /// Makes a tensor the memory of an input, without a copy.
    pub(super) fn set_input_zero_copy(&self, index: usize, tensor: &NDArray) -> Result<()> {
        let entry = self.input_entry(index)?;
        let mut state = self.state()?;
        let place = || self.graph.place(self.graph.arguments[index]);
        let error = |problem: String| Err(GraphError::new(place(), problem).into());
        let own = &state.own.entries[entry];
        if tensor.shape() != own.shape() || tensor.dtype() != own.dtype() {
            return error(format!("expected a tensor like {}, found {}", &**own, &**tensor));
        }
        if tensor.device() != own.device() {
            return error(format!("expected a tensor on {}, found one on {}", own.device(), tensor.device()));
        }
        if !tensor.is_contiguous() || tensor.is_read_only() {
            return error("the elements must be contiguous and writable: pass a copy".into());
        }
        let seen = tensor.dl_tensor();
        // For a device whose memory is a handle, only the offset is an address.
        let address = if own.device().device_type.is_host() { seen.data.addr() as u64 } else { 0 };
        if !address.wrapping_add(seen.byte_offset).is_multiple_of(ALIGNMENT as u64) || seen.byte_offset != 0 {
            return error(format!("the elements must be aligned to {ALIGNMENT} bytes, without an offset"));
        }
        let is_written = |entry: &usize| self.writes(*entry);
        if state.own.sharing(entry).iter().any(is_written) {
            return error("an operation writes to the memory of this input: use set_input".into());
        }
        self.replace(&mut state, entry, |own| Ok(tensor.view(own.shape(), own.dtype())?))
    }

    /// Makes a tensor of another executor the memory of an input for good.
    pub(super) fn share_input(&self, index: usize, tensor: &NDArray) -> Result<()> {
        self.set_input_zero_copy(index, tensor)?;
        let entry = self.input_entry(index)?;
        let State { own, current, .. } = &mut *self.state()?;
        own.replace(entry, current);
        Ok(())
    }

    /// Returns whether an operation writes to an entry.
    fn writes(&self, entry: usize) -> bool {
        let is_output = |(node, position): &(usize, usize)| *position >= self.graph.nodes[*node].inputs.len();
        self.uses[entry].iter().any(is_output)
    }

    /// Replaces the tensors of an entry, and of those that share its memory, in all calls.
    fn replace(
        &self,
        state: &mut State,
        entry: usize,
        tensor: impl Fn(&NDArray) -> Result<NDArray>,
    ) -> Result<()> {
        let State { calls, own, current } = state;
        let sharing = own.sharing(entry);
        let tensors = sharing.iter().map(|entry| tensor(&own.entries[*entry]));
        let tensors = tensors.collect::<Result<Vec<_>>>()?;
        for (entry, tensor) in sharing.iter().zip(tensors) {
            for (node, position) in &self.uses[*entry] {
                if let Some(operation) = &self.graph.nodes[*node].operation {
                    calls[*node].set(*position, passed(&tensor, operation)?);
                }
            }
            current[*entry] = tensor;
        }
        Ok(())
    }

    /// Runs all operations in order.
    pub(super) fn run(&self) -> Result<()> {
        let state = self.state()?;
        for (node, call) in state.calls.iter().enumerate() {
            call.run().map_err(|source| self.node_error(node, source))?;
        }
        Ok(())
    }

    /// Runs one operation.
    pub(super) fn run_node(&self, node: usize) -> Result<()> {
        let state = self.state()?;
        let call = &state.calls[checked(node, self.node_count(), "nodes")?];
        call.run().map_err(|source| self.node_error(node, source))
    }

    /// Adds the node to the traceback of an error.
    #[cold]
    fn node_error(&self, node: usize, source: crate::Error) -> crate::Error {
        source.with_frame(crate::Frame::Foreign(format!("in {} of the graph", self.graph.place(node))))
    }
}

/// Returns the index if it is below the count.
pub(super) fn checked(index: usize, count: usize, what: &str) -> Result<usize> {
    if index < count {
        return Ok(index);
    }
    let problem = format!("index {index} is out of range: the graph has {count} {what}");
    Err(crate::Error::new(crate::ErrorKind::INDEX_ERROR, problem))
}
