//! The type relations of operators that allocate and free memory.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, TupleType, Type, TypeCall, TypeReporter};

use crate::attrs::{AllocStorageAttrs, AllocTensorAttrs};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, expect_ndim, extent, required, tensor,
    types_of,
};

/// Requires two scalars of type int64. The result is memory, a type that the module defines.
#[register_global("tvm.relay.type_relation.AllocStorage")]
fn alloc_storage(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    attrs_of::<AllocStorageAttrs>(attrs)?;
    let [size, alignment, result] = types_of(&types)?;
    let (Some(size), Some(alignment)) = (tensor("size", size)?, tensor("alignment", alignment)?) else {
        return Ok(NotYet);
    };
    for (operand, number) in [("size", size), ("alignment", alignment)] {
        expect_ndim(operand, number, 0)?;
        if number.dtype != DataType::int(64) {
            let found = number.dtype;
            return Err(RelationError::DataType { operand, expected: "int64", found });
        }
    }
    assign(&reporter, "result", result, storage(&reporter)?)?;
    Ok(Solved)
}

/// Returns the type of memory.
fn storage(reporter: &TypeReporter) -> Result<TypeCall, RelationError> {
    const NAME: &str = "Storage";
    let var = reporter.module().and_then(|module| module.get_global_type_var(NAME).ok());
    Ok(TypeCall::new(var.ok_or(RelationError::NoType { name: NAME })?, [], None))
}

/// Sets the result to the constant shape of the attributes. The shape tensor has one element for
/// each axis, or is a scalar.
#[register_global("tvm.relay.type_relation.AllocTensor")]
fn alloc_tensor(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: AllocTensorAttrs = attrs_of(attrs)?;
    let [memory, offset, sizes, result] = types_of(&types)?;
    assign(&reporter, "storage", memory, storage(&reporter)?)?;
    let (Some(_), Some(sizes)) = (tensor("offset", offset)?, tensor("shape", sizes)?) else {
        return Ok(NotYet);
    };
    let ndim = ndim_of_sizes(sizes)?;
    match &attrs.const_shape {
        Some(constant) => {
            let shape = shape_of_constant(&constant.data)?;
            if shape.len() as i64 != ndim {
                let found = format!("{} sizes", shape.len());
                return Err(RelationError::attribute("const_shape", format!("{ndim} sizes"), found));
            }
            assign(&reporter, "result", result, TensorType::new(shape, attrs.dtype))?;
        }
        // Like TVM, the relation leaves the result to the type of the variable that is bound to it.
        None => _ = required("assert_shape", &attrs.assert_shape)?,
    }
    Ok(Solved)
}

fn ndim_of_sizes(sizes: &TensorTypeNode) -> Result<i64, RelationError> {
    let Some(length) = sizes.shape.first() else { return Ok(0) };
    extent::constant(length).ok_or_else(|| RelationError::Extent {
        what: "the number of sizes",
        expected: "a constant".into(),
        found: extent::text(length),
    })
}

/// Returns the numbers of a constant vector as extents.
fn shape_of_constant(sizes: &NDArray) -> Result<Vec<PrimExpr>, RelationError> {
    let numbers: Option<Vec<i64>> = match sizes.dtype() {
        _ if sizes.shape().len() != 1 => None,
        dtype if dtype == DataType::int(64) => sizes.to_vec().ok(),
        dtype if dtype == DataType::int(32) => {
            sizes.to_vec::<i32>().ok().map(|sizes| sizes.into_iter().map(i64::from).collect())
        }
        _ => None,
    };
    let unsuitable = |found: &dyn std::fmt::Display| {
        RelationError::attribute("const_shape", "a vector of int32 or int64 numbers below 2^31", found)
    };
    let Some(numbers) = numbers else {
        return Err(unsuitable(&format!("{} axes of {}", sizes.shape().len(), sizes.dtype())));
    };
    let extent = |number: i64| Ok(i32::try_from(number).map_err(|_| unsuitable(&number))?.into());
    numbers.into_iter().map(extent).collect()
}

/// Sets the result to the empty tuple.
#[register_global("tvm.relay.type_relation.Kill")]
fn kill(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [_freed, result] = types_of(&types)?;
    assign(&reporter, "result", result, TupleType::new([], None))?;
    Ok(Solved)
}
