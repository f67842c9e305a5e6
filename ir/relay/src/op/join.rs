//! Operators that make one tensor of several, and several of one.

use objet_ir::op::OpPatternKind::Injective;

use crate::attrs::{ConcatenateAttrsNode, EinsumAttrsNode, SplitAttrsNode, StackAttrsNode};
use crate::operators;

operators! {
    /// Several tensors one after the other along an axis that they have.
    pub fn concatenate(
        data: "Tensor" = "A tuple of the tensors.",
    ) with ConcatenateAttrsNode = "concatenate" as "relay.op._make.concatenate"
        => |op| op.type_relation("Concatenate").support_level(1).pattern(Injective);

    /// Sums of products of elements, with the axes that an equation names.
    pub fn einsum(
        data: "Tuple of Tensors" = "The operands.",
    ) with EinsumAttrsNode = "einsum" as "relay.op._make.einsum"
        => |op| op.type_relation("Einsum").support_level(11).pattern(Injective);

    /// Cuts a tensor into several ones along an axis.
    pub fn split(
        data: "Tensor" = "The tensor to cut.",
    ) with SplitAttrsNode = "split" as "relay.op._make.split"
        => |op| op.type_relation("Split").support_level(3).pattern(Injective);

    /// Several tensors side by side along an axis that is new.
    pub fn stack(
        data: "Tensor" = "A tuple of the tensors.",
    ) with StackAttrsNode = "stack" as "relay.op._make.stack"
        => |op| op.type_relation("Stack").support_level(3).pattern(Injective);
}
