//! Operators that change the type of the elements.

use objet_ir::op::OpPatternKind::ElemWise;

use crate::attrs::CastAttrsNode;
use crate::operators;

operators! {
    /// The elements converted to another data type.
    pub fn cast(
        data: "Tensor" = "The tensor to convert.",
    ) with CastAttrsNode = "cast" as "relay.ir.cast"
        => |op| op.type_relation("Cast").support_level(3).pattern(ElemWise);

    /// The elements converted to the data type of another tensor.
    pub fn cast_like(
        data: "Tensor" = "The tensor to convert.",
        dtype_like: "Tensor" = "The tensor whose data type the result has.",
    ) = "cast_like" as "relay.ir.cast_like"
        => |op| op.type_relation("CastLike").support_level(3).pattern(ElemWise);

    /// The bits of the elements, taken as another data type of the same size.
    pub fn reinterpret(
        data: "Tensor" = "The tensor to reinterpret.",
    ) with CastAttrsNode = "reinterpret" as "relay._make.reinterpret"
        => |op| op.type_relation("Reinterpret").support_level(3).pattern(ElemWise);
}
