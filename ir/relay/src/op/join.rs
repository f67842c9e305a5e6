//! Operators that make one tensor of several, and several of one.

use objet_ir::op::OpPatternKind::Injective;
use objet_ir::register_op;

use crate::attrs::{ConcatenateAttrsNode, EinsumAttrsNode, SplitAttrsNode, StackAttrsNode};

register_op! { "concatenate"
    .describe("Several tensors one after the other along an axis that they have.")
    .argument("data", "Tensor", "A tuple of the tensors.")
    .attrs::<ConcatenateAttrsNode>()
    .type_relation("Concatenate").support_level(1).pattern(Injective)
}

register_op! { "einsum"
    .describe("Sums of products of elements, with the axes that an equation names.")
    .argument("data", "Tuple of Tensors", "The operands.")
    .attrs::<EinsumAttrsNode>()
    .type_relation("Einsum").support_level(11).pattern(Injective)
}

register_op! { "split"
    .describe("Cuts a tensor into several ones along an axis.")
    .argument("data", "Tensor", "The tensor to cut.")
    .attrs::<SplitAttrsNode>()
    .type_relation("Split").support_level(3).pattern(Injective)
}

register_op! { "stack"
    .describe("Several tensors side by side along an axis that is new.")
    .argument("data", "Tensor", "A tuple of the tensors.")
    .attrs::<StackAttrsNode>()
    .type_relation("Stack").support_level(3).pattern(Injective)
}

makers! {
    /// Several tensors one after the other along an axis that they have.
    pub fn concatenate(data; ConcatenateAttrsNode) = "concatenate";
    /// Cuts a tensor into several ones along an axis.
    pub fn split(data; SplitAttrsNode) = "split";
}

global_makers! {
    "relay.op._make.concatenate" = "concatenate"(data, [axis]): ConcatenateAttrsNode;
    "relay.op._make.einsum" = "einsum"(data, [equation]): EinsumAttrsNode;
    "relay.op._make.split" = "split"(data, [indices_or_sections], [axis]): SplitAttrsNode;
    "relay.op._make.stack" = "stack"(data, [axis]): StackAttrsNode;
}
