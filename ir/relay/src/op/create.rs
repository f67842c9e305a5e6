//! Operators that make tensors of little.

use objet_ir::op::AnyCodegenStrategy;
use objet_ir::op::OpPatternKind::{ElemWise, Injective, Opaque, OutEWiseFusable};
use objet_ir::register_op;

use super::unary::unary;
use crate::attrs::{ArangeAttrsNode, InitOpAttrsNode, MeshgridAttrsNode, OneHotAttrsNode};

register_op! { "arange"
    .describe("Numbers at equal distances, from a start up to an end that is left out.")
    .argument("start", "Expr", "The first number.")
    .argument("end", "Expr", "The number before which it stops.")
    .argument("step", "Expr", "The distance.")
    .attrs::<ArangeAttrsNode>()
    .type_relation("Arange").support_level(3).pattern(Opaque)
    .attr("AnyCodegenStrategy", AnyCodegenStrategy::VariableDimensions)
}

register_op! { "full"
    .describe("A tensor of one value throughout.")
    .argument("fill_value", "double", "The value.")
    .attrs::<InitOpAttrsNode>()
    .type_relation("Full").support_level(3).pattern(ElemWise)
}

register_op! { "full_like"
    .describe("A tensor of one value throughout, of the type of another one.")
    .argument("data", "Tensor", "The tensor whose type the result has.")
    .argument("fill_value", "double", "The value.")
    .type_relation("FullLike").support_level(3).pattern(ElemWise)
}

register_op! { "meshgrid"
    .describe("A grid of coordinates for each of several vectors.")
    .argument("data", "Tensor", "The vectors.")
    .attrs::<MeshgridAttrsNode>()
    .type_relation("Meshgrid").support_level(3).pattern(Injective)
}

register_op! { "one_hot"
    .describe("A vector for each index, of one value at that index and of another value elsewhere.")
    .argument("indices", "Tensor", "The indices.")
    .argument("on_value", "Expr", "The value at the index.")
    .argument("off_value", "Expr", "The value elsewhere.")
    .attrs::<OneHotAttrsNode>()
    .type_relation("OneHot").pattern(OutEWiseFusable)
}

register_op! { "ones"
    .describe("A tensor of ones.")
    .attrs::<InitOpAttrsNode>()
    .num_inputs(0).type_relation("InitOp").support_level(3)
}

register_op! { "ones_like"
    .describe("A tensor of ones of the type of another one.")
    .with(unary).support_level(4)
}

register_op! { "zeros"
    .describe("A tensor of zeros.")
    .attrs::<InitOpAttrsNode>()
    .num_inputs(0).type_relation("InitOp").support_level(3)
}

register_op! { "zeros_like"
    .describe("A tensor of zeros of the type of another one.")
    .with(unary).support_level(4)
}

global_makers! {
    "relay.op._make.arange" = "arange"({start}, {stop}, {step}, [dtype]): ArangeAttrsNode;
    "relay.op._make.full" = "full"(fill_value, [shape], [dtype]): InitOpAttrsNode;
    "relay.op._make.full_like" = "full_like"(data, fill_value);
    "relay.op._make.meshgrid" = "meshgrid"(data, [indexing]): MeshgridAttrsNode;
    "relay.op._make.one_hot" = "one_hot"(indices, on_value, off_value, [depth], [axis], [dtype]): OneHotAttrsNode;
    "relay.op._make.ones" = "ones"([shape], [dtype]): InitOpAttrsNode;
    "relay.op._make.ones_like" = "ones_like"(data);
    "relay.op._make.zeros" = "zeros"([shape], [dtype]): InitOpAttrsNode;
    "relay.op._make.zeros_like" = "zeros_like"(data);
}
