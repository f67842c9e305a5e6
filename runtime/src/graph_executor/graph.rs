//! Graphs in TVM's JSON form.
//!
//! Invariants of a [`Graph`] that [`Graph::from_json`] returned:
//! - Entries are the outputs of all nodes in order. The entries of node `i` are
//!   `rows[i]..rows[i + 1]`.
//! - Each input of a node is an entry of an earlier node, and each output of the graph is an entry.
//! - Arguments are nodes without a function.
//! - All entries have a shape, a data type, a storage number of at least 0, and either all or none
//!   a device type.
//!
//! Numbers and names of all nodes are in common vectors, and checks avoid closures and iterators:
//! the code must be small.

use std::ops::Range;

use objet_object::DataType;

use crate::error::Result;
use crate::graph_executor::GraphError;
use crate::graph_executor::json::Json;

/// A network: operations in the order of their execution, and the tensors between them.
#[derive(Default)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    /// The nodes of the inputs, parameters included.
    pub(super) arguments: Vec<i64>,
    /// The entries of the outputs.
    pub(super) outputs: Vec<i64>,
    pub(super) dtypes: Vec<DataType>,
    /// The number of each entry's memory. Entries with the same number share it.
    pub(super) storages: Vec<i64>,
    /// The device type of each entry, or nothing.
    pub(super) device_types: Vec<i64>,
    rows: Vec<i64>,
    /// The inputs of all nodes: entries.
    inputs: Vec<i64>,
    /// The shapes of all entries, and the end of each in this vector.
    extents: Vec<i64>,
    shape_ends: Vec<i64>,
    /// The names of all nodes and functions.
    names: String,
}

/// An input or an operation.
#[derive(Default)]
struct Node {
    name: Range<usize>,
    /// The name of the function; empty for an input.
    function: Range<usize>,
    inputs: Range<usize>,
    /// `num_inputs`, `num_outputs` and `flatten_data`; -1 if missing.
    numbers: [i64; 3],
}

const NUMBERS: [&str; 3] = ["num_inputs", "num_outputs", "flatten_data"];

const KEYS: [&str; 5] = ["nodes", "arg_nodes", "heads", "attrs", "node_row_ptr"];

impl Graph {
    /// Reads a graph and checks it.
    pub(super) fn from_json(text: &str) -> Result<Self> {
        let (mut graph, mut json) = (Self::default(), Json::new(text));
        let (mut is_first, mut key, mut found) = (true, String::new(), 0_u8);
        json.expect(b'{')?;
        while json.key(&mut is_first, &mut key)? {
            let Some(part) = KEYS.iter().position(|known| *known == key) else {
                json.skip()?;
                continue;
            };
            if found & (1 << part) != 0 {
                return Err(json.error("duplicate key", 0));
            }
            found |= 1 << part;
            match part {
                0 => {
                    json.expect(b'[')?;
                    let mut is_first = true;
                    while json.more(&mut is_first, b']')? {
                        graph.read_node(&mut json, &mut key)?;
                    }
                }
                1 => json.integers(&mut graph.arguments)?,
                2 => read_references(&mut json, &mut graph.outputs)?,
                3 => graph.read_attributes(&mut json, &mut key)?,
                _ => json.integers(&mut graph.rows)?,
            }
        }
        json.end()?;
        if found != 0b11111 {
            let missing = KEYS[found.trailing_ones() as usize];
            return Err(GraphError::error(
                format!("byte {}", text.len()),
                format!("missing key {missing:?}"),
            ));
        }
        graph.check()?;
        Ok(graph)
    }

    /// Reads a node to the end of the nodes.
    fn read_node(&mut self, json: &mut Json<'_>, key: &mut String) -> Result<()> {
        // A range that begins after its end stands for a missing name.
        let mut node = Node { name: Range { start: 1, end: 0 }, numbers: [-1; 3], ..Node::default() };
        let (mut kind, mut is_first, begin) = (String::new(), true, self.inputs.len());
        json.expect(b'{')?;
        while json.key(&mut is_first, key)? {
            match key.as_str() {
                "op" => {
                    json.string(&mut kind)?;
                }
                "name" => node.name = json.string(&mut self.names)?,
                "inputs" => read_references(json, &mut self.inputs)?,
                "attr" | "attrs" => {
                    let mut is_first = true;
                    json.expect(b'{')?;
                    while json.key(&mut is_first, key)? {
                        if key == "func_name" {
                            node.function = json.string(&mut self.names)?;
                        } else if let Some(number) = NUMBERS.iter().position(|known| known == key) {
                            key.clear();
                            json.string(key)?;
                            let number = &mut node.numbers[number];
                            *number = key.parse().unwrap_or(-1);
                            if *number < 0 {
                                return Err(json.error("expected a number in a string", 0));
                            }
                        } else {
                            json.skip()?;
                        }
                    }
                }
                _ => json.skip()?,
            }
        }
        // References take two numbers each here.
        node.inputs = begin..self.inputs.len();
        let index = self.nodes.len();
        let is_input = kind == "null";
        let problem = if node.name.end < node.name.start {
            node.name = 0..0;
            "the key \"name\" is missing"
        } else if !is_input && kind != "tvm_op" {
            "the key \"op\" is neither \"null\" nor \"tvm_op\""
        } else if is_input && (begin < self.inputs.len() || !node.function.is_empty()) {
            "an input of the graph has inputs or a function"
        } else if !is_input && (node.function.is_empty() || node.numbers.contains(&-1)) {
            "func_name, num_inputs, num_outputs or flatten_data is missing"
        } else if !is_input && node.numbers[0] != node.inputs.len() as i64 / 2 {
            "num_inputs is {}, which is not the number of inputs"
        } else {
            ""
        };
        if is_input {
            node.numbers[1] = 1;
        }
        let found = node.numbers[0];
        self.nodes.push(node);
        if problem.is_empty() { Ok(()) } else { Err(self.node_error(index, problem, found)) }
    }

    /// Reads the attributes of the graph: pairs of a type and a value.
    fn read_attributes(&mut self, json: &mut Json<'_>, key: &mut String) -> Result<()> {
        let mut is_first = true;
        json.expect(b'{')?;
        while json.key(&mut is_first, key)? {
            let Some(known) =
                ["dltype", "shape", "storage_id", "device_index"].iter().position(|known| known == key)
            else {
                json.skip()?;
                continue;
            };
            json.expect(b'[')?;
            key.clear();
            json.string(key)?;
            json.expect(b',')?;
            match known {
                2 => json.integers(&mut self.storages)?,
                3 => json.integers(&mut self.device_types)?,
                _ => {
                    let mut is_first = true;
                    json.expect(b'[')?;
                    while json.more(&mut is_first, b']')? {
                        if known == 1 {
                            json.integers(&mut self.extents)?;
                            self.shape_ends.push(self.extents.len() as i64);
                        } else {
                            key.clear();
                            json.string(key)?;
                            let dtype = key.parse();
                            self.dtypes.push(dtype.map_err(|_| json.error("dltype is not a data type", 0))?);
                        }
                    }
                }
            }
            json.expect(b']')?;
        }
        Ok(())
    }

    /// Checks all indices and replaces references by entries.
    fn check(&mut self) -> Result<()> {
        let (nodes, entries) = (self.nodes.len(), self.shape_ends.len());
        let all = [self.dtypes.len(), self.storages.len(), self.device_types.len()];
        if all[..2] != [entries; 2] || ![0, entries].contains(&all[2]) {
            let problem = "dltype, storage_id and device_index need {} elements, like shape";
            return Err(GraphError::error("attrs".into(), GraphError::filled(problem, entries as i64)));
        }
        for entry in 0..entries {
            if self.storages[entry] < 0 {
                let problem = "storage_id is {}, which is not a number of memory";
                return Err(GraphError::at("entry", entry, problem, self.storages[entry]));
            }
            let device_type = self.device_type(entry);
            if !(0..=i64::from(i32::MAX)).contains(&device_type) || all[2] > 0 && device_type == 0 {
                let problem = "device_index is {}, which is not a device type";
                return Err(GraphError::at("entry", entry, problem, device_type));
            }
        }
        let (mut row, mut inputs) = (0, 0);
        for index in 0..=nodes {
            if self.rows.get(index) != Some(&row) {
                return Err(GraphError::at("node_row_ptr, element", index, "expected {}", row));
            }
            let Some(Node { inputs: references, numbers, .. }) = self.nodes.get(index) else { break };
            row = row.saturating_add(numbers[1]);
            let first = inputs;
            for reference in references.clone().step_by(2) {
                match resolve(&self.rows, &self.inputs[reference..], index) {
                    Ok(entry) => self.inputs[inputs] = entry,
                    Err((problem, found)) => return Err(self.node_error(index, problem, found)),
                }
                inputs += 1;
            }
            self.nodes[index].inputs = first..inputs;
        }
        if row != entries as i64 || self.rows.len() > nodes + 1 {
            return Err(GraphError::at(
                "node_row_ptr, element",
                nodes,
                "expected {} at the end",
                entries as i64,
            ));
        }
        for (index, argument) in self.arguments.iter().enumerate() {
            let node = usize::try_from(*argument).ok().and_then(|argument| self.nodes.get(argument));
            if node.is_none_or(|node| !node.function.is_empty()) {
                return Err(GraphError::at(
                    "arg_nodes, element",
                    index,
                    "node {} is not an input",
                    *argument,
                ));
            }
        }
        let outputs = self.outputs.len() / 2;
        for index in 0..outputs {
            match resolve(&self.rows, &self.outputs[2 * index..], nodes) {
                Ok(entry) => self.outputs[index] = entry,
                Err((problem, found)) => return Err(GraphError::at("heads, element", index, problem, found)),
            }
        }
        self.outputs.truncate(outputs);
        Ok(())
    }

    /// Returns an error about a node.
    #[cold]
    #[inline(never)]
    pub(super) fn node_error(&self, node: usize, problem: &str, found: i64) -> crate::Error {
        GraphError::error(self.place(node), GraphError::filled(problem, found))
    }

    /// Returns the description of a node for errors.
    #[cold]
    #[inline(never)]
    pub(super) fn place(&self, node: usize) -> String {
        format!("node {node} ({:?})", self.node_name(node))
    }

    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node_name(&self, node: usize) -> &str {
        &self.names[self.nodes[node].name.clone()]
    }

    /// Returns the name of the function of a node, or an empty string for inputs and for operations
    /// that only rename their input.
    pub(super) fn function(&self, node: usize) -> &str {
        match &self.names[self.nodes[node].function.clone()] {
            "__nop" => "",
            name => name,
        }
    }

    /// Returns whether the function of a node takes tensors with one dimension.
    pub(super) fn is_flat(&self, node: usize) -> bool {
        self.nodes[node].numbers[2] > 0
    }

    /// Returns the entries that a node reads.
    pub(super) fn inputs(&self, node: usize) -> &[i64] {
        &self.inputs[self.nodes[node].inputs.clone()]
    }

    /// Returns the entries of the outputs of a node.
    pub(super) fn entries_of(&self, node: usize) -> Range<usize> {
        self.rows[node] as usize..self.rows[node + 1] as usize
    }

    pub(super) fn shape(&self, entry: usize) -> &[i64] {
        let start = if entry == 0 { 0 } else { self.shape_ends[entry - 1] };
        &self.extents[start as usize..self.shape_ends[entry] as usize]
    }

    /// Returns the device type of an entry, or 0 if the graph does not have it.
    pub(super) fn device_type(&self, entry: usize) -> i64 {
        self.device_types.get(entry).copied().unwrap_or_default()
    }
}

/// Reads a list of references: a node, an output of the node and an optional version, which is
/// dropped.
fn read_references(json: &mut Json<'_>, into: &mut Vec<i64>) -> Result<()> {
    json.expect(b'[')?;
    let mut is_first = true;
    while json.more(&mut is_first, b']')? {
        let start = into.len();
        json.integers(into)?;
        if !(2..=3).contains(&(into.len() - start)) {
            return Err(json.error("expected 2 or 3 numbers in a reference", 0));
        }
        into.truncate(start + 2);
    }
    Ok(())
}

/// Returns the entry of a reference to a node before `before`, or a problem and a number.
fn resolve(rows: &[i64], reference: &[i64], before: usize) -> Result<i64, (&'static str, i64)> {
    let (node, output) = (reference[0], reference[1]);
    if node < 0 || node >= before as i64 {
        return Err(("refers to node {}, which is not before it", node));
    }
    // The rows of earlier nodes were checked.
    let (first, end) = (rows[node as usize], rows[node as usize + 1]);
    if output < 0 || output >= end - first {
        return Err(("refers to an output of node {} that does not exist", node));
    }
    Ok(first + output)
}
