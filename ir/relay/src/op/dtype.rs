//! Operators that change the type of the elements.

use objet_ir::op::OpPatternKind::ElemWise;
use objet_ir::register_op;

use crate::attrs::CastAttrsNode;

register_op! { "cast"
    .describe("The elements converted to another data type.")
    .argument("data", "Tensor", "The tensor to convert.")
    .attrs::<CastAttrsNode>()
    .type_relation("Cast").support_level(3).pattern(ElemWise)
}

register_op! { "cast_like"
    .describe("The elements converted to the data type of another tensor.")
    .argument("data", "Tensor", "The tensor to convert.")
    .argument("dtype_like", "Tensor", "The tensor whose data type the result has.")
    .type_relation("CastLike").support_level(3).pattern(ElemWise)
}

register_op! { "reinterpret"
    .describe("The bits of the elements, taken as another data type of the same size.")
    .argument("data", "Tensor", "The tensor to reinterpret.")
    .attrs::<CastAttrsNode>()
    .type_relation("Reinterpret").support_level(3).pattern(ElemWise)
}

makers! {
    /// The elements converted to another data type.
    pub fn cast(data; CastAttrsNode) = "cast";
}

global_makers! {
    "relay._make.reinterpret" = "reinterpret"(data, [dtype]): CastAttrsNode;
    "relay.ir.cast" = "cast"(data, [dtype]): CastAttrsNode;
    "relay.ir.cast_like" = "cast_like"(data, dtype_like);
}
