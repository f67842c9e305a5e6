//! Random numbers, by keys that are handed on.

use objet_ir::register_op;

use crate::attrs::{ThreefryGenerateAttrsNode, UniformAttrsNode};

register_op! { "random.threefry_generate"
    .describe("Random bits from a key, and the key to go on with.")
    .argument("key", "Tensor", "The key.")
    .attrs::<ThreefryGenerateAttrsNode>()
    .type_relation("ThreefryGenerate")
}

register_op! { "random.threefry_split"
    .describe("Two keys that go on independently of each other.")
    .argument("key", "Tensor", "The key.")
    .type_relation("ThreefrySplit")
}

register_op! { "random.uniform"
    .describe("Numbers that are evenly distributed between two bounds, and the key to go on with.")
    .argument("key", "Tensor", "The key.")
    .argument("low", "Tensor", "The lower bound.")
    .argument("high", "Tensor", "The upper bound.")
    .attrs::<UniformAttrsNode>()
    .type_relation("Uniform")
}

global_makers! {
    "relay.op.random._make.threefry_generate" = "random.threefry_generate"(
        key, [out_shape]
    ): ThreefryGenerateAttrsNode;
    "relay.op.random._make.threefry_split" = "random.threefry_split"(key);
    "relay.op.random._make.uniform" = "random.uniform"(key, low, high, [out_shape], [out_dtype]): UniformAttrsNode;
}
