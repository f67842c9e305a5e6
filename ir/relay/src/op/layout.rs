//! Operators that keep the elements and change what is where.

use objet_ir::op::OpPatternKind::{Broadcast, Injective};
use objet_ir::register_op;

use crate::attrs::{
    AutoSchedulerLayoutTransformAttrsNode, ExpandDimsAttrsNode, LayoutTransformAttrsNode, ReshapeAttrsNode,
    ReshapeLikeAttrsNode, ReverseAttrsNode, ReverseSequenceAttrsNode, SqueezeAttrsNode, TransposeAttrsNode,
};

register_op! { "auto_scheduler_layout_transform"
    .describe("Puts the elements into the order that the auto-scheduler chose for a kernel.")
    .argument("data", "Tensor", "The tensor in the order that it has.")
    .attrs::<AutoSchedulerLayoutTransformAttrsNode>()
    .type_relation("auto_scheduler_layout_transform").support_level(5)
}

register_op! { "contrib_reverse_reshape"
    .describe("A reshape whose special values are resolved from the last axis to the first.")
    .argument("data", "Tensor", "The tensor to reshape.")
    .attrs::<ReshapeAttrsNode>()
    .type_relation("ReverseReshape").pattern(Injective).reshape_op()
}

register_op! { "expand_dims"
    .describe("Inserts axes of length 1.")
    .argument("data", "Tensor", "The tensor to insert them into.")
    .attrs::<ExpandDimsAttrsNode>()
    .type_relation("ExpandDims").support_level(1).pattern(Broadcast).reshape_op()
}

register_op! { "layout_transform"
    .describe("Moves and splits axes so that a tensor of one layout is of another.")
    .argument("data", "Tensor", "The tensor in its own layout.")
    .attrs::<LayoutTransformAttrsNode>()
    .type_relation("layout_transform").support_level(5)
}

register_op! { "reshape"
    .describe("The same elements in the same order, in another shape.")
    .argument("data", "Tensor", "The tensor to reshape.")
    .attrs::<ReshapeAttrsNode>()
    .type_relation("Reshape").support_level(3).pattern(Injective).reshape_op()
}

register_op! { "reshape_like"
    .describe("The same elements in the same order, in the shape of another tensor.")
    .argument("data", "Tensor", "The tensor to reshape.")
    .argument("shape_like", "Tensor", "The tensor whose shape the result has.")
    .attrs::<ReshapeLikeAttrsNode>()
    .type_relation("ReshapeLike").support_level(3).pattern(Injective)
}

register_op! { "reverse"
    .describe("The elements along one axis, in reverse order.")
    .argument("data", "Tensor", "The tensor to reverse.")
    .attrs::<ReverseAttrsNode>()
    .type_relation("Reverse").support_level(3).pattern(Injective)
}

register_op! { "reverse_sequence"
    .describe("Reverses the first elements of each sequence, as many as its length says.")
    .argument("data", "Tensor", "The batch of sequences.")
    .argument("seq_lengths", "Tensor", "The length of each sequence.")
    .attrs::<ReverseSequenceAttrsNode>()
    .type_relation("ReverseSequence").support_level(3).pattern(Injective)
}

register_op! { "squeeze"
    .describe("Removes axes of length 1.")
    .argument("data", "Tensor", "The tensor to remove them from.")
    .attrs::<SqueezeAttrsNode>()
    .type_relation("Squeeze").support_level(3).pattern(Injective).reshape_op()
}

register_op! { "transpose"
    .describe("Puts the axes into another order.")
    .argument("data", "Tensor", "The tensor to transpose.")
    .attrs::<TransposeAttrsNode>()
    .type_relation("Transpose").support_level(3).pattern(Injective)
}

makers! {
    /// Inserts axes of length 1.
    pub fn expand_dims(data; ExpandDimsAttrsNode) = "expand_dims";
    /// The same elements in the same order, in another shape.
    pub fn reshape(data; ReshapeAttrsNode) = "reshape";
    /// Removes axes of length 1.
    pub fn squeeze(data; SqueezeAttrsNode) = "squeeze";
    /// Puts the axes into another order.
    pub fn transpose(data; TransposeAttrsNode) = "transpose";
}

global_makers! {
    "relay.op._make.auto_scheduler_layout_transform" = "auto_scheduler_layout_transform"(
        data, [src_layout], [dst_layout]
    ): AutoSchedulerLayoutTransformAttrsNode;
    "relay.op._make.contrib_reverse_reshape" = "contrib_reverse_reshape"(data, [newshape]): ReshapeAttrsNode;
    "relay.op._make.expand_dims" = "expand_dims"(data, [axis], [num_newaxis]): ExpandDimsAttrsNode;
    "relay.op._make.layout_transform" = "layout_transform"(
        data, [src_layout], [dst_layout]
    ): LayoutTransformAttrsNode;
    "relay.op._make.reshape" = "reshape"(data, [newshape]): ReshapeAttrsNode;
    "relay.op._make.reshape_like" = "reshape_like"(
        lhs, rhs, [lhs_begin], [lhs_end], [rhs_begin], [rhs_end]
    ): ReshapeLikeAttrsNode;
    "relay.op._make.reverse" = "reverse"(data, [axis]): ReverseAttrsNode;
    "relay.op._make.reverse_sequence" = "reverse_sequence"(
        data, seq_lengths, [seq_axis], [batch_axis]
    ): ReverseSequenceAttrsNode;
    "relay.op._make.squeeze" = "squeeze"(data, [axis]): SqueezeAttrsNode;
    "relay.op._make.transpose" = "transpose"(data, [axes]): TransposeAttrsNode;
}
