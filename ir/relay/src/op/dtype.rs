//! Operators that change the element type.

use objet_ir::op::OpPatternKind::ElemWise;

use crate::attrs::CastAttrsNode;
use crate::operators;

operators! {
    /// Converts the elements to another data type.
    pub fn cast(
        data: "Tensor" = "The tensor to convert.",
    ) with CastAttrsNode = "cast" as "relay.ir.cast"
        => |op| op.type_relation("Cast").support_level(3).pattern(ElemWise);

    /// Converts the elements to the data type of another tensor.
    pub fn cast_like(
        data: "Tensor" = "The tensor to convert.",
        dtype_like: "Tensor" = "The tensor that provides the data type.",
    ) = "cast_like" as "relay.ir.cast_like"
        => |op| op.type_relation("CastLike").support_level(3).pattern(ElemWise);

    /// Reinterprets the bits of the elements as another data type of the same size.
    pub fn reinterpret(
        data: "Tensor" = "The tensor to reinterpret.",
    ) with CastAttrsNode = "reinterpret" as "relay._make.reinterpret"
        => |op| op.type_relation("Reinterpret").support_level(3).pattern(ElemWise);
}
