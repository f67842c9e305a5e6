//! Operators on memory, once it is explicit.

use crate::op::OpPatternKind::Opaque;
use crate::register_op;
use crate::relay::attrs::{AllocStorageAttrsNode, AllocTensorAttrsNode};

register_op! { "memory.alloc_storage"
    .describe("Allocates memory.")
    .argument("size", "Tensor", "How many bytes.")
    .argument("alignment", "Tensor", "What their address is a multiple of.")
    .attrs::<AllocStorageAttrsNode>()
    .type_relation("AllocStorage").pattern(Opaque).stateful(false).non_computational()
}

register_op! { "memory.alloc_tensor"
    .describe("A tensor in memory that was allocated before.")
    .argument("storage", "Storage", "The memory.")
    .argument("offset", "Tensor", "Where in it the tensor begins.")
    .argument("shape", "Tensor", "The shape.")
    .attrs::<AllocTensorAttrsNode>()
    .type_relation("AllocTensor").pattern(Opaque).stateful(false).non_computational()
}

register_op! { "memory.kill"
    .describe("Ends the life of a tensor.")
    .argument("to_free", "Tensor", "The tensor.")
    .type_relation("Kill").pattern(Opaque).stateful(false).non_computational()
}
