//! The type relations of operators that take a part of a tensor, which is computed at run time.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::types::{TensorType, Type, TypeReporter};

use super::shape::count_of_sizes;
use crate::attrs::{StridedSliceAttrs, TopKAttrs};
use crate::op::algorithm::relation::selected;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, expect_ndim, extent, tensor, types_of,
};

/// Gives the sliced axes any length: one leading axis for each begin index. Like TVM, the relation
/// does not look at the other bounds and the steps.
#[register_global("tvm.relay.type_relation.DynStridedSlice")]
fn strided_slice(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    attrs_of::<StridedSliceAttrs>(attrs)?;
    let [data, begin, _end, _strides, result] = types_of(&types)?;
    let (Some(data), Some(begin)) = (tensor("data", data)?, tensor("begin", begin)?) else {
        return Ok(NotYet);
    };
    let count = count_of_sizes("begin", begin)?;
    let mut shape = data.shape.to_vec();
    let Some(sliced) = shape.get_mut(..count) else {
        let (what, found) = ("the number of sliced axes", count.to_string());
        return Err(RelationError::Extent { what, expected: format!("at most {}", data.shape.len()), found });
    };
    sliced.fill_with(extent::any);
    assign(&reporter, "result", result, TensorType::new(shape, data.dtype))?;
    Ok(Solved)
}

/// Gives the axis any length. The number of elements is a scalar or a vector of length 1.
#[register_global("tvm.relay.type_relation.DynTopK")]
fn topk(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: TopKAttrs = attrs_of(attrs)?;
    let [data, count, result] = types_of(&types)?;
    let (Some(data), Some(count)) = (tensor("data", data)?, tensor("k", count)?) else {
        return Ok(NotYet);
    };
    if let Some(length) = count.shape.first() {
        expect_ndim("k", count, 1)?;
        if extent::constant(length) != Some(1) {
            let (what, found) = ("the length of k", extent::text(length));
            return Err(RelationError::Extent { what, expected: "1".into(), found });
        }
    }
    assign(&reporter, "result", result, selected(data, &attrs, Some(extent::any()))?)?;
    Ok(Solved)
}
