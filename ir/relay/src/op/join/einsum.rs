//! The type relation of `einsum`.

use std::collections::BTreeMap;

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, TensorTypeNode, Type, TypeReporter};

use super::no_tensors;
use crate::attrs::EinsumAttrs;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, expect_same_dtype, extent, tensors,
    types_of,
};

/// The length of an axis whose length is not a constant.
const UNKNOWN: i64 = -1;

/// The name of an axis in an equation. An axis of an ellipsis is counted from the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Label {
    Ellipsis(usize),
    Letter(char),
}

/// Sets the result to the axes that the equation names.
///
/// The lengths are constants of type int32. An axis whose length is not a constant has the length
/// -1, as in TVM.
#[register_global("tvm.relay.type_relation.Einsum")]
fn einsum_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: EinsumAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(tensors) = tensors("data", data)? else { return Ok(NotYet) };
    let first = *tensors.first().ok_or_else(no_tensors)?;
    tensors.iter().try_for_each(|tensor| expect_same_dtype(first, tensor))?;
    let lengths = result_lengths(&attrs.equation, &tensors)?;
    let extents = lengths.into_iter().map(|length| match i32::try_from(length) {
        Ok(length) => Ok(length.into()),
        Err(_) => {
            let (expected, found) = ("at most 2^31 - 1".into(), length.to_string());
            Err(RelationError::Extent { what: "an axis of data", expected, found })
        }
    });
    let shape = extents.collect::<Result<Vec<_>, _>>()?;
    assign(&reporter, "result", result, TensorType::new(shape, first.dtype))?;
    Ok(Solved)
}

/// Returns the lengths of the axes of the result.
fn result_lengths(equation: &str, tensors: &[&TensorTypeNode]) -> Result<Vec<i64>, RelationError> {
    let unsuitable = |expected: &str| RelationError::attribute("equation", expected, equation);
    let text: std::string::String = equation.chars().filter(|letter| *letter != ' ').collect();
    let (inputs, output) = match text.split_once("->") {
        Some((inputs, output)) => (inputs, Some(output)),
        None => (&*text, None),
    };
    let terms: Vec<&str> = inputs.split(',').collect();
    if terms.len() != tensors.len() {
        return Err(unsuitable(&format!("subscripts for {} tensors", tensors.len())));
    }

    let mut lengths: BTreeMap<Label, i64> = BTreeMap::new();
    let mut uses: BTreeMap<Label, usize> = BTreeMap::new();
    let mut longest = 0;
    for (term, tensor) in terms.iter().zip(tensors) {
        let ndim = tensor.shape.len();
        let covered = (ndim + 3).checked_sub(term.len());
        let covered = if term.contains('.') { covered } else { Some(0) };
        let covered = covered.ok_or_else(|| unsuitable("at most one subscript for each axis"))?;
        longest = longest.max(covered);
        let labels = labels(term, covered).ok_or_else(|| unsuitable("letters and ellipses"))?;
        if labels.len() != ndim {
            return Err(unsuitable("one subscript for each axis"));
        }
        for (label, extent) in labels.into_iter().zip(&tensor.shape) {
            let length = extent::constant(extent).unwrap_or(UNKNOWN);
            *uses.entry(label).or_default() += 1;
            let known = lengths.entry(label).or_insert(length);
            if *known == 1 || *known == UNKNOWN {
                *known = length;
            } else if length != 1 && length != *known {
                let (expected, found) = (known.to_string(), length.to_string());
                return Err(RelationError::Extent { what: "an axis of data", expected, found });
            }
        }
    }
    let output = match output {
        Some(output) if longest > 0 && !output.contains('.') => {
            return Err(unsuitable("an ellipsis in the output"));
        }
        Some(output) => labels(output, longest).ok_or_else(|| unsuitable("letters and ellipses"))?,
        None => {
            let single = uses.iter().filter(|(label, uses)| **uses == 1 && matches!(label, Label::Letter(_)));
            ellipsis(longest).chain(single.map(|(label, _)| *label)).collect()
        }
    };
    let length =
        |label| lengths.get(&label).copied().ok_or_else(|| unsuitable("output subscripts of an input"));
    output.into_iter().map(length).collect()
}

/// Returns the labels of the axes of a term, or `None` if the term is malformed. The ellipsis
/// covers a number of axes.
fn labels(term: &str, covered: usize) -> Option<Vec<Label>> {
    let (before, after) = match term.split_once("...") {
        Some((before, after)) => (before, Some(after)),
        None => (term, None),
    };
    let letters = |text: &str| -> Option<Vec<Label>> {
        let letter = |letter: char| letter.is_ascii_alphabetic().then_some(Label::Letter(letter));
        text.chars().map(letter).collect()
    };
    let mut labels = letters(before)?;
    if let Some(after) = after {
        labels.extend(ellipsis(covered));
        labels.extend(letters(after)?);
    }
    Some(labels)
}

fn ellipsis(covered: usize) -> impl Iterator<Item = Label> {
    (0..covered).rev().map(Label::Ellipsis)
}
