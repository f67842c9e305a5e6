//! The execution of a graph.
//!
//! Invariants:
//! - Each call has the tensors of its node's inputs, then those of its outputs.
//! - `own` and `current` only differ in the entries whose memory a caller has lent.

use std::sync::{Mutex, MutexGuard, TryLockError};

use objet_object::{ArgValue, Device, NDArray, RetValue};

use crate::args::Args;
use crate::error::{Error, ErrorKind, Frame, Result};
use crate::graph_executor::graph::Graph;
use crate::graph_executor::memory::{allocate, copy, copy_linked};
use crate::module::Module;
use crate::packed_func::PackedFunc;
use crate::prepared_call::PreparedCall;

/// The address of memory that a caller lends must be a multiple of this.
const ALIGNMENT: usize = 128;

/// A graph with its functions and its memory.
pub(super) struct Executor {
    graph: Graph,
    /// The indices of the inputs, sorted by name.
    by_name: Vec<i64>,
    state: Mutex<State>,
}

struct State {
    /// The call of each node. Inputs and nodes that only rename their input have none.
    calls: Vec<Option<PreparedCall>>,
    own: Vec<NDArray>,
    current: Vec<NDArray>,
}

fn copy_function(_: &(), args: Args<'_>, _: &mut RetValue) -> Result<()> {
    copy(args.at(0)?, args.at(1)?)
}

impl Executor {
    /// Creates an executor of a graph in JSON. The library has the functions, itself or among its
    /// imports. `linked` returns the address of the parameter with a storage number.
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
        let mut functions = Vec::with_capacity(graph.node_count());
        for node in 0..graph.node_count() {
            functions.push(match graph.function(node) {
                "" => None,
                "__copy" if graph.inputs(node).len() == 1 && graph.entries_of(node).len() == 1 => {
                    Some(PackedFunc::with_data_called("__copy", (), copy_function))
                }
                name => {
                    let missing =
                        || graph.node_error(node, &format!("no such function in module: {name}"), 0);
                    Some(library.function_with_imports(name)?.ok_or_else(missing)?)
                }
            });
        }
        let own = allocate(&graph, devices)?;
        let linked = match linked {
            None => library.function_with_imports("_lookup_linked_param")?,
            linked => linked,
        };
        if let Some(lookup) = linked {
            for argument in &graph.arguments {
                let entry = graph.entries_of(*argument as usize).start;
                if let RetValue::Handle(constant) = lookup.call((graph.storages[entry],))?
                    && !constant.0.is_null()
                {
                    copy_linked(constant, &own[entry])?;
                }
            }
        }
        let mut calls = Vec::with_capacity(functions.len());
        for (node, function) in functions.into_iter().enumerate() {
            let Some(function) = function else {
                calls.push(None);
                continue;
            };
            let outputs = graph.entries_of(node);
            let mut tensors = Vec::with_capacity(graph.inputs(node).len() + outputs.len());
            for entry in graph.inputs(node) {
                tensors.push(passed(&own[*entry as usize], &graph, node)?);
            }
            for entry in outputs {
                tensors.push(passed(&own[entry], &graph, node)?);
            }
            calls.push(Some(PreparedCall::new(function, tensors)));
        }
        let mut by_name: Vec<i64> = (0..graph.arguments.len() as i64).collect();
        let name = |index: i64| graph.node_name(graph.arguments[index as usize] as usize);
        by_name.sort_unstable_by(|a, b| name(*a).cmp(name(*b)));
        let current = own.clone();
        Ok(Self { graph, by_name, state: Mutex::new(State { calls, own, current }) })
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

    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(super) fn input_name(&self, index: usize) -> &str {
        self.graph.node_name(self.graph.arguments[index] as usize)
    }

    /// Returns the index of an input, given by name or index. A name that no input has is `None`.
    pub(super) fn input_index(&self, input: ArgValue<'_>) -> Result<Option<i64>> {
        if let ArgValue::Int(index) = input {
            return Ok(Some(index));
        }
        let name: &str = input.get()?;
        let found = self.by_name.binary_search_by(|index| self.input_name(*index as usize).cmp(name));
        Ok(found.ok().map(|position| self.by_name[position]))
    }

    fn input_entry(&self, index: i64) -> Result<usize> {
        let node = element(&self.graph.arguments, index, "inputs")?;
        Ok(self.graph.entries_of(node as usize).start)
    }

    /// Returns the tensor of an input.
    pub(super) fn input(&self, index: i64) -> Result<NDArray> {
        let entry = self.input_entry(index)?;
        Ok(self.state()?.current[entry].clone())
    }

    /// Returns the tensor of an output. The next run overwrites it.
    pub(super) fn output(&self, index: i64) -> Result<NDArray> {
        let entry = element(&self.graph.outputs, index, "outputs")?;
        Ok(self.state()?.current[entry as usize].clone())
    }

    /// Returns the tensors of a node's outputs.
    pub(super) fn node_outputs(&self, node: usize) -> Result<Vec<NDArray>> {
        let entries = self.graph.entries_of(node);
        Ok(self.state()?.current[entries].to_vec())
    }

    /// Copies a tensor to an input. The executor's own memory replaces memory that was lent.
    pub(super) fn set_input(&self, index: i64, value: ArgValue<'_>) -> Result<()> {
        let entry = self.input_entry(index)?;
        let mut state = self.state()?;
        if !state.current[entry].same_as(&state.own[entry]) {
            self.replace(&mut state, entry, None)?;
        }
        copy(value, (&state.own[entry]).into()).map_err(|source| {
            let name = self.input_name(index as usize);
            Error::new(source.kind().clone(), format!("input {name:?}: {}", source.message()))
        })
    }

    /// Makes a tensor the memory of an input, without a copy. If `for_good` is true, frees the
    /// executor's own memory of the input.
    pub(super) fn lend_input(&self, index: i64, tensor: &NDArray, for_good: bool) -> Result<()> {
        let entry = self.input_entry(index)?;
        let mut state = self.state()?;
        let (own, seen) = (&state.own[entry], tensor.dl_tensor());
        // Memory of some devices has a handle instead of an address.
        let address = if own.device().device_type.is_host() { seen.data.addr() } else { 0 };
        let problem = if tensor.shape() != own.shape() || tensor.dtype() != own.dtype() {
            "the shape or the data type of the tensor is not that of the input"
        } else if tensor.device() != own.device() {
            "the tensor is on another device"
        } else if tensor.is_read_only() || !tensor.is_contiguous() {
            "the tensor is read-only or not contiguous: pass a copy"
        } else if seen.byte_offset != 0 || !address.is_multiple_of(ALIGNMENT) {
            "the elements are not aligned to 128 bytes: use set_input"
        } else if self.is_written(entry) {
            "an operation writes to the memory of the input: use set_input"
        } else {
            self.replace(&mut state, entry, Some(tensor))?;
            if for_good {
                let State { own, current, .. } = &mut *state;
                for other in 0..own.len() {
                    if self.graph.storages[other] == self.graph.storages[entry] {
                        own[other] = current[other].clone();
                    }
                }
            }
            return Ok(());
        };
        Err(self.graph.node_error(self.graph.arguments[index as usize] as usize, problem, 0))
    }

    /// Returns whether a function writes to the memory of an entry.
    fn is_written(&self, entry: usize) -> bool {
        let graph = &self.graph;
        let writes = |node: usize| {
            !graph.function(node).is_empty()
                && graph.entries_of(node).any(|output| graph.storages[output] == graph.storages[entry])
        };
        (0..graph.node_count()).any(writes)
    }

    /// Replaces the memory of an entry, and of those that share it, by that of another tensor, or
    /// by the executor's own memory.
    fn replace(&self, state: &mut State, entry: usize, tensor: Option<&NDArray>) -> Result<()> {
        let (graph, State { calls, own, current }) = (&self.graph, state);
        let storage = graph.storages[entry];
        for (entry, own) in own.iter().enumerate() {
            if graph.storages[entry] == storage {
                current[entry] = match tensor {
                    Some(tensor) => tensor.view(own.shape(), own.dtype())?,
                    None => own.clone(),
                };
            }
        }
        for (node, call) in calls.iter_mut().enumerate() {
            let Some(call) = call else { continue };
            for (position, entry) in graph.inputs(node).iter().enumerate() {
                if graph.storages[*entry as usize] == storage {
                    call.set(position, passed(&current[*entry as usize], graph, node)?);
                }
            }
        }
        Ok(())
    }

    /// Runs all nodes in order.
    pub(super) fn run(&self) -> Result<()> {
        let state = self.state()?;
        for (node, call) in state.calls.iter().enumerate() {
            self.run_call(node, call)?;
        }
        Ok(())
    }

    /// Runs one node.
    pub(super) fn run_node(&self, node: usize) -> Result<()> {
        self.run_call(node, &self.state()?.calls[node])
    }

    fn run_call(&self, node: usize, call: &Option<PreparedCall>) -> Result<()> {
        match call.as_ref().map(PreparedCall::call) {
            Some(Err(error)) => {
                Err(error.with_frame(Frame::Foreign(format!("in {} of the graph", self.graph.place(node)))))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the tensor in the shape in which the function of a node takes it.
fn passed(tensor: &NDArray, graph: &Graph, node: usize) -> Result<NDArray> {
    if graph.is_flat(node) {
        return Ok(tensor.view(&[tensor.element_count() as i64], tensor.dtype())?);
    }
    Ok(tensor.clone())
}

/// Returns the element of that index.
fn element(numbers: &[i64], index: i64, what: &str) -> Result<i64> {
    usize::try_from(index).ok().and_then(|index| numbers.get(index)).copied().ok_or_else(|| {
        let count = numbers.len();
        Error::new(
            ErrorKind::INDEX_ERROR,
            format!("index {index} is out of range: the graph has {count} {what}"),
        )
    })
}
