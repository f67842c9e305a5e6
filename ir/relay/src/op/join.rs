//! Operators that join several tensors into one, and split one tensor into several.

use objet_ir::op::OpPatternKind::Injective;

use crate::attrs::{ConcatenateAttrsNode, EinsumAttrsNode, SplitAttrsNode, StackAttrsNode};
use crate::operators;

operators! {
    /// Joins tensors along an existing axis.
    pub fn concatenate(
        data: "Tensor" = "A tuple of the tensors.",
    ) with ConcatenateAttrsNode = "concatenate" as "relay.op._make.concatenate"
        => |op| op.type_relation("Concatenate").support_level(1).pattern(Injective);

    /// Computes sums of products along the axes that an equation names.
    pub fn einsum(
        data: "Tuple of Tensors" = "The operands.",
    ) with EinsumAttrsNode = "einsum" as "relay.op._make.einsum"
        => |op| op.type_relation("Einsum").support_level(11).pattern(Injective);

    /// Splits a tensor along one axis.
    pub fn split(
        data: "Tensor" = "The tensor to split.",
    ) with SplitAttrsNode = "split" as "relay.op._make.split"
        => |op| op.type_relation("Split").support_level(3).pattern(Injective);

    /// Joins tensors along a new axis.
    pub fn stack(
        data: "Tensor" = "A tuple of the tensors.",
    ) with StackAttrsNode = "stack" as "relay.op._make.stack"
        => |op| op.type_relation("Stack").support_level(3).pattern(Injective);
}
