//! The type relations of operators that sort, search and scan.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, TupleType, Type, TypeReporter};
use objet_tir::op::{make_const, mul};

use crate::attrs::{ArgsortAttrs, ScanopAttrs, SearchSortedAttrs, TopKAttrs, TopKAttrsNode, UniqueAttrs};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, dtype_or, expect_ndim, extent,
    required, tensor, types_of,
};

/// Sets the result to one index for each element. Like TVM, the relation does not check the axis.
#[register_global("tvm.relay.type_relation.Argsort")]
fn argsort(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ArgsortAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    assign(&reporter, "result", result, TensorType::new(data.shape.clone(), attrs.dtype))?;
    Ok(Solved)
}

/// Keeps the type. Like TVM, the relation does not check the axis.
#[register_global("tvm.relay.type_relation.Sort")]
fn sort(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    attrs_of::<ArgsortAttrs>(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(_) = tensor("data", data)? else { return Ok(NotYet) };
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}

/// Sets the axis to the number of selected elements. A number below 1 selects all elements.
#[register_global("tvm.relay.type_relation.TopK")]
fn topk(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: TopKAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let count = required("k", &attrs.k)?;
    let count = Some(count).filter(|count| count.value >= 1).map(|count| count.clone().upcast());
    assign(&reporter, "result", result, selected(data, &attrs, count)?)?;
    Ok(Solved)
}

/// Returns the type of the `count` selected elements along the axis, or of all elements.
pub(in crate::op) fn selected(
    data: &TensorTypeNode,
    attrs: &TopKAttrsNode,
    count: Option<PrimExpr>,
) -> Result<Type, RelationError> {
    let position = axis("data", attrs.axis.into(), data.shape.len())?;
    let mut shape = data.shape.to_vec();
    if let Some(count) = count {
        shape[position] = count;
    }
    let values: Type = TensorType::new(shape.clone(), data.dtype).upcast();
    let indices: Type = TensorType::new(shape, attrs.dtype).upcast();
    match attrs.ret_type.as_str() {
        "both" => Ok(TupleType::new([values, indices], None).upcast()),
        "values" => Ok(values),
        "indices" => Ok(indices),
        other => Err(RelationError::attribute("ret_type", "both, values or indices", other)),
    }
}

/// Sets the result to any number of int32 coordinates.
#[register_global("tvm.relay.type_relation.ArgWhere")]
fn argwhere(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [condition, result] = types_of(&types)?;
    let Some(condition) = tensor("condition", condition)? else { return Ok(NotYet) };
    let ndim = condition.shape.len() as i32;
    assign(&reporter, "result", result, TensorType::new([extent::any(), ndim.into()], DataType::int(32)))?;
    Ok(Solved)
}

/// Sets the result to one index for each value. The sequences are one vector, or there is one for
/// each row of values.
#[register_global("tvm.relay.type_relation.SearchSorted")]
fn searchsorted(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: SearchSortedAttrs = attrs_of(attrs)?;
    let [sequences, values, result] = types_of(&types)?;
    let (Some(sequences), Some(values)) = (tensor("sorted_sequence", sequences)?, tensor("values", values)?)
    else {
        return Ok(NotYet);
    };
    let Some((_, rows)) = values.shape.split_last() else {
        return Err(RelationError::RankRange { operand: "values", expected: "at least 1", found: 0 });
    };
    if sequences.shape.len() > 1 {
        expect_ndim("values", values, sequences.shape.len())?;
        for (expected, found) in sequences.shape.iter().zip(rows) {
            let lengths = extent::constant(expected).zip(extent::constant(found));
            if lengths.is_some_and(|(expected, found)| expected != found) {
                let (expected, found) = (extent::text(expected), extent::text(found));
                return Err(RelationError::Extent { what: "a leading axis of values", expected, found });
            }
        }
    }
    assign(&reporter, "result", result, TensorType::new(values.shape.clone(), attrs.dtype))?;
    Ok(Solved)
}

/// Keeps the shape, or flattens the tensor if there is no axis. Like TVM, the relation does not
/// check the axis.
#[register_global("tvm.relay.type_relation.Cumsum")]
fn cumsum(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: ScanopAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let shape = match &attrs.axis {
        Some(_) => data.shape.clone(),
        None => [flat_length(&data.shape)?].into(),
    };
    let dtype = dtype_or(attrs.dtype, data.dtype);
    assign(&reporter, "result", result, TensorType::new(shape, dtype))?;
    Ok(Solved)
}

/// Like [`cumsum`].
#[register_global("tvm.relay.type_relation.Cumprod")]
fn cumprod(
    types: Array<Type>,
    num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    cumsum(types, num_inputs, attrs, reporter)
}

/// Returns the product of the extents. Unlike other products, that with `Any` is an expression.
fn flat_length(shape: &[PrimExpr]) -> Result<PrimExpr, RelationError> {
    let Some((first, rest)) = shape.split_first() else {
        return Err(RelationError::RankRange { operand: "data", expected: "at least 1", found: 0 });
    };
    let constants: Option<Vec<i64>> = shape.iter().map(extent::constant).collect();
    let Some(constants) = constants else {
        return Ok(rest.iter().try_fold(first.clone(), |length, extent| mul(&length, extent, None))?);
    };
    // The product must not wrap around.
    let length = constants.iter().try_fold(1_i64, |length, extent| length.checked_mul(*extent));
    let bits = shape.iter().map(|extent| extent.dtype.bits).max().unwrap_or(32);
    let length = length.ok_or_else(|| RelationError::Extent {
        what: "the number of elements of data",
        expected: "less than 2^63".into(),
        found: "more".into(),
    })?;
    Ok(make_const(DataType::int(bits), length, None)?)
}

/// Sets the result to a tuple of the distinct elements, the indices of their first occurrences, the
/// index of each element, the number of distinct elements and optionally the number of each one.
#[register_global("tvm.relay.type_relation.unique")]
fn unique(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: UniqueAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    expect_ndim("data", data, 1)?;
    let with = |dtype: DataType| -> Type { TensorType::new(data.shape.clone(), dtype).upcast() };
    let int = DataType::int(32);
    let number: Type = TensorType::new([1.into()], int).upcast();
    let counts = attrs.return_counts.then(|| with(int));
    let parts: Array<Type> =
        [with(data.dtype), with(int), with(int), number].into_iter().chain(counts).collect();
    assign(&reporter, "result", result, TupleType::new(parts, None))?;
    Ok(Solved)
}
