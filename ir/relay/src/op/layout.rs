//! Operators that keep the elements and change what is where, and operators that return shapes.

use objet_ir::op::OpPatternKind::{Broadcast, Injective, Opaque};

use crate::attrs::{
    AutoSchedulerLayoutTransformAttrsNode, ExpandDimsAttrsNode, LayoutTransformAttrsNode,
    NdarraySizeAttrsNode, ReshapeAttrsNode, ReshapeLikeAttrsNode, ReverseAttrsNode, ReverseSequenceAttrsNode,
    ShapeOfAttrsNode, SqueezeAttrsNode, TransposeAttrsNode,
};
use crate::operators;

operators! {
    /// Puts the elements into the order that the auto-scheduler chose for a kernel.
    pub fn auto_scheduler_layout_transform(
        data: "Tensor" = "The tensor in the order that it has.",
    ) with AutoSchedulerLayoutTransformAttrsNode
        = "auto_scheduler_layout_transform" as "relay.op._make.auto_scheduler_layout_transform"
        => |op| op.type_relation("auto_scheduler_layout_transform").support_level(5);

    /// A reshape whose special values are resolved from the last axis to the first.
    pub fn contrib_reverse_reshape(
        data: "Tensor" = "The tensor to reshape.",
    ) with ReshapeAttrsNode = "contrib_reverse_reshape" as "relay.op._make.contrib_reverse_reshape"
        => |op| op.type_relation("ReverseReshape").pattern(Injective).reshape_op();

    /// Inserts axes of length 1.
    pub fn expand_dims(
        data: "Tensor" = "The tensor to insert them into.",
    ) with ExpandDimsAttrsNode = "expand_dims" as "relay.op._make.expand_dims"
        => |op| op.type_relation("ExpandDims").support_level(1).pattern(Broadcast).reshape_op();

    /// Moves and splits axes so that a tensor of one layout is of another.
    pub fn layout_transform(
        data: "Tensor" = "The tensor in its own layout.",
    ) with LayoutTransformAttrsNode = "layout_transform" as "relay.op._make.layout_transform"
        => |op| op.type_relation("layout_transform").support_level(5);

    /// The same elements in the same order, in another shape.
    pub fn reshape(
        data: "Tensor" = "The tensor to reshape.",
    ) with ReshapeAttrsNode = "reshape" as "relay.op._make.reshape"
        => |op| op.type_relation("Reshape").support_level(3).pattern(Injective).reshape_op();

    /// The same elements in the same order, in the shape of another tensor.
    pub fn reshape_like(
        lhs as "data": "Tensor" = "The tensor to reshape.",
        rhs as "shape_like": "Tensor" = "The tensor whose shape the result has.",
    ) with ReshapeLikeAttrsNode = "reshape_like" as "relay.op._make.reshape_like"
        => |op| op.type_relation("ReshapeLike").support_level(3).pattern(Injective);

    /// The elements along one axis, in reverse order.
    pub fn reverse(
        data: "Tensor" = "The tensor to reverse.",
    ) with ReverseAttrsNode = "reverse" as "relay.op._make.reverse"
        => |op| op.type_relation("Reverse").support_level(3).pattern(Injective);

    /// Reverses the first elements of each sequence, as many as its length says.
    pub fn reverse_sequence(
        data: "Tensor" = "The batch of sequences.",
        seq_lengths: "Tensor" = "The length of each sequence.",
    ) with ReverseSequenceAttrsNode = "reverse_sequence" as "relay.op._make.reverse_sequence"
        => |op| op.type_relation("ReverseSequence").support_level(3).pattern(Injective);

    /// Removes axes of length 1.
    pub fn squeeze(
        data: "Tensor" = "The tensor to remove them from.",
    ) with SqueezeAttrsNode = "squeeze" as "relay.op._make.squeeze"
        => |op| op.type_relation("Squeeze").support_level(3).pattern(Injective).reshape_op();

    /// Puts the axes into another order.
    pub fn transpose(
        data: "Tensor" = "The tensor to transpose.",
    ) with TransposeAttrsNode = "transpose" as "relay.op._make.transpose"
        => |op| op.type_relation("Transpose").support_level(3).pattern(Injective);

    /// The number of elements of a tensor.
    pub fn ndarray_size(
        data: "Tensor" = "The tensor to measure.",
    ) with NdarraySizeAttrsNode = "ndarray_size" as "relay.op._make.ndarray_size"
        => |op| op.type_relation("NdarraySize").pattern(Injective).stateful(false);

    /// The shape of a tensor, as a tensor.
    pub fn shape_of(
        data: "Tensor" = "The tensor to measure.",
    ) with ShapeOfAttrsNode = "shape_of" as "relay.op._make.shape_of"
        => |op| op.type_relation("ShapeOf").pattern(Opaque).stateful(false);
}
