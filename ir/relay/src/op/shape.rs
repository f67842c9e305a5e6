//! Operators that ask for shapes.

use objet_ir::op::OpPatternKind::{Injective, Opaque};
use objet_ir::register_op;

use crate::attrs::{NdarraySizeAttrsNode, ShapeOfAttrsNode};

register_op! { "ndarray_size"
    .describe("The number of elements of a tensor.")
    .argument("data", "Tensor", "The tensor to measure.")
    .attrs::<NdarraySizeAttrsNode>()
    .type_relation("NdarraySize").pattern(Injective).stateful(false)
}

register_op! { "shape_of"
    .describe("The shape of a tensor, as a tensor.")
    .argument("data", "Tensor", "The tensor to measure.")
    .attrs::<ShapeOfAttrsNode>()
    .type_relation("ShapeOf").pattern(Opaque).stateful(false)
}

global_makers! {
    "relay.op._make.ndarray_size" = "ndarray_size"(data, [dtype]): NdarraySizeAttrsNode;
    "relay.op._make.shape_of" = "shape_of"(data, [dtype]): ShapeOfAttrsNode;
}
