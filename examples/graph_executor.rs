//! Runs a network: a graph of function calls, as TVM compiles it, over a C library.

#![expect(unsafe_code, reason = "runs the functions of a library")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use objet::module::GraphExecutor;
use objet::prelude::*;
use objet::{Module, NDArray};

/// The functions of the network. TVM generates such code for each fused operation.
const SOURCE: &str = r#"
#include <stdint.h>

typedef struct {
  void* data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} DLTensor;

typedef union { int64_t number; DLTensor* tensor; } TVMValue;

int32_t dense(TVMValue* args, int* codes, int count, TVMValue* result, int* result_code, void* resource) {
  DLTensor *x = args[0].tensor, *w = args[1].tensor, *y = args[2].tensor;
  for (int64_t i = 0; i < y->shape[0]; ++i) {
    float sum = 0;
    for (int64_t k = 0; k < x->shape[0]; ++k) sum += ((float*)x->data)[k] * ((float*)w->data)[i * x->shape[0] + k];
    ((float*)y->data)[i] = sum;
  }
  return 0;
}

int32_t relu(TVMValue* args, int* codes, int count, TVMValue* result, int* result_code, void* resource) {
  float *x = args[0].tensor->data, *y = args[1].tensor->data;
  for (int64_t i = 0; i < args[1].tensor->shape[0]; ++i) y[i] = x[i] > 0 ? x[i] : 0;
  return 0;
}
"#;

/// The graph: `relu(dense(x, weight))`. The output has the memory of its input.
const GRAPH: &str = r#"{
  "nodes": [
    {"op": "null", "name": "x", "inputs": []},
    {"op": "null", "name": "weight", "inputs": []},
    {"op": "tvm_op", "name": "dense", "inputs": [[0, 0, 0], [1, 0, 0]], "attrs": {
      "func_name": "dense", "num_inputs": "2", "num_outputs": "1", "flatten_data": "0"}},
    {"op": "tvm_op", "name": "relu", "inputs": [[2, 0, 0]], "attrs": {
      "func_name": "relu", "num_inputs": "1", "num_outputs": "1", "flatten_data": "0"}}
  ],
  "arg_nodes": [0, 1],
  "heads": [[3, 0, 0]],
  "attrs": {
    "dltype": ["list_str", ["float32", "float32", "float32", "float32"]],
    "storage_id": ["list_int", [0, 1, 2, 2]],
    "shape": ["list_shape", [[2], [3, 2], [3], [3]]]
  },
  "node_row_ptr": [0, 1, 2, 3, 4]
}"#;

/// Compiles the library.
fn build(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let (source, library) = (folder.join("network.c"), folder.join("network.so"));
    std::fs::write(&source, SOURCE)?;
    let status =
        Command::new("cc").args(["-shared", "-fPIC", "-O2", "-o"]).arg(&library).arg(&source).status()?;
    if status.success() { Ok(library) } else { Err("`cc` failed".into()) }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("objet-graph-executor-{}", std::process::id()));
    // Fails if the folder exists. Code is loaded from this folder, so no other user may own it.
    std::fs::create_dir(&folder)?;
    let library = build(&folder)?;
    // SAFETY: the library is built from the source above, and follows its conventions.
    let library = unsafe { Module::load_from_file(&library, "") }?;
    std::fs::remove_dir_all(&folder)?;

    // SAFETY: the graph has the shapes that the functions expect. No slice of a tensor is held
    // while the network runs.
    let network = unsafe { GraphExecutor::new(GRAPH, &library, &[Device::cpu(0)]) }?;
    println!("{network:?} with {} nodes", network.node_count());
    let weight = NDArray::from_slice(&[3, 2], &[1.0_f32, 2.0, -1.0, -2.0, 0.5, 0.5])?;
    network.set_input("weight", &weight)?;
    for x in [[1.0_f32, 1.0], [-4.0, 1.0]] {
        let outputs = network.run(&[("x", &NDArray::from_slice(&[2], &x)?)])?;
        println!("{x:?} -> {:?}", outputs[0].as_slice::<f32>()?);
    }

    // A graph that is cut is an error with the place.
    // SAFETY: as above.
    if let Err(error) = unsafe { GraphExecutor::new(&GRAPH[..100], &library, &[Device::cpu(0)]) } {
        println!("{error}");
    }
    Ok(())
}
