//! Graphs in TVM's JSON form.
//!
//! Invariants of a [`Graph`] that [`Graph::from_json`] returned:
//! - Entries are the outputs of all nodes in order. The entries of node `i` are
//!   `rows[i]..rows[i + 1]`.
//! - Each input of a node is an entry of an earlier node.
//! - Arguments are nodes without an operation.

use std::ops::Range;

use objet_object::{DataType, DeviceType, NDArray};

use crate::graph_executor::GraphError;
use crate::graph_executor::json::Json;

type Result<T> = std::result::Result<T, GraphError>;

/// A network: operations in the order of their execution, and the tensors between them.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// The nodes of the inputs, parameters included.
    pub(super) arguments: Vec<usize>,
    /// The entries of the outputs.
    pub(super) outputs: Vec<usize>,
    pub(super) entries: Vec<Entry>,
    rows: Vec<usize>,
}

/// An input or an operation.
pub(super) struct Node {
    pub(super) name: String,
    pub(super) operation: Option<Operation>,
    /// The entries that the operation reads.
    pub(super) inputs: Vec<usize>,
}

/// The call of a function.
pub(super) struct Operation {
    pub(super) function: String,
    /// Whether the function takes tensors with one dimension.
    pub(super) is_flat: bool,
}

/// A tensor of the graph.
pub(super) struct Entry {
    pub(super) shape: Vec<i64>,
    pub(super) dtype: DataType,
    /// The number of the memory. Entries with the same number share it.
    pub(super) storage: i64,
    pub(super) device_type: Option<DeviceType>,
    /// The size of the elements in bytes.
    pub(super) bytes: usize,
}

/// A reference to an output of a node.
struct Reference {
    node: usize,
    output: usize,
}

/// A graph before its indices are checked.
#[derive(Default)]
struct Draft {
    nodes: Vec<(Node, Vec<Reference>, usize)>,
    arguments: Vec<usize>,
    outputs: Vec<Reference>,
    rows: Vec<usize>,
    dtypes: Vec<String>,
    storages: Vec<i64>,
    shapes: Vec<Vec<i64>>,
    device_types: Option<Vec<i64>>,
}

impl Graph {
    /// Reads a graph and checks it.
    pub(super) fn from_json(text: &str) -> Result<Self> {
        let mut draft = Draft::default();
        let mut json = Json::new(text);
        let mut found = 0_u8;
        json.object(&mut |json, key| {
            let part = match key {
                "nodes" => 0,
                "arg_nodes" => 1,
                "heads" => 2,
                "attrs" => 3,
                "node_row_ptr" => 4,
                _ => return json.skip(),
            };
            if found & 1 << part != 0 {
                return Err(json.error(format!("duplicate key {key:?}")));
            }
            found |= 1 << part;
            match part {
                0 => json.list(&mut |json| {
                    draft.nodes.push(node(json, draft.nodes.len())?);
                    Ok(())
                }),
                1 => indices(json, &mut draft.arguments),
                2 => references(json, &mut draft.outputs),
                3 => draft.attributes(json),
                _ => indices(json, &mut draft.rows),
            }
        })?;
        json.end()?;
        for (part, key) in ["nodes", "arg_nodes", "heads", "attrs", "node_row_ptr"].into_iter().enumerate() {
            if found & 1 << part == 0 {
                return Err(json.error(format!("missing key {key:?}")));
            }
        }
        draft.check()
    }

    /// Returns the entries of the outputs of a node.
    pub(super) fn entries_of(&self, node: usize) -> Range<usize> {
        self.rows[node]..self.rows[node + 1]
    }

    /// Returns the description of a node for errors.
    pub(super) fn place(&self, node: usize) -> String {
        place(node, &self.nodes[node].name)
    }
}

fn place(node: usize, name: &str) -> String {
    format!("node {node} ({name:?})")
}

fn indices(json: &mut Json<'_>, into: &mut Vec<usize>) -> Result<()> {
    json.list(&mut |json| {
        into.push(json.index()?);
        Ok(())
    })
}

fn integers(json: &mut Json<'_>, into: &mut Vec<i64>) -> Result<()> {
    json.list(&mut |json| {
        into.push(json.integer()?);
        Ok(())
    })
}

/// Reads a list of references: a node, an output of the node and an optional version.
fn references(json: &mut Json<'_>, into: &mut Vec<Reference>) -> Result<()> {
    json.list(&mut |json| {
        let mut numbers = Vec::new();
        indices(json, &mut numbers)?;
        match numbers[..] {
            [node, output] | [node, output, _] => into.push(Reference { node, output }),
            _ => return Err(json.error("expected a reference of 2 or 3 numbers")),
        }
        Ok(())
    })
}

/// Reads a node, its inputs and the number of its outputs.
fn node(json: &mut Json<'_>, index: usize) -> Result<(Node, Vec<Reference>, usize)> {
    let (mut kind, mut name, mut inputs) = (None, None, Vec::new());
    let mut attributes: [Option<String>; 4] = Default::default();
    json.object(&mut |json, key| match key {
        "op" => {
            kind = Some(json.string()?);
            Ok(())
        }
        "name" => {
            name = Some(json.string()?);
            Ok(())
        }
        "inputs" => references(json, &mut inputs),
        "attr" | "attrs" => json.object(&mut |json, key| {
            match ATTRIBUTES.iter().position(|known| *known == key) {
                Some(known) => attributes[known] = Some(json.string()?),
                None => json.skip()?,
            }
            Ok(())
        }),
        _ => json.skip(),
    })?;
    let missing = |key: &str| GraphError::new(format!("node {index}"), format!("missing key {key:?}"));
    let (kind, name) = (kind.ok_or_else(|| missing("op"))?, name.ok_or_else(|| missing("name"))?);
    let error = |problem: String| GraphError::new(place(index, &name), problem);
    let (operation, outputs) = match kind.as_str() {
        "null" if inputs.is_empty() => (None, 1),
        "null" => return Err(error("an input of the graph has inputs".into())),
        "tvm_op" => {
            let mut values = Vec::with_capacity(ATTRIBUTES.len());
            for (key, value) in ATTRIBUTES.into_iter().zip(attributes) {
                values.push(value.ok_or_else(|| error(format!("missing attribute {key:?}")))?);
            }
            let number = |attribute: usize| {
                let (key, value) = (ATTRIBUTES[attribute], &values[attribute]);
                value.parse::<u32>().map_err(|_| error(format!("{key}: expected a number, found {value:?}")))
            };
            let (count, outputs, is_flat) = (number(0)?, number(1)?, number(2)? != 0);
            if count as usize != inputs.len() {
                return Err(error(format!(
                    "num_inputs is {count}, but the node has {} inputs",
                    inputs.len()
                )));
            }
            let function = values.swap_remove(3);
            (Some(Operation { function, is_flat }), outputs as usize)
        }
        other => return Err(error(format!("unknown operation {other:?}"))),
    };
    Ok((Node { name, operation, inputs: Vec::new() }, inputs, outputs))
}

/// The attributes of an operation.
const ATTRIBUTES: [&str; 4] = ["num_inputs", "num_outputs", "flatten_data", "func_name"];

impl Draft {
    /// Reads the attributes of the graph: pairs of a type and a value.
    fn attributes(&mut self, json: &mut Json<'_>) -> Result<()> {
        json.object(&mut |json, key| {
            if !matches!(key, "dltype" | "storage_id" | "shape" | "device_index") {
                return json.skip();
            }
            let mut part = 0;
            json.list(&mut |json| {
                part += 1;
                match (part, key) {
                    (1, _) => json.string().map(drop),
                    (2, "dltype") => json.list(&mut |json| {
                        self.dtypes.push(json.string()?);
                        Ok(())
                    }),
                    (2, "storage_id") => integers(json, &mut self.storages),
                    (2, "shape") => json.list(&mut |json| {
                        let mut shape = Vec::new();
                        integers(json, &mut shape)?;
                        self.shapes.push(shape);
                        Ok(())
                    }),
                    (2, _) => integers(json, self.device_types.get_or_insert_default()),
                    _ => Err(json.error(format!("{key}: expected a type and a value"))),
                }
            })
        })
    }

    /// Checks all numbers and indices.
    fn check(self) -> Result<Graph> {
        let Self { nodes: drafts, arguments, outputs, rows, .. } = self;
        let entries = entries(&self.dtypes, self.storages, self.shapes, self.device_types)?;
        if rows.len() != drafts.len() + 1 || rows.first() != Some(&0) || rows.last() != Some(&entries.len()) {
            let problem = format!(
                "expected {} numbers from 0 to {}, the number of entries",
                drafts.len() + 1,
                entries.len()
            );
            return Err(GraphError::new("node_row_ptr", problem));
        }
        let entry_of = |reference: &Reference, before: usize, place: &dyn Fn() -> String| {
            let Reference { node, output } = *reference;
            if node >= before {
                let problem = format!("refers to node {node}, but only {before} nodes are before it");
                return Err(GraphError::new(place(), problem));
            }
            let (first, end) = (rows[node], rows[node + 1]);
            if output >= end.saturating_sub(first) {
                let problem = format!("refers to output {output} of node {node}, which does not exist");
                return Err(GraphError::new(place(), problem));
            }
            Ok(first + output)
        };
        let mut nodes: Vec<Node> = Vec::with_capacity(drafts.len());
        for (index, (mut node, inputs, outputs)) in drafts.into_iter().enumerate() {
            let place = || place(index, &node.name);
            if rows[index].checked_add(outputs) != Some(rows[index + 1]) {
                let problem = format!("the node has {outputs} outputs, but node_row_ptr differs");
                return Err(GraphError::new(place(), problem));
            }
            let inputs = inputs.iter().map(|input| entry_of(input, index, &place));
            node.inputs = inputs.collect::<Result<_>>()?;
            nodes.push(node);
        }
        for (index, argument) in arguments.iter().enumerate() {
            if nodes.get(*argument).is_none_or(|node| node.operation.is_some()) {
                let problem = format!("node {argument} is not an input of the graph");
                return Err(GraphError::new(format!("arg_nodes, element {index}"), problem));
            }
        }
        let outputs = outputs.iter().enumerate();
        let outputs =
            outputs.map(|(index, head)| entry_of(head, nodes.len(), &|| format!("heads, element {index}")));
        let outputs = outputs.collect::<Result<_>>()?;
        Ok(Graph { outputs, nodes, arguments, entries, rows })
    }
}

/// Combines the attributes of the graph into its entries.
fn entries(
    dtypes: &[String],
    storages: Vec<i64>,
    shapes: Vec<Vec<i64>>,
    device_types: Option<Vec<i64>>,
) -> Result<Vec<Entry>> {
    let count = shapes.len();
    let devices = device_types.as_ref().map_or(count, Vec::len);
    for (key, found) in [("dltype", dtypes.len()), ("storage_id", storages.len()), ("device_index", devices)]
    {
        if found != count {
            let problem = format!("expected {count} elements like shape, found {found}");
            return Err(GraphError::new(format!("attribute {key:?}"), problem));
        }
    }
    let mut entries = Vec::with_capacity(count);
    for (index, ((shape, dtype), storage)) in shapes.into_iter().zip(dtypes).zip(storages).enumerate() {
        let error = |problem: String| GraphError::new(format!("entry {index}"), problem);
        let dtype: DataType = dtype.parse().map_err(|source| error(format!("dltype: {source}")))?;
        let bytes = NDArray::byte_size_of(&shape, dtype).map_err(|source| error(source.to_string()))?;
        if storage < 0 {
            return Err(error(format!("storage_id: expected a number of memory, found {storage}")));
        }
        let device_type = match device_types.as_ref().map(|types| types[index]) {
            None => None,
            Some(number) => match i32::try_from(number) {
                Ok(number @ 1..) => Some(DeviceType(number)),
                _ => return Err(error(format!("device_index: {number} is not a device type"))),
            },
        };
        entries.push(Entry { shape, dtype, storage, device_type, bytes });
    }
    Ok(entries)
}
