//! Random numbers, by keys that are handed on.

use crate::attrs::{ThreefryGenerateAttrsNode, UniformAttrsNode};
use crate::operators;

operators! {
    /// Random bits from a key, and the key to go on with.
    pub fn threefry_generate(key: "Tensor" = "The key.") with ThreefryGenerateAttrsNode
        = "random.threefry_generate" as "relay.op.random._make.threefry_generate"
        => |op| op.type_relation("ThreefryGenerate");

    /// Two keys that go on independently of each other.
    pub fn threefry_split(
        key: "Tensor" = "The key.",
    ) = "random.threefry_split" as "relay.op.random._make.threefry_split"
        => |op| op.type_relation("ThreefrySplit");

    /// Numbers that are evenly distributed between two bounds, and the key to go on with.
    pub fn uniform(
        key: "Tensor" = "The key.",
        low: "Tensor" = "The lower bound.",
        high: "Tensor" = "The upper bound.",
    ) with UniformAttrsNode = "random.uniform" as "relay.op.random._make.uniform"
        => |op| op.type_relation("Uniform");
}
