//! Random number generators with explicit keys.

use crate::attrs::{ThreefryGenerateAttrsNode, UniformAttrsNode};
use crate::operators;

operators! {
    /// Generates random bits from a key. Also returns the next key.
    pub fn threefry_generate(key: "Tensor" = "The key.") with ThreefryGenerateAttrsNode
        = "random.threefry_generate" as "relay.op.random._make.threefry_generate"
        => |op| op.type_relation("ThreefryGenerate");

    /// Splits a key into two independent keys.
    pub fn threefry_split(
        key: "Tensor" = "The key.",
    ) = "random.threefry_split" as "relay.op.random._make.threefry_split"
        => |op| op.type_relation("ThreefrySplit");

    /// Generates uniformly distributed numbers between two bounds. Also returns the next key.
    pub fn uniform(
        key: "Tensor" = "The key.",
        low: "Tensor" = "The lower bound.",
        high: "Tensor" = "The upper bound.",
    ) with UniformAttrsNode = "random.uniform" as "relay.op.random._make.uniform"
        => |op| op.type_relation("Uniform");
}
