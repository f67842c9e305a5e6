//! Operators that change the element type.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::op::OpPatternKind::ElemWise;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::topi;

use super::compute::Compute;
use crate::attrs::{CastAttrs, CastAttrsNode};
use crate::op::infer_layout::InferLayout;
use crate::op::relation::{NotYet, RelationResult, Solved, assign, attrs_of, tensor, types_of};
use crate::operators;

operators! {
    /// Converts the elements to another data type.
    pub fn cast(
        data: "Tensor" = "The tensor to convert.",
    ) with CastAttrsNode = "cast" as "relay.ir.cast"
        => |op| op.type_relation("Cast").support_level(3).pattern(ElemWise)
            .arbitrary_layout()
            .compute(|call| Ok(vec![topi::cast(call.input(0)?, call.attrs::<CastAttrs>()?.dtype)?]));

    /// Converts the elements to the data type of another tensor.
    pub fn cast_like(
        data: "Tensor" = "The tensor to convert.",
        dtype_like: "Tensor" = "The tensor that provides the data type.",
    ) = "cast_like" as "relay.ir.cast_like"
        => |op| op.type_relation("CastLike").support_level(3).pattern(ElemWise)
            .arbitrary_layout()
            .compute(|call| Ok(vec![topi::cast(call.input(0)?, call.input(1)?.dtype)?]));

    /// Reinterprets the bits of the elements as another data type of the same size.
    pub fn reinterpret(
        data: "Tensor" = "The tensor to reinterpret.",
    ) with CastAttrsNode = "reinterpret" as "relay._make.reinterpret"
        => |op| op.type_relation("Reinterpret").support_level(3).pattern(ElemWise)
            .arbitrary_layout()
            .compute(|call| Ok(vec![topi::reinterpret(call.input(0)?, call.attrs::<CastAttrs>()?.dtype)?]));
}

/// Sets the result to the input's shape with the data type of the attributes.
#[register_global("tvm.relay.type_relation.Cast")]
fn cast_relation(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: CastAttrs = attrs_of(attrs)?;
    let [data, result] = types_of(&types)?;
    let Some(tensor) = tensor("data", data)? else { return Ok(NotYet) };
    assign(&reporter, "result", result, TensorType::new(tensor.shape.clone(), attrs.dtype))?;
    Ok(Solved)
}

/// Like [`cast_relation`]. Data types of any size are accepted.
#[register_global("tvm.relay.type_relation.Reinterpret")]
fn reinterpret_relation(
    types: Array<Type>,
    num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    cast_relation(types, num_inputs, attrs, reporter)
}

/// Sets the result to the input's shape with the data type of the other tensor.
#[register_global("tvm.relay.type_relation.CastLike")]
fn cast_like_relation(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [data, dtype_like, result] = types_of(&types)?;
    let (Some(data), Some(like)) = (tensor("data", data)?, tensor("dtype_like", dtype_like)?) else {
        return Ok(NotYet);
    };
    assign(&reporter, "result", result, TensorType::new(data.shape.clone(), like.dtype))?;
    Ok(Solved)
}
