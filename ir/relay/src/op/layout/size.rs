//! The type relations of operators that return the shape or the size of a tensor.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};

use crate::attrs::{NdarraySizeAttrs, ShapeOfAttrs};
use crate::op::relation::{NotYet, RelationResult, Solved, assign, attrs_of, tensor, types_of};

/// Sets the result to a vector with one element for each axis. The shape of a scalar is a scalar.
#[register_global("tvm.relay.type_relation.ShapeOf")]
fn shape_of(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ShapeOfAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let shape: Array<PrimExpr> = match data.shape.len() {
        0 => Array::new(),
        ndim => [(ndim as i32).into()].into(),
    };
    assign(&reporter, "result", result, TensorType::new(shape, attrs.dtype))?;
    Ok(Solved)
}

/// Sets the result to a scalar.
#[register_global("tvm.relay.type_relation.NdarraySize")]
fn ndarray_size(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: NdarraySizeAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(_) = tensor("data", data)? else { return Ok(NotYet) };
    assign(&reporter, "result", result, TensorType::scalar(attrs.dtype))?;
    Ok(Solved)
}
