//! Compute functions of operators, compared with those of TVM 0.8 in
//! `tests/data/computes/computes.tsv`.
//!
//! `tests/data/computes/README.md` describes the file. Each line is a call of one operator.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use objet::prelude::*;
use objet::text::as_repr;
use objet_ir::op::Op;
use objet_ir::types::{TensorTypeNode, TupleTypeNode, Type};
use objet_tir::te::{ComputeOpNode, Operation, PlaceholderOpNode, Tensor, TensorOperation};

use crate::relations::attributes;
use crate::relations::infer;
use crate::relations::types_as_text::Scope;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Returns the input tensors of a call: `t0`, `t1`, … A tuple has a tensor for each field.
fn tensors(types: &[Type]) -> Result<Array<Tensor>> {
    let mut tensors = Array::new();
    for ty in types {
        let fields = match ty.as_node::<TupleTypeNode>() {
            Some(tuple) => tuple.fields.to_vec(),
            None => vec![ty.clone()],
        };
        for field in fields {
            let tensor = field.as_node::<TensorTypeNode>().ok_or("expected a tensor")?;
            let name = format!("t{}", tensors.len());
            tensors.push(Tensor::placeholder(name, tensor.shape.clone(), tensor.dtype));
        }
    }
    Ok(tensors)
}

/// Returns the operations that compute tensors, inputs first, each once.
fn operations(outputs: &[Tensor]) -> Vec<Operation> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut pending: Vec<(Operation, bool)> =
        outputs.iter().rev().map(|tensor| (tensor.op.clone(), false)).collect();
    while let Some((op, is_ready)) = pending.pop() {
        if seen.contains(&op) || op.is_instance::<PlaceholderOpNode>() {
            continue;
        }
        if is_ready {
            seen.insert(op.clone());
            found.push(op);
            continue;
        }
        pending.push((op.clone(), true));
        pending.extend(op.inputs().iter().rev().map(|tensor| (tensor.op.clone(), false)));
    }
    found
}

/// Writes an operation: name, tag, attributes, axes and body.
fn operation_text(op: &Operation) -> Result<std::string::String> {
    let compute = op.as_node::<ComputeOpNode>().ok_or("expected an operation on elements")?;
    let parts = [as_repr(Some(&op.attrs)), as_repr(Some(&compute.axis)), as_repr(Some(&compute.body))];
    Ok(format!("{}|{}|{}", op.name, op.tag, parts.join("|")))
}

/// Returns the tensors that the compute function of an operator returns, in the form of the last
/// column.
fn answer(op: &str, attrs: &str, inputs: &str) -> Result<std::string::String> {
    let (op, mut scope) = (Op::get(op)?, Scope::default());
    let attrs = attributes::read(&op, attrs, &mut scope)?;
    let types = inputs.split_whitespace().map(|text| scope.read(text)).collect::<Result<Vec<_>>>()?;
    let inputs = tensors(&types)?;
    let result = infer(&op, attrs.as_ref(), types)?.pop();
    let compute = Op::get_attr_map::<PackedFunc>("FTVMCompute").get(&op)?.ok_or("no compute function")?;
    let outputs: Array<Tensor> = compute.call((attrs.as_ref(), &inputs, result.as_ref()))?.get()?;
    let mut texts = operations(&outputs).iter().map(operation_text).collect::<Result<Vec<_>>>()?;
    let output = |tensor: &Tensor| {
        format!("{}.{}:{}{}", tensor.op.name, tensor.value_index, tensor.dtype, as_repr(Some(&tensor.shape)))
    };
    texts.push(outputs.iter().map(output).collect::<Vec<_>>().join(" "));
    Ok(texts.join(" ;; "))
}

#[test]
fn computes_are_those_of_tvm() -> Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/computes/computes.tsv");
    let text = std::fs::read_to_string(path)?;
    let mut differences = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let columns: Vec<_> = line.split('\t').collect();
        let &[op, attrs, inputs, expected] = &columns[..] else {
            return Err(format!("line {number}: expected 4 columns").into());
        };
        let found = answer(op, attrs, inputs).unwrap_or_else(|error| format!("error: {error}"));
        if found != expected {
            differences.push(format!(
                "{number}: {op}\t{attrs}\t{inputs}\n    expected {expected}\n    found    {found}"
            ));
        }
    }
    let (count, lines) = (differences.len(), text.lines().count());
    assert!(differences.is_empty(), "{count} of {lines} differ:\n{}", differences.join("\n"));
    assert!(lines > 500, "{lines} lines");
    Ok(())
}
